"""The empires that nobody plays: those that the game master has the bot lead, and a race that the game master runs.

Also what players and the game master reckon with ahead of a turn.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from demo.answer_reader import EmpireHoldings, fleets, hexes_apart, holdings
from demo.cast import Cast
from playtest.player import ScriptError, full_text

_ORDER: Final = re.compile(r"^\d+\. ", re.MULTILINE)
SAID_PREFIX: Final = "It said to "


async def seat(cast: Cast) -> None:
    """Before the first turn: a governor for each seat that no player takes."""
    for rival in cast.bill.rivals:
        await cast.gm.does(
            "gm seat bot_player", "led by the bot", side=rival.side, character=rival.character, strength=rival.strength
        )


async def introduce(cast: Cast) -> None:
    """In turn 1's draft: the Humans and they can write to each other from now on."""
    for rival in cast.bill.rivals:
        await cast.gm.does("decree embassy", one="humans", other=rival.side, reason="A first message crosses the dark")


async def count(cast: Cast) -> dict[str, EmpireHoldings]:
    """What each of them holds now, as the game master reads it off that side's own map."""
    found = {}
    for rival in cast.bill.rivals:
        found[rival.side] = holdings(full_text(await cast.gm.use("gm side", side=rival.side)))
        cast.findings.check(found[rival.side].fleets, f"the map of {rival.side} names no fleet")
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
        cast.findings.check(plans and not idle, f"the governor of {rival.side} gave no orders in turns {idle}")
        cast.findings.check(
            any(SAID_PREFIX in plan for plan in plans.values()), f"the governor of {rival.side} never said a word"
        )
        writes = f"**{cast.bill.sides[rival.side]}** (led by the bot) writes to you"
        cast.findings.check(writes in letters, f"the Humans have no letter from {rival.side}")
        then = cast.began_with[rival.side]
        cast.findings.check(
            now[rival.side].exceeds(then), f"{rival.side} has not grown from {then} to {now[rival.side]}"
        )
    return {side: set(now[side].fleets | cast.began_with[side].fleets) for side in now}


def titles(cast: Cast) -> Iterator[str]:
    """What heads the reports, maps and plans of a rival, which the game master alone may read."""
    for rival in cast.bill.rivals:
        name = cast.bill.sides[rival.side]
        yield from (f"{cast.bill.name}: {name}, report of turn", f"Map of {name}", f"The bot player of {name}")


NPR_NAME = "The Slow Choir"


async def reckon_ahead(cast: Cast) -> None:
    """The Humans: journeys, worlds, research, their own history, and a letter to the Dominion."""
    ada, home = cast.actor("humans"), cast.empires["humans"].home
    far = max(cast.empires["humans"].sky, key=lambda h: hexes_apart(home, h))
    journeys: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("plan travel", "9 hexes at 2G", {"hexes": 9, "drive": "2"}),
        ("plan travel", f"from {home} to {far}", {"start": home, "to": far, "drive": "5/2"}),
        ("plan colony", "cargo bay", {"world": "5565", "max_cp": 120, "cps": 60}),
        ("plan research", "done by then", {"cps": 100, "steps": 2, "turns": 8}),
        ("plan officers", "They add 20", {"posts": "5/20, 3/40"}),
    )
    await ada.do_all(journeys)
    shown = await ada.use("empire history")
    names = {file.filename for file in shown.attachments}
    cast.findings.check(names == {"history.png", "history.txt"}, f"/empire history has {names}")
    cast.findings.check(
        all(f.description for f in shown.attachments if f.filename.endswith("png")), "a chart has no alt text"
    )
    await ada.does(
        "treaty message", "has a copy", side="dominators", text="The year grows long. Shall we keep the peace?"
    )
    await cast.stage.settle()
    read = [m.text() for m in cast.actor("dominators").hears(cast.actor("dominators").place)]
    cast.findings.check(any("Shall we keep the peace" in text for text in read), "the Dominion did not get the letter")


async def arrives(cast: Cast) -> None:
    """The game master makes a race where nobody is, and plays its month."""
    gm = cast.gm
    homes = [empire.home for empire in cast.empires.values()]
    stars = [str(c.value) for letter in "0123456" for c in await gm.suggest("gm prepare", "hex", letter)]
    for star in sorted(set(stars), key=lambda h: -min(hexes_apart(h, home) for home in homes)):
        made = await gm.use("gm npr set", race=NPR_NAME, home=star, gross=260, pace="steady", goals="Gravity Song")
        if "✔" in made.text():
            break
    else:
        raise ScriptError("no star has a planet for the Choir")
    await gm.does("gm npr force", race=NPR_NAME, hex=star, ships=3, hull=60, role="home guard", name="Basses")
    form = await gm.use("gm npr notes", race=NPR_NAME)
    await gm.fill(form, culture="They sing for years.", story="A song is missing.", notes="The oboist did it.")
    await gm.does("gm npr relation", race=NPR_NAME, side="oolab", stands="cordial", at_peace=True)
    shown = (await gm.does("gm npr show", "The oboist did it.", race=NPR_NAME)).text()
    home = next(part.split()[0] for part in shown.split("Colonies: ")[1:])
    await gm.does("gm npr colony", race=NPR_NAME, world=home, name="First Stave")
    await gm.does("gm npr turn", "Research: 1d100")
    await gm.does("gm near", "", turns=3)
    await gm.does("gm prepare", "is prepared", hex=star)
    await gm.does("gm plot", "Plotted", turns=4)
    mine = await fleets(cast.actor("humans"))
    chosen = await gm.first("gm plot", "fleet", next(iter(mine)))
    await gm.does("gm plot", "Plotted", fleet=chosen)


async def departs(cast: Cast) -> None:
    """One more month, and then it never was."""
    gm = cast.gm
    await gm.does("gm npr turn", "Growth")
    await gm.does("gm npr remove", "never was", race=NPR_NAME, reason="The campaign is full")
    await gm.does("gm npr show", "no race yet")
