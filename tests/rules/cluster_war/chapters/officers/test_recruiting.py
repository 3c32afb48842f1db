"""Officers are trained for CPs, rolled up and put into the pool (CW-17.1-01 to CW-17.1-16)."""

import pytest

from rules.cluster_war.chapters.officers.officer_orders import RecruitOfficer
from rules.cluster_war.chapters.officers.ratings import price_of, roll_ratings, sorted_talents
from rules.cluster_war.model.events.officers import OfficerRecruited
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.sides import TALENTS, Race
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import ScriptedDice
from rules.values import GameError, changed
from tests.rules.cluster_war.chapters.officers.staff import HOME, month, officer, staffed
from tests.used_up import assert_used_up

PLAIN = Settings()


@pytest.mark.rule("CW-17.1-02", "CW-17.1-06")
@pytest.mark.parametrize(("talents", "price"), [(0, 30), (1, 40), (2, 50)])
def test_an_officer_costs_30_cps_and_10_a_talent(talents: int, price: int) -> None:
    assert price_of(talents, PLAIN) == price
    state = staffed()
    order = RecruitOfficer(HOME, "Talon", TALENTS[:talents])
    done = month(state, order)
    told = [e for e in done.events if isinstance(e, OfficerRecruited)]
    assert [e.cps for e in told] == [price]
    assert broken_invariants(state, done.state, done.events) == ()


@pytest.mark.rule("CW-17.1-01", "CW-17.1-03", "CW-17.1-04", "CW-17.1-05")
def test_recruits_are_in_the_pool_next_turn_with_ratings_by_the_dice() -> None:
    after = month(staffed(), RecruitOfficer(HOME, "Talon")).state.officers["humans/O1"]
    assert (after.name, after.rank, after.post, after.recruited) == ("Talon", 1, None, 3)
    assert all(1 <= rating <= 10 for rating in (after.strategy, after.command, after.attack, after.defense))
    scripted, rolls = roll_ratings(officer(), "", ScriptedDice([7, 6, 4, 3]), "officer/{}", PLAIN)
    assert (scripted.strategy, scripted.command, scripted.attack, scripted.defense) == (7, 6, 4, 3)
    assert [roll.sides for roll in rolls] == [10] * 4


@pytest.mark.rule("CW-17.1-01")
def test_only_a_place_that_trains_troops_trains_officers() -> None:
    state = staffed()
    plain = changed(state, colonies={k: changed(c, training=0) for k, c in state.colonies.items()})
    with pytest.raises(GameError, match="no military base or academy"):
        check(view_for(plain, "humans"), (), RecruitOfficer(HOME, "Talon"))
    done = month(plain, RecruitOfficer(HOME, "Talon"))
    assert any(isinstance(e, OrderFailed) and e.cause.rule == "CW-17.1-01" for e in done.events)


@pytest.mark.rule("CW-17.0-01")
def test_without_the_switch_there_are_no_officers() -> None:
    assert not Settings().flag_officers
    assert not Settings().graded_crews
    view = view_for(staffed(flag_officers=False), "humans")
    with pytest.raises(GameError, match="no flag officers in this campaign"):
        check(view, (), RecruitOfficer(HOME, "Talon"))


@pytest.mark.rule("CW-17.1-10", "CW-17.1-13", "CW-17.1-14")
@pytest.mark.parametrize(
    ("talent", "tactics", "faces", "ratings"),
    [
        ("leader", "", [7, 6, 3, 4, 5], (7, 10, 4, 5)),  # command die 6, leader die 3
        ("strategist", "", [7, 9, 6, 4, 5], (17, 6, 4, 5)),  # strategy die 7, strategist die 9
        ("tactician", "attack", [7, 6, 4, 5, 2], (7, 6, 10, 2)),  # attack die 4, tactician die 5
        ("tactician", "defense", [7, 6, 4, 5, 2], (7, 6, 4, 8)),
    ],
)
def test_a_talent_adds_a_die_and_one_to_its_rating(
    talent: str, tactics: str, faces: list[int], ratings: tuple[int, ...]
) -> None:
    dice = ScriptedDice(faces)
    new, rolls = roll_ratings(officer(talents=(talent,)), tactics, dice, "officer/{}", PLAIN)  # type: ignore[arg-type] # as given
    assert (new.strategy, new.command, new.attack, new.defense) == ratings
    assert len(rolls) == 5
    assert_used_up(dice)


@pytest.mark.rule("CW-17.1-14")
def test_a_tactician_says_once_what_they_are_for() -> None:
    view = view_for(staffed(), "humans")
    for order in (
        RecruitOfficer(HOME, "Talon", ("tactician",)),
        RecruitOfficer(HOME, "Talon", ("leader",), "attack"),
    ):
        with pytest.raises(GameError, match="whether a tactician is one of attack or of defense"):
            check(view, (), order)


@pytest.mark.rule("CW-17.1-06", "CW-17.1-15")
def test_talents_beyond_the_book_wait_for_the_game_master() -> None:
    psionic = Race("Seers", "5555", abilities=("Psionic Ability 2 (telepathy)",))
    assert sorted_talents(("psionic adept", "lucky"), psionic).has == (
        "psionic adept: Psionic Ability 2 (telepathy)",
        "lucky",
    )
    assert sorted_talents(("psionic adept",), Race("Plain", "5555")).asked == ("psionic adept",)
    done = month(staffed(), RecruitOfficer(HOME, "Talon", ("poet", "healer")))
    assert done.state.officers["humans/O1"].talents == ("healer",)
    asked = [q for q in done.state.questions if q.rule == "CW-17.1-06"]
    assert len(asked) == 1
    assert "poet" in asked[0].text
    with pytest.raises(GameError, match="named twice"):
        check(view_for(staffed(), "humans"), (), RecruitOfficer(HOME, "", ("leader", "Exceptional Leader")))


@pytest.mark.rule("CW-17.1-03")
def test_ratings_are_known_to_their_side_alone() -> None:
    state = month(staffed(), RecruitOfficer(HOME, "Talon", ("lucky",))).state
    assert set(view_for(state, "humans").officers) == {"humans/O1"}
    assert view_for(state, "vermin").officers == {}
    lucky = changed(state, officers={k: changed(o, luck=9) for k, o in state.officers.items()})
    assert view_for(lucky, "humans").officers["humans/O1"].luck == 0


@pytest.mark.rule("CW-17.1-02")
def test_who_cannot_be_paid_is_not_trained() -> None:
    state = staffed()
    poor = changed(
        state,
        sides={k: changed(s, treasury=0) for k, s in state.sides.items()},
        colonies={k: changed(c, size=35) for k, c in state.colonies.items()},
    )
    orders = (RecruitOfficer(HOME, "One"), RecruitOfficer(HOME, "Two"))
    done = month(poor, *orders)
    assert [o.name for o in done.state.officers.values()] == ["One"]
    assert broken_invariants(poor, done.state, done.events) == ()
