"""The dogfight's panel: it fits Discord whatever happens, says the odds exactly, and carries its moment in every button."""

from fractions import Fraction

import discord
import pytest

from cogs.common.components import ButtonData
from cogs.dogfight.fight_panel import PanelTexts, Pressed, fight_panel, jet_text, odds_text, percent, pressed
from cogs.dogfight.host_handlers import rules_panel
from cogs.dogfight.lessons import lesson
from rules.air_force.advance import run_turn
from rules.air_force.choices import choices, repeated_choice
from rules.air_force.combat import OutcomeChance
from rules.air_force.orders import Continue, SeatSent
from rules.air_force.setup import Wishes, new_dogfight
from rules.air_force.view import DogfightView, view_for
from rules.dice import Dice
from rules.values import Modifier, changed

MOST_TEXT = 4000
MOST_COMPONENTS = 40


def views(scenario: str, seed: int, turns: int = 6) -> list[DogfightView]:
    """What the pilot sees at each of his decisions, following the advice."""
    key = seed.to_bytes(32, "big")
    fight = changed(new_dogfight(scenario, Wishes("hard"), Dice(key, "panel", 0)), players=("blue",))
    found: list[DogfightView] = []
    while fight.winner is None and fight.now.turn <= turns:
        sent: list[SeatSent] = []
        while True:
            result = run_turn(fight, sent, Dice(key, "panel", fight.now.turn))
            if result.done:
                break
            view = view_for(result.fight, "blue")
            found.append(view)
            best = next(one for one in choices(view) if one.suggested)
            number = len(sent) + 1
            sent += [SeatSent("blue", number, best.decision), SeatSent("blue", number + 1, Continue(result.fight.now))]
        fight = result.fight
    return found


def panel_of(view: DogfightView, *, told: int) -> discord.ui.LayoutView:
    """A panel with so many long lines of what happened, with lessons."""
    found = choices(view)
    lines = (
        "**P1** energy roll **3** **4** ~~1~~ ~~6~~ (at altitude 4 to 6 the highest and lowest go) and so on",
    ) * told
    again = repeated_choice(view, found)
    return fight_panel(
        PanelTexts(
            "abcd",
            "F" * 80,
            7,
            "2/3/P1/1",
            view,
            lines,
            found,
            again,
            asked=True,
            teach=True,
            promise="0" * 64,
            alt="A map",
        )
    )


def carried(button: discord.ui.Button[discord.ui.LayoutView]) -> Pressed:
    """What a button's custom id says."""
    return pressed(ButtonData("", "", 0, str(button.custom_id).split("|", 4)[4]))


@pytest.mark.parametrize("scenario", ["intercept", "escort", "furball", "night", "duel"])
def test_a_panel_fits_discord_however_much_has_happened(scenario: str) -> None:
    for view in views(scenario, 5):
        items = list(panel_of(view, told=60).walk_children())
        text = sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay))
        assert text <= MOST_TEXT
        assert len(items) <= MOST_COMPONENTS
        for item in items:
            if isinstance(item, discord.ui.Button):
                assert item.label
                assert len(str(item.custom_id)) <= 100


def test_every_choice_is_offered_and_the_advice_has_a_button() -> None:
    for view in views("furball", 9):
        items = list(panel_of(view, told=3).walk_children())
        buttons = [str(item.label) for item in items if isinstance(item, discord.ui.Button)]
        listed = {option.value for item in items if isinstance(item, discord.ui.Select) for option in item.options}
        pressable = {
            carried(item).rest
            for item in items
            if isinstance(item, discord.ui.Button) and "df-do" in str(item.custom_id)
        }
        assert listed | pressable == {one.id for one in choices(view)}
        assert sum(label.startswith("★") for label in buttons) == 1


def test_each_lesson_is_told_once() -> None:
    told = [words for view in views("furball", 9) if (words := lesson(view))]
    assert len(told) == len(set(told)) >= 3
    assert told[0].startswith("**Your first fight.**")


def test_little_fuel_is_warned_of_from_three_on() -> None:
    (view, *_) = views("night", 3)
    own = view.known.jets["P1"]
    assert own.stores is not None
    told = [jet_text(view, changed(own, stores=changed(own.stores, fuel=left))) for left in (4, 3, 0)]
    assert ["⚠" in text for text in told] == [False, True, True]
    assert "Only 3 fuel left" in told[1]
    assert "ditch at altitude 1" in told[2]


def test_a_button_carries_its_moment_and_whether_lessons_are_on() -> None:
    (view, *_) = views("night", 3)
    for item in panel_of(view, told=0).walk_children():
        if isinstance(item, discord.ui.Button):
            read = carried(item)
            assert (read.teach, read.stop) == (True, "2/3/P1/1")


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(1, 2), "50 %"),
        (Fraction(1, 1000), "1 %"),
        (Fraction(999, 1000), "99 %"),
        (Fraction(1), "100 %"),
        (Fraction(0), "0 %"),
    ],
)
def test_what_is_not_sure_is_never_said_to_be(chance: Fraction, said: str) -> None:
    assert percent(chance) == said


def test_odds_name_what_they_come_from() -> None:
    shot = OutcomeChance(
        "hit", Fraction(15, 36), (Modifier(8, "or more needed on 2d6"), Modifier(1, "Aim"), Modifier(-1, "range 2"))
    )
    assert odds_text((shot,)) == "hit 42 % (8 or more needed on 2d6 +1 Aim \u22121 range 2)"
    assert odds_text((shot,), reasons=False) == "hit 42 %"
    level = OutcomeChance("Speed 3", Fraction(1), (Modifier(4, "Speed before"), Modifier(-1, "drag")))
    assert odds_text((level,)) == "4 Speed before \u22121 drag"
    assert odds_text((OutcomeChance("gain no Speed", Fraction(1)),)) == "gain no Speed"


def test_the_rules_page_fits_a_message() -> None:
    text = "".join(item.content for item in rules_panel().walk_children() if isinstance(item, discord.ui.TextDisplay))
    assert 500 < len(text) <= MOST_TEXT
