"""Wars between fleets: four meetings in one month, each settled in another way: by numbers, by the engine, by the game master's
word, and by their players in a thread of its own."""

import asyncio
import re
from typing import Final

from demo.cast import Cast
from demo.mistakes import refused
from demo.stage import CHANNEL
from playtest.player import GIVE, ScriptError, full_text
from sandbox.model import Channel

PLACES: Final = {
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
    for (way, (name, count)), hex_ in zip(PLACES.items(), await _nowhere(cast), strict=True):
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
    if len(found) < len(PLACES):
        raise ScriptError(f"{len(PLACES)} hexes in the dark should be empty: {found}")
    return found[: len(PLACES)]


async def _by_taps(cast: Cast) -> None:
    """The desk's way: War, Battle orders, the fleet, its stance and pursuit below the preview, Give."""
    ada = cast.actor("humans")
    desk = next(seen for seen in ada.hears(ada.place) if seen.payload["pinned"])
    listed = await ada.press(await ada.press(desk, "War"), "Battle orders")
    shown = listed
    for says in ("First Fangs", "Stance: attack", "Pursue those who flee"):
        control, value = next(
            (one.custom_id or "", value) for one in shown.selects for label, value in one.options if says in label
        )
        shown = await ada.choose(shown, control, value)
    done = await ada.press(shown, GIVE)
    cast.book.told(done, "✔", "orders for battle by taps")


async def settle_clashes(cast: Cast) -> None:
    """The month waits for two battles; others read that it waits and not for what. The game master tells one, the Vermin give the
    other up where it is fought."""
    gm = cast.gm
    await refused(cast, cast.actor("oolab"), "waits", "orders ask", text="Is there news?")
    told = next(c for c in await gm.suggest("gm battle", "battle") if f" at {cast.dark['narrated']} " in c.name)
    panel = await gm.use("gm battle", battle=str(told.value))
    text = full_text(panel)
    prey = _PREY.findall(text)
    cast.book.check(len(prey) == 2, f"one battle of two Needles should wait: {text[:400]}")
    form = await gm.press(panel, "Narrate")
    done = await gm.fill(
        form,
        fates=f"destroyed: vermin/{prey[0]}\nfled: vermin/{prey[1]}\nsurvived: the rest",
        winner="humans",
        story="One raider burned, the other ran.",
        told="vermin: Nobody followed you.",
    )
    cast.book.told(done, "is settled", "a battle told by the game master")
    await _fight(cast)


async def _fight(cast: Cast) -> None:
    """The battle in its thread: both captains are let in, the Vermin's gives it up, and the month goes on."""
    ada, vik = cast.actor("humans"), cast.actor("vermin")
    thread = await _thread(cast)
    await ada.does("battle status", "Needle", where=thread)
    asked = await vik.use("battle concede", where=thread)
    await vik.press(asked, "Yes, give it up")
    await ada.press(await ada.use("plot done", where=thread), "Yes, I am done")
    for _ in range(TRIES):
        await cast.stage.look()
        if "Turn 10: open" in (await cast.visitor.use("turn status", where=CHANNEL)).text():
            return
        await asyncio.sleep(PAUSE)
    raise ScriptError("the month should have gone on when the battle was over")


async def _thread(cast: Cast) -> Channel:
    """The battle's own thread, which the bot makes by itself before long."""
    for _ in range(TRIES):
        found = [t for t in cast.actor("vermin").human.threads(CHANNEL) if t.name.startswith("Battle")]
        if found:
            await cast.stage.settle()
            return found[-1]
        await asyncio.sleep(PAUSE)
    raise ScriptError("the battle should have a thread of its own")


async def read_clashes(cast: Cast) -> None:
    """Turn 10: what each side reads of it all."""
    ada, vik = cast.actor("humans"), cast.actor("vermin")
    mine, theirs = full_text(await ada.use("turn report")), full_text(await vik.use("turn report"))
    cast.book.check(mine.count("Vermin Swarm at") >= len(PLACES), "the Humans should read of four battles")
    cast.book.check(
        "One raider burned" in mine and "Nobody followed you" in theirs,
        "the third battle is told as it was",
    )
    cast.book.check("Nobody followed you" not in mine, "what was for the Vermin alone is theirs alone")
    await ada.does("fleet show", "Orders for battle", fleet="First Fangs")
    film = await ada.use("map battle", at=cast.dark["chair"])
    cast.book.check(film.attachments, f"the battle of the engine should have a film: {film.text()[:200]}")
