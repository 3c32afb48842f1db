"""A battle of the admiral's chair as it went, turn by turn, to be shown afterwards: the same dice give the same course."""

from collections.abc import Iterator, Mapping

from rules.bridge.aftermath import outcomes
from rules.bridge.battle import USUAL, Field, clashes, field_of
from rules.bridge.course import fight
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings
from rules.dice import Roller
from rules.events import EVERYONE, Cause
from rules.pentagon_war import state as tactical
from rules.pentagon_war.events import BattleEnded, Event, Gone
from rules.pentagon_war.turn.steps import BEGINNING_OF_TURN, END_OF_TURN
from rules.pentagon_war.units import Moment, UnitId
from rules.values import Value, changed

RULE = "CW-9.7-05"


class Course(Value):
    """One clash of a battle: its field, how it began and ended on the tactical map, all that happened there, and the units
    that were destroyed. A reserve that came up stands behind from the beginning."""

    field: Field
    start: tactical.Battle
    end: tactical.Battle
    events: tuple[Event, ...]
    destroyed: frozenset[str]

    def sides(self) -> tuple[SideId, ...]:
        """The campaign's sides that fought in it."""
        return tuple(sorted(side for members in self.field.camps.values() for side in members))


def watch(battle: Battle, dice: Roller, settings: Settings = USUAL) -> tuple[Course, ...]:
    """The course of each clash of a battle; with the dice with which it was settled, that which it took."""
    return tuple(_watched(field_of(battle, sides, settings), battle, dice, settings) for sides in clashes(battle))


def _watched(field: Field, battle: Battle, dice: Roller, settings: Settings) -> Course:
    turns: list[tuple[tactical.Battle, tactical.Battle, tuple[Event, ...]]] = []
    fought = fight(field, battle, dice, settings, lambda before, after, events: turns.append((before, after, events)))
    first, *starts = [*(before for before, *_ in turns), fought.battle]
    happened = list(_let_go(field.battle, first, Moment(1, BEGINNING_OF_TURN)))
    for number, ((_, after, events), then) in enumerate(zip(turns, starts, strict=True), 1):
        happened += [event for event in events if then.winner is not None or not isinstance(event, BattleEnded)]
        happened += _let_go(after, then, Moment(number, END_OF_TURN))
    lost = frozenset(one.unit for one in outcomes(fought.field_, fought, settings) if one.fate == "destroyed")
    return Course(fought.field_, fought.field_.battle, fought.battle, tuple(happened), lost)


def _let_go(after: tactical.Battle, then: tactical.Battle, at: Moment) -> Iterator[Event]:
    """Who left between two turns or before the first, told as what happens in a turn is."""
    for unit, craft in sorted(then.craft.items()):
        if craft.fate == "disengaged" and unit in after.craft and not after.craft[unit].fate:
            yield Gone(at, Cause(RULE), unit, craft.at, "disengaged", seen_by=(EVERYONE,))


def as_known(course: Course, side: SideId, names: Mapping[SideId, str]) -> Course:
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


def _name(field: Field, unit: UnitId, side: SideId) -> str:
    formation = field.formations[unit]
    return formation.name if side in {"", formation.first.side} else formation.kind
