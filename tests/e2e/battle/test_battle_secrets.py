"""Secrets of battles through the real client: plots, hidden craft and missiles' targets change no byte of what others get."""

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rules.hexes import Hex
from rules.pentagon_war.state import Battle
from rules.values import changed
from sandbox.reply import Reply, SeenMessage
from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.ears import stand_still
from tests.e2e.kit import running_table
from umpire.battle import setup
from umpire.games.seat import Seat

Secret = Callable[[Fight], Awaitable[None]]
Change = Callable[[Battle], Battle]
SNOWFLAKE = re.compile(r"\d{17,20}")
LINK = re.compile(r"http://127\.0\.0\.1:\d+/[^\s\"]*")
Looks = Sequence[tuple[str, dict[str, object]]]
LOOKS: Looks = (
    ("battle status", {}), ("battle show", {}), ("battle text", {}), ("battle log", {}), ("battle options", {}),
    ("battle show", {"around": "B1"}), ("battle show", {"arcs": "B2"}), ("battle show", {"source": "B1", "target": "B2"}),
    ("battle why", {"line": 1}), ("battle replay", {}), ("battle atlas", {}), ("ship show", {"craft": "B1"}),
    ("ship show", {"craft": "B2"}), ("ship show", {"craft": "B3"}),
    ("plot show", {"craft": "B1"}), ("plot show", {}), ("plot done", {}),
    ("plot clear", {"craft": "B2"}), ("plot now", {"line": "B2 turn B"}), ("plot now", {"take_back": "1"}),
    ("plot fire", {"weapons": "L1", "target": "B3", "craft": "S1"}), ("plot fire", {"weapons": "L1", "craft": "S1"}),
    ("fire odds", {"weapon": "L1", "target": "B3", "craft": "S1"}), ("battle show", {"around": "B3"}),
    ("fire plan", {"weapons": "L1", "target": "B1", "craft": "S1"}), ("fire arcs", {"craft": "B2"}),
    ("fire odds", {"weapon": "L1", "target": "B1", "craft": "S1"}), ("battle verify", {"turn": 1}), ("battle export", {}),
)  # fmt: skip
TYPED = (
    ("plot show", "craft"), ("plot fire", "weapons"), ("plot fire", "target"), ("plot now", "take_back"),
    ("battle show", "around"), ("ship show", "craft"), ("fire odds", "target"), ("fire arcs", "craft"),
)  # fmt: skip


UNSEEN = "power invisible\nscreens never\ndefend nothing"
"""The plot of the hidden craft, in every evening: it stays hidden through turn 1."""


class Listener:
    """All that one person receives, byte by byte; the sandbox's ids and links are evened out."""

    def __init__(self, fight: Fight, who: str, looks: Looks = LOOKS, typed: Sequence[tuple[str, str]] = TYPED) -> None:
        self.fight, self.who = fight, who
        self.looks, self.typed = looks, typed
        self.heard: list[str] = []
        self.ids: dict[str, str] = {}

    async def glance(self) -> None:
        """What can be asked of a set-up."""
        for command in ("battle show", "battle text", "battle status"):
            self._note(command, contents(await self.fight.use(self.who, command)))

    async def look(self) -> None:
        """Everything a person can ask and read."""
        await self.ask()
        await self._taps()
        self.read()

    async def ask(self) -> None:
        """Every question, and everything that is suggested."""
        human = self.fight.table.human(self.who)
        for command, options in self.looks:
            self._note(f"{command} {options}", contents(await self.fight.use(self.who, command, **options)))
        for command, option in self.typed:
            found = await human.autocomplete(self.fight.thread, command, option, "")
            self._note(f"{command} {option}", [(each.name, each.value) for each in found])

    def read(self) -> None:
        """Every message that a person sees."""
        human = self.fight.table.human(self.who)
        for place in sorted(human.channels(), key=lambda channel: channel.id):
            for seen in human.messages(place, 10_000):
                self._note("message", contents(seen))

    async def _taps(self) -> None:
        """What is suggested for each craft of theirs where a turn is plotted by taps."""
        human = self.fight.table.human(self.who)
        posts = [
            seen for seen in human.messages(self.fight.thread, 10_000) if "Plot" in [b.label for b in seen.buttons]
        ]
        glance = await human.click(posts[-1], "Plot")
        self._note("Plot", contents(glance))
        for craft in [value for each in glance.selects[:1] for _, value in each.options]:
            panel = await human.click(posts[-1], "Plot")
            self._note(f"Plot {craft}", contents(await human.select(panel, "Plot a craft", craft)))

    def _note(self, did: str, what: Any) -> None:
        told = LINK.sub("(link)", json.dumps([did, what], sort_keys=True, default=str))
        self.heard.append(SNOWFLAKE.sub(lambda match: self.ids.setdefault(match[0], f"#{len(self.ids)}"), told))


