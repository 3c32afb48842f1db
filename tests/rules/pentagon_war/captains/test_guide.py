"""The first programme of the captain's guide, played as it stands: it comes through, and does harm."""

from pathlib import Path

import pytest

from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.captains.stance_rows import STANCE_ROWS
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.orders import Continue, SeatOrder, SeatSent, SetProgramme
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.shipyard.pricing import boxes_lost
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.values import changed

GUIDE = Path(__file__).parents[4] / "docs/guides/captain.md"
TURNS = 4


def first_programme() -> str:
    """The lines in the guide's first block."""
    block = GUIDE.read_text(encoding="utf-8").split("```")[1]
    return "\n".join(line.strip() for line in block.strip().splitlines())


def played(start: Battle, seed: int) -> Battle:
    """The turn with the programme, every stop passed."""
    orders: list[SeatOrder] = [
        SetProgramme(parse_programme(first_programme(), "S1", start.now.turn)),
        Continue(start.now),
    ]
    while True:
        sent = tuple(SeatSent("S", number, order) for number, order in enumerate(orders, 1))
        result = run_turn(start, sent, Dice(bytes([seed]) * 32, "guide", start.now.turn))
        if result.done:
            return result.battle
        orders.append(Continue(result.battle.now))


def test_the_guide_says_of_each_stance_what_the_panel_promises() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for stance, row in STANCE_ROWS.items():
        assert f"| {stance} | {row.promise} |" in guide


@pytest.mark.parametrize("seed", range(5))
def test_the_first_programme_of_the_guide_lives_and_hurts_the_enemy(seed: int) -> None:
    duel = new_battle((FOLDER / "duel.toml").read_text(), library())
    battle = changed(duel, players=("S",), stances={"A1": "cautious"})
    for _ in range(TURNS):
        battle = played(battle, seed)
    own, enemy = battle.craft["S1"], battle.craft["A1"]
    assert not own.fate
    assert sum(boxes_lost(enemy).values()) > sum(boxes_lost(own).values())
