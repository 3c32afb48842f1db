"""How a fleet travels: the one drive its ships share, at the speed of the slowest, its small craft, and what its navigators
have to go by (4.2, CW-4.0-03, CW-4.0-05)."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from rules.cluster_war.model.psionics.units import DOWSING, can_act, unit_abilities
from rules.cluster_war.model.state.common import DesignId, HexId, Settings, short_id
from rules.cluster_war.model.state.holdings import Base, Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.places import Cluster, Link, StarSystem
from rules.cluster_war.model.state.sides import KnownSystem
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design import drive_kinds
from rules.cluster_war.model.unit_design.transport import Hangars
from rules.cluster_war.model.unit_design.wounded import is_adrift, kinds_of
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import known_links, lines_of
from rules.values import IllegalOrderError, Value, field

PRINTED_SETTINGS: Final = Settings()
DOWSERS_RULE: Final = "CW-15.1-06"
GateTrip: TypeAlias = Literal["none", "one way", "return"]
MONOPOLES: Final = "Special Magnetic Materials"
"""What jump drives need where the campaign wants it (CW-4.0-10)."""


class FleetComposition(Value):
    """A fleet sorted: ships and craft that travel by their own drives, craft in hangars, and whether there is a tender
    or carried supply for craft outside."""

    travelling: tuple[Ship, ...]
    housed: tuple[Ship, ...]
    outside: tuple[Ship, ...]
    supplied: bool


def has_ftl(design: Design) -> bool:
    """Whether a design travels between stars by itself: any other drive than second stage, or one with a rating. Where it was
    drawn without an FTL drive it does not, however strong its drive is (CW-4.2-04)."""
    return bool(design.ftl) and (design.ftl != drive_kinds.SECOND_STAGE or design.drive.numerator > 0)


def form_up(
    designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED_SETTINGS
) -> FleetComposition:
    """Put small craft into the fleet's hangars: first those that cannot travel alone, then others, in their order.

    IllegalOrderError if there is no room for a craft without FTL drive or without bridge (CW-4.2-04, CW-4.2-05).
    """
    here = tuple(ships)
    small = {design for design in {ship.design for ship in here} if designs[design].kind == "small_craft"}
    if not small:
        return FleetComposition(here, (), (), supplied=True)
    big = [ship for ship in here if ship.design not in small]
    craft = [ship for ship in here if ship.design in small]
    hangars = Hangars(designs, big, settings)
    housed: list[Ship] = []
    outside: list[Ship] = []
    for ship in sorted(craft, key=lambda s: _flies(s, designs)):
        design = designs[ship.design]
        if hangars.take(design.hull):
            housed.append(ship)
        elif _flies(ship, designs):
            outside.append(ship)
        else:
            _refuse(ship, design)
    supplied = any(designs[ship.design].hangar or designs[ship.design].cargo_bays for ship in big)
    return FleetComposition((*big, *outside), tuple(housed), tuple(outside), supplied)


def _flies(ship: Ship, designs: Mapping[DesignId, Design]) -> bool:
    """Whether a craft needs no hangar to travel: somebody is aboard, and it can."""
    return not is_adrift(ship) and _travels_alone(designs[ship.design])


def _travels_alone(design: Design) -> bool:
    return design.bridge and has_ftl(design)


def _refuse(ship: Ship, design: Design) -> None:
    name = f"{ship.id.rpartition('/')[2]} ({design.name})"
    if is_adrift(ship):
        raise IllegalOrderError(f"{name} has no crew left, and no hangar takes it along.", rule="CW-14.0-28")
    if not design.bridge:
        raise IllegalOrderError(
            f"{name} has no bridge and no hangar room: it cannot be away from its base or carrier.", rule="CW-4.2-05"
        )
    raise IllegalOrderError(f"{name} has no FTL drive and no hangar room: it stays in its system.", rule="CW-4.2-04")


def check_housed(
    designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings = PRINTED_SETTINGS
) -> None:
    """Refuse to leave craft without a bridge out in space, away from any base (CW-4.2-05)."""
    here = [s for s in ships if designs[s.design].kind != "small_craft" or not designs[s.design].bridge]
    form_up(designs, here, settings)


def supply_ends(formation: FleetComposition, departs: int, arrives: int, settings: Settings) -> int | None:
    """The week from which craft outside are out of supply on this trip; None if they last, or are supplied (CW-4.2-03)."""
    lasts = departs + drive_kinds.travel_number("weeks small craft last", settings)
    if formation.supplied or not formation.outside or arrives <= lasts:
        return None
    return lasts


class Mode(Value):
    """A fleet's way to travel: its drive, the rating in G of the slowest (second stage), or its hexes a month;
    by gate or wormhole the hull of its largest ship counts."""

    drive: drive_kinds.Drive
    gravity: Fraction
    month: int
    formation: FleetComposition
    hull: int = 0

    @property
    def rating(self) -> str:
        """The rating in words, "2G" or "4 weeks a hex"; "" for drives without one."""
        if self.drive.family == "second stage":
            return f"{self.gravity}G"
        return f"{drive_kinds.weeks_per_hex(self.month)} weeks a hex" if self.month else ""


def mode_of(
    name: str, designs: Mapping[DesignId, Design], ships: Iterable[Ship], settings: Settings, by: str = ""
) -> Mode:
    """How these ships travel as the fleet `name`; IllegalOrderError if one has no drive, or they have different ones.

    `by` wormhole or gate any ships pass, whatever drives they have (CW-4.0-20, CW-4.0-24); by dowsing those that have dowsers
    for transit gear go from warp point to warp point as string drives do (CW-15.1-06).
    """
    formation = form_up(designs, ships, settings)
    if by == DOWSING:
        return _dowsed(name, designs, formation, settings)
    if by and formation.travelling:
        big = [designs[ship.design] for ship in formation.travelling]
        hull = max((design.hull for design in big if design.kind != "small_craft"), default=1)
        return Mode(drive_kinds.drive_of("wormhole", settings), Fraction(0), 0, formation, hull)
    kinds = [design for design, _ in kinds_of(designs, formation.travelling)]
    if not kinds or not all(has_ftl(design) for design in kinds):
        dead = next((ship for ship in formation.travelling if is_adrift(ship)), None)
        if dead is not None:
            raise IllegalOrderError(
                f"{short_id(dead.id)} of {name} has no crew left and cannot leave; detach the others.",
                rule="CW-14.0-19",
            )
        raise IllegalOrderError(f"{name} has a ship without a drive and cannot leave.", rule="CW-4.0-03")
    found = sorted({design.ftl for design in kinds})
    if len(found) > 1:
        names = " and ".join(drive_kinds.drive_of(ftl, settings).name + "s" for ftl in found)
        raise IllegalOrderError(f"{name} has {names}; ships that travel together share one drive.", rule="CW-4.0-05")
    drive = drive_kinds.drive_of(found[0], settings)
    return Mode(
        drive=drive,
        gravity=slowest(kinds),
        month=min(drive_kinds.hexes_a_month(design, settings) for design in kinds) if drive.month else 0,
        formation=formation,
    )


def slowest(designs: Iterable[Design]) -> Fraction:
    """The lowest rating among these designs' drives; what is the same is compared once, since fractions compare slowly."""
    return min({design.drive.as_integer_ratio(): design.drive for design in designs}.values())


