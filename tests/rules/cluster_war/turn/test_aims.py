"""What a campaign is played for: counted from the true state, told a side from its view."""

import pytest

from render.campaign.letters.aim_texts import AIMS, format_aim, format_standing
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Colony
from rules.cluster_war.model.state.sides import ColonySighting
from rules.cluster_war.turn.aims import Outcome, check_aim, known_worlds, outcome_of, standings
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, changed
from storage.codec import decode_state, encode_state
from tests.rules.cluster_war.build import small
from umpire.campaign.founding.plan import check_plan, plan_for, plan_lines, settings_of_plan
from umpire.campaign.founding.switches import AIM, aim_fields, parse_aim

SIZES = {"humans": (100, 30), "vermin": (90, 40), "dominators": (50,)}


def held(settings: Settings, turn: int = 2, sizes: dict[str, tuple[int, ...]] = SIZES) -> GameState:
    """A cluster in which the sides hold worlds of these sizes, and no others."""
    state = small(("dominators", "humans", "vermin"), settings=settings, homes=False)
    colonies = {
        f"{n}{at:02}-1": Colony(f"{n}{at:02}-1", side, f"{side} {at}", f"{n}{at:02}", 1, size)
        for n, (side, all_) in enumerate(sizes.items(), 11)
        for at, size in enumerate(all_, 11)
    }
    return changed(state, turn=turn, colonies=colonies)


def won(state: GameState) -> tuple[str, ...] | None:
    found = outcome_of(state)
    return None if found is None else found.winners


def test_without_an_aim_a_campaign_goes_on_for_ever() -> None:
    assert won(held(Settings(), turn=900)) is None
    assert won(held(Settings(), sizes={"humans": (5,)})) is None


def test_by_turns_most_cps_in_worlds_win_after_the_last_and_even_sides_share() -> None:
    settings = Settings(aim="turns", aim_turns=12)
    assert won(held(settings, turn=12)) is None, "turn 12 is still to be played"
    assert won(held(settings, turn=13)) == ("humans", "vermin"), "130 CPs each: the victory is shared"
    assert won(held(settings, 13, {"humans": (100,), "vermin": (99, 1, 1)})) == ("vermin",)


def test_by_share_whoever_holds_so_many_of_all_empires_worlds_wins() -> None:
    settings = Settings(aim="share", aim_share=60)
    assert won(held(settings)) is None, "two of five"
    assert won(held(settings, 2, {"humans": (1, 1, 1), "vermin": (900, 900)})) == ("humans",)
    assert won(held(settings, 2, {"humans": (1, 1), "vermin": (1,), "dominators": (1,)})) is None
    half = Settings(aim="share", aim_share=50)
    assert won(held(half, 2, {"humans": (1, 1), "vermin": (5, 5)})) == ("humans", "vermin")
    assert won(held(half, 2, {})) is None


def test_the_last_to_hold_a_world_wins_and_where_nobody_does_all_share() -> None:
    settings = Settings(aim="last")
    assert won(held(settings)) is None
    assert won(held(settings, 2, {"vermin": (5,)})) == ("vermin",)
    state = held(settings, 2, {})
    assert won(state) == tuple(sorted(state.sides))


def test_what_each_has_is_told_the_greatest_first() -> None:
    found = outcome_of(held(Settings(aim="turns", aim_turns=1)))
    assert isinstance(found, Outcome)
    assert found.standings == standings(held(Settings()))
    assert [(one.side, one.cps, one.worlds) for one in found.standings[:3]] == [
        ("humans", 130, 2), ("vermin", 130, 2), ("dominators", 50, 1),
    ]  # fmt: skip


def test_an_aim_that_is_reached_at_the_start_is_refused() -> None:
    for sides, share in ((2, 50), (4, 25), (3, 101)):
        with pytest.raises(GameError, match="of the worlds"):
            check_aim(Settings(aim="share", aim_share=share), sides)
    check_aim(Settings(aim="share", aim_share=51), 2)
    with pytest.raises(GameError, match="after 1 to 999 turns, not 0"):
        check_aim(Settings(aim="turns", aim_turns=0), 2)
    with pytest.raises(GameError, match="more than 50 %"):
        check_plan(plan_for(2, aim="share-50"))


def test_how_a_side_stands_is_told_of_what_it_knows_alone() -> None:
    state = held(Settings(aim="share", aim_share=60))
    view = view_for(state, "humans")
    assert known_worlds(view)["vermin"] == 0
    assert format_standing(view) == (
        "**Aim**: 60 % of all worlds. You hold 2 of 2 that you know (100 %); no world of others seen yet."
    )
    seen = ColonySighting("1211-1", "vermin", "1211", 1, 5)
    told = format_standing(changed(view, foreign_colonies={seen.colony: seen}))
    assert "You hold 2 of 3 that you know (66 %); worlds of others that you know: Vermin 1." in told
    more = changed(
        state, colonies={**state.colonies, "1299-1": changed(state.colonies["1211-1"], id="1299-1", size=999)}
    )
    assert format_standing(view_for(more, "humans")) == format_standing(view), (
        "what others have in secret changes nothing"
    )


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            Settings(aim="turns", aim_turns=12),
            "most CPs in worlds after turn 12, 11 turns to play. You: 130 CPs in 2 worlds;",
        ),
        (Settings(aim="last"), "be the last to hold a world. You hold 2;"),
        (Settings(), ""),
    ],
)
def test_each_aim_has_its_line(settings: Settings, said: str) -> None:
    told = format_standing(view_for(held(settings), "humans"))
    assert said in told
    assert bool(said) == bool(told)
    assert format_standing(gm_view(held(settings))) == ""


def test_an_aim_is_written_as_one_says_it_and_kept_with_the_settings() -> None:
    for text, value in (("24 turns", "turns-24"), ("after 30 turns", "turns-30"), ("60 % of the worlds", "share-60"),
                        ("60 per cent", "share-60"), ("last", "last"), ("", "none"), ("None", "none")):  # fmt: skip
        assert parse_aim(text) == value
    for text in ("soon", "half", "turns", "-3"):
        with pytest.raises(GameError, match="An aim is written like"):
            parse_aim(text)
    for value in AIMS:
        assert parse_aim(value.replace("-", " ")) == value
    plan = plan_for(4, aim="turns-30")
    assert plan.switches[AIM] == "turns-30"
    settings = settings_of_plan(plan)
    assert (settings.aim, settings.aim_turns) == ("turns", 30)
    assert "The campaign: ends after turn 30; most CPs in worlds win `CW-19.0-07`" in plan_lines(plan)
    assert "after turn 30" in format_aim(settings)
    assert aim_fields("last") == {"aim": "last"}
    state = held(settings)
    assert decode_state(encode_state(state)).settings == settings
    assert b'"aim_' not in encode_state(held(Settings())), "campaigns without an aim are saved as they were"
