"""Two outposts of the long campaign, step by step: a way station with a depot, put up from CPs in a hold, and a station
that is towed out, let go, taken apart and put together again at home."""

from collections.abc import Awaitable, Callable
from typing import Any

from demo.actor import Actor, ScriptError
from demo.cast import Cast
from demo.reading import Sighted, apart, fleets
from demo.works import Orders, give_all

FLEETS = {"kestrels": ("Long Perch", "Deep Perch"), "weavers": ("Carders", "Heavy Carders")}
STATION = "Wayhouse"

Step = Callable[["Journey"], Awaitable[bool]]


class Journey:
    """One works fleet and the errand it is on: a list of steps, each taken as soon as the fleet lies where it can be."""

    def __init__(self, cast: Cast, side: str, name: str, steps: tuple[Step, ...]) -> None:
        self.cast, self.side, self.name, self.steps = cast, side, name, steps
        self.taken = 0
        self.goal = ""
        """The star it goes to."""
        self.base = ""
        """The base it puts up or tows."""
        self.fleet: Sighted | None = None

    @property
    def actor(self) -> Actor:
        """Who leads it."""
        return self.cast.actor(self.side)

    @property
    def home(self) -> str:
        """Where it comes from."""
        return self.cast.empires[self.side].home

    @property
    def lies(self) -> Sighted:
        """The fleet, which lies still."""
        if self.fleet is None:
            raise ScriptError(f"{self.name} of the {self.side} is gone")
        return self.fleet

    async def go_on(self) -> None:
        """Take the next step, if the fleet is there."""
        self.fleet = (await fleets(self.actor)).get(self.name)
        if self.taken < len(self.steps) and self.lies.at and await self.steps[self.taken](self):
            self.taken += 1

    async def give(self, *orders: tuple[str, dict[str, Any]]) -> bool:
        """Give the fleet orders that must be taken."""
        given: Orders = tuple((command, {"fleet": self.lies.id, **options}) for command, options in orders)
        await give_all(self.actor, given)
        return True

    async def send_out(self) -> bool:
        """To the nearest star that the fleet can reach."""
        empire = self.cast.empires[self.side]
        for star in sorted(empire.sky, key=lambda h: (apart(self.home, h), h)):
            if star != self.home and await empire.order("fleet move", fleet=self.lies.id, to=star):
                self.goal = star
                return True
        raise ScriptError(f"{self.name} can reach no star from {self.home}")

    async def arrived(self) -> bool:
        """Whether it is where it was sent."""
        return self.lies.at == self.goal

    async def send_home(self) -> bool:
        """Back again."""
        self.goal = self.home
        return await self.give(("fleet move", {"to": self.home}))

    async def own_base(self, word: str) -> str:
        """The own base whose name or id has a word in it; "" if there is none."""
        found = await self.actor.suggest("base release", "base")
        return next((str(c.value) for c in found if word in c.name or word in str(c.value)), "")


async def fill(journey: Journey) -> bool:
    """Supply points, CPs, fighters in the hangar."""
    return await journey.give(
        ("fleet supply", {"points": 120}),
        ("fleet load", {"cps": 60}),
        ("fleet embark", {"craft": "HK", "count": 3, "at": "High Aerie"}),
    )


async def take_munitions(journey: Journey) -> bool:
    """What was made last month, and off."""
    await journey.give(("fleet arm", {"cps": 20, "at": "High Aerie"}))
    return await journey.send_out()


async def put_up(journey: Journey) -> bool:
    """The way station, from CPs in the hold, in deep space."""
    return await journey.arrived() and await journey.give(
        ("base assemble", {"what": STATION, "orbit": 0, "name": "Halfway Perch"})
    )


async def stock(journey: Journey) -> bool:
    """The depot: supplies, munitions, a fighter that stays; and mining while it is there."""
    journey.base = await journey.own_base("Halfway Perch")
    journey.cast.book.check(journey.base, "the way station should stand")
    return bool(journey.base) and await journey.give(
        ("fleet unsupply", {"points": 40, "base": journey.base}),
        ("fleet disarm", {"cps": 12, "at": journey.base}),
    )


async def draw(journey: Journey) -> bool:
    """From the depot's store again, and home."""
    await journey.give(("fleet arm", {"cps": 4, "at": journey.base}))
    return await journey.send_home()


async def unload(journey: Journey) -> bool:
    """At home everything goes ashore."""
    return await journey.arrived() and await journey.give(
        ("fleet unsupply", {"points": 10}),
        ("fleet disarm", {"cps": 5, "at": "High Aerie"}),
        ("fleet disembark", {"craft": "HK", "count": 3, "at": "High Aerie"}),
        ("fleet unload", {"cps": 30, "colony": "High Aerie"}),
    )


async def tow(journey: Journey) -> bool:
    """A station of the home world is taken in tow."""
    return await journey.give(("base tow", {"at": "First Knot", "design": "KN"}))


async def tow_out(journey: Journey) -> bool:
    """To the next star along a thread."""
    journey.base = await journey.own_base("KN")
    journey.cast.book.check(journey.base, "the station should be in tow")
    return await journey.send_out()


async def let_go(journey: Journey) -> bool:
    """It is let go in deep space."""
    if not await journey.arrived():
        return False
    await give_all(journey.actor, (("base release", {"base": journey.base}),))
    return True


async def take_apart(journey: Journey) -> bool:
    """It is taken apart again, and the parts come home."""
    await journey.give(("base dismantle", {"at": journey.base}))
    return await journey.send_home()


async def rebuild(journey: Journey) -> bool:
    """It stands at home as before."""
    return await journey.arrived() and await journey.give(("base assemble", {"what": "KN", "orbit": 0}))


async def refill(journey: Journey) -> bool:
    """Supplies for the other works fleet, handed over."""
    return await journey.give(("fleet supply", {"points": 20}), ("fleet hand", {"points": 10, "into": "Heavy Carders"}))


PLANS: tuple[tuple[str, str, tuple[Step, ...]], ...] = (
    ("kestrels", "Long Perch", (fill, take_munitions, put_up, stock, draw, unload)),
    ("weavers", "Heavy Carders", (tow, tow_out, let_go, take_apart, rebuild)),
    ("weavers", "Carders", (refill,)),
)


def journeys(cast: Cast) -> list[Journey]:
    """All errands, not yet begun."""
    return [Journey(cast, side, name, steps) for side, name, steps in PLANS]


async def step(under_way: list[Journey]) -> None:
    """Every errand goes on."""
    for journey in under_way:
        await journey.go_on()


def check_done(cast: Cast, under_way: list[Journey]) -> None:
    """All errands have come to their end."""
    for journey in under_way:
        left = len(journey.steps) - journey.taken
        cast.book.check(not left, f"{journey.name} of the {journey.side} has {left} steps of its errand before it")
