"""What the players do in yards, with supplies, bases and treaties, and what the game master prepares and decrees for it."""

import re
from typing import Any

from demo import war
from demo.answer_reader import ships_of
from demo.cast import Cast
from demo.stage import Actor
from playtest.player import ScriptError

_WORLD = re.compile(r"Home world (\d{4})-(\d+)")
AT_TERRA = {"at": "Terra"}
MOST_SUCCESSES = 6
WORKS_SHIP_PARTS: dict[str, Any] = {
    "drive": "4",
    "cargo_bays": 60,
    "mining": 4,
    "racks": 40,
    "hangar": 200,
    "barracks": 4,
    "repair_bays": 2,
}
"""What a works ship carries."""

Orders = tuple[tuple[str, dict[str, Any]], ...]

SECOND_TURN: Orders = (
    ("fleet supply", {"fleet": "Deep Works", "points": 40}),
    ("fleet embark", {"fleet": "Deep Works", "craft": "FI", "count": 2, "crated": True, **AT_TERRA}),
    ("build munitions", {"cps": 20, **AT_TERRA}),
    ("build retool", {"amount": 20, "to": "aircraft", **AT_TERRA}),
    ("build scrap", {"units": "INF", "count": 1, **AT_TERRA}),
    ("build units", {"design": "SC", "using": 2, "crash": "cost", "fleet": "New Eyes", **AT_TERRA}),
    ("base dismantle", {"fleet": "Deep Works", "what": "shipyard", "amount": 5, **AT_TERRA}),
    ("fleet repair", {"what": "Heavy Tow"}),
    ("base tow", {"fleet": "Heavy Tow", "design": "OS", **AT_TERRA}),
    ("base mine", {"fleet": "Deep Works", "orbit": 1, "strip": True}),
    ("colony strip", AT_TERRA),
    ("officer recruit", {"name": "Talon", "with_talents": "leader, lucky", **AT_TERRA}),
    ("orders priorities", {"lines": "research, ships"}),
)
THIRD_TURN: Orders = (
    ("fleet arm", {"fleet": "Deep Works", "cps": 8, **AT_TERRA}),
    ("fleet unsupply", {"fleet": "Deep Works", "points": 10}),
    ("fleet hand", {"fleet": "Deep Works", "points": 5, "into": "Heavy Tow"}),
    ("fleet disembark", {"fleet": "Deep Works", "craft": "FI", "count": 2, **AT_TERRA}),
    ("base release", {"base": "OS01"}),
    ("base assemble", {"fleet": "Deep Works", "what": "shipyard", "amount": 5}),
    ("base mine", {"fleet": "Deep Works", "orbit": 0}),
    ("colony strip", {"on": False, **AT_TERRA}),
    ("treaty offer", {"side": "dominators", "level": "limited"}),
    ("treaty peace", {"side": "dominators", "turns": 6}),
    ("treaty threaten", {"side": "dominators"}),
    ("treaty grant", {"side": "dominators", "right": "aid"}),
    ("treaty grant", {"side": "dominators", "right": "supply"}),
    ("treaty material", {"side": "dominators", "material": "Special Magnetic Materials"}),
)


async def give_all(actor: Actor, orders: Orders) -> None:
    """Give orders one after the other; each must be taken."""
    for command, options in orders:
        await actor.give(command, **options)


