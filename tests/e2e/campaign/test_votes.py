"""A council of players: plain words are put to the vote in public words of their asker's own, and more than half must say yes."""

from playtest.player import GIVE_BUTTON
from sandbox.reply import Reply, SeenMessage
from tests.e2e.campaign.test_default_rulings import WORD, all_in_room, month, undone
from tests.e2e.campaign.test_gm_screen import screened
from tests.e2e.kit import CHANNEL, Table

SECRET = "Third Watcher hails the derelict at once"
PUBLIC = "We hail a derelict that we have found"
OUTCOME = "It answers with a star map"


async def asked(table: Table) -> Reply:
    """The Dominion has asked in plain words; the month has passed; gives its list of what could be put to the vote."""
    await screened(table, "council")
    order = await table.dom.slash(CHANNEL, "orders ask", text=SECRET)
    await table.dom.click(order, GIVE_BUTTON)
    await month(table, "gm", "dom")
    dashboard = next(m for m in table.dom.messages(table.room("dom"), 200) if m.payload["pinned"])
    return await table.dom.click(dashboard, "Ask the council (1)")


async def put_to_vote(table: Table) -> SeenMessage:
    """It is put to the vote; gives the public post."""
    listed = await asked(table)
    form = await table.dom.click(listed, "Write what everybody reads")
    shown = await table.dom.submit(form, {"wording": PUBLIC, "outcome": OUTCOME})
    assert "Everybody will read this" in shown.text()
    assert not [m for m in table.dom.messages(CHANNEL) if PUBLIC in m.text()]
    done = await table.dom.click(shown, "Yes, put it to the vote")
    assert "The council votes on it" in done.text()
    await table.settle()
    return post(table)


def post(table: Table) -> SeenMessage:
    """The vote in the channel as it stands."""
    return next(m for m in table.gm.messages(CHANNEL) if PUBLIC in m.text())


def public(table: Table) -> str:
    """All that stands in the channel."""
    return "\n".join(m.text() for m in table.visitor.messages(CHANNEL, 200))


async def test_nothing_is_public_before_its_asker_has_seen_the_public_words_and_said_yes(table: Table) -> None:
    vote = await put_to_vote(table)
    assert "Yes 1, no 0, abstained 0; 2 of 2 must say yes." in vote.text()
    assert SECRET not in public(table)
    assert "Third Watcher" not in public(table)


async def test_more_than_half_carry_it_and_everybody_reads_what_comes_of_it(table: Table) -> None:
    vote = await put_to_vote(table)
    await table.gm.click(vote, "Yes")
    await table.settle()
    assert "Carried" in post(table).text()
    for name in ("gm", "dom"):
        assert f"The council's word, CW-4.1-10: {OUTCOME}" in all_in_room(table, name)
    await month(table, "gm", "dom")
    assert WORD not in all_in_room(table, "dom")


async def test_a_no_that_cannot_be_outvoted_has_the_book_answer(table: Table) -> None:
    vote = await put_to_vote(table)
    await table.gm.click(vote, "Abstain")
    await table.settle()
    assert "Not carried" in post(table).text()
    assert all_in_room(table, "dom").count(WORD) == 1
    assert "council-yes" not in str(post(table).payload)


async def test_the_deadline_decides_for_the_book(table: Table) -> None:
    await put_to_vote(table)
    table.clock.forward(hours=47)
    await table.tick()
    assert WORD not in all_in_room(table, "dom")
    table.clock.forward(hours=2)
    await table.tick()
    assert all_in_room(table, "dom").count(WORD) == 1
    assert "Not carried" in post(table).text()


async def test_what_is_never_put_to_the_vote_has_the_book_answer_in_the_same_time(table: Table) -> None:
    await asked(table)
    table.clock.forward(hours=49)
    await table.tick()
    assert all_in_room(table, "dom").count(WORD) == 1


async def test_a_vote_goes_with_the_turn_that_led_to_it(table: Table) -> None:
    await put_to_vote(table)
    await undone(table)
    assert "Over" in post(table).text()
    assert "council-yes" not in str(post(table).payload)


async def test_who_holds_no_seat_has_no_voice_and_nobody_asks_for_another(table: Table) -> None:
    vote = await put_to_vote(table)
    assert "You hold no seat" in (await table.visitor.click(vote, "Yes")).text()
    assert "Yes 1, no 0" in post(table).text()


async def test_desks_show_the_council_from_the_moment_in_which_it_rules_and_no_longer_than_it_does(
    table: Table,
) -> None:
    await table.start(review=False)
    asked = await table.ask("dom", "orders ask", text=SECRET)
    await table.dom.click(asked, GIVE_BUTTON)
    await table.advance()
    for rulings, shown in (("council", True), ("person", False)):
        await table.ask("gm", "campaign options", rulings=rulings)
        await table.tick()
        await table.settle()
        dashboard = next(m for m in table.dom.messages(table.room("dom"), 200) if m.payload["pinned"])
        assert any(button.label == "Ask the council (1)" for button in dashboard.buttons) is shown


async def test_a_deputy_has_no_voice(table: Table) -> None:
    vote = await put_to_vote(table)
    named = await table.gm.slash(CHANNEL, "away deputy", member=table.visitor.id, powers="all")
    await table.gm.click(named, "Yes, they may")
    await table.gm.slash(CHANNEL, "away plan", until="20 days")
    await table.tick()
    assert "⚠" not in (await table.visitor.slash(CHANNEL, "orders show")).text()
    assert "Only the player of this seat" in (await table.visitor.click(vote, "Yes")).text()
    assert "Yes 1, no 0" in post(table).text()
