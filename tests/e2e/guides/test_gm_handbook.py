"""The game master's handbook, done as it stands there."""

import re
from typing import Any

import pytest

from playtest.player import GIVE_BUTTON
from sandbox.reply import SeenMessage
from tests.e2e.guides.handbook_changes import ahead, amending, decreeing, give_order, own_races
from tests.e2e.guides.unknown import judging, spying, waiting
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL, Table
from tests.umpire.battle_step import battles_every_month

PLAIN = {
    "make play TABLE=1": "a program in a process of its own: tests/browser",
    "Grace": "who to be",
    "dashboard": "stress in a sentence",
    "Intelligence operations": "stress in a sentence",
    "/special free": "for a fleet that a trap holds: tests/rules",
    "While it is open": "stress in a sentence",
    "From the admiral's chair": "stress in a sentence",
    "It is resolved": "stress in a sentence",
    "With review on": "stress in a sentence",
    "Reports go out": "stress in a sentence",
    "left 3:": "a part of a line that tests/rules reads",
    "munitions 4:": "a part of a line that tests/rules reads",
    "burnt 2:": "a part of a line that tests/rules reads",
    "carries 1 FI:": "a part of a line that tests/rules reads",
    "[[other]]": "a line of scenario files: tests/umpire reads them",
    'placement = "corners"': "a line of scenario files",
}
PRACTICE, SPIRAL, FOUNDED = "welcome", CHANNEL, "war-room"
TABLES = {"ada": "humans", "dom": "dominators"}


@pytest.mark.in_place
async def test_the_game_masters_handbook_is_done_as_it_stands_there(table: Table) -> None:
    walk = Walk("docs/guides/gm-handbook.md", table, PLAIN)
    await first_evening(walk)
    await starting(walk)
    await founding(walk)
    await clock(walk)
    await a_turn(walk)
    await questions(walk)
    await fighting(walk)
    await amending(walk)
    await decreeing(walk)
    await own_races(walk)
    await waiting(walk)
    await ahead(walk)
    await what_if(walk)
    await seats(walk)
    await absences(walk)
    await copies(walk)
    walk.done()


async def what_if(walk: Walk) -> None:
    """A published turn played otherwise, adopted; and one thrown away."""
    await walk.use("gm", "/gm whatif", "What if")
    game = await walk.table.game()
    side, last = game.sides[0].id, f"Turn {game.turn - 1}, published"
    await walk.do("gm", last, "Nobody but you knows of it")
    await walk.press("gm", "Other dice", "others than those of the turn")
    panel = await walk.press("gm", "Amend before", "before the month")
    await walk.use("gm", "/gm amend treasury", "In the what-if alone", side=side, cps=321, reason="To see")
    await walk.press("gm", "Amend after", "after the month", on=panel)
    await walk.press("gm", "Take the last change back", "What if", on=panel)
    panel = await walk.press("gm", "Amend the campaign", "as always")
    sheet = await walk.choose("gm", "Orders of a side", value=side, on=panel)
    await walk.press("gm", "Change them", on=sheet)
    await walk.fill("gm", "w1.", add='ask "What if?"')
    await walk.also("gm", "gm whatif", "1 added")
    seen = await walk.press("gm", "What would be different", "game-master.md")
    await walk.press("gm", "Adopt", "is what was played now", on=seen)
    await walk.table.settle()
    await walk.also("gm", "gm whatif")
    await walk.do("gm", last, "Nothing is changed yet")
    await walk.use("gm", "/gm whatif reason:", "A wrong table", reason="A wrong table")
    await walk.press("gm", "Throw it away", "thrown away")


