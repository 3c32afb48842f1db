"""The front page of a report: few lines, the news first, and nothing told twice."""

from collections.abc import Sequence

import pytest

from render.campaign.brief_news import WORDINGS, briefs
from render.campaign.front_page import MOST_CHARACTERS, MOST_LINES, QUIET, write_front_page
from rules.cluster_war.model.events import (
    battles,
    colonies,
    detection,
    diplomacy,
    encounters,
    ground,
    industry,
    logistics,
    raids,
    research,
)
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.common import tables
from rules.cluster_war.model.state.dealings import Deed, Offer, Pact
from rules.cluster_war.model.state.places import Scene
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.gm.rulings import DEFAULT_RULING_START
from rules.values import Cause, changed
from tests.render.campaign.happenings import happenings
from tests.render.campaign.scene import late_game

US = ("humans",)
CAUSE = Cause("CW-1.0-01")


def page(*events: Event) -> list[str]:
    """The page's lines."""
    return write_front_page(late_game(), events, 12).splitlines()


def grown(colony: str, after: int) -> Event:
    return colonies.ColonyGrew("humans", colony, 10, after, 5, cause=CAUSE, seen_by=US)


def test_everything_at_once_is_nine_lines_at_most() -> None:
    text = write_front_page(late_game(), happenings(), 12)
    assert len(text.splitlines()) <= MOST_LINES
    assert len(text) <= MOST_CHARACTERS
    assert text.startswith("## ")


@pytest.mark.parametrize("event", happenings(), ids=lambda event: type(event).__name__)
def test_every_event_alone_is_a_page(event: Event) -> None:
    lines = page(event)
    assert lines[0].startswith("## ")
    assert all(len(line) <= 130 for line in lines)
    for one in briefs(late_game(), (event,), 12):
        assert 0 < one.weight < 100
        assert one.text or one.title


def test_nothing_happened() -> None:
    assert page()[0] == f"## {QUIET}"


def test_a_battle_is_told_once_with_what_it_cost() -> None:
    fought = next(event for event in happenings() if isinstance(event, battles.BattleFought))
    losses = changed(
        next(event for event in happenings() if isinstance(event, battles.BattleLosses)), battle=fought.battle
    )
    lines = page(fought, losses)
    told = [line for line in lines if "Battle with" in line]
    assert len(told) == 1
    assert "Lost: " in told[0]
    bases = changed(
        losses, fleet="", lost=(), captured=(), defenders=(battles.UnitCount("humans", "Picket station", 2),)
    )
    assert "Lost: 2 × Picket station." in next(line for line in page(fought, bases) if "Battle with" in line)


def test_growth_of_many_colonies_is_one_line() -> None:
    keys = sorted(late_game().colonies)[:5]
    lines = page(*(grown(key, 20 + n) for n, key in enumerate(keys)))
    assert sum("Grown: " in line for line in lines) == 1


def test_the_game_masters_words_are_a_quotation_with_a_name() -> None:
    lines = page(Narrated("A comet hangs over every capital.", cause=CAUSE, seen_by=US))
    assert "> A comet hangs over every capital. — The game master" in lines


def named(events: Sequence[Event]) -> set[type[Event]]:
    return {type(event) for event in events}


def test_every_wording_is_of_an_event_that_there_is() -> None:
    assert set(WORDINGS) <= named(happenings())


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        (ground.WorldConquered, "is yours"),
        (research.ResearchRolled, "has finished"),
        (colonies.ColonyFounded, "is founded"),
        (detection.ShipsVanished, "overdue"),
        (logistics.StressSettled, ""),
    ],
)
def test_the_headline_is_the_news(kind: type[Event], title: str) -> None:
    event = next(one for one in happenings() if isinstance(one, kind))
    if isinstance(event, ground.WorldConquered):
        event = changed(event, side="humans", loser="vermin")
    if isinstance(event, research.ResearchRolled):
        event = changed(event, finished=True, success=True, catastrophe=False)
    assert title in page(event)[0]


def test_news_words_and_scenes_at_their_longest_keep_within_the_page() -> None:
    view = late_game()
    settings = changed(view.settings, aim="turns", aim_turns=60)
    kinds = sorted(row[0] for row in tables(settings)["CW-TAB-SCENES"].rows)
    scenes = tuple(scene_of(view, number, kind) for number, kind in enumerate(kinds, 1))
    words = [Narrated("Long words of a game master. " * 20, cause=CAUSE, seen_by=US) for _ in range(3)]
    events = [event for event in happenings() if not isinstance(event, Narrated)]
    for some in (scenes, scenes[:1], ()):
        text = write_front_page(changed(view, settings=settings, scenes=some), [*words, *events], 12)
        assert len(text.splitlines()) <= MOST_LINES
        assert len(text) <= MOST_CHARACTERS
        assert text.count("> Long words") == 1
        assert text.count("> **") == min(len(some), 1)
        assert "**Aim**" in text
        assert "CPs** to spend" in text


def scene_of(view: View, number: int, kind: str) -> Scene:
    """An open scene at the side's home."""
    home = min(view.colonies.values(), key=lambda one: one.id).hex
    return Scene(f"humans/E{number}", "humans", home, kind, "", view.turn, 1)


def test_a_scene_is_told_once() -> None:
    view = late_game()
    scene = scene_of(view, 1, "parasites")
    opened = encounters.SceneOpened("humans", scene.id, scene.kind, scene.hex, 1, "quarantine", cause=CAUSE, seen_by=US)
    met = encounters.TrapMet(
        "humans", scene.hex, 1, "The first of the crew woke with a fever.", cause=CAUSE, seen_by=US
    )
    text = write_front_page(changed(view, scenes=(scene,)), [opened, met], 12)
    assert text.count("woke with a fever") == 1
    assert text.count("Something came aboard") == 2  # the headline, and the quotation that has its choices
    assert "Waits for you" not in text
    lost = changed(met, lost=("humans/DD01",))
    assert "Lost: DD01" in write_front_page(changed(view, scenes=(scene,)), [opened, lost], 12)


