"""Reports as players get them: news first in a panel with picture and buttons, and what each button gives."""

import re

from storage import turns
from tests.e2e.kit import CHANNEL, Table


async def resolved(table: Table) -> None:
    """A turn in which the Humans looked for something and asked for something."""
    await table.start(review=False)
    home = next(iter((await table.view("humans")).colonies.values()))
    await table.order("ada", f'research "Beams" at "{home.name}" steps 9 with 120')
    await table.order("ada", 'ask "May we hail the derelict?"')
    await table.advance()


async def test_the_report_is_a_panel_with_news_first_one_picture_and_its_files(table: Table) -> None:
    await resolved(table)
    packet = table.last_in_room("ada")
    [panel] = [part for part in packet.components if part["type"] == 17]
    kinds = [part["type"] for part in panel["components"]]
    assert kinds[-2:] == [12, 1], "a picture, then the buttons"
    assert set(kinds[:-2]) == {10}
    [picture] = panel["components"][-2]["items"]
    assert "star map" in picture["description"]
    assert [part["type"] for part in packet.components[1:]] == [13, 13, 10]
    assert [file.filename for file in packet.attachments] == ["report.md", "map.png", "map.txt"]
    assert [each.label for each in packet.buttons] == ["Everything that happened", "Why?", "My orders", "Map", "Atlas"]
    [told] = [part["content"] for part in panel["components"] if part["type"] == 10 and "###" in part["content"]]
    page = told.split("\n")
    assert sum(line.startswith("### ") for line in page) == 1, "the headline"
    assert any(line.startswith("**Waits for you**: 1 question without an answer yet") for line in page)
    assert "CPs** to spend" in told
    assert len([line for line in page if line]) < 10, "with the reference below it ten lines"
    assert len(told) < 900


async def test_everything_that_happened_is_behind_a_button_news_first_and_whole(table: Table) -> None:
    await resolved(table)
    packet = table.last_in_room("ada")
    shown = await table.ada.click(packet, "Everything that happened")
    assert shown.ephemeral
    headings = re.findall(r"^## (.*)$", shown.text(), re.MULTILINE)
    assert headings[-2:] == ["Waiting for an answer", "Money"]
    assert headings.index("Research") < headings.index("Money")
    assert not re.search(r"^## .*\n+## ", shown.text(), re.MULTILINE), "no heading alone"
    report = packet.attachments[0].read().decode()
    for line in re.findall(r"^- \[.*$", report, re.MULTILINE):
        assert line in shown.text(), "nothing of it is left out"
    [money] = re.findall(r"^- \[\d+\] .*CPs to spend.*$", shown.text(), re.MULTILINE)
    assert "120 research" in money
    assert not re.search(r"\b0 (CPs|production|trade|research)", money)
    assert shown.text().count("CPs spent") == 1


async def test_why_lists_the_lines_and_tells_the_chosen_one_as_one_would(table: Table) -> None:
    await resolved(table)
    packet = table.last_in_room("ada")
    shown = await table.ada.click(packet, "Why?")
    assert shown.ephemeral
    [chooser] = shown.selects
    number = next(value for label, value in chooser.options if "Beams" in label)
    told = (await table.ada.select(shown, chooser.custom_id or "", number)).text()
    assert (
        re.search(r"needed \d+ or less to succeed, rolled \d+: (success|no success yet)\.", told)
        or "catastrophe" in told
    )
    assert re.search(r"-# Keys of the dice, .*\|\|research/humans-P1/\w+\|\|", told)
    assert "none led to this" not in told
    assert "No modifiers" not in told
    assert told == (await table.ask("ada", "turn why", line=int(number), turn=1)).text()
    # In the words of the report command too.
    report = (await table.ask("ada", "turn report", turn=1)).text()
    assert f"[{number}] " in report


