"""Everybody on the stage, and what the whole cast does together."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from demo.answer_reader import EmpireHoldings
from demo.policy import DemoPlan, Empire
from demo.stage import CHANNEL_NAME, Actor, RunRecord, Stage
from playtest.player import ScriptError
from sandbox.model import Channel

BEATEN_AT: Final = re.compile(r"I last looked at the deadlines <t:\d+:R>")
"""What `/campaign info` says of the clock, which goes on by itself."""


@dataclass
class Cast:
    """The people, the stage, and how often each turn was published."""

    bill: DemoPlan
    stage: Stage
    findings: RunRecord
    gm: Actor
    visitor: Actor
    empires: dict[str, Empire]
    published: Counter[int] = field(default_factory=Counter)
    players: dict[str, Actor] = field(default_factory=dict)
    """The first players, whoever sits there now."""
    began_with: dict[str, EmpireHoldings] = field(default_factory=dict)
    """What each rival held before the first turn."""
    names: dict[str, set[str]] = field(default_factory=dict)
    """What each side has called its own, gathered before the end."""
    dark: dict[str, str] = field(default_factory=dict)
    """Where fleets meet in turn 9, by the way in which that is settled."""
    own_capsule: bytes = b""
    """What the Humans exported in the middle of the game."""

    def actor(self, side: str) -> Actor:
        """Who leads a side now."""
        return self.empires[side].actor

    def but(self, *sides: str) -> list[str]:
        """All sides that players lead, but these."""
        return [side for side in self.empires if side not in sides]

    @property
    def actors(self) -> list[Actor]:
        """The players."""
        return [empire.actor for empire in self.empires.values()]

    async def colonies(self, side: str, hex_: str = "") -> list[str]:
        """An empire's colonies, hex-orbit, as the game master is offered them: the largest first; those of one hex, if given."""
        name = self.bill.sides[side]
        offered = await self.gm.suggest("decree hinder", "colony", hex_ or name)
        found = [str(each.value) for each in offered if f" of {name} (" in each.name]
        return [world for world in found if world.startswith(hex_)]

    def find_rooms(self) -> None:
        """Everybody looks for the own private thread."""
        for empire in self.empires.values():
            empire.actor.place = self._room(empire.actor, self.bill.sides[empire.side])
        self.gm.place = self._room(self.gm, "Game master")

    def _room(self, actor: Actor, name: str) -> Channel:
        for thread in actor.human.threads(CHANNEL_NAME):
            if thread.name.startswith(f"{name} · "):
                return thread
        raise ScriptError(f"{actor.name} has no private thread called {name}")

    async def play(self, turn: int, sides: Iterable[str] = ()) -> None:
        """All players (or some) write their orders, at the same time, as people do."""
        await asyncio.gather(*(self.empires[side].play(turn) for side in list(sides) or list(self.empires)))

    async def all_ready(self, sides: Iterable[str] = ()) -> None:
        """All players (or some) declare their sheets ready."""
        for side in list(sides) or list(self.empires):
            await self.actor(side).does("orders ready", "✔")

    async def sheets(self) -> tuple[str, ...]:
        """All sheets as their players read them, without anything else."""
        return tuple([await actor.sheet() for actor in self.actors])

    async def unchanged(self, what: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do something that may change no sheet, nothing that is public, and leave no act on the game master's record."""
        before = await self._picture()
        await work()
        after = await self._picture()
        changed = [name for name, text in after.items() if text != before[name]]
        self.findings.check(not changed, f"{what} changed {', '.join(changed)}")

    async def _picture(self) -> dict[str, str]:
        """All sheets, what everybody can read, and the record of acts."""
        told = dict(zip((f"the sheet of {actor.name}" for actor in self.actors), await self.sheets(), strict=True))
        text = (await self.visitor.use("campaign info", where=CHANNEL_NAME)).text()
        told["the campaign"] = BEATEN_AT.sub("", text)
        told["the record"] = (await self.gm.use("gm audit")).text()
        return told

    async def turn_is(self, turn: int) -> None:
        """The campaign says that a turn is open."""
        await self.visitor.does("turn status", f"Turn {turn}: open", where=CHANNEL_NAME)
