"""What the game master does, by commands and buttons: resolves, reviews, amends, publishes, rules, undoes."""

import asyncio
import re

from demo.answer_reader import fleets
from demo.cast import Cast
from demo.mistakes import expect_refusal
from playtest.player import ScriptError, full_text

_DUE = re.compile(r"Deadline <t:(\d+):F>")
_QUESTION = re.compile(r"`(Q\d+)`")


async def deadline(cast: Cast) -> int:
    """The open turn's deadline in UTC seconds, as everybody can read it."""
    text = (await cast.gm.use("turn status")).text()
    found = _DUE.search(text)
    if found is None:
        raise ScriptError(f"no deadline is shown: {text[:200]}")
    return int(found[1])


async def resolve_by_hand(cast: Cast, turn: int) -> None:
    """/gm advance and its button."""
    asked = await cast.gm.use("gm advance")
    answer = await cast.gm.press(asked, f"Resolve turn {turn}")
    cast.findings.check(
        f"{turn}" in answer.text() and "⚠ Turn" not in answer.text(), f"turn {turn}: {answer.text()[:200]}"
    )
    await cast.stage.settle()


async def publish(cast: Cast, turn: int) -> None:
    """The draft's button, pressed twice at once by a nervous hand: it is published once, and everything arrives."""
    review = await cast.gm.use("gm review")
    presses = (cast.gm.press(review, f"Publish turn {turn}") for _ in range(2))
    await asyncio.gather(*presses, return_exceptions=True)
    cast.published[turn] += 1
    await cast.stage.settle()
    await cast.turn_is(turn + 1)


async def publish_by_command(cast: Cast, turn: int) -> None:
    """/gm publish."""
    await cast.gm.does("gm publish", f"Turn {turn} is published")
    cast.published[turn] += 1
    await cast.stage.settle()


async def change_the_draft(cast: Cast) -> None:
    """Every kind of amendment, each read back."""
    home = {side: cast.empires[side].home for side in cast.empires}
    gm = cast.gm
    await gm.does("gm amend treasury", side="humans", cps=300, reason="A forgotten vault is found")
    await gm.does("gm amend income", side="dominators", cps=350, reason="Tribute from the outer clans")
    await gm.does("gm amend income", side="oolab", cps=150, reason="A good harvest of salt")
    ripe = [str(c.value) for c in await gm.suggest("gm amend knowledge", "hex", home["oolab"][:2], side="oolab")]
    star = ripe[0] if ripe else home["oolab"]
    await gm.does("gm amend knowledge", side="oolab", hex=star, level="surveyed", reason="A chart")
    await gm.does("gm amend world", hex=home["vermin"], orbit=1, max_cp=111, resources="none", reason="A dry year")
    colonies = [world for world in await cast.colonies("vermin") if not world.startswith(home["vermin"])]
    await gm.does("gm amend colony", colony=colonies[-1], size=77, reason="Settlers arrive")
    await gm.does("gm amend design", side="oolab", name="Bathysphere", kind="ship", hull=9, cost=30, drive="3", lrs=1)
    await gm.does("gm amend trade", side="vermin", partner="The Salt League", level="limited", gross=900)
    await gm.does("gm amend peace", one="humans", other="oolab", reason="A treaty of the table")
    await gm.does(
        "gm amend create", side="oolab", design="TW", hex=home["oolab"], count=2, fleet="Gift Wagons", reason="A gift"
    )
    await gm.does(
        "gm amend create", side="humans", design="DD", hex=home["humans"], fleet="Old Guard", reason="Mothballs"
    )
    derelict = await gm.first("gm amend remove", "fleet", "Old Guard")
    await gm.does("gm amend remove", fleet=derelict, reason="Scrapped after all")
    await gm.does("gm narrate", to="all", text="A **comet** crosses the night.\nEverybody sees it; nobody agrees.")
    form = await gm.use("gm narrate", to="vermin")
    cast.findings.expect(
        await gm.fill(form, text="Your nests sing. The song has a new voice in it."), "✔", "a narrative by form"
    )


async def grant_a_success(cast: Cast) -> None:
    """A free success for somebody whose project is under way, the Dominators first."""
    for side in ("dominators", *cast.but("dominators")):
        found = await cast.gm.suggest("gm amend success", "project", "", side=side)
        if found:
            await cast.gm.does("gm amend success", side=side, project=str(found[0].value), reason="A lucky guess")
            return
    cast.findings.check(False, "nobody has a project under way")