async def test_the_other_buttons_show_ones_own_sheet_and_map_and_the_report_stays(table: Table) -> None:
    await resolved(table)
    packet = table.last_in_room("ada")
    before = packet.text()
    sheet = await table.ada.click(packet, "My orders")
    assert sheet.ephemeral
    assert "Turn 2" in sheet.text()
    drawn = await table.ada.click(packet, "Map")
    assert [file.filename for file in drawn.attachments] == ["map.png", "map.txt"]
    assert packet.text() == before
    # The buttons of an old report still serve; of a turn that was taken back they say so.
    await table.advance()
    assert "Turn 3" in (await table.ada.click(packet, "My orders")).text()
    assert (await table.ada.click(packet, "Why?")).selects
    for reason in ("once", "twice"):
        await table.gm.click(await table.gm.slash(CHANNEL, "gm undo", reason=reason), "Yes, undo")
    await table.settle()
    assert "no report of turn 1 yet" in (await table.ada.click(packet, "Why?")).text()
    await table.advance()
    assert "taken back" in (await table.ada.click(packet, "Why?")).text()


async def test_the_game_masters_report_begins_with_what_needs_an_answer(table: Table) -> None:
    await resolved(table)
    packet = table.last_in_room("gm")
    headings = re.findall(r"^### (.*)$", packet.text(), re.MULTILINE)
    assert headings[0] == "Questions for you"
    assert set(headings[1:]) <= set(table.flags.values())
    assert len(headings[1:]) == len(table.flags)
    assert packet.text().count("CPs to spend") == len(table.flags)
    assert [each.label for each in packet.buttons] == ["Why?", "Questions", "Map"]
    asked = await table.gm.click(packet, "Questions")
    assert "derelict" in asked.text()
    shown = await table.gm.click(packet, "Why?")
    assert any("derelict" in label for label, _ in shown.selects[0].options)
    assert [file.filename for file in (await table.gm.click(packet, "Map")).attachments] == ["map.png", "map.txt"]


async def test_dice_are_one_quiet_line_in_public_and_whole_where_they_are_asked_for(table: Table) -> None:
    await resolved(table)
    game = await table.game()
    posts = [seen for seen in table.visitor.messages(CHANNEL) if "dice" in seen.text()]
    assert posts
    for seen in posts:
        assert not re.search("[0-9a-f]{9}", seen.text()), "no long hash in public"
        assert len([line for line in seen.text().split("\n") if "dice" in line]) == 1
    assert f"promised: {game.commitment[:8]}… · /turn dice" in posts[-1].text()
    shown = await table.ask("visitor", "turn dice")
    assert game.commitment in shown.text()
    assert re.search(r"Turn 1: seed `[0-9a-f]{64}`, promised as `[0-9a-f]{64}`", shown.text())
    whole = shown.attachments[0].read().decode()
    assert game.commitment in whole
    assert game.commitment in table.last_in_room("ada").attachments[0].read().decode(), (
        "each player has it with the report"
    )
    await table.gm.click(await table.gm.slash(CHANNEL, "gm undo", reason="A slip"), "Yes, undo")
    await table.settle()
    after = await table.game()
    post = table.visitor.last(CHANNEL).text()
    assert [line for line in post.split("\n") if "dice" in line] == [
        f"-# dice promised: {after.commitment[:8]}… · /turn dice"
    ]
    assert after.commitment in table.last_in_room("ada").text()
    undone = (await table.ask("visitor", "turn dice")).attachments[0].read().decode()
    assert undone.count("(taken back): seed `") == 2
    assert after.commitment in undone


async def test_a_welcomes_text_map_ends_with_the_whole_promise_of_the_dice(table: Table) -> None:
    await table.start(review=False)
    (welcome,) = [seen for seen in table.ada.messages(table.room("ada")) if "Welcome to" in seen.text()]
    text = next(file.read().decode() for file in welcome.attachments if file.filename == "map.txt")
    async with table.services.storage.reading() as tx:
        promised = next(row.commitment for row in await turns.of_game(tx, table.game_id) if row.turn == 1)
    assert text.rstrip().splitlines()[-1].count(promised) == 1
    assert promised not in welcome.text()
    assert promised[:8] in welcome.text()
