"""A battle made of those who come to blows: units as they are, where they start, what each side wants (9.0, 9.1, 9.7)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.cluster_war.chapters.combat.battle import Battle, Combatant, Place
from rules.cluster_war.chapters.combat.contact import Clash, Group, defenders
from rules.cluster_war.chapters.combat.fittings import hulk
from rules.cluster_war.chapters.combat.minds_at_work import surprise, with_minds
from rules.cluster_war.chapters.detection.network import amount_of
from rules.cluster_war.chapters.logistics.stores import magazine_room
from rules.cluster_war.chapters.movement.fleets import came_in, force_of
from rules.cluster_war.chapters.officers.crews import counts_as
from rules.cluster_war.chapters.officers.ratings import captain_ratings, initiative_bonus, match_of_wits
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import FleetId, HexId, SideId, short_id
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Fleet, Ship
from rules.cluster_war.model.state.war import BattleKind, BattleTerms, Engagement, Grade, Method
from rules.cluster_war.model.unit_design.crews import is_short_handed
from rules.cluster_war.model.unit_design.wounded import is_adrift
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import kind_of, star_of
from rules.cluster_war.model.worlds.weather import hazards_at
from rules.values import changed

NO_TERMS: Final = BattleTerms(0)


def muster(turn: TurnState, week: int, found: Sequence[Clash]) -> tuple[Battle, ...]:
    """The week's battles, with ids that tell turn, hex and which one there."""
    arrived = came_in(turn, week)
    fought: dict[str, int] = {}
    for record in turn.battles:
        if record.turn == turn.turn and not record.foe:  # nobody else counts what a side met there
            fought[record.hex] = fought.get(record.hex, 0) + 1
    battles: list[Battle] = []
    for clash in found:
        fought[clash.hex] = fought.get(clash.hex, 0) + 1
        battles.append(_battle(turn, week, clash, f"{turn.turn}/{clash.hex}/{fought[clash.hex]}", arrived))
    return tuple(battles)


def _battle(turn: TurnState, week: int, clash: Clash, key: str, arrived: set[FleetId]) -> Battle:
    terms = turn.start.terms.get(clash.hex, NO_TERMS)
    if terms.turn != turn.turn:
        terms = NO_TERMS
    placed = tuple(_placed(unit, terms) for unit in _units(turn, clash, arrived))
    units = with_minds(turn, placed, clash.enemies, week)
    taken = surprise(turn, clash, units, terms.surprised, week)
    worlds = [c.name for g in clash.groups for c in g.colonies]
    here = {side: _units_of(clash, side) for side in clash.sides}
    wits = match_of_wits(turn, key, clash.hex, here) if turn.settings.flag_officers else {}
    return Battle(
        id=key,
        turn=turn.turn,
        week=week,
        hex=clash.hex,
        kind=_kind(units),
        method=_method(turn, units, terms),
        sides=clash.sides,
        enemies=clash.enemies,
        units=units,
        plans={side: _plan(turn, [g for g in clash.groups if g.side == side]) for side in clash.sides},
        advantage={side: n for side, n in sorted({**wits, **terms.advantage}.items()) if side in clash.sides},
        surprised=taken.surprised,
        terrain=terrain_at(turn, clash.hex),
        star=star_at(turn, clash.hex),
        world=worlds[0] if worlds else "",
        command=_command(turn, here),
        foreseen=taken.foreseen,
        silent=taken.silent,
    )


def terrain_at(turn: TurnState, hex_: HexId) -> tuple[str, ...]:
    """What a hex holds that bears on a fight: what the map shows, and what coincides there with it (CW-14.0-13)."""
    system = turn.cluster.systems.get(hex_)
    codes = system.codes if system is not None else ()
    shown = {kind_of(code) for code in codes}
    return (*codes, *(kind.capitalize() for kind in hazards_at(turn, hex_) if kind not in shown))


def star_at(turn: TurnState, hex_: HexId) -> str:
    """The code of the star that a fight in a hex is at, "" for none (CW-14.0-30, ruling R-165)."""
    system = turn.cluster.systems.get(hex_)
    if system is None:
        return ""
    return next((code for code in system.codes if star_of(code) is not None), "")


def _command(turn: TurnState, here: Mapping[SideId, Sequence[str]]) -> Mapping[SideId, int]:
    """What adds to the sides' initiative, by side: their commanders, where there is one (CW-17.1-25), and what technologies of
    communication do by the game master's word (CW-13.0-09)."""
    officers = turn.settings.flag_officers
    found = {
        side: (initiative_bonus(turn, side, units) if officers else 0)
        + amount_of(turn.signals, turn.sides[side], "initiative")
        for side, units in sorted(here.items())
    }
    return {side: points for side, points in found.items() if points}


def _units_of(clash: Clash, side: SideId) -> tuple[str, ...]:
    """Where a side's officers may be on station in a battle: its ships, bases and worlds there."""
    mine = [group for group in clash.groups if group.side == side]
    ships = [ship for group in mine if group.fleet is not None for ship in group.fleet.ships]
    return (*ships, *(b.id for group in mine for b in group.bases), *(c.id for group in mine for c in group.colonies))