def contents(seen: SeenMessage | Reply) -> Any:
    """A message as it went over the wire, and the bytes of its files."""
    files = [[f.filename, f.description, hashlib.sha256(f.read()).hexdigest()] for f in seen.attachments]
    form = getattr(seen, "modal", None)
    return [seen.payload, files, None if form is None else form.components]


async def evening(folder: Path, change: Change, secret: Secret) -> dict[str, list[str]]:
    """Amber Gate: Ada's Sol against Vik's Barnard, who has the secrets; what Ada and a visitor heard."""
    async with running_table(folder) as table:
        await stand_still(table)
        fight = await new_fight(table, host="gm", scenario="amber_gate", hours=0)
        host = Seat(fight.game_id, "", table.gm.id, is_gm=True)
        await setup.change_set_up(table.services, host, change)
        await fight.use("ada", "battle join", side="S")
        await fight.use("vik", "battle join", side="B")
        ears = [Listener(fight, "ada"), Listener(fight, "visitor")]
        for each in ears:
            await each.glance()
        await fight.begin("gm")
        await fight.write("vik", UNSEEN, craft="B3")
        await secret(fight)
        for each in ears:
            await each.look()
        for who in ("ada", "vik"):
            await fight.done(who)
        assert await fight.turn() == 2
        await fight.use("ada", "plot stance", stance="flee", craft="S1")
        for each in ears:
            await each.look()
        return {each.who: each.heard for each in ears}


def same(battle: Battle) -> Battle:
    """The set-up as it is."""
    return battle


def hidden_elsewhere(battle: Battle) -> Battle:
    """The hidden craft starts far away from where it was, faces otherwise, and is called otherwise."""
    craft = next(craft for craft in battle.craft.values() if craft.hidden)
    moved = changed(craft, at=Hex(craft.at.q + 9, craft.at.r - 14), facing=(craft.facing + 2) % 6, name="Other Whisper")
    return changed(battle, craft={**battle.craft, craft.id: moved})


async def nothing(fight: Fight) -> None:
    """No secret; yet the sheet has as many orders as with one."""


async def plots(fight: Fight) -> None:
    """Vik plots what comes to nothing in turn 1, and takes things back: his own affair."""
    await fight.write("vik", "power invisible\n1-6 accelerate\nscreens never\ndefend nothing", craft="B3")
    await fight.write("vik", f"{UNSEEN}\n2 turn A\nfire all at S1 when range <= 1\nstop when range < 1", craft="B3")
    await fight.use("vik", "plot undo", craft="B3")
    await fight.use("vik", "plot undo", craft="B3")
    await fight.refused("vik", "plot fire", weapons="L99", craft="B3")
    await fight.refused("vik", "plot now", line="B3 turn B")


Heard = dict[str, list[str]]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    """An evening without secrets; in a thread of its own, since it outlives the loop of any one test."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, evening(tmp_path_factory.mktemp("plain"), same, nothing)).result()


@pytest.mark.parametrize(("change", "secret"), [(hidden_elsewhere, nothing), (same, plots)], ids=["hidden", "plots"])
async def test_a_secret_changes_no_byte_of_what_others_receive(
    tmp_path: Path, plain: Heard, change: Change, secret: Secret
) -> None:
    other = await evening(tmp_path, change, secret)
    for who, heard in plain.items():
        assert len(heard) > 60
        assert [line for line, twin in zip(heard, other[who], strict=True) if line != twin] == []
        assert not any("Whisper" in line for line in (*heard, *other[who]))


async def test_what_is_open_is_heard_so_the_comparison_can_fail(tmp_path: Path, plain: Heard) -> None:
    async def open_move(fight: Fight) -> None:
        await fight.write("vik", "1-3 accelerate", craft="B1")

    assert plain["ada"] != (await evening(tmp_path, same, open_move))["ada"]
