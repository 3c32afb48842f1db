"""Who gets to see a side: rooms that somebody was not seen leaving, and seats that are passed on to whom knows another side."""

from typing import Final

from harness.attack.trial import Trial, has_button, refused
from sandbox.model import Channel
from sandbox.reply import Reply
from storage.audit import AuditRow
from tests.e2e.campaign.test_fought import fight_of, waiting
from tests.e2e.kit import CHANNEL, Table
from umpire import people
from umpire.games import seats
from umpire.games.seat import audit_log
from umpire.games.seat_history import SEAT_PASSED

GONE_DOCUMENTED: Final = "docs/guide-operator.md: nothing more is written where somebody was not seen leaving"
ONE_SIDE: Final = "docs/guide-player.md: nobody comes to know two sides' secrets but by the game master's word"
KNOWS_BOTH: Final = "two sides' secrets"
NOT_TOLD_APART: Final = "had their data removed"
FAILING_ROUTE: Final = r"DELETE /channels/\d+/thread-members/"


async def taken_out(table: Table, who: str) -> Reply:
    """Somebody has their data removed."""
    human = table.human(who)
    asked = await human.click(await human.slash(CHANNEL, "privacy"), "Remove my data")
    return await human.click(asked, "Yes, remove all of it")


async def _while_discord_fails(table: Table, status: int) -> None:
    """Ada is removed while Discord takes nobody out of threads; then Ola has her seat."""
    await table.start(review=False)
    room = table.room("ada")
    table.sandbox.faults.add("5xx", status=status, times=50, match=FAILING_ROUTE)
    await taken_out(table, "ada")
    table.sandbox.faults.clear()
    await _reads_nothing_more(table, room)


async def _answered_503(table: Table) -> None:
    await _while_discord_fails(table, 503)


async def _answered_500(table: Table) -> None:
    await _while_discord_fails(table, 500)


async def _forgotten(table: Table) -> None:
    """The operator has Ada forgotten, who is still in her thread."""
    await table.start(review=False)
    room = table.room("ada")
    await people.remove(table.services, table.ada.id)
    await _reads_nothing_more(table, room)


async def _reads_nothing_more(table: Table, room: Channel) -> None:
    """Ola is given the Humans' seat: nothing is written any more where Ada still reads."""
    assert table.ada.id in table.sandbox.world.channels[room.id].thread_members, "she is still in it"
    said = len(table.sandbox.world.messages[room.id])
    assert "leads" in (await table.gm.slash(CHANNEL, "gm seat replace", side="humans", member=table.ola.id)).text()
    await table.settle()
    await table.gm.slash(CHANNEL, "campaign repair")
    await table.advance()
    heard = [message.content for message in table.sandbox.world.messages[room.id].values()][said:]
    assert not heard, f"who was removed reads their successor's: {heard[:3]}"
    [seat] = [one for one in await seats.seats(table.services, table.game_id) if one.side == "humans"]
    assert seat.thread_id is not None, "the successor has no room"
    members = table.sandbox.world.channels[seat.thread_id].thread_members
    assert table.ola.id in members, "the successor is not in their room"
    assert table.ada.id not in members, "the successor's room is not theirs alone"


async def _leaves(table: Table) -> None:
    """Ada gives up the Humans' seat."""
    await table.ada.click(await table.ada.slash(CHANNEL, "campaign leave"), "Yes, give it up")


async def _joins_another_side(table: Table) -> None:
    """Ada leaves the Humans and would lead the Dominion."""
    await table.start(review=False)
    await _leaves(table)
    await table.gm.slash(CHANNEL, "gm seat hold", side="dominators")
    refused(await table.ada.slash(CHANNEL, "campaign join", side="dominators"), "know its secrets")


async def _deputy_of_another(table: Table, member: int, words: str) -> None:
    """Dom would have somebody act for the Dominion."""
    named = await table.dom.slash(CHANNEL, "away deputy", member=member)
    if has_button(named, "Yes, they may"):
        named = await table.dom.click(named, "Yes, they may")
    refused(named, words)
    await table.dom.slash(CHANNEL, "away plan", until="3 days")
    await table.tick()
    held = [seat for seat in await seats.seats(table.services, table.game_id) if seat.side == "dominators"]
    assert [seat.deputy_id for seat in held] == [None], "they act for the other side"


async def _deputy_who_led_another(table: Table) -> None:
    await table.start(review=False)
    await _leaves(table)
    await _deputy_of_another(table, table.ada.id, KNOWS_BOTH)


async def _deputy_who_was_removed(table: Table) -> None:
    """Whose data is gone cannot be told from whom led the other side."""
    await table.start(review=False)
    await taken_out(table, "ada")
    await _deputy_of_another(table, table.ada.id, NOT_TOLD_APART)


async def _joins_after_removal(table: Table) -> None:
    await table.start(review=False)
    await taken_out(table, "ada")
    await table.gm.slash(CHANNEL, "gm seat hold", side="dominators")
    refused(await table.ada.slash(CHANNEL, "campaign join", side="dominators"), NOT_TOLD_APART)


async def _given_by_the_game_master(table: Table) -> None:
    """A game master may give a seat to somebody who knows another; then the campaign's log says so."""
    await table.start(review=False)
    await _leaves(table)
    await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.ada.id)
    knowing = [act for act in await _log(table) if act.action == "seat.given_knowing"]
    assert [act.detail.get("user") for act in knowing] == [table.ada.id], "the campaign's log does not say so"


async def _battle_seat_to_the_enemy(table: Table) -> None:
    """Ada and Dom fight a battle of their campaign. Each would give its seat to the other, or to whom has just led the other."""
    await waiting(table)
    fight, theirs = await fight_of(table, "ada"), await fight_of(table, "dom")
    refused(await fight.use("ada", "battle leave", deputy=table.dom), table.dom.mention)
    asked = await fight.use("ada", "battle leave", deputy=table.visitor)
    await fight.press("ada", asked, "Yes, hand it over")
    await table.settle()
    for knows in (table.ada, table.visitor):
        refused(await theirs.use("dom", "battle leave", deputy=knows), KNOWS_BOTH)
    passed = [act.detail.get("user") for act in await _log(table) if act.action == SEAT_PASSED]
    assert passed == [table.visitor.id], f"the campaign's log has {passed}"
    await table.gm.slash(CHANNEL, "gm seat hold", side="dominators")
    refused(await table.visitor.slash(CHANNEL, "campaign join", side="dominators"), "know its secrets")


async def _log(table: Table) -> tuple[AuditRow, ...]:
    """The campaign's log."""
    return await audit_log(table.services, table.gm_seat(), 200)


SEAT_TRIALS: Final = (
    Trial("a successor's room while Discord answers 503 to a removal", GONE_DOCUMENTED, _answered_503),
    Trial("a successor's room while Discord answers 500 to a removal", GONE_DOCUMENTED, _answered_500),
    Trial("a successor's room after the operator forgot somebody", GONE_DOCUMENTED, _forgotten),
    Trial("a seat passed on: who led one side joins another", ONE_SIDE, _joins_another_side),
    Trial("a seat passed on: who was removed joins another side", ONE_SIDE, _joins_after_removal),
    Trial("a seat passed on: who led one side is another's deputy", ONE_SIDE, _deputy_who_led_another),
    Trial("a seat passed on: who was removed is another side's deputy", ONE_SIDE, _deputy_who_was_removed),
    Trial("a seat passed on: the game master replaces by who knows another side", ONE_SIDE, _given_by_the_game_master),
    Trial("a seat passed on: a battle's, to its enemy", ONE_SIDE, _battle_seat_to_the_enemy),
)