def _kind(units: Sequence[Combatant]) -> BattleKind:
    ships = all(unit.count == 1 and unit.design.kind == "ship" for unit in units)
    return "duel" if len(units) == 2 and ships else "fleet action"


def _method(turn: TurnState, units: Sequence[Combatant], terms: BattleTerms) -> Method:
    """As the game master has set it for this battle, else as the campaign has it for one of this size (CW-9.0-02)."""
    settings = turn.settings
    return terms.method or method_of(settings, sum(unit.count for unit in units))


def method_of(settings: Settings, size: int) -> Method:
    """How a campaign settles a battle of so many units; by numbers where it puts meetings before its game master."""
    if settings.battles == "ask":
        return "quick"
    if size <= settings.small_battle:
        return settings.small_battles
    return settings.large_battles if 0 < settings.largest_battle < size else settings.battles


def _units(turn: TurnState, clash: Clash, arrived: set[FleetId]) -> Iterator[Combatant]:
    homes = {
        *(c.side for c in turn.colonies.at(clash.hex)),
        *(b.side for b in turn.bases.at(clash.hex) if not b.towed_by),
    }
    for group in clash.groups:
        if group.fleet is None:
            yield from _defending(turn, group)
            continue
        fleet = group.fleet
        rivals = homes & {side for side in clash.sides if side != group.side}
        comes = fleet.id in arrived or (group.orders.stance == "attack" and bool(rivals))
        place: Place = "centre" if group.side in homes and not comes else "edge"
        for key in fleet.ships:
            unit = ship_in_battle(turn, turn.ships[key], fleet)
            yield changed(unit, reserve=unit.reserve or key in group.orders.reserve, place=place)


def ship_in_battle(turn: TurnState, ship: Ship, fleet: Fleet) -> Combatant:
    """A ship of a fleet as it enters a battle with anybody: a hulk if nobody is left of its crew (ruling R-142)."""
    design = turn.sides[fleet.side].designs[ship.design]
    attack, defense = _captain(turn, ship.id)
    return Combatant(
        unit=ship.id,
        side=fleet.side,
        design=hulk(design, turn.settings) if is_adrift(ship) else design,
        name=ship.name or short_id(ship.id),
        fleet=fleet.id,
        wounds=ship.wounds,
        munitions=ship.munitions,
        crates=ship.crates,
        grade=_grade(turn, ship, design),
        attack=attack,
        defense=defense,
        reserve=fleet.mission == "reserve",
    )


def _grade(turn: TurnState, ship: Ship, design: Design) -> Grade:
    """How a ship's crew fights: by its grade where crews have any; a short-handed one as a green crew (R-141)."""
    if is_short_handed(design, ship, turn.settings):
        return "green"
    return counts_as(ship) if turn.settings.graded_crews else "regular"


def _captain(turn: TurnState, unit: str) -> tuple[int, int]:
    """What a unit's captain adds and takes, in a campaign with flag officers (CW-17.0-01)."""
    return captain_ratings(turn, unit) if turn.settings.flag_officers else (0, 0)


def _defending(turn: TurnState, group: Group) -> Iterator[Combatant]:
    """Bases, and the bases and small craft of worlds, which draw on their world's stock of munitions (CW-9.1-05)."""
    designs = turn.sides[group.side].designs
    for base in group.bases:
        yield Combatant(
            unit=base.id,
            side=group.side,
            design=designs[base.design],
            name=base.name or short_id(base.id),
            wounds=base.wounds,
            munitions=base.munitions,
            attack=_captain(turn, base.id)[0],
            defense=_captain(turn, base.id)[1],
            place="centre",
        )
    for colony in group.colonies:
        stock = colony.munitions
        for key, count in defenders(turn, colony).items():
            lent = min(stock, magazine_room(designs[key], turn.settings) * count)
            stock -= lent
            yield Combatant(
                unit=f"{colony.id}|{key}",
                side=group.side,
                design=designs[key],
                name=designs[key].name,
                munitions=lent,
                place="centre",
                count=count,
            )


def _placed(unit: Combatant, terms: BattleTerms) -> Combatant:
    """The unit where the game master put it, if they did (CW-9.1-06)."""
    if unit.unit in terms.centre:
        return changed(unit, place="centre")
    return changed(unit, place="edge") if unit.unit in terms.edge else unit


def _plan(turn: TurnState, groups: Sequence[Group]) -> Engagement:
    """What a side wants of the battle: as its largest fleet has it, else as its bases do; it pursues if any fleet may, and
    attacks if any does."""
    sizes: Mapping[int, tuple[int, str]] = {
        at: (force_of(turn, g.fleet).hull, g.fleet.id) if g.fleet is not None else (0, "")
        for at, g in enumerate(groups)
    }
    lead = groups[max(sizes, key=lambda at: sizes[at])].orders
    return changed(
        lead,
        stance="attack" if any(g.attacks for g in groups) else lead.stance,
        pursue=any(g.orders.pursue for g in groups if g.fleet is not None),
        reserve=tuple(s for g in groups for s in g.orders.reserve),
    )
