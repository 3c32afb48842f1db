"""What the guides say of the unknown: intelligence, cloaks and news, weather, psionics, what waits in systems."""

from typing import Any

from playtest.player import GIVE_BUTTON
from tests.e2e.campaign.test_gm_npr import empty_star
from tests.e2e.campaign.test_unseen import beside
from tests.e2e.guides.walk import Walk

GM: dict[str, Any] = {"reason": "It was so"}
DUEL = "welcome"


async def home_of(walk: Walk, side: str = "humans") -> str:
    """A side's home hex."""
    me = (await walk.table.view(side)).me
    assert me is not None
    return me.home


async def spying(walk: Walk) -> None:
    """Ada's agents are sent out, so that the month has something to judge."""
    await walk.also("gm", "decree embassy", one="humans", other="dominators", **GM)
    await walk.also("gm", "gm amend treasury", side="humans", cps=900, **GM)
    goal = "count the ships at their home"
    start: dict[str, Any] = {"target": "The Dominion", "kind": "other", "goal": goal, "cps": 200, "name": "Nightfall"}
    await walk.also("ada", "spy start", **start)
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")
    await walk.also("gm", "decree embassy", one="humans", other="dominators", exchanged=False, **GM)


async def judging(walk: Walk) -> None:
    """An operation is judged by its button, then by commands."""
    panel = await walk.also("gm", "gm questions")
    label = next(b.label for b in panel.buttons if b.label.startswith("Judge"))
    await walk.press("gm", "Judge", "count the ships", on=panel, button=label)
    await walk.press("gm", "Chance and words")
    await walk.fill("gm", **{"Chance in per cent, or a result": "40"})
    await walk.use("gm", "/spymaster list", "Nightfall")
    await walk.use("gm", "/spymaster show", "Nightfall", operation="humans-S1")
    await walk.use("gm", "/spymaster rule", operation="humans-S1", chance=0, **GM)
    await walk.use("gm", "/spymaster societies", "Biology", one="humans", other="dominators")
    await walk.use("gm", "/spymaster difference", one="humans", other="dominators", points=12, **GM)
    await walk.use("gm", "/spymaster impossible", "can never succeed", kind="mole", **GM)
    await walk.use("gm", "/decree book kind:operation", **GM)


async def signals(walk: Walk) -> None:
    """Cloaks, late news, relays, a star that dies."""
    place = await empty_star(walk.table)
    await walk.use("gm", "/signals play", "cloaks hide all who have them", detection="full", **GM)
    await walk.use("gm", "/signals cloaks", levels=-1, hex=place, **GM)
    await walk.use("gm", "/signals delay", side="humans", weeks=2, **GM)
    relay: dict[str, Any] = {"technology": "Star Relay", "effect": "couriers", "amount": 3}
    await walk.use("gm", "/signals effect", **relay, **GM)
    await walk.use("gm", "/signals star", hex=place, codes="M", **GM)
    await walk.also("gm", "signals play", detection="plain", **GM)


async def psionics(walk: Walk) -> None:
    """A gift, and ghost ships."""
    await walk.use("gm", "/psimaster grant", side="humans", ability="Delusion", **GM)
    ghost: dict[str, Any] = {
        "side": "humans",
        "at": await home_of(walk, "dominators"),
        "ships": 3,
        "hull": 60,
        "turns": 1,
    }
    await walk.use("gm", "/psimaster minds ghost", seen_by="dominators", **ghost, **GM)


async def weather(walk: Walk) -> None:
    """Storms, radiation, a pulsar, crews."""
    here = await empty_star(walk.table)
    await walk.also("gm", "weather dangers", kinds="none", **GM)
    await walk.use("gm", "/weather dangers", kinds="all", **GM)
    await walk.also("gm", "weather around", hex=here, kinds="GRV", **GM)
    await walk.use("gm", "/weather storm", hex=here, force=5, fixed=False, **GM)
    await walk.also("gm", "weather storm", hex=here, force=4, **GM)
    await walk.use("gm", "/weather free", hex=here, **GM)
    await walk.use("gm", "/weather around", hex=here, kinds="none", **GM)
    await walk.also("gm", "signals star", hex=here, codes="Neu", **GM)
    await walk.use("gm", "/weather pulsar", hex=here, **GM)
    await walk.use("gm", "/weather crew", ships="humans/DD01", lost=0, **GM)
    await walk.also("gm", "weather dangers", kinds="none", **GM)


