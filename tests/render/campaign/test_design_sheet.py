"""Design sheets: the same bytes for the same design, every part in the legend, words for those who cannot see it."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from render.campaign.design_sheet import Status, draw_design_sheet, figures
from render.canvas.theme import THEMES
from render.words.safe_text import LONGEST_ALT
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.checks import design_of
from rules.cluster_war.model.unit_design.pricing import group_of, known_layout, layout_of, spaces_open
from rules.cluster_war.model.unit_design.sheet import UnitText, read_unit
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.values import GameError, changed

USUAL = Settings()
ROSTER = load_scenario(Path(__file__).parents[3] / "scenarios" / "four_empires.toml").sides[0].designs
LINES = "Bridge\n4 Crew quarters\nDrive 3G\n5 Beam emitter 3 (Heat)\n2 XO rack\ncustom: Gravity lens, 2 spaces, 5 CPs"


def cruiser() -> Design:
    """A ship as a player draws it."""
    draft = read_unit(UnitText("CA", "Resolute", "ship", 36, LINES), USUAL)
    return design_of(draft, USUAL)


def test_a_layout_fills_the_hull_by_what_was_drawn() -> None:
    design = cruiser()
    assert design.layout == {
        "Bridge": 1,
        "Crew quarters": 4,
        "Drive 3G": 11,
        "Beam emitter 3, Heat": 5,
        "XO rack": 0,
        "Gravity lens": 2,
    }
    assert spaces_open(design, USUAL) == 13
    assert [group_of(label, USUAL) for label in design.layout] == [
        "control",
        "crew",
        "hull",
        "weapons",
        "weapons",
        "custom",
    ]


def test_a_roster_design_shows_what_is_known_of_it() -> None:
    assert known_layout(ROSTER["HF"], USUAL) == {
        "Drive 2G": 10,
        "Bridge": 1,
        "Cargo bay": 30,
        "Crew quarters": 5,
        "Shield projector 1": 1,
    }
    assert known_layout(ROSTER["FI"], USUAL) == {"Drive 4G": 2}


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_design_gives_the_same_picture_in_every_palette(theme: str) -> None:
    one = draw_design_sheet(cruiser(), USUAL, theme=theme, owner="Human Union")  # type: ignore[arg-type] # a palette's name
    two = draw_design_sheet(cruiser(), USUAL, theme=theme, owner="Human Union")  # type: ignore[arg-type] # as above
    assert one == two
    with Image.open(BytesIO(one.png)) as image:
        assert image.size == (one.width, one.height)
        assert len(image.getcolors(1 << 20) or []) > 8


def test_the_words_tell_what_the_picture_shows() -> None:
    alt = draw_design_sheet(cruiser(), USUAL, owner="Human Union").alt
    for words in (
        "Resolute (CA)",
        "of Human Union",
        "Drive 3G",
        "Beam emitter 3, Heat 5",
        "Gravity lens 2",
        "not drawn 13",
    ):
        assert words in alt, words
    assert "XO rack" not in alt, "it is outside the hull"


def test_figures_are_those_of_the_kind_of_unit() -> None:
    assert dict(figures(ROSTER["FI"]))["Tenth-scale hull"] == "4"
    assert dict(figures(ROSTER["INF"])) == {"Price": "10 CPs", "Size": "1"}
    unit = read_unit(UnitText("RG", "Guard", "battalion", 0, "like: Infantry"), USUAL)
    assert dict(figures(design_of(unit, USUAL)))["AR"] == "3/3"


def test_every_design_of_the_rosters_can_be_drawn() -> None:
    for design in ROSTER.values():
        picture = draw_design_sheet(design, USUAL)
        assert picture.png.startswith(b"\x89PNG"), design.id
        assert len(picture.alt) <= LONGEST_ALT


def test_a_giant_and_a_strange_name_are_drawn_too() -> None:
    giant = changed(
        cruiser(), hull=100_000, drive=Fraction(1, 3), name="\u202eXX\n@everyone" * 9, layout={"Cargo bay": 90_000}
    )
    picture = draw_design_sheet(giant, USUAL, lines=["x" * 500])
    assert picture.height < 1200
    assert len(picture.alt) <= LONGEST_ALT
    assert "\u202e" not in picture.alt
    assert layout_of(read_unit(UnitText("A", "A", "ship", 5, ""), USUAL), USUAL) == {}  # type: ignore[arg-type] # a ship


def test_an_unknown_palette_is_refused() -> None:
    with pytest.raises(GameError, match="no such palette"):
        draw_design_sheet(cruiser(), USUAL, theme="pink")  # type: ignore[arg-type] # wrong on purpose


@pytest.mark.rule("CW-18.0-21")
def test_a_ships_status_crosses_out_what_is_damaged_and_destroyed() -> None:
    design = cruiser()
    plain = draw_design_sheet(design, USUAL, owner="Humans")
    wounds = Wounds({"Beam emitter 3, Heat": 2}, {"Drive 3G": 3})
    hurt = draw_design_sheet(design, USUAL, owner="Humans", status=Status("CA07", wounds))
    again = draw_design_sheet(design, USUAL, owner="Humans", status=Status("CA07", wounds))
    assert hurt.png == again.png != plain.png
    assert hurt.alt.startswith("Status of CA07, Resolute, ship of Humans.")
    assert "Beam emitter 3, Heat 5, 2 damaged" in hurt.alt
    assert "Drive 3G 11, 3 destroyed" in hurt.alt
    whole = draw_design_sheet(design, USUAL, owner="Humans", status=Status("CA07", Wounds()))
    assert "damaged" not in whole.alt
    assert Image.open(BytesIO(whole.png)).size == Image.open(BytesIO(plain.png)).size
