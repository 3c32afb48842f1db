"""A colony ordered ahead of its fleet: the order stays on the sheet, turn after turn, until the fleet is there."""

from typing import TypeVar

import pytest

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony
from rules.cluster_war.chapters.logistics.amendments import PlaceFleet, RemoveShips
from rules.cluster_war.model.events.colonies import ColonyFounded
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import OrderFailed, OrderWaits
from rules.cluster_war.model.orders.order import SignedOrder
from storage import events
from storage.codec import decode_signed, encode_signed
from tests.umpire.world import World
from umpire.campaign.gm import rulings
from umpire.campaign.sheets import orders
from umpire.campaign.sheets.receipt import Receipt
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import side_views
from umpire.capsules import capsule_commands

E = TypeVar("E", bound=Event)
FLEET, SITE = "humans-F2", "1142"
LINE = f'found "First Caravan" {SITE}-2 with 80 as "Far Haven"'


async def send(world: World) -> Receipt:
    """Load the caravan, send it three hexes away, and order the colony there at once."""
    for line in ('load "First Caravan" 80', f'move "First Caravan" to {SITE}', LINE):
        receipt = await orders.enter_line(world.services, world.anna, line)
    return receipt


async def events_of_kind(world: World, revision: int, kind: type[E]) -> list[E]:
    """The events of a kind that a revision led to."""
    async with world.services.storage.reading() as tx:
        happened = await events.of_revision(tx, world.id, revision)
    return [found.event for found in happened if isinstance(found.event, kind)]


async def founding_lines(world: World) -> list[tuple[int, str, str]]:
    """The colony's lines on the sheet as it is: number, what is wrong with it, what it waits for."""
    receipt = await orders.receipt(world.services, world.anna)
    return [(line.number, line.problem, line.waits) for line in receipt.lines if line.text.startswith("found")]


async def arrival(world: World) -> int:
    """The week in which the caravan arrives."""
    fleet = (await side_views.view(world.services, world.anna)).fleets[FLEET]
    assert fleet.transit is not None
    return fleet.transit.arrives


@pytest.mark.rule("CW-7.0-06", "CW-18.0-32")
async def test_the_order_stays_on_the_sheet_until_the_fleet_is_there(world: World) -> None:
    receipt = await send(world)
    assert (receipt.state, receipt.missing) == ("complete", ())
    (line,) = [line for line in receipt.lines if line.text.startswith("found")]
    assert line.waits.startswith("This order stays on your sheet until First Caravan is there: it lands in turn ")
    await world.advance(1)
    due = await arrival(world)
    last = -(-due // 4)  # the turn in whose last weeks it arrives
    assert last >= 3
    assert f"it lands in turn {due // 4 + 1}" in line.waits
    for turn in range(2, last + 1):
        ((number, problem, waits),) = await founding_lines(world)
        assert (number, problem, bool(waits)) == (1, "", turn < last)
        await world.advance(turn)
    for revision in range(1, last):
        (waiting,) = await events_of_kind(world, revision, OrderWaits)
        assert (waiting.side, waiting.seen_by) == ("humans", ("humans",))
    (founded,) = await events_of_kind(world, last, ColonyFounded)
    assert (founded.name, founded.hex, founded.cps) == ("Far Haven", SITE, 80)
    assert founded.cause.order == f"humans-{last}-1"
    assert [e for n in range(1, last + 1) for e in await events_of_kind(world, n, OrderFailed)] == []
    assert await founding_lines(world) == []
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    found = await capsule_commands.verify(world.services, capsule)
    assert (found.differences, found.replayed) == ((), last)


async def test_it_can_be_withdrawn_and_is_not_carried_on_then(world: World) -> None:
    await send(world)
    await world.advance(1)
    await orders.withdraw(world.services, world.anna, 1)
    await world.advance(2)
    assert await founding_lines(world) == []


async def test_a_fleet_that_left_its_course_or_is_lost_drops_the_order_and_says_why(world: World) -> None:
    await send(world)
    await world.advance(1)
    await rulings.amend(world.services, world.gm, PlaceFleet(FLEET, "1443"), "A storm")
    ((_, problem, _),) = await founding_lines(world)
    assert problem == f"First Caravan is not at {SITE} and not on its way there; send it first."
    receipt = await orders.receipt(world.services, world.anna)
    assert receipt.state == "partial"
    await world.advance(2)
    (failed,) = await events_of_kind(world, 2, OrderFailed)
    assert "so the order to found a colony there is dropped; its 80 CPs are still aboard" in failed.reason
    assert await founding_lines(world) == []


async def test_a_lost_fleets_order_is_dropped_too(world: World) -> None:
    await send(world)
    await world.advance(1)
    ships = (await side_views.view(world.services, world.anna)).fleets[FLEET].ships
    await rulings.amend(world.services, world.gm, RemoveShips(ships), "Lost with all hands")
    await world.advance(2)
    (failed,) = await events_of_kind(world, 2, OrderFailed)
    assert "no fleet" in failed.reason
    assert await founding_lines(world) == []


async def test_after_an_undo_it_waits_once(world: World) -> None:
    await send(world)
    await world.advance(1)
    assert len(await founding_lines(world)) == 1
    await undo(world.services, world.gm, "again", 2)
    assert len(await founding_lines(world)) == 1
    await world.advance(1)
    assert [number for number, *_ in await founding_lines(world)] == [1]
    receipt = await orders.receipt(world.services, world.anna)
    assert (len(receipt.lines), receipt.withdrawn) == (1, ())


async def test_with_review_it_goes_on_when_the_draft_is_published(world: World) -> None:
    await world.options(review=True)
    await send(world)
    await world.advance(1)
    await turns.publish(world.services, world.gm, 1)
    assert [number for number, *_ in await founding_lines(world)] == [1]


def test_an_order_of_before_there_was_waiting_loads_and_does_not_wait() -> None:
    old = encode_signed((SignedOrder("humans-1-1", "humans", 1, FoundColony(FLEET, SITE, 2, 80, "Far Haven")),))
    (loaded,) = decode_signed(old.replace(b',"waits":false', b""))
    assert loaded.order == FoundColony(FLEET, SITE, 2, 80, "Far Haven", waits=False)
