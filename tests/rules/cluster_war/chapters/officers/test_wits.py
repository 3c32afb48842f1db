"""Admirals match wits before a battle, and only the game master reads of it (CW-17.1-23, CW-17.1-24)."""

import pytest

from rules.cluster_war.chapters.officers.ratings import match_of_wits
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.events.officers import WitsMatched
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import ScriptedDice
from tests.rules.cluster_war.build import with_fleet
from tests.rules.cluster_war.chapters.officers.staff import officer, staffed

EATER = "humans/CA01"
THEIRS = "vermin/CA01"


def two(*, flag_officers: bool = True, post: str = "admiral") -> GameState:
    """An admiral of the Humans (strategy 7) and one of the Vermin (strategy 12) in one hex."""
    mine = officer(1, "Talon", post, EATER, strategy=7)  # type: ignore[arg-type] # a post
    foe = officer(2, "Hexar", post, THEIRS, strategy=12, id="vermin/O1", side="vermin")  # type: ignore[arg-type] # a post
    return with_fleet(staffed(mine, foe, flag_officers=flag_officers), "vermin", "0303", "flagship")


def matched(
    state: GameState, faces: list[int], points: dict[str, int] | None = None
) -> tuple[dict[str, int], list[WitsMatched]]:
    """What the match gives, and what is told of it."""
    turn = TurnState(state, (), ScriptedDice(faces))
    found = match_of_wits(turn, "3/0303/1", "0303", {"humans": {EATER}, "vermin": {THEIRS}}, points or {})
    return dict(found), [e for e in turn.events if isinstance(e, WitsMatched)]


@pytest.mark.rule("CW-17.1-23", "CW-17.1-24")
def test_the_higher_total_is_ahead_by_the_difference() -> None:
    found, told = matched(two(), [60, 41], {"vermin": 10})
    assert found == {"humans": 4}
    assert told[0].totals == (("humans", 67), ("vermin", 63))
    assert (told[0].winner, told[0].difference) == ("humans", 4)
    assert [roll.total for roll in told[0].cause.rolls] == [60, 41]


@pytest.mark.rule("CW-17.1-23")
def test_the_rolls_are_hidden_from_both_sides() -> None:
    _, told = matched(two(), [60, 41])
    assert told[0].seen_by == ()
    assert not any(may_see(told[0], side) for side in ("humans", "vermin"))


@pytest.mark.rule("CW-17.1-23", "CW-17.1-18")
def test_strategy_away_from_a_flag_bridge_adds_nothing() -> None:
    found, told = matched(two(post="captain"), [60, 41], {"vermin": 10})
    assert found == {"humans": 9}
    assert told[0].totals == (("humans", 60), ("vermin", 51))


@pytest.mark.rule("CW-17.1-23", "CW-17.0-01")
def test_without_admirals_or_points_or_the_switch_nobody_matches_wits() -> None:
    assert matched(two(post="captain"), []) == ({}, [])
    assert matched(two(flag_officers=False), []) == ({}, [])


@pytest.mark.rule("CW-17.1-23")
def test_a_draw_gives_nobody_an_advantage() -> None:
    found, told = matched(two(), [50, 45])
    assert found == {}
    assert (told[0].winner, told[0].difference) == ("", 0)
