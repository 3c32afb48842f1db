"""A side's atlas of a real campaign: every standing turn as it was, the asker's view alone; and with packets if wanted."""

import json
import re
from typing import Any

import pytest

from playtest.clock import ManualClock
from render.campaign.atlas.atlas import moment_of
from render.page.page import difference
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.values import NotYoursError, changed
from storage import outbox, snapshots
from storage.codec import decode_state, encode_state, pack, unpack
from storage.outbox import OutboxRow
from tests.umpire.table import PLAYERS, begin, master, player
from tests.umpire.world import World
from umpire.campaign.sheets import orders
from umpire.campaign.turn.turns import advance
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import side_views
from umpire.campaign.views.side_views import atlas, bind
from umpire.delivery.packets import make_files
from umpire.games import seats
from umpire.outbox.outbox import Recipe, letter_of
from umpire.services.services import Services


def moments(page: bytes) -> list[Any]:
    """What a page holds of each turn."""
    (found,) = re.findall(r'id="moments">(.*?)</script>', page.decode(), flags=re.DOTALL)
    kept: list[Any] = json.loads(found)
    return kept


async def test_every_turn_is_as_the_side_saw_it_then(world: World) -> None:
    await orders.enter(world.services, world.anna, [RenameFleet("humans-F1", "Vanguard")])
    await world.advance(1)
    await world.advance(2)
    page = await atlas(world.services, world.anna)
    views = [await side_views.view(world.services, world.anna, turn) for turn in (1, 2, 3)]
    told = [moment_of(view) for view in views]
    assert page.name == "atlas.html"
    assert moments(page.data) == json.loads(
        json.dumps([difference(before, now) for before, now in zip([{}, *told], told, strict=False)])
    )
    first, second, _ = moments(page.data)
    assert first["fleets"]["humans-F1"]["name"] != "Vanguard"
    assert second["fleets"]["humans-F1"]["name"] == "Vanguard"


async def test_a_turn_that_was_undone_is_not_in_it(world: World) -> None:
    await orders.enter(world.services, world.anna, [RenameFleet("humans-F1", "Vanguard")])
    await world.advance(1)
    await undo(world.services, world.gm, "A mistake of mine", 2)
    page = await atlas(world.services, world.anna)
    assert [moment["now"]["turn"] for moment in moments(page.data)] == [1]
    assert b"Vanguard" not in page.data


async def test_each_side_has_its_own_and_the_game_master_everything(
    services: Services, manual_clock: ManualClock
) -> None:
    game = await begin(services)
    pages = {side: (await atlas(services, player(game, side))).data for side in PLAYERS}
    whole = (await atlas(services, master(game))).data
    for side, page in pages.items():
        (now,) = moments(page)
        assert {fleet["side"] for fleet in now["fleets"].values()} == {side}
    assert {fleet["side"] for fleet in moments(whole)[0]["fleets"].values()} == set(PLAYERS)


async def test_a_secret_of_another_side_changes_no_byte(services: Services, manual_clock: ManualClock) -> None:
    """The Humans' treasury, names, designs, hidden worlds and what the game master noted: all the Dominators' page alike."""
    game = await begin(services)
    async with services.storage.reading() as tx:
        key = await snapshots.require(tx, game.id, game.revision)
        packed = await snapshots.load_packed(tx, key)
    state = decode_state(unpack(packed))
    rich = changed(state.sides["humans"], treasury=9999)
    fleets = {
        key: changed(fleet, name="Secret Arm", mission="patrol") if fleet.side == "humans" else fleet
        for key, fleet in state.fleets.items()
    }
    unknown = next(h for h in sorted(state.cluster.systems) if h not in state.knowledge["dominators"].systems)
    hidden = changed(state.cluster.systems[unknown], name="Eden")
    cluster = changed(state.cluster, systems={**state.cluster.systems, unknown: hidden})
    other = changed(state, sides={**state.sides, "humans": rich}, fleets=fleets, cluster=cluster)
    given = tuple(pack(encode_state(each)) for each in (state, other))
    without, with_it = (bind((each,), "dominators", game.name).data for each in given)
    assert without == with_it
    own, other_own = (bind((each,), "humans", game.name).data for each in given)
    assert own != other_own


async def test_with_each_packet_if_wanted(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    await seats.set_atlas(services, player(game, "humans"), wanted=True)
    await advance(services, game.id, "gm", "By hand.", 1)
    packets = [letter_of(row) for row in await _packets(services, game.id)]
    kinds = {letter.side: [recipe.kind for recipe in letter.files] for letter in packets if letter.turn == 1}
    assert kinds["humans"] == ["report", "map", "text-map", "atlas"]
    assert kinds["dominators"] == kinds[""] == ["report", "map", "text-map"]
    recipe = Recipe(game.id, 1, 1, "humans", "atlas")
    (sent,) = await make_files(services, recipe, ("atlas",))
    assert sent.data == (await atlas(services, player(game, "humans"))).data, "the same page as asked for"
    await seats.set_atlas(services, player(game, "humans"), wanted=False)
    await advance(services, game.id, "gm", "By hand.", 2)
    last = [letter_of(row) for row in await _packets(services, game.id)][-3:]
    assert all("atlas" not in [recipe.kind for recipe in letter.files] for letter in last)


async def test_a_packet_sent_late_shows_the_turns_up_to_its_own(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    await seats.set_atlas(services, player(game, "humans"), wanted=True)
    for turn in (1, 2):
        await advance(services, game.id, "gm", "By hand.", turn)
    (sent,) = await make_files(services, Recipe(game.id, 1, 1, "humans", "atlas"), ("atlas",))
    assert [moment["now"]["turn"] for moment in moments(sent.data)] == [1, 2]


async def test_the_wish_is_the_players_and_ends_with_their_seat(services: Services, manual_clock: ManualClock) -> None:
    game = await begin(services)
    with pytest.raises(NotYoursError, match="no player's seat"):
        await seats.set_atlas(services, master(game), wanted=True)
    humans = player(game, "humans")
    await seats.set_atlas(services, humans, wanted=True)
    await seats.leave(services, humans)
    assert not any(row.atlas for row in await seats.seats(services, game.id))


async def _packets(services: Services, game: str) -> list[OutboxRow]:
    async with services.storage.reading() as tx:
        return [row for row in await outbox.of_game(tx, game) if letter_of(row).kind == "packet"]
