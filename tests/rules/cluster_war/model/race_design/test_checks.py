"""Checking a draft: the total, and one sentence for everything that is wrong (CW-3.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.model.race_design.check import SheetReport, budget, check_sheet, home_price, odd_home, tech_level
from rules.cluster_war.model.race_design.choices import choices
from rules.cluster_war.model.race_design.sheet import CustomEntry, Finding, RaceSheet, SheetEntry
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.turn.setup.races import describe
from rules.values import changed

USUAL = Settings()
PLAIN = RaceSheet(name="Plain folk", status="approved")


def points_paid(report: SheetReport) -> int:
    """Points paid."""
    return sum(line.ap for line in report.lines if line.ap > 0)


def given_back(report: SheetReport) -> int:
    """Points given back, as a positive number."""
    return -sum(line.ap for line in report.lines if line.ap < 0)


def sheet(*entries: str | SheetEntry, **changes: object) -> RaceSheet:
    """An approved design of plain people with these entries, all permitted."""
    taken = tuple(e if isinstance(e, SheetEntry) else SheetEntry(e, approved=True) for e in entries)
    return changed(PLAIN, entries=taken, **changes)  # type: ignore[arg-type] # fields by name


def problems(design: RaceSheet, settings: Settings = USUAL) -> dict[str, str]:
    """The problems' sentences by rule."""
    return {finding.rule: finding.text for finding in check_sheet(design, settings).problems}


def level(name: str, times: int) -> SheetEntry:
    """An entry taken so many times, with permission."""
    return SheetEntry(name, times, approved=True)


def test_plain_people_cost_nothing_and_are_right() -> None:
    report = check_sheet(PLAIN)
    assert (report.net, points_paid(report), given_back(report), report.left) == (0, 0, 0, 30)
    assert not report.problems
    assert not report.wants
    assert not report.problems
    assert not report.flags


@pytest.mark.rule("CW-3.1-01", "CW-3.0-03")
@pytest.mark.parametrize(
    ("culture", "name", "points"),
    [
        ("Pre-FTL", "Pre-FTL", 15),
        ("1st generation FTL", "1st Gen FTL", 30),
        ("2nd Gen FTL", "2nd Gen FTL", 50),
        ("2nd generation FTL", "2nd Gen FTL", 50),
        ("stone age", "1st Gen FTL", 30),
    ],
)
def test_the_technology_level_gives_the_budget(culture: str, name: str, points: int) -> None:
    settings = Settings(overrides={"CW-TAB-START-KIT/culture/amount": culture})
    assert tech_level(settings) == name
    assert budget(settings) == points
    assert check_sheet(PLAIN, settings).budget == points
    assert budget(USUAL) == 30


@pytest.mark.rule("CW-3.0-08")
def test_the_budget_stays_whatever_else_the_campaign_gives() -> None:
    rich = {f"CW-TAB-START-KIT/{item}/amount": "9000" for item in ("colonies", "facilities", "starships")}
    assert budget(Settings(overrides=rich)) == budget(USUAL) == 30


@pytest.mark.rule("CW-3.1-02")
def test_what_is_spent_less_what_is_gained_must_not_pass_the_budget() -> None:
    full = sheet("Group Mind I", "Group Mind II", "Combat Reflexes")
    assert check_sheet(full).net == 30
    assert not check_sheet(full).problems
    over = sheet("Group Mind I", "Group Mind II", "Combat Reflexes", "Flight")
    assert check_sheet(over).left == -1
    assert problems(over) == {"CW-3.1-02": "The design costs 31 AP; a race of 1st Gen FTL has 30."}
    paid = changed(over, attitude="Hostile")
    report = check_sheet(paid)
    assert (points_paid(report), given_back(report), report.net) == (31, 2, 29)
    assert not report.problems
    assert report.left == 1


@pytest.mark.parametrize(
    ("entries", "missing"),
    [
        pytest.param(
            ["Group Mind III", "Group Mind I"], "Group Mind II", marks=pytest.mark.rule("CW-3.1-03", "CW-3.1-19")
        ),
        pytest.param(["Group Mind II"], "Group Mind I", marks=pytest.mark.rule("CW-3.1-03", "CW-3.1-18")),
        pytest.param(
            ["Battle Computers II: Artificial Intelligence"],
            "Battle Computers I",
            marks=pytest.mark.rule("CW-3.1-03", "CW-3.1-36"),
        ),
        pytest.param(
            ["Battle Computers I", "Battle Computers III: Androids"],
            "Battle Computers II: Artificial Intelligence",
            marks=pytest.mark.rule("CW-3.1-03", "CW-3.1-36"),
        ),
    ],
)
def test_an_advantage_needs_its_prerequisite(entries: list[str], missing: str) -> None:
    assert f"needs {missing}" in problems(sheet(*entries))["CW-3.1-03"]
    assert "CW-3.1-03" not in problems(sheet(*entries, missing, *choices()[missing].requires))


