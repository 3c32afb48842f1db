"""What only the long campaign shows: its players at work from turn 12 on. Where forty turns would not bring something about by
themselves, the game master prepares it with commands, and says so to everybody.

Two outposts are built step by step: a way station with a depot, put up from CPs in a hold, and a station that is towed out, let
go, taken apart and put together again at home.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from demo.answer_reader import ListedFleet, fleets, hexes_apart, known_levels, money_left, worlds
from demo.cast import Cast
from demo.master import answer_questions
from demo.policy import SAVED_CPS
from demo.stage import Actor
from demo.yards import WORKS_SHIP_PARTS, Orders, give_all, learn_technology
from playtest.player import GIVE_BUTTON, ScriptError, can_give, full_text
from rules.cluster_war.model.events.colonies import SpendingCut, WorldStrained
from rules.cluster_war.model.events.detection import RiftDetected, SystemLearned
from rules.cluster_war.model.events.diplomacy import TradeAgreed, TradeEnded
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.industry import BaseAssembled, BaseTowed, PartsLoaded, RefitStarted, UnitsRefitted
from rules.cluster_war.model.events.logistics import AidLanded, CraftLanded, CraftTaken, StressChecked
from rules.cluster_war.model.events.movement import FleetPassed, FleetsMet
from rules.cluster_war.model.events.research import LevelGained, ResearchRolled, TechnologyGiven
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


Act = Callable[[Cast], Awaitable[None]]

AT_MOTHER_MIRE = {"at": "Mother Mire"}
JUMPER = "Lost Leap"
NEAR_HEXES = 4
SETTLED_AT_ONCE = 2
LEAST_TREASURY = 1000
QUESTIONS_WANTED = 12
"""How many questions the game master settles in an evening; the rest waits."""

DEEP_WORKS: Orders = (
    ("build munitions", {"cps": 20, **AT_DEEPWARM}),
    ("build retool", {"amount": 10, "to": "aircraft", **AT_DEEPWARM}),
    ("build units", {"design": "PI", "crash": "quality", "fleet": "Hasty Pincers", **AT_DEEPWARM}),
    ("build units", {"design": "SH", "count": 4, **AT_DEEPWARM}),
    ("build facility", {"facility": "shipyard", "amount": 5, **AT_DEEPWARM}),
    ("build scrap", {"units": "INF", "count": 2, **AT_DEEPWARM}),
    ("colony strip", AT_DEEPWARM),
    ("orders priorities", {"lines": "ground, research, ships"}),
    ("orders contingency", {"text": "If strangers come to Deepwarm, the Carapace Guard meets them and asks first."}),
    ("treaty offer", {"side": "dominators", "level": "full"}),
    ("treaty grant", {"side": "dominators", "right": "rearm"}),
    ("treaty grant", {"side": "dominators", "right": "aid"}),
)
MIRE_WORKS: Orders = (
    ("build facility", {"facility": "factory", "amount": 20, **AT_MOTHER_MIRE}),
    ("build units", {"design": "FS", "crash": "cost", "fleet": "Fast Fists", **AT_MOTHER_MIRE}),
    ("orders priorities", {"lines": "ships, bases"}),
    ("orders ask", {"text": "Which of our watchers has seen furthest from Mother Mire?"}),
    ("treaty offer", {"side": "oolab", "level": "full"}),
    ("treaty grant", {"side": "oolab", "right": "supply"}),
)


async def prepare(cast: Cast) -> None:
    """The game master sets the stage: works ships, way stations, money and ambassadors for those who lack them."""
    gm = cast.gm
    await gm.does(
        "gm narrate",
        to="all",
        text="So that forty turns show all there is, the game master gives the Shoal and the Dominion works ships, plans of a "
        "way station, money and ambassadors.",
    )
    store: dict[str, Any] = {"cargo_bays": 6, "lrs": 1}
    for side, ftl in (("oolab", "void-jammer"), ("dominators", "foldspace")):
        home = cast.empires[side].home
        await gm.does(
            "gm amend design", side=side, name="Cradle", kind="ship", hull=40, cost=20, ftl=ftl, **WORKS_SHIP_PARTS
        )
        await gm.does("gm amend design", side=side, name="Wayhouse", kind="base", hull=12, cost=30, **store)
        for name in OUTPOST_FLEETS[side]:
            await gm.does("gm amend create", side=side, design="Cradle", hex=home, fleet=name, reason="A gift")
        await gm.does("gm amend income", side=side, cps=1500, reason="A good year")
    await gm.does("decree embassy", one="oolab", other="dominators", reason="Two peoples without a past")
    await gm.does("decree embassy", one="humans", other="oolab", reason="The comet was a good omen")


async def first_works(cast: Cast) -> None:
    """The Oolab and the Dominators build, strip, scrap, retool and treat with each other; two equal offers are an agreement."""
    await give_all(cast.actor("oolab"), DEEP_WORKS)
    await give_all(cast.actor("dominators"), MIRE_WORKS)


async def second_works(cast: Cast) -> None:
    """What was begun is changed or stopped; the Humans and the Oolab trade."""
    ada, ola = cast.actor("humans"), cast.actor("oolab")
    await ola.does("treaty list", "full trade since turn")
    await ola.give("colony strip", on=False, **AT_DEEPWARM)
    await ola.give("treaty revoke", side="dominators", right="aid")
    await ada.give("treaty offer", side="oolab", level="limited")
    await ola.give("treaty grant", side="humans", right="supply")


async def third_works(cast: Cast) -> None:
    """The Oolab accept."""
    await cast.actor("oolab").give("treaty accept", side="humans")


async def settle(cast: Cast) -> None:
    """Colonies inside a grid need no freighters in this campaign: everybody who knows a free world there settles it."""
    settled = 0
    for empire in cast.empires.values():
        here = 0
        for world in await worlds(empire.actor, empire.home, NEAR_HEXES):
            if here < SETTLED_AT_ONCE and hexes_apart(empire.home, world.hex) <= NEAR_HEXES:
                name = f"{empire.doctrine.colonies[0]} by Decree {world.hex}-{world.orbit}"
                cps = max(20, int(world.each * world.most / 2))
                here += await empire.order("colony settle", world=world.key, cps=cps, name=name)
        settled += here
    cast.findings.check(settled, "nobody could settle a world inside the own grid")


async def push(cast: Cast) -> None:
    """The Dominators fold space harder than the drive is rated for."""
    dom, empire = cast.actor("dominators"), cast.empires["dominators"]
    still = [f for f in (await fleets(dom)).values() if f.at and f.name in empire.doctrine.scouts]
    for fleet in still[:1]:
        far = max((h for h in empire.sky if h != fleet.at), key=lambda h: (hexes_apart(fleet.at, h), h))
        await empire.order("fleet move", fleet=fleet.id, to=far, push=True)


async def wonders(cast: Cast) -> None:
    """A gate between two stars of the Humans, a technology given with its fee, fighters made in a yard, research by levels."""
    ada, ola, humans = cast.actor("humans"), cast.actor("oolab"), cast.empires["humans"]
    levels = await known_levels(ada)
    far = next(h for h in humans.sky if h != humans.home and levels.get(h) == "surveyed")
    await cast.gm.does("decree link", a=humans.home, b=far, kind="gate", reason="Something old wakes up")
    still = next(
        f for f in (await fleets(ada)).values() if f.at == humans.home and f.name not in humans.doctrine.haulers
    )
    await ada.give("fleet move", fleet=still.id, to=far, by="gate")
    lore = await learn_technology(cast, "oolab")
    await ola.give("treaty technology", side="humans", technology=lore, cover=True)
    await ola.give("build units", design="SH", count=2, in_yard=True, **AT_DEEPWARM)
    await ola.give("research start", name="Louder Depths", cps=200, steps=4, levels=True, **AT_DEEPWARM)


async def overdraw(cast: Cast) -> None:
    """The Oolab plan with what is in their treasury, and it burns: cuts fall where their priorities say."""
    ola = cast.actor("oolab")
    money = money_left(await ola.sheet())
    cast.findings.check(money > LEAST_TREASURY, f"the Oolab should be rich by now, not {money}")
    await ola.give("orders priorities", lines="research, ships")
    await ola.give("research start", name="Castles of Foam", cps=money - SAVED_CPS, steps=3, **AT_DEEPWARM)
    await cast.gm.does("gm amend treasury", side="oolab", cps=0, reason="The treasury of Deepwarm burns")


async def tear(cast: Cast) -> None:
    """The Oolab are given a ship that jumps, too near to the Dominators; its jump home tears a rift they see."""
    gm, ola, mire = cast.gm, cast.actor("oolab"), cast.empires["dominators"].home
    beside = f"{mire[:2]}{int(mire[2:]) - 1:02d}"
    await gm.does(
        "gm amend design", side="oolab", name="Flying Fish", kind="ship", hull=20, cost=90, drive="4", ftl="jump"
    )
    await gm.does(
        "gm amend create",
        side="oolab",
        design="Flying Fish",
        hex=beside,
        fleet=JUMPER,
        reason="A jump that ran too far",
    )
    await ola.give("fleet move", fleet=JUMPER, to=cast.empires["oolab"].home)


async def farewell(cast: Cast) -> None:
    """Agreements end as they began."""
    await cast.actor("dominators").give("treaty end", side="oolab")
    await cast.actor("oolab").give("treaty revoke", side="humans", right="supply")


async def questions(cast: Cast) -> None:
    """The game master's evening with what waits for their word; the encounter of the day comes first."""
    await answer_questions(cast, most=QUESTIONS_WANTED, tell="nobody")
    text = full_text(await cast.gm.use("gm questions"))
    cast.findings.check("⚠" not in text, f"the questions should be listed: {text[:200]}")


