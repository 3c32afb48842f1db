"""What the game master does, by commands and buttons: resolves, reviews, amends, publishes, rules, undoes."""

import asyncio
import re
from typing import Any

from demo.actor import ScriptError, full_text
from demo.cast import Cast
from demo.mistakes import refused
from demo.reading import fleets

_DUE = re.compile(r"Deadline <t:(\d+):F>")
_QUESTION = re.compile(r"`(Q\d+)`")


async def deadline(cast: Cast) -> int:
    """The open turn's deadline in UTC seconds, as everybody can read it."""
    text = (await cast.gm.use("turn status")).text()
    found = _DUE.search(text)
    if found is None:
        raise ScriptError(f"no deadline is shown: {text[:200]}")
    return int(found[1])


async def done(cast: Cast, command: str, said: str = "✔", **options: Any) -> str:
    """A game master's command that must work; its answer."""
    reply = await cast.gm.use(command, **options)
    text = full_text(reply)
    cast.book.check(
        said in text and not text.startswith("⚠"), f"gm: /{command} {options} should say {said!r}: {text[:250]}"
    )
    return text


async def resolve_by_hand(cast: Cast, turn: int) -> None:
    """/gm advance and its button."""
    asked = await cast.gm.use("gm advance")
    answer = await cast.gm.press(asked, f"Resolve turn {turn}")
    cast.book.check(f"{turn}" in answer.text() and "⚠ Turn" not in answer.text(), f"turn {turn}: {answer.text()[:200]}")
    await cast.stage.settle()


async def publish(cast: Cast, turn: int) -> None:
    """The draft's button, pressed twice at once by a nervous hand: it is published once, and everything arrives."""
    review = await cast.gm.use("gm review")
    presses = (cast.gm.press(review, f"Publish turn {turn}") for _ in range(2))
    await asyncio.gather(*presses, return_exceptions=True)
    cast.published[turn] += 1
    await cast.stage.settle()
    await cast.turn_is(turn + 1, "After publishing")


async def publish_by_command(cast: Cast, turn: int) -> None:
    """/gm publish."""
    await done(cast, "gm publish", f"Turn {turn} is published")
    cast.published[turn] += 1
    await cast.stage.settle()


async def change_the_draft(cast: Cast) -> None:
    """Every kind of amendment, each read back."""
    home = {side: cast.empires[side].home for side in cast.empires}
    gm = cast.gm
    await done(cast, "gm amend treasury", side="humans", cps=300, reason="A forgotten vault is found")
    await done(cast, "gm amend income", side="dominators", cps=350, reason="Tribute from the outer clans")
    await done(cast, "gm amend income", side="oolab", cps=150, reason="A good harvest of salt")
    ripe = [str(c.value) for c in await gm.suggest("gm amend knowledge", "hex", home["oolab"][:2], side="oolab")]
    await done(
        cast,
        "gm amend knowledge",
        side="oolab",
        hex=ripe[0] if ripe else home["oolab"],
        level="surveyed",
        reason="A chart",
    )
    await done(cast, "gm amend world", hex=home["vermin"], orbit=1, max_cp=111, resources="none", reason="A dry year")
    colonies = [
        c for c in await gm.suggest("gm amend colony", "colony", "", side="vermin") if home["vermin"] not in c.name
    ]
    await done(cast, "gm amend colony", colony=str(colonies[-1].value), size=77, reason="Settlers arrive")
    await done(
        cast, "gm amend design", side="oolab", name="Bathysphere", kind="ship", hull=9, cost=30, drive="3", lrs=1
    )
    await done(cast, "gm amend trade", side="vermin", partner="The Salt League", level="limited", gross=900)
    await done(cast, "gm amend peace", one="humans", other="oolab", reason="A treaty of the table")
    await done(
        cast,
        "gm amend create",
        side="oolab",
        design="TW",
        hex=home["oolab"],
        count=2,
        fleet="Gift Wagons",
        reason="A gift",
    )
    await done(
        cast, "gm amend create", side="humans", design="DD", hex=home["humans"], fleet="Old Guard", reason="Mothballs"
    )
    derelict = await gm.suggest("gm amend remove", "fleet", "Old Guard")
    await done(cast, "gm amend remove", fleet=str(derelict[0].value), reason="Scrapped after all")
    await done(
        cast,
        "gm narrate",
        to="all",
        text="A **comet** crosses the night.\nEverybody sees it; nobody agrees.",
    )
    form = await gm.use("gm narrate", to="vermin")
    told = await gm.fill(form, text="Your nests sing. The song has a new voice in it.")
    cast.book.check("✔" in told.text(), f"a narrative by form: {told.text()[:200]}")