@pytest.mark.rule("CW-3.1-10")
def test_combat_reflexes_once_and_never_with_battle_computers() -> None:
    assert "only once" in problems(sheet(level("Combat Reflexes", 2)))["CW-3.1-10"]
    assert "2 times" in problems(sheet("Combat Reflexes", "Combat Reflexes"))["CW-3.1-10"]
    both = check_sheet(sheet("Battle Computers I", "Combat Reflexes")).problems
    assert [finding.text for finding in both] == ["Battle Computers I and Combat Reflexes cannot go together."]
    assert not problems(sheet("Combat Reflexes"))


@pytest.mark.parametrize(
    ("name", "most"),
    [
        pytest.param("Extra Intelligence", 4, marks=pytest.mark.rule("CW-3.1-14")),
        pytest.param("Environmental Resistance", 1, marks=pytest.mark.rule("CW-3.1-11")),
        pytest.param("Fighter Shield Technology", 2, marks=pytest.mark.rule("CW-3.1-43")),
        pytest.param("Low Industry", 1, marks=pytest.mark.rule("CW-3.1-67")),
        pytest.param("Limited Designs: Ships", 4, marks=pytest.mark.rule("CW-3.1-80")),
        pytest.param("Limited Designs: Bases", 3, marks=pytest.mark.rule("CW-3.1-80")),
        pytest.param("Smaller Fleet", 10, marks=pytest.mark.rule("CW-3.1-70")),
        pytest.param("Smaller Ground Forces", 10, marks=pytest.mark.rule("CW-3.1-71")),
        pytest.param("No Armor", 1, marks=pytest.mark.rule("CW-3.1-73")),
    ],
)
def test_levels_end_where_the_rules_say(name: str, most: int) -> None:
    rule = choices()[name].rule
    assert rule not in problems(sheet(level(name, most)))
    assert rule in problems(sheet(level(name, most + 1)))
    assert rule in problems(sheet(level(name, 0)))


@pytest.mark.rule("CW-3.1-15")
def test_strength_stacks_by_paying_again() -> None:
    report = check_sheet(sheet(level("Extra Strength", 7)))
    assert report.net == 7
    assert not report.problems
    assert not report.wants


@pytest.mark.rule("CW-3.1-05")
@pytest.mark.parametrize(("digit", "ap"), list(zip("0123456789X", [2, 1, 1, 0, 0, 0, 0, 1, 1, 2, 10], strict=True)))
def test_each_digit_of_the_home_world_has_its_price(digit: str, ap: int) -> None:
    codes = [f"{digit}555", f"5{digit}55", f"55{digit}5", f"555{digit}"]
    assert [home_price(code) for code in codes] == [ap] * 4
    assert home_price(digit * 4) == 4 * ap


@pytest.mark.rule("CW-3.1-05")
def test_the_race_pays_all_four_digits_together() -> None:
    assert home_price("6565") == home_price("5346") == 0
    assert home_price("01x9") == 2 + 1 + 10 + 2
    assert check_sheet(changed(PLAIN, home_step="01x9")).net == 15
    for wrong in ("", "555", "55555", "555Y", "------"):
        assert home_price(wrong) is None
        assert "CW-3.1-05" in problems(changed(PLAIN, home_step=wrong))


@pytest.mark.rule("CW-3.1-06")
@pytest.mark.parametrize(
    ("step", "odd"), [("0595", True), ("0505", False), ("5956", True), ("5556", False), ("5X56", True)]
)
def test_home_worlds_that_nature_does_not_make_are_flagged_not_refused(step: str, odd: bool) -> None:
    assert bool(list(odd_home(step))) is odd
    report = check_sheet(changed(PLAIN, home_step=step))
    assert bool(report.flags) is odd
    assert all(finding.rule == "CW-3.1-06" and step in finding.text for finding in report.flags)
    assert not report.problems


