"""War: four meetings of fleets in one month, each settled in another way; raids on commerce and worlds; a burrow invaded."""

import asyncio
import re
from typing import Any, Final

from demo.cast import Cast
from demo.mistakes import expect_refusal
from demo.stage import CHANNEL_NAME
from playtest.player import GIVE_BUTTON, ScriptError, full_text
from sandbox.model import Channel

MEETING_SQUADRONS: Final = {
    "quick": ("First Fangs", 5),
    "chair": ("Second Fangs", 4),
    "narrated": ("Third Fangs", 2),
    "fought": ("Last Fangs", 2),
}
"""How each meeting is settled, the Humans' squadron there, and its ships."""
_PREY: Final = re.compile(r"`(ND\d+)`")
TRIES, PAUSE = 1_200, 0.5


async def prepare_clashes(cast: Cast) -> None:
    """Turn 9: squadrons of the Humans and raiders of the Vermin in four empty hexes, and how each meeting is to be settled. The
    Humans give their orders for battle, the first by taps."""
    gm = cast.gm
    for (way, (name, count)), hex_ in zip(MEETING_SQUADRONS.items(), await _nowhere(cast), strict=True):
        cast.dark[way] = hex_
        prey = f"Needles {hex_}"
        await gm.does("gm amend create", side="humans", design="DD", hex=hex_, count=count, fleet=name, reason="War")
        await gm.does("gm amend create", side="vermin", design="ND", hex=hex_, count=2, fleet=prey, reason="War")
        await gm.does("decree battle", f"Battles at {hex_}", hex=hex_, method=way, reason="So be it")
    await _by_taps(cast)
    ada = cast.actor("humans")
    await ada.give("fleet engage", fleet="Second Fangs", stance="attack", withdraw=60)
    await ada.give("fleet engage", fleet="Last Fangs", stance="attack")
    await ada.give("fleet engage", fleet="Third Fangs", stance="attack", words="Take no prisoners of the pilots.")


async def _nowhere(cast: Cast) -> list[str]:
    """Hexes in the dark, where nobody has any business, one for each meeting."""
    found = []
    for hex_ in (f"{column:02}{row:02}" for column in (2, 49) for row in (2, 25, 49)):
        offered = await cast.gm.suggest("gm amend create", "hex", hex_, side="humans", design="DD")
        if not any(str(choice.value) == hex_ and "fleet" in choice.name for choice in offered):
            found.append(hex_)
    if len(found) < len(MEETING_SQUADRONS):
        raise ScriptError(f"{len(MEETING_SQUADRONS)} hexes in the dark should be empty: {found}")
    return found[: len(MEETING_SQUADRONS)]


async def _by_taps(cast: Cast) -> None:
    """The dashboard's way: War, Battle orders, the fleet, its stance and pursuit below the preview, Give."""
    ada = cast.actor("humans")
    dashboard = next(seen for seen in ada.hears(ada.place) if seen.payload["pinned"])
    listed = await ada.press(await ada.press(dashboard, "War"), "Battle orders")
    shown = listed
    for says in ("First Fangs", "Stance: attack", "Pursue those who flee"):
        control, value = next(
            (one.custom_id or "", value) for one in shown.selects for label, value in one.options if says in label
        )
        shown = await ada.choose(shown, control, value)
    done = await ada.press(shown, GIVE_BUTTON)
    cast.findings.expect(done, "✔", "orders for battle by taps")


async def settle_clashes(cast: Cast) -> None:
    """The month waits for two battles; others read that it waits and not for what. The game master tells one, the Vermin give the
    other up where it is fought."""
    gm = cast.gm
    await expect_refusal(cast, cast.actor("oolab"), "waits", "orders ask", text="Is there news?")
    told = next(c for c in await gm.suggest("gm battle", "battle") if f" at {cast.dark['narrated']} " in c.name)
    panel = await gm.use("gm battle", battle=str(told.value))
    text = full_text(panel)
    prey = _PREY.findall(text)
    cast.findings.check(len(prey) == 2, f"one battle of two Needles should wait: {text[:400]}")
    form = await gm.press(panel, "Narrate")
    done = await gm.fill(
        form,
        fates=f"destroyed: vermin/{prey[0]}\nfled: vermin/{prey[1]}\nsurvived: the rest",
        winner="humans",
        story="One raider burned, the other ran.",
        told="vermin: Nobody followed you.",
    )
    cast.findings.expect(done, "is settled", "a battle told by the game master")
    await _fight(cast)


async def _fight(cast: Cast) -> None:
    """The battle in its thread: both captains are let in, the Vermin's gives it up, and the month goes on. The Needles are slow
    to leave: where they are caught again, the game master says so, until the month is over."""
    ada, vik = cast.actor("humans"), cast.actor("vermin")
    thread = await _thread(cast)
    await ada.does("battle status", "Needle", where=thread)
    asked = await vik.use("battle concede", where=thread)
    await vik.press(asked, "Yes, give it up")
    for _ in range(TRIES):
        await cast.stage.look()
        if "Turn 10: open" in (await cast.visitor.use("turn status", where=CHANNEL_NAME)).text():
            return
        await _tell_of_the_caught(cast)
        await asyncio.sleep(PAUSE)
    raise ScriptError("the month should have gone on when the battle was over")


