"""A month's work in the yards, and the units that leave them (CW-6.0-06, CW-5.0-16)."""

from dataclasses import replace

from rules.cluster_war.construction import needs, rated
from rules.cluster_war.draft import Draft
from rules.cluster_war.events import BuildProgressed, UnitsDelivered
from rules.cluster_war.fleets import new_fleet_id, put
from rules.cluster_war.lookups import id_number
from rules.cluster_war.state import Build, Colony, ColonyId, Design, DesignKind, Fleet, FleetId, Ship, ShipId
from rules.events import Cause, Modifier


def work_yards(draft: Draft) -> None:
    """Step 9: every build gets its capacity as far as its colony has it, by build number; then units are delivered.

    All work is done before anything is delivered, so what a new base brings counts from the next turn.
    """
    left: dict[tuple[ColonyId, DesignKind], int] = {}
    worked: list[tuple[Build, int]] = []
    for build in sorted(draft.builds.values(), key=lambda b: (b.side, id_number(b.id))):
        colony = draft.colonies.get(build.colony)
        done = 0
        if colony is not None and colony.side == build.side:
            kind = _design(draft, build).kind
            free = left.setdefault((colony.id, kind), rated(colony, kind))
            done = build.hull_left if kind == "base" else min(needs(build), free)
            left[colony.id, kind] = free - (0 if kind == "base" else done)
        worked.append((replace(build, hull_left=build.hull_left - done), done))
    for build, done in worked:
        if build.hull_left == 0 and build.paid >= build.price and build.colony in draft.colonies:
            del draft.builds[build.id]
            _deliver(draft, build, draft.colonies[build.colony])
        else:
            draft.builds[build.id] = build
            _report(draft, build, done)


def _design(draft: Draft, build: Build) -> Design:
    return draft.sides[build.side].designs[build.design]


def _report(draft: Draft, build: Build, done: int) -> None:
    unpaid = build.price - build.paid
    reasons = [Modifier(done, "hull spaces done this turn")]
    if unpaid and not build.hull_left:
        reasons.append(Modifier(unpaid, "CPs still to be paid before delivery"))
    draft.say(
        BuildProgressed(
            side=build.side,
            build=build.id,
            hull_left=build.hull_left,
            unpaid=unpaid,
            cause=Cause("CW-6.0-06" if build.hull_left else "CW-5.0-16", modifiers=tuple(reasons)),
            seen_by=(build.side,),
        )
    )


def _deliver(draft: Draft, build: Build, colony: Colony) -> None:
    design = _design(draft, build)
    ships: tuple[ShipId, ...] = ()
    fleet: FleetId = ""
    if design.kind == "ship":
        ships = tuple(_launch(draft, build, design) for _ in range(build.count))
        fleet = _join(draft, build, colony, ships)
    else:
        held = {**colony.garrison, design.id: colony.garrison.get(design.id, 0) + build.count}
        draft.colonies[colony.id] = _with_components(replace(colony, garrison=held), design, build.count)
    draft.say(
        UnitsDelivered(
            side=build.side,
            build=build.id,
            colony=colony.id,
            design=design.id,
            count=build.count,
            ships=ships,
            fleet=fleet,
            cause=Cause("CW-6.0-06"),
            seen_by=(build.side,),
        )
    )


def _launch(draft: Draft, build: Build, design: Design) -> ShipId:
    key = f"{build.side}/{design.prefix}{draft.next_id(f'ship/{build.side}/{design.prefix}'):02d}"
    draft.ships[key] = Ship(id=key, side=build.side, design=design.id)
    return key


def _join(draft: Draft, build: Build, colony: Colony, ships: tuple[ShipId, ...]) -> FleetId:
    """The fleet of the wished name at the colony, or a new one."""
    wished = build.fleet.casefold()
    own = draft.fleets_of(build.side)
    for fleet in own:
        if wished in {fleet.name.casefold(), fleet.id.casefold()} and fleet.transit is None and fleet.hex == colony.hex:
            put(draft, replace(fleet, ships=(*fleet.ships, *ships)))
            return fleet.id
    new = new_fleet_id(draft, build.side)
    taken = wished in {name.casefold() for fleet in own for name in (fleet.name, fleet.id)}
    name = build.fleet if wished and not taken else f"{colony.name} task force {id_number(new)}"
    put(draft, Fleet(id=new, side=build.side, name=name, hex=colony.hex, ships=ships))
    return new


def _with_components(colony: Colony, design: Design, count: int) -> Colony:
    """A base's yards, factories, training rooms and labs serve the colony it guards (CW-6.1-01)."""
    if design.kind != "base":
        return colony
    return replace(
        colony,
        shipyard_bays=colony.shipyard_bays + design.shipyard_bays * count,
        light_industry=colony.light_industry + design.light_industry * count,
        training=colony.training + design.training * count,
        science_stations=colony.science_stations + design.science_stations * count,
    )