async def first_evening(walk: Walk) -> None:
    """In short: founded or created, joined, begun, one turn, taken back."""
    walk.here = FOUNDED
    await walk.use("gm", "/campaign found", name="Practice", seats=2)
    founded = walk.here
    walk.here = PRACTICE
    await walk.use("gm", "/campaign create", name="Practice", scenario="duel_small", schedule="none")
    await walk.use("ada", "/campaign join", side="humans")
    await walk.also("dom", "campaign join", side="dominators")
    await walk.use("gm", "/gm races", place=founded)
    await walk.use("gm", "/campaign schedule", when="none")
    await walk.use("gm", "/campaign begin", "turn 1 is open")
    await walk.turn_to(PRACTICE)
    await walk.use("gm", "/turn status")
    await walk.use("gm", "/gm advance")
    await walk.do("gm", "Resolve turn 1")
    await walk.use("gm", "/gm review", "humans-report.md")
    await walk.use("gm", "/gm questions")
    await walk.use("gm", "/gm publish", "Turn 2 is open")
    await walk.table.settle()
    await walk.use("gm", "/gm undo", "Turn 1 is taken back", reason="To try it")
    await walk.do("gm", "Yes, undo", "is open again")
    await walk.also("gm", "campaign finish", place=founded)
    await walk.do("gm", "Yes, end it", "is finished")


async def starting(walk: Walk) -> None:
    """A campaign of a ready scenario."""
    walk.here = SPIRAL
    role = next(r.id for r in walk.table.sandbox.world.guild().roles.values() if r.name == "Game Master")
    await walk.use(
        "gm",
        "/campaign create name:Spiral Arm",
        scenario="duel_small",
        schedule="every 48h",
        review=False,
        early=False,
        gm_role=role,
    )
    for who, side in TABLES.items():
        await walk.also(who, "campaign join", "leads", side=side)
    walk.table.flags = {"ada": "Human Union", "dom": "The Dominion"}
    await walk.use("gm", "/gm seat replace", side="dominators", member=walk.table.vik.id)
    await walk.also("gm", "gm seat replace", side="dominators", member=walk.table.dom.id)
    await walk.use("gm", "/gm audit", "seat.taken")
    await walk.use("ada", "/campaign rules")
    await walk.use("ada", "/campaign players", "Human Union")
    await walk.also("gm", "campaign begin", "turn 1 is open")
    await walk.turn_to(SPIRAL)
    assert [file.filename for file in walk.table.last_in_room("ada").attachments] == ["map.png", "map.txt"]


async def founding(walk: Walk) -> None:
    """From the wizard to the first turn."""
    walk.here = FOUNDED
    wizard = await walk.use("gm", "/campaign found name:Spiral Arm seats:4", "Overview")
    await walk.also("gm", "campaign found", "Overview")
    for name in PAGES:
        assert name in [label for label, _ in wizard.control("Go to another page").options]
        await walk.pick("gm", "Go to another page", name, value=name, on=wizard)
    page = await walk.pick("gm", "Go to another page", value="Map and seats", on=wizard)
    for side in ("Sectors from left", "Sectors from top"):
        page = await walk.pick("gm", side, value="5", on=page)
    await walk.use("visitor", "/campaign rules", "5 × 5")
    for who, side in (("ada", "blue"), ("dom", "gold")):
        await walk.also(who, "campaign join", "leads", side=side)
    cell = {"table": "CW-TAB-START-KIT", "cell": "ship designs/amount"}
    await walk.use("gm", "/campaign house", "ship designs/amount = 6", value="6", **cell)
    await walk.also("gm", "campaign house", "House rules", **cell)
    spies = {"table": "CW-TAB-SPY"}
    cells = await walk.suggested("gm", "campaign house", "cell", **spies)
    await walk.also("gm", "campaign house", cell=cells[0].value, **spies)
    await walk.use("ada", "/race design")
    await submitted(walk, "ada", "Humans")
    await submitted(walk, "dom", "Vermin")
    await walk.also("gm", "gm races", "Set-up")
    await walk.pick("gm", "Look at a race", value="blue")
    await walk.press("gm", "Approve")
    await walk.fill("gm", "race approved")
    await walk.also("gm", "gm races")
    await walk.pick("gm", "Look at a race", value="blue")
    await walk.press("gm", "Hand back")
    await walk.fill("gm", "handed back", comment="Another name")
    await submitted(walk, "ada", "Humans")
    for side in ("blue", "gold"):
        await walk.also("gm", "gm races")
        await walk.pick("gm", "Look at a race", value=side)
        await walk.do("gm", "Approve")
        await walk.fill("gm", "race approved")
    for race in ("Oolab", "The Dominators"):
        empty = await walk.also("gm", "gm races")
        open_seat = next(value for label, value in empty.control("Look at a race").options if "no name" in label)
        shown = await walk.pick("gm", "Look at a race", value=open_seat, on=empty)
        await walk.pick("gm", "Give this empty seat", value=race, on=shown)
    await walk.also("gm", "gm races")
    await walk.press("gm", "Make the cluster")
    await walk.also("gm", "campaign begin", "turn 1 is open")


