"""A week of a campaign as Discord sees it: REST calls by step and kind, and whom the bot's messages call, how often.

`python -m harness.bench.week` plays it with six empires and prints the table of docs/performance.md, in half a minute. A word
after it is what all of them want to be named for: `all`, `few` or `none`. Nobody gives an order: that takes the most calls.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rules.values import Value
from sandbox.app import Sandbox
from sandbox.interactions import Exchange
from sandbox.model import SILENT, Member
from storage.notifications import PingPreference
from tests.e2e.kit import CHANNEL, PLAYERS, Table, running_table
from umpire.games import games
from umpire.outbox.outbox import set_preference

HOUR_SECONDS: Final = 3600
SEATS: Final = {**PLAYERS, "kestrels": "kit", "weavers": "wes"}
"""Who plays which side."""
START, CREATE, JOINS, BEGIN, FIRST, LAST, RESULT, AGAIN = (
    "start", "create", "joins", "begin", "24 h before", "3 h before", "publication", "restart",
)  # fmt: skip
WEEK_STEPS: Final = (FIRST, LAST, RESULT)
"""The steps of an ordinary week; the others happen once."""
CALL_KINDS: Final = ("send", "edit", "take back", "pin", "thread", "member", "read", "commands")


def kind_of(method: str, template: str) -> str:
    """What a request is for; "" for an answer to a command, which counts against no limit but its own."""
    if template.startswith(("/interactions", "/webhooks")):
        return ""
    if "thread-members" in template:
        return "member"
    if method == "GET":
        return "read"
    for part, kind in (("/pins", "pin"), ("/threads", "thread"), ("/commands", "commands")):
        if part in template:
            return kind
    if template.endswith(("/messages", "/messages/{message_id}")):
        return {"POST": "send", "PATCH": "edit", "DELETE": "take back"}[method]
    return "thread" if template == "/channels/{channel_id}" else "read"


@dataclass
class Ears:
    """Listens to a sandbox: requests with the bot's token by step and kind, and who was called in each step."""

    step: str = START
    calls: dict[str, Counter[str]] = field(default_factory=dict)
    called: dict[str, Counter[int]] = field(default_factory=dict)

    def listen(self, sandbox: Sandbox) -> None:
        """Hear all that goes on there from now on."""
        sandbox.core.observers.append(self._request)

    def total(self, *steps: str) -> int:
        """Requests of these steps."""
        return sum(self.calls.get(step, Counter()).total() for step in steps)

    def rings(self, user: int, *steps: str) -> int:
        """How often somebody was called in these steps."""
        return sum(self.called.get(step, Counter())[user] for step in steps)

    def _request(self, found: Exchange) -> None:
        """A new message calls those whom it names, if it is not a silent one."""
        kind = kind_of(found.method, found.template)
        if kind:
            self.calls.setdefault(self.step, Counter())[kind] += 1
        if kind == "send" and found.status < 300 and not found.answer["flags"] & SILENT:
            for each in found.answer["mentions"]:
                self.called.setdefault(self.step, Counter())[int(each["id"])] += 1


class Week(Value):
    """What was heard, and the people's ids by name, the game master ("gm") first."""

    ears: Ears
    people: dict[str, int]


async def play(folder: Path, scenario: str, wish: PingPreference) -> Week:
    """A week of a campaign with a player in each seat, all of whom wish this; then the bot is started again."""
    ears, state = Ears(), folder / "world.db"
    async with running_table(folder, state=state, hear=ears.listen) as table:
        people = await _gather(table, ears, scenario)
        for user in people.values():
            await set_preference(table.services, table.sandbox.world.guild().id, user, wish)
        ears.step = BEGIN
        await table.gm.slash(CHANNEL, "campaign begin")
        await table.settle()
        due = (await table.game()).deadline or 0
        for step, before in ((FIRST, 24 * HOUR_SECONDS), (LAST, 3 * HOUR_SECONDS), (RESULT, 0)):
            ears.step = step
            table.clock.forward(seconds=due - before + 60 - table.clock.time())
            await table.tick()
            await table.tick()
        assert (await table.game()).turn == 2
        game, ears.step = table.game_id, "leaving"
    ears.step = AGAIN
    async with running_table(folder, state=state, hear=ears.listen) as table:
        table.game_id = game
        await table.tick()
    return Week(ears, people)


async def _gather(table: Table, ears: Ears, scenario: str) -> dict[str, int]:
    """A campaign due in a week, all its seats taken; everybody's ids."""
    world = table.sandbox.world
    guild, known = world.guild(), {user.username for user in world.users.values()}
    for name in SEATS.values():
        if name not in known:
            user = world.add_user(name)
            guild.members[user.id] = Member(user.id, [], None, guild.members[guild.owner_id].joined_at)
    ears.step = CREATE
    options = {"name": "The Long Week", "scenario": scenario, "schedule": "every 7 days", "review": False}
    await table.gm.slash(CHANNEL, "campaign create", **options)
    table.game_id = (await games.game_in(table.services, guild.id, world.channel(CHANNEL).id)).id
    await table.settle()
    ears.step = JOINS
    sides = [flag.id for flag in (await table.game()).sides]
    for side in sides:
        await table.human(SEATS[side]).slash(CHANNEL, "campaign join", side=side)
    await table.settle()
    return {name: table.human(name).id for name in ("gm", *(SEATS[side] for side in sides))}


def lines(week: Week) -> Iterator[str]:
    """The table, as Markdown."""
    yield f"| step | {' | '.join(CALL_KINDS)} | calls | pings of a player | of the GM |"
    yield f"|---|{'--:|' * (len(CALL_KINDS) + 3)}"
    ears, steps = week.ears, (START, CREATE, JOINS, BEGIN, FIRST, LAST, RESULT, AGAIN)
    for name, part in (*((step, (step,)) for step in steps), ("a week", WEEK_STEPS)):
        sums = sum((ears.calls.get(step, Counter()) for step in part), Counter[str]())
        rings = [ears.rings(user, *part) for user in week.people.values()]
        some = "–".join(str(each) for each in sorted({min(rings[1:]), max(rings[1:])}))
        counts = " | ".join(str(sums[kind] or "") for kind in CALL_KINDS)
        yield f"| {name} | {counts} | {ears.total(*part)} | {some} | {rings[0]} |"


async def _main(wish: PingPreference) -> None:
    with tempfile.TemporaryDirectory() as folder:
        week = await play(Path(folder), "six_empires", wish)
    print(*lines(week), sep="\n")


if __name__ == "__main__":
    WISHES: dict[str, PingPreference] = {"all": "all", "few": "few", "none": "none"}
    asyncio.run(_main(WISHES[sys.argv[1] if sys.argv[1:] else "all"]))
