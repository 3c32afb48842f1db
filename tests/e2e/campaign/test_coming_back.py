"""Coming back to a campaign: what happened since one last looked, the story of some turns, and the film."""

import asyncio
import io
import re

from PIL import Image
from sqlalchemy import delete

from cogs.common.interactions import _being_told as being_told
from render.canvas.animation import MOST_BYTES
from sandbox.reply import Reply
from storage import notifications, schema
from tests.e2e.ears import stand_still
from tests.e2e.kit import CHANNEL, Table
from tests.patience import WAIT_SECONDS

SINCE = "**Since you last looked**"


def news_above(reply: Reply) -> str:
    """What stands above an answer of what happened since its reader last looked; "" where nothing does."""
    assert reply.ephemeral
    head = reply.text().partition("\n\n")[0]
    return head if head.startswith(SINCE) else ""


async def away(table: Table) -> None:
    """Two turns pass: the report of the last one stands in everybody's thread, that of the other above it."""
    for _ in range(2):
        await table.advance()


async def test_whoever_reads_each_report_in_their_thread_is_not_told_it_again(table: Table) -> None:
    await table.start(review=False)
    for _ in range(3):
        shown = [await table.ask("ada", command) for command in ("turn status", "fleet list", "orders show")]
        assert not any(map(news_above, shown))
        await table.advance()
    gm = await table.ask("gm", "turn status")
    assert not news_above(gm), "who looks for the first time is told nothing"


async def test_whoever_opens_a_report_after_two_turns_is_told_once_in_three_lines_at_most(table: Table) -> None:
    await table.start(review=False)
    first = await table.ask("ada", "turn status")
    await away(table)
    _, course, *waits = news_above(await table.ask("ada", "fleet list")).split("\n")
    assert len(waits) <= 1
    link = re.search(r"\[turn 1\]\(https://discord.com/channels/\d+/(\d+)/(\d+)\)", course)
    assert link is not None
    assert int(link[1]) == table.room("ada").id
    report = next(each for each in table.ada.messages(table.room("ada")) if each.id == int(link[2]))
    assert "**Turn 1** of **The Long Night**: your report and map" in report.text()
    assert "Turn 3 is the present one" in course
    assert waits == ["**Waits for you**: you have ordered nothing yet for turn 3"]
    again = [await table.ask("ada", command) for command in ("turn report", "map mine", "orders show")]
    assert not any(map(news_above, (first, *again)))


async def test_buttons_of_report_and_desk_tell_it_too_and_each_person_has_their_own_mark(table: Table) -> None:
    await table.start(review=False)
    for who in ("ada", "dom"):
        await table.ask(who, "turn status")
    await away(table)
    packet = table.last_in_room("dom")
    pressed = await table.dom.click(packet, "My orders")
    assert pressed.text().startswith(SINCE)
    assert news_above(await table.ask("ada", "map mine"))
    assert not (await table.dom.click(packet, "My orders")).text().startswith(SINCE)


async def test_of_two_reports_opened_at_once_one_tells_it(table: Table) -> None:
    await table.start(review=False)
    await table.ask("ada", "turn status")
    await away(table)
    both = await asyncio.gather(*(table.ask("ada", command) for command in ("turn status", "orders show")))
    assert sum(bool(news_above(each)) for each in both) == 1


async def test_what_one_answer_tells_is_not_told_by_the_next_though_it_is_not_yet_kept(table: Table) -> None:
    await table.start(review=False)
    await table.ask("ada", "turn status")
    await away(table)
    async with table.services.storage.transaction():  # nothing can be kept meanwhile
        assert news_above(await table.ask("ada", "turn status"))
        again = await table.ask("ada", "orders show")
        assert SINCE not in again.text()
        assert again.kind == "message", "there is nothing to tell, so nothing takes a moment"


async def test_suggestions_and_orders_move_no_mark(table: Table) -> None:
    await table.start(review=False)
    await table.ask("ada", "turn status")
    await away(table)
    await table.ada.autocomplete("campaign", "fleet move", "fleet")
    await table.ask("ada", "turn dice")
    assert news_above(await table.ask("ada", "empire show"))


async def test_a_recap_tells_the_last_turns_in_words_and_as_a_film(table: Table) -> None:
    await table.start(review=False)
    early = await table.ask("ada", "turn recap")
    assert "is in its first turn" in early.text()
    for _ in range(2):
        await table.advance()
    recap = await table.ask("ada", "turn recap", turns=2)
    assert recap.ephemeral
    assert recap.text().startswith("## The Long Night: ")
    assert "turns 1 to 2" in recap.text()
    assert "**Since then**: colonies" in recap.text()
    (film,) = recap.attachments
    data = film.read()
    assert film.filename == "campaign.gif"
    assert len(data) < MOST_BYTES
    assert Image.open(io.BytesIO(data)).n_frames == 3  # type: ignore[attr-defined] # a GIF has frames


