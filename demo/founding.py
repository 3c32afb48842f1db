"""A second campaign, made by its players from nothing; and a unit that is drawn while the first one runs."""

import re

from demo.cast import Cast
from demo.mistakes import expect_refusal
from demo.stage import CHANNEL_NAME, Actor
from playtest.player import ScriptError
from sandbox.reply import Reply

CAMPAIGN_NAME = "The Second Night"
SECOND_SEATS = {"humans": "blue", "vermin": "gold"}
"""Who sits where in the second campaign, by the side they led in the first."""
_HULL = re.compile(r"\(hull (\d+)|hull (\d+)")
DESIGN_LINES = "Bridge\nCrew quarters\nDrive 1G\nLRS"


async def draw_a_unit(cast: Cast) -> None:
    """The Oolab draw a ship, look at its sheet, send it; the game master hands it back once and then approves it."""
    ola, gm = cast.actor("oolab"), cast.gm
    roster = (await ola.use("empire designs")).text()
    found = _HULL.search(roster)
    if found is None:
        raise ScriptError(f"the roster should name a hull: {roster[:200]}")
    hull = found[1] or found[2]
    panel = await _drawn(cast, ola, hull)
    await ola.press(panel, "Send to the game master")
    race = await gm.choose(await gm.use("gm designs"), "Look at a design", "oolab:WI")
    form = await gm.press(race, "Hand back")
    back = await gm.fill(form, comment="One sensor more, please.")
    cast.findings.expect(back, "went back", "a design goes back")
    await ola.does("design list", "handed back")
    await ola.press(await _drawn(cast, ola, hull, more="\nLRS"), "Send to the game master")
    asked = await gm.choose(await gm.use("gm designs"), "Look at a design", "oolab:WI")
    cast.findings.expect(
        await gm.fill(await gm.press(asked, "Approve"), prices=""), "New design: Wisp", "the design joins the roster"
    )
    shown = await ola.use("design show", design="WI")
    names = [file.filename for file in shown.attachments]
    cast.findings.check(names == ["design.png", "design.txt"], f"the design's sheet: {names} {shown.text()[:200]}")
    await expect_refusal(cast, cast.actor("vermin"), "no drawing", "design show", design="WI")
    await cast.stage.settle()


async def found_another(cast: Cast) -> None:
    """From nothing to turn 1: the plan, two races (a printed one and one of the player's own), the cluster, and its end."""
    gm = cast.gm
    wizard = await gm.use("campaign found", where=CHANNEL_NAME, name=CAMPAIGN_NAME, seats=2)
    cast.findings.check(CAMPAIGN_NAME in wizard.text(), f"found: {wizard.text()[:200]}")
    page = await gm.choose(wizard, "Go to another page", "map")
    page = await gm.choose(page, "Sectors from left to right", "5")
    page = await gm.choose(page, "Sectors from top to bottom", "5")
    page = await gm.choose(page, "shape", "standard")
    page = await gm.choose(page, "Go to another page", "one")
    page = await gm.choose(page, "Sensors reach", "2")
    await gm.does("campaign found", "Sensors reach: 2 hexes", where=CHANNEL_NAME)
    cell = {"table": "CW-TAB-START-KIT", "cell": "ship designs/amount"}
    await gm.does("campaign house", "CW-TAB-START-KIT/ship designs/amount = 6", where=CHANNEL_NAME, **cell, value="6")
    await gm.does("campaign house", "House rules", where=CHANNEL_NAME, **cell)
    for side, seat in SECOND_SEATS.items():
        await cast.actor(side).does("campaign join", "leads", where=CHANNEL_NAME, side=seat)
    await cast.visitor.does("campaign rules", "2 hexes", where=CHANNEL_NAME)
    await expect_refusal(cast, gm, "no cluster yet", "campaign begin")
    await _printed(cast, cast.actor("vermin"))
    await _own(cast, cast.actor("humans"))
    await _judge(cast)
    cast.findings.expect(
        await gm.press(await gm.use("gm races", where=CHANNEL_NAME), "Make the cluster"), "is made", "the cluster"
    )
    await gm.does("campaign begin", "turn 1 is open", where=CHANNEL_NAME)
    await cast.stage.settle()
    asked = await gm.use("campaign finish", where=CHANNEL_NAME, reason="Another evening")
    cast.findings.expect(await gm.press(asked, "Yes, end it"), "is finished", "the end of a campaign")
    await cast.stage.settle()


async def _printed(cast: Cast, actor: Actor) -> None:
    """A printed race with its roster."""
    form = await actor.use("race design", where=CHANNEL_NAME)
    form = await actor.choose(form, "Begin from", "Oolab")
    cast.findings.expect(await actor.press(form, "Submit to the game master"), "with the game master", "a printed race")


async def _own(cast: Cast, actor: Actor) -> None:
    """A race of the player's own, with an entry and a ship that no book has."""
    form = await actor.choose(await actor.use("race design", where=CHANNEL_NAME), "Go to another page", "names")
    form = await actor.fill(await actor.press(form, "Names"), name="Kree", home="Kreeholm", nickname="cold and wide")
    form = await actor.choose(form, "Go to another page", "home")
    form = await actor.choose(form, "Temperature", "3")
    form = await actor.choose(form, "Go to another page", "g0")
    form = await actor.choose(form, "Racial abilities", "Environmental Resistance", "Flight")
    form = await actor.choose(form, "Go to another page", "own")
    sent = await actor.choose(form, "Add an entry", "abilities")
    await actor.fill(sent, name="Ice song", text="They sing through ice.")
    await expect_refusal(cast, actor, "", "race submit")
    form = await actor.choose(await actor.use("race package", where=CHANNEL_NAME), "Take a ready roster", "Vermin")
    sent = await actor.use("race unit", where=CHANNEL_NAME)
    await actor.fill(sent, id="IC", name="Icicle", kind="ship 12", lines="Bridge\nDrive 4G\n2 LRS", note="")
    shown = (await actor.use("race show", where=CHANNEL_NAME)).text()
    cast.findings.check("Kree" in shown and "Icicle" in shown, f"the whole sheet: {shown[:300]}")
    await actor.does("race submit", "with the game master", where=CHANNEL_NAME)


async def _judge(cast: Cast) -> None:
    """The game master prices the entry and approves both."""
    gm = cast.gm
    race = await gm.choose(await gm.use("gm races", where=CHANNEL_NAME), "Look at a race", "blue")
    sent = await gm.choose(race, "Price or refuse", "0")
    race = await gm.fill(sent, ap="4", comment="Fair?")
    race = await gm.fill(await gm.press(race, "Approve"), comment="Welcome")
    other = await gm.choose(await gm.press(race, "All races"), "Look at a race", "gold")
    cast.findings.expect(
        await gm.fill(await gm.press(other, "Approve"), comment=""), "race approved", "both races are approved"
    )


async def _drawn(cast: Cast, actor: Actor, hull: str, more: str = "") -> Reply:
    form = await actor.use("design unit")
    panel = await actor.fill(form, id="WI", name="Wisp", kind=f"ship {hull}", lines=DESIGN_LINES + more, note="")
    cast.findings.expect(panel, "CPs** each", "a drawing is priced")
    return panel
