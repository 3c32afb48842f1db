"""A turn played otherwise in private: changed, set beside what was, adopted with everybody's orders kept, or thrown away."""

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.logistics.amendments import CreateShips, RemoveShips
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.play.governors.situation import GovernorMemory, GovernorPlan
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.values import GameError, NotYoursError, WrongPhaseError
from storage import battles, forks, governors
from storage.codec import encode_value
from storage.governors import BotTurnRow
from tests.umpire.battle_step import battles_every_month
from tests.umpire.world import World
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.sheet_checks import MOST_ORDERS
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import side_views
from umpire.campaign.views.reports import report
from umpire.campaign.whatif import adoption, differences, fork_edits
from umpire.campaign.whatif.differences import ForkComparison, WhatIfDifference
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_export import revealed_dice
from umpire.games import games

VANGUARD = RenameFleet("humans-F1", "Vanguard")


async def mine(world: World) -> dict[str, Fleet]:
    return dict((await side_views.view(world.services, world.anna)).fleets)


async def compared(world: World) -> ForkComparison:
    return await differences.compare(world.services, world.gm)


def difference_of(found: ForkComparison, side: str) -> WhatIfDifference:
    return next(one for one in found.differences if one.side == side)


async def holds(world: World) -> None:
    """The game's capsule is played again from its first state and comes out the same."""
    found = await capsule_commands.verify(
        world.services, await capsule_commands.export_capsule(world.services, world.gm)
    )
    assert found.differences == ()
    assert found.replayed > 0


async def test_a_published_turn_played_otherwise_is_shown_and_adopted_with_the_next_turns_orders_kept(
    world: World,
) -> None:
    await orders.enter(world.services, world.anna, [VANGUARD])
    await orders.set_word(world.services, world.anna, "onward")
    await world.advance(1)
    await orders.enter(world.services, world.anna, [RenameFleet("humans-F2", "Mules"), FreeText("A wish")])
    await orders.enter(world.services, world.dora, [FreeText("Another wish")])
    await orders.set_ready(world.services, world.dora, True)
    told_first = (await report(world.services, world.anna, 1)).text

    read = await fork_edits.begin(world.services, world.gm, "published")
    assert (read.fork.turn, read.fork.drawn) == (1, False)
    assert all(one.is_none for one in (await compared(world)).differences), "the same turn by the same dice"
    await fork_edits.set_taking(world.services, world.gm, "start")
    ruled = await rulings.amend(world.services, world.gm, SetTreasury("humans", 777), "A hoard", expect=2)
    assert ruled.forked
    sheet = await fork_edits.set_orders(world.services, world.gm, "humans", ["1"], ['rename "Home Fleet" to "Wall"'])
    assert [label for label, _ in sheet.lines] == ["w1"]
    assert (await side_views.view(world.services, world.anna)).me.treasury != 777  # type: ignore[union-attr] # hers

    found = await compared(world)
    assert difference_of(found, "dominators").is_none
    treasury = next(n for n in difference_of(found, "humans").numbers if n.name == "of them in the treasury")
    assert treasury.would > treasury.was
    assert any("Wall" in text for text in difference_of(found, "humans").gained)
    assert any("Vanguard" in text for text in difference_of(found, "humans").lost)

    done = await adoption.adopt(world.services, world.gm, found.token, idempotency_key="one")
    assert (done.game.turn, done.game.revision, done.game.turn_state) == (2, 4, "open")
    assert (done.kept, done.gone, done.left_out) == (3, 0, ())
    view = await side_views.view(world.services, world.anna)
    assert view.fleets["humans-F1"].name == "Wall"
    assert view.me is not None
    assert view.me.treasury == treasury.would
    receipt = await orders.receipt(world.services, world.anna)
    assert [line.number for line in receipt.lines] == [1, 2]
    assert (await orders.receipt(world.services, world.dora)).state != "ready"
    assert (await report(world.services, world.anna, 1)).text != told_first
    states = [(row.turn, row.state, row.redoes) for row in await world.revisions()]
    assert states[1:] == [(1, "undone", None), (2, "undone", None), (1, "published", 1), (2, "open", None)]
    rows = await world.revisions()
    assert (rows[1].seed, dict(rows[1].words)) == (rows[3].seed, dict(rows[3].words))
    again = await adoption.adopt(world.services, world.gm, found.token, idempotency_key="one")
    assert (again.again, again.game.revision) == (True, 4)
    await holds(world)
    letters = [letter for letter in await world.letters() if "played again" in letter.text]
    assert {letter.side for letter in letters} == {"", "humans", "dominators"}
    await world.advance(2)
    await holds(world)


