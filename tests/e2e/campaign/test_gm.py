"""The game master's turn through the real client and the sandbox: resolve, review, publish, undo, rule, look."""

import pytest

from playtest.player import GIVE_BUTTON
from rules.cluster_war.model.state.game import Question
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.gm import rulings


async def drafted(table: Table) -> None:
    """A campaign whose first turn is resolved and waits for review."""
    await table.start()
    asked = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(asked, "Resolve turn 1")
    assert (await table.game()).turn_state == "draft"


async def questions(table: Table) -> tuple[Question, ...]:
    """What waits for an answer."""
    return await rulings.questions(table.services, table.gm_seat())


async def test_a_campaign_is_begun_and_everybody_gets_his_map(table: Table) -> None:
    game = await table.start()
    assert (game.status, game.turn, game.turn_state) == ("running", 1, "open")
    assert [a.filename for a in table.last_in_room("ada").attachments] == ["map.png", "map.txt"]


async def test_a_turn_is_resolved_reviewed_and_published_by_buttons(table: Table) -> None:
    await table.start()
    asked = await table.gm.slash(CHANNEL, "gm advance")
    assert "**Human Union** and **The Dominion** are not ready" in asked.text()
    review = await table.gm.click(asked, "Resolve turn 1")
    assert {a.filename for a in review.attachments} == {"humans-report.md", "dominators-report.md"}, review
    assert (await table.game()).turn_state == "draft"
    done = await table.gm.click(review, "Publish")
    await table.settle()
    assert "Turn 2 is open" in done.text()
    assert "report.md" in [a.filename for a in table.last_in_room("ada").attachments]
    again = await table.gm.click(review, "Publish")
    assert "turn that is over" in again.text()
    assert (await table.game()).turn == 2


async def test_an_old_drafts_button_publishes_nothing_and_shows_the_draft_as_it_is(table: Table) -> None:
    await drafted(table)
    old = await table.gm.slash(CHANNEL, "gm review")
    await table.gm.slash(CHANNEL, "gm amend treasury", side="humans", cps=77, reason="A gift")
    new = await table.gm.click(old, "Publish")
    assert "has changed since that button was made, so nothing was published" in new.text()
    game = await table.game()
    assert (game.turn, game.turn_state) == (1, "draft")
    report = next(a for a in new.attachments if a.filename == "humans-report.md").read().decode()
    assert "77 CPs" in report
    assert "77 CPs" not in next(a for a in old.attachments if a.filename == "humans-report.md").read().decode()
    assert "has changed" in (await table.gm.click(old, "Publish")).text()  # the old button stays shut
    assert "Turn 2 is open" in (await table.gm.click(new, "Publish")).text()
    assert (await table.game()).turn == 2


async def test_who_is_ready_is_not_waited_for(table: Table) -> None:
    await table.start()
    await table.ada.slash(CHANNEL, "orders ready")
    assert "**The Dominion** is not ready" in (await table.gm.slash(CHANNEL, "gm advance")).text()
    await table.dom.slash(CHANNEL, "orders ready")
    asked = await table.gm.slash(CHANNEL, "gm advance")
    assert "Everybody is ready" in asked.text()
    dropped = await table.gm.click(asked, "Cancel")
    assert "Nothing was changed" in dropped.text()
    assert (await table.game()).turn_state == "open"


async def test_pressed_twice_a_turn_is_resolved_once(table: Table) -> None:
    await table.start(review=False)
    asked = await table.gm.slash(CHANNEL, "gm advance")
    first = await table.gm.click(asked, "Resolve turn 1")
    assert "turn 2 is open" in first.text()
    second = await table.gm.click(asked, "Resolve turn 1")
    assert "turn that is over" in second.text()
    assert (await table.game()).turn == 2


async def test_a_draft_is_undone_with_orders_kept_and_the_reason_told_to_all(table: Table) -> None:
    await table.start()
    line = 'ask "May we hail the derelict?"'
    preview = await table.ada.slash(CHANNEL, "orders write", line=line)
    await table.ada.click(preview, GIVE_BUTTON)
    review = await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn 1")
    assert "1 question without an answer" in review.text()
    assert "hail the derelict" in review.text()
    form, other = await table.gm.click(review, "Undo"), await table.gm.click(review, "Undo")
    done = await table.gm.submit(form, {"Why": "A wrong table"})
    assert "turn 1 of The Long Night is open again" in done.text()
    await table.settle()
    assert "A wrong table" in table.visitor.last(CHANNEL).text()
    assert "hail the derelict" in (await table.ada.slash(CHANNEL, "orders show")).text()
    late = await table.gm.submit(other, {"Why": "Again"})
    assert "moved on" in late.text()
    assert (await table.game()).turn_state == "open"


