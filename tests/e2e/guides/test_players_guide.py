"""The player's guide, done as it stands there: an evening of the third month of four empires, and a race in another room."""

from collections.abc import Mapping
from pathlib import Path

from harness.attack import stage
from playtest.player import GIVE_BUTTON
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.guides.players_empire import (
    bases,
    building,
    cleared,
    colonies,
    designs,
    give_order,
    officers,
    on_the_ground,
    repairing,
    stars,
    supplies,
    treaties,
)
from tests.e2e.guides.unknown import agents, another_evening, unseen
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL

ROOM = "war-room"
PLAIN = {
    **dict.fromkeys(("Layers", "Find", "Route", "Copy as order", "?"), "on the atlas's own page: tests/browser"),
    "/treaty break": "nobody has agreed to peace here: tests/e2e/campaign/test_relations.py",
    "make play": "a program in a process of its own: tests/browser",
    "make play TABLE=1": "a program in a process of its own: tests/browser",
    "preview": "stress in a sentence",
    "dashboard": "stress in a sentence",
    "Take a seat": "the head of a step",
    "Design the race": "the head of a step",
    "Fill the starting package": "the head of a step",
    **dict.fromkeys(("/map battle", "film:True"), "films of real wars: tests/e2e/campaign/test_war_pictures.py"),
    "if this happens, then do that": "how one would say it",
}


async def test_the_players_guide_is_done_as_it_stands_there(tmp_path: Path) -> None:
    await stage.build(tmp_path / "stage")
    async with stage.opened(tmp_path / "stage", tmp_path / "evening") as (table, words):
        walk = Walk("docs/guide-player.md", table, PLAIN)
        await walk.use("ada", "/rule", rule="colony")
        await first_evening(walk, words)
        await a_race(walk)
        walk.here = CHANNEL
        await walk.turn_to(CHANNEL)
        await the_sheet(walk, words)
        await as_text(walk, words)
        await standing_orders(walk, words)
        await fleets(walk, words)
        await war(walk, words)
        await another_evening(walk)
        walk.here = CHANNEL
        await walk.turn_to(CHANNEL)
        await supplies(walk)
        await colonies(walk, words)
        await on_the_ground(walk, words)
        await building(walk, words)
        await repairing(walk, words)
        await bases(walk, words)
        await treaties(walk, words)
        await designs(walk)
        await the_rest(walk, words)
        walk.done()


async def first_evening(walk: Walk, words: Mapping[str, str]) -> None:
    """A seat, a look, a move, money, the receipt, ready, the report."""
    await walk.also("gm", "campaign found", place=ROOM, name="Spiral Arm", seats=2)
    await walk.use("ada", "/campaign players", "Human Union")
    await walk.use("ada", "/campaign join", "leads", place=ROOM, side="blue")
    await walk.use("ada", "/map mine", "map.png")
    await walk.use("ada", "/empire show", "CPs")
    await walk.use("ada", "/fleet list", "Lantern One")
    await walk.use("ada", "/colony list", "Terra")
    await walk.use("ada", "/empire system", "Terra", hex="Terra")
    to = str((await walk.suggested("ada", "fleet move", "to", fleet="Lantern One"))[0].value)
    await walk.use("ada", "/fleet move", "Before you give this order", fleet="Lantern One", to=to)
    await walk.press("ada", GIVE_BUTTON, "✔ Order given.")
    preview = await walk.also("ada", "fleet move", fleet="Meridian Survey", to=to)
    assert (await walk.press("ada", "Change the text", on=preview)).modal is not None
    await walk.press("ada", "Cancel", on=preview)
    await walk.order("ada", "/build units", design="SC", at="Terra")
    await walk.order("ada", "/colony expand", colony=words["colony"], cps=10)
    receipt = await walk.order("ada", "/research start", name="Beam Weapons", at="Terra", cps=200)
    await walk.press("ada", "What would happen", on=receipt)
    await walk.use("ada", "/orders forecast", "Beam Weapons")
    await walk.press("ada", "I am ready", on=receipt)
    await walk.also("ada", "orders ready", ready=False)
    report = walk.message("ada", "Why?", place=walk.table.room("ada"))
    await walk.press("ada", "Everything that happened", "report of turn", on=report)
    await walk.press("ada", "Why?", on=report)
    await walk.use("ada", "/turn why line:3", "Rule")
    await walk.press("ada", "My orders", "receipt", on=report)
    await walk.press("ada", "Map", "map.png", on=report)


