"""Carrying out the decisions of a segment one after another: each is checked again, and refused alone (PW-C36)."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rules.errors import GameError
from rules.game import Adjudication
from rules.pentagon_war.changes import not_done
from rules.pentagon_war.events import Event
from rules.pentagon_war.orders import Decided, Decision, by_unit, unit_of
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import SideId

Done: TypeAlias = tuple[Battle, tuple[Event, ...]]
Do: TypeAlias = Callable[[Battle, SideId, Decision], Done]


def carry_out(
    battle: Battle, decisions: Sequence[Decided], do: Do, words: Mapping[type[Decision], str]
) -> Adjudication[Battle, Event]:
    """The battle after `do` for each decision, by the unit it is about; what `do` refuses is told to its side.

    `words` says what was to be done by each kind of decision; other kinds are passed over.
    """
    events: list[Event] = []
    for decided in by_unit(each for each in decisions if type(each.decision) in words):
        decision = decided.decision
        try:
            battle, told = do(battle, decided.side, decision)
            events += told
        except GameError as error:
            events.append(not_done(battle, decided.side, unit_of(decision), words[type(decision)], error))
    return Adjudication(battle, tuple(events))
