"""Unit designs in play: kept, sent once, approved in one transaction with the amendment, and nobody else's business."""

import pytest

from rules.cluster_war.chapters.industry.drawings import MOST_DRAWINGS
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.values import GameError, IllegalOrderError, NotYoursError, WrongPhaseError
from tests.umpire.world import World
from umpire.campaign.designs import drawings
from umpire.campaign.gm.rulings import RulingResult
from umpire.campaign.views import side_views
from umpire.games.seat import audit_log


async def wisp(world: World, lines: str = "Bridge\nDrive 2G\nLRS", name: str = "Wisp", short: str = "WI") -> UnitText:
    """A small ship on a hull that the Humans have."""
    view = await side_views.view(world.services, world.anna)
    assert view.me is not None
    hull = next(d.hull for d in view.me.designs.values() if d.kind == "ship")
    return UnitText(short, name, "ship", hull, lines)


async def approved(world: World, drawing: drawings.DrawnDesign) -> RulingResult:
    """The game master's yes."""
    return await drawings.approve(world.services, world.gm, drawing.side, drawing.name, drawing.version)


async def test_a_design_is_drawn_sent_and_on_the_roster(world: World) -> None:
    drawn = await drawings.draw(world.services, world.anna, await wisp(world))
    assert drawn.can_be_sent
    sent = await drawings.send(world.services, world.anna, "WI")
    assert await drawings.send(world.services, world.anna, "WI") == sent
    assert [d.name for d in await drawings.all_drawings(world.services, world.gm)] == ["WI"]
    ruled = await approved(world, sent)
    assert ruled.phase == "start"
    view = await side_views.view(world.services, world.anna)
    assert view.me is not None
    assert view.me.designs["WI"].layout["Drive 2G"] > 0
    (mine,) = await drawings.drawings(world.services, world.anna)
    assert mine.state == "approved"
    assert await drawings.all_drawings(world.services, world.gm) == ()
    acts = [row.action for row in await audit_log(world.services, world.gm)]
    assert acts[:3] == ["amended", "design.sent", "design.drawn"]


async def test_approving_twice_adds_one_design(world: World) -> None:
    await drawings.draw(world.services, world.anna, await wisp(world))
    sent = await drawings.send(world.services, world.anna, "WI")
    await approved(world, sent)
    with pytest.raises(WrongPhaseError, match="has changed since"):
        await approved(world, sent)
    view = await side_views.view(world.services, world.anna)
    assert view.me is not None
    assert [d for d in view.me.designs if d.startswith("WI")] == ["WI"]


async def test_an_approval_for_what_was_torn_up_and_drawn_anew_counts_for_nothing(world: World) -> None:
    await drawings.draw(world.services, world.anna, await wisp(world))
    shown = await drawings.send(world.services, world.anna, "WI")
    await drawings.tear_up(world.services, world.anna, "WI")
    await drawings.draw(world.services, world.anna, await wisp(world, "Bridge\nDrive 2G\n3 LRS"))
    await drawings.send(world.services, world.anna, "WI")
    with pytest.raises(WrongPhaseError, match="has changed since"):
        await approved(world, shown)


@pytest.mark.rule("CW-6.0-01")
async def test_a_hull_the_side_has_no_template_for_waits_for_research(world: World) -> None:
    text = await wisp(world)
    odd = UnitText("OD", "Oddity", "ship", 77, text.lines)
    drawn = await drawings.draw(world.services, world.anna, odd)
    assert not drawn.can_be_sent
    with pytest.raises(IllegalOrderError, match="research it first"):
        await drawings.send(world.services, world.anna, "OD")


async def test_a_name_or_id_of_the_roster_cannot_be_taken_again(world: World) -> None:
    view = await side_views.view(world.services, world.anna)
    assert view.me is not None
    held = next(d for d in view.me.designs.values() if d.kind == "ship")
    drawn = await drawings.draw(world.services, world.anna, await wisp(world, name=held.name))
    assert any("already" in problem.text for problem in drawn.problems)


async def test_a_sent_drawing_stays_as_it_is_and_an_approved_one_for_good(world: World) -> None:
    await drawings.draw(world.services, world.anna, await wisp(world))
    sent = await drawings.send(world.services, world.anna, "WI")
    with pytest.raises(WrongPhaseError, match="with the game master"):
        await drawings.draw(world.services, world.anna, await wisp(world))
    await approved(world, sent)
    with pytest.raises(WrongPhaseError, match="on your roster"):
        await drawings.tear_up(world.services, world.anna, "WI")
    with pytest.raises(WrongPhaseError, match="on your roster"):
        await drawings.draw(world.services, world.anna, await wisp(world))


async def test_a_drawing_is_seen_by_its_player_and_the_game_master_alone(world: World) -> None:
    await drawings.draw(world.services, world.anna, await wisp(world))
    assert await drawings.drawings(world.services, world.dora) == ()
    with pytest.raises(NotYoursError, match="no drawing"):
        await drawings.send(world.services, world.dora, "WI")
    with pytest.raises(NotYoursError):
        await drawings.all_drawings(world.services, world.dora)
    assert await drawings.all_drawings(world.services, world.gm) == (), "it has not been sent"


async def test_it_is_handed_back_only_with_a_word(world: World) -> None:
    await drawings.draw(world.services, world.anna, await wisp(world))
    sent = await drawings.send(world.services, world.anna, "WI")
    with pytest.raises(GameError, match="what should change"):
        await drawings.hand_back(world.services, world.gm, "humans", "WI", sent.version, " ")
    await drawings.hand_back(world.services, world.gm, "humans", "WI", sent.version, "Smaller.")
    (mine,) = await drawings.drawings(world.services, world.anna)
    assert (mine.state, mine.sketch.comment, mine.can_be_sent) == ("returned", "Smaller.", True)
    assert any("Smaller." in letter.text for letter in await world.letters())


async def test_the_drawing_board_has_an_end(world: World) -> None:
    for number in range(MOST_DRAWINGS):
        await drawings.draw(world.services, world.anna, await wisp(world, name=f"Wisp {number}", short=f"W{number}"))
    with pytest.raises(GameError, match="tear one up"):
        await drawings.draw(world.services, world.anna, await wisp(world, name="One more", short="XX"))