async def _tell_of_the_caught(cast: Cast) -> None:
    """What fled and was caught a week later gets away in the end."""
    for choice in await cast.gm.suggest("gm battle", "battle"):
        if not re.match(r"9/\d+/[2-9]\b.*waiting", choice.name):
            continue
        panel = await cast.gm.use("gm battle", battle=str(choice.value))
        form = await cast.gm.press(panel, "Narrate")
        told = {"story": "They are still on their way.", "told": ""}
        done = await cast.gm.fill(form, fates="survived: the rest", winner="humans", **told)
        cast.findings.expect(done, "is settled", "ships that were caught again")


async def _thread(cast: Cast) -> Channel:
    """The battle's own thread, which the bot makes by itself before long."""
    for _ in range(TRIES):
        found = [t for t in cast.actor("vermin").human.threads(CHANNEL_NAME) if t.name.startswith("Battle")]
        if found:
            await cast.stage.settle()
            return found[-1]
        await asyncio.sleep(PAUSE)
    raise ScriptError("the battle should have a thread of its own")


async def read_clashes(cast: Cast) -> None:
    """Turn 10: what each side reads of it all."""
    ada, vik = cast.actor("humans"), cast.actor("vermin")
    mine, theirs = full_text(await ada.use("turn report")), full_text(await vik.use("turn report"))
    cast.findings.check(
        mine.count("Vermin Swarm at") >= len(MEETING_SQUADRONS), "the Humans should read of four battles"
    )
    cast.findings.check(
        "One raider burned" in mine and "Nobody followed you" in theirs,
        "the third battle is told as it was",
    )
    cast.findings.check("Nobody followed you" not in mine, "what was for the Vermin alone is theirs alone")
    await ada.does("fleet show", "Orders for battle", fleet="First Fangs")
    film = await ada.use("map battle", at=cast.dark["chair"])
    cast.findings.check(film.attachments, f"the battle of the engine should have a film: {film.text()[:200]}")


SAILS, HAMMER = ("Black Sail", "Grey Sail", "Red Sail", "White Sail"), "Long Hammer"
RAIDS_TRIED = 12
"""So often the raiders come back to the nest: of some, others get away."""


async def prepare_raid(cast: Cast) -> None:
    """Raiders near nests of the Vermin and a squadron at another, away from their home."""
    gm = cast.gm
    at_bay, preys = await _nests(cast)
    swift: dict[str, Any] = {"hull": 20, "cost": 300, "drive": "100", "lrs": 2}
    await gm.does("gm amend design", side="humans", name="Black Corvette", kind="ship", **swift)
    squadrons = [(name, "Black Corvette", _beside(prey), 1) for name, prey in zip(SAILS, preys, strict=True)]
    for name, design, hex_, count in (*squadrons, (HAMMER, "DD", at_bay[:4], 3)):
        await gm.does("gm amend create", side="humans", design=design, hex=hex_, count=count, fleet=name, reason="War")


def _beside(nest: str) -> str:
    """A hex beside a nest's."""
    return f"{nest[:2]}{int(nest[2:4]) - 1 or 2:02d}"


async def _nests(cast: Cast) -> tuple[str, list[str]]:
    """Colonies of the Vermin, as hex-orbit, each the first by number in a system that is not their home: one to fire on, and
    one for each raider."""
    found = sorted(await cast.colonies("vermin"))
    away = {nest[:4]: nest for nest in found if nest[:4] != cast.empires["vermin"].home}
    if len(away) < 2:
        raise ScriptError("the Vermin should have nests in two systems beside their home")
    first, *others = away.values()
    return first, [others[number % len(others)] for number in range(len(SAILS))]


async def raid(cast: Cast) -> None:
    """The Humans have seen the nests: raids into nests and out again, round after round, and fire on the people of another."""
    ada = cast.actor("humans")
    at_bay, preys = await _nests(cast)
    offered = [str(c.value) for c in await ada.suggest("fleet raid", "via", fleet=SAILS[0])]
    if not any(path.endswith(preys[0][:4]) for path in offered):
        raise ScriptError(f"a course to {preys[0][:4]} should be offered: {offered}")
    for name, prey in zip(SAILS, preys, strict=True):
        await ada.give("fleet raid", fleet=name, via=", ".join([prey[:4], _beside(prey)] * RAIDS_TRIED))
    await ada.give("fleet bombard", fleet=HAMMER, world=at_bay, target="people")
    await ada.does("invade take", "Conquest of ", world=at_bay, fleet=HAMMER)