def test_a_blockade_weighs_more_than_who_got_away() -> None:
    view = late_game()
    home = min(view.colonies.values(), key=lambda one: one.id)
    away = battles.FleetEvaded("humans", "humans/F4", "Lantern Two", home.hex, 3, cause=CAUSE, seen_by=US)
    shut = raids.BlockadeChanged("humans", home.id, home.name, "humans", "vermin", on=True, cause=CAUSE, seen_by=US)
    lines = page(away, shut)
    assert lines[0].startswith("## Vermin blockades ")
    assert any(line.startswith("- Kept out of a fight: Lantern Two, at ") for line in lines)


def test_the_headline_is_not_told_again_below_it() -> None:
    ended = next(one for one in happenings() if isinstance(one, diplomacy.TradeEnded))
    refused = changed(ended, side="vermin", other="humans", offer=True)
    assert page(refused)[0] == "## Vermin wants no trade with you"
    assert not [line for line in page(refused)[1:] if "wants no trade" in line]
    changed_ = next(one for one in happenings() if isinstance(one, raids.BlockadeChanged))
    blockaded = changed(changed_, by="vermin", on=True)
    told = page(blockaded)[0].removeprefix("## ")
    assert "blockades" in told
    assert not [line for line in page(blockaded)[1:] if told in line]


def test_an_offer_that_was_accepted_is_told_as_agreed() -> None:
    agreed = next(one for one in happenings() if isinstance(one, diplomacy.TradeAgreed))
    offered = next(one for one in happenings() if isinstance(one, diplomacy.TradeOffered))
    taken = changed(offered, side="vermin", taker="humans")
    lines = page(changed(agreed, sides=("humans", "vermin")), taken)
    assert "trade with Vermin" in lines[0]
    assert not [line for line in lines if "offers you" in line]


def test_research_without_luck_is_no_headline() -> None:
    rolled = next(one for one in happenings() if isinstance(one, research.ResearchRolled))
    luckless = changed(rolled, success=False, finished=False, catastrophe=False, chance=2)
    lines = page(luckless)
    assert lines[0] == f"## {QUIET}"
    assert f"- Research without luck this month: {luckless.name} (2 %)." in lines


def test_who_kept_out_of_a_fight_and_who_fled_are_told_without_numbers_of_ships_and_fleets() -> None:
    evaded = next(one for one in happenings() if isinstance(one, battles.FleetEvaded))
    fled = next(one for one in happenings() if isinstance(one, battles.FleetFled))
    told = "\n".join(page(changed(evaded, name="Home Fleet"), changed(evaded, name="Rim Patrol"), fled))
    assert "Kept out of a fight: Home Fleet and Rim Patrol, at " in told
    assert f"{fled.name} fled from " in told or f"{fled.name} broke off the battle at " in told
    assert evaded.fleet not in told
    assert all(ship not in told for ship in fled.ships)


def test_the_books_word_is_not_the_game_masters() -> None:
    lines = page(Narrated(f"{DEFAULT_RULING_START}, CW-8.0-19: nothing else is lost.", cause=CAUSE, seen_by=US))
    assert f"> {DEFAULT_RULING_START}, CW-8.0-19: nothing else is lost." in lines


def test_how_the_side_stands_is_the_last_line() -> None:
    view = late_game()
    view = changed(view, settings=changed(view.settings, aim="last"))
    assert write_front_page(view, happenings(), 12).splitlines()[-1].startswith("**Aim**: be the last to hold a world.")


def test_facilities_are_named_as_everywhere_else() -> None:
    built = next(one for one in happenings() if isinstance(one, industry.FacilityBuilt))
    assert "20 shipyard bays at " in "\n".join(page(changed(built, facility="shipyard", amount=20)))


def test_a_war_that_has_begun_is_told_with_its_cause_and_only_once() -> None:
    before = changed(late_game(), deeds=(), peace=(), truces=())
    struck = Deed("raid", "vermin", "vermin", 12, 12, "2034")
    view = changed(before, deeds=(struck,))
    lines = write_front_page(view, (), 12, before).splitlines()
    name = view.flags["vermin"].name
    assert lines[0] == f"## War with {name}"
    assert [line for line in lines if f"{name} and you are at war: they raided your freighters at" in line]
    assert write_front_page(view, (), 13, view).splitlines()[0] == f"## {QUIET}"


def test_a_partner_in_trade_that_fought_against_you_is_named_as_one() -> None:
    fought = next(event for event in happenings() if isinstance(event, battles.BattleFought))
    fought = changed(fought, side="humans", foe="", foes=("vermin", "oolab"))
    view = changed(late_game(), pacts=(Pact("humans", "vermin", "full", 3),))
    text = write_front_page(view, (fought,), 12)
    assert f"You trade with {view.flags['vermin'].name}, who stood against you." in text
    assert "You trade with" not in write_front_page(changed(view, pacts=()), (fought,), 12)


def test_an_offer_that_waits_is_told_once() -> None:
    offered = diplomacy.TradeOffered("vermin", "humans", "full", cause=CAUSE, seen_by=US)
    view = changed(late_game(), offers=(Offer("vermin", "humans", "full", 12),), pacts=())
    text = write_front_page(view, (offered,), 12)
    assert text.count("trade") == 2, "in the headline and in what waits"
    assert "Waits for you" in text
    assert "offers you full trade" in write_front_page(changed(view, offers=()), (offered,), 12)
