"""Carrying out the decisions of a segment one after another: each is checked again, and refused alone (PW-C36)."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rules.errors import GameError
from rules.game import Adjudication
from rules.pentagon_war.changes import not_done
from rules.pentagon_war.events import Event
from rules.pentagon_war.orders import Decided, Decision
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import SideId, UnitId

Done: TypeAlias = tuple[Battle, tuple[Event, ...]]
Do: TypeAlias = Callable[[Battle, SideId, Decision], Done]


def carry_out(
    battle: Battle, decisions: Sequence[Decided], do: Do, unit_of: Callable[[Decision], tuple[UnitId, str]]
) -> Adjudication[Battle, Event]:
    """The battle after `do` for each decision, by the unit it is about; what `do` refuses is told to its side.

    `unit_of` gives that unit and what was to be done, in a word or two.
    """
    events: list[Event] = []
    for decided in sorted(decisions, key=lambda each: unit_of(each.decision)[0]):
        try:
            battle, told = do(battle, decided.side, decided.decision)
            events += told
        except GameError as error:
            events.append(not_done(battle, decided.side, *unit_of(decided.decision), error))
    return Adjudication(battle, tuple(events))
