"""Orders for battle, and rules of engagement of empires and by attitude."""

import pytest

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.combat.contact import engagement_of, usual_stance
from rules.cluster_war.model.events.battles import EngagementSet
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.dealings import Pact
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import Engagement, Stance
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, IllegalOrderError, changed
from tests.rules.cluster_war.build import sheet, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import facing, minded, played

SETTINGS = Settings()


def peaceable() -> GameState:
    """Both fleets in their hex, and nobody attacks; the Humans have a convoy there, too."""
    return with_fleet(facing(humans=Engagement()), "humans", "0505", "freighter", name="Convoy")


@pytest.mark.rule("CW-9.0-13", "CW-9.0-14", "CW-9.7-04", "CW-9.7-05")
def test_a_fleet_keeps_its_orders_for_battle_until_they_are_changed() -> None:
    line = 'engage "1st Fleet" evade, withdraw at 30, pursue, reserve FF01, protect Convoy, saying "Come home alive"'
    order = parse_order(line, names_of(view_for(peaceable(), "humans")))
    assert order == SetEngagement("humans-F1", "evade", 30, True, ("humans/FF01",), "humans-F2", "Come home alive")
    month = played(peaceable(), *sheet("humans", order))
    kept = month.state.fleets["humans-F1"]
    assert kept.engagement == Engagement("evade", 30, True, ("humans/FF01",), "humans-F2")
    assert kept.standing == "Come home alive"
    (told,) = month.of(EngagementSet)
    assert (told.seen_by, told.cause.rule) == (("humans",), "CW-9.0-14")
    later = played(month.state)
    assert later.state.fleets["humans-F1"].engagement == kept.engagement
    assert format_order(order, names_of(view_for(peaceable(), "humans"))).endswith('saying "Come home alive"')


@pytest.mark.rule("CW-9.0-09", "CW-9.0-15")
def test_an_empire_keeps_rules_of_engagement_in_words_which_the_game_master_alone_reads_at_a_contact() -> None:
    line = 'engage empire attack, withdraw at 40, saying "Spare hospital ships"'
    state = changed(peaceable(), settings=changed(peaceable().settings, battles="ask"))
    order = parse_order(line, names_of(view_for(state, "humans")))
    month = played(state, *sheet("humans", order))
    side = month.state.sides["humans"]
    assert side.engagement == Engagement("attack", 40)
    assert side.conduct == "Spare hospital ships"
    (question,) = gm_view(month.state).questions
    assert "Humans on engagement: Spare hospital ships" in question.suggestion
    assert not any("hospital" in repr(event) for event in month.heard("vermin"))
    assert "hospital" not in repr(view_for(month.state, "vermin"))
    assert engagement_of(side, month.state.fleets["humans-F1"], SETTINGS) == Engagement("attack", 40)


@pytest.mark.rule("CW-9.0-09")
@pytest.mark.parametrize(
    ("stance", "pacts", "peace", "warned"),
    [
        ("attack", True, False, True),
        ("defend", True, False, False),
        ("attack", False, False, False),
        ("attack", True, True, False),
    ],
)
def test_who_is_told_to_attack_is_warned_of_trade_partners_that_this_strikes(
    stance: Stance, pacts: bool, peace: bool, warned: bool
) -> None:
    state = changed(
        peaceable(),
        pacts=(Pact("humans", "vermin", "full", 1),) if pacts else (),
        peace=("humans|vermin",) if peace else (),
    )
    preview = check(view_for(state, "humans"), (), SetEngagement("humans-F1", stance))
    told = "is your partner in full trade since turn 1; who attacks, attacks them, too, and that breaks it."
    assert any(told in note.text and note.asks for note in preview.notes) == warned


@pytest.mark.rule("CW-9.0-10")
def test_without_instructions_an_unknown_ship_is_a_potentially_hostile_contact() -> None:
    assert usual_stance("Neutral", SETTINGS, stronger=False) == "defend"
    assert usual_stance("Neutral", SETTINGS, stronger=True) == "defend"
    side = minded(facing(), "humans").sides["humans"]
    fleet = facing(humans=Engagement()).fleets["humans-F1"]
    assert engagement_of(side, fleet, SETTINGS).stance == "defend"


@pytest.mark.parametrize(
    ("attitude", "usual", "before_a_stronger"),
    [
        ("Pacifism", "evade", "evade"),
        ("Peaceful", "evade", "evade"),
        ("Neutral", "defend", "defend"),
        ("Hostile", "attack", "defend"),
        ("Very Hostile", "attack", "attack"),
        ("Neutral, Xenophobic", "attack", "attack"),
        ("Hostile, Xenophobic", "attack", "attack"),
        ("Peaceful, Xenophobic", "evade", "evade"),
    ],
)
@pytest.mark.rule("CW-9.0-09", "CW-3.1-28", "CW-3.1-29")
def test_an_empire_that_says_nothing_meets_others_by_its_attitude(
    attitude: str, usual: str, before_a_stronger: str
) -> None:
    assert usual_stance(attitude, SETTINGS, stronger=False) == usual
    assert usual_stance(attitude, SETTINGS, stronger=True) == before_a_stronger


def test_a_fleets_orders_go_before_its_empires_and_those_before_its_attitude() -> None:
    state = minded(facing(humans=Engagement()), "humans", "Very Hostile", stance="evade")
    fleet = state.fleets["humans-F1"]
    assert engagement_of(state.sides["humans"], fleet, SETTINGS).stance == "evade"
    own = changed(fleet, engagement=Engagement("defend"))
    assert engagement_of(state.sides["humans"], own, SETTINGS).stance == "defend"
    withdraws = changed(fleet, engagement=Engagement(withdraw_at=20))
    assert engagement_of(state.sides["humans"], withdraws, SETTINGS) == Engagement("evade", 20)


def test_bases_and_worlds_cannot_evade() -> None:
    side = minded(facing(), "humans", "Peaceful").sides["humans"]
    assert engagement_of(side, None, SETTINGS).stance == "defend"


@pytest.mark.parametrize(
    ("order", "says"),
    [
        (SetEngagement("humans-F1", "charge"), "There is no stance"),  # type: ignore[arg-type] # as from a sheet
        (SetEngagement("humans-F1", "attack", 101), "1 to 100 %"),
        (SetEngagement("humans-F9", "attack"), "You have no fleet"),
        (SetEngagement("humans-F1", "attack", reserve=("humans/FF02",)), "FF02 is not in 1st Fleet"),
        (SetEngagement("humans-F1", "attack", protect="humans-F1"), "cannot protect itself"),
        (SetEngagement("", "attack", protect="humans-F1"), "Name the fleet"),
        (SetEngagement("humans-F1", "attack", words="x" * 1501), "1500 characters"),
    ],
)
def test_orders_that_cannot_be_meant_are_refused(order: SetEngagement, says: str) -> None:
    state = peaceable()
    with pytest.raises(GameError, match=says):
        check(view_for(state, "humans"), (), order)
    month = played(state, *sheet("humans", order))
    (failed,) = month.of(OrderFailed)
    assert failed.seen_by == ("humans",)


@pytest.mark.rule("CW-3.1-26")
def test_a_peaceful_race_cannot_be_told_to_attack() -> None:
    state = minded(peaceable(), "humans", "Peaceful")
    with pytest.raises(IllegalOrderError, match="rules out first strike"):
        check(view_for(state, "humans"), (), SetEngagement("humans-F1", "attack"))
