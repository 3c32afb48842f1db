"""Kills a program around a campaign's deadline: `... harness.kills.lives DIR KILLS SEED` (see `kit`).

A life gives an order at the last moment and resolves the overdue turn. There is one result, with every order that was confirmed,
and what a side has laid down for every turn is laid on the next sheet once.
"""

from harness.kills.kit import Life, Remains, Story, main
from playtest.clock import ManualClock
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.values import GameError
from storage import deadlines, orders
from storage.codec import decode_signed
from tests.umpire.table import begin, order, player
from umpire.campaign import standing_orders
from umpire.campaign.sheets.orders import enter
from umpire.services.services import Services


async def prepare(services: Services, manual_clock: ManualClock) -> str:
    """A running duel just before its deadline: orders on both sheets."""
    game = await begin(services)
    await order(services, game, "humans")
    await order(services, game, "dominators")
    await standing_orders.add(services, player(game, "humans"), "every turn: engage empire defend, withdraw at 40")
    return game.id


async def live(life: Life) -> None:
    """Until the second turn is open and all letters are sent."""
    await give_order(life)

    async def over() -> bool:
        return await life.is_quiet() and (await life.game()).turn > 1

    await life.until(over)


async def give_order(life: Life) -> None:
    """An order at the last moment; what was confirmed to the player is written down."""
    game = await life.game()
    if game.turn == 1:
        try:
            receipt = await enter(life.services, player(game, "humans"), [FreeText(f"Order of life {life.number}.")])
        except GameError:
            return
        life.ground.confirm(f"humans-{receipt.turn}-{receipt.lines[-1].number}")


async def faults(there: Remains) -> None:
    async with there.services.storage.reading() as tx:
        late = {row.id: row for row in await orders.of_side(tx, there.game, 2, "humans")}
        kept = await orders.find_standing(tx, there.game, 2, "humans")
        given = {row.id for row in await orders.of_turn(tx, there.game, 1) if row.withdrawn_at is None}
        closed = await deadlines.last(tx, there.game, 1)
    there.check_turns((1, "published"), (2, "open"))
    there.check_acts({"turn.resolved": 1, "orders.standing": 1})
    laid = [
        row for row in late.values() if not isinstance(row.order, FreeText)
    ]  # of two lives, one orders in the other's turn 2
    there.check([o.withdrawn_at for o in laid] == [None], f"laid {laid}")
    there.check(kept is not None and dict(kept.sheet.laid) == {laid[0].id: 1} and kept.sheet.orders[0].given == 1, kept)
    there.check(closed is not None and closed.state == "done", closed)
    resolved = {signed.id for signed in decode_signed(there.turns[1].orders or b"[]")}
    confirmed = there.ground.confirmed()
    there.check(confirmed <= resolved | set(late), f"confirmed orders lost: {confirmed - resolved}")
    there.check(given == resolved and len(given) >= 2, f"given {given}, resolved {resolved}")


if __name__ == "__main__":
    main(Story(prepare, live, faults))
