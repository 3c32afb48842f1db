"""The engine of a battle: it plays the step the clock stands at, and says who may decide what in it."""

from collections.abc import Sequence
from dataclasses import replace

from rules.dice import Roller
from rules.errors import GameError, WrongPhaseError
from rules.game import Adjudication
from rules.pentagon_war import orders
from rules.pentagon_war.changes import not_done
from rules.pentagon_war.events import Event
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.questions import Question, questions
from rules.pentagon_war.turn.steps import END, SEGMENTS, Part, next_moment, place_of, step_at, step_for, where
from rules.pentagon_war.turn.victory import decide_at_limit, decide_winner, ended
from rules.pentagon_war.units import SideId


def check(battle: Battle, side: SideId, decision: orders.Decision) -> None:
    """Whether a side may decide this now, as far as it knows.

    WrongPhaseError if another step is due, GameError if the battle is over; else whatever the step's own check raises.
    """
    part = _part(battle, decision)
    if part.check is not None:
        part.check(battle, side, decision)


def play_step(battle: Battle, decisions: Sequence[orders.Decided], dice: Roller) -> Adjudication[Battle, Event]:
    """Play the step the clock stands at for all sides at once, and move the clock on (PW-C03, PW-C04, PW-C36).

    A decision that cannot be carried out, or that belongs to another step, becomes an event for its own side. The
    order in which sides' decisions come does not matter; that of one unit's own decisions does. GameError if the
    battle is over.
    """
    if battle.winner is not None:
        raise GameError("This battle is over.", rule="PW-B87")
    began, now = battle, battle.now
    step = step_at(now)
    events: list[Event] = []
    for decided in decisions:
        try:
            _part(battle, decided.decision)
        except WrongPhaseError as refusal:
            events.append(not_done(battle, decided.side, orders.unit_of(decided.decision), "decision", refusal))
    ordered = sorted(decisions, key=lambda decided: (orders.unit_of(decided.decision), decided.side))
    for part in step.parts:
        mine = tuple(decided for decided in ordered if isinstance(decided.decision, part.decisions))
        result = part.resolve(battle, mine, dice)
        battle, events = result.state, [*events, *result.events]
    if step in (SEGMENTS[-1], END):
        battle = decide_winner(battle)
        battle = decide_at_limit(battle) if step is END else battle
        events.extend(ended(began, battle))
    return Adjudication(replace(battle, now=next_moment(battle)), tuple(events))


def may_decide(battle: Battle, side: SideId) -> tuple[Question, ...]:
    """Which of a side's units may decide what at this step; empty if there is nothing for it to say."""
    return () if battle.winner is not None else questions(battle, side)


def _part(battle: Battle, decision: orders.Decision) -> Part:
    """The part of the present step that takes such decisions; WrongPhaseError if it is another step's matter."""
    if battle.winner is not None:
        raise GameError("This battle is over.", rule="PW-B87")
    for part in step_at(battle.now).parts:
        if isinstance(decision, part.decisions):
            return part
    home = step_for(decision)
    if not home.is_played(battle):
        raise WrongPhaseError(f"This battle is played without {place_of(home)} now.", rule=home.rule)
    raise WrongPhaseError(
        f"That is decided in {place_of(home)}; the battle stands at {where(battle.now)}.", rule=home.rule
    )