async def judge_raid(cast: Cast) -> None:
    """The game master: whose traffic was caught, whether the nest yields (and takes it back), a world laid waste, a weapon."""
    gm = cast.gm
    at_bay, (prey, *_) = await _nests(cast)
    catches = await gm.suggest("decree war catch", "question")
    entered = RAIDS_TRIED * len(SAILS)
    cast.findings.check(
        0 < len(catches) < entered, f"of {entered} looks some should catch and some not: {len(catches)}"
    )
    for catch in catches:
        await gm.does("decree war catch", question=str(catch.value), colony=prey, reason="The nearest nest")
    await gm.does("decree war yield", colony=at_bay, side="humans", reason="They give in")
    await gm.does("decree war yield", colony=at_bay, side="vermin", reason="They rise again")
    await gm.does("decree war devastate", hex=at_bay[:4], orbit=int(at_bay[5:]), step="4994", reason="Ash")
    await gm.does("decree war killer", side="humans", design="DD", on=False, reason="Never")
    await gm.does("decree war attitude", side="vermin", attitude="Hostile, Xenophobic", reason="They do not forget")


PARTY_NAME = "Landing Party"
_PLACE: Final = re.compile(r"\bat (\d{4})")
WITH_REASON = {"reason": "Fog of war"}


async def embark(cast: Cast) -> None:
    """Turn 2: two battalions go aboard at Terra, with what the ship lives on until they have landed."""
    await cast.actor("humans").give("fleet supply", fleet=PARTY_NAME, points=24)
    await cast.actor("humans").give("fleet embark", fleet=PARTY_NAME, craft="INF", count=2, at="Terra")


async def arrive(cast: Cast) -> None:
    """Turn 3: they are over the Vermin's smallest colony, by the game master's hand, and see it."""
    smallest = (await cast.colonies("vermin"))[-1]
    party = await cast.gm.first("gm amend move", "fleet", PARTY_NAME)
    await cast.gm.does("gm amend move", fleet=party, to=smallest[:4], reason="A passage by night")


async def burrow(cast: Cast) -> str:
    """The colony below them, hex-orbit: the Vermin's, or ours once it is taken; others may live in the same system."""
    told = (await cast.gm.suggest("gm amend move", "fleet", PARTY_NAME))[0].name
    found = _PLACE.search(told)
    if found is None:
        raise ScriptError(f"the landing party should be somewhere: {told}")
    for side in ("vermin", "humans"):
        here = await cast.colonies(side, found[1])
        if here:
            return min(here)
    raise ScriptError(f"neither the Vermin nor the Humans have a colony at {found[1]}")


async def land(cast: Cast) -> None:
    """Turn 4: they land, and hold; the game master has put a patrol in their way."""
    world = await burrow(cast)
    await cast.actor("humans").does("invade fronts", "no forces")
    await cast.actor("humans").give("invade land", fleet=PARTY_NAME, world=world, at="land", posture="hold")
    patrol: dict[str, Any] = {
        "force": "a patrol",
        "side": "vermin",
        "design": await _battalion(cast, "vermin"),
        "teams": 5,
    }
    await cast.gm.does("decree front force", world=world, **patrol, **WITH_REASON)
    await cast.gm.does("decree front surface", world=world, at="0101", terrain="caverns", **WITH_REASON)
    await cast.gm.does("decree front odds", world=world, side="humans", attack=10, defense=10, **WITH_REASON)
    await cast.gm.does("decree front people", world=world, attitude="Neutral", **WITH_REASON)


async def _battalion(cast: Cast, side: str) -> str:
    found = await cast.gm.suggest("decree front force", "design", "Infantry", side=side)
    return str(found[0].value)


async def advance(cast: Cast) -> None:
    """Turn 6: the army is told to attack; the game master reads all fronts, and gives the world away in the end."""
    world = await burrow(cast)
    ada = cast.actor("humans")
    await ada.does("invade fronts", "City of")
    await ada.give("invade army", world=world, posture="attack")
    guard: dict[str, Any] = {
        "force": "a rear guard",
        "side": "humans",
        "design": await _battalion(cast, "humans"),
        "at": "0101",
    }
    await cast.gm.does("decree front force", world=world, **guard, **WITH_REASON)
    rear = next(c for c in await ada.suggest("invade leave", "forces") if " in 0101 " in c.name)
    await ada.give("invade leave", fleet=PARTY_NAME, world=world, forces=str(rear.value))
    await cast.gm.does("decree front show", "City of")


async def triumph(cast: Cast) -> None:
    """Turn 7: the world is the Humans', and a treaty gives it back; no battle waits for the game master."""
    await cast.gm.does("gm battle", "no battle that waits")
    unseen = await cast.actor("humans").use("map battle", at="Terra")
    cast.gm.findings.expect(unseen, "battle", "a film of no battle")
    world = await burrow(cast)
    text = (await cast.gm.use("decree front show")).text()
    cast.findings.check("held by Human Union" in text, f"the Humans should have taken {world}: {text[:300]}")
    await cast.gm.does("decree front conquered", world=world, side="vermin", reason="A treaty gives it back")
