"""The unknown: encounters in systems, psychics, detection and news, spies, and weather, each with the game master's hand."""

from typing import Any, Final

from demo.answer_reader import fleets
from demo.cast import Cast
from demo.mistakes import expect_refusal
from demo.yards import AT_TERRA

PROBE = "Brave Nose"


async def place_encounters(cast: Cast) -> None:
    """The game master's hand on the map, and a scout that goes where nobody has been."""
    gm, ada, empire = cast.gm, cast.actor("humans"), cast.empires["humans"]
    mouth, far, vault, attic = [hex_ for hex_ in sorted(empire.sky) if hex_ != empire.home][2:6]
    await gm.does("special play", reason="Something stirs out there")
    await gm.does("special place", "Space Whale", hex=empire.home, kind="Monster", what="Space Whale", number=6)
    await gm.does("special place", hex=mouth, kind="Wormhole")
    await gm.does("special hole", "closed, one way", hex=mouth, how="closed", to=far)
    await gm.does("gm amend create", side="humans", design="SC", hex=mouth, fleet=PROBE, reason="A volunteer")
    await gm.does("gm amend knowledge", side="humans", hex=mouth, reason="Her charts")
    await ada.give("encounter enter", fleet=PROBE)
    relic = "Stasis Module (Cluster Map)"
    await gm.does("special place", "hidden", hex=vault, kind="Alien Artifact", what=relic, hidden=True)
    await gm.does("special prepare", hex=vault, line="Note", what="It hums at night.")
    await gm.does("special move", hex=vault, to=attic)
    await gm.does("special hide", "met and found", hex=attic, hidden=False)
    await gm.does("special remove", hex=attic, sure=True)
    await gm.does("special storm", "force 2", hex=vault, storm="ION", force=2)
    await gm.does("special storm", "is over", hex=vault, storm="none")
    await gm.does("special resource", hex=empire.home, orbit=1, resource="Exotic Crystals")
    await gm.does("special list", "What waits in systems")


async def answer_encounter(cast: Cast) -> None:
    """The whales have come; the Humans keep a distance, and the game master adds a word."""
    gm, ada = cast.gm, cast.actor("humans")
    await ada.does("encounter list", "Slow voices")
    whales = next(c for c in await ada.suggest("encounter answer", "encounter") if "Slow voices" in c.name)
    await ada.give("encounter answer", encounter=str(whales.value), choice="watch")
    scene = next(c for c in await gm.suggest("special rule", "scene", "") if "Slow voices" in c.name)
    await gm.does("special rule", scene=str(scene.value), words="They sang of the comet.")
    await expect_refusal(
        cast, gm, "Nothing holds", "special free", fleet=await gm.first("gm amend move", "fleet", "Deep Works")
    )
    await gm.does("special play", on=False, reason="The rest is told by the fire")


SEERS = "Quiet Minds"
SEER_GIFTS = ("Combat Precognition", "Screaming", "Postcognition", "Precognition")
SEER_SHIP: dict[str, Any] = {"kind": "ship", "hull": 20, "cost": 90, "drive": "4", "psionics": "Combat Precognition"}


async def awaken_psychics(cast: Cast) -> None:
    """In turn 3: gifts, a ship of psychics, a team, a stone that is read, a hint, and what others make of it."""
    gm, ada = cast.gm, cast.actor("humans")
    await gm.does("psimaster switch", on=False, reason="Nobody believes in it")
    await gm.does("psimaster switch", on=True, reason="They do now")
    for ability in SEER_GIFTS:
        await gm.does("psimaster grant", side="humans", ability=ability, reason="A comet passed")
    await gm.does(
        "psimaster combine", side="humans", abilities="Screaming, Combat Precognition", reason="It suits them"
    )
    await gm.does("psimaster combine", side="humans", abilities="Screaming, Combat Precognition", allowed=False)
    await gm.does("psimaster immune", side="oolab", reason="They dream of water alone")
    await gm.does("psimaster mark", technology="Mind Lance", reason="It is aimed by thought")
    await gm.does("psimaster study", side="vermin", reason="A captive seer")
    await gm.does("psimaster hint", side="humans", text="A red sun, and teeth around it.")
    home = str((await ada.suggest("colony show", "colony", "Terra"))[0].value).partition("-")[0]
    await gm.does("gm amend design", side="humans", name="Mind Ship", **SEER_SHIP)
    await gm.does("gm amend create", side="humans", design="Mind Ship", hex=home, fleet=SEERS, reason="A gift")
    minds = await gm.first("psimaster cure", "fleet", SEERS)
    await gm.does("psimaster cure", fleet=minds, insane=True, reason="The comet sang")
    await gm.does("psimaster cure", fleet=minds, reason="It has passed")
    await ada.does("psi list", "Combat Precognition")
    await ada.does("psi research", "Psionic Ability: Shadow")
    await ada.give("psi travel", fleet=SEERS, how="frozen")
    await ada.give("psi combine", abilities="Screaming, Combat Precognition")
    await ada.give("research start", name="The Black Stone", cps=25, steps=3, **AT_TERRA)


