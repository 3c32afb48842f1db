"""The GM's word on a design (CW-3.1-04, CW-19.0-09)."""

import pytest

from rules.cluster_war.model.race_design.check import check_sheet
from rules.cluster_war.model.race_design.sheet import CustomEntry, RaceSheet, SheetEntry
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.turn.setup.races import approve, describe, hand_back, price_custom, refuse_custom, submit
from rules.values import GameError, IllegalOrderError, WrongPhaseError
from rules.values import changed as replace

DRAFT = RaceSheet(name="Folk", entries=(SheetEntry("Skip"),), custom=(CustomEntry("Time Sense", "abilities"),))


@pytest.mark.rule("CW-3.1-04", "CW-3.1-82")
def test_from_draft_to_approval() -> None:
    sent = submit(DRAFT)
    assert sent.status == "submitted"
    assert len(check_sheet(sent).wants) == 3
    with pytest.raises(IllegalOrderError, match="Time Sense") as early:
        approve(sent)
    assert early.value.rule == "CW-3.1-04"
    priced = price_custom(sent, "Time Sense", 6, "a nice touch")
    assert check_sheet(priced).net == 16
    assert priced.custom[0].comment == "a nice touch"
    done = approve(priced, "Welcome.")
    assert (done.status, done.gm_comment) == ("approved", "Welcome.")
    assert not check_sheet(done).problems
    assert not check_sheet(done).wants
    assert done.entries[0].approved, "approving the whole permits its entries"


@pytest.mark.rule("CW-3.1-04")
def test_the_gm_may_say_no() -> None:
    refused = refuse_custom(DRAFT, "Time Sense", "too clever")
    with pytest.raises(IllegalOrderError, match="too clever"):
        submit(refused)
    assert submit(replace(refused, custom=())).status == "submitted"
    with pytest.raises(GameError, match="Wings"):
        price_custom(DRAFT, "Wings", 1)


@pytest.mark.rule("CW-19.0-09")
def test_the_gm_changes_a_design_and_hands_it_back() -> None:
    changed = replace(submit(DRAFT), custom=(), home_step="5565")
    back = hand_back(changed, "Without the clock, please.")
    assert (back.status, back.gm_comment) == ("returned", "Without the clock, please.")
    assert back.home_step == "5565"
    again = submit(back)
    assert again.status == "submitted"
    with pytest.raises(WrongPhaseError):
        hand_back(approve(again), "one more thing")


@pytest.mark.rule("CW-3.1-02", "CW-19.0-09")
def test_a_design_with_problems_is_neither_handed_in_nor_approved() -> None:
    dear = replace(DRAFT, custom=(), entries=(SheetEntry("Wormhole"),))
    for attempt in (submit, approve):
        with pytest.raises(IllegalOrderError, match="costs 50 AP") as refused:
            attempt(dear)
        assert refused.value.rule == "CW-3.1-02"


@pytest.mark.rule("CW-3.0-08")
def test_no_campaign_however_rich_lets_a_design_of_more_points_in() -> None:
    rich = Settings(overrides={f"CW-TAB-START-KIT/{item}/amount": "9000" for item in ("facilities", "starships")})
    names = ("Group Mind I", "Group Mind II", "Combat Reflexes", "Flight")
    full = RaceSheet(name="Folk", entries=tuple(SheetEntry(name) for name in names[:3]))
    assert submit(full, rich).status == "submitted"
    with pytest.raises(IllegalOrderError, match="costs 31 AP; a race of 1st Gen FTL has 30") as refused:
        submit(replace(full, entries=tuple(SheetEntry(name) for name in names)), rich)
    assert refused.value.rule == "CW-3.1-02"


@pytest.mark.rule("CW-3.1-06")
def test_a_home_world_that_nature_does_not_make_is_handed_in_and_approved_with_a_word_to_the_game_master() -> None:
    said = "Unusual: A home world 0595 does not occur in nature"
    odd = submit(RaceSheet(name="Folk", home_step="0595"))
    assert said in describe(odd)
    assert approve(odd).status == "approved"
    assert "Unusual" not in describe(submit(RaceSheet(name="Folk", home_step="5555")))
