"""What people do wrong: each gets a clear sentence, and nothing changes."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from demo.cast import Cast
from demo.stage import CHANNEL_NAME, Actor
from playtest.player import GIVE_BUTTON, ScriptError, can_give, full_text, is_refusal
from rules.values import Value, field
from sandbox.errors import Refused
from sandbox.model import Channel
from sandbox.reply import Reply


class RefusedCommand(Value):
    """A command that must be refused, and a word of the refusal."""

    who: str
    command: str
    said: str
    options: dict[str, Any] = field(default_factory=dict)


LONG_TEXT = "x" * 4000
RIGHT_TO_LEFT = "\N{RIGHT-TO-LEFT OVERRIDE}terces"
MISTAKES = (
    RefusedCommand("ada", "fleet move", "off the map", {"fleet": "Home Fleet", "to": "9999"}),
    RefusedCommand("ada", "fleet move", "9999", {"fleet": "Home Fleet", "to": "0101", "via": "9999"}),
    RefusedCommand("ada", "fleet move", "vermin", {"fleet": "vermin-F1", "to": "0101"}),
    RefusedCommand("ada", "fleet show", "Great Swarm", {"fleet": "Great Swarm"}),
    RefusedCommand("vik", "colony show", "Terra", {"colony": "Terra"}),
    RefusedCommand("ada", "build units", "left to spend", {"design": "CA", "at": "Terra", "count": 200}),
    RefusedCommand("ada", "build units", "design", {"design": "Death Star 🌑", "at": "Terra"}),
    RefusedCommand("dom", "research start", "left to spend", {"name": "Everything", "at": "Mother Mire", "cps": 90000}),
    RefusedCommand("ola", "colony settle", "freighters", {"world": "0101-1"}),
    RefusedCommand("ola", "colony found", "world", {"fleet": "Tidewagons", "world": "🌍"}),
    RefusedCommand("ola", "fleet load", "room", {"fleet": "Tidewagons", "cps": 99999}),
    RefusedCommand("vik", "fleet merge", "itself", {"fleet": "Great Swarm", "into": "Great Swarm"}),
    RefusedCommand("vik", "fleet mission", "survey", {"fleet": "Great Swarm", "mission": "survey"}),
    RefusedCommand("vik", "orders write", "begin", {"line": "'; DROP TABLE orders; --"}),
    RefusedCommand("vik", "orders write", "begin", {"line": "@everyone <@1> **attack** " + RIGHT_TO_LEFT}),
    RefusedCommand("vik", "fleet rename", "printable", {"fleet": "Great Swarm", "name": RIGHT_TO_LEFT}),
    RefusedCommand("dom", "orders withdraw", "99", {"number": "99"}),
    RefusedCommand("dom", "orders change", "99", {"number": "99", "line": 'ask "Anybody?"'}),
    RefusedCommand("dom", "orders change", "number", {"number": "two", "line": 'ask "Anybody?"'}),
    RefusedCommand("dom", "turn why", "first", {"line": 1}),
    RefusedCommand("dom", "map show", "../../etc", {"around": "../../etc/passwd"}),
    RefusedCommand("ada", "roll", "🎲", {"dice": "🎲🎲🎲"}),
    RefusedCommand("ada", "roll", "", {"dice": "999999d999999"}),
    RefusedCommand("ada", "rule", "no rule", {"rule": "CW-99.9-99"}),
    RefusedCommand("ada", "help", "help on", {"topic": "everything"}),
    RefusedCommand("ada", "gm advance", "game master"),
    RefusedCommand("ada", "gm side", "game master", {"side": "vermin"}),
    RefusedCommand("ada", "gm amend treasury", "game master", {"side": "humans", "cps": 99999}),
    RefusedCommand("ada", "campaign pause", "game master"),
    RefusedCommand("visitor", "orders show", "seat"),
    RefusedCommand("visitor", "fleet list", "seat"),
    RefusedCommand("visitor", "map whole", "seat"),
    RefusedCommand("visitor", "campaign join", "player", {"side": "humans"}),
    RefusedCommand("visitor", "campaign join", "not a side", {"side": "martians"}),
    RefusedCommand("gm", "fleet list", "game master"),
    RefusedCommand("gm", "gm settle", "Q999", {"question": "Q999", "answer": "Yes"}),
    RefusedCommand("gm", "gm amend move", "fleet", {"fleet": "Flying Dutchman", "to": "0101"}),
    RefusedCommand("gm", "campaign schedule", "schedule", {"when": "whenever"}),
    RefusedCommand("gm", "campaign options", "hours", {"reminders": "soon"}),
    RefusedCommand("gm", "campaign create", "being played", {"name": "Another", "scenario": "duel_small"}),
)


async def make_mistakes(cast: Cast) -> None:
    """All of them, one after the other; no sheet changes by any."""

    async def all_of_them() -> None:
        for mistake in MISTAKES:
            await expect_refusal(cast, person(cast, mistake.who), mistake.said, mistake.command, **mistake.options)
        await _too_long(cast)

    await cast.unchanged("A mistake", all_of_them)


def person(cast: Cast, name: str) -> Actor:
    """Somebody by user name."""
    for actor in (*cast.actors, cast.gm, cast.visitor):
        if actor.name == name:
            return actor
    raise ScriptError(f"nobody is called {name}")


async def expect_refusal(
    cast: Cast, actor: Actor, said: str, command: str, *, where: Channel | str = CHANNEL_NAME, **options: Any
) -> Reply:
    """Use a command that must be refused with a sentence that holds a word."""
    reply = await actor.use(command, where=where, **options)
    text = full_text(reply)
    shown = {key: str(value)[:40] for key, value in options.items()}
    good = is_refusal(reply) and said.casefold() in text.casefold() and not can_give(reply)
    cast.findings.check(good, f"{actor.name}: /{command} {shown} should be refused with {said!r}, not: {text[:200]}")
    return reply


async def _too_long(cast: Cast) -> None:
    """4,000 characters: Discord's own client stops them in options; in a form they reach the bot."""
    ada = cast.actor("humans")
    try:
        await ada.use("orders ask", text=LONG_TEXT)
    except Refused:
        pass
    else:
        cast.findings.check(False, "4,000 characters fitted into an option of 1,500")
    form = await ada.use("orders form")
    answer = await ada.fill(form, text=LONG_TEXT)
    cast.findings.check(
        "⚠" in answer.text() and "Nothing was entered" in answer.text(), f"a form of x: {answer.text()[:200]}"
    )


async def double_click(cast: Cast, actor: Actor, command: str, **options: Any) -> None:
    """Press the button that gives an order twice at once: one order is given."""
    before = count_orders(await actor.sheet())
    preview = await actor.use(command, **options)
    await asyncio.gather(actor.press(preview, GIVE_BUTTON), actor.press(preview, GIVE_BUTTON), return_exceptions=True)
    after = count_orders(await actor.sheet())
    cast.findings.check(after == before + 1, f"two clicks on one button gave {after - before} orders")


async def stale(cast: Cast, actor: Actor, work: Callable[[], Awaitable[Reply]]) -> None:
    """Press a button of a turn that is over: it says so and shows the order for the present turn, and nothing is ordered."""
    before = await actor.sheet()
    reply = await work()
    text = "\n".join([reply.text(), *(each.text() for each in reply.followups)])
    cast.findings.check("a turn that is over" in text, f"a button of a past turn was answered: {text[:200]}")
    cast.findings.check(before == await actor.sheet(), "a button of a past turn changed the sheet")


def count_orders(sheet: str) -> int:
    """How many orders a receipt lists."""
    for line in sheet.splitlines():
        if line.startswith("-# ") and " orders" in line:
            return int(line.split()[1])
    return 0