async def waiting(walk: Walk) -> None:
    """What waits in systems, by command and below the map."""
    home = await home_of(walk)
    away = await empty_star(walk.table)
    await walk.use("gm", "/special play", **GM)
    shown = await walk.also("gm", "map show", around=home)
    await walk.press("gm", "What waits here", on=shown)
    await walk.use("gm", "/special list")
    trap: dict[str, Any] = {"kind": "Alien Weapon/Trap", "what": "Nova bomb"}
    await walk.use("gm", "/special place", hex=away, hidden=True, note="Later", **trap, **GM)
    await walk.use("gm", "/special prepare", hex=away, line="Trap", what="Computer Siphon", **GM)
    other = next(
        h for h, s in sorted((await walk.table.view()).systems.items()) if not s.notes and h not in (home, away)
    )
    await walk.use("gm", "/special move", hex=away, to=other, **GM)
    await walk.use("gm", "/special hide", hex=other, hidden=False, **GM)
    await walk.use("gm", "/special remove", hex=other, sure=True, **GM)
    await walk.also("gm", "weather dangers", kinds="all", **GM)
    await walk.use("gm", "/special storm", hex=other, storm="ION", force=3, **GM)
    await walk.also("gm", "special storm", hex=other, storm="none", **GM)
    await walk.also("gm", "weather dangers", kinds="none", **GM)
    await walk.use("gm", "/special hole", hex=other, how="both", to=away, **GM)
    await walk.use("gm", "/special resource", hex=home, orbit=1, resource="Neutronium", **GM)
    await walk.also("gm", "special place", hex=home, kind="Monster", what="Space Whale", number=9, **GM)
    await walk.table.advance()
    (scene,) = (await walk.table.view("humans")).scenes
    await walk.use("gm", "/special rule", scene=scene.id, end="good", words="They remember us.", **GM)
    theirs = await home_of(walk, "dominators")
    await walk.also("gm", "special place", hex=theirs, kind="derelict", **GM)
    await walk.table.advance()
    panel = await walk.also("gm", "gm questions", "Its player decides between")
    asked = next(b.label.split()[-1] for b in panel.buttons if b.label.startswith("Decide"))
    await walk.press("gm", "Decide", on=panel, button=f"Decide {asked}")
    await walk.press("gm", "Leave to player", f"{asked} is settled", on=panel, button=f"Leave to player {asked}")


async def another_evening(walk: Walk) -> None:
    """A small campaign in a channel of its own, where a whale and a worm hole wait for Ada."""
    walk.here = DUEL
    made: dict[str, Any] = {"name": "What Waits", "scenario": "duel_small", "schedule": "none", "review": False}
    await walk.also("gm", "campaign create", **made)
    for who, side in (("ada", "humans"), ("dom", "dominators")):
        await walk.also(who, "campaign join", "leads", side=side)
    await walk.also("gm", "campaign begin", "turn 1 is open")
    await walk.turn_to(DUEL)
    home = await home_of(walk)
    far = await home_of(walk, "dominators")
    await walk.also("gm", "special play", **GM)
    await walk.also("gm", "special place", hex=home, kind="Monster", what="Space Whale", number=9, **GM)
    await workers(walk, home)
    await month_over(walk)
    await station(walk, home)
    rooms = walk.table.human("ada").threads(DUEL)
    room = max((room for room in rooms if room.name.startswith("Human Union")), key=lambda room: room.id)
    met = walk.message("ada", "Encounters", place=room)
    await walk.press("ada", "Encounters", "E1 at", on=met, button="Encounters (1)")
    await walk.use("ada", "/encounter list", "Slow voices")
    await walk.order("ada", "/encounter answer", encounter="E1", choice="study")
    await walk.also("gm", "special remove", hex=home, sure=True, **GM)
    await walk.also("gm", "special place", hex=home, kind="Wormhole", **GM)
    await walk.also("gm", "special hole", hex=home, how="closed", to=far, **GM)
    await walk.also("gm", "gm amend knowledge", side="humans", hex=home, **GM)
    fleet = next(f for f in (await walk.table.view("humans")).fleets.values() if f.hex == home)
    await walk.order("ada", "/encounter enter", "goes into the worm hole", fleet=fleet.name)


