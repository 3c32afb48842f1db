"""The empires that nobody plays: the game master has the bot lead them before the campaign begins, and reads at its end what
they did. What they got and planned is nobody else's."""

import re
from collections.abc import Iterator
from typing import Final

from demo.cast import Cast
from demo.reading import Holdings, holdings
from playtest.player import full_text

_ORDER: Final = re.compile(r"^\d+\. ", re.MULTILINE)
SAID: Final = "It said to "


async def seat(cast: Cast) -> None:
    """Before the first turn: a governor for each seat that no player takes."""
    for rival in cast.bill.rivals:
        await cast.gm.does(
            "gm seat governor", "led by the bot", side=rival.side, character=rival.character, strength=rival.strength
        )


async def introduce(cast: Cast) -> None:
    """In turn 1's draft: the Humans and they can write to each other from now on."""
    for rival in cast.bill.rivals:
        await cast.gm.does("decree embassy", one="humans", other=rival.side, reason="A first message crosses the dark")


async def count(cast: Cast) -> dict[str, Holdings]:
    """What each of them holds now, as the game master reads it off that side's own map."""
    found = {}
    for rival in cast.bill.rivals:
        found[rival.side] = holdings(full_text(await cast.gm.use("gm side", side=rival.side)))
        cast.book.check(found[rival.side].fleets, f"the map of {rival.side} names no fleet")
    return found


async def look_back(cast: Cast) -> dict[str, set[str]]:
    """At the end: each gave orders in each month, said something that the Humans read, and holds more than at the beginning.
    Gives the names of their fleets."""
    now, ada = await count(cast), cast.actor("humans")
    letters = "\n".join(message.text() for message in ada.hears(ada.place))
    for rival in cast.bill.rivals:
        plans = {
            turn: full_text(await cast.gm.use("gm seat plan", side=rival.side, turn=turn))
            for turn in sorted(cast.published)
            if turn
        }
        idle = [turn for turn, plan in plans.items() if not _ORDER.search(plan)]
        cast.book.check(plans and not idle, f"the governor of {rival.side} gave no orders in turns {idle}")
        cast.book.check(any(SAID in plan for plan in plans.values()), f"the governor of {rival.side} never said a word")
        writes = f"**{cast.bill.sides[rival.side]}** (led by the bot) writes to you"
        cast.book.check(writes in letters, f"the Humans have no letter from {rival.side}")
        then = cast.began_with[rival.side]
        cast.book.check(now[rival.side].exceeds(then), f"{rival.side} has not grown from {then} to {now[rival.side]}")
    return {side: set(now[side].fleets | cast.began_with[side].fleets) for side in now}


def titles(cast: Cast) -> Iterator[str]:
    """What heads the reports, maps and plans of a rival, which the game master alone may read."""
    for rival in cast.bill.rivals:
        name = cast.bill.sides[rival.side]
        yield from (f"{cast.bill.name}: {name}, report of turn", f"Map of {name}", f"The governor of {name}")