async def test_a_published_turn_is_undone_after_a_yes(table: Table) -> None:
    await table.start()
    await table.advance()
    asked = await table.gm.slash(CHANNEL, "gm undo", reason="We forgot `Ada`'s fleet")
    assert "Turn 1 is taken back" in asked.text()
    assert (await table.game()).turn == 2
    done = await table.gm.click(asked, "Yes, undo")
    assert "turn 1 of The Long Night is open again" in done.text()
    assert (await table.game()).turn == 1
    await table.settle()
    assert "We forgot 'Ada''s fleet" in table.visitor.last(CHANNEL).text()
    nothing = await table.gm.slash(CHANNEL, "gm undo", reason="More")
    assert nothing.controls == []
    assert "nothing to undo" in nothing.text()


async def test_the_game_master_sees_exactly_what_a_side_sees(table: Table) -> None:
    await drafted(table)
    seen = await table.gm.slash(CHANNEL, "gm side", side="humans")
    assert [a.filename for a in seen.attachments] == ["report.md", "map.png", "map.txt"]
    words = seen.attachments[2].read().decode()
    view = await table.view("humans")
    assert view.me is not None
    assert view.me.home in words
    theirs = (await table.view("dominators")).me
    assert theirs is not None
    assert "Mother Mire" not in words
    await table.gm.slash(CHANNEL, "gm publish")
    await table.settle()
    packet = table.last_in_room("ada")
    report = next(a for a in packet.attachments if a.filename == "report.md")
    sent = report.read().decode()
    assert sent.startswith(seen.attachments[0].read().decode().rstrip())
    more = sent.removeprefix(seen.attachments[0].read().decode().rstrip()).strip().split("\n")
    assert [line.split(":")[0] for line in more] == ["Dice of turn 1", "Dice of turn 2"], "and the dice in full"
    past = await table.gm.slash(CHANNEL, "gm side", side="The Dominion", turn=1)
    assert "turn 1" in past.text()
    assert "no turn 9" in (await table.gm.slash(CHANNEL, "gm side", side="humans", turn=9)).text()
    assert "no side" in (await table.gm.slash(CHANNEL, "gm side", side="martians")).text()


async def test_a_question_is_answered_and_told_to_those_who_asked(table: Table) -> None:
    await table.start()
    preview = await table.ada.slash(CHANNEL, "orders ask", text="May we hail the derelict?")
    await table.ada.click(preview, GIVE_BUTTON)
    await table.advance()
    listed = await table.gm.slash(CHANNEL, "gm questions")
    number = (await questions(table))[0].id
    assert f"`{number}`" in listed.text()
    offered = await table.gm.autocomplete(CHANNEL, "gm settle", "question", "")
    assert [choice.value for choice in offered] == [number]
    settled = await table.gm.slash(CHANNEL, "gm settle", question=number, answer="It answers in song.", tell="humans")
    assert "seen by Human Union" in settled.text()
    await table.settle()
    assert "It answers in song" in table.last_in_room("ada").text()
    assert "song" not in table.last_in_room("dom").text()
    assert await questions(table) == ()
    again = await table.gm.slash(CHANNEL, "gm settle", question=number, answer="No")
    assert "was settled" in again.text()
    assert "song" in (await table.gm.slash(CHANNEL, "gm questions", settled=True)).text()


