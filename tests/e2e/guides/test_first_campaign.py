"""The guide to a first campaign, done as it stands there: from a seat to the fifth turn."""

import io
import re

from openpyxl import Workbook, load_workbook

from playtest.player import GIVE_BUTTON
from sandbox.model import Channel
from sandbox.reply import SeenMessage
from tests.e2e.campaign.dashboard_kit import choice
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL, Table

PLAIN = {
    "/gm advance": "the same as the dashboard's button; the game master's handbook does it",
    "/gm publish": "as above",
    "make play": "a program in a process of its own: tests/browser",
    "make play TABLE=1": "a program in a process of its own: tests/browser",
    "Ada": "who to be",
    "Grace": "who to be",
    "dashboard": "stress in a sentence",
    "needed 10 or less to break down, rolled 93: held": "other numbers in every game; looked for without them",
    "if this happens, then": "how one would say it",
}
ROOM = "war-room"


async def test_the_guide_to_a_first_campaign_is_done_as_it_stands_there(table: Table) -> None:
    walk = Walk("docs/guides/first-campaign.md", table, PLAIN)
    await table.start("four_empires", sides=["vermin", "dominators", "oolab"], begin=False)
    await walk.use("ada", "/campaign players", "Human Union")
    await walk.use("ada", "/campaign join", "leads", side="humans")
    table.flags["ada"] = "Human Union"
    await a_race(walk)
    await walk.turn_to(CHANNEL)
    walk.here = CHANNEL
    await walk.also("gm", "campaign begin", "turn 1 is open")
    await table.settle()
    await turn_1(walk)
    await turn_2(walk)
    await turn_3(walk)
    await turn_4(walk)
    await turn_5(walk)
    walk.done()


async def a_race(walk: Walk) -> None:
    """In a campaign that is being founded; at its end its first turn is open."""
    walk.here = ROOM
    wizard = await walk.also("gm", "campaign found", name="Spiral Arm", seats=2)
    page = await walk.pick("gm", "Go to another page", value="map", on=wizard)
    for side in ("Sectors from left", "Sectors from top"):
        page = await walk.pick("gm", side, value="5", on=page)
    await walk.turn_to(ROOM)
    for who, side in (("ada", "blue"), ("vik", "gold")):
        await walk.also(who, "campaign join", side=side)
    await walk.use("ada", "/race design", "points")
    await walk.choose("ada", "Begin from …", value="Vermin")
    form: SeenMessage | None = walk.seen
    assert form is not None
    for _, value in form.control("Go to another page").options:
        form = await walk.pick("ada", "Go to another page", value=value, on=form)
    await walk.use("ada", "/race package")
    await walk.choose("ada", "Take a ready roster", value="Vermin")
    await walk.pick("ada", "Go to another page", value="Summary")
    await walk.press("ada", "Submit to the game master", "with the game master")
    await walk.do("ada", "Take it back")
    await walk.use("ada", "/race submit", "with the game master")
    await walk.also("vik", "race design")
    await walk.pick("vik", "Begin from", value="Humans")
    await walk.do("vik", "Submit")
    for side in ("blue", "gold"):
        await walk.also("gm", "gm races")
        await walk.pick("gm", "Look at a race", value=side)
        await walk.do("gm", "Approve")
        await walk.fill("gm", comment="Welcome")
    await walk.table.settle()
    assert "is approved" in walk.table.ada.last(thread_of(walk, "Blue")).text()
    await walk.also("gm", "gm races")
    await walk.do("gm", "Make the cluster")
    await walk.also("gm", "campaign begin", "turn 1 is open")