def mode_in(turn: TurnState, fleet: Fleet, by: str) -> Mode:
    """As `mode_of`, of a fleet while a turn is worked out; remembered from when its order is taken in until it leaves."""
    designs = turn.sides[fleet.side].designs
    ships = [turn.ships[key] for key in fleet.ships]
    return turn.memoized(
        "mode",
        fleet.id,
        (by, fleet.ships, designs, *ships),
        lambda: mode_of(fleet.name, designs, ships, turn.settings, by),
    )


def _dowsed(name: str, designs: Mapping[DesignId, Design], formation: FleetComposition, settings: Settings) -> Mode:
    """Ships that find and enter warp points by their dowsers; IllegalOrderError if one has none, or no drive."""
    for ship in formation.travelling:
        design = designs[ship.design]
        if DOWSING not in unit_abilities(design, settings) or ship.psychics.insane:
            raise IllegalOrderError(
                f"{short_id(ship.id)} of {name} has no dowsers to find warp points by.", rule=DOWSERS_RULE
            )
        if not has_ftl(design):
            raise IllegalOrderError(f"{name} has a ship without a drive and cannot leave.", rule="CW-4.0-03")
    if not formation.travelling:
        raise IllegalOrderError(f"{name} has a ship without a drive and cannot leave.", rule="CW-4.0-03")
    return Mode(drive_kinds.drive_of("string", settings), Fraction(0), 0, formation)


def check_awake(name: str, ships: Iterable[Ship], week: int) -> None:
    """IllegalOrderError if dowsers aboard are still out of action after hyperspace (CW-15.0-06)."""
    tired = [short_id(ship.id) for ship in ships if not can_act(ship, week)]
    if tired:
        raise IllegalOrderError(f"The dowsers aboard {', '.join(tired)} of {name} cannot act yet.", rule=DOWSERS_RULE)


