"""What only the long campaign shows: its players at work from turn 12 on. Where forty turns would not bring something about by
themselves, the game master prepares it with commands, and says so to everybody."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from demo import outposts
from demo.answer_reader import fleets, hexes_apart, known_levels, money_left, worlds
from demo.cast import Cast
from demo.master import answer_questions
from demo.policy import SAVED_CPS
from demo.yards import WORKS_SHIP_PARTS, Orders, give_all, learn_technology
from playtest.player import full_text
from rules.cluster_war.model.events.colonies import SpendingCut, WorldStrained
from rules.cluster_war.model.events.detection import RiftDetected, SystemLearned
from rules.cluster_war.model.events.diplomacy import TradeAgreed, TradeEnded
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.industry import BaseAssembled, BaseTowed, PartsLoaded, RefitStarted, UnitsRefitted
from rules.cluster_war.model.events.logistics import AidLanded, CraftLanded, CraftTaken, StressChecked
from rules.cluster_war.model.events.movement import FleetPassed, FleetsMet
from rules.cluster_war.model.events.research import LevelGained, ResearchRolled, TechnologyGiven

Act = Callable[[Cast], Awaitable[None]]

AT_DEEPWARM = {"at": "Deepwarm"}
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
        for name in outposts.OUTPOST_FLEETS[side]:
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
        self.errands = outposts.journeys(cast)

    async def before(self, turn: int) -> None:
        """The acts of a turn, and one step of every errand."""
        for act in ACTS.get(turn, ()):
            await act(self.cast)
        if turn > min(ACTS):
            await outposts.step(self.errands)

    def end(self) -> None:
        """Nothing may be left undone."""
        outposts.check_done(self.cast, self.errands)
