"""Two outposts of the long campaign, step by step: a way station with a depot, put up from CPs in a hold, and a station
that is towed out, let go, taken apart and put together again at home."""

from typing import Any, Literal

from demo.actor import Actor
from demo.answer_reader import ListedFleet, fleets, hexes_apart
from demo.cast import Cast
from demo.yards import Orders, give_all
from playtest.player import GIVE_BUTTON, ScriptError, can_give
from rules.values import Value

OUTPOST_FLEETS = {"oolab": ("Long Tender", "Deep Tender"), "dominators": ("Menders", "Heavy Menders")}
AT_DEEPWARM = {"at": "Deepwarm"}
TERRAIN_RULES = "CW-14."
"""The chapter of every warning of terrain."""
BASE = "the base"
"""Stands in a step's orders for the base that the fleet puts up or tows."""


class ErrandStep(Value):
    """One step of an errand: what the fleet is told to do, and where it goes then."""

    orders: Orders = ()
    arrived: bool = False
    """Whether it waits until the fleet is where it was sent."""
    finds: str = ""
    """A word of the name or id of the own base that it looks for first."""
    then: Literal["", "out", "home"] = ""


class Journey:
    """One works fleet and the errand it is on: a list of steps, each taken as soon as the fleet lies where it can be."""

    def __init__(self, cast: Cast, side: str, name: str, steps: tuple[ErrandStep, ...]) -> None:
        self.cast, self.side, self.name, self.steps = cast, side, name, steps
        self.taken = 0
        self.goal = ""
        """The star it goes to."""
        self.base = ""
        """The base it puts up or tows."""
        self.fleet: ListedFleet | None = None

    @property
    def actor(self) -> Actor:
        """Who leads it."""
        return self.cast.actor(self.side)

    @property
    def home(self) -> str:
        """Where it comes from."""
        return self.cast.empires[self.side].home

    @property
    def lies(self) -> ListedFleet:
        """The fleet, which lies still."""
        if self.fleet is None:
            raise ScriptError(f"{self.name} of the {self.side} is gone")
        return self.fleet

    async def go_on(self) -> None:
        """Take the next step, if the fleet is there."""
        self.fleet = (await fleets(self.actor)).get(self.name)
        if self.taken < len(self.steps) and self.lies.at and await self._take(self.steps[self.taken]):
            self.taken += 1

    async def _take(self, step: ErrandStep) -> bool:
        if step.arrived and self.lies.at != self.goal:
            return False
        if step.finds:
            self.base = await self._own_base(step.finds)
            self.cast.findings.check(self.base, f"{self.name} should find its {step.finds}")
            if not self.base:
                return False
        await give_all(self.actor, tuple((command, self._options(command, given)) for command, given in step.orders))
        if step.then == "out":
            await self._send_out()
        elif step.then == "home":
            self.goal = self.home
            await self.actor.give("fleet move", fleet=self.lies.id, to=self.home)
        return True

    def _options(self, command: str, given: dict[str, Any]) -> dict[str, Any]:
        """An order's options with the base's id, and the fleet's where it is an order to the fleet."""
        fleet = {} if command == "base release" else {"fleet": self.lies.id}
        return {**fleet, **{name: self.base if value == BASE else value for name, value in given.items()}}

    async def _send_out(self) -> None:
        """To the nearest star that the fleet can reach, and of whose way the preview says no harm."""
        empire = self.cast.empires[self.side]
        for star in sorted(empire.sky, key=lambda h: (hexes_apart(self.home, h), h)):
            if star == self.home:
                continue
            preview = await self.actor.use("fleet move", fleet=self.lies.id, to=star)
            if can_give(preview) and TERRAIN_RULES not in preview.text():
                await self.actor.press(preview, GIVE_BUTTON)
                self.goal = star
                return
        raise ScriptError(f"{self.name} can reach no star from {self.home} in safety")

    async def _own_base(self, word: str) -> str:
        found = await self.actor.suggest("base release", "base")
        return next((str(c.value) for c in found if word in c.name or word in str(c.value)), "")


STORES: Orders = (
    ("fleet supply", {"points": 120}),
    ("fleet load", {"cps": 60}),
    ("fleet embark", {"craft": "SH", "count": 3, **AT_DEEPWARM}),
)
DEPOT: Orders = (("fleet unsupply", {"points": 40, "base": BASE}), ("fleet disarm", {"cps": 12, "at": BASE}))
ASHORE: Orders = (
    ("fleet unsupply", {"points": 10}),
    ("fleet disarm", {"cps": 5, **AT_DEEPWARM}),
    ("fleet disembark", {"craft": "SH", "count": 3, **AT_DEEPWARM}),
    ("fleet unload", {"cps": 30, "colony": "Deepwarm"}),
)
WAY_STATION = (
    ErrandStep(STORES),
    ErrandStep((("fleet arm", {"cps": 20, **AT_DEEPWARM}),), then="out"),  # what was made last month
    ErrandStep((("base assemble", {"what": "Wayhouse", "orbit": 0, "name": "Halfway Reef"}),), arrived=True),
    ErrandStep(DEPOT, finds="Halfway Reef"),
    ErrandStep((("fleet arm", {"cps": 4, "at": BASE}),), then="home"),  # from the depot's store again
    ErrandStep(ASHORE, arrived=True),
)
TOWED_STATION = (
    ErrandStep((("base tow", {"at": "Mother Mire", "design": "EY"}),)),
    ErrandStep(finds="EY", then="out"),
    ErrandStep((("base release", {"base": BASE}),), arrived=True),
    ErrandStep((("base dismantle", {"at": BASE}),), then="home"),
    ErrandStep((("base assemble", {"what": "EY", "orbit": 0}),), arrived=True),
)
REFILL = (ErrandStep((("fleet supply", {"points": 20}), ("fleet hand", {"points": 10, "into": "Heavy Menders"}))),)
OUTPOST_PLANS = (
    ("oolab", "Long Tender", WAY_STATION),
    ("dominators", "Heavy Menders", TOWED_STATION),
    ("dominators", "Menders", REFILL),
)


def journeys(cast: Cast) -> list[Journey]:
    """All errands, not yet begun."""
    return [Journey(cast, side, name, steps) for side, name, steps in OUTPOST_PLANS]


async def step(under_way: list[Journey]) -> None:
    """Every errand goes on."""
    for journey in under_way:
        await journey.go_on()


def check_done(cast: Cast, under_way: list[Journey]) -> None:
    """All errands have come to their end."""
    for journey in under_way:
        left = len(journey.steps) - journey.taken
        cast.findings.check(not left, f"{journey.name} of the {journey.side} has {left} steps of its errand before it")
