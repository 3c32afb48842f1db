"""A battle in words: what a captain is told before, what became of it, and how it went turn by turn."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from rules.bridge.apply_outcome import outcomes
from rules.bridge.battle import DEFAULT_SETTINGS, NO_ORDERS, STAR, BattleField, clashes, field_of
from rules.bridge.course import BattleCourse, fight
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.common import Settings, SideId
from rules.dice import Roller
from rules.pentagon_war import state as tactical
from rules.pentagon_war.events import BattleEnded, Event, Gone
from rules.pentagon_war.geometry import hex_name
from rules.pentagon_war.positions import fills
from rules.pentagon_war.turn.steps import BEGINNING_OF_TURN, END_OF_TURN
from rules.pentagon_war.units import Moment, UnitId
from rules.values import EVERYONE, Cause, Value, changed


def objective(field_: BattleField, battle: Battle, camp: str) -> str:
    """What a camp is there for, from where it stands and what its sides' orders are; and what it has to keep clear of."""
    star = field_.battle.bodies.get(STAR)
    if star is None:
        return _aim(field_, battle, camp)
    where = f"{star.name} at {hex_name(star.at)}, {star.radius} rings wide"
    zone = (
        f" Within {count(star.radiation)} of its surface radiation harms craft without screens."
        if star.radiation
        else ""
    )
    return f"{_aim(field_, battle, camp)} {where}: it hides what is behind it, and a craft that runs into it is lost.{zone}"


def count(hexes: int) -> str:
    """So many hexes, in words."""
    return f"{hexes} hex" if hexes == 1 else f"{hexes} hexes"


def _aim(field_: BattleField, battle: Battle, camp: str) -> str:
    sides = field_.camps[camp]
    here = {f.first.place for f in field_.formations.values() if f.first.side in sides}
    there = {f.first.place for f in field_.formations.values() if f.first.side not in sides}
    place = f"the orbit of {battle.world}" if battle.world else "the field"
    stances = {battle.plans.get(side, NO_ORDERS).stance for side in sides}
    if stances == {"evade"}:
        run = "Run the blockade" if "centre" in there else "Break through"
        return f"{run}: get your craft away from the map."
    if "centre" in here:
        return f"Hold {place}: the side with a craft there when the others are gone holds it."
    if "centre" in there:
        return f"Take {place}: destroy those who hold it, or make them leave."
    return f"Hold {place}: destroy the others, or make them leave."


def roster(field_: BattleField, side: SideId) -> Iterator[str]:
    """A side's craft in a line for each kind, by the ids that all see and the names that it alone knows; then who is kept
    back."""
    kinds: dict[str, list[str]] = {}
    for unit, formation in field_.formations.items():
        if formation.first.side == side:
            own = "" if formation.name == formation.kind else f" {formation.name}"
            kinds.setdefault(formation.kind, []).append(f"{unit}{own}")
    for kind, units in kinds.items():
        yield f"{len(units)} × {kind}: {', '.join(units)}" if len(units) > 1 else f"{kind}: {units[0]}"
    held = [unit for unit in field_.kept_back if unit.side == side]
    if held:
        yield f"Kept back: {len(held)}."


def orders(battle: Battle, side: SideId, *, opens: bool) -> Iterator[str]:
    """What of a side's orders is kept to where nobody commands it, and whether its commander has the initiative (CW-17.1-25)."""
    plan = battle.plans.get(side, NO_ORDERS)
    if opens:
        yield "Your commander has the initiative: your fire is better in the first turn. `CW-17.1-25`"
    if plan.withdraw_at:
        yield f"Nobody there to command: your craft withdraw at a loss of {plan.withdraw_at} %, as ordered. `CW-9.7-05`"
    if plan.pursue:
        yield "Nobody there to command: your craft follow who flees, as ordered. `CW-9.0-13`"


MOST_LINES: Final = 10
"""Losses told one by one; of more the rest is counted."""


def story(field_: BattleField, fought: BattleCourse, battle: Battle) -> tuple[str, ...]:
    """What happened, turn by turn: who was lost, the turn that decided it, who left, and how it ended."""
    return tuple(_lines(field_, fought, battle))


