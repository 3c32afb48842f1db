"""Who meets whom in arms at a week's end, and by which rules of engagement anybody opens fire (CW-9.0-09, CW-9.0-10, CW-9.7-05,
ruling R-070)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, cast

from rules.cluster_war.chapters.combat.arms import any_can_fight, can_fight
from rules.cluster_war.chapters.detection.cloaks import is_hidden, seen_ships, sees_base
from rules.cluster_war.chapters.movement import fleets as movement_fleets
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.model.events.battles import FleetEvaded, QuarryEscaped
from rules.cluster_war.model.psionics.telepaths import ghosts_before, size_as_seen
from rules.cluster_war.model.race_design.choices import NEUTRAL, XENOPHOBIC
from rules.cluster_war.model.state.common import HexId, Settings, SideId, tables
from rules.cluster_war.model.state.holdings import Base, Colony, Fleet
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.war import Engagement, Stance, Wounds
from rules.cluster_war.model.unit_design import drive_kinds
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import inhibits
from rules.values import Cause, Value, changed

STANCES_TABLE: Final = "CW-TAB-STANCES"
NOTHING_SAID: Final = Engagement()
EVASION_RULE: Final = "CW-9.7-05"
DEFENDER_KINDS: Final = ("base", "small_craft")
"""What of a garrison fights in space; ground forces wait for whoever lands."""
NO_WOUNDS: Final = Wounds()


def usual_stance(attitude: str, settings: Settings, *, stronger: bool) -> Stance:
    """How a race of this attitude meets whom it is not at peace with; `stronger` are those with more hull spaces there.

    Whoever is unknown is potentially hostile: nobody without instructions lets a foreign ship come near unready (CW-9.0-10).
    """
    table, parts = tables(settings)[STANCES_TABLE], attitude.split(", ")
    row = table.row(next((name for name in parts if name in table.keys), NEUTRAL))
    column = "if xenophobic" if XENOPHOBIC in parts else "stronger" if stronger else "stance"
    return cast("Stance", row[column])


def engagement_of(side: Side, fleet: Fleet | None, settings: Settings, *, stronger: bool = False) -> Engagement:
    """What a fleet does in a meeting: its own orders for battle; where it has none, its empire's; where the stance is said
    nowhere, that of the race's attitude. Without a fleet: bases and the defenders of worlds, which cannot evade."""
    own = fleet.engagement if fleet is not None else NOTHING_SAID
    if own == NOTHING_SAID:
        own = changed(side.engagement, reserve=(), protect="")
    stance = own.stance or side.engagement.stance or usual_stance(side.race.attitude, settings, stronger=stronger)
    if fleet is not None and fleet.is_held:
        stance = "defend"  # drained or frozen, it can begin nothing and get away from nobody
    if fleet is None and stance == "evade":
        stance = "defend"
    return changed(own, stance=stance)


class Contingent(Value):
    """A part of a side that acts as one: a fleet, or with None all its bases and the defenders of its worlds in the hex."""

    side: SideId
    fleet: Fleet | None
    orders: Engagement
    drive: Fraction
    escapes: bool
    armed: bool
    bases: tuple[Base, ...] = ()
    colonies: tuple[Colony, ...] = ()

    @property
    def attacks(self) -> bool:
        """Whether it opens fire on whom it is not at peace with."""
        return self.orders.stance == "attack" and self.armed

    @property
    def evades(self) -> bool:
        """Whether it is told to evade; bases and worlds cannot."""
        return self.fleet is not None and self.orders.stance == "evade"

    def eludes(self, other: "Contingent") -> bool:
        """Whether it gets away from another that would attack: with drives that take it out of any battle, or as the
        faster of the two (CW-4.0-17, CW-9.7-05)."""
        return self.evades and (self.escapes or self.drive > other.drive)


class Confrontation(Value):
    """Sides that come to blows in a hex, sorted, and what of them takes part; `enemies` are the pairs that fight."""

    hex: HexId
    sides: tuple[SideId, ...]
    enemies: tuple[tuple[SideId, SideId], ...]
    groups: tuple[Contingent, ...]