async def test_orders_that_cannot_be_given_any_more_are_withdrawn_with_a_note_and_the_others_stand(
    world: World,
) -> None:
    fleets = await mine(world)
    one, other = sorted(key for key, fleet in fleets.items() if fleet.hex == fleets["humans-F1"].hex)[:2]
    await world.advance(1)
    await orders.enter(world.services, world.anna, [RenameFleet(other, "Later"), FreeText("Kept")])
    await fork_edits.begin(world.services, world.gm, "published")
    before = await fork_edits.sheet_in(world.services, world.gm, "humans")
    assert before.lines == ()
    names = [fleets[one].name, fleets[other].name]
    await fork_edits.set_orders(world.services, world.gm, "humans", [], [f'merge "{names[1]}" into "{names[0]}"'])
    found = await compared(world)
    assert any(names[1] in text for text in difference_of(found, "humans").lost)
    done = await adoption.adopt(world.services, world.gm, found.token)
    assert (done.kept, done.gone) == (1, 1)
    receipt = await orders.receipt(world.services, world.anna)
    assert [line.number for line in receipt.lines] == [2]
    assert [line.number for line in receipt.withdrawn] == [1]
    (letter,) = [x for x in await world.letters() if x.side == "humans" and "no longer possible" in x.text]
    assert "1. " in letter.text
    assert not [x for x in await world.letters() if x.side == "dominators" and "no longer possible" in x.text]
    await holds(world)


async def test_a_draft_played_with_other_dice_and_amended_after_the_month_is_published_so(world: World) -> None:
    await world.options(review=True)
    await orders.enter(world.services, world.anna, [VANGUARD])
    await world.advance(1)
    await rulings.amend(world.services, world.gm, Narrate("humans", "From the draft."), "Told")
    await fork_edits.begin(world.services, world.gm, "draft")
    await fork_edits.set_dice(world.services, world.gm, drawn=True)
    await fork_edits.set_taking(world.services, world.gm, "draft")
    await rulings.amend(world.services, world.gm, Narrate("humans", "From the fork."), "Told")
    await rulings.amend(world.services, world.gm, Narrate("humans", "Too much."), "Told")
    await fork_edits.take_back(world.services, world.gm)
    found = await compared(world)
    told = difference_of(found, "humans").told
    assert any("From the fork." in text for text in told)
    assert not any("Too much." in text or "From the draft." in text for text in told)
    done = await adoption.adopt(world.services, world.gm, found.token)
    assert (done.game.turn, done.game.turn_state) == (2, "open")
    text = (await report(world.services, world.anna, 1)).text
    assert "From the draft." in text
    assert "From the fork." in text
    rows = await world.revisions()
    assert rows[1].seed != rows[2].seed
    await holds(world)


async def test_every_draw_of_other_dice_is_counted_and_told_and_they_are_never_called_promised(world: World) -> None:
    await world.advance(1)
    for _ in range(2):
        await fork_edits.begin(world.services, world.gm, "published")
        for _ in range(3):
            await fork_edits.set_dice(world.services, world.gm, drawn=True)
        await fork_edits.discard(world.services, world.gm)
    await fork_edits.begin(world.services, world.gm, "published")
    await fork_edits.set_dice(world.services, world.gm, drawn=True)
    await adoption.adopt(world.services, world.gm, (await compared(world)).token)
    [post] = [x for x in await world.letters() if "played again" in x.text]
    assert "draw 7 of 7 for this turn" in post.text
    assert "not promised before orders were given" in post.text
    known = await revealed_dice(world.services, world.id)
    assert [one.draws for one in known if one.turn == 1] == [0, 7]


async def test_a_what_if_takes_no_more_orders_of_a_side_than_its_sheet_does(world: World) -> None:
    wishes = [FreeText(f"Wish {number}") for number in range(1, MOST_ORDERS + 1)]
    await orders.enter(world.services, world.anna, wishes[:-1])
    await world.advance(1)
    await fork_edits.begin(world.services, world.gm, "published")
    await fork_edits.set_orders(world.services, world.gm, "humans", [], ['ask "One more"'])
    with pytest.raises(GameError, match=f"at most {MOST_ORDERS} orders"):
        await fork_edits.set_orders(world.services, world.gm, "humans", [], ['ask "One too many"'])
    sheet = await fork_edits.set_orders(world.services, world.gm, "humans", ["1"], ['ask "In its place"'])
    assert len(sheet.lines) == MOST_ORDERS


async def test_a_turn_played_again_with_its_own_dice_has_no_draws(world: World) -> None:
    await world.advance(1)
    await fork_edits.begin(world.services, world.gm, "published")
    await adoption.adopt(world.services, world.gm, (await compared(world)).token)
    assert {one.draws for one in await revealed_dice(world.services, world.id)} == {0}
    assert not [x for x in await world.letters() if "draw 1 of" in x.text]


