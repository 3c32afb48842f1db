"""Default rulings at the table: what waits for a game master who is not there is answered in time, once, and told."""

from playtest.player import GIVE_BUTTON
from storage import audit
from storage.audit import AuditRow
from tests.e2e.campaign.test_gm_screen import screened
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.gm import rulings

WORD = "Default ruling, CW-4.1-10: no rule covers it"
ASK = "May we hail the derelict?"


async def acts(table: Table, action: str) -> list[AuditRow]:
    """What the log has of these acts."""
    async with table.services.storage.reading() as tx:
        return list(await audit.of_actions(tx, table.game_id, action))


def all_in_room(table: Table, name: str) -> str:
    """All that stands in a person's room."""
    person = table.human(name)
    room = next(thread for thread in person.threads(CHANNEL) if thread.name.startswith(table.flags[name]))
    return "\n".join(message.text() for message in person.messages(room, 200))


async def month(table: Table, *names: str) -> None:
    """Everybody is ready; the month passes by itself."""
    for name in names:
        await table.human(name).slash(CHANNEL, "orders ready")
    await table.tick()
    await table.tick()


async def test_without_a_game_master_the_book_answers_at_once_and_a_month_needs_nobody(table: Table) -> None:
    await screened(table)
    asked = await table.dom.slash(CHANNEL, "orders ask", text=ASK)
    await table.dom.click(asked, GIVE_BUTTON)
    await month(table, "gm", "dom")
    assert (await table.game()).turn == 2
    assert all_in_room(table, "dom").count(WORD) == 1
    assert WORD not in all_in_room(table, "gm")
    await table.tick()
    assert all_in_room(table, "dom").count(WORD) == 1
    found = [act for act in await acts(table, "amended") if act.actor == "default rulings"]
    assert len(found) == 1
    await month(table, "gm", "dom")
    assert (await table.game()).turn == 3


async def undone(table: Table) -> None:
    """The last turn is taken back, as both players agree."""
    undo = await table.gm.slash(CHANNEL, "gm undo", reason="A slip")
    await table.gm.click(undo, "Ask the players")
    await table.settle()
    vote = next(m for m in table.dom.messages(CHANNEL) if "to take a turn back" in m.text())
    await table.dom.click(vote, "Yes")
    await table.tick()


async def test_what_the_book_said_goes_with_its_turn_when_that_is_undone(table: Table) -> None:
    await screened(table)
    asked = await table.dom.slash(CHANNEL, "orders ask", text=ASK)
    await table.dom.click(asked, GIVE_BUTTON)
    await month(table, "gm", "dom")
    await undone(table)
    assert (await table.game()).turn == 1
    assert ASK in (await table.dom.slash(CHANNEL, "orders show")).text()
    await month(table, "gm", "dom")
    assert all_in_room(table, "dom").count(WORD) == 2  # asked anew, answered anew
    assert (await table.game()).turn == 2


async def test_a_game_master_who_is_there_has_their_time_and_then_the_book_answers_and_publishes(table: Table) -> None:
    await table.start()
    shown = await table.gm.slash(CHANNEL, "campaign options", book=24)
    assert "after 24 h default rulings answer in their place" in shown.text()
    asked = await table.dom.slash(CHANNEL, "orders ask", text=ASK)
    await table.dom.click(asked, GIVE_BUTTON)
    resolving = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(resolving, "Resolve turn 1")
    table.clock.forward(hours=23)
    await table.tick()
    assert (await table.game()).turn_state == "draft"
    assert len(await rulings.questions(table.services, table.gm_seat())) == 1
    table.clock.forward(hours=2)
    await table.tick()
    assert (await table.game()).turn == 2
    assert await rulings.questions(table.services, table.gm_seat()) == ()
    assert [act.actor for act in await acts(table, "turn.published")] == ["default rulings"]
    report = next(a for a in table.last_in_room("dom").attachments if a.filename == "report.md")
    assert WORD in report.read().decode()


async def test_a_pause_gives_the_game_master_the_whole_time_again(table: Table) -> None:
    await table.start()
    await table.gm.slash(CHANNEL, "campaign options", book=24)
    resolving = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(resolving, "Resolve turn 1")
    await table.gm.slash(CHANNEL, "campaign pause")
    table.clock.forward(hours=48)
    await table.tick()
    await table.gm.slash(CHANNEL, "campaign resume")
    await table.tick()
    assert (await table.game()).turn_state == "draft"
    table.clock.forward(hours=25)
    await table.tick()
    assert (await table.game()).turn == 2


async def test_a_campaign_of_a_person_never_hears_the_book_unless_it_is_told_to(table: Table) -> None:
    await table.start()
    resolving = await table.gm.slash(CHANNEL, "gm advance")
    await table.gm.click(resolving, "Resolve turn 1")
    table.clock.forward(days=30)
    await table.tick()
    assert (await table.game()).turn_state == "draft"
    assert not [act for act in await acts(table, "turn.published") if act.actor == "default rulings"]
