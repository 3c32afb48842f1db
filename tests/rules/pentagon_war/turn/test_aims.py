"""Aims: what sides are to do to win, counted at the end of each turn, and what a craft does about its own."""

import pytest

from render.battle.aims import format_aims, format_decided
from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.captains.advice import outlook
from rules.pentagon_war.events import BattleEnded
from rules.pentagon_war.shipyard.notation import FOLDER, library
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.aims import decide_by_aims, edge_gap
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Aim, Moment
from rules.values import GameError, changed
from tests.rules.pentagon_war import kit

ESCORT = (FOLDER / "escort.toml").read_text(encoding="utf-8")


def fight(aim: Aim, turn: int = 3, **fates: str) -> Battle:
    """X1 at 1005 and Y1 at 1020 in a battle of three turns with this aim."""
    units = (kit.craft("X1", "1005"), kit.craft("Y1", "1020"))
    here = [changed(unit, fate=fates.get(unit.id, "")) for unit in units]  # type: ignore[arg-type] # one of them
    return changed(kit.battle(*here), aims=(aim,), last_turn=3, now=Moment(turn, 13, 1))


@pytest.mark.parametrize(
    ("aim", "turn", "fates", "winner"),
    [
        (Aim("X", "leave", "X1", line=5), 1, {}, "X"),
        (Aim("X", "leave", "X1", line=4), 1, {}, None),
        (Aim("X", "leave", "X1", line=4), 3, {}, "Y"),
        (Aim("X", "leave", "X1", line=1), 1, {"X1": "destroyed"}, "Y"),
        (Aim("X", "save", "X1"), 2, {}, None),
        (Aim("X", "save", "X1"), 3, {}, "X"),
        (Aim("X", "save", "X1"), 1, {"X1": "destroyed"}, "Y"),
        (Aim("X", "sink", "Y1"), 1, {"Y1": "destroyed"}, "X"),
        (Aim("X", "sink", "Y1"), 3, {}, "Y"),
        (Aim("X", "sink", "Y1"), 1, {"Y1": "disengaged"}, "Y"),
        (Aim("X", "hold", line=3, at=kit.hexed("1004")), 3, {}, "X"),
        (Aim("X", "hold", line=3, at=kit.hexed("1004")), 2, {}, None),
        (Aim("X", "hold", line=30, at=kit.hexed("1004")), 3, {}, "Y"),
    ],
)  # fmt: skip
def test_an_aim_ends_the_battle_when_it_is_reached_or_can_be_reached_no_longer(
    aim: Aim, turn: int, fates: dict[str, str], winner: str | None
) -> None:
    after, decided = decide_by_aims(fight(aim, turn, **fates), turn_ends=True)
    assert after.winner == winner
    assert decided == (aim if winner else None)
    if aim.what == "leave" and winner == "X":
        assert after.craft["X1"].fate == "disengaged"
    assert format_decided(view_for(after, "X"), aim, met=winner == "X")


@pytest.mark.parametrize(("edge", "gap"), [("top", 4), ("bottom", -4), ("left", 9), ("right", -9)])
def test_an_edge_is_counted_in_rows_or_columns(edge: str, gap: int) -> None:
    assert edge_gap(Aim("X", "leave", "X1", edge=edge, line=1), kit.hexed("1005")) == gap  # type: ignore[arg-type] # one of them


def test_everybody_sees_every_aim_and_a_sentence_says_it() -> None:
    battle = new_battle(ESCORT, library())
    assert [view_for(battle, side).known.aims for side in battle.sides] == [battle.aims, battle.aims]
    (said,) = format_aims(view_for(battle, "R"))
    assert (
        "Human-Centauri wins when H1 Slow Barge ends a turn at the upper edge (row 1 or beyond), by the end of turn 12"
        in said
    )
    assert "Sirius wins" in said


def test_the_freighter_is_advised_to_run_for_its_edge_and_runs() -> None:
    battle = new_battle(ESCORT, library())
    assert outlook(view_for(battle, "H"), "H1", "cautious").advised[0].stance == "flee"
    battle = changed(
        battle, stances={"H1": "flee"}, craft={u: c for u, c in battle.craft.items() if u[0] == "H" or u == "R1"}
    )
    far = changed(battle.craft["R1"], at=kit.hexed("9999"))
    battle = changed(battle, craft={**battle.craft, "R1": far})
    gaps, ends = [edge_gap((battle.aims or ())[0], battle.craft["H1"].at)], list[BattleEnded]()
    while battle.winner is None and battle.now.turn <= 8:
        result = run_turn(battle, (), Dice(b"\x09" * 32, "aims", battle.now.turn))
        battle = result.battle
        gaps.append(edge_gap((battle.aims or ())[0], battle.craft["H1"].at))
        ends += [event for event in result.events if isinstance(event, BattleEnded)]
    assert gaps == sorted(gaps, reverse=True)
    assert battle.winner == "H"
    assert ends[0].aim == (battle.aims or ())[0]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('craft = "H1"', "a craft of that side"),
        ('side = "H"\nwhat', "a side of this battle"),
        ('what = "leave"', "what"),
    ],
)
def test_an_aim_that_cannot_be_meant_is_refused_with_a_sentence(wrong: str, said: str) -> None:
    head, mark, tail = ESCORT.rpartition("[[aim]]")
    word = wrong.replace("H1", "R1").replace('"H"', '"Q"').replace("leave", "dance")
    with pytest.raises(GameError, match=said):
        new_battle(head + mark + tail.replace(wrong, word), library())