def _lines(field_: BattleField, fought: BattleCourse, battle: Battle) -> Iterator[str]:
    if not fought.turns:
        yield "Nobody stood against them: no shot was fired."
        return
    yield f"The fight lasted {_turns(fought.turns)}{_where(battle)}."
    if any(field_.surprised):
        yield "One side was taken by surprise and hardly fired in the first turn."
    for side, turn in sorted(fought.came.items(), key=lambda each: (each[1], each[0])):
        yield f"Turn {turn}: the reserve of {side} came up."
    lost, star = sorted(fought.lost.items(), key=lambda each: (each[1], each[0])), field_.battle.bodies.get(STAR)
    for unit, turn in lost[:MOST_LINES]:
        formation = field_.formations[unit]
        to = " to the star" if star is not None and fills(star, fought.battle.craft[unit].at) else ""
        yield f"Turn {turn}: {formation.first.side} lost {formation.kind}{to}."
    if len(lost) > MOST_LINES:
        yield f"{len(lost) - MOST_LINES} more were destroyed."
    if not lost:
        yield "Nobody was destroyed."
    worst = Counter(turn for _, turn in lost).most_common(1)
    if worst and worst[0][1] > 1:
        yield f"Turn {worst[0][0]} decided it: {worst[0][1]} were lost in it."
    gone = sorted((turn, unit) for unit, turn in fought.left.items() if fought.battle.craft[unit].side != fought.winner)
    if fought.timed_out:
        yield "Neither could force a decision; those who came withdrew."
    elif gone:
        yield f"{_units(len(gone))} got away, the last in turn {gone[-1][0]}."


def own_losses(field_: BattleField, fought: BattleCourse, side: SideId) -> tuple[str, ...]:
    """What a side lost, by the names that nobody else knows: ships are numbered in the order in which they were built."""
    mine = [each for each in fought.lost.items() if field_.formations[each[0]].first.side == side]
    found = sorted(mine, key=lambda each: (each[1], each[0]))
    lines = [f"Turn {turn}: we lost {field_.formations[unit].name}." for unit, turn in found[:MOST_LINES]]
    return (*lines, f"We lost {len(found) - MOST_LINES} more.") if len(found) > MOST_LINES else tuple(lines)


def _turns(turns: int) -> str:
    return "one turn" if turns == 1 else f"{turns} turns"


def _units(many: int) -> str:
    return "One" if many == 1 else str(many)


def _where(battle: Battle) -> str:
    return f" at a world in {battle.hex}" if battle.world else ""


RULE = "CW-9.7-05"


class FoughtRecord(Value):
    """One clash of a battle: its field, how it began and ended on the tactical map, all that happened there, and the units
    that were destroyed. A reserve that came up stands behind from the beginning."""

    field: BattleField
    start: tactical.Battle
    end: tactical.Battle
    events: tuple[Event, ...]
    destroyed: frozenset[str]

    def sides(self) -> tuple[SideId, ...]:
        """The campaign's sides that fought in it."""
        return tuple(sorted(side for members in self.field.camps.values() for side in members))


def watch(battle: Battle, dice: Roller, settings: Settings = DEFAULT_SETTINGS) -> tuple[FoughtRecord, ...]:
    """The course of each clash of a battle; with the dice with which it was settled, that which it took."""
    return tuple(_watched(field_of(battle, sides, settings), battle, dice, settings) for sides in clashes(battle))


def _watched(field: BattleField, battle: Battle, dice: Roller, settings: Settings) -> FoughtRecord:
    turns: list[tuple[tactical.Battle, tactical.Battle, tuple[Event, ...]]] = []
    fought = fight(field, battle, dice, settings, lambda before, after, events: turns.append((before, after, events)))
    first, *starts = [*(before for before, *_ in turns), fought.battle]
    happened = list(_let_go(field.battle, first, Moment(1, BEGINNING_OF_TURN)))
    for number, ((_, after, events), then) in enumerate(zip(turns, starts, strict=True), 1):
        happened += [event for event in events if then.winner is not None or not isinstance(event, BattleEnded)]
        happened += _let_go(after, then, Moment(number, END_OF_TURN))
    lost = frozenset(one.unit for one in outcomes(fought.field_, fought, settings) if one.fate == "destroyed")
    return FoughtRecord(fought.field_, fought.field_.battle, fought.battle, tuple(happened), lost)


def _let_go(after: tactical.Battle, then: tactical.Battle, at: Moment) -> Iterator[Event]:
    """Who left between two turns or before the first, told as what happens in a turn is."""
    for unit, craft in sorted(then.craft.items()):
        if craft.fate == "disengaged" and unit in after.craft and not after.craft[unit].fate:
            yield Gone(at, Cause(RULE), unit, craft.at, "disengaged", seen_by=(EVERYONE,))


def as_known(course: FoughtRecord, side: SideId, names: Mapping[SideId, str]) -> FoughtRecord:
    """The course with the names that a side knows ("": all of them): its own craft by theirs, all others by their kind, since
    ships are numbered in the order in which they were built; camps by the names of their sides."""

    def named(battle: tactical.Battle) -> tactical.Battle:
        craft = {unit: changed(one, name=_name(course.field, unit, side)) for unit, one in battle.craft.items()}
        camps = {
            letter: changed(camp, name=" and ".join(names.get(member, member) for member in course.field.camps[letter]))
            for letter, camp in battle.sides.items()
        }
        return changed(battle, craft=craft, sides=camps)

    return changed(course, start=named(course.start), end=named(course.end))


def _name(field: BattleField, unit: UnitId, side: SideId) -> str:
    formation = field.formations[unit]
    return formation.name if side in {"", formation.first.side} else formation.kind