@pytest.mark.parametrize("review", [True, False])
async def test_an_open_turn_is_forked_with_dice_of_its_own_and_adopting_resolves_it(
    world: World, *, review: bool
) -> None:
    await world.options(review=review)
    await orders.enter(world.services, world.anna, [VANGUARD])
    read = await fork_edits.begin(world.services, world.gm, "open")
    now = (await world.revisions())[-1]
    assert read.fork.seed != now.seed.hex(), "nobody learns the dice of an open turn"
    with pytest.raises(WrongPhaseError, match="stay unknown"):
        await fork_edits.set_dice(world.services, world.gm, drawn=False)
    await fork_edits.set_taking(world.services, world.gm, "start")
    await rulings.amend(world.services, world.gm, SetTreasury("dominators", 5), "Robbed")
    shown = await compared(world)
    await orders.enter(world.services, world.anna, [FreeText("Too late to be in what was shown")])
    with pytest.raises(WrongPhaseError, match="has changed since this was shown"):
        await adoption.adopt(world.services, world.gm, shown.token)
    found = await compared(world)
    done = await adoption.adopt(world.services, world.gm, found.token)
    assert (done.game.turn, done.game.turn_state) == ((1, "draft") if review else (2, "open"))
    if review:
        await turns.publish(world.services, world.gm, 1)
    view = await side_views.view(world.services, world.anna)
    assert view.fleets["humans-F1"].name == "Vanguard"
    await holds(world)


async def test_a_fork_that_the_game_has_moved_on_from_does_nothing_and_can_be_thrown_away(world: World) -> None:
    await world.advance(1)
    await fork_edits.begin(world.services, world.gm, "published")
    await fork_edits.set_taking(world.services, world.gm, "start")
    found = await compared(world)
    await undo(world.services, world.gm, "Meanwhile", 2)
    before = await world.revisions()
    for call in (
        lambda: adoption.adopt(world.services, world.gm, found.token),
        lambda: differences.compare(world.services, world.gm),
        lambda: fork_edits.set_taking(world.services, world.gm, None),
        lambda: fork_edits.sheet_in(world.services, world.gm, "humans"),
    ):
        with pytest.raises(WrongPhaseError, match="moved on"):
            await call()
    assert await world.revisions() == before
    assert (await fork_edits.fork_status(world.services, world.gm)).stale
    ruled = await rulings.amend(world.services, world.gm, SetTreasury("humans", 12), "In the campaign")
    assert not ruled.forked, "a stale what-if takes nothing"
    assert await fork_edits.discard(world.services, world.gm)
    assert not await fork_edits.discard(world.services, world.gm)
    with pytest.raises(WrongPhaseError, match="no what-if"):
        await adoption.adopt(world.services, world.gm, found.token)


async def test_what_cannot_be_is_refused_in_words_and_changes_nothing(world: World) -> None:
    gm, services = world.gm, world.services
    with pytest.raises(WrongPhaseError, match="No turn has been published"):
        await fork_edits.begin(services, gm, "published")
    with pytest.raises(WrongPhaseError, match="no draft"):
        await fork_edits.begin(services, gm, "draft")
    with pytest.raises(NotYoursError):
        await fork_edits.begin(services, world.anna, "open")
    await fork_edits.begin(services, gm, "open")
    with pytest.raises(WrongPhaseError, match="a what-if already"):
        await fork_edits.begin(services, gm, "open")
    async with services.storage.reading() as tx:
        before = await forks.find(tx, world.id)
    with pytest.raises(GameError, match="There is no order `7`"):
        await fork_edits.set_orders(services, gm, "humans", ["7"], [])
    with pytest.raises(GameError, match="dance"):
        await fork_edits.set_orders(services, gm, "humans", [], ['rename "Home Fleet" to "Wall"', "dance all night"])
    with pytest.raises(GameError, match="no side"):
        await fork_edits.set_orders(services, gm, "nobody", [], [])
    with pytest.raises(GameError, match="No amendment"):
        await fork_edits.take_back(services, gm)
    await fork_edits.set_taking(services, gm, "start")
    with pytest.raises(GameError):
        await rulings.amend(services, gm, SetTreasury("nobody", 5), "Wrong")
    await fork_edits.set_taking(services, gm, None)
    async with services.storage.reading() as tx:
        after = await forks.find(tx, world.id)
    assert before is not None
    assert after is not None
    assert after.document == before.document