async def grant_a_success(cast: Cast) -> None:
    """A free success for somebody whose project is under way, the Dominators first."""
    for side in ("dominators", *cast.but("dominators")):
        found = await cast.gm.suggest("gm amend success", "project", "", side=side)
        if found:
            await done(cast, "gm amend success", side=side, project=str(found[0].value), reason="A lucky guess")
            return
    cast.book.check(False, "nobody has a project under way")


async def read_everything(cast: Cast) -> None:
    """Looks at a draft from all sides."""
    review = await cast.gm.use("gm review")
    names = {file.filename for file in review.attachments}
    cast.book.check({f"{side}-report.md" for side in cast.empires} <= names, f"the review lacks reports: {names}")
    for side in cast.empires:
        look = await cast.gm.use("gm side", side=side)
        cast.book.check(
            {"map.png", "map.txt"} <= {f.filename for f in look.attachments}, f"/gm side {side} shows no map"
        )
        sheet = await cast.gm.use("gm sheet", side=side)
        cast.book.check("receipt" in sheet.text(), f"/gm sheet {side}: {sheet.text()[:100]}")
    again = await cast.gm.press(review, "Look again")
    cast.book.check("Draft of turn" in again.text(), f"Look again: {again.text()[:100]}")
    asked = await cast.gm.press(review, "Questions")
    cast.book.check("⚠" not in asked.text(), f"Questions: {asked.text()[:100]}")
    log = await cast.gm.use("gm audit")
    if any(button.label == "Older" for button in log.buttons):
        await cast.gm.press(log, "Older")
    await done(cast, "gm problems", "no problem is known")


async def answer_questions(cast: Cast, *, most: int, tell: str = "all") -> int:
    """Settles open questions, page after page, but no more than `most`; how many."""
    settled: set[str] = set()
    while True:
        text = full_text(await cast.gm.use("gm questions"))
        numbers = [number for number in dict.fromkeys(_QUESTION.findall(text)) if number not in settled]
        numbers = numbers[: most - len(settled)]
        for number in numbers:
            await done(cast, "gm settle", question=number, answer="The table has heard you; let it be so.", tell=tell)
        settled.update(numbers)
        if not numbers:
            break
    if settled:
        await done(cast, "gm questions", "Answered", settled=True)
    return len(settled)


async def stage_a_meeting(cast: Cast) -> None:
    """Puts a raider beside a patrol, so that the turn brings an encounter to settle."""
    human = cast.actor("humans")
    patrol = (await fleets(human)).get("Rim Patrol")
    if patrol is None or not patrol.at:
        raise ScriptError("the Rim Patrol should lie still for the meeting")
    raiders = await cast.gm.suggest("gm amend move", "fleet", "Lesser Swarm")
    text = await done(cast, "gm amend move", fleet=str(raiders[0].value), to=patrol.at, reason="A jump that went wrong")
    cast.book.check(patrol.at in text, f"the raiders should be at {patrol.at}: {text[:200]}")


async def undo_last(cast: Cast, turn: int) -> None:
    """Takes back the published turn before `turn`; all orders stand again."""
    asked = await cast.gm.use("gm undo", reason="The game master read the wrong page")
    answer = await cast.gm.press(asked, "Yes, undo")
    cast.book.check(f"turn {turn - 1} " in answer.text() and "✔" in answer.text(), f"undo: {answer.text()[:200]}")
    await cast.stage.settle()
    await cast.turn_is(turn - 1, "After the undo")


async def wrong_hands(cast: Cast, turn: int) -> None:
    """While a draft waits, players' orders are closed, and its buttons are the game master's."""
    ada = cast.actor("humans")
    await refused(cast, ada, "closed", "fleet move", fleet="Home Fleet", to="0101")
    await refused(cast, ada, "", "orders ready")
    await refused(cast, ada, "game master", "gm publish")
    await refused(cast, ada, "", "turn report", turn=turn)


async def second_master(cast: Cast) -> None:
    """A helper for an evening; the last game master stays."""
    visitor = cast.visitor.human.mention
    await done(cast, "gm add_gm", member=visitor)
    sheet = await cast.visitor.use("gm sheet", side="humans", where="campaign")
    cast.book.check("receipt" in sheet.text(), f"a second game master reads a sheet: {sheet.text()[:100]}")
    await done(cast, "gm remove_gm", member=visitor)
    await refused(cast, cast.visitor, "game master", "gm sheet", side="humans")
    await refused(cast, cast.gm, "", "gm remove_gm", member=cast.gm.human.mention)
