"""Votes as somebody who means ill would use them: a word counts once, for who gave it, in time, and on what was asked."""

import pytest

from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage import votes
from storage.db import Storage
from storage.votes import VoteRow
from tests.umpire.campaign.fought_table import meet, row_of
from tests.umpire.world import VISITOR, WEEKLY, World, new_world
from umpire.campaign.gm import player_votes, rulings
from umpire.campaign.gm.default_rulings import take_default_rulings
from umpire.campaign.gm.undo_consent import take_back
from umpire.campaign.sheets import orders
from umpire.campaign.turn.undo import undo
from umpire.campaign.whatif import fork_edits
from umpire.clock import server_away
from umpire.games import games, seats
from umpire.games.options import Options

ASKED = ("Third Watcher hails the derelict", "We dig below the tower")
OUTCOME = "It answers"
VOTED, BOOK = f"The council's word, CW-4.1-10: {OUTCOME}", "Default ruling"


async def ask_in_plain_words(world: World, *texts: str) -> None:
    """A council rules; Dora has asked so in plain words, and the month has passed."""
    await world.options(gm="council")
    await orders.enter(world.services, world.dora, [FreeText(text) for text in texts or ASKED[:1]])
    await world.advance(1)


async def put_to_vote(
    world: World, which: int = 0, wording: str = "We hail what we found", outcome: str = OUTCOME
) -> str:
    """Dora puts one of her questions to the vote; gives its name."""
    mine = await player_votes.my_questions(world.services, world.dora)
    return (await player_votes.put_to_vote(world.services, world.dora, mine[which].ref, wording, outcome)).ref


async def vote_row(world: World, ref: str) -> VoteRow:
    """The vote as it stands."""
    async with world.services.storage.reading() as tx:
        found = await votes.find(tx, world.id, ref)
    assert found is not None
    return found


async def answers(world: World) -> list[str]:
    """What was said to questions that have an answer."""
    found = await rulings.questions(world.services, world.gm, settled=True)
    return [one.answer for one in found if one.settled_turn]


async def undo_asked(world: World) -> str:
    """The game master, who plays no side behind the GM screen, asks for the first month back; gives the vote's name."""
    await world.advance(1)
    made = await take_back(world.services, world.gm, "A slip", 2)
    assert isinstance(made, VoteRow)
    return made.ref


@pytest.fixture
async def screened(storage: Storage) -> World:
    """A duel whose game master may play a side, and plays none."""
    return await new_world(storage, changed(WEEKLY, options=Options(gm="book", solo=True, wall=True)))


async def test_the_name_of_a_vote_tells_nothing_of_what_is_asked_beside_it(world: World) -> None:
    await ask_in_plain_words(world, *ASKED)
    ref = await put_to_vote(world, 1)
    assert ref == "dominators-2-1", "as if she had asked this alone"
    shown = [letter for letter in await world.letters() if letter.buttons and "asks the council" in letter.text]
    assert {button.rest for letter in shown for button in letter.buttons} == {ref}
    question = (await vote_row(world, ref)).question
    assert question
    assert question not in str([(letter.text, letter.edit_key, letter.buttons) for letter in shown])
    assert await put_to_vote(world, 0) == "dominators-2-2"
    with pytest.raises(GameError, match="votes on that already"):
        await put_to_vote(world, 0)


async def test_a_word_after_its_time_does_not_count_though_nobody_has_closed_the_vote(world: World) -> None:
    await ask_in_plain_words(world)
    ref = await put_to_vote(world)
    world.clock.forward(hours=48)
    with pytest.raises(WrongPhaseError, match="over"):
        await player_votes.vote(world.services, world.anna, ref, "yes")
    await take_default_rulings(world.services)
    assert (await vote_row(world, ref)).state == "open", "words of the last moment are still written down"
    world.clock.forward(minutes=1)
    await take_default_rulings(world.services)
    assert ((await vote_row(world, ref)).state, (await vote_row(world, ref)).ballots) == ("lost", {"dominators": "yes"})
    assert [text.startswith(BOOK) for text in await answers(world)] == [True]


async def test_the_word_of_who_has_left_a_seat_is_not_their_heirs(screened: World) -> None:
    ref = await undo_asked(screened)
    assert await player_votes.vote(screened.services, screened.dora, ref, "yes") == "open"
    await seats.leave(screened.services, screened.dora)
    heir = await seats.take(screened.services, screened.id, VISITOR, "dominators")
    with pytest.raises(NotYoursError):
        await player_votes.vote(screened.services, screened.dora, ref, "yes")
    assert await player_votes.vote(screened.services, screened.anna, ref, "yes") == "open", "one of two"
    await take_default_rulings(screened.services)
    assert (await vote_row(screened, ref)).ballots == {"humans": "yes"}
    assert await player_votes.vote(screened.services, heir, ref, "yes") == "carried"
    assert (await games.get_game(screened.services, screened.id)).turn == 1


async def test_a_seat_has_one_voice_however_often_it_speaks_and_a_game_master_without_one_has_none(
    screened: World,
) -> None:
    ref = await undo_asked(screened)
    for _ in range(2):
        assert await player_votes.vote(screened.services, screened.anna, ref, "yes") == "open"
    with pytest.raises(NotYoursError, match="Only players"):
        await player_votes.vote(screened.services, screened.gm, ref, "yes")
    assert (await vote_row(screened, ref)).ballots == {"humans": "yes"}


