"""What each side hears of a battle, and what nobody else does."""

import pytest

from render.campaign.report.explanations import explain
from render.campaign.report.lines import report_lines
from rules.cluster_war.chapters.combat.battle import Aboard, Battle, BattlesAwaited
from rules.cluster_war.chapters.combat.battle_amendments import SetBattle, SetBattles
from rules.cluster_war.chapters.logistics.amendments import CreateShips, RemoveShips
from rules.cluster_war.model.events.battles import BattleFought, BattleLosses, BattleSettled, DesignsSeen, UnitsHurt
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Transit
from rules.cluster_war.model.state.war import BattleOutcome, BattleTerms, Engagement, UnitOutcome, Wounds
from rules.cluster_war.turn.gm.amend import AMENDMENT_TYPES, amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.registry import ORDER_TYPES
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Roller
from rules.values import GameError, changed
from storage.codec import EVENTS, decode_state, encode_state
from tests.rules.cluster_war.build import DESIGNS, DICE, change_fleet, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import (
    ATTACK,
    BY_NUMBERS,
    Month,
    Referee,
    facing,
    fled,
    lost,
    played,
    unhurt,
)

RAID = Referee({**lost("vermin/DD01", "humans/FF01"), **fled("vermin/DD02")}, "humans", ("A short, sharp fight.",))
NOBODY_LEFT = lost("vermin/DD01", "vermin/DD02")


def lines(turn: Month, side: str) -> list[str]:
    """A side's report, line by line."""
    view = view_for(turn.state, side) if side else gm_view(turn.state)
    return [line.text for line in report_lines(view, turn.events)]


@pytest.mark.rule("CW-9.0-11")
def test_each_side_with_survivors_is_told_what_happened_its_losses_and_what_it_found() -> None:
    month = played(facing(), referee=RAID)
    humans = lines(month, "humans")
    head = next(text for text in humans if text.startswith("Fleet action against Vermin at 0505"))
    assert "fought by the captains' standing orders: you held the place." in head
    assert "Seen lost: 1 × Destroyer." in head
    assert "A short, sharp fight." in head
    assert any(text.startswith("1st Fleet (F1), turn 1, week 1: lost FF01.") for text in humans)
    assert "Survivors describe designs of Vermin: Destroyer, hull 20." in humans
    vermin = lines(month, "vermin")
    assert any("Humans held the place." in text for text in vermin)
    assert any(text.startswith("Swarm (F1) fled from 0505 to 0506: DD02.") for text in vermin)
    assert humans.index(head) == 0


def test_every_line_can_be_asked_why_and_answers_with_its_rule() -> None:
    month = played(facing(), referee=RAID)
    view = view_for(month.state, "humans")
    for line in report_lines(view, month.events):
        told = explain(line.text, [month.events[i] for i in line.events], view)
        assert "Rule: CW-" in told, line.text


@pytest.mark.rule("CW-9.7-01", "CW-9.7-02")
def test_a_side_that_is_wiped_out_hears_only_that_its_ships_did_not_report() -> None:
    month = played(facing(), referee=Referee(NOBODY_LEFT, "humans", ("The Swarm burned.",)))
    heard = [e for e in month.heard("vermin") if type(e).__module__.endswith(".battles")]
    (told,) = heard
    assert isinstance(told, BattleLosses)
    assert not told.reported
    assert told.lost == ("vermin/DD01", "vermin/DD02")
    assert any(
        "Swarm (F1) did not report from 0505, turn 1, week 1; lost: DD01, DD02." in t for t in lines(month, "vermin")
    )
    assert view_for(month.state, "vermin").foreign_designs == {}
    assert "burned" not in repr(heard)


@pytest.mark.rule("CW-9.7-01", "CW-9.7-02")
def test_survivors_bring_home_the_enemys_designs_without_price_and_notes() -> None:
    state = facing()
    assert view_for(state, "humans").foreign_designs == {}
    secret = changed(state.sides["vermin"].designs["destroyer"], note="Secret!", layout={"Beam emitter 3": 6})
    vermin = changed(state.sides["vermin"], designs={**state.sides["vermin"].designs, "destroyer": secret})
    month = played(changed(state, sides={**state.sides, "vermin": vermin}), referee=RAID)
    (key,) = view_for(month.state, "humans").foreign_designs
    seen = view_for(month.state, "humans").foreign_designs[key]
    assert (key, seen.side, seen.turn) == ("vermin/destroyer", "vermin", 1)
    assert (dict(seen.design.layout), seen.design.hull) == ({"Beam emitter 3": 6}, 20)
    assert (seen.design.cost, seen.design.note) == (0, "")
    assert len(month.of(DesignsSeen)) == 2
    assert view_for(month.state, "oolab").foreign_designs == {}
    again = played(month.state)
    assert not again.of(DesignsSeen)


