"""What a side may not know changes nothing of its governor: no order, no word, no moment at which others see it ready."""

from typing import Any

import pytest

from playtest.clock import ManualClock
from playtest.entropy import KeyedEntropy
from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from rules.dice import SEED_BYTES
from rules.values import Value, changed
from storage import governors, orders, outbox, sheets
from storage.db import MEMORY, Storage
from tests.umpire.campaign.founding.test_play_campaign import SCENARIO
from tests.umpire.seat_delivery import set_delivery
from tests.umpire.sweeping import sweep
from tests.umpire.table import SUNDAY, Remembering
from umpire.campaign.founding import play_campaign
from umpire.campaign.founding.play_campaign import for_an_evening
from umpire.campaign.gm import rulings
from umpire.campaign.governed import ai_sides
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.sheets.orders import enter
from umpire.campaign.turn import turns as course
from umpire.games import seats
from umpire.games.games import get_game
from umpire.games.new_game import NewGame
from umpire.games.seat import Seat
from umpire.outbox.outbox import letter_of
from umpire.services.services import Services

MONTHS = 2
KEEPER, LISTENER = "oolab", "humans"
LED = {"vermin": Profile("conqueror"), "dominators": Profile("trader", "hard")}


def seeds_apart() -> KeyedEntropy:
    """Chance that gives the seeds of turns in their order, whatever else was asked for between two of them."""
    return KeyedEntropy(lambda count: "seeds/" if count == SEED_BYTES else "other/")


class Seen(Value):
    """What there is of two governors that others could tell them by: plans, orders, letters but those of who keeps the secret,
    and how everybody's sheets stood after each look of the clock."""

    plans: tuple[Any, ...]
    orders: tuple[Any, ...]
    letters: tuple[Any, ...]
    ready: tuple[Any, ...]


def chosen() -> Scenario:
    """Four empires close together."""
    return for_an_evening(load_scenario(SCENARIO))


async def evening(*, secret: bool) -> Seen:
    """Two months in which the Oolab have a treasure and plans that nobody knows of, or do not."""
    async with await Storage.open(MEMORY) as storage:
        manual_clock = ManualClock(SUNDAY, frozen=True)
        services = Services(storage, Remembering(), manual_clock, seeds_apart())
        game = await play_campaign.create_game(services, NewGame(SYSTEM, 1, 2, "The Long Night", 9), chosen())
        gm = Seat(game.id, "", 9, is_gm=True)
        for number, side in enumerate((LISTENER, KEEPER)):
            seat = await seats.take(services, game.id, 100 + number, side)
            await set_delivery(services, seat, thread_id=500 + number)
        for side, profile in LED.items():
            await ai_sides.assign_ai(services, game.id, side, profile, "seat", "9")
        await course.open_first(services, gm)
        keeper = Seat(game.id, KEEPER, 101)
        stood: list[Any] = []
        for turn in range(1, MONTHS + 1):
            if secret:
                await rulings.amend(services, gm, SetTreasury(KEEPER, 3000 + turn), "A hoard")
                await enter(services, keeper, [FreeText(f"Nobody may know of this, {turn}.")])
            await sweep(services)
            revision = (await get_game(services, game.id)).revision
            async with storage.reading() as tx:
                found = await sheets.of_revision(tx, game.id, revision)
                stood.append(
                    [(sheet.side, sheet.state == "ready", sheet.version) for sheet in found if sheet.side in LED]
                )
            manual_clock.forward(hours=1)
            await course.advance(services, game.id, gm, "On", turn)
        await sweep(services)
        async with storage.reading() as tx:
            made = [await governors.bot_turns_of(tx, game.id, revision) for revision in range(1, MONTHS + 2)]
            given = [
                await orders.of_side(tx, game.id, turn, side) for turn in range(1, MONTHS + 2) for side in sorted(LED)
            ]
            sent = await outbox.of_game(tx, game.id)
        others = [letter_of(row) for row in sent if row.target["kind"] != "gm"]
        told = tuple((letter.kind, letter.side, letter.text) for letter in others if letter.side not in {KEEPER, ""})
        return Seen(
            tuple(tuple(changed(row, game="") for row in rows) for rows in made),
            tuple(tuple(changed(row, game="") for row in rows) for rows in given),
            told,
            tuple(map(tuple, stood)),
        )


@pytest.mark.rule("CW-18.0-07")
async def test_a_secret_of_a_third_side_changes_nothing_that_governors_do_or_say() -> None:
    without, with_it = await evening(secret=False), await evening(secret=True)
    assert without.plans == with_it.plans
    assert without.orders == with_it.orders
    assert without.ready == with_it.ready
    assert without.letters == with_it.letters
    assert all(len(rows) == len(LED) for rows in without.plans)
    assert all(rows for rows in without.orders)
    assert all(is_ready for look in without.ready for _, is_ready, _ in look)