async def turn_1(walk: Walk) -> None:
    """A whole turn in some taps, then five orders by command."""
    ada = walk.table.ada
    dashboard = next(seen for seen in ada.messages(walk.table.room("ada"), 500) if seen.payload["pinned"])
    walk.sees(GIVE_BUTTON, on=await ada.click(await ada.click(dashboard, "Research"), "★"))
    await walk.press("ada", "Do as my staff advises", "Your staff advises", on=dashboard)
    await walk.press("ada", "Give all", "as your staff advises")
    await walk.also("ada", "orders withdraw", number="all")
    await walk.press("ada", "Explore", on=dashboard)
    await walk.press("ada", "All … at once", "Lantern One", "Lantern Two", button="at once")
    await walk.press("ada", "Give these", "orders given.")
    built = await walk.press("ada", "Build")
    await walk.pick(
        "ada", "to choose from", "Before you give this order", value=choice(built, "Lantern scout at Terra")
    )
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")
    for button in ("Research", "Colonies"):
        await walk.press("ada", button, "★")
        await walk.do("ada", starred(walk.seen), "Give")
        await walk.do("ada", "Give", "given.")
    await walk.press("ada", "I am ready", "You are ready")
    await walk.press("ada", "Move a fleet")
    await walk.press("ada", "My orders", " orders")
    await walk.use("ada", "/orders withdraw number:all", "left 1000")
    await walk.press("ada", "Restore", " orders")
    await walk.also("ada", "orders withdraw", number="all")
    await walk.use("ada", "/empire show", "CPs")
    await walk.use("ada", "/map mine", "map.png", "map.txt")
    await walk.use("ada", "/fleet list", "Lantern One", "Terra")
    await walk.use("ada", "/colony list", "Terra")
    goals = await walk.suggested("ada", "fleet move", "to", fleet="Lantern One")
    await walk.order("ada", "/fleet move", "Lantern One leaves", fleet="Lantern One", to=goals[0].value)
    await walk.order("ada", "/fleet move", fleet="Meridian Survey", to=goals[1].value)
    await walk.order("ada", "/fleet mission", fleet="Meridian Survey", mission="survey")
    await walk.order("ada", "/build units design:Sabre destroyer at:Terra count:2", "bays")
    await walk.order("ada", "/research start name:Beam Weapons at:Terra cps:200", "%")
    await walk.use("ada", "/research chance", "%", cps=200)
    await walk.use("ada", "/plan research", cps=200)
    small = await walk.suggested("ada", "colony expand", "colony")
    await walk.order("ada", "/colony expand", colony=small[0].value, cps=40)
    await walk.use("ada", "/orders show", "●")
    await walk.press("ada", "What would happen")
    await walk.also("ada", "orders show")
    await walk.do("ada", "I am ready")
    masters = next(seen for seen in walk.table.gm.messages(walk.table.room("gm"), 500) if seen.payload["pinned"])
    await walk.press("gm", "Advance", on=masters)
    await walk.press("gm", "Resolve turn 1", "Draft of turn 1")
    await walk.table.settle()
    await walk.press("gm", "Publish turn 1", "is published")
    await walk.table.settle()


def starred(seen: SeenMessage | None) -> str:
    """The button of what is advised."""
    assert seen is not None
    return next(button.label for button in seen.buttons if button.label.startswith("★"))


def thread_of(walk: Walk, flag: str) -> Channel:
    return next(thread for thread in walk.table.ada.threads(ROOM) if thread.name.startswith(flag))


async def turn_2(walk: Walk) -> None:
    """Report, why, forecast, supply; a colony."""
    report = walk.message("ada", "Why?", place=walk.table.room("ada"))
    assert [file.filename for file in report.attachments] == ["report.md", "map.png", "map.txt"]
    whole = await walk.press("ada", "Everything that happened", "report of turn 1", on=report)
    await walk.also("ada", "map mine", "map.png")
    await walk.use("ada", "/map whole", "map.png")
    shown = await walk.press("ada", "Why?", on=report)
    assert shown.selects
    [line, *_] = re.findall(r"^- \[(\d+)\] .*stress rose", whole.text(), re.MULTILINE)
    told = await walk.use("ada", "/turn why line:9", "Rule", line=int(line))
    assert re.search(r"needed \d+ or less to break down, rolled \d+: ", told.text())
    await walk.use("ada", "/orders forecast", "Beam Weapons")
    await walk.order("ada", "/fleet supply fleet:First Caravan points:20", "20")
    await walk.also("ada", "orders show")
    await walk.do("ada", "Research", "★ Research: Beam Weapons")
    await walk.order("ada", "/research fund", project="Beam Weapons", cps=50)
    await walk.use("ada", "/empire system", "CPs", hex="Terra")
    worlds = await walk.suggested("ada", "colony found", "world", fleet="First Caravan")
    away = next(str(choice.value) for choice in worlds if "×1.5" in choice.name)
    await walk.use("ada", "/plan colony", world=away)
    await walk.order("ada", "/fleet load fleet:First Caravan cps:60", "60")
    await walk.order("ada", "/fleet move", fleet="First Caravan", to=away[:4])
    await walk.order("ada", "/colony found fleet:First Caravan", "⏳", world=away, name="New Hope")
    await walk.table.advance()


