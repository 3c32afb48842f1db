"""Designs written line by line: what is understood, and the sentence for what is not."""

from fractions import Fraction

import pytest

from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.unit_design.checks import design_of
from rules.cluster_war.model.unit_design.drafts import CustomPart, Fitting, GroundDraft, UnitDraft
from rules.cluster_war.model.unit_design.pricing import price
from rules.cluster_war.model.unit_design.sheet import UnitText, approve_custom, read_unit
from rules.values import GameError, NotationError

USUAL = Settings()
SHIP = UnitText("dd", "Sabre", "ship", 20, "Bridge\n2 Crew quarters\nDrive 4G\n3 beam emitters 3 (Heat, Meson)\n- LRS")


def test_lines_become_fittings_with_count_rating_and_effects() -> None:
    draft = read_unit(SHIP, USUAL)
    assert isinstance(draft, UnitDraft)
    assert (draft.id, draft.name, draft.template.kind, draft.template.hull) == ("DD", "Sabre", "ship", 20)
    assert draft.fittings == (
        Fitting("Bridge"),
        Fitting("Crew quarters", 2),
        Fitting("Drive", 1, Fraction(4)),
        Fitting("Beam emitter", 3, Fraction(3), ("Heat", "Meson")),
        Fitting("LRS"),
    )
    assert design_of(draft, USUAL).drive == 4


@pytest.mark.parametrize(
    ("line", "component"),
    [("point defense batteries", "Point defense battery"), ("SURVEY BAYS", "Survey bay"), ("towing", "Towing link")],
)
def test_plurals_capitals_and_clear_beginnings_are_understood(line: str, component: str) -> None:
    draft = read_unit(UnitText("A", "A", "ship", 9, f"2x {line}"), USUAL)
    assert isinstance(draft, UnitDraft)
    assert draft.fittings == (Fitting(component, 2),)


def test_words_with_a_colon_set_crew_grade_drive_and_structure() -> None:
    text = "grade: veteran\ncrew: Android\nmultiplier: scrappable\nftl: warp\ndoubled: yes\nstructure: asteroid"
    draft = read_unit(UnitText("A", "A", "ship", 9, text), USUAL)
    assert isinstance(draft, UnitDraft)
    assert (draft.grade, draft.crew, draft.multipliers) == ("Veteran", "android", ("Scrappable",))
    assert (draft.ftl, draft.ftl_doubled, draft.template.structure) == ("warp", True, "asteroid")


@pytest.mark.rule("CW-6.6-09")
def test_a_component_of_ones_own_waits_for_the_game_master_and_his_price() -> None:
    text = UnitText("A", "A", "ship", 9, "Bridge\ncustom: 2 Gravity lens, 3 spaces, 5/2 CPs, bends light")
    draft = read_unit(text, USUAL)
    assert isinstance(draft, UnitDraft)
    assert draft.custom == (CustomPart("Gravity lens", 3, Fraction(5, 2), 2, note="bends light"),)
    allowed = approve_custom(draft, {"Gravity lens": Fraction(20)})
    assert isinstance(allowed, UnitDraft)
    assert allowed.custom[0].approved
    assert price(allowed, USUAL).total == price(draft, USUAL).total + 35


def test_a_battalion_is_like_a_printed_one_with_changes() -> None:
    unit = read_unit(UnitText("RG", "Royal Guard", "battalion", 0, "like: infantry\nAR 5/6\nability: mobile"), USUAL)
    assert isinstance(unit, GroundDraft)
    assert unit.ratings == (5, 6, 2, 2)
    assert (unit.name, unit.based_on, unit.abilities) == ("Royal Guard", "Infantry", ("Mobile",))
    assert approve_custom(unit) is unit


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (UnitText("D D", "x", "ship", 9), "not a short id"),
        (UnitText("DD", "  ", "ship", 9), "a name of 1 to 60"),
        (UnitText("DD", "x", "balloon", 9), r"no kind of unit `balloon`; there are ship"),
        (UnitText("DD", "x", "ship", 0), "1 to 100000 spaces, not 0"),
        (UnitText("DD", "x", "ship", 9, "5 5 5"), "`5 5 5` cannot be read"),
        (UnitText("DD", "x", "ship", 9, "Warp core"), "no component `Warp core`"),
        (UnitText("DD", "x", "ship", 9, "Beem emiter"), "is Beam emitter meant"),
        (UnitText("DD", "x", "ship", 9, "colour: red"), "No line begins with `colour`"),
        (UnitText("DD", "x", "ship", 9, "custom: a thing"), "Gravity lens"),
        (UnitText("DD", "x", "ship", 9, "crew: cats"), "there are crew, android, crewless"),
        (UnitText("DD", "x", "ship", 9, "Bridge\n" * 61), "at most 60 lines"),
        (UnitText("INF", "x", "battalion", 0, "AR 4"), "`AR 4` cannot be read"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_line(text: UnitText, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        read_unit(text, USUAL)


def test_all_lines_that_cannot_be_read_are_told_at_once() -> None:
    text = UnitText("DD", "x", "ship", 9, "Bridge\nFlux capacitor\n2 Crew quarters\ncrew: cats")
    with pytest.raises(NotationError) as refused:
        read_unit(text, USUAL)
    first, second, third = str(refused.value).split("\n")
    assert first == "2 lines cannot be read:"
    assert second.startswith("• line 2: There is no component `Flux capacitor`")
    assert third.startswith("• line 4: There is no sort of crew `cats`")
    many = UnitText("DD", "x", "ship", 9, "Flux capacitor\n" * 12)
    with pytest.raises(NotationError, match="and 4 more"):
        read_unit(many, USUAL)


def test_a_battalion_like_none_is_refused() -> None:
    with pytest.raises(GameError, match="no printed unit"):
        read_unit(UnitText("INF", "x", "battalion", 0, "like: Knights"), USUAL)
