"""Psionics in a race that is designed, and in the record it is founded with (CW-15.0-02, -03, -12, -17; CW-15.1-23)."""

import pytest

from rules.cluster_war.model.psionics.abilities import abilities_of, racial_abilities
from rules.cluster_war.model.race_design.check import check_sheet, offered_choices, written_disciplines
from rules.cluster_war.model.race_design.sheet import CustomEntry, RaceSheet, SheetEntry
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.turn.setup.races import race_of
from rules.values import changed
from umpire.campaign.founding import race_edits
from umpire.campaign.founding.race_draft import RaceDraft

PLAIN = RaceSheet(name="Seers", status="approved")
TRAIT = "Psionic Ability"


def wrong(sheet: RaceSheet, settings: Settings | None = None) -> list[str]:
    report = check_sheet(sheet, settings) if settings else check_sheet(sheet)
    return [finding.rule for finding in report.problems]


def psionic(level: int, detail: str = "", **more: object) -> RaceSheet:
    return changed(PLAIN, entries=(SheetEntry(TRAIT, level, detail, approved=True),), **more)  # type: ignore[arg-type] # a sheet's own


@pytest.mark.rule("CW-15.0-02")
def test_the_trait_is_bought_before_any_discipline() -> None:
    alone = changed(PLAIN, custom=(CustomEntry("Psionic Ability: Slaver", "abilities", "", 20, "approved"),))
    assert wrong(alone) == ["CW-15.0-02"]
    first = psionic(1)
    assert (wrong(first), check_sheet(first).net) == ([], 5)
    assert abilities_of(race_of(first)) == ("telepathy",)
    assert wrong(psionic(1, "empathy")) == []
    poor = changed(first, entries=(*first.entries, SheetEntry("ECM Systems", 4)))
    report = check_sheet(poor)
    assert report.net - report.budget > 0, "who has spent 4 AP too many cannot become psionic"
    assert "CW-3.1-02" in [f.rule for f in report.problems]


@pytest.mark.rule("CW-15.0-03", "CW-15.0-12")
def test_each_further_discipline_is_a_level_of_five_points() -> None:
    sheet = psionic(3, "screaming; combat precognition")
    assert (wrong(sheet), check_sheet(sheet).net) == ([], 15)
    assert abilities_of(race_of(sheet)) == ("combat-precognition", "telepathy", "screaming")
    assert wrong(psionic(2, "screaming; shadow")) == ["CW-15.0-03"]
    assert wrong(psionic(4, "screaming; shadow")) == ["CW-15.0-03"]
    assert wrong(psionic(2, "levitation")) == ["CW-15.0-03", "CW-15.0-03"]
    assert wrong(psionic(3, "shadow; shadow; dowsing")) == ["CW-15.0-03"]


@pytest.mark.rule("CW-15.0-12", "CW-15.0-11")
def test_a_race_may_have_as_a_whole_what_others_train_units_in() -> None:
    sheet = psionic(2, "racial screaming")
    assert wrong(sheet) == []
    assert racial_abilities(race_of(sheet)) == ("telepathy", "screaming")
    assert wrong(psionic(2, "racial shadow")) == ["CW-15.0-11"]


@pytest.mark.rule("CW-15.0-17", "CW-15.0-01")
def test_machines_have_none_and_no_race_has_any_where_they_are_off() -> None:
    assert wrong(psionic(1, biology="Mechanized metabolism")) == ["CW-15.0-17"]
    assert wrong(psionic(1), Settings(psionics=False)) == ["CW-15.0-01"]
    assert wrong(PLAIN, Settings(psionics=False)) == []


@pytest.mark.rule("CW-15.1-23", "CW-15.0-03")
def test_level_3_is_an_entry_that_the_game_master_prices() -> None:
    assert wrong(psionic(2, "slaver")) == ["CW-15.1-23"]
    own = CustomEntry("Psionic Ability: Slaver", "abilities", "they bend minds")
    asked = check_sheet(psionic(1, custom=(own,)))
    assert not asked.problems
    assert [f.rule for f in asked.wants] == ["CW-3.1-04"]
    priced = psionic(1, custom=(changed(own, ap=12, ruling="approved"),))
    assert check_sheet(priced).net == 17
    assert abilities_of(race_of(priced)) == ("telepathy", "slaver")
    low = CustomEntry("Psionic Ability: Shadow", "abilities", "", 1, "approved")
    assert wrong(psionic(1, custom=(low,))) == ["CW-15.0-03"]


@pytest.mark.rule("CW-15.0-03", "CW-15.1-02")
def test_a_designer_chooses_disciplines_from_a_list() -> None:
    names = [name for name, _ in offered_choices()]
    assert names[:3] == ["Combat Precognition", "Dowsing", "Postcognition"]
    assert "Screaming (racial)" in names
    draft = RaceDraft(sheet=PLAIN)
    draft = race_edits.set_disciplines(draft, ("Dowsing", "Screaming (racial)", "Witch"))
    assert draft.sheet.entry(TRAIT) == SheetEntry(TRAIT, 3, "Dowsing; Screaming (racial)")
    assert [c.name for c in draft.sheet.custom] == ["Psionic Ability: Witch"]
    assert set(written_disciplines(draft.sheet)) == {"Telepathy", "Dowsing", "Screaming (racial)", "Witch"}
    fewer = race_edits.set_disciplines(draft, ("Telepathy",))
    assert (fewer.sheet.entry(TRAIT), fewer.sheet.custom) == (SheetEntry(TRAIT, 1, "Telepathy"), ())
    assert race_edits.set_disciplines(fewer, ()).sheet.entry(TRAIT) is None