async def a_race(walk: Walk) -> None:
    """In a campaign that is being founded."""
    walk.here = ROOM
    await walk.use("ada", "/campaign rules", "AP")
    await walk.use("ada", "/race design")
    await walk.pick("ada", "Begin from", value="Humans")
    await walk.use("ada", "/race package")
    await walk.pick("ada", "Take a ready roster", value="Humans")
    await walk.use("ada", "/race unit")
    await walk.fill("ada", id="IC", name="Icicle", kind="ship 12", lines="Bridge\n2 Crew quarters\nDrive 5G\n2 LRS")
    package = await walk.also("ada", "race package")
    await walk.do("ada", "Ships", on=package)
    await walk.fill("ada", ships="Scouts: 2 SC, 1 SV")
    await walk.also("ada", "race design")
    await walk.pick("ada", "Begin from", value="Humans")
    await walk.press("ada", "Submit", "with the game master")
    await walk.do("ada", "Take it back")
    await walk.use("ada", "/race submit", "with the game master")
    await walk.use("ada", "/race show", "Humans")


async def the_sheet(walk: Walk, words: Mapping[str, str]) -> None:
    """Shown, changed, withdrawn, restored, copied, ready."""
    shown = await walk.use("ada", "/orders show", "◐", "1. ", "Secret Ears gets no CPs this turn")
    await walk.use("ada", "/orders rehearse", "Rehearsal of turn")
    await walk.also("ada", "orders forecast")
    await walk.press("ada", "Rehearse the month", "rehearsal.png")
    number = next(line.partition(".")[0] for line in shown.text().splitlines() if "research" in line)
    await walk.use("ada", "/orders change", number=number, line='research "Beam Weapons" at Terra steps 2 with 150')
    await walk.use("ada", "/orders withdraw", "is withdrawn", number=number)
    await walk.press("ada", "Restore")
    await walk.also("ada", "orders withdraw", number=number)
    await walk.use("ada", "/orders restore", number=int(number))
    await cleared(walk)
    worlds = await walk.suggested("ada", "colony send", "world")
    await walk.use("ada", "/colony send", "Colony at", world=str(worlds[0].value), fleet="First Caravan")
    await walk.use("ada", "/invade take", "You know of no colony", world="0101-1", fleet="Home Fleet")
    await walk.also("ada", "orders standing")
    await walk.use("ada", "/orders copy")
    await cleared(walk)
    await walk.use("ada", "/orders ready", "ready")
    await walk.use("ada", "/orders ready ready:false")


async def as_text(walk: Walk, words: Mapping[str, str]) -> None:
    """The examples, with this game's places; the movement form; words to the game master."""
    await walk.use("ada", "/orders write")
    home, (one, two) = words["home"], await stars(walk)
    form = walk.seen
    await walk.use("ada", "/help topic:notation", "move")
    block = walk.block('move "Lantern One"').replace("2034, 2137", f"{one}, {two}").replace("at 2034", f"at {home}")
    block = block.replace("Scouts", '"Lantern One"')
    walk.seen = form
    await walk.fill("ada", line=block)
    await walk.do("ada", "Give these 4")
    await cleared(walk)
    form = await walk.use("ada", "/orders form", fleet="Lantern One")
    assert form.modal is not None
    [box] = form.modal.fields.values()
    await walk.fill("ada", "✔ Form entered.", text=box["value"].replace("Move to", f"Move to {one}"))
    await cleared(walk)