PAGES = (
    "Overview",
    "Map and seats",
    "Homes and your races",
    "Technology and drives",
    "Optional rules I",
    "House rules",
    "Budgets",
    "Schedule and review",
)


async def submitted(walk: Walk, who: str, race: str) -> None:
    """A printed race, sent to the game master."""
    await walk.also(who, "race design")
    await walk.pick(who, "Begin from", value=race)
    await walk.do(who, "Submit")


async def clock(walk: Walk) -> None:
    """The three schedules, the options, a deadline put off, a pause."""
    await walk.turn_to(SPIRAL)
    walk.here = SPIRAL
    for when in ("weekly Sunday 20:00 Europe/Berlin", "none", "every 2 weeks", "every 48h"):
        await walk.also("gm", "campaign schedule", when=when)
    every: dict[str, Any] = {"reminders": "24,3", "grace": 30, "extension": "36h", "spectators": "nobody"}
    await walk.use("gm", "/campaign options", review=True, early=True, **every)
    await walk.also("gm", "campaign options", "put off by 36 h", extension="1 day 12 hours")
    await walk.use("gm", "/notify", "everything")
    await walk.use("gm", "/campaign extend hours:24h reason:holidays")
    await walk.table.settle()
    assert "holidays" in walk.table.last_in_room("ada").text()
    await walk.use("gm", "/campaign pause", reason="A feast")
    await walk.use("gm", "/campaign resume")


async def a_turn(walk: Walk) -> None:
    """Orders of the players', a draft with the dashboard beside it, packets."""
    table = walk.table
    assert any(seen.payload["pinned"] for seen in table.gm.messages(table.room("gm"), 500))
    for name, steps in (("Long Road", 8), ("Warm Bread", 1)):
        await give_order(walk, "ada", "research start", name=name, at="Terra", cps=25, steps=steps)
    await give_order(walk, "ada", "colony strip", at="Terra")
    await walk.use("gm", "/gm sheet", "Long Road", side="humans")
    await walk.use("gm", "/gm workbook", "all-empires-turn")
    await walk.use("gm", "/gm side", "map.png", side="humans")
    await asking(walk, ASKED)
    await meeting(walk, "0505", "0606", "0707", "0808", "0909")
    await drafted(walk)


ASKED = ("May we hail it?", "May we board it?", "May we keep it?", "May we sell it?")


async def asking(walk: Walk, texts: tuple[str, ...]) -> None:
    """Questions of Ada's; the command is the player's, and stands in the handbook later."""
    for text in texts:
        await give_order(walk, "ada", "orders write", line=f'ask "{text}"')


async def meeting(walk: Walk, *places: str) -> None:
    """A fleet of each side in some hexes."""
    mine = (await walk.table.view("humans")).fleets.values()
    theirs = (await walk.table.view("dominators")).fleets.values()
    for pair, to in zip(zip(mine, theirs, strict=False), places, strict=False):
        for fleet in pair:
            await walk.also("gm", "gm amend move", fleet=fleet.id, to=to, reason="A rift")