async def test_nobody_else_can_tell_that_there_is_a_fork(world: World) -> None:
    await world.advance(1)

    async def everything() -> list[object]:
        """What players, the clock and the deliverer read."""
        services = world.services
        got: list[object] = [await games.get_game(services, world.id), await world.letters(), await world.revisions()]
        for seat in (world.anna, world.dora):
            got += [encode_value(await side_views.view(services, seat)), await orders.receipt(services, seat)]
            got += [await capsule_commands.export_capsule(services, seat)]
        return got

    before = await everything()
    await fork_edits.begin(world.services, world.gm, "published")
    await fork_edits.set_taking(world.services, world.gm, "start")
    await rulings.amend(world.services, world.gm, SetTreasury("humans", 777), "A hoard")
    await rulings.amend(world.services, world.gm, Narrate("*", "You do not read this."), "Told")
    await fork_edits.set_orders(world.services, world.gm, "dominators", [], ['rename "Bearers" to "Wall"'])
    await compared(world)
    assert await everything() == before
    await fork_edits.discard(world.services, world.gm)
    assert await everything() == before


async def test_a_paused_campaign_adopts_nothing_until_it_goes_on(world: World) -> None:
    await world.advance(1)
    await fork_edits.begin(world.services, world.gm, "published")
    token = (await compared(world)).token
    await games.pause(world.services, world.gm)
    with pytest.raises(WrongPhaseError, match="paused"):
        await adoption.adopt(world.services, world.gm, token)


async def test_battles_of_people_are_settled_in_the_fork_and_stand_with_the_turn_when_it_is_adopted(
    world: World,
) -> None:
    with battles_every_month():
        await fork_edits.begin(world.services, world.gm, "open")
        found = await compared(world)
        assert [fight.battle for fight in found.battles][:1] == ["1/0805/1"]
        assert {fight.how for fight in found.battles} == {"by the engine"}
        await fork_edits.set_battle(world.services, world.gm, "1/0805/1", "quick")
        again = await compared(world)
        assert again.battles[0].how == "by numbers"
        done = await adoption.adopt(world.services, world.gm, again.token)
        assert (done.game.turn, done.game.turn_state) == (2, "open")
        async with world.services.storage.reading() as tx:
            kept = await battles.of_revision(tx, world.id, 2)
        assert [(row.battle, row.state, row.tactical) for row in kept] == [
            (fight.battle, "settled", "") for fight in again.battles
        ]
        await fork_edits.begin(world.services, world.gm, "published")
        same = await compared(world)
        assert {fight.how for fight in same.battles} == {"as it was"}
        assert all(one.is_none for one in same.differences)
        await holds(world)


async def test_a_turn_that_waits_for_battles_is_not_forked(world: World) -> None:
    with battles_every_month():
        await world.advance(1)
        for base in ("open", "published", "draft"):
            with pytest.raises(WrongPhaseError, match="waits for its battles"):
                await fork_edits.begin(world.services, world.gm, base)
        assert (await fork_edits.fork_status(world.services, world.gm)).bases == ()


async def test_a_governor_goes_on_from_what_it_had_in_mind_when_the_adopted_turn_was_played(world: World) -> None:
    memory = GovernorMemory(foe="humans", since=1, grudges={"humans": 3})
    row = BotTurnRow(
        game=world.id, revision=1, side="dominators", character="raider", strength="even", failed="", memory=memory,
        plan=GovernorPlan((), ("To raid",), (), memory), at=0,
    )  # fmt: skip
    async with world.services.storage.transaction() as tx:
        await governors.add_bot_turn(tx, row)
    await world.advance(1)
    await fork_edits.begin(world.services, world.gm, "published")
    await fork_edits.set_dice(world.services, world.gm, drawn=True)
    found = await compared(world)
    await adoption.adopt(world.services, world.gm, found.token)
    async with world.services.storage.reading() as tx:
        assert [one.revision for one in await governors.bot_turns_of(tx, world.id, 3)] == [3]
        assert await governors.memory_before(tx, world.id, "dominators", 2) == memory


async def test_what_was_amended_in_the_open_turn_is_made_again_or_said_to_be_left_out(world: World) -> None:
    await world.advance(1)
    me = (await side_views.view(world.services, world.anna)).me
    assert me is not None
    design = next(d.id for _, d in sorted(me.designs.items()) if d.kind == "ship")
    await fork_edits.begin(world.services, world.gm, "published")
    await fork_edits.set_taking(world.services, world.gm, "start")
    await rulings.amend(world.services, world.gm, CreateShips("humans", design, 1, me.home, fleet="Ghosts"), "Ghosts")
    await fork_edits.set_taking(world.services, world.gm, None)
    await rulings.amend(world.services, world.gm, SetTreasury("humans", 4444), "A gift")
    await rulings.amend(world.services, world.gm, RemoveShips(("humans/DD01",)), "Lost")
    found = await compared(world)
    assert any("Ghosts" in text for text in difference_of(found, "humans").gained)
    done = await adoption.adopt(world.services, world.gm, found.token)
    assert done.left_out == ()
    view = await side_views.view(world.services, world.anna)
    assert view.me is not None
    assert view.me.treasury == 4444
    assert "humans/DD01" not in view.ships
    assert "Ghosts" in {fleet.name for fleet in view.fleets.values()}
    await holds(world)
