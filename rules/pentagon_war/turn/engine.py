"""The engine of a battle: it plays the step the clock stands at, says who may decide what in it, and who has won (PW-B87)."""

from collections.abc import Sequence
from typing import Final

from rules.dice import Roller
from rules.errors import GameError, NotYoursError, WrongPhaseError, quoted
from rules.events import Cause
from rules.game import Adjudication
from rules.pentagon_war import orders
from rules.pentagon_war.changes import alive, not_done, put
from rules.pentagon_war.events import BattleEnded, Event, Gone
from rules.pentagon_war.shipyard.pricing import losses
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.questions import Question, questions
from rules.pentagon_war.turn.steps import END, SEGMENTS, Part, next_moment, place_of, step_at, step_for, where
from rules.pentagon_war.units import SideId
from rules.values import changed

DRAW: Final = ""


def check(battle: Battle, side: SideId, decision: orders.Decision) -> None:
    """Whether a side may decide this now, as far as it knows.

    WrongPhaseError if another step is due, GameError if the battle is over; else whatever the step's own check raises.
    """
    part = _part(battle, decision)
    if part.check is not None:
        part.check(battle, side, decision)


def is_legal(battle: Battle, side: SideId, decision: orders.Decision) -> bool:
    """Whether a side may decide this now, as far as it knows."""
    try:
        check(battle, side, decision)
    except GameError:
        return False
    return True


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
    return Adjudication(changed(battle, now=next_moment(battle)), tuple(events))


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


def standing(battle: Battle) -> tuple[SideId, ...]:
    """The sides that still have a craft or base in the battle (PW-B87)."""
    left = {craft.side for craft in alive(battle)}
    return tuple(side for side in sorted(battle.sides) if side in left)


def decide_winner(battle: Battle) -> Battle:
    """The battle with its winner, once one side at most has craft left; "" if none has (PW-B87)."""
    left = standing(battle)
    if battle.winner is not None or len(left) > 1 or (left and len(battle.sides) == 1):
        return battle
    return changed(battle, winner=left[0] if left else DRAW)


def decide_at_limit(battle: Battle) -> Battle:
    """The battle as its last turn ends: the side that lost the fewest points has won, a draw if several did (PW-C02)."""
    if battle.winner is not None or not battle.last_turn or battle.now.turn < battle.last_turn:
        return battle
    lost = sorted((points, side) for side, points in losses(battle).items())
    even = len(lost) > 1 and lost[0][0] == lost[1][0]
    return changed(battle, winner=DRAW if even or not lost else lost[0][1])


def ended(before: Battle, after: Battle) -> tuple[Event, ...]:
    """The event of a battle that is over now and was not before, with each side's points lost."""
    if after.winner is None or before.winner is not None:
        return ()
    points = tuple(f"{side}: {lost}" for side, lost in losses(after).items())
    return (BattleEnded(after.now, Cause("PW-B87"), after.winner, points),)


def concede(battle: Battle, side: SideId) -> Adjudication[Battle, Event]:
    """A side gives up: its craft leave the battle whole, and it ends if one side is left; NotYoursError for no such side."""
    if side not in battle.sides:
        raise NotYoursError(f"{quoted(side)} is no side of this battle.")
    if battle.winner is not None:
        raise GameError("This battle is over already.", rule="PW-B87")
    out = [craft for craft in alive(battle) if craft.side == side]
    gone = [Gone(battle.now, Cause("PW-B87"), craft.id, craft.at, "conceded") for craft in out]
    after = decide_winner(put(battle, *(changed(craft, fate="disengaged", hidden=False) for craft in out)))
    return Adjudication(after, (*gone, *ended(battle, after)))