async def read_everything(cast: Cast) -> None:
    """Looks at a draft from all sides."""
    gm = cast.gm
    review = await gm.use("gm review")
    names = {file.filename for file in review.attachments}
    cast.findings.check(
        {f"{side}-report.md" for side in cast.bill.sides} <= names, f"the review lacks reports: {names}"
    )
    for side in cast.empires:
        look = await gm.use("gm side", side=side)
        cast.findings.check(
            {"map.png", "map.txt"} <= {f.filename for f in look.attachments}, f"/gm side {side} shows no map"
        )
        await gm.does("gm sheet", "receipt", side=side)
    cast.findings.expect(await gm.press(review, "Look again"), "Draft of turn", "Look again")
    asked = await gm.press(review, "Questions")
    cast.findings.check("⚠" not in asked.text(), f"Questions: {asked.text()[:100]}")
    book = await gm.does("gm workbook", "keep it to yourself")
    cast.findings.check([f.filename.rpartition(".")[2] for f in book.attachments] == ["xlsx"], "/gm workbook is a file")
    log = await gm.use("gm audit")
    if any(button.label == "Older" for button in log.buttons):
        await gm.press(log, "Older")
    await gm.does("gm problems", "no problem is known")


async def answer_questions(cast: Cast, *, most: int, tell: str = "all") -> int:
    """Settles open questions, page after page, but no more than `most`; how many."""
    gm = cast.gm
    settled: set[str] = set()
    while True:
        text = full_text(await gm.use("gm questions"))
        numbers = [number for number in dict.fromkeys(_QUESTION.findall(text)) if number not in settled]
        numbers = numbers[: most - len(settled)]
        for number in numbers:
            await gm.does("gm settle", question=number, answer="The table has heard you; let it be so.", tell=tell)
        settled.update(numbers)
        if not numbers:
            break
    if settled:
        await gm.does("gm questions", "Answered", settled=True)
    return len(settled)


async def stage_a_meeting(cast: Cast) -> None:
    """Puts a raider beside a patrol, so that the turn brings an encounter to settle."""
    patrol = (await fleets(cast.actor("humans"))).get("Rim Patrol")
    if patrol is None or not patrol.at:
        raise ScriptError("the Rim Patrol should lie still for the meeting")
    raiders = await cast.gm.suggest("gm amend move", "fleet", "Lesser Swarm")
    await cast.gm.does(
        "gm amend move", patrol.at, fleet=str(raiders[0].value), to=patrol.at, reason="A jump that went wrong"
    )


async def undo_last(cast: Cast, turn: int) -> None:
    """Takes back the published turn before `turn`; all orders stand again."""
    shown = await cast.gm.use("turn undo", reason="The same, where everybody finds it; on second thoughts, no")
    await cast.gm.press(shown, "Cancel")
    asked = await cast.gm.use("gm undo", reason="The game master read the wrong page")
    answer = await cast.gm.press(asked, "Yes, undo")
    cast.findings.check(f"turn {turn - 1} " in answer.text() and "✔" in answer.text(), f"undo: {answer.text()[:200]}")
    await cast.stage.settle()
    await cast.turn_is(turn - 1)


async def wrong_hands(cast: Cast, turn: int) -> None:
    """While a draft waits, players' orders are closed, and its buttons are the game master's."""
    ada = cast.actor("humans")
    await expect_refusal(cast, ada, "closed", "fleet move", fleet="Home Fleet", to="0101")
    await expect_refusal(cast, ada, "", "orders ready")
    await expect_refusal(cast, ada, "game master", "gm publish")
    await expect_refusal(cast, ada, "", "turn report", turn=turn)


async def second_master(cast: Cast) -> None:
    """A helper for an evening; the last game master stays."""
    visitor = cast.visitor.human.mention
    await cast.gm.does("gm seat add_gm", member=visitor)
    await cast.visitor.does("gm sheet", "receipt", side="humans", where="campaign")
    await cast.gm.does("gm seat remove_gm", member=visitor)
    await expect_refusal(cast, cast.visitor, "game master", "gm sheet", side="humans")
    await expect_refusal(cast, cast.gm, "", "gm seat remove_gm", member=cast.gm.human.mention)
