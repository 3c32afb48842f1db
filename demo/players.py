"""What the players do beside their plain orders, so that every command is seen at work at least once."""

import io

from openpyxl import Workbook, load_workbook

from demo.answer_reader import fleets, hexes_apart, ships_of
from demo.cast import Cast
from demo.mistakes import expect_refusal
from demo.stage import CHANNEL_NAME, Actor
from playtest.player import ScriptError

SHEET_NAMES = ("economics", "fleets", "construction", "technology", "roster", "surveys", "treaties", "map", "ships")
THEME_NAMES = ("dark", "light", "colour-blind")


async def look_at_everything(actor: Actor) -> None:
    """All lists, sheets and maps of a side."""
    for command in (
        "campaign info", "campaign list", "campaign players", "campaign rules", "empire show", "empire designs", "empire known",
        "fleet list", "colony list", "build queue", "build roster", "research list", "research chance", "orders show",
        "orders forecast", "turn status", "turn dice", "help", "map mine", "map whole", "map text", "map atlas",
    ):  # fmt: skip
        reply = await actor.use(command)
        actor.findings.check(
            reply.text() and "⚠" not in reply.text(), f"{actor.name}: /{command}: {reply.text()[:200]}"
        )
    for sheet in SHEET_NAMES:
        shown = await actor.use("empire sheet", sheet=sheet)
        actor.findings.check(
            shown.text().startswith("###"), f"{actor.name}: the {sheet} sheet reads {shown.text()[:100]}"
        )
    await actor.does("find", "found for", text="Terra")
    home = (await actor.suggest("empire system", "hex"))[0]
    await actor.use("empire system", hex=str(home.value))
    await actor.use("research chance", cps=200, labs=40)
    for theme in THEME_NAMES:
        shown = await actor.use("map show", around=str(home.value), radius=5, theme=theme)
        actor.findings.check(
            len(shown.attachments) == 2, f"{actor.name}: a {theme} map has {len(shown.attachments)} files"
        )
        actor.findings.check(shown.attachments[0].description, f"{actor.name}: a {theme} map has no alt text")
    await actor.press(shown, next(str(b.label) for b in shown.buttons if b.label in {"←", "→"} and not b.disabled))
    await actor.press(shown, "Zoom out")
    await actor.press(shown, "Whole cluster")
    for topic in await actor.suggest("help", "topic"):
        await actor.use("help", topic=str(topic.value))
    await actor.use("privacy")
    await actor.use("rule", rule="CW-8.0-14")
    await actor.use("rule", rule="freighter")
    await actor.use("notify", what="all")
    await actor.use("roll", dice="4d6kh3+2 [attack]")
    await actor.use("roll", dice="2d20kl1", secret=True)


async def fill_workbook(cast: Cast) -> None:
    """The Dominators: the nine sheets as a file, a cell filled in, one filled in wrong, sent back twice."""
    dom = cast.actor("dominators")
    book = load_workbook(io.BytesIO((await dom.use("empire workbook")).attachments[0].read()))
    page = book["fleets"]
    titles = [cell.value for cell in page[1]]
    mission = titles.index("new mission") + 1
    page.cell(2, mission).value = "dance"
    told = await dom.use("orders upload", file=("sheets.xlsx", _saved(book)))
    dom.findings.expect(told, "Nothing was entered", "a wrong cell")
    page.cell(2, mission).value = "patrol"
    await dom.does("orders upload", "1 order entered", file=("sheets.xlsx", _saved(book)))


def _saved(book: Workbook) -> bytes:
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


async def detach_and_name(cast: Cast) -> None:
    """The Humans: a task force split off and named with standing orders; a voyage with waypoints and a later start."""
    ada, empire = cast.actor("humans"), cast.empires["humans"]
    ships = await ships_of(ada, "Home Fleet")
    await ada.give("fleet split", fleet="Home Fleet", ships=ships[-1], name="Long Watch")
    await ada.give(
        "fleet rename", fleet="Home Fleet", name="Home Fleet 🛡️", standing="Hold the home world; do not pursue."
    )
    await ada.give("fleet mission", fleet="Rim Patrol", mission="patrol")
    await ada.give("fleet engage", fleet="Rim Patrol", stance="evade", withdraw=30, words="Come home alive.")
    near = [h for h in empire.sky if 1 <= hexes_apart(empire.home, h) <= 3]
    if len(near) < 2:
        raise ScriptError("there are too few stars round the Humans' home for a voyage")
    await ada.give("fleet move", fleet="Long Watch", to=near[1], via=near[0], wait=1)
    await ada.give("build units", design="CA", at="Terra", count=1, using=9, paying=100, fleet="Iron Line")


async def pay_the_rest(cast: Cast) -> None:
    """The Humans: more bays and the rest of the money for a cruiser under construction."""
    ada = cast.actor("humans")
    builds = [c for c in await ada.suggest("build continue", "build") if "CA" in c.name]
    if not builds:
        raise ScriptError("the cruiser should be under construction")
    await ada.give("build continue", build=str(builds[0].value), using=18, paying=86)


async def order_form(cast: Cast) -> None:
    """The Vermin: the rule book's order form; first with a mistake, then right."""
    vik, empire = cast.actor("vermin"), cast.empires["vermin"]
    ships = await ships_of(vik, "Great Swarm")
    target = next(h for h in empire.sky if hexes_apart(empire.home, h) >= 1)
    lines = ["Name: Probing Swarm", f"Units: {', '.join(ships[:2])}", f"Start Hex: {empire.home}", "Start Time: turn 1"]
    wrong = await vik.fill(await vik.use("orders form"), text="\n".join([*lines, "Orders: Move to 9999"]))
    cast.findings.check(
        "Nothing was entered" in wrong.text() and "✗" in wrong.text(), f"a wrong form: {wrong.text()[:200]}"
    )
    words = [
        "Orders:",
        f"Move to {target}",
        "Patrol",
        "If somebody is there, come home",
        "Sing loudly",
        f"End Hex: {target}",
    ]
    cast.findings.expect(
        await vik.fill(await vik.use("orders form"), text="\n".join([*lines, *words])), "✔ Form entered", "a form"
    )


