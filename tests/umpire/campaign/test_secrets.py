"""What one side does not know changes nothing it can get from the umpire, to the byte."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import GrantIncome, SetTreasury
from rules.cluster_war.chapters.logistics.amendments import CreateShips
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet, SetMission
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.values import GameError
from storage.codec import encode_value
from storage.db import Storage
from tests.umpire.world import World, new_world
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import reports, side_views
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_export import revealed_dice as told_of
from umpire.games import games
from umpire.outbox.outbox import Letter


async def quiet(_: World) -> None:
    """Dora does nothing, and the game master neither."""


async def orders_of_hers(world: World) -> None:
    me = (await side_views.view(world.services, world.dora)).me
    assert me is not None
    await orders.enter(
        world.services,
        world.dora,
        [
            StartProject("Doomsday Device", me.home, 2, 200),
            RenameFleet("dominators-F1", "Fist"),
            SetMission("dominators-F2", "patrol"),
            FreeText("Prepare a surprise for the Humans."),
        ],
    )
    await orders.withdraw(world.services, world.dora, 3)
    await orders.set_ready(world.services, world.dora, True)


async def gifts_to_her(world: World) -> None:
    await rulings.amend(world.services, world.gm, SetTreasury("dominators", 5000), "A secret hoard")
    await rulings.amend(world.services, world.gm, GrantIncome("dominators", 300), "Spoils")
    await rulings.amend(world.services, world.gm, Narrate("dominators", "Only you can hear this."), "Whisper")


async def ships_far_away(world: World) -> None:
    me = (await side_views.view(world.services, world.dora)).me
    assert me is not None
    design = next(d.id for _, d in sorted(me.designs.items()) if d.kind == "ship")
    await rulings.amend(world.services, world.gm, CreateShips("dominators", design, 5, me.home), "A lost fleet returns")


SECRETS: dict[str, Callable[[World], Awaitable[None]]] = {
    "orders": orders_of_hers,
    "gifts": gifts_to_her,
    "ships": ships_far_away,
}


async def all_that_anna_gets(world: World) -> list[object]:
    """Everything the umpire tells Anna, or everybody."""
    services, anna, got = world.services, world.anna, list[object]()
    game = await games.get_game(services, world.id)
    got.append(game)
    got.append(encode_value(await side_views.view(services, anna)))
    got.append(await orders.receipt(services, anna))
    got.append(await told_of(services, world.id))
    for turn in range(1, game.turn + 1):
        got.append(encode_value(await side_views.view(services, anna, turn)))
        if turn < game.turn:
            got.append((await reports.report(services, anna, turn)).events)
    got.append(await capsule_commands.export_capsule(services, anna))
    got.append([letter for letter in await world.letters() if for_anna(letter)])
    calls = (
        lambda: orders.withdraw(services, anna, 9),
        lambda: orders.enter(services, anna, [RenameFleet("dominators-F1", "Mine")]),
        lambda: orders.enter(services, anna, [RenameFleet("dominators-F99", "Mine")]),
        lambda: reports.report(services, anna, game.turn),
        lambda: rulings.questions(services, anna),
        lambda: turns.advance(services, world.id, anna, "now", game.turn),
    )
    for call in calls:
        with pytest.raises(GameError) as wrong:
            await call()
        got.append((type(wrong.value), str(wrong.value)))
    return got


def for_anna(letter: Letter) -> bool:
    return letter.kind == "public" or letter.side == "humans"


async def story(where: Path, secret: Callable[[World], Awaitable[None]]) -> list[object]:
    """Three turns, one of them with a draft, one undone; the secret happens in each. Gives all that Anna got, each time."""
    got: list[object] = []
    async with await Storage.open(where) as storage:
        world = await new_world(storage)
        got += await all_that_anna_gets(world)
        await secret(world)
        await orders.enter(world.services, world.anna, [RenameFleet("humans-F1", "Vanguard")])
        got += await all_that_anna_gets(world)
        await world.options(review=True)
        await world.advance(1)
        got += await all_that_anna_gets(world)
        await turns.publish(world.services, world.gm, 1)
        await world.options(review=False)
        got += await all_that_anna_gets(world)
        await world.advance(2)
        await undo(world.services, world.gm, "Once more", 3)
        got += await all_that_anna_gets(world)
        await world.advance(2)
        got += await all_that_anna_gets(world)
    return got


@pytest.mark.parametrize("name", SECRETS)
async def test_a_secret_changes_nothing_that_the_other_side_gets(tmp_path: Path, name: str) -> None:
    happened = False

    async def once_known(world: World) -> None:
        nonlocal happened
        before = encode_value(await side_views.view(world.services, world.gm))
        await SECRETS[name](world)
        given = (await orders.receipt(world.services, world.dora)).lines
        happened = bool(given) or encode_value(await side_views.view(world.services, world.gm)) != before

    without = await story(tmp_path / "quiet.db", quiet)
    with_it = await story(tmp_path / "secret.db", once_known)
    assert happened
    assert len(without) == len(with_it) > 50
    for plain, told in zip(without, with_it, strict=True):
        assert plain == told
