"""What a race means in play, as its player and the game master read it (3.1)."""

import pytest

from rules.cluster_war.model.race_design.in_play import notes_in_play
from rules.cluster_war.model.race_design.sheet import RaceSheet
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.play.sheets.workbook import BUILDERS
from rules.cluster_war.turn.setup.presets import preset
from rules.cluster_war.turn.setup.races import describe
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.rules.cluster_war.yard import empire

PLAIN = Race("Folk", "5555")


def told(rule: str, *technologies: str, **fields: object) -> list[str]:
    """What a race with these fields is told under a rule."""
    race = changed(PLAIN, **fields)  # type: ignore[arg-type] # Race's own fields
    return [n.text for n in notes_in_play(race, technologies) if n.rule == rule]


@pytest.mark.parametrize(
    ("rule", "fields", "technologies", "text"),
    [
        pytest.param(rule, fields, technologies, text, marks=pytest.mark.rule(rule), id=f"{rule} {text[:20]}")
        for rule, fields, technologies, text in (
            ("CW-3.1-16", {"abilities": ("Flight",)}, (), "Troops on foot move at the mobile rate."),
            ("CW-3.1-36", {}, ("Battle Computers III: Androids",), "Android crews need no crew quarters"),
            ("CW-3.1-39", {}, ("Beam Weapons: Shield Disruptor",), "does 2 to shields and 0 to components"),
            ("CW-3.1-51", {}, ("Modular Construction",), "put together in the next"),
            ("CW-3.1-52", {}, ("Regenerating Shields",), "not destroyed come back"),
            ("CW-3.1-52", {}, ("Regenerating Armor",), "heals slowly"),
            ("CW-3.1-57", {"drives": ("Foldspace",)}, (), "combat rounds to open the way"),
            ("CW-3.1-58", {"drives": ("String",)}, (), "by a lengthy survey only"),
            ("CW-3.1-58", {"drives": ("String",)}, ("Long-Range Scanners: Warp Point detection",), "points quickly"),
            ("CW-3.1-63", {"drives": ("Micro jump (leap)",)}, (), "up to 30 tactical hexes after a round of charging"),
            (
                "CW-3.1-64",
                {"drives": ("Reaction, Chemical",)},
                (),
                "burn 3 fuel for each component and use; a cargo bay holds 20",
            ),
            ("CW-3.1-65", {"drives": ("Turbo-warp",)}, (), "+3 acceleration, not in a round that fires heavy"),
            ("CW-3.1-79", {"disadvantages": ("No Multi-targeting",)}, (), "one target a combat round"),
            ("CW-3.1-19", {"abilities": ("Group Mind I", "Group Mind II", "Group Mind III")}, (), "after a week"),
            ("CW-3.1-18", {"abilities": ("Group Mind I", "Group Mind II")}, (), "joins the group mind after"),
            ("CW-3.1-25", {"attitude": "Pacifism"}, (), "It refuses weapons research, conquest, first strike."),
            ("CW-3.1-28", {"attitude": "Hostile"}, (), "Most of its units are armed."),
        )
    ],
)
def test_what_a_race_has_is_told_with_its_rule(
    rule: str, fields: dict[str, object], technologies: tuple[str, ...], text: str
) -> None:
    assert any(text in line for line in told(rule, *technologies, **fields)), told(rule, *technologies, **fields)
    assert not any(text in note.text for note in notes_in_play(PLAIN, ()))


def test_an_ordinary_race_is_told_of_its_attitude_alone() -> None:
    assert [n.rule for n in notes_in_play(PLAIN, ())] == ["CW-3.1-27"]


def test_the_sheet_of_a_race_and_of_its_technology_say_it() -> None:
    vermin = describe(preset("Vermin"))
    assert "In play: Meets others: must try to destroy every other race" in vermin
    assert describe(RaceSheet()).count("In play: ") == 1
    rows = BUILDERS["technology"](view_for(empire(), "humans")).rows
    assert ["In play" in row.cells for row in rows].count(True) >= 1
