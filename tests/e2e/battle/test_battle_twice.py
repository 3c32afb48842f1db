"""What is pressed, sent or delivered twice counts once; a form opens at once, also when its turn has to be played again."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from sandbox.errors import Json
from storage import tactical_orders
from storage.tactical_orders import SentRow
from tests.e2e.battle.battle_kit import Fight, begun
from tests.e2e.kit import Table, running_table
from tests.workers_inline import InlineWorkers

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
STOP = "1 accelerate\nstop when impulse >= 2 say look around"
SLOW_SECONDS = 3.5


async def rows(fight: Fight, turn: int = 1) -> list[SentRow]:
    """The orders of a turn that stand."""
    async with fight.table.services.storage.reading() as tx:
        return [row for row in await tactical_orders.of_turn(tx, fight.game_id, turn) if row.withdrawn_at is None]


class Post:
    """Remembers the last interaction that the bot was told of, to deliver the very same once more."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.last: Json = {}
        table.sandbox.core.event_observers.append(self._heard)

    def _heard(self, name: str, payload: Json) -> None:
        if name == "INTERACTION_CREATE":
            self.last = payload

    async def again(self) -> None:
        """Deliver it once more, and let the bot make of it what it will."""
        core = self.table.sandbox.core
        assert core.gateway.to_all("INTERACTION_CREATE", self.last, core.world.guild().id) == 1
        await asyncio.sleep(0.3)
        await self.table.tick()


async def test_the_same_press_delivered_twice_counts_once(table: Table) -> None:
    fight, post = await begun(table), Post(table)
    await fight.write("ada", STOP)
    await post.again()
    assert [type_of(row) for row in await rows(fight)] == ["SetProgramme", "SetStance"]
    asked = await fight.use("ada", "plot done")
    await fight.press("ada", asked, "Yes, I am done")
    await post.again()
    assert [type_of(row) for row in await rows(fight)] == ["SetProgramme", "SetStance", "Continue"]
    await fight.done("vik")
    assert await fight.turn() == 1
    assert "look around" in (await fight.use("ada", "battle status")).text()
    assert [type_of(row) for row in await rows(fight) if row.side == "S"][-1:] == ["Continue"]
    await fight.use("ada", "plot move", impulse=5, turn="B")
    before = [row.order for row in await rows(fight)]
    await post.again()
    assert [row.order for row in await rows(fight)] == before
    assert "`5 turn B`" not in (await fight.use("ada", "plot undo")).text()


async def test_a_button_pressed_again_after_the_turn_went_on_changes_nothing(table: Table) -> None:
    fight = await begun(table)
    await fight.write("ada", STOP)
    asked, other = await fight.use("ada", "plot done"), await fight.use("ada", "plot done")
    await fight.press("ada", asked, "Yes, I am done")
    twice = await fight.press("ada", other, "Yes, I am done")
    assert "Nobody waits for you now" in twice.followups[-1].text()
    third = await fight.use("vik", "plot done")
    await fight.done("vik")
    stopped = await rows(fight)
    late = await fight.press("vik", third, "Yes, I am done")
    assert "has moved on" in late.followups[-1].text()
    await table.tick()
    assert await rows(fight) == stopped
    assert await fight.turn() == 1


def type_of(row: SentRow) -> str:
    """The kind of an order as it is stored."""
    return str(json.loads(row.order)["type"])


class SlowReplays(InlineWorkers):
    """Workers that take longer to play a turn, once `slow` is set, than Discord waits for an answer."""

    slow = False
    played = 0

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
        if function.__name__ == "progress":
            self.played += 1
            if self.slow:
                await asyncio.sleep(SLOW_SECONDS)
        return await super().run(function, *args, urgent=urgent, seconds=seconds)


def forget(table: Table) -> None:
    """As after a restart: nothing is remembered of the turn."""
    table.services.cache._kept.clear()


async def test_the_form_of_a_programme_opens_at_once_when_its_turn_has_to_be_played_again(tmp_path: Path) -> None:
    workers = SlowReplays()
    async with running_table(tmp_path, answer_timeout=3.0, workers=workers) as table:
        fight = await begun(table)
        receipt = await fight.write("ada", STOP)
        await fight.done("ada")
        assert "Nobody waits" in await fight.refused("ada", "plot text")
        await fight.done("vik")
        forget(table)
        workers.slow, before = True, workers.played
        form = await fight.use("ada", "plot text")
        pressed = await fight.press("ada", receipt, "Edit as text")
        assert workers.played == before
        for each in (form, pressed):
            assert "stop when impulse >= 2 say look around" in str(each.modal and each.modal.components)
        written = await table.ada.submit(form, {"plan": "4 turn B"})  # the long answer is deferred
        assert "`4 turn B`" in written.text()
        assert workers.played > before


async def test_orders_that_do_not_count_yet_play_nothing_again(tmp_path: Path) -> None:
    workers = SlowReplays()
    async with running_table(tmp_path, workers=workers) as table:
        fight = await begun(table)
        await fight.write("ada", STOP)
        for who in ("ada", "vik"):
            await fight.done(who)
        before = workers.played
        await fight.use("ada", "plot move", impulse=5, turn="B")
        await fight.use("ada", "plot stance", stance="flee")
        await fight.use("ada", "plot undo")
        assert workers.played == before
        await fight.done("ada")
        assert workers.played > before


async def test_a_form_that_was_open_over_the_end_of_its_turn_changes_nothing(table: Table) -> None:
    fight = await begun(table)
    form = await fight.use("ada", "plot text")
    for who in ("ada", "vik"):
        await fight.done(who)
    assert await fight.turn() == 2
    late = await table.ada.submit(form, {"plan": "4 turn B"})
    assert "for a turn that is over" in late.text()
    assert await rows(fight, 2) == []
