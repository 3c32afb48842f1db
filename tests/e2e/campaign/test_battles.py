"""A month that waits for a battle, as its people see it: the game master settles it, everybody else sees that it waits."""

from collections.abc import Iterator

import pytest

from tests.e2e.campaign.dashboard_kit import dashboard_of
from tests.e2e.kit import CHANNEL, Table
from tests.umpire.battle_step import battles_every_month

pytestmark = pytest.mark.in_place
FIRST, SECOND = "1/0805/1", "1/0805/2"
WAITS = "its result waits for the game master"


@pytest.fixture(autouse=True)
def months_with_battles() -> Iterator[None]:
    with battles_every_month():
        yield


async def resolved(table: Table) -> None:
    """The game master resolves turn 1, which comes to its first battle."""
    await table.start(schedule="every 48h")
    asked = await table.gm.slash(CHANNEL, "gm advance")
    reply = await table.gm.click(asked, "Resolve turn 1")
    assert "waits for them: /gm battle" in reply.text()
    await table.tick()


@pytest.mark.rule("CW-9.0-02", "CW-9.0-03")
async def test_a_battle_is_narrated_in_a_form_and_the_month_goes_on(table: Table) -> None:
    await resolved(table)
    letter = table.last_in_room("gm")
    assert FIRST in letter.text()
    panel = await table.gm.click(letter, "Battles")
    assert all(word in panel.text() for word in (FIRST, "commanded by its player", "withdraws when 30 %", "week 2"))
    form = await table.gm.click(panel, "Narrate")
    refused = await table.gm.submit(form, {"fates": "fled: humans/DD01", "winner": "nobody"})
    assert "does not say what became of" in refused.text()
    form = await table.gm.click(refused, "Open it again with my text")
    told = {
        "fates": "destroyed: humans/DD01\nsurvived: the rest",
        "winner": "Human Union",
        "story": "The Union held.",
        "told": "dominators: We were betrayed.",
    }
    reply = await table.gm.submit(form, told)
    assert SECOND in reply.text(), "the second battle follows from the first"
    asked = await table.gm.click(await table.gm.select(reply, SECOND), "By the engine")
    assert "The result is final" in asked.text()
    done = await table.gm.click(asked, "Yes, settle it")
    assert "has gone on to its end. Its draft waits for you." in done.text()
    assert "### Draft of turn 1" in (await table.gm.click(done, "Review")).text()
    await table.gm.slash(CHANNEL, "gm publish")
    await table.tick()
    assert "Turn 2" in (await table.ada.slash(CHANNEL, "turn status")).text()


async def test_players_see_that_the_turn_waits_and_not_for_whom_or_where(table: Table) -> None:
    await resolved(table)
    for human in (table.ada, table.dom, table.visitor):
        for command in ("turn status", "campaign info"):
            text = (await human.slash(CHANNEL, command)).text()
            assert f"Turn 1: {WAITS}." in text
            assert not any(word in text for word in ("battle", "0805", "1/0805"))
    assert "the result waits for the game master" in dashboard_of(table, "ada").text()
    refused = await table.ada.slash(CHANNEL, "orders ask", text="May we?")
    assert WAITS in refused.text()


async def test_the_game_masters_desk_says_for_what_the_month_waits_and_who_may_command(table: Table) -> None:
    await resolved(table)
    dashboard = dashboard_of(table, "gm")
    assert "The month waits for 1 battle" in dashboard.text()
    panel = await table.gm.click(dashboard, "Battles (1)")
    form = await table.gm.click(panel, "Who commands")
    shown = await table.gm.submit(form, {"humans": "Uncle Bob"})
    assert "commanded by Uncle Bob" in shown.text()
    form = await table.gm.click(shown, "More time")
    shown = await table.gm.submit(form, {"hours": "5"})
    assert "Its time is set" in shown.text()
    table.clock.forward(hours=6)
    await table.tick()
    assert (await table.game()).turn_state == "draft", "its time is over: proxies fought it"
    assert "The month waits" not in dashboard_of(table, "gm").text()


async def test_a_result_is_set_right_for_a_reason_alone(table: Table) -> None:
    await resolved(table)
    panel = await table.gm.slash(CHANNEL, "gm battle", battle=FIRST)
    form = await table.gm.click(panel, "Narrate")
    await table.gm.submit(form, {"fates": "survived: the rest", "winner": "humans", "story": "Wrong."})
    settled = await table.gm.slash(CHANNEL, "gm battle", battle=FIRST)
    assert "Settled by your word" in settled.text()
    form = await table.gm.click(settled, "Set an error right")
    written = {"fates": "survived: the rest", "winner": "dominators", "story": "Right.", "reason": "I misread the dice"}
    done = await table.gm.submit(form, written)
    assert "has gone on" in done.text()
    assert "I misread the dice" in (await table.gm.slash(CHANNEL, "gm audit")).text()


@pytest.mark.rule("CW-9.0-04")
async def test_a_battle_is_carried_to_an_outside_game_as_a_file_and_back(table: Table) -> None:
    await resolved(table)
    panel = await table.gm.slash(CHANNEL, "gm battle", battle=FIRST)
    sent = await table.gm.click(panel, "As a file")
    (file,) = sent.attachments
    text = file.read().decode()
    assert file.filename == "battle-1-0805-1.txt"
    assert "humans/DD01" in text
    wrong = text.replace("survived: the rest", "destroyed: humans/DD01").encode()
    refused = await table.gm.slash(CHANNEL, "gm battle", battle=FIRST, outcome=("b.txt", wrong))
    assert "does not say what became of" in refused.text()
    refused = await table.gm.slash(CHANNEL, "gm battle", battle=FIRST, outcome=("b.txt", b"\xff\xfe\x00"))
    assert "not a text file" in refused.text()
    for given, other in ((FIRST, SECOND), (table.game_id, "another")):
        strange = text.replace(given, other, 1).encode()
        refused = await table.gm.slash(CHANNEL, "gm battle", battle=FIRST, outcome=("b.txt", strange))
        assert "This file is of " in refused.text()
        assert "As a file" in refused.text()
    right = "\ufeff" + text.replace("winner: nobody", "winner: “humans”").replace("\n", "\r\n")  # as an editor saves it
    done = await table.gm.slash(CHANNEL, "gm battle", battle=FIRST, outcome=("b.txt", right.encode()))
    assert f"Battle {FIRST} is settled" in done.text().replace("`", "")
    stands = await table.gm.slash(CHANNEL, "gm battle", battle=FIRST, outcome=("b.txt", right.encode()))
    assert "a result stands" in stands.text()
    mended = await table.gm.slash(
        CHANNEL, "gm battle", battle=FIRST, outcome=("b.txt", text.encode()), reason="A misread die"
    )
    assert "is settled" in mended.text()