async def read_the_stone(cast: Cast) -> None:
    """In turn 4: psychics guard the stone and handle it, and the game master says what they learn."""
    gm, ada = cast.gm, cast.actor("humans")
    stone = str((await ada.suggest("psi team", "at", "Black Stone"))[0].value)
    await ada.give("psi team", task="security", at=stone)
    await ada.give("psi read", object="the black stone of Terra", project="The Black Stone")
    await gm.does("psimaster insight", side="humans", project=stone, cps=10, reason="They saw who made it")


MIND_GIFTS: Final = ("Delusion", "Advanced Telepathy", "Slaver", "Vampire", "Witch", "Zombie")
LOST_RACE: Final = "Lost Brood"


async def bend_minds(cast: Cast) -> None:
    """In turn 6: ghosts beside the Vermin's home, a mask, silence, words overheard, and all that level 3 does; what would change
    the war is taken back."""
    gm, ada, vermin = cast.gm, cast.actor("humans"), cast.empires["vermin"]
    for ability in MIND_GIFTS:
        await gm.does("psimaster grant", side="humans", ability=ability, reason="The comet again")
    await ada.give("psi attempt", ability="Delusion", text="Let them see a fleet beside their nest.")
    beside = f"{vermin.home[:2]}{int(vermin.home[2:]) - 1:02d}"
    shown: dict[str, Any] = {"ships": 9, "hull": 500, "seen_by": "vermin", "turns": 1}
    await gm.does("psimaster minds ghost", side="humans", at=beside, **shown, reason="They dream of it")
    minds = await gm.first("psimaster minds silence", "fleet", SEERS)
    await gm.does("psimaster minds disguise", fleet=minds, ships=1, hull=5, turns=1, reason="A lost yacht")
    await gm.does("psimaster minds silence", fleet=minds, level=1, turns=1, reason="They hold their breath")
    await gm.does("psimaster minds surprise", at=beside, side="humans", reason="Too far from home to feel it")
    await gm.does("psimaster minds overhear", side="humans", of="vermin", text="The brood is hungry.", noticed=True)
    await ada.does("psi shown", "9 ghost ships")
    await gm.does("psimaster minds show", "9 ghost ships")
    await _master_minds(cast, beside, minds)


async def _master_minds(cast: Cast, beside: str, minds: str) -> None:
    gm, home = cast.gm, cast.empires["humans"].home
    await gm.does(
        "gm amend create", side="vermin", design="ND", hex=beside, count=1, fleet=LOST_RACE, reason="Stragglers"
    )
    lost = await gm.first("psimaster minds hold", "fleet", LOST_RACE)
    await gm.does(
        "psimaster minds hold", ability="vampire", fleet=lost, doer="humans", attack=-10, turns=1, reason="They feed"
    )
    held = await gm.first("psimaster minds release", "units", "ND")
    await gm.does("psimaster minds release", units=held, reason="They are sated")
    await gm.does("psimaster minds take", ability="zombie", fleet=lost, doer="humans", reason="Nobody is left aboard")
    nests = await cast.colonies("vermin")
    nest = next(n for n in nests if n[:4] != cast.empires["vermin"].home)
    await gm.does("psimaster minds world", ability="slaver", colony=nest, doer="humans", reason="They open the gates")
    await gm.does("decree war yield", colony=nest, side="vermin", reason="The spell breaks")
    await gm.does("psimaster minds release", units=nest, reason="The spell breaks")
    await gm.does("psimaster minds portal", side="humans", to=home, fleet=minds, reason="A door in the air")
    await gm.does("psimaster minds craft", side="humans", ability="witch", text="Doors of fire, once a month.")
    await gm.does("psimaster minds zombies", side="humans", design="INF", loss=0, reason="The old barracks")
    await gm.does("psimaster minds zombies", side="humans", design="INF", loss=0, on=False, reason="Never again")


WITH_REASON: dict[str, Any] = {"reason": "What is out there may hide"}


async def listen_and_send(cast: Cast) -> None:
    """Detection is played in full from now on, with the game master's own modifiers; the Humans listen and send ambassadors."""
    gm, ada = cast.gm, cast.actor("humans")
    await gm.does("signals play", "cloaks hide all who have them", detection="full", **WITH_REASON)
    await gm.does("signals cloaks", levels=1, drive="foldspace", **WITH_REASON)
    await gm.does("signals delay", side="vermin", weeks=1, **WITH_REASON)
    await gm.does("signals effect", technology="Comet Relay", effect="relay", amount=1, **WITH_REASON)
    away = await gm.suggest("signals star", "hex", "")
    await gm.does(
        "signals star", hex=str(away[-1].value), codes="Neb", reason="A star dies; its light will be seen for years"
    )
    here = [fleet.id for fleet in (await fleets(ada)).values() if fleet.at]
    listening = [f for f in here if await cast.empires["humans"].order("fleet emissions", fleet=f, run="sensors")]
    cast.findings.check(bool(listening), "no fleet of the Humans could switch its sensors on")
    posts = [str(base.value) for base in await ada.suggest("base release", "base")]
    pinging = [b for b in posts if await cast.empires["humans"].order("base emissions", base=b, run="sensors")]
    cast.findings.check(bool(pinging), "no base of the Humans could switch its sensors on")
    sent = [side for side in cast.empires if side != "humans" and await _sends_ambassadors(cast, side)]
    cast.findings.check(bool(sent), "the Humans should have met somebody to send ambassadors to by now")