async def standing_orders(walk: Walk, words: Mapping[str, str]) -> None:
    """One by its button, one by choosing, the examples with this game's names; then words to the game master."""
    await walk.also("ada", "orders write", line='facility 1 shipyard at "Terra"')
    await walk.press("ada", "Repeat each turn", "every turn: facility 1 shipyard", "Right now it would give 1 order")
    await walk.do("ada", "Cancel", "You have none")
    dashboard = walk.message("ada", "Standing orders", walk.table.room("ada"))
    await walk.press("ada", "Standing orders", "You have none", on=dashboard)
    listed = walk.seen
    await walk.press("ada", "If … then", "Right now it would wait", on=listed)
    await walk.do("ada", "Cancel")
    await walk.press("ada", "A goal", "Right now")
    lines = walk.block("every turn: fund").replace('fund "Beam Weapons" 300', "facility 1 shipyard at Terra")
    for name in ("1st Fleet", "Scouts"):
        lines = lines.replace(name, "Lantern One")
    for line in lines.replace("2034", words["home"]).splitlines():
        await walk.also("ada", "orders standing", "Before you give it", line=line)
    await walk.do("ada", "Lay it down", "Standing order 1 is laid down.")
    await walk.use("ada", "/orders standing", "keep 100 CPs in reserve")
    await walk.pick("ada", "Pause, change or remove one", value="1")
    await walk.do("ada", "Remove", "Standing order 1 is removed.")
    await walk.use("ada", "/help topic:standing", ", until 2 successes")
    await walk.order("ada", "/orders ask", text="May our poets name the nebula?")
    await walk.order("ada", "/orders contingency", text="An enemy comes: withdraw")
    await cleared(walk)


async def fleets(walk: Walk, words: Mapping[str, str]) -> None:
    one, two = await stars(walk)
    gift = {"side": "humans", "reason": "A wreck"}
    folder = {"name": "Folder", "kind": "ship", "hull": 20, "cost": 50, "ftl": "foldspace"}
    await amended(walk.table, "gm amend design", **folder, **gift)
    await amended(walk.table, "gm amend create", design="Folder", hex=words["home"], fleet="Folders", **gift)
    await walk.use("ada", "/fleet show", "Works", fleet="Works")
    await give_order(walk, "fleet move", fleet="Lantern One", to=two, via=one, wait=2)
    scouts = words["scout"]
    await walk.order("ada", "/fleet split", fleet="Outpost", ships=scouts, name="Secret Arm")
    await walk.order("ada", "/fleet merge", fleet="Outguard", into="Outpost")
    await walk.order("ada", "/fleet rename", fleet="Works", name="Workhorses", standing="Stay at home")
    await walk.order("ada", "/fleet mission", fleet="Meridian Survey", mission="survey")
    await walk.order("ada", "/fleet load", fleet="Seventh", cps=40)
    await walk.order("ada", "/fleet unload", fleet="Fifth", cps=40, colony="Terra")
    await give_order(walk, "fleet move", fleet="Second", to=one, pick_up="DD01")
    await walk.also("gm", "decree link", a=words["home"], b=one, kind="gate", side="humans", reason="It was found")
    await give_order(walk, "fleet move", fleet="Third", to=one, by="gate")
    await give_order(walk, "fleet move", fleet="Folders", to=one, push=True)
    await cleared(walk)


async def war(walk: Walk, words: Mapping[str, str]) -> None:
    """Orders for a meeting; an empty world far away is fired on, and nobody's trade is raided."""
    world = words["world"]
    await walk.order("ada", "/fleet engage", fleet="Second", stance="attack")
    await give_order(walk, "fleet engage", stance="defend", words="Never fire first")
    await walk.use("ada", "/empire designs")
    await cleared(walk)
    await walk.order("ada", "/fleet bombard", fleet="Corsairs", world=world, target="biosphere", certain=True)
    await cleared(walk)
    await walk.order("ada", "/fleet raid", fleet="Corsairs", via=words["beside"], take=True)
    await cleared(walk)