def test_a_reserve_kept_back_is_not_seen() -> None:
    kept = Engagement("attack", reserve=("humans/FF01",))
    month = played(facing(humans=kept), referee=RAID)
    assert set(view_for(month.state, "vermin").foreign_designs) == {"humans/destroyer"}


def test_the_hurt_are_named_to_their_owner_alone() -> None:
    hurt = UnitOutcome("humans/DD02", "survived", Wounds(damaged={"Bridge": 1}))
    month = played(facing(), referee=Referee({"humans/DD02": hurt, **NOBODY_LEFT}, "humans"))
    (told,) = month.of(UnitsHurt)
    assert isinstance(told, UnitsHurt)
    assert (told.ships, told.seen_by) == (("humans/DD02",), ("humans",))
    assert any("DD02 came out of the battle at 0505 damaged." in text for text in lines(month, "humans"))


def test_words_for_one_side_reach_it_alone() -> None:
    judge = Referee({}, "", told={"humans": ("Their flagship limps.",)})
    month = played(facing(), referee=judge)
    assert any("flagship" in text for text in lines(month, "humans"))
    assert not any("flagship" in text for text in lines(month, "vermin"))


def test_the_game_master_reads_all_of_it() -> None:
    text = next(t for t in lines(played(facing(), referee=RAID), "") if t.startswith("Battle 1/0505/1"))
    assert "fled vermin/DD02" in text
    assert "destroyed humans/FF01 and vermin/DD01" in text


@pytest.mark.rule("CW-9.7-01", "CW-18.0-07")
def test_third_parties_hear_and_see_the_same_with_a_battle_and_without() -> None:
    quiet = played(facing(humans=Engagement("defend")))
    for judge in (RAID, Referee(NOBODY_LEFT, "humans"), Referee()):
        month = played(facing(), referee=judge)
        assert [EVENTS.encode(e) for e in month.heard("oolab")] == [EVENTS.encode(e) for e in quiet.heard("oolab")]
        assert view_for(month.state, "oolab") == view_for(quiet.state, "oolab")
        assert lines(month, "oolab") == lines(quiet, "oolab")


def test_what_the_loser_had_elsewhere_changes_nothing_of_what_the_winner_hears() -> None:
    plain = played(facing(), referee=Referee(NOBODY_LEFT, "humans"))
    more = with_fleet(facing(), "vermin", "1717", "destroyer", "freighter", engagement=Engagement("evade"))
    other = played(more, referee=Referee(NOBODY_LEFT, "humans"))
    assert plain.heard("humans") == other.heard("humans")
    assert view_for(plain.state, "humans") == view_for(other.state, "humans")


@pytest.mark.rule("CW-9.0-12")
def test_results_are_final_for_players_and_mended_by_the_game_master_with_a_reason_on_record() -> None:
    month = played(facing(), referee=RAID)
    disputes = ("appeal", "dispute", "protest", "contest")
    assert not [k.__name__ for k in ORDER_TYPES if any(word in k.__name__.casefold() for word in disputes)]
    assert {CreateShips, RemoveShips} <= set(AMENDMENT_TYPES)
    mended = amend(month.state, CreateShips("humans", "freighter", 1, "0505", "1st Fleet"), "FF01 was counted twice")
    assert "humans/FF02" in mended.state.fleets["humans-F1"].ships
    assert all(event.cause.override == "FF01 was counted twice" for event in mended.events)


def test_states_and_events_of_battles_are_saved_and_read_alike() -> None:
    month = played(facing(), referee=RAID)
    kept = changed(month.state, terms={"0505": BattleTerms(2, "quick", ("vermin",), {"humans": 3}, ("humans/DD01",))})
    assert decode_state(encode_state(kept)) == kept
    assert [EVENTS.decode(EVENTS.encode(event)) for event in month.events] == list(month.events)


@pytest.mark.rule("CW-9.0-02", "CW-9.1-06", "CW-9.7-03", "CW-9.7-06")
def test_the_game_master_sets_how_battles_in_a_hex_go_and_no_player_hears_of_it() -> None:
    order = SetBattle("0505", "narrated", ("vermin",), {"humans": 10}, ("humans/DD01",), ("vermin/DD01",))
    set_ = amend(facing(), order, "A storm")
    (terms,) = set_.state.terms.values()
    assert terms == BattleTerms(1, "narrated", ("vermin",), {"humans": 10}, ("humans/DD01",), ("vermin/DD01",))
    assert all(event.seen_by == () for event in set_.events)
    assert amend(set_.state, SetBattle("0505"), "No storm").state.terms == {}
    with pytest.raises(BattlesAwaited) as waits:
        played(set_.state)
    (battle,) = waits.value.battles
    assert (battle.method, battle.advantage, battle.surprised) == ("narrated", {"humans": 10}, ("vermin",))
    assert {u.unit: u.place for u in battle.units if u.place == "centre"} == {"humans/DD01": "centre"}


