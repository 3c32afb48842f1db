"""What a governor draws at a real table: handed in with its orders, approved by the book, raised, and under way."""

import pytest

from playtest.clock import ManualClock
from playtest.entropy import by_draw
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.unit_design.sheet import UnitText
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.values import changed
from storage import documents, governors, snapshots
from storage.db import Storage
from storage.governors import decode_plan, encode_plan
from tests.umpire.sweeping import sweep
from tests.umpire.table import SUNDAY, acts, begin, master, now_at, texts
from tests.workers_inline import InlineWorkers
from umpire.campaign.designs import drawings
from umpire.campaign.gm import default_rulings
from umpire.campaign.governed import ai_sides
from umpire.campaign.governed.ai_turns import govern_turn
from umpire.campaign.sheets.orders import set_ready
from umpire.campaign.solo import SoloWish, begin_solo
from umpire.campaign.turn import turns as course
from umpire.campaign.views import side_views
from umpire.games import seats
from umpire.games.games import Game, require_unfinished
from umpire.games.seat import Seat
from umpire.services.services import Services

SIDE = "dominators"
MONTHS = 14


async def state_of(services: Services, game: Game) -> GameState:
    revision = (await now_at(services, game)).revision
    async with services.storage.reading() as tx:
        return await side_views.state_at(tx, services, await snapshots.require(tx, game.id, revision))


async def drawn(services: Services, game: Game, side: str) -> dict[str, str]:
    """The side's drawings by id: how each stands."""
    async with services.storage.reading() as tx:
        return {paper.name: paper.state for paper in await documents.of_game(tx, game.id, "design", side)}


@pytest.mark.rule("CW-6.2-01")
async def test_a_design_is_drawn_approved_by_the_book_raised_and_moves(storage: Storage) -> None:
    services = Services(storage, InlineWorkers(), ManualClock(SUNDAY, frozen=True), by_draw("drawn"))
    game = await begin_solo(services, 7, 70, 101, "Alone", SoloWish(rivals=2, strength="hard"))
    led = [row.side for row in await ai_sides.governors_of(services, game.id)]
    seat, moved, raised, before = Seat(game.id, "humans", 101), set[str](), set[str](), dict[str, str]()
    for _ in range(MONTHS):
        await sweep(services)
        await default_rulings.take_default_rulings(services)
        state = await state_of(services, game)
        asked = {side: await drawn(services, game, side) for side in led}
        for side, found in asked.items():
            assert set(found.values()) <= {"approved"}, "the book answers at once here"
            assert set(found) <= set(state.sides[side].designs)
        new = {(side, name) for side, found in asked.items() for name in found}
        for fleet in state.fleets.values():
            mine = {ship for ship in fleet.ships if (fleet.side, state.ships[ship].design) in new}
            raised |= mine
            moved |= {ship for ship in mine if before.get(ship, fleet.hex) != fleet.hex or fleet.transit is not None}
            before |= dict.fromkeys(mine, fleet.hex)
        if moved:
            break
        await set_ready(services, seat, ready=True)
        await sweep(services)
    assert raised
    assert moved
    async with services.storage.reading() as tx:
        rows = [row for n in range(1, state.turn + 1) for row in await governors.bot_turns_of(tx, game.id, n)]
    told = [one for row in rows for one in row.plan.drawings]
    assert {one.text.id for one in told} >= {name for found in asked.values() for name in found}
    assert all(one.reason.startswith(one.text.name) for one in told)
    assert [decode_plan(encode_plan(row.plan), row.memory) for row in rows] == [row.plan for row in rows]


@pytest.fixture
async def led(services: Services) -> Game:
    """The duel with the Dominators led by a raider, and a game master who rules."""
    game = await begin(services)
    await seats.hold_open(services, master(game), SIDE)
    await ai_sides.assign_ai(services, game.id, SIDE, Profile("raider", "hard"), "seat", "9")
    return game


async def test_the_game_master_is_asked_once_and_says_yes(services: Services, led: Game) -> None:
    await govern_turn(services, led.id, 1)
    [asked] = await drawings.all_drawings(services, master(led))
    assert (asked.side, asked.name, asked.state) == (SIDE, "WAAB", "submitted")
    assert sum("asks for the design WAAB" in text for text in await texts(services, led, "gm")) == 1
    assert await acts(services, led, "design.sent") == [{"side": SIDE, "design": "WAAB"}]
    await drawings.approve(services, master(led), SIDE, asked.name, asked.version)
    assert "WAAB" in (await state_of(services, led)).sides[SIDE].designs


async def test_what_is_handed_back_is_not_sent_again_at_once(services: Services, led: Game) -> None:
    await govern_turn(services, led.id, 1)
    [asked] = await drawings.all_drawings(services, master(led))
    await drawings.hand_back(services, master(led), SIDE, asked.name, asked.version, "Too fast for this story.")
    await course.advance(services, led.id, master(led), "On", 1)
    await govern_turn(services, led.id, 2)
    assert (await drawn(services, led, SIDE))["WAAB"] == "returned"
    assert all(one.name[:2] != "WA" for one in await drawings.all_drawings(services, master(led)))


async def test_who_acts_for_somebody_draws_nothing(services: Services) -> None:
    game = await begin(services)
    await ai_sides.assign_ai(services, game.id, SIDE, Profile("raider", "hard"), "deputy", "102")
    await govern_turn(services, game.id, 1)
    revision = (await now_at(services, game)).revision
    async with services.storage.reading() as tx:
        [made] = await governors.bot_turns_of(tx, game.id, revision)
    assert (made.plan.drawings, dict(made.memory.drawn)) == ((), {})
    assert made.plan.orders
    assert await drawn(services, game, SIDE) == {}


async def test_it_never_hands_in_more_than_a_side_may_nor_over_a_player_s_own(services: Services, led: Game) -> None:
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, led.id)
        text = UnitText("WAAB", "Wisp", "ship", 20, "Bridge")
        for name in ("WAAB", *(f"X{n}" for n in range(28))):
            await documents.begin(tx, row.id, "design", {}, 1, side=SIDE, name=name)
        assert not await drawings.hand_in(tx, services, row, SIDE, text, "governor")
        assert await drawings.hand_in(tx, services, row, SIDE, changed(text, id="HAAB"), "governor")
        assert not await drawings.hand_in(tx, services, row, SIDE, changed(text, id="BAAB"), "governor")
        found = await documents.find(tx, row.id, "design", SIDE, "WAAB")
    assert found is not None
    assert (found.document, found.state) == ({}, "draft")


async def test_one_of_a_kind_is_with_the_game_master_at_a_time(services: Services, led: Game) -> None:
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, led.id)
        text = UnitText("WAAB", "Wisp", "ship", 20, "Bridge")
        assert await drawings.hand_in(tx, services, row, SIDE, text, "governor")
        assert not await drawings.hand_in(tx, services, row, SIDE, changed(text, id="WAAC"), "governor")
        assert await drawings.hand_in(tx, services, row, SIDE, changed(text, id="SUAC"), "governor")


def test_a_plan_from_before_there_were_drawings_is_read() -> None:
    assert decode_plan(b'{"orders":[],"aims":["grow"],"said":[]}', GovernorMemory()).drawings == ()