ACTS: Mapping[int, tuple[Act, ...]] = {
    12: (prepare,), 13: (first_works,), 14: (second_works, settle), 15: (third_works, push), 16: (wonders,),
    18: (settle, questions),
    20: (overdraw,), 22: (push, settle), 23: (tear,), 24: (questions,), 28: (settle, push),
    30: (questions, farewell), 34: (settle,), 36: (questions,),
}  # fmt: skip
EVENTS_WANTED: tuple[type[Event], ...] = (
    FleetPassed, RiftDetected, SpendingCut, LevelGained, TradeAgreed, TradeEnded, TechnologyGiven, AidLanded, RefitStarted,
    UnitsRefitted, WorldStrained, BaseTowed, BaseAssembled, PartsLoaded, CraftTaken, CraftLanded, StressChecked, FleetsMet,
    ResearchRolled, SystemLearned,
)  # fmt: skip
"""What the long campaign wants to have shown, beside its orders."""


class FortyTurns:
    """The long campaign's own part: what is done in a turn before everybody plays it."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.errands = journeys(cast)

    async def before(self, turn: int) -> None:
        """The acts of a turn, and one step of every errand."""
        for act in ACTS.get(turn, ()):
            await act(self.cast)
        if turn > min(ACTS):
            await step(self.errands)

    def end(self) -> None:
        """Nothing may be left undone."""
        check_done(self.cast, self.errands)