def clashes(turn: TurnState, week: int, places: Collection[HexId] | None = None) -> tuple[Confrontation, ...]:
    """All battles of a week, by hex, or those in some `places` alone; who evades and gets away is told of it, as those are who
    would have attacked."""
    fleets = movement_fleets.present_in(turn)
    colonies = movement_fleets.by_hex(turn.colonies.values())
    bases: dict[HexId, list[Base]] = {}
    for _, base in sorted(turn.bases.items()):
        if not base.towed_by:
            bases.setdefault(base.hex, []).append(base)
    found: list[Confrontation] = []
    for hex_ in sorted({*fleets, *bases} if places is None else {*fleets, *bases} & set(places)):
        there = (fleets.get(hex_, ()), bases.get(hex_, ()), colonies.get(hex_, ()))
        if len({thing.side for things in there for thing in things}) > 1:
            found += _clashes_at(turn, hex_, week, _groups(turn, *there))
    _chase_ghosts(turn, week, found, places)
    return tuple(found)


def _chase_ghosts(turn: TurnState, week: int, found: Sequence[Confrontation], places: Collection[HexId] | None) -> None:
    """Who attacks ghosts finds that they got away, as others do; where the side that sends them fights as well, nobody counts
    how many did (CW-15.1-16). No ghost is in any battle."""
    for side in sorted(turn.sides) if turn.minds.ghosts else ():
        for hex_, owner in sorted({(g.hex, g.side) for g in ghosts_before(turn, side)}):
            fighting = any(c.hex == hex_ and {side, owner} <= set(c.sides) for c in found)
            if fighting or (places is not None and hex_ not in places) or at_peace(turn.start.peace, side, owner):
                continue
            mine = [f for f in movement_fleets.present_in(turn).get(hex_, ()) if f.side == side]
            if any(_fleet_group(turn, f, stronger=False).attacks for f in mine):
                turn.tell_side(QuarryEscaped(side, owner, hex_, week, cause=Cause(EVASION_RULE)))


def _groups(
    turn: TurnState, fleets: Sequence[Fleet], bases: Sequence[Base], colonies: Sequence[Colony]
) -> list[Contingent]:
    """The groups of all sides, each with its orders as they stand against those it is not at peace with."""
    sides = {thing.side for things in (fleets, bases, colonies) for thing in things}
    outdone = {
        side
        for side in sides
        for foe in sides
        if not _friends(turn, side, foe)
        and _hulls(turn, side, foe, fleets, bases) > _hulls(turn, side, side, fleets, bases)
    }
    groups = [_fleet_group(turn, fleet, stronger=fleet.side in outdone) for fleet in movement_fleets.in_order(fleets)]
    for side in sorted(sides):
        mine = tuple(b for b in bases if b.side == side)
        worlds = tuple(sorted((c for c in colonies if c.side == side and _defended(turn, c)), key=lambda c: c.id))
        if mine or worlds:
            orders = engagement_of(turn.sides[side], None, turn.settings, stronger=side in outdone)
            armed = _any_armed(turn, mine, worlds)
            groups.append(
                Contingent(side, None, orders, Fraction(0), escapes=False, armed=armed, bases=mine, colonies=worlds)
            )
    return groups


def _hulls(turn: TurnState, side: SideId, of: SideId, fleets: Sequence[Fleet], bases: Sequence[Base]) -> int:
    """Hull spaces of a side's ships and bases, as far as another can tell that they are there: ghosts and disguises deceive it
    (CW-15.1-16, CW-15.1-17)."""
    designs = turn.sides[of].designs
    total = 0
    for fleet in (f for f in fleets if f.side == of):
        ships = seen_ships(turn, fleet, side)
        hull = sum(designs[turn.ships[ship].design].hull for ship in ships)
        total += size_as_seen(turn, side, fleet, (len(ships), hull))[1] if ships else 0
    places = {*(f.hex for f in fleets), *(b.hex for b in bases)}
    total += sum(g.hull for g in ghosts_before(turn, side) if g.side == of and g.hex in places)
    return total + sum(designs[b.design].hull for b in bases if b.side == of and sees_base(turn, b, side))


def _fleet_group(turn: TurnState, fleet: Fleet, *, stronger: bool) -> Contingent:
    side, settings = turn.sides[fleet.side], turn.settings
    orders = engagement_of(side, fleet, settings, stronger=stronger)
    ships = movement_fleets.ships_of(turn, fleet)
    field = inhibits(turn.cluster.systems.get(fleet.hex), settings)
    escapes = not field and all(drive_kinds.skips(sound(side.designs, ship), settings) for ship in ships)
    kept = set(fleet.ships) if fleet.mission == "reserve" else set(orders.reserve)
    armed = any_can_fight(turn, fleet.side, (ship for ship in ships if ship.id not in kept))
    return Contingent(fleet.side, fleet, orders, movement_fleets.force_of(turn, fleet).drive, escapes, armed)