DESIGN = "Bridge\n2 Crew quarters\nDrive 4G\n2 LRS"


async def turn_3(walk: Walk) -> None:
    """The drawing board, the roster, a question and a contingency."""
    await walk.use("ada", "/design unit", "Short id", "Name", "Kind and hull")
    await walk.fill("ada", "CPs", "space", id="LA", name="Lark", kind="ship 20", lines=DESIGN)
    await walk.press("ada", "Send to the game master")
    await walk.also("gm", "gm designs")
    await walk.pick("gm", "Look at a design", value="humans:LA")
    await walk.do("gm", "Approve")
    await walk.fill("gm")
    await walk.use("ada", "/build roster", "Lark")
    await walk.use("ada", "/design show", "design.png", "design.txt", design="LA")
    await walk.order("ada", "/orders ask", text="May our poets name the nebula?")
    await walk.order("ada", "/orders contingency", text="An enemy comes: withdraw", fleet="Lantern One")
    await walk.table.advance()
    await walk.also("gm", "gm questions")
    asked = walk.seen
    await walk.do("gm", "Answer", on=asked)
    await walk.fill("gm", answer="They may.")
    await walk.table.settle()
    assert "They may." in walk.table.last_in_room("ada").text()


async def turn_4(walk: Walk) -> None:
    """The workbook there and back, last turn's orders, a search, priorities, treaties."""
    given = await walk.use("ada", "/empire workbook", ".xlsx")
    book = load_workbook(io.BytesIO(given.attachments[0].read()))
    page = book["fleets"]
    page.cell(2, [cell.value for cell in page[1]].index("new mission") + 1).value = "patrol"
    book["orders"]["A2"] = 'ask "May we pass?"'
    book["orders"]["A3"] = "fly me to the moon"
    assert "orders A3" in (await walk.table.ada.slash(walk.here, "orders upload", file=written(book))).text()
    book["orders"]["A3"] = None
    await walk.use("ada", "/orders upload", "2 orders of this workbook were", file=written(book))
    await walk.use("ada", "/orders copy")
    await walk.use("ada", "/find", "Terra", text="Terra")
    await walk.use("ada", "/empire sheet", "Terra", sheet="economics")
    await walk.order("ada", "/orders priorities", lines="research, ships")
    await walk.use("ada", "/treaty list")
    await walk.also("gm", "decree embassy", one="humans", other="vermin", reason="Ambassadors")
    await walk.use("ada", "/treaty message", "Sent to", side="vermin", text="Good day to you.")
    await walk.order("ada", "/treaty offer", side="vermin", level="limited")
    await walk.table.advance()


async def turn_5(walk: Walk) -> None:
    """Looking back, and away."""
    await walk.use("ada", "/empire history", "history.png", "colonies", "ships")
    await walk.use("ada", "/map show", "map.png", around="Terra", radius=5)
    await walk.use("ada", "/campaign away")
    await walk.use("ada", "/notify", "everything")
    await walk.use("ada", "/help")
    await walk.table.advance()
    await walk.also("ada", "colony list", "New Hope")


def written(book: Workbook) -> tuple[str, bytes]:
    """A workbook as a file to send."""
    data = io.BytesIO()
    book.save(data)
    return "orders.xlsx", data.getvalue()