async def test_the_film_is_a_sides_own_until_the_campaign_is_over_and_everybodys_then(table: Table) -> None:
    await table.start(review=False)
    await table.advance()
    own = await table.ask("ada", "map film")
    assert f"as {table.flags['ada']} saw it" in str(own.attachments[0].description)
    whole = await table.ask("gm", "map film", truth=True)
    assert "the whole truth" in str(whole.attachments[0].description)
    assert "Only the game master can do that" in (await table.ask("ada", "map film", truth=True)).text()
    assert "You hold no seat here" in (await table.ask("visitor", "map film")).text()
    asked = await table.ask("gm", "campaign finish", reason="A good end.")
    await table.gm.click(asked, "Yes, end it")
    for who in ("ada", "visitor"):
        shown = await table.ask(who, "map film", truth=True)
        assert shown.attachments[0].read() == whole.attachments[0].read()


async def test_the_chronicle_is_a_sides_own_before_the_end_and_posts_itself_once_at_the_end(table: Table) -> None:
    await stand_still(table)  # seats are taken in the very second in which the turn opens
    await table.start(review=False)
    early = await table.ask("ada", "campaign chronicle")
    assert "has no turn behind it" in early.text()
    await table.advance()
    own = await table.ask("ada", "campaign chronicle")
    page, text = (file.read().decode() for file in own.attachments)
    assert [file.filename for file in own.attachments] == ["chronicle.html", "chronicle.md"]
    assert "as known to" in text
    assert "## Awards" not in text
    assert "https://" not in page
    assert "http://" not in page
    assert "You hold no seat here" in (await table.ask("visitor", "campaign chronicle")).text()
    preview = (await table.ask("gm", "campaign chronicle")).attachments[1].read().decode()
    assert "still under way; the whole truth" in preview
    asked = await table.ask("gm", "campaign finish", reason="A good end.")
    await table.gm.click(asked, "Yes, end it")
    for _ in range(2):
        await table.tick()
    posts = [each for each in table.visitor.messages(CHANNEL) if "The chronicle of" in each.text()]
    (post,) = posts
    assert [file.filename for file in post.attachments] == ["chronicle.html", "chronicle.md", "campaign.gif"]
    assert f"<@{table.ada.id}>, turn 1\n" in post.text()
    whole = post.attachments[1].read().decode()
    assert "over; the whole truth" in whole
    assert "## Awards" in whole
    assert "## Who led whom" in whole
    assert str(table.ada.id) not in whole, "names, no numbers"
    again = await table.ask("visitor", "campaign chronicle")
    assert "## Awards" in again.attachments[1].read().decode()


OPENING = (
    "turn status", "turn report", "turn recap", "orders show", "orders standing", "orders forecast", "map mine", "map whole",
    "map show around:0936", "map text", "map film", "map atlas", "empire show", "empire designs", "empire known",
    "empire sheet", "empire history", "empire workbook", "fleet list", "fleet show fleet:Lantern One", "colony list",
    "colony show colony:Terra", "build queue", "build roster", "base list", "treaty list", "research list", "spy list",
    "officer list", "psi list", "encounter list", "invade fronts", "design list", "campaign chronicle",
)  # fmt: skip
"""The commands that show how a side stands, what befell it, or where its things are."""


async def test_every_command_that_opens_a_report_list_or_map_tells_it(table: Table) -> None:
    await table.start(review=False)
    await table.ask("ada", "turn status")
    await away(table)
    async with table.services.storage.reading() as tx:
        before = await notifications.find_read_mark(tx, table.game_id, "humans", table.ada.id)
    assert before is not None
    silent = []
    for line in OPENING:
        async with table.services.storage.transaction() as tx:
            await tx.execute(delete(schema.read_marks))
            await notifications.put_read_mark(tx, before)
        command, _, rest = line.partition(":")
        command, option = command.rsplit(" ", 1) if rest else (command, "")
        options = {option: rest} if rest else {"sheet": "fleets"} if command == "empire sheet" else {}
        answer = await table.ask("ada", command, **options)
        silent += [] if news_above(answer) else [(command, answer.text()[:90])]
        async with asyncio.timeout(WAIT_SECONDS):
            while being_told:  # noqa: ASYNC110 # that it was told is noted when the answer has arrived
                await asyncio.sleep(0.01)
    assert not silent