def defenders(turn: TurnState, colony: Colony) -> Mapping[str, int]:
    """A colony's garrison as far as it fights in space: bases and small craft, by design."""
    designs = turn.sides[colony.side].designs
    return {d: n for d, n in sorted(colony.garrison.items()) if d in designs and designs[d].kind in DEFENDER_KINDS}


def _defended(turn: TurnState, colony: Colony) -> bool:
    return bool(defenders(turn, colony))


def _any_armed(turn: TurnState, bases: Sequence[Base], colonies: Sequence[Colony]) -> bool:
    """Whether one of them can open fire; a base that was taken or let go this month is not at work yet (R-071)."""
    held = [(b.side, b.design, b.wounds) for b in bases if b.ready <= turn.turn]
    held += [(c.side, d, NO_WOUNDS) for c in colonies for d in defenders(turn, c)]
    return any(can_fight(turn.sides[side].designs[d], wounds, turn.settings) for side, d, wounds in held)


def _friends(turn: TurnState, a: SideId, b: SideId) -> bool:
    return a == b or at_peace(turn.start.peace, a, b)


def _sees(turn: TurnState, group: Contingent, other: Contingent) -> bool:
    """Whether a group can tell that another is there: who is under a cloak may pass unseen (CW-9.5-11, CW-12.0-08)."""
    if other.fleet is not None:
        return not is_hidden(turn, other.fleet, group.side)
    return bool(other.colonies) or any(sees_base(turn, base, group.side) for base in other.bases)


def _hunts(turn: TurnState, group: Contingent, other: Contingent) -> bool:
    """Whether a group opens fire on another: it attacks, they are not at peace, and it sees them."""
    return group.attacks and not _friends(turn, group.side, other.side) and _sees(turn, group, other)


def _clashes_at(turn: TurnState, hex_: HexId, week: int, groups: Sequence[Contingent]) -> list[Confrontation]:
    away: list[Contingent] = []
    for group in groups:
        hunters = [g for g in groups if _hunts(turn, g, group)]
        if hunters and all(group.eludes(hunter) for hunter in hunters):
            away.append(group)
            _tell_escape(turn, hex_, week, group, hunters)
    here = [g for g in groups if g not in away]
    pairs = {tuple(sorted((g.side, foe.side))) for g in here for foe in here if _hunts(turn, g, foe)}
    found: list[Confrontation] = []
    for sides in _joined(pairs):
        enemies = tuple(
            (a, b) for at, a in enumerate(sides) for b in sides[at + 1 :] if not at_peace(turn.start.peace, a, b)
        )
        found.append(Confrontation(hex_, sides, enemies, _taking_part(turn, hex_, week, here, sides)))
    return found


def _taking_part(
    turn: TurnState, hex_: HexId, week: int, here: Sequence[Contingent], sides: Sequence[SideId]
) -> tuple[Contingent, ...]:
    """The groups of sides that come to blows, without those that nobody of their enemies sees and that attack nobody, and
    without fleets told to evade that nobody attacks and that get away from all who fight there (CW-9.7-05)."""
    found: list[Contingent] = []
    for group in (g for g in here if g.side in sides):
        foes = [g for g in here if g.side in sides and not _friends(turn, g.side, group.side)]
        if not group.attacks and not any(_sees(turn, foe, group) for foe in foes):
            continue
        hunted = any(_hunts(turn, foe, group) for foe in foes)
        if group.evades and not hunted and all(group.eludes(foe) for foe in foes if foe.armed):
            _tell_escape(turn, hex_, week, group, ())
        else:
            found.append(group)
    return tuple(found)


def _joined(pairs: Iterable[tuple[SideId, ...]]) -> list[tuple[SideId, ...]]:
    """Sides put together that fight one another, directly or by way of others; each once, sorted."""
    parts: list[set[SideId]] = []
    for pair in sorted(pairs):
        touched = [part for part in parts if part & set(pair)]
        parts = [part for part in parts if part not in touched] + [set(pair).union(*touched)]
    return sorted(tuple(sorted(part)) for part in parts)


def _tell_escape(turn: TurnState, hex_: HexId, week: int, group: Contingent, hunters: Sequence[Contingent]) -> None:
    if group.fleet is None:
        return
    fleet, cause = group.fleet, Cause(EVASION_RULE, group.fleet.order)
    turn.tell_side(FleetEvaded(fleet.side, fleet.id, fleet.name, hex_, week, cause=cause))
    for side in sorted({h.side for h in hunters}):
        turn.tell_side(QuarryEscaped(side, fleet.side, hex_, week, cause=Cause(EVASION_RULE)))
