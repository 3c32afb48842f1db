"""A battle in a few plain sentences: for everybody who was there, by sides and designs; for a side, its own losses by name."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rules.bridge.battle import STAR, Field
from rules.bridge.course import Fought
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.model.state.names import SideId
from rules.pentagon_war.positions import fills

MOST: Final = 10
"""Losses told one by one; of more the rest is counted."""


def story(field_: Field, fought: Fought, battle: Battle) -> tuple[str, ...]:
    """What happened, turn by turn: who was lost, the turn that decided it, who left, and how it ended."""
    return tuple(_lines(field_, fought, battle))


def _lines(field_: Field, fought: Fought, battle: Battle) -> Iterator[str]:
    if not fought.turns:
        yield "Nobody stood against them: no shot was fired."
        return
    yield f"The fight lasted {_turns(fought.turns)}{_where(battle)}."
    if any(field_.surprised):
        yield "One side was taken by surprise and hardly fired in the first turn."
    for side, turn in sorted(fought.came.items(), key=lambda each: (each[1], each[0])):
        yield f"Turn {turn}: the reserve of {side} came up."
    lost, star = sorted(fought.lost.items(), key=lambda each: (each[1], each[0])), field_.battle.bodies.get(STAR)
    for unit, turn in lost[:MOST]:
        formation = field_.formations[unit]
        to = " to the star" if star is not None and fills(star, fought.battle.craft[unit].at) else ""
        yield f"Turn {turn}: {formation.first.side} lost {formation.kind}{to}."
    if len(lost) > MOST:
        yield f"{len(lost) - MOST} more were destroyed."
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


def own_losses(field_: Field, fought: Fought, side: SideId) -> tuple[str, ...]:
    """What a side lost, by the names that nobody else knows: ships are numbered in the order in which they were built."""
    mine = [each for each in fought.lost.items() if field_.formations[each[0]].first.side == side]
    found = sorted(mine, key=lambda each: (each[1], each[0]))
    lines = [f"Turn {turn}: we lost {field_.formations[unit].name}." for unit, turn in found[:MOST]]
    return (*lines, f"We lost {len(found) - MOST} more.") if len(found) > MOST else tuple(lines)


def _turns(turns: int) -> str:
    return "one turn" if turns == 1 else f"{turns} turns"


def _units(many: int) -> str:
    return "One" if many == 1 else str(many)


def _where(battle: Battle) -> str:
    return f" at a world in {battle.hex}" if battle.world else ""