async def words_for_the_master(cast: Cast) -> None:
    """The Dominators: free text, a contingency, labs, a roll in public; the Humans: two standing orders, a look at a chain."""
    dom = cast.actor("dominators")
    await dom.give(
        "orders ask", text="May our seers look into the dark between the stars? @everyone `hush`", fleet="The Throne"
    )
    await dom.give(
        "orders contingency", text="If strangers come, show them nothing and count them.", fleet="First Watcher"
    )
    ada = cast.actor("humans")
    for line, said in (
        ("keep 40 CPs in reserve", "Standing order 1 is laid down."),
        ('when "Home Fleet" is outnumbered then retreat "Home Fleet"', "Standing order 2 is laid down."),
    ):
        draft = await ada.does("orders standing", "Before you give it", line=line)
        cast.findings.expect(await ada.press(draft, "Lay it down"), said, "a standing order")
    world, fleet = await ada.first("colony send", "world"), await ada.first("colony send", "fleet")
    await ada.does("colony send", "Colony at ", world=world, fleet=fleet)
    await dom.give("build facility", facility="lab", amount=5, at="Mother Mire")


async def a_careful_sheet(cast: Cast) -> None:
    """The Oolab: lines in notation, change, withdraw, restore, a word for the dice, the preview's text changed, ready and not."""
    ola = cast.actor("oolab")
    await ola.give("orders write", line='build 4 "Marines" at Deepwarm')
    number = next(str(c.value) for c in await ola.suggest("orders change", "number") if "Marines" in c.name)
    await ola.give("orders change", number=number, line='build 3 "Marines" at Deepwarm')
    preview = await ola.use("orders write", line='ask "What do the tides say?"')
    form = await ola.press(preview, "Change the text")
    changed = await ola.fill(form, text='ask "What do the tides say today?"')
    await ola.press(changed, "Give this order")
    dropped = await ola.use("orders write", line="mission Sounders none")
    await ola.press(dropped, "Cancel")
    for command, options in (
        ("orders withdraw", {"number": number}),
        ("orders restore", {"number": int(number)}),
        ("orders withdraw", {"number": "all"}),
        ("orders restore", {}),
        ("orders word", {"word": "saltwater 🌊"}),
    ):
        reply = await ola.use(command, **options)
        cast.findings.check("receipt" in reply.text(), f"ola: /{command}: {reply.text()[:200]}")
    shown = await ola.use("orders show")
    for label in ("I am ready", "Not ready after all", "What would happen", "Refresh"):
        await ola.press(shown, label)


async def read_the_report(actor: Actor, turn: int) -> None:
    """The report again, and why its first lines are as they are."""
    report = await actor.use("turn report", turn=turn)
    names = {file.filename for file in report.attachments}
    actor.findings.check({"report.md", "map.png", "map.txt"} <= names, f"{actor.name}: /turn report has {names}")
    for line in (1, 2):
        await actor.does("turn why", "CW-", line=line, turn=turn)


async def gift_wagons(cast: Cast, turn: int) -> None:
    """The Oolab: CPs loaded in one turn, unloaded in the next."""
    ola = cast.actor("oolab")
    if turn == 2:
        await ola.give("fleet load", fleet="Gift Wagons", cps=40)
    else:
        await ola.give("fleet unload", fleet="Gift Wagons", cps=40, colony="Deepwarm")


async def pick_up(cast: Cast) -> None:
    """The Humans: the home fleet fetches the ship that waits at the end of its voyage, and both come home as one."""
    ada, empire = cast.actor("humans"), cast.empires["humans"]
    mine = await fleets(ada)
    waiting, guard = mine.get("Long Watch"), next((f for n, f in mine.items() if n.startswith("Home Fleet")), None)
    if waiting is None or guard is None:
        raise ScriptError(f"the Long Watch and the Home Fleet should both exist: {list(mine)}")
    where = waiting.at or waiting.to
    ship = (await ships_of(ada, waiting.id))[0]
    await ada.give("orders write", line=f"move {guard.id} to {where} +{ship}, {empire.home}")


async def join_swarms(cast: Cast) -> None:
    """The Vermin: two fleets in one hex become one."""
    vik = cast.actor("vermin")
    mine = await fleets(vik)
    big, small = mine.get("Great Swarm"), mine.get("Probing Swarm")
    if big is not None and small is not None and big.at and big.at == small.at:
        await vik.give("fleet merge", fleet=small.id, into=big.id)
        return
    ships = await ships_of(vik, "Great Swarm")
    await vik.give("fleet split", fleet="Great Swarm", ships=f"{ships[0]}, {ships[1]}", name="Twins")
    await vik.give("fleet merge", fleet="Twins", into="Great Swarm")


async def come_and_go(cast: Cast) -> None:
    """The Vermin's player gives up the seat and takes it again; its orders and its thread stay."""
    vik = cast.actor("vermin")
    before = await vik.sheet()
    vik.place = CHANNEL_NAME
    asked = await vik.does("campaign leave", "Give up")
    cast.findings.expect(await vik.press(asked, "Yes, give it up"), "given up", "a seat given up")
    await expect_refusal(cast, vik, "seat", "fleet list")
    await vik.does("campaign join", "leads", side="vermin", where=CHANNEL_NAME)
    cast.find_rooms()
    cast.findings.check(before == await vik.sheet(), "leaving and joining again changed the Vermin's sheet")