async def month_over(walk: Walk) -> None:
    """The game master resolves the turn where the walk is."""
    await walk.also("gm", "gm advance")
    await walk.do("gm", "Resolve turn")
    await walk.table.settle()


async def workers(walk: Walk, home: str) -> None:
    """A ship of Ada's that can carry a station's parts, which she loads, and the station's design."""
    ship: dict[str, Any] = {
        "name": "Works Ship",
        "kind": "ship",
        "hull": 40,
        "cost": 20,
        "drive": "4",
        "cargo_bays": 60,
    }
    ear: dict[str, Any] = {"name": "Ear", "kind": "base", "hull": 6, "cost": 30, "lrs": 1}
    await walk.also("gm", "gm amend treasury", side="humans", cps=900, **GM)
    await walk.also("gm", "gm amend design", side="humans", **ship, **GM)
    await walk.also("gm", "gm amend design", side="humans", **ear, **GM)
    await walk.also("gm", "gm amend create", side="humans", design="Works Ship", hex=home, fleet="Workers", **GM)
    await walk.also("ada", "fleet load", fleet="Workers", cps=30)
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")


async def station(walk: Walk, home: str) -> None:
    """An early warning station of Ada's is put together between the stars; it works from the month after on."""
    await walk.also("gm", "gm amend move", fleet="Workers", to=await beside(walk.table, home), **GM)
    await walk.also("ada", "base assemble", fleet="Workers", what="Ear", orbit=0)
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")


async def agents(walk: Walk) -> None:
    """Ada's intelligence service, whose operations of the month before go on."""
    start: dict[str, Any] = {"kind": "fleets", "goal": "count the ships at their home", "cps": 25, "name": "Nightfall"}
    head: dict[str, Any] = {"officer": "Talon", "approach": "locals"}
    await walk.also("ada", "psi list")
    await walk.order("ada", "/spy start", target="The Dominion", **start, **head)
    await walk.order("ada", "/spy fund", operation="Secret Ears", cps=20)
    await walk.order("ada", "/spy counter", cps=20, name="Quiet Watch")
    await walk.order("ada", "/spy change", operation="Secret Ears", approach="locals")
    await walk.order("ada", "/spy stop", operation="Secret Whisper")
    await walk.use("ada", "/spy list", "Secret Ears")
    room = walk.table.room("ada")
    dashboard = next(seen for seen in walk.table.ada.messages(room, 500) if seen.payload["pinned"])
    await walk.press("ada", "Intelligence", "operations", on=dashboard)
    await walk.also("ada", "orders withdraw", number="all")


async def unseen(walk: Walk) -> None:
    """Emissions, and ambassadors."""
    await walk.also("gm", "signals play", detection="full", **GM)
    await walk.order("ada", "/fleet emissions", fleet="Lantern One", run="sensors")
    await walk.also("ada", "orders withdraw", number="all")
    here, walk.here = walk.here, DUEL
    await walk.turn_to(DUEL)
    await month_over(walk)
    await walk.also("gm", "signals play", detection="full", **GM)
    (ear,) = (await walk.table.view("humans")).bases
    await walk.order("ada", "/base emissions", "runs active sensors", base=ear.rpartition("/")[2], run="sensors")
    walk.here = here
    await walk.turn_to(here)
    await walk.order("ada", "/treaty ambassadors", side="vermin")
    await walk.order("ada", "/treaty recall", side="dominators")
    await walk.also("ada", "orders withdraw", number="all")
