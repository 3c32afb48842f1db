"""Every page of a race's form, of the wizard and of the game master's view fits a message, however much stands on it."""

import discord
import pytest

from cogs.campaign.founding.panel import FOUNDING_PAGES, founding_panel, rules_text
from cogs.campaign.gm.approval_handlers import race_panel as judge_panel
from cogs.campaign.gm.approval_handlers import races_panel
from cogs.campaign.race.form import pages
from cogs.campaign.race.panel import race_panel
from rules.cluster_war.model.race_design.choices import choices, society_lists
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.values import Flag, changed
from umpire.campaign.founding import race_edits
from umpire.campaign.founding.open_campaign import Founding, SeatState
from umpire.campaign.founding.plan import SEAT_NAMES, FoundingPlan, settings_of_plan
from umpire.campaign.founding.race_draft import RaceDraft, judge
from umpire.campaign.founding.races import RacePaper
from umpire.campaign.open_turn import SYSTEM
from umpire.games.games import Game
from umpire.games.options import Options, Schedule

LONG = "*_[W]_*" * 5
PLAN = FoundingPlan(
    seats=10,
    shape="ring",
    across=10,
    down=10,
    blurb="*" * 600,
    rulings={f"CW-8.0-{n}": "_" * 300 for n in range(10, 40)},
)
FLAGS = tuple(Flag(side, name, colour) for side, name, colour in SEAT_NAMES)
GAME = Game(
    "g7k2", 1, 2, LONG, "setup", 0, "published", 0, "", None, Schedule(), Options(), None, FLAGS, SYSTEM, is_open=True
)


def crowded() -> RaceDraft:
    """Everything that can be taken, ten times over, with words as long as they may be."""
    draft = race_edits.set_names(RaceDraft(), "W" * 40, LONG, "W" * 40)
    draft = race_edits.set_looks(draft, LONG, LONG, "*" * 1500)
    names = list(choices())
    draft = race_edits.choose(draft, names, names)
    for name in names[:20]:
        draft = race_edits.set_entry(draft, name, "60", "~" * 80)
    for number in range(race_edits.MOST_CUSTOM):
        draft = race_edits.add_custom(draft, f"{LONG[:30]}{number}", "abilities", "*" * 500)
    for title, options in society_lists().items():
        draft = race_edits.set_society(draft, title, options[0])
    draft = race_edits.use_kit(draft, "Humans", settings_of_plan(PLAN))
    colonies = "\n".join(f"99 (5555) {LONG[:35]}" for _ in range(30))
    draft = race_edits.set_colonies(draft, "400", colonies)
    for number in range(15):
        text = UnitText(f"X{number}", f"{number}{'*' * 58}", "ship", 30, "5 Beam emitter 9", "_" * 400)
        draft, _ = race_edits.put_unit(draft, text, settings_of_plan(PLAN))
    return changed(draft, sheet=changed(draft.sheet, gm_comment="*" * 600))


def paper(state: str = "returned") -> RacePaper:
    """The crowded race of the blue seat."""
    draft = crowded()
    return RacePaper("blue", 3, state, draft, PLAN, judge(draft, PLAN), True)  # type: ignore[arg-type] # a state by name


PAPER, SENT = paper(), paper("submitted")
NOW = Founding(GAME, PLAN, tuple(SeatState(flag.id, flag.name, None, "submitted") for flag in FLAGS), made=False)


def check(panel: discord.ui.LayoutView) -> None:
    """Discord's limits of a message with components: 4,000 characters of text, 40 components, lists of 25, ids of 100."""
    items = list(panel.walk_children())
    assert sum(len(item.content) for item in items if isinstance(item, discord.ui.TextDisplay)) <= 4000
    assert len(items) <= 40
    ids = [item.custom_id for item in items if isinstance(item, discord.ui.Button | discord.ui.Select)]
    assert len(set(ids)) == len(ids)
    assert all(len(str(custom_id)) <= 100 for custom_id in ids)
    for item in items:
        if isinstance(item, discord.ui.Select):
            assert 1 <= len(item.options) <= 25
            assert item.min_values <= item.max_values <= len(item.options)
            values = [option.value for option in item.options]
            assert len(set(values)) == len(values)
            assert all(len(option.label) <= 100 and len(option.description or "") <= 100 for option in item.options)
            assert sum(option.default for option in item.options) <= item.max_values


@pytest.mark.parametrize("page", pages())
def test_every_page_of_a_crowded_race_fits(page: str) -> None:
    check(race_panel(GAME, PAPER, page))


@pytest.mark.parametrize("page", FOUNDING_PAGES)
def test_every_page_of_the_wizard_fits(page: str) -> None:
    check(founding_panel(NOW, page))


def test_the_game_masters_views_fit() -> None:
    check(races_panel(NOW, [SENT] * len(FLAGS)))
    check(judge_panel(NOW, SENT))
    assert "ring" in rules_text(NOW)


def test_an_empty_race_fits_too() -> None:
    empty = RaceDraft()
    fresh = RacePaper("blue", 1, "draft", empty, PLAN, judge(empty, PLAN), True)
    for page in pages():
        check(race_panel(GAME, fresh, page))
