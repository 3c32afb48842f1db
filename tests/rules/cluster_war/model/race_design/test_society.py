"""Government and society: recorded, compared, never worth a CP (CW-16.0)."""

import pytest

from rules.cluster_war.model.race_design.check import check_sheet
from rules.cluster_war.model.race_design.choices import choose_society, compare_profiles, profile, society_lists
from rules.cluster_war.model.race_design.sheet import RaceSheet
from rules.cluster_war.turn.setup.presets import preset
from rules.cluster_war.turn.setup.races import describe, race_of
from rules.cluster_war.turn.setup.start_kit import limits
from rules.values import GameError, IllegalOrderError, changed

DRAFT = RaceSheet(name="Folk")
COUNTS = {
    "Economic Policy": 5,
    "General Civil Rights": 4,
    "Political Structure": 8,
    "Penal System": 5,
    "Police": 5,
    "Media": 3,
    "Conscription": 5,
    "Academic Freedom": 4,
    "Personal Weapons Access": 4,
    "General Welfare": 5,
}


@pytest.mark.rule("CW-16.0-02")
def test_there_are_ten_lists_and_one_entry_of_each_at_most() -> None:
    assert {title: len(options) for title, options in society_lists().items()} == COUNTS
    free = choose_society(DRAFT, "Media", "Uncontrolled media")
    other = choose_society(free, "Media", "Controlled Media")
    assert other.society == {"Media": "Controlled Media"}
    both = choose_society(other, "Police", "No Security/Police Forces")
    assert choose_society(both, "Media", "").society == {"Police": "No Security/Police Forces"}
    assert "Media: Controlled Media" in describe(other)
    assert DRAFT.society == {}


@pytest.mark.rule("CW-16.0-02")
def test_an_approved_profile_changes_with_the_gms_consent() -> None:
    settled = changed(DRAFT, status="approved")
    with pytest.raises(IllegalOrderError, match="GM's consent") as refused:
        choose_society(settled, "Media", "Controlled Media")
    assert refused.value.rule == "CW-16.0-02"
    assert choose_society(settled, "Media", "Controlled Media", consent=True).society == {"Media": "Controlled Media"}
    with pytest.raises(GameError, match="not a list"):
        choose_society(DRAFT, "Sport", "Chess")
    with pytest.raises(GameError, match="Restricted Media"):
        choose_society(DRAFT, "Media", "Radio")


@pytest.mark.rule("CW-16.0-01")
def test_no_choice_of_government_changes_points_or_cps() -> None:
    humans = preset("Humans")
    for title, options in society_lists().items():
        for option in options:
            ruled = changed(humans, society={title: option})
            assert check_sheet(ruled).net == 30
            assert limits(race_of(ruled)) == limits(race_of(humans))


@pytest.mark.rule("CW-16.0-03")
def test_both_profiles_stand_side_by_side_for_the_gm() -> None:
    ours = race_of(choose_society(preset("Humans"), "Police", "Secret Police and informants", consent=True))
    theirs = race_of(choose_society(preset("Oolab"), "Media", "Controlled Media", consent=True))
    rows = compare_profiles(ours, theirs)
    assert len(rows) == 10
    assert ("Police", "Secret Police and informants", "") in rows
    assert ("Media", "", "Controlled Media") in rows
    assert profile(ours) == {"Police": "Secret Police and informants"}