async def drafted(walk: Walk) -> None:
    """The turn is resolved, looked at and published."""
    await walk.also("gm", "gm advance")
    await walk.do("gm", "Resolve turn")
    await walk.also("gm", "gm review", "humans-report.md")
    await walk.do("gm", "Publish")
    await walk.table.settle()


def numbers(panel: SeenMessage, word: str) -> list[str]:
    """The questions that have such a button."""
    return [button.label.split()[-1] for button in panel.buttons if re.fullmatch(rf"{word} Q\d+", button.label)]


async def questions(walk: Walk) -> None:
    """Accepted, changed, narrated, settled and answered; by the book, and all at once."""
    panel = await walk.use("gm", "/gm questions", "The rules suggest")
    met = numbers(panel, "Accept")
    await walk.press("gm", "Accept", on=panel, button=f"Accept {met[0]}")
    await walk.press("gm", "Change", on=panel, button=f"Change {met[1]}")
    await walk.fill("gm", **{"Your ruling": "They trade songs."})
    await walk.press("gm", "Narrate", on=panel, button=f"Narrate {met[2]}")
    await walk.fill("gm", **{"Your words": "Lights in the dark."})
    asked = [str(choice.value) for choice in await walk.suggested("gm", "gm settle", "question", "May we")]
    await walk.use("gm", "/gm settle", "seen by Human Union", question=asked[0], answer="Yes.", tell="humans")
    await walk.also("gm", "gm settle", "seen by everybody", question=asked[1], answer="Yes.", tell="all")
    await walk.also("gm", "gm settle", "Nobody was notified", question=asked[2], answer="Yes.", tell="nobody")
    await walk.use("ada", "/orders ask", text="May we paint it?")
    await walk.do("ada", GIVE_BUTTON)
    await walk.also("gm", "gm questions")
    await walk.press("gm", "Answer", button=f"Answer {asked[3]}")
    await walk.fill("gm", **{"Your ruling": "No."})
    await walk.use("gm", "/gm questions settled:True", "Yes.")
    panel = await walk.also("gm", "gm questions")
    await walk.press("gm", "What am I asked?", on=panel)
    await walk.use("gm", "/decree book", kind="stress", on=False)
    await walk.also("gm", "decree book", kind="stress", on=True)
    panel = await walk.also("gm", "gm questions")
    await walk.press("gm", "Accept all ...", on=panel, button="Accept all")
    await spying(walk)
    await meeting(walk, "1010")
    await drafted(walk)
    await walk.use("gm", "/decree accept", kind="encounter")
    await judging(walk)
    await walk.use("gm", "/gm amend remove", ships="dominators/WA01", reason="Lost at 0505")
    await walk.also("ada", "battle new", scenario="duel")


async def fighting(walk: Walk) -> None:
    """A month that waits: commanders, time, a battle narrated and set right, one by the engine, and the month goes on."""
    with battles_every_month():
        await walk.also("gm", "gm advance")
        await walk.do("gm", "Resolve turn", "waits for them")
        await walk.table.settle()
        panel = await walk.use("gm", "/gm battle", "commanded by")
        await walk.press("gm", "Battles", on=walk.message("gm", "Battles", place=walk.table.room("gm")))
        await walk.press("gm", "Who commands", on=panel)
        await walk.fill("gm", "Uncle Bob", humans="Uncle Bob")
        await walk.press("gm", "More time")
        await walk.fill("gm", "Its time is set", Hours="48")
        await walk.press("gm", "Narrate")
        lines = walk.block("destroyed:")
        await walk.fill("gm", **{"What became of the units": lines, "Who holds the place": "humans"})
        battles = [str(choice.value) for choice in await walk.suggested("gm", "gm battle", "battle")]
        shown = await walk.also("gm", "gm battle", "damaged", battle=battles[-1])
        await walk.press("gm", "As a file", on=shown)
        await walk.press("gm", "Set an error right", on=shown)
        right = {"What became of the units": "survived: all", "Who holds the place": "humans"}
        await walk.fill("gm", **right, **{"Why it is set right": "A slip"})
        panel = await walk.also("gm", "gm battle", battle=battles[0])
        await walk.press("gm", "By numbers", "The result is final")
        await walk.press("gm", "By the engine", "The result is final", on=panel)
        await walk.do("gm", "Yes, settle it", "has gone on")
        await walk.also("gm", "gm publish")
        await walk.table.settle()