async def prepare(cast: Cast) -> None:
    """The game master, in turn 1's draft: ships that can do it all, money, ambassadors, and most of their decrees."""
    gm = cast.gm
    text = (await cast.actor("humans").use("empire show")).text()
    found = _WORLD.search(text)
    if found is None:
        raise ScriptError(f"the Humans' home should be told: {text[:200]}")
    home, orbit = found[1], int(found[2])
    await gm.does(
        "gm amend design", side="humans", name="Works Ship", kind="ship", hull=40, cost=20, **WORKS_SHIP_PARTS
    )
    await gm.does("gm amend design", side="humans", name="Sabre II", kind="ship", hull=20, cost=130, drive="4", lrs=1)
    for fleet, design in (
        ("Deep Works", "Works Ship"),
        ("Heavy Tow", "Works Ship"),
        ("Museum", "DD"),
        (war.PARTY_NAME, "Works Ship"),
    ):
        await gm.does("gm amend create", side="humans", design=design, hex=home, fleet=fleet, reason="A gift")
    tow = await gm.first("gm amend damage", "fleet", "Heavy Tow")
    await gm.does("gm amend damage", fleet=tow, component="Cargo bay", damaged=3, reason="A falling beam")
    works = await gm.first("gm amend damage", "fleet", "Deep Works")
    await gm.does("gm amend damage", fleet=works, component="LRS", salvage=1, reason="An old wreck")
    museum = await gm.first("decree upgrade", "fleet", "Museum")
    await gm.does("decree upgrade", upgrade="Quieter fans", at="Deep Works", fleet=museum, reason="A kindness")
    await gm.does("gm amend income", side="humans", cps=900, reason="A lottery")
    await gm.does("gm amend world", hex=home, orbit=orbit, resources="Special Magnetic Materials", reason="A deep mine")
    bearers = cast.empires["dominators"].home
    await gm.does("gm amend create", side="dominators", design="BE", hex=bearers, fleet="Quiet Envoys", reason="A gift")
    await _decrees(cast)


async def _decrees(cast: Cast) -> None:
    """Decrees that need nothing but the start."""
    gm = cast.gm
    museum = await gm.first("decree repair", "fleet", "Museum")
    nest = (await cast.colonies("vermin"))[0]
    sky = sorted(cast.empires["humans"].sky)
    first, last = sky[0], sky[-1]  # so far apart that the jump map, drawn unseen, does not join them
    for command, options in (
        ("decree link", {"a": first, "b": last, "reason": "An old chart"}),
        ("decree unlink", {"a": first, "b": last, "reason": "The chart was forged"}),
        ("decree embassy", {"one": "humans", "other": "dominators", "reason": "Ambassadors meet"}),
        ("decree stress", {"stress": 5, "fleet": museum, "reason": "Ghost stories"}),
        ("decree repair", {"fleet": museum, "reason": "A refit of kindness"}),
        ("decree discovery", {"side": "oolab", "field": "Tides of light", "source": "seen"}),
        ("decree task", {"technology": "Deep Radar", "successes": 2, "side": "humans"}),
        ("decree template", {"side": "humans", "name": "Long Hull", "kind": "ship", "hull": 50, "fixed": "LRS"}),
        ("decree hinder", {"colony": nest, "percent": 10, "reason": "A strike"}),
        ("decree hinder", {"colony": nest, "percent": 0, "reason": "It is over"}),
        ("decree book", {"kind": "dependence", "reason": "Nobody needs to ask"}),
        ("decree battle", {"hex": last, "surprised": "oolab", "reason": "A nebula in the way"}),
        ("decree officers", {"flag_officers": True, "graded_crews": True, "reason": "The academies open"}),
        ("decree raid", {"side": "vermin", "cps": 5, "reason": "Pirates"}),
        ("decree contagion", {"side": "vermin", "source": "The Salt League", "text": "Salt moths in the granaries."}),
    ):
        await gm.does(command, **options)
    ship = (await ships_of(cast.actor("humans"), "Rim Patrol"))[0]
    await gm.does("decree effect", units=f"humans/{ship}", effect="nothing", reason="They talk it over")


async def second_turn(cast: Cast) -> None:
    """The Humans: supplies, craft, munitions, a refit, yards taken apart, a base in tow, mines."""
    ada = cast.actor("humans")
    await give_all(ada, SECOND_TURN)
    await ada.give("build refit", to="Sabre II", ships=(await ships_of(ada, "Museum"))[0], **AT_TERRA)
    await ada.use("treaty list")
    await ada.use("treaty relations")
    await war.embark(cast)


async def staff(cast: Cast) -> None:
    """The Humans' new officer takes a bridge and rises, two crews change ships; the game master has a word on each."""
    gm, ada = cast.gm, cast.actor("humans")
    ship = (await ships_of(ada, "Deep Works"))[0]
    await ada.does("officer list", "Talon")
    await ada.does("officer show", "In the pool", officer="Talon")
    await ada.give("officer assign", officer="Talon", post="captain", unit=ship)
    await ada.give("officer rank", officer="Talon", rank=2)
    await ada.give("officer crew", ship=ship, to=(await ships_of(ada, "Heavy Tow"))[0])
    talon = await gm.first("decree officer", "officer", "Talon")
    await gm.does("decree officer", officer=talon, strategy=1, reason="Books by candle light")
    await gm.does("decree talent", officer=talon, talent="lucky", amount=5, reason="A good star")
    await gm.does("decree crews", grade="veteran", ships=f"humans/{ship}", reason="Old hands")


