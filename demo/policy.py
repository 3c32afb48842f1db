"""The campaigns that are played, and how their scripted players play a turn.

A doctrine says which fleets do what, what is researched, built and said. Scouts explore, survey ships survey, freighters
colonise, money finds its use.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from demo.answer_reader import (
    KnownWorld,
    ListedFleet,
    cargo,
    fleets,
    hexes_apart,
    known_levels,
    money_left,
    projects,
    stars,
    worlds,
)
from demo.stage import Actor
from rules.cluster_war.play.governors.profile import Character, Strength
from rules.values import Value


class Doctrine(Value):
    """How one player plays. Fleets go by their names in the scenario."""

    side: str
    player: str
    scouts: tuple[str, ...]
    surveyors: tuple[str, ...]
    haulers: tuple[str, ...]
    projects: tuple[tuple[str, int], ...]
    """What is researched, in order, and how many successes it takes."""
    research: int
    """CPs for research each turn."""
    wishes: tuple[tuple[str, int], ...]
    """Designs and numbers to build, in turn."""
    colonies: tuple[str, ...]
    """Names for new colonies."""
    pride: str
    """The base that a full treasury goes into."""
    reach: int = 9
    """How many hexes from home this player looks for stars."""


class Rival(Value):
    """An empire that nobody plays: the bot leads it from the first turn on, with this character and strength."""

    side: str
    character: Character
    strength: Strength


class DemoPlan(Value):
    """A campaign to be played: its name and scenario, its length, how each side is led, and what each is called."""

    name: str
    scenario: str
    turns: int
    doctrines: tuple[Doctrine, ...]
    rivals: tuple[Rival, ...]
    sides: Mapping[str, str]
    questions: int = 1000
    """How many questions the game master still settles when all is over."""


_PLAYED = (
    Doctrine(
        "humans",
        "ada",
        ("Lantern One", "Lantern Two", "Lantern Three"),
        ("Meridian Survey",),
        ("First Caravan",),
        (("Brighter Lanterns", 1), ("Deep Radar", 2), ("Quiet Drives", 2)),
        250,
        (("SC", 1), ("CF", 1), ("DD", 1), ("SV", 1), ("INF", 4)),
        ("New Terra", "Halcyon", "Candlewick", "Low Orbit", "Farewell"),
        "FT",
    ),
    Doctrine(
        "vermin",
        "vik",
        ("Feeler", "Antenna"),
        ("Borers", "Deep Borers"),
        ("Haulers",),
        (("Faster Breeding", 1), ("Sharper Teeth", 2)),
        120,
        (("SK", 1), ("BC", 1), ("ST", 10), ("ND", 2), ("MIL", 10)),
        ("Second Nest", "Third Nest", "Fourth Nest", "Fifth Nest", "Sixth Nest"),
        "HV",
    ),
    Doctrine(
        "dominators",
        "dom",
        ("First Watcher", "Second Watcher", "Third Watcher"),
        ("Delvers",),
        ("Bearers",),
        (("The Inner Eye", 2), ("Iron Discipline", 2), ("The Outer Eye", 2)),
        400,
        (("WA", 1), ("DR", 8), ("FS", 1), ("HTK", 2), ("EY", 1)),
        ("Obedience", "Silence", "Patience", "Gravity", "Duty"),
        "CI",
    ),
    Doctrine(
        "oolab",
        "ola",
        ("East Darter", "West Darter"),
        ("Sounders", "Far Sounder"),
        ("Tidewagons",),
        (("Warm Currents", 1), ("Pressure Hulls", 2)),
        150,
        (("DA", 1), ("TW", 1), ("SPM", 4), ("PI", 1), ("SH", 6)),
        ("Shallows", "Brightpool", "Saltgate", "Undertow", "Estuary"),
        "AT",
    ),
)
_RIVALS = (Rival("kestrels", "trader", "even"), Rival("weavers", "raider", "even"))
_SIDES = {
    "humans": "Human Union",
    "vermin": "Vermin Swarm",
    "dominators": "The Dominion",
    "oolab": "Oolab Shoal",
    "kestrels": "Kestrel Compact",
    "weavers": "Loom of Ash",
}

YEAR = DemoPlan("The Long Demo", "six_empires", 12, _PLAYED, _RIVALS, _SIDES)
"""What `make demo` plays."""
FORTY = DemoPlan("The Forty Turns", "six_empires", 40, _PLAYED, _RIVALS, _SIDES, questions=40)
"""What `make demo FULL=1` plays."""


_HOME = re.compile(r"Home world (\d{4})-\d+")
NEAR_HEXES = 6
DEAREST_WORLD_CPS = 3.0
"""CPs a CP of size may cost to be worth a voyage."""
LEAST_CARGO = 40
SAVED_CPS = 100
"""CPs a careful player keeps."""
RICH_CPS = 1000
"""CPs above which a player thinks of fortresses."""
MOST_GROWTH = 3
"""Colonies that grow in one turn."""
MOST_AT_ONCE = 5000
"""CPs that one order spends at most."""


@dataclass
class Empire:
    """A player, the doctrine, and what the player remembers from turn to turn."""

    actor: Actor
    doctrine: Doctrine
    home: str = ""
    sky: tuple[str, ...] = ()
    """Hexes with something in them, near home first."""
    bound: dict[str, str] = field(default_factory=dict)
    """Where each scouting fleet was last sent."""
    cargoes: dict[str, KnownWorld] = field(default_factory=dict)
    """Which world each loaded freighter fleet is meant for."""
    money: int = 0
    """CPs that the last receipt left."""
    recruits: list[str] = field(default_factory=list)
    """Scouts built later."""
    wished: int = 0
    named: int = 0
    started: int = 0

    @property
    def side(self) -> str:
        """The side's id."""
        return self.doctrine.side

    async def play(self, turn: int) -> None:
        """Write the orders of a turn."""
        self._read(await self.actor.sheet())
        mine = await fleets(self.actor)
        levels = await known_levels(self.actor)
        await self._explore(mine, levels)
        await self._survey(mine, levels)
        await self._haul(mine, turn)
        await self._research()
        await self._spend()

    async def order(self, command: str, **options: Any) -> bool:
        """Give an order if the bot takes it, and read the receipt."""
        done = await self.actor.try_to_give(command, **options)
        if done is not None:
            self._read(done.text())
        return done is not None

    def _read(self, receipt: str) -> None:
        self.money = money_left(receipt)

    async def look_round(self) -> None:
        """Find the home world and the stars around it."""
        text = (await self.actor.use("empire show")).text()
        found = _HOME.search(text)
        self.home = found[1] if found else ""
        self.sky = await stars(self.actor, self.home, self.doctrine.reach)
        self.actor.findings.check(self.home, f"{self.side}: /empire show names no home world")
        self.actor.findings.check(len(self.sky) > 5, f"{self.side}: the suggestions show few stars round {self.home}")

    async def _explore(self, mine: dict[str, ListedFleet], levels: dict[str, str]) -> None:
        for name in (*self.doctrine.scouts, *self.recruits):
            fleet = mine.get(name)
            if fleet is None or not fleet.at:
                continue
            target = self._nearest(fleet.at, [h for h in self.sky if h not in levels])
            if target:
                self.bound[name] = target
                await self.order("fleet move", fleet=fleet.id, to=target)

    async def _survey(self, mine: dict[str, ListedFleet], levels: dict[str, str]) -> None:
        for name in self.doctrine.surveyors:
            fleet = mine.get(name)
            if fleet is None or not fleet.at or levels.get(fleet.at) == "scouted":
                continue  # on its way, or at work
            ripe = [h for h in self.sky if levels.get(h) == "scouted"]
            target = self._nearest(fleet.at, ripe or [h for h in self.sky if h not in levels])
            if not target:
                continue
            self.bound[name] = target
            if "Mission: survey" not in (await self.actor.use("fleet show", fleet=fleet.id)).text():
                await self.order("fleet mission", fleet=fleet.id, mission="survey")
            await self.order("fleet move", fleet=fleet.id, to=target)

    def _nearest(self, here: str, there: list[str]) -> str:
        free = [h for h in there if h not in self.bound.values() and h != here]
        return min(free, key=lambda h: (hexes_apart(here, h), h), default="")

    async def _haul(self, mine: dict[str, ListedFleet], turn: int) -> None:
        for name in self.doctrine.haulers:
            fleet = mine.get(name)
            if fleet is None:
                continue
            world = self.cargoes.get(name)
            if not fleet.at:
                if world is not None and fleet.to == world.hex and fleet.arrives == turn:
                    await self._found(fleet, world)
                continue
            aboard, room = await cargo(self.actor, fleet.id)
            if aboard:
                if world is not None and fleet.at == world.hex:
                    await self._found(fleet, world)
            elif fleet.at == self.home:
                await self._load(fleet, room)
            else:
                self.cargoes.pop(name, None)
                await self.order("fleet move", fleet=fleet.id, to=self.home)

    async def _load(self, fleet: ListedFleet, room: int) -> None:
        taken = set(self.cargoes.values())
        good = [
            w
            for w in await worlds(self.actor, self.home, NEAR_HEXES)
            if w.each <= DEAREST_WORLD_CPS and hexes_apart(self.home, w.hex) <= NEAR_HEXES and w not in taken
        ]
        if not good or self.money < LEAST_CARGO:
            return
        world = good[0]
        cps = min(room, int(world.each * world.most + 0.999), self.money)
        if not await self.order("fleet load", fleet=fleet.id, cps=cps):
            return
        self.cargoes[fleet.name] = world
        if world.hex == fleet.at:
            await self._found(fleet, world)
            return
        moved = await self.order("fleet move", fleet=fleet.id, to=world.hex)
        if moved:
            await self._found(fleet, world)

    async def _found(self, fleet: ListedFleet, world: KnownWorld) -> None:
        name = self.doctrine.colonies[self.named % len(self.doctrine.colonies)]
        if await self.order("colony found", fleet=fleet.id, world=world.key, name=name):
            self.named += 1

    async def _research(self) -> None:
        running = await projects(self.actor)
        cps = min(max(self.doctrine.research, self.money // 4), self.money, MOST_AT_ONCE)
        if cps < 25:
            return
        if running:
            for project in running.values():
                await self.order("research fund", project=project, cps=cps // len(running))
            return
        known = self.doctrine.projects
        name, steps = known[self.started] if self.started < len(known) else (f"Further Studies {self.started}", 2)
        self.started += 1
        await self.order("research start", name=name, at=self.home, cps=cps, steps=steps)

    async def _spend(self) -> None:
        """One thing from the list of wishes, growth for the smallest colonies, and walls for the rich; the rest is saved."""
        if self.money <= 2 * SAVED_CPS:
            return
        colonies = await self.actor.suggest("colony expand", "colony")
        design, count = self.doctrine.wishes[self.wished % len(self.doctrine.wishes)]
        options: dict[str, Any] = {"design": design, "at": str(colonies[0].value), "count": count}
        if self.wished == 0:  # the first wish of each doctrine is scouts
            options["fleet"] = f"Recruits of {self.doctrine.player.title()}"
        if await self.order("build units", **options):
            self.wished += 1
            self.recruits += [options["fleet"]] if "fleet" in options else []
        for small in colonies[:0:-1][:MOST_GROWTH]:
            if self.money > 2 * SAVED_CPS:
                await self.order(
                    "colony expand", colony=str(small.value), cps=min(self.money - SAVED_CPS, MOST_AT_ONCE)
                )
        if self.money > RICH_CPS:
            await self.order("build units", design=self.doctrine.pride, at=str(colonies[0].value))