async def seats(walk: Walk) -> None:
    """Held open, played for, given away; two game masters."""
    await walk.use("gm", "/gm seat hold", "is open", side="dominators")
    await walk.use("gm", "/gm seat order", "Order given", side="dominators", line='ask "Where are we?"')
    await walk.use("gm", "/gm seat ready", "ready", side="dominators")
    await walk.use("gm", "/gm seat bot_player", "led by the bot", side="dominators", character="explorer")
    await walk.table.tick()
    await walk.use("gm", "/gm seat plan", "The bot player of", side="dominators")
    await walk.use("gm", "/campaign bot_player", "The bot player of", side="dominators")
    await walk.also("gm", "gm seat replace", side="dominators", member=walk.table.dom.id)
    await walk.table.settle()
    assert "turn" in walk.table.last_in_room("dom").text()
    await walk.use("gm", "/gm seat add_gm", "is game master", member=walk.table.visitor.id)
    await walk.use("gm", "/gm seat remove_gm", "no longer", member=walk.table.visitor.id)


async def absences(walk: Walk) -> None:
    """The calendar, the bank, the ladder; a seat offered."""
    await walk.use("ada", "/away plan", "You are away", until="3 days")
    await walk.use("ada", "/away deputy", "The bot", bot="own")
    await walk.also("ada", "away deputy", "Nobody", bot="nobody")
    await walk.use("ada", "/away more", "hours left")
    await walk.use("gm", "/away rules", "Absences in this campaign")
    await walk.use("gm", "/away rules calendar:gm", "game master alone")
    await walk.use("gm", "/away rules bank:60h in_a_turn:24h", "60 hours")
    await walk.use("gm", "/away rules asks:True", "by itself")
    await walk.use("gm", "/away grant side:humans hours:12", "72 hours")
    await walk.use("gm", "/away rules deputies:players", "from among the players")
    await walk.use("gm", "/away rules remind:1 deputy:2 open:4", "after 4 missed turns the seat is open")
    await walk.use("ada", "/away back", "Welcome back")
    await walk.also("gm", "gm seat hold", "is open", side="dominators")
    await walk.use("gm", "/away offer side:dominators", "is offered")
    await walk.also("gm", "gm seat replace", side="dominators", member=walk.table.dom.id)


async def copies(walk: Walk) -> None:
    """Something broke; the end."""
    await walk.use("gm", "/gm problems", "Everything has arrived")
    await walk.use("gm", "/campaign repair", "in order")
    await walk.also("gm", "campaign finish", place=PRACTICE)
    await walk.do("gm", "Yes, end it", "is finished")
    here = walk.table.game_id
    await walk.use("gm", "/campaign repair campaign:g7k2 move_here:true", "in order", place=PRACTICE, campaign=here)
    walk.here = PRACTICE
    await walk.use("gm", "/campaign handover", "sees everything", member=walk.table.visitor.id)
    await walk.do("gm", "Yes, hand it over", "is the game master now")
    await walk.also("visitor", "campaign handover", "sees everything", member=walk.table.gm.id)
    await walk.do("visitor", "Yes, hand it over", "is the game master now")
    await walk.use("gm", "/campaign finish", "cannot be taken up again")
    await walk.do("gm", "Yes, end it", "is finished")
    await walk.use("gm", "/campaign export")
