"""When a battle is over and who has won it (PW-B87, PW-C02); giving it up."""

from dataclasses import replace
from typing import Final

from rules.errors import GameError, NotYoursError, quoted
from rules.events import Cause
from rules.game import Adjudication
from rules.pentagon_war.changes import alive, put
from rules.pentagon_war.events import BattleEnded, Event, Gone
from rules.pentagon_war.shipyard.pricing import losses
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import SideId

DRAW: Final = ""


def standing(battle: Battle) -> tuple[SideId, ...]:
    """The sides that still have a craft or base in the battle (PW-B87)."""
    left = {craft.side for craft in alive(battle)}
    return tuple(side for side in sorted(battle.sides) if side in left)


def decide_winner(battle: Battle) -> Battle:
    """The battle with its winner, once one side at most has craft left; "" if none has (PW-B87)."""
    left = standing(battle)
    if battle.winner is not None or len(left) > 1 or (left and len(battle.sides) == 1):
        return battle
    return replace(battle, winner=left[0] if left else DRAW)


def decide_at_limit(battle: Battle) -> Battle:
    """The battle as its last turn ends: the side that lost the fewest points has won, a draw if several did (PW-C02)."""
    if battle.winner is not None or not battle.last_turn or battle.now.turn < battle.last_turn:
        return battle
    lost = sorted((points, side) for side, points in losses(battle).items())
    even = len(lost) > 1 and lost[0][0] == lost[1][0]
    return replace(battle, winner=DRAW if even or not lost else lost[0][1])


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
    after = decide_winner(put(battle, *(replace(craft, fate="disengaged", hidden=False) for craft in out)))
    return Adjudication(after, (*gone, *ended(battle, after)))
