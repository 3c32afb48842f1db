"""An evening on a bad line: every command succeeds or says truly what stands, no letter is lost or doubled, and no second
thread appears. What is said is held against the database before and after."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sandbox.human import NoAnswerError
from sandbox.model import PRIVATE_THREAD, Channel
from sandbox.reply import Reply, SeenMessage
from storage import outbox
from tests.e2e.kit import CHANNEL, Table, running_table
from tests.e2e.new_games import NEW
from tests.e2e.weather import Weather
from tests.on_postgresql import asked_of
from tests.patience import WAIT_SECONDS
from umpire.delivery.sender import ref_of
from umpire.games import games

NOTHING = ("nothing was changed", "nothing was begun")
SAVED = "what you asked for is saved"
STALE = "for a moment that has passed"
"""Said to a button of a panel whose change has not come yet; it changes nothing, and Refresh brings the change."""
MOST_TRIES = 8
MOST_LOOKS = 60
STATE = (
    "SELECT id, channel_id, status, version, revision FROM games ORDER BY id",
    "SELECT game, side, slot, user_id FROM seats ORDER BY game, side, slot",
    "SELECT game, revision, turn, state, changes FROM turns ORDER BY game, revision",
    "SELECT game, id, turn, side, number, withdrawn_at FROM orders ORDER BY game, id",
    "SELECT game, revision, side, state, version FROM sheets ORDER BY game, revision, side",
    "SELECT game, revision, phase, seq FROM snapshots ORDER BY game, revision, phase, seq",
)
"""What a game stands at; where letters and threads are on their way is no part of it."""

Wish = Callable[[], Awaitable[Reply]]


@dataclass
class Evening:
    """What was asked for and how it was answered."""

    table: Table
    tally: Counter[str] = field(default_factory=Counter)

    def state(self) -> tuple[object, ...]:
        """All games as they stand."""
        return tuple(tuple(asked_of(self.table.services.storage, query)) for query in STATE)

    async def wish(self, wish: Wish, *says: str) -> Reply | None:
        """Ask until it is done: it succeeds, or says that nothing was changed (and nothing was), or that it is saved (and it
        is). Nothing is asked for again that was said to be saved. None: look at what there is now."""
        for _ in range(MOST_TRIES):
            before = self.state()
            try:
                answer = await wish()
            except NoAnswerError:
                # Discord took no answer within its three seconds and says so itself: people look, and ask again if need be.
                self.tally["silent"] += 1
                if self.state() != before:
                    return None
                continue
            after = self.state()
            text = answer.text()
            if any(part in text for part in NOTHING):
                assert after == before, text
                self.tally["nothing"] += 1
                continue
            if STALE in text:
                assert after == before, text
                self.tally["stale"] += 1
                return None
            assert after != before, text
            if SAVED in text:
                self.tally["saved"] += 1
                return answer
            assert any(part in text for part in says), text
            self.tally["done"] += 1
            return answer
        raise AssertionError(f"not done in {MOST_TRIES} tries: {says}")

    async def slash(self, who: str, place: str | Channel, command: str, *says: str, **options: object) -> Reply | None:
        """A command that changes something."""
        return await self.wish(lambda: self.table.human(who).slash(place, command, **options), *says)

    async def press(self, who: str, seen: SeenMessage, label: str, *says: str) -> Reply | None:
        """A button that changes something."""
        return await self.wish(lambda: self.table.human(who).click(seen, label), *says)

    async def read(self, who: str, place: str | Channel, command: str, needs: str, **options: object) -> Reply:
        """A command that only shows; asked again while it says that Discord did not answer."""
        for _ in range(MOST_TRIES):
            try:
                answer = await self.table.human(who).slash(place, command, **options)
            except NoAnswerError:
                self.tally["silent"] += 1
                continue
            if any(needs in each.label for each in answer.controls) or needs in answer.text():
                return answer
            assert any(part in answer.text() for part in NOTHING), answer.text()
        raise AssertionError(f"/{command} was never answered")

    async def look(self, who: str, seen: SeenMessage, label: str) -> None:
        """A button that only shows; pressed again while Discord does not answer."""
        for _ in range(MOST_TRIES):
            try:
                answer = await self.table.human(who).click(seen, label)
            except NoAnswerError:
                self.tally["silent"] += 1
                continue
            if not any(part in answer.text() for part in NOTHING):
                return
        raise AssertionError(f"{label} was never answered")

    async def posted(self, place: Channel, label: str) -> SeenMessage:
        """The message with this button, as soon as it has arrived."""
        async with asyncio.timeout(WAIT_SECONDS):
            while True:
                for seen in self.table.ada.messages(place):
                    if any(each.label.startswith(label) for each in seen.buttons):
                        return seen
                await asyncio.sleep(0.05)


@pytest.mark.parametrize("seed", [1, 2])
async def test_an_evening_on_a_bad_line(seed: int, tmp_path: Path) -> None:
    async with running_table(tmp_path, answer_timeout=4) as table:
        weather = Weather(table.sandbox, seed)
        evening = Evening(table)
        weather.begin()
        try:
            await _campaign(evening)
            battle = await _battle(evening)
            fight = await _dogfight(evening) if "dogfight new" in NEW else None
            for _ in range(MOST_LOOKS if weather.cuts else 0):  # one game less to be cut off in
                await evening.read("ada", battle, "battle status", "")
        finally:
            weather.end()
        await _all_is_sent(table)
        print(evening.tally, weather.struck, weather.asked)  # shown by pytest -rP
        assert evening.tally["silent"] <= 3
        assert weather.cuts == 0, weather
        assert {"drop", "late-drop", "5xx"} <= weather.struck.keys(), weather
        assert {"429", "429-global"} & weather.struck.keys(), weather
        await _no_letter_is_lost_or_doubled(table)
        _no_second_thread(table)
        assert len([seen for seen in table.ada.messages(battle) if "Take Sol" in str(seen.controls)]) <= 1
        if fight is not None:
            panels = [seen for seen in table.ada.messages(fight) if any(b.label == "Card" for b in seen.buttons)]
            assert len(panels) == 1


async def _campaign(evening: Evening) -> None:
    """A campaign from its making to its second turn; one seat changes hands."""
    table = evening.table
    await evening.slash(
        "gm",
        CHANNEL,
        "campaign create",
        "Game master: ",
        name="The Long Night",
        scenario="duel_small",
        review=True,
        early=False,
    )
    game = await games.game_in(table.services, table.sandbox.world.guild().id, table.sandbox.world.channel(CHANNEL).id)
    table.game_id = game.id
    for who, side in (("ada", "humans"), ("dom", "dominators")):
        await evening.slash(who, CHANNEL, "campaign join", "leads", side=side)
    await evening.slash("gm", CHANNEL, "campaign begin", "turn 1 is open")
    for who, line in (
        ("ada", 'move "Lantern One" to 2034'),
        ("ada", 'ask "Is it dark?"'),
        ("dom", 'ask "Who is there?"'),
    ):
        preview = await evening.read(who, CHANNEL, "orders write", "Give", line=line)
        await evening.press(who, preview, "Give", "Order given")
    await evening.slash("gm", CHANNEL, "gm seat replace", "leads", side="dominators", member=table.visitor.id)
    for who in ("ada", "visitor"):
        await evening.slash(who, CHANNEL, "orders ready", "eady")
    asked = await evening.read("gm", CHANNEL, "gm advance", "Resolve turn")
    await evening.press("gm", asked, "Resolve turn", "Publish", "resolved", "draft")
    await evening.slash("gm", CHANNEL, "gm publish", "ublished")
    assert (await table.game()).turn == 2


async def _battle(evening: Evening) -> Channel:
    """A battle for two, begun."""
    thread = await _opened(evening, "battle new", "is made", scenario="duel", hours=0)
    await evening.slash("ada", thread, "battle join", "plays", side="S")
    await evening.slash("vik", thread, "battle join", "plays", side="A")
    await evening.slash("ada", thread, "battle begin", "turn 1 is open")
    return thread


async def _dogfight(evening: Evening) -> Channel:
    """A dogfight alone, flown for a few presses."""
    thread = await _opened(evening, "dogfight new", "takes off in")
    for _ in range(4):
        panel = await evening.posted(thread, "★")
        best = next(one.label for one in panel.buttons if one.label.startswith("★"))
        answer = await evening.press("ada", panel, best, "turn")
        if answer is None or SAVED in answer.text():
            await evening.look("ada", panel, "Refresh")  # what came of it may not be on the panel yet
    return thread


async def _opened(evening: Evening, command: str, says: str, **options: object) -> Channel:
    """The new thread of a tactical game."""
    human = evening.table.ada
    before = {thread.id for thread in human.threads(CHANNEL)}
    await evening.slash("ada", CHANNEL, command, says, **options)
    (thread,) = [thread for thread in human.threads(CHANNEL) if thread.id not in before]
    return thread


async def _all_is_sent(table: Table) -> None:
    """Until nothing waits, letters in back-off too, and every thread has been seen to."""
    async with asyncio.timeout(90):
        while True:
            async with table.services.storage.reading() as tx:
                waiting = await outbox.waiting(tx)
            if not waiting and not table.client.running.threads.troubled:
                return
            assert not [each.error for each in waiting if each.state == "failed"]
            await asyncio.sleep(0.1)


async def _no_letter_is_lost_or_doubled(table: Table) -> None:
    """Each letter's line stands below one message; where a later letter edited the message, below none."""
    games = [str(row[0]) for row in asked_of(table.services.storage, "SELECT DISTINCT game FROM outbox")]
    world = table.sandbox.world
    texts = [
        SeenMessage(table.sandbox.core, each).text() for found in world.messages.values() for each in found.values()
    ]
    last: dict[tuple[str, str], int] = {}
    async with table.services.storage.reading() as tx:
        rows = [row for game in games for row in await outbox.of_game(tx, game)]
    assert len(rows) > 10
    for row in rows:
        if row.edit_key and row.message_id is not None:
            last[row.game, row.edit_key] = row.id
    for row in rows:
        shown = sum(text.endswith(ref_of(row)) for text in texts)
        replaced = row.edit_key and last[row.game, row.edit_key] != row.id
        pressed = row.letter["kind"] == "board"  # a panel is flown on: what is pressed takes its place
        assert row.state == "sent", row
        if row.nonce == f"unneeded/{row.id}":  # its dashboard showed all that already
            assert (row.letter["kind"], row.message_id) == ("desk", None)
            continue
        assert shown == 1 or (shown == 0 and (replaced or pressed)), (shown, row)


def _no_second_thread(table: Table) -> None:
    """Each thread is some seat's or some tactical game's, and each seat has one."""
    storage = table.services.storage
    used = [row[0] for row in asked_of(storage, "SELECT thread_id FROM seats WHERE thread_id IS NOT NULL")]
    used += [row[0] for row in asked_of(storage, "SELECT channel_id FROM games WHERE system != 'cluster_war'")]
    threads = [each for each in table.sandbox.world.channels.values() if each.is_thread]
    assert Counter(each.name for each in threads).most_common(1)[0][1] == 1, [each.name for each in threads]
    assert {each.id for each in threads} == set(used)
    assert len([each for each in threads if each.type == PRIVATE_THREAD]) == 3