async def test_a_question_stands_in_the_askers_report_until_it_is_answered_to_them(table: Table) -> None:
    await table.start(review=False)
    preview = await table.ada.slash(CHANNEL, "orders ask", text="May we hail the derelict?")
    await table.ada.click(preview, GIVE_BUTTON)
    await table.advance()
    await table.advance()
    for turn in (1, 2):
        told = await table.ada.slash(CHANNEL, "turn report", turn=turn)
        report = next(f.read().decode() for f in told.attachments if f.filename == "report.md")
        assert "## Waiting for an answer\n- Asked in turn 1: May we hail the derelict?" in report
    theirs = await table.dom.slash(CHANNEL, "turn report")
    assert b"derelict" not in b"".join(f.read() for f in theirs.attachments if f.filename == "report.md")
    (open_,) = await questions(table)
    settled = await table.gm.slash(CHANNEL, "gm settle", question=open_.id, answer="It answers in song.")
    assert "seen by Human Union" in settled.text()
    assert "they are notified now" in settled.text()
    await table.settle()
    assert "It answers in song." in table.last_in_room("ada").text()
    assert "song" not in table.last_in_room("dom").text()
    await table.advance()
    told = await table.ada.slash(CHANNEL, "turn report")
    report = next(f.read().decode() for f in told.attachments if f.filename == "report.md")
    assert "Waiting for an answer" not in report


async def test_an_answer_that_nobody_reads_says_so(table: Table) -> None:
    await table.start()
    preview = await table.ada.slash(CHANNEL, "orders ask", text="May we hail the derelict?")
    await table.ada.click(preview, GIVE_BUTTON)
    await table.advance()
    (open_,) = await questions(table)
    settled = await table.gm.slash(CHANNEL, "gm settle", question=open_.id, answer="No.", tell="nobody")
    assert "⚠ Nobody was notified" in settled.text()
    assert "they are notified now" not in settled.text()


async def test_publishing_tells_how_many_questions_still_wait(table: Table) -> None:
    await table.start()
    preview = await table.ada.slash(CHANNEL, "orders ask", text="May we hail the derelict?")
    await table.ada.click(preview, GIVE_BUTTON)
    await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn 1")
    published = await table.gm.slash(CHANNEL, "gm publish")
    assert published.text().endswith("Still for your answer: 1 question (/gm questions).")
    await table.gm.slash(CHANNEL, "gm settle", question=(await questions(table))[0].id, answer="You may.")
    await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), "Resolve turn 2")
    assert "for your answer" not in (await table.gm.slash(CHANNEL, "gm publish")).text()


@pytest.mark.rule("CW-18.0-23")
async def test_a_narrative_reaches_one_side_or_all(table: Table) -> None:
    await table.start()
    one = await table.gm.slash(CHANNEL, "gm narrate", to="dominators", text="A dream of @everyone drowning.")
    assert "seen by The Dominion" in one.text()
    await table.settle()
    told = table.last_in_room("dom")
    assert "A dream of" in told.text()
    assert told.payload["mention_everyone"] is False
    assert "dream" not in table.last_in_room("ada").text()
    form = await table.gm.slash(CHANNEL, "gm narrate", to="all")
    assert form.modal is not None
    long = "A comet. " * 400
    await table.gm.submit(form, {next(iter(form.modal.fields)): long})
    await table.settle()
    for name in ("ada", "dom"):
        said = [m.text() for m in table.human(name).messages(table.room(name))]
        assert sum(text.count("comet.") for text in said) == 400


async def test_nobody_else_may_do_any_of_it(table: Table) -> None:
    await table.start()
    table.open_commands()
    asked = await table.gm.slash(CHANNEL, "gm advance")
    for name in ("ada", "visitor"):
        person = table.human(name)
        for command, options in (
            ("gm advance", {}),
            ("gm review", {}),
            ("gm publish", {}),
            ("gm undo", {"reason": "mine"}),
            ("gm side", {"side": "dominators"}),
            ("gm sheet", {"side": "dominators"}),
            ("gm workbook", {}),
            ("gm questions", {}),
            ("gm narrate", {"to": "all", "text": "I win"}),
            ("gm audit", {}),
            ("gm problems", {}),
            ("gm seat order", {"side": "dominators", "line": 'ask "x"'}),
            ("gm amend treasury", {"side": "humans", "cps": 9999}),
        ):
            answer = await person.slash(CHANNEL, command, **options)
            assert "Only the game master can do that" in answer.text(), (name, command)
            assert answer.ephemeral
        assert await person.autocomplete(CHANNEL, "gm amend move", "fleet", "") == []
        assert await person.autocomplete(CHANNEL, "gm settle", "question", "") == []
    assert asked.ephemeral
    assert (await table.game()).turn == 1