@pytest.mark.rule("CW-3.1-07", "CW-3.1-08")
def test_biology_is_one_of_five_and_diet_and_body_are_free() -> None:
    assert "CW-3.1-07" in problems(changed(PLAIN, biology="Plasma"))
    fancy = changed(PLAIN, biology="Silicon-based biology", diet="gravel", body_form="pyramid")
    assert check_sheet(fancy) == check_sheet(PLAIN)
    assert "Silicon-based pyramid gravel" in describe(fancy)


@pytest.mark.rule("CW-3.1-27", "CW-3.1-30")
def test_xenophobia_is_added_to_exactly_one_other_attitude() -> None:
    report = check_sheet(changed(PLAIN, attitude="Hostile", xenophobic=True))
    assert report.net == -12
    assert not report.problems
    assert "CW-3.1-30" in problems(changed(PLAIN, attitude="Xenophobic"))
    assert "CW-3.1-27" in problems(changed(PLAIN, attitude="Grumpy"))
    assert PLAIN.attitude == "Neutral"


@pytest.mark.rule("CW-3.1-04")
def test_new_entries_wait_for_the_gms_price() -> None:
    new = CustomEntry("Time Sense", "abilities", "feels the hours pass")
    open_sheet = changed(PLAIN, custom=(new,))
    report = check_sheet(open_sheet)
    assert not report.problems
    assert [finding.rule for finding in report.wants] == ["CW-3.1-04"]
    priced = changed(PLAIN, custom=(changed(new, ap=4, ruling="approved"),))
    assert not check_sheet(priced).problems
    assert not check_sheet(priced).wants
    assert check_sheet(priced).net == 4
    no = changed(PLAIN, custom=(changed(new, ap=4, ruling="refused", comment="too strange"),))
    assert "too strange" in problems(no)["CW-3.1-04"]
    assert check_sheet(no).net == 0
    assert "checklist" in problems(changed(PLAIN, custom=(changed(new, name="Flight"),)))["CW-3.1-04"]


def test_a_custom_entry_has_a_name_and_stands_there_once() -> None:
    twins = (CustomEntry("Shy", "disadvantages"), CustomEntry("Shy", "disadvantages"))
    assert "2 times" in problems(changed(PLAIN, custom=twins))["CW-3.1-04"]
    assert "no name" in problems(changed(PLAIN, custom=(CustomEntry(" ", "abilities"),)))["CW-3.1-04"]


@pytest.mark.rule("CW-3.1-82")
def test_the_gm_prices_burdens_that_are_not_on_the_list() -> None:
    burden = CustomEntry("Religious intolerance", "disadvantages")
    assert [f.rule for f in check_sheet(changed(PLAIN, custom=(burden,))).wants] == ["CW-3.1-82"]
    priced = changed(PLAIN, custom=(changed(burden, ap=-5, ruling="approved"),))
    assert (given_back(check_sheet(priced)), check_sheet(priced).net) == (5, -5)
    assert {name: choices()[name].price(1) for name in ("Dispersed Colonies", "Feared by others", "Blind")} == {
        "Dispersed Colonies": -5,
        "Feared by others": -5,
        "Blind": -1,
    }


@pytest.mark.rule("CW-3.1-04", "CW-3.1-72")
def test_the_whole_design_and_its_disadvantages_above_all_want_the_gm() -> None:
    draft = changed(sheet("Low Industry", "No Armor"), status="draft")
    assert check_sheet(draft).net == -12
    (want,) = check_sheet(draft).wants
    assert want == Finding(
        "The GM has yet to approve the design as a whole, above all its disadvantages (2).", "CW-3.1-04"
    )


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        pytest.param(SheetEntry("Shape Shifting", detail="a wolf"), "CW-3.1-23", marks=pytest.mark.rule("CW-3.1-23")),
        pytest.param(SheetEntry("Resistant Armor"), "CW-3.1-53", marks=pytest.mark.rule("CW-3.1-53")),
        pytest.param(SheetEntry("Wormhole"), "CW-3.1-59", marks=pytest.mark.rule("CW-3.1-59")),
        pytest.param(SheetEntry("Skip"), "CW-3.1-55", marks=pytest.mark.rule("CW-3.1-55")),
        pytest.param(SheetEntry("Turbo-warp"), "CW-3.1-65", marks=pytest.mark.rule("CW-3.1-60")),
        pytest.param(SheetEntry("Psionic Ability", 3), "CW-3.1-22", marks=pytest.mark.rule("CW-3.1-22")),
        pytest.param(SheetEntry("Natural Armor", 2), "CW-3.1-20", marks=pytest.mark.rule("CW-3.1-20")),
    ],
)
def test_some_entries_need_the_gms_permission(entry: SheetEntry, rule: str) -> None:
    assert [finding.rule for finding in check_sheet(sheet(entry)).wants] == [rule]
    assert not check_sheet(sheet(changed(entry, approved=True))).wants