async def test_a_look_that_read_the_campaign_before_a_vote_was_asked_for_takes_nothing_back(screened: World) -> None:
    before = await row_of(screened.services, screened.id)
    ref = await undo_asked(screened)
    await player_votes.close_votes(screened.services, before)
    assert ((await vote_row(screened, ref)).state, (await vote_row(screened, ref)).ballots) == ("open", {})
    assert (await games.get_game(screened.services, screened.id)).turn == 2


async def test_a_vote_for_a_question_whose_turn_was_played_again_is_over_and_answers_nothing(world: World) -> None:
    await ask_in_plain_words(world)
    ref = await put_to_vote(world)
    await undo(world.services, world.gm, "A slip", 2)
    await world.advance(1)
    again = await rulings.questions(world.services, world.gm)
    assert [one.id for one in again] == [(await vote_row(world, ref)).question], "the same number, asked anew"
    with pytest.raises(WrongPhaseError, match="over"):
        await player_votes.vote(world.services, world.anna, ref, "yes")
    await take_default_rulings(world.services)
    assert (await vote_row(world, ref)).state == "gone"
    assert await answers(world) == []
    assert await put_to_vote(world) == "dominators-4-1"


async def test_what_was_carried_before_a_crash_is_closed_as_carried(world: World) -> None:
    await ask_in_plain_words(world)
    ref = await put_to_vote(world)
    await player_votes.vote(world.services, world.anna, ref, "yes")
    done = await vote_row(world, ref)
    async with world.services.storage.transaction() as tx:  # as the answer's transaction left it
        await votes.save(tx, changed(done, state="open"))
    await take_default_rulings(world.services)
    assert (done.state, (await vote_row(world, ref)).state) == ("carried", "carried")
    assert await answers(world) == [VOTED]


async def test_a_vote_that_is_decided_while_the_month_is_fought_waits_for_its_end(world: World) -> None:
    await ask_in_plain_words(world)
    ref = await put_to_vote(world)
    await meet(world, 2)
    assert (await games.get_game(world.services, world.id)).turn_state == "battles"
    assert await player_votes.vote(world.services, world.anna, ref, "yes") == "carried"
    with pytest.raises(WrongPhaseError, match="over"):
        await player_votes.vote(world.services, world.anna, ref, "no")
    assert await answers(world) == []
    await undo(world.services, world.gm, "No war", 2)
    await take_default_rulings(world.services)
    assert (await vote_row(world, ref)).state == "carried"
    assert await answers(world) == [VOTED]


async def test_a_council_that_rules_no_more_leaves_no_vote_open(world: World) -> None:
    await ask_in_plain_words(world)
    ref = await put_to_vote(world)
    await world.options(gm="person")
    with pytest.raises(WrongPhaseError, match="over"):
        await player_votes.vote(world.services, world.anna, ref, "yes")
    await take_default_rulings(world.services)
    assert (await vote_row(world, ref)).state == "gone"
    assert await answers(world) == []


async def test_what_everybody_reads_is_quoted_whole_and_holds_no_link_and_no_heading(world: World) -> None:
    await ask_in_plain_words(world)
    for wording in ("x\n" * 290, "*_" * 290, "x" * 601):
        with pytest.raises(GameError, match="Write what is put to the vote"):
            await put_to_vote(world, wording=wording)
    ref = await put_to_vote(
        world, wording=f"[Free ships](https://example.org)\n# Carried\n{'x' * 500}", outcome="y" * 600
    )
    post = next(letter.text for letter in await world.letters() if "asks the council" in letter.text)
    assert "](https://" not in post
    assert "> \\# Carried" in post
    assert f"> {'y' * 600}\nYes 1, no 0, abstained 0; 2 of 2 must say yes." in post
    assert "then the default ruling decides." in post
    assert await player_votes.vote(world.services, world.anna, ref, "yes") == "carried"
    assert await answers(world) == [VOTED.replace(OUTCOME, "y" * 600)]


@pytest.mark.parametrize("voted", [True, False])
async def test_what_council_and_book_say_goes_into_the_campaign_though_a_what_if_takes_amendments(
    world: World, voted: bool
) -> None:
    await ask_in_plain_words(world)
    await fork_edits.begin(world.services, world.gm, "open")
    await fork_edits.set_taking(world.services, world.gm, "start")
    if voted:
        assert await player_votes.vote(world.services, world.anna, await put_to_vote(world), "yes") == "carried"
    else:
        world.clock.forward(hours=49)
        await take_default_rulings(world.services)
    assert [text.startswith(VOTED if voted else BOOK) for text in await answers(world)] == [True]


async def test_while_the_bot_is_not_on_the_server_votes_and_book_wait_and_have_as_much_time_left_as_before(
    world: World,
) -> None:
    await ask_in_plain_words(world, *ASKED)
    ref = await put_to_vote(world)
    left = (await vote_row(world, ref)).due_at - world.services.seconds()
    guild = (await row_of(world.services, world.id)).guild_id
    world.clock.forward(seconds=left - 3600)
    await server_away.leave(world.services, guild)
    world.clock.forward(days=5)
    await take_default_rulings(world.services)
    assert await answers(world) == [], "nobody could vote, or answer in the book's place"
    assert await server_away.come_back(world.services, guild)
    await take_default_rulings(world.services)
    assert await answers(world) == []
    now = await vote_row(world, ref)
    assert (now.state, now.due_at - world.services.seconds()) == ("open", 3600)
    assert f"<t:{now.due_at}:" in [letter for letter in await world.letters() if letter.buttons][-1].text
    world.clock.forward(seconds=3600 + 3600)
    await take_default_rulings(world.services)
    assert len(await answers(world)) == len(ASKED), "then the vote is lost, and the book answers both"
