"""The guide to dogfights, done as it stands there."""

import asyncio
import sys
from typing import Any

from sandbox.model import Channel
from sandbox.reply import SeenMessage
from tests.e2e.guides.reader import ROOT
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL, Table

PLAIN = {
    "/dogfight take_over": "tried on every game by tests/e2e/tactical: here it would end the evening of who walks",
    "/dogfight extend": "tried by tests/e2e/dogfight/test_dogfight_deadline.py: the fights of the walk have no deadline",
    "ours": "stress in a sentence",
    "Dice": "names a picture of what the panel tells",
    "At night": "names a picture",
    "Against somebody": "stress in a sentence",
    "make dogfights": "flies hundreds of fights; its table is tried by tests/harness/storm/test_dogfight_table.py",
    "attention": "a number of the bandits' in the scenario files",
    "A6↑ S5": "lettering on the map",
    "↓": "lettering on the map",
    "Easy, even, hard": "the three difficulties, each flown below",
}


async def test_the_guide_to_dogfights_is_done_as_it_stands_there(table: Table) -> None:
    walk = Walk("docs/guides/dogfight.md", table, PLAIN)
    await first_fight(walk)
    await in_every_way(walk)
    duel, begun = await against_somebody(walk)
    await afterwards(walk)
    await by_post(walk, duel, begun)
    await measured(walk.shell("python -m harness.storm.rates 1000"))
    for scenario in ("Intercept", "Escort", "Furball", "Night watch", "Duel"):
        await taken_off(walk, "dom", scenario=scenario, difficulty="hard")
        walk.sees(scenario, on=panel(walk, "dom"))
    walk.done()


async def taken_off(walk: Walk, who: str = "ada", **options: Any) -> None:
    """A fight in a new thread, where the walk goes on."""
    walk.here = CHANNEL
    await walk.also(who, "dogfight new", **options)
    await walk.enter(who)


def panel(walk: Walk, who: str = "ada") -> SeenMessage:
    """The one message of a fight."""
    return walk.table.human(who).messages(walk.here)[0]


async def to_the_end(walk: Walk) -> None:
    """The starred button, until somebody has won."""
    for _ in range(400):
        if (await walk.table.game()).status == "finished":
            return
        await walk.do("ada", "★", on=panel(walk))
    raise AssertionError("a fight does not end")


async def first_fight(walk: Walk) -> None:
    """The panel, the star, the lessons; the same by the button of /help, and in a direct message."""
    await walk.use("ada", "/dogfight new", "takes off in")
    await walk.enter("ada")
    assert len(walk.table.ada.messages(walk.here)) == 1, "a thread with one message in it: the panel"
    await walk.use("vik", "/help", place=CHANNEL)
    await walk.do("vik", "dogfight")
    await walk.also("dom", "dogfight new", "★", place=walk.table.dom.open_dm())
    walk.seen = panel(walk)
    assert "Lesson" in walk.seen.text()
    await walk.do("ada", "★", on=panel(walk))
    assert "~~" in panel(walk).text(), "discarded dice are struck through"
    await walk.press("ada", "Odds", on=panel(walk))
    await walk.press("ada", "Lessons off", on=panel(walk))
    assert "Lesson\n" not in panel(walk).text()
    await walk.press("ada", "Why?", on=panel(walk))
    await walk.press("ada", "Card", on=panel(walk))
    await walk.use("ada", "/dogfight card jet:B1")
    await to_the_end(walk)
    over = panel(walk)
    await walk.press("ada", "Replay", "replay.gif", on=over)
    await walk.press("ada", "Rematch", on=over)


async def in_every_way(walk: Walk) -> None:
    await taken_off(
        walk,
        scenario="furball",
        aircraft="F-8 Crusader",
        light="night",
        bandits=3,
        difficulty="hard",
        aerobatics=True,
        hours=24,
    )


async def against_somebody(walk: Walk) -> tuple[Channel | str, SeenMessage]:
    """Their thread, and the message with **My view**."""
    walk.here = CHANNEL
    await walk.also("ada", "dogfight new", "waits in", versus=walk.table.vik.id)
    await walk.enter("ada")
    begun = await walk.press("vik", "Take the other side", "begins", on=walk.message("vik", "Take the other side"))
    await walk.table.settle()
    await walk.press("ada", "My view", on=begun)
    await walk.do("vik", "My view", on=begun)
    assert any("it is your turn" in seen.text() for seen in walk.table.ada.messages(walk.here))
    duel = walk.here
    await taken_off(walk)
    await walk.use("ada", "/dogfight show", "★")
    flown = walk.here
    await taken_off(walk)
    await walk.use("ada", "/dogfight leave")
    walk.here = flown
    await walk.do("ada", "★", on=panel(walk))
    await walk.use("ada", "/dogfight undo", "is taken back", reason="A slip")
    await walk.press("ada", "Refresh", on=panel(walk))
    await walk.use("ada", "/dogfight pause", "is paused")
    await walk.also("ada", "dogfight pause", "goes on", go_on=True)
    await walk.use("ada", "/dogfight export", "The capsule")
    return duel, begun


async def by_post(walk: Walk, duel: Channel | str, begun: SeenMessage) -> None:
    """A turn of the duel, with wishes and without."""
    walk.here = duel
    await walk.do("ada", "My view", on=begun)
    hints = [each.label for each in walk.seen.selects] if walk.seen else []
    await walk.pick("ada", hints[0], "Your wishes: Aim", value="aim")
    walk.sees("Maneuvers and flight")
    await walk.choose("ada", "Fire", "hold fire", value="hold")
    await walk.press("ada", "Ready", "Your wishes are in")
    await walk.do("vik", "My view", on=begun)
    await walk.do("vik", "★ Ready", "turn 2")
    await walk.table.settle()
    assert any("turn 1 is over" in seen.text() for seen in walk.table.ada.messages(walk.here))
    await walk.use("ada", "/notify", "everything")


async def afterwards(walk: Walk) -> None:
    await walk.turn_to(walk.here)
    for theme in ("dark", "light", "colour-blind"):
        await walk.also("ada", "dogfight map", "map.png", "map.txt", "altitude", theme=theme)
    await walk.use("ada", "/dogfight map")
    await to_the_end(walk)
    await walk.use("ada", "/dogfight log", "1. ")
    await walk.use("ada", "/dogfight why", line=1, turn=1)
    await walk.use("ada", "/dogfight verify", "comes out the same", turn=1)
    await walk.use("ada", "/dogfight career", "sorties")


async def measured(line: str) -> None:
    """The rates of four fights for each difficulty, which are within no band; the guide's thousand take minutes."""
    words = line.removesuffix("1000").split()[1:]
    done = await asyncio.create_subprocess_exec(sys.executable, *words, "4", cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    told, _ = await done.communicate()
    assert done.returncode in (0, 1)
    assert [line.partition(b":")[0] for line in told.splitlines()] == [b"easy", b"even", b"hard"]