@pytest.mark.parametrize(
    ("order", "says"),
    [
        (SetBattle("9999"), "9999"),
        (SetBattle("0505", surprised=("elves",)), "no side"),
        (SetBattle("0505", advantage={"humans": 101}), "at most 100"),
        (SetBattle("0505", centre=("humans/XX01",)), "no ship or base"),
        (SetBattles("dice"), "Battles can be"),  # type: ignore[arg-type] # as from a damaged save
    ],
)
def test_terms_that_cannot_be_meant_are_refused(order: SetBattle | SetBattles, says: str) -> None:
    with pytest.raises(GameError, match=says):
        amend(facing(), order, "A try")


@pytest.mark.rule("CW-9.0-02")
def test_the_game_master_sets_how_the_campaigns_battles_are_settled_and_everybody_is_told() -> None:
    asked: GameState = facing(settings=Settings())
    done = amend(asked, SetBattles("quick", 12), "War has come")
    assert (done.state.settings.battles, done.state.settings.largest_battle) == ("quick", 12)
    (told,) = done.events
    assert told.seen_by == ("*",)
    assert not any(isinstance(e, BattleFought | BattleSettled) for e in done.events)


@pytest.mark.rule("CW-1.0-10", "CW-9.0-11")
def test_fleets_that_fight_on_are_told_of_each_new_battle_and_not_of_their_meeting_again() -> None:
    state = with_fleet(facing(), "vermin", "0505", *["destroyer"] * 4, name="Brood")
    one_a_week = _Attrition()
    done = adjudicate(state, (), DICE, {}, one_a_week)
    assert [e.week for e in done.events if isinstance(e, BattleFought) and e.seen_by == ("humans",)] == [1, 2, 3, 4]
    assert [e.week for e in done.events if isinstance(e, FleetsMet) and e.seen_by == ("humans",)] == [1]
    assert len([q for q in done.state.questions if q.kind == "encounter"]) == 1
    more = with_fleet(done.state, "oolab", "0505", "destroyer", "scout", engagement=ATTACK)
    joined = adjudicate(more, (), DICE, {}, one_a_week)
    assert [e.week for e in joined.events if isinstance(e, FleetsMet) and e.seen_by == ("humans",)][:1] == [5], (
        "a new face"
    )


class _Attrition:
    """Settles battles so that the vermin lose a ship in each."""

    def __call__(self, battle: Battle, aboard: Aboard, dice: Roller) -> BattleOutcome:
        gone = max((u.unit for u in battle.units if u.side == "vermin"), default="")
        units = tuple(UnitOutcome(gone, "destroyed") if u.unit == gone else unhurt(u) for u in battle.units)
        return BattleOutcome(battle.id, battle.method, "", units)


@pytest.mark.rule("CW-12.0-08", "CW-1.0-10")
@pytest.mark.parametrize("arrives", [False, True])
def test_who_fights_on_hears_of_the_meeting_no_oftener_because_somebody_is_there_whom_nobody_sees(
    arrives: bool,
) -> None:
    state = with_fleet(
        facing(settings=changed(BY_NUMBERS, detection="full")), "vermin", "0505", *["destroyer"] * 4, name="Brood"
    )
    ghost = changed(DESIGNS["destroyer"], id="ghost", name="Ghost", prefix="GH", traits=("cloaked",))
    shoal = changed(state.sides["oolab"], designs={**DESIGNS, "ghost": ghost})
    state = changed(state, sides={**state.sides, "oolab": shoal})
    at = {"hex": "0507", "transit": Transit("0507", "0505", 0, 2)} if arrives else {}
    haunted = with_fleet(state, "oolab", "0505", "ghost", name="Unseen", engagement=Engagement("defend"))
    haunted = change_fleet(haunted, "oolab-F2", **at)
    plain, other = (adjudicate(each, (), DICE, {}, _Attrition()) for each in (state, haunted))
    assert any(isinstance(e, FleetsMet) and may_see(e, "oolab") for e in other.events), "it was there"
    for side in ("humans", "vermin"):
        heard, also = ([e for e in done.events if may_see(e, side)] for done in (plain, other))
        assert heard == also
        assert [e.week for e in heard if isinstance(e, FleetsMet)] == [1]