@pytest.mark.rule("CW-3.1-22")
def test_the_first_two_levels_of_psionics_need_nobodys_leave() -> None:
    report = check_sheet(sheet(SheetEntry("Psionic Ability", 2, "telepathy; precognition")))
    assert not report.problems
    assert not report.wants
    assert report.net == 10


@pytest.mark.rule("CW-3.1-23")
def test_a_shape_shifter_says_into_what() -> None:
    assert "the other form" in problems(sheet("Shape Shifting"))["CW-3.1-23"]


@pytest.mark.parametrize(
    ("given_up", "bought"),
    [
        pytest.param("No Armor", "Armor Technology", marks=pytest.mark.rule("CW-3.1-73")),
        pytest.param(
            "No Point Defense Batteries", "Improved Point Defense Batteries", marks=pytest.mark.rule("CW-3.1-74")
        ),
        pytest.param("No Beam Weapons", "Beam Weapons: Meson Weapons", marks=pytest.mark.rule("CW-3.1-75")),
        pytest.param("No Missile Technology", "Missile Engine Technology", marks=pytest.mark.rule("CW-3.1-77")),
        pytest.param("No Railguns/Mass Drivers", "Mass Driver Technology", marks=pytest.mark.rule("CW-3.1-78")),
    ],
)
def test_what_was_given_up_cannot_be_bought_better(given_up: str, bought: str) -> None:
    assert problems(sheet(given_up, bought)) == {
        choices()[given_up].rule: f"{given_up} and {bought} cannot go together.",
    }
    assert not problems(sheet(given_up))
    assert not problems(sheet(bought))


@pytest.mark.rule("CW-3.1-72")
def test_warheads_need_missiles_or_railguns() -> None:
    warhead = "Missile/Railgun Warhead: MIRV warhead"
    assert "CW-3.1-72" in problems(sheet("No Missile Technology", "No Railguns/Mass Drivers", warhead))
    assert not problems(sheet("No Missile Technology", warhead))


@pytest.mark.rule("CW-16.0-02")
def test_society_is_chosen_from_ten_lists() -> None:
    assert not problems(changed(PLAIN, society={"Police": "Light Security/Police Forces"}))
    assert "Police" in problems(changed(PLAIN, society={"Police": "Robots"}))["CW-16.0-02"]
    assert "CW-16.0-02" in problems(changed(PLAIN, society={"Cuisine": "French"}))


def test_a_nameless_race_and_unknown_entries_get_a_sentence_each() -> None:
    assert "CW-3.2-05" in problems(changed(PLAIN, name=" "))
    assert "is Flight meant?" in problems(sheet("Fligt"))["CW-3.1-04"]
    assert "custom entry" in problems(sheet("Zzzzz"))["CW-3.1-04"]


words = st.one_of(st.text(max_size=12), st.sampled_from([*choices(), "Xenophobic", "Hostile", "Police"]))
entries = st.builds(SheetEntry, words, st.integers(-3, 99), words, st.booleans(), words)
customs = st.builds(
    CustomEntry,
    words,
    st.sampled_from(["abilities", "disadvantages", "drives"]),
    words,
    st.none() | st.integers(-99, 99),
    st.sampled_from(["open", "approved", "refused"]),
)
drafts = st.builds(
    RaceSheet,
    name=words,
    home_step=words | st.text("0123456789Xx", min_size=4, max_size=4),
    biology=words,
    attitude=words,
    xenophobic=st.booleans(),
    society=st.dictionaries(words, words, max_size=3),
    entries=st.lists(entries, max_size=6).map(tuple),
    custom=st.lists(customs, max_size=3).map(tuple),
)


@given(drafts)
def test_no_draft_is_so_wrong_that_checking_it_fails(draft: RaceSheet) -> None:
    report = check_sheet(draft)
    assert isinstance(report, SheetReport)
    assert report.net == sum(line.ap for line in report.lines)
    assert all(finding.text and finding.rule.startswith("CW-") for finding in (*report.problems, *report.wants))
    assert str(report.net) in describe(draft)