async def the_rest(walk: Walk, words: Mapping[str, str]) -> None:
    """Research, planning, sheets, empire, maps, turn, campaign, rules, dice."""
    await walk.use("ada", "/research chance", "%", cps=200)
    await walk.order("ada", "/research fund", project="Long Road", cps=50)
    await walk.use("ada", "/research list", "Long Road")
    await walk.order("ada", "/research propose", name="Void Lance", goal="A beam that no shield stops.")
    await agents(walk)
    await officers(walk)
    await walk.use("ada", "/plan travel", "weeks", hexes=5, drive="2")
    await walk.use("ada", "/plan colony", world=words["spare"])
    await walk.use("ada", "/plan research", cps=200)
    await walk.use("ada", "/empire sheet", sheet="fleets")
    book = await walk.use("ada", "/empire workbook", ".xlsx")
    await walk.use("ada", "/orders upload", file=("sheets.xlsx", book.attachments[0].read()))
    await walk.use("ada", "/find", "Terra", text="Terra")
    await walk.use("ada", "/empire known")
    await walk.use("ada", "/empire history", "history.png")
    await walk.use("ada", "/map show around:2034 radius:6", "map.png", around=words["home"])
    await walk.use("ada", "/map whole", "map.png", theme="light")
    await walk.use("ada", "/map text", "Terra")
    for theme in ("dark", "colour-blind"):
        await walk.also("ada", "map mine", "map.png", theme=theme)
    shown = await walk.also("ada", "map mine", "map.png")
    await walk.press("ada", "Atlas", on=shown)
    await walk.press("ada", "Sensors", on=shown)
    await walk.also("ada", "map mine", "map.png", sensors=True)
    atlas = await walk.use("ada", "/map atlas", "atlas.html")
    assert [file.filename for file in atlas.attachments] == ["atlas.html"]
    await walk.use("ada", "/map atlas each_turn:True", "with each turn")
    await unseen(walk)
    await walk.use("ada", "/turn status", "Turn 3")
    await walk.use("ada", "/turn report", "turn 2")
    await walk.use("ada", "/turn dice")
    await walk.use("ada", "/turn recap", "turns 1 to 2")
    await walk.also("ada", "turn recap", "turns 1 to 2", turns=12)
    film = await walk.use("ada", "/map film", "as your side saw it")
    assert [file.filename for file in film.attachments] == ["campaign.gif"]
    await walk.use("ada", "/digest how:weekly", "every week")
    for how, said in (("daily", "every day"), ("now", "Your digest")):
        await walk.also("ada", "digest", said, how=how)
    await walk.use("ada", "/digest how:off", "never")
    told = await walk.use("ada", "/campaign chronicle", "as your side knows it so far")
    assert [file.filename for file in told.attachments] == ["chronicle.html", "chronicle.md"]
    await walk.use("gm", "/map film truth:True", "the whole truth")
    await walk.use("ada", "/campaign info")
    await walk.use("ada", "/campaign list", "The Long Night")
    await walk.use("ada", "/campaign away", "away")
    await walk.use("dom", "/campaign leave", "Give up")
    await walk.do("dom", "Yes, give it up", "given up your seat")
    await walk.use("ada", "/away plan until:24 January", "You are away", word="At sea", everywhere=True)
    await walk.also("ada", "away plan", "You are away", from_="Friday", until="10 days")
    await walk.use("ada", "/away list", "Who is away")
    await walk.use("ada", "/away deputy", "The bot", bot="own")
    asked = await walk.also("ada", "away deputy", "Nobody", bot="nobody")
    assert "acts for you" in asked.text()
    await walk.also("ada", "away deputy", "all that your side knows", member=walk.table.visitor.id, powers="careful")
    await walk.use("ada", "/away review", "Done for you")
    await walk.use("ada", "/away back", "Welcome back")
    await walk.use("ada", "/away cancel", "out of the calendar")
    await walk.use("ada", "/away more", "hours left")
    await walk.use("ada", "/notify", "everything")
    pinned = next(seen for seen in walk.table.ada.messages(walk.table.room("ada"), 500) if seen.payload["pinned"])
    await walk.press("ada", "Pings", on=pinned)
    await walk.also("ada", "notify", "only what cannot wait", what="few")
    await walk.use("ada", "/rule rule:colony")
    await walk.use("ada", "/rule rule:CW-8.0-14", "CW-8.0-14")
    await walk.use("ada", "/help")
    await walk.use("ada", "/roll dice:4d6kh3+2 [attack]", "attack")
    await walk.also("ada", "roll", dice="2d6", secret=True)
    await walk.use("ada", "/help topic:dice")
    await walk.use("ada", "/orders word", word="whale")
    await walk.use("ada", "/campaign export", ".capsule")