def gate_trip(hull: int, here: int | None, there: int | None) -> GateTrip:
    """How a ship of this hull can use a pair of gates, by the hull that each passes (CW-A-33).

    0 is no gate any more; None a gate of somebody else's, of which nobody knows that it is too small.
    """
    if here is not None and hull > here:
        return "none"
    return "return" if there is None or hull <= there else "one way"


def gate_hulls(
    designs: Mapping[DesignId, Design], colonies: Iterable[Colony], bases: Iterable[Base]
) -> Mapping[HexId, int]:
    """The largest hull that a side's own gates pass, by hex."""
    gates = {key: design.gate for key, design in designs.items() if design.gate}
    if not gates:
        return {}
    found: dict[HexId, int] = {}
    for colony in colonies:
        for key, count in colony.garrison.items():
            if count and key in gates:
                found[colony.hex] = max(found.get(colony.hex, 0), gates[key])
    for base in bases:
        if base.design in gates and not base.towed_by:
            found[base.hex] = max(found.get(base.hex, 0), gates[base.design])
    return found


class Chart(Value):
    """One side's chart. `gates` are hexes where a base of its own forms wormholes, for any fleet there; their drives'
    range is the settings'. `monopoles` is whether jump drives need them here and it owns a world with some; `passes` the
    largest hull that the jump gates of its own bases pass, by hex; `light` what its map shows of stars that are no more so."""

    columns: int
    rows: int
    settings: Settings
    systems: Mapping[HexId, tuple[str, ...]] | Cluster
    links: tuple[Link, ...]
    gates: frozenset[HexId]
    monopoles: bool
    passes: Mapping[HexId, int] = field(default_factory=dict)
    light: Mapping[HexId, tuple[str, ...]] = field(default_factory=dict)

    def codes(self, hex_: HexId) -> tuple[str, ...]:
        """The object codes of a hex; () for empty space."""
        if hex_ in self.light:
            return self.light[hex_]
        if isinstance(self.systems, Cluster):
            system = self.systems.systems.get(hex_)
            return () if system is None else system.codes
        return self.systems.get(hex_, ())

    def linked(self, hex_: HexId, kind: str) -> tuple[HexId, ...]:
        """Where the known links of one kind lead from a hex, sorted."""
        ends = {
            link.b if link.a == hex_ else link.a
            for link in self.links
            if link.kind == kind and (hex_ == link.a or (hex_ == link.b and not link.one_way))
        }
        return tuple(sorted(ends))


def chart_of(turn: TurnState, side: str) -> Chart:
    """The chart of a side while a turn is worked out."""
    owner, known = turn.sides[side], turn.knowledge[side]
    lines = turn.memoized("lines", "", (turn.cluster,), lambda: lines_of(turn.cluster))

    def own() -> Iterator[Colony]:  # looked through by those alone to whom colonies mean something
        return (c for c in turn.colonies.values() if c.side == side)

    return Chart(
        columns=turn.cluster.columns,
        rows=turn.cluster.rows,
        settings=turn.settings,
        systems=turn.cluster,
        links=turn.memoized(
            "links",
            side,
            (turn.cluster, owner, known.systems, known.passages),
            lambda: known_links(turn.cluster, owner, known, lines),
        ),
        gates=_gates(owner.designs, own()),
        passes=gate_hulls(owner.designs, own(), (b for b in turn.bases.values() if b.side == side)),
        light=known.stars,
        monopoles=turn.settings.monopoles and _has_monopoles(turn.cluster.systems, own()),
    )


def chart_in(view: View) -> Chart:
    """The chart a side plans with."""
    own = list(view.colonies.values())
    designs = view.me.designs if view.me else {}
    return Chart(
        columns=view.columns,
        rows=view.rows,
        settings=view.settings,
        systems=view.objects,
        links=view.links,
        gates=_gates(designs, own),
        passes=gate_hulls(designs, own, view.bases.values()),
        monopoles=view.settings.monopoles and _has_monopoles(view.systems, own),
    )


def _gates(designs: Mapping[DesignId, Design], colonies: Iterable[Colony]) -> frozenset[HexId]:
    if not any(design.ftl == "wormhole" for design in designs.values()):
        return frozenset()
    return frozenset(
        c.hex
        for c in colonies
        if any(n > 0 and (d := designs.get(k)) is not None and d.ftl == "wormhole" for k, n in c.garrison.items())
    )


def _has_monopoles(known: Mapping[HexId, StarSystem | KnownSystem], colonies: Iterable[Colony]) -> bool:
    worlds = {(c.hex, c.orbit) for c in colonies}
    bodies = (b for hex_, orbit in worlds if (s := known.get(hex_)) is not None for b in s.bodies if b.orbit == orbit)
    return any(MONOPOLES in (body.resources or ()) for body in bodies)