async def recall_ambassadors(cast: Cast) -> None:
    """The Humans call their ambassadors back, from wherever they are."""
    humans = cast.empires["humans"]
    back = [side for side in cast.but("humans") if await humans.order("treaty recall", side=side)]
    cast.findings.check(bool(back), "the Humans should have ambassadors to call back")


async def _sends_ambassadors(cast: Cast, side: str) -> bool:
    return await cast.empires["humans"].order("treaty ambassadors", side=side)


LEDGER, SONG, WATCH = "Open Ledger", "Cradle Song", "The Quiet Watch"
SPIED_SIDE = "dominators"


async def begin_spying(cast: Cast) -> None:
    """Turn 7: two operations and a net of counter-intelligence."""
    ada = cast.actor("humans")
    offered = [str(choice.value) for choice in await ada.suggest("spy start", "kind")]
    cast.findings.check("budget" in offered, f"kinds of operations should be offered: {offered}")
    target = await ada.first("spy start", "target", "Domin")
    ledger = "Learn what their treasury holds"
    await ada.give("spy start", target=target, kind="budget", goal=ledger, cps=50, name=LEDGER, approach="locals")
    await ada.give("spy start", target=target, kind="other", goal="Teach their young a human song", cps=25, name=SONG)
    await ada.give("spy counter", cps=25, name=WATCH)


async def second_spying(cast: Cast) -> None:
    """Turn 8: the game master looks at everything, one step succeeds and one does not; the Humans change their plans."""
    ada, gm = cast.actor("humans"), cast.gm
    await gm.does("spymaster list", LEDGER)
    await gm.does("spymaster difference", one="humans", other=SPIED_SIDE, points=8, note="Recruit among their traders.")
    await gm.does("spymaster societies", "Biology", one="humans", other=SPIED_SIDE)
    await gm.does("spymaster show", "Recruit among their traders", operation=await _operation(cast, LEDGER))
    await gm.does("spymaster rule", operation=await _operation(cast, LEDGER), result="success", words="A trader talks.")
    await gm.does("spymaster rule", operation=await _operation(cast, SONG), result="failure")
    await gm.does("spymaster impossible", kind="leader", reason="Not at this table")
    await ada.does("spy list", "recon")
    await ada.give("spy fund", operation=LEDGER, cps=50)
    await ada.give("spy change", operation=SONG, goal="Teach their elders a human song")
    await ada.give("spy fund", operation=SONG, cps=25)
    await ada.give("spy fund", operation=WATCH, cps=25)


async def third_spying(cast: Cast) -> None:
    """Turn 9: the singers are caught, the traders go on, the net is given up."""
    ada, gm = cast.actor("humans"), cast.gm
    await gm.does("spymaster rule", operation=await _operation(cast, LEDGER), result="success")
    await gm.does("spymaster rule", "Agents of", operation=await _operation(cast, SONG), result="catastrophe")
    await ada.give("spy fund", operation=LEDGER, cps=50)
    await ada.give("spy stop", operation=WATCH)


async def last_spying(cast: Cast) -> None:
    """Turn 10: their books lie open."""
    await cast.gm.does("spymaster rule", "Their books", operation=await _operation(cast, LEDGER), result="success")
    await cast.actor("humans").does("spy list", "succeeded")


async def _operation(cast: Cast, name: str) -> str:
    return await cast.gm.first("spymaster show", "operation", name)


STORM_HEX: Final = "0303"
RIDERS: Final = "Storm Riders"


async def prepare_storm(cast: Cast) -> None:
    """In turn 1's draft: a gravitic storm in a corner of the map, ships of the Humans in it, and what else `/weather` does."""
    gm = cast.gm
    await gm.does("weather around", hex=STORM_HEX, kinds="GRV RAD", reason="A wound in the sky")
    await gm.does("weather storm", hex=STORM_HEX, force=2, reason="It grows")
    await gm.does("weather free", hex=STORM_HEX, reason="It goes its way")
    await gm.does(
        "gm amend create", side="humans", design="DD", hex=STORM_HEX, count=2, fleet=RIDERS, reason="Volunteers"
    )
    riders = await gm.first("weather crew", "fleet", RIDERS)
    await gm.does("weather crew", fleet=riders, lost=3, reason="Some stayed at home")
    await expect_refusal(cast, gm, "empty space", "weather pulsar", hex=STORM_HEX, reason="If it were one")
    await gm.does("weather dangers", kinds="AST GRV HYP ION MAG NEB NEU PUL RAD", reason="All but the stars")
