"""A race that the game master runs, what they look up ahead of a turn, and what players reckon with before theirs."""

from typing import Any

from demo.cast import Cast
from demo.reading import apart, fleets
from playtest.player import ScriptError

RACE = "The Slow Choir"


async def reckon_ahead(cast: Cast) -> None:
    """The Humans: journeys, worlds, research, their own history, and a letter to the Dominion."""
    ada, home = cast.actor("humans"), cast.empires["humans"].home
    far = max(cast.empires["humans"].sky, key=lambda h: apart(home, h))
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
    cast.book.check(names == {"history.png", "history.txt"}, f"/empire history has {names}")
    cast.book.check(
        all(f.description for f in shown.attachments if f.filename.endswith("png")), "a chart has no alt text"
    )
    await ada.does(
        "treaty message", "has a copy", side="dominators", text="The year grows long. Shall we keep the peace?"
    )
    await cast.stage.settle()
    read = [m.text() for m in cast.actor("dominators").hears(cast.actor("dominators").place)]
    cast.book.check(any("Shall we keep the peace" in text for text in read), "the Dominion did not get the letter")


async def arrives(cast: Cast) -> None:
    """The game master makes a race where nobody is, and plays its month."""
    gm = cast.gm
    homes = [empire.home for empire in cast.empires.values()]
    stars = [str(c.value) for letter in "0123456" for c in await gm.suggest("gm prepare", "hex", letter)]
    for star in sorted(set(stars), key=lambda h: -min(apart(h, home) for home in homes)):
        made = await gm.use("gm npr set", race=RACE, home=star, gross=260, pace="steady", goals="Gravity Song")
        if "✔" in made.text():
            break
    else:
        raise ScriptError("no star has a planet for the Choir")
    await gm.does("gm npr force", race=RACE, hex=star, ships=3, hull=60, role="home guard", name="Basses")
    form = await gm.use("gm npr notes", race=RACE)
    await gm.fill(form, culture="They sing for years.", story="A song is missing.", notes="The oboist did it.")
    await gm.does("gm npr relation", race=RACE, side="oolab", stands="cordial", at_peace=True)
    shown = (await gm.does("gm npr show", "The oboist did it.", race=RACE)).text()
    home = next(part.split()[0] for part in shown.split("Colonies: ")[1:])
    await gm.does("gm npr colony", race=RACE, world=home, name="First Stave")
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
    await gm.does("gm npr remove", "never was", race=RACE, reason="The campaign is full")
    await gm.does("gm npr show", "no race yet")