async def third_turn(cast: Cast) -> None:
    """The Humans put it all back, send ships from the yard, and offer the Dominators trade and rights."""
    ada, dom = cast.actor("humans"), cast.actor("dominators")
    await staff(cast)
    await ada.does("base list", "towed by Heavy Tow")
    await war.arrive(cast)
    await give_all(ada, THIRD_TURN)
    build = next(c for c in await ada.suggest("build send", "build") if " SC " in f" {c.name} ")
    await ada.give("build send", build=str(build.value), to=cast.empires["humans"].sky[0])
    await ada.give("research propose", name="Void Lance", goal="A beam that no shield of the Dominion stops.")
    await ada.give("research start", name="The Long Road", at="Terra", cps=25, steps=9, levels=False)
    await dom.give("fleet load", fleet="Quiet Envoys", cps=20)


async def fourth_turn(cast: Cast) -> None:
    """Munitions ashore; care for a strained world; technology for both, data one way and a whole one the other."""
    gm = cast.gm
    ada, dom = cast.actor("humans"), cast.actor("dominators")
    await ada.give("fleet disarm", fleet="Deep Works", cps=3, **AT_TERRA)
    await war.land(cast)
    terra = (await ada.suggest("colony show", "colony", "Terra"))[0]
    home, _, orbit = str(terra.value).partition("-")
    await gm.does("gm amend handicap", "is 110 %", side="weavers", percent=110, reason="They came late")
    await gm.does("decree care", hex=home, orbit=int(orbit), percent=5, reason="Trees are planted")
    envoys = await gm.first("gm amend move", "fleet", "Quiet Envoys")
    await gm.does("gm amend move", fleet=envoys, to=home, reason="A passage by night")
    road = next(c for c in await gm.suggest("decree split", "project", "The Long", side="humans"))
    await gm.does("decree split", side="humans", project=str(road.value), each=3, reason="Three papers")
    human_lore = await learn_technology(cast, "humans")
    dominion_lore = await learn_technology(cast, "dominators")
    await gm.does("decree received", side="humans", technology=human_lore, successes=0, reason="It fits at once")
    await dom.give("treaty accept", side="humans")
    await dom.give("treaty break", side="humans")
    await ada.give("treaty data", side="dominators", technology=human_lore)
    await dom.give("treaty technology", side="humans", technology=dominion_lore)


async def learn_technology(cast: Cast, side: str) -> str:
    """A technology that the side has, by the game master's gift of successes if it has none yet."""
    have = await cast.actor(side).suggest("treaty data", "technology")
    if not have:
        found = (await cast.gm.suggest("gm amend success", "project", "", side=side))[0]
        for _ in range(MOST_SUCCESSES):
            told = await cast.gm.does("gm amend success", side=side, project=str(found.value), reason="A lucky guess")
            if "completes" in told.text():
                break
        have = await cast.actor(side).suggest("treaty data", "technology")
    return str(have[0].value)


async def sixth_turn(cast: Cast) -> None:
    """The fee is paid, aid is landed, a right is taken back, and trade ends as it began."""
    ada, dom = cast.actor("humans"), cast.actor("dominators")
    await ada.does("treaty list", "limited trade since turn")
    await war.advance(cast)
    owed = await ada.suggest("treaty pay", "technology")
    await ada.give("treaty pay", technology=str(owed[0].value))
    foreign = await dom.suggest("fleet aid", "colony", cast.empires["humans"].home)
    terra = (await ada.suggest("colony show", "colony", "Terra"))[0].value
    cast.findings.check(terra in {c.value for c in foreign}, f"the Dominators should see Terra: {foreign[:5]}")
    await dom.give("fleet aid", fleet="Quiet Envoys", cps=20, colony=str(terra))
    await ada.give("treaty revoke", side="dominators", right="supply")
    await ada.give("treaty end", side="dominators")
