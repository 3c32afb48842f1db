"""A council of players: it votes on what somebody asked in plain words, where no game master rules on that.

Nothing secret is put to a vote: whoever asked says in words of their own what everybody reads, and confirms it. More than half of
the seats that people hold carry it; seats led by governors have no voice. When its time is over without that, or it cannot come
to that any more, the question has its default ruling.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, Literal, TypeAlias

from render.campaign.letters.ruling_texts import format_council_ruling
from render.campaign.letters.vote_texts import LONGEST, format_ballots, format_quoted, format_vote, format_vote_state
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.turn.gm.rulings import VOTE_START, Settle, default_ruling
from rules.values import EVERYONE, GameError, NotYoursError, Value, WrongPhaseError, changed
from storage import audit, idempotency_keys, seats, turns, votes
from storage.db import Transaction
from storage.games import GameRow
from storage.votes import VoteRow, VoteState
from umpire.campaign.gm.amendments import just
from umpire.campaign.gm.rulings import carry_out
from umpire.campaign.open_turn import present, standing_at
from umpire.campaign.turn.undo import undo
from umpire.campaign.views.side_views import questions_at
from umpire.games.bank import LostTime
from umpire.games.deputies import check_holder_alone
from umpire.games.games import require_game, require_unfinished, settings_of
from umpire.games.notices import public, side_name
from umpire.games.seat import Seat, note
from umpire.games.seats import require_own
from umpire.outbox.outbox import Letter, LetterButton, enqueue
from umpire.services.services import Services

VOTE_ASKED: Final = "vote.asked"
Ballot: TypeAlias = Literal["yes", "no", "abstain"]
BALLOTS: Final[tuple[Ballot, ...]] = ("yes", "no", "abstain")
USUAL_HOURS: Final = 48
"""A vote, and the time to ask for one, where the campaign does not say after how long it rules by default."""
MOST_SHOWN: Final = 780
"""Characters of the public post that what is put to the vote may take, quoted; as many are for what is to come of it."""
LAST_WORDS: Final = 60
"""Seconds after a vote's time in which words are written down that were given in it; then it is closed."""
COUNCIL: Final = "the council"
UNDO: Final = "undo"
"""What a vote on taking a turn back has in place of a question, and how its name begins."""


class PlayersQuestion(Value):
    """What a player asked in plain words and nobody has ruled on, by a name that only its asker reads, and the vote on it if
    there is one."""

    ref: str
    text: str
    vote: VoteRow | None


async def my_questions(services: Services, seat: Seat) -> tuple[PlayersQuestion, ...]:
    """What the seat's side has asked in plain words and could put to the vote, oldest first. WrongPhaseError where no council
    rules."""
    async with services.storage.reading() as tx:
        row = await _row_ruled_by_votes(tx, seat.game_id)
        await require_own(tx, row, seat)
        mine = await _open(tx, services, row.id, seat.side)
        voted = {one.question: one for one in await votes.of_game(tx, row.id)}
        return tuple(PlayersQuestion(ref, q.text, voted.get(q.id)) for ref, q in mine.items())


async def put_to_vote(services: Services, seat: Seat, ref: str, wording: str, outcome: str) -> VoteRow:
    """Put one's own question to the vote, in words that everybody reads; they are posted in the campaign's channel.

    NotYoursError for another side's question and for a deputy; GameError for words that are none, or a vote that is on."""
    said, wish = _clean(wording, "what is put to the vote"), _clean(outcome, "what is to happen")
    async with services.storage.transaction() as tx:
        row = await _row_ruled_by_votes(tx, seat.game_id)
        check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id)
        question = (await _open(tx, services, row.id, seat.side)).get(ref)
        if question is None:
            raise NotYoursError("That is answered already, or is not your question.")
        if any(one.question == question.id for one in await votes.of_game(tx, row.id)):
            raise GameError("The council votes on that already.")
        due = services.seconds() + hours_of(row) * 3600
        made = VoteRow(
            game=row.id,
            ref=await _public_name(tx, row, seat.side),
            version=1,
            question=question.id,
            side=seat.side,
            wording=said,
            outcome=wish,
            state="open",
            due_at=due,
            ballots={seat.side: "yes"},
        )
        await votes.add(tx, made)
        await note(tx, services, row.id, seat.actor, VOTE_ASKED, side=seat.side, question=question.id, text=said)
        people = await people_of(tx, row.id)
        await enqueue(tx, services, post(row, made, people))
    if vote_state(made, people) != "open":
        await close(services, row, made, vote_state(made, people))
    return made


async def vote(services: Services, seat: Seat, ref: str, ballot: Ballot) -> VoteState:
    """Vote for one's side, or change one's mind; gives how the vote stands then. When it is decided the question is answered at
    once. NotYoursError for a deputy; WrongPhaseError for a vote that is over, by its time or by what was said, closed or not."""
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        if not check_holder_alone(await seats.find(tx, row.id, seat.side), seat.user_id).side:
            raise NotYoursError("Only players have a voice in this.")
        now = await _open_vote(tx, row.id, ref)
        people = await people_of(tx, row.id)
        over = row.status != "paused" and now is not None and services.seconds() >= now.due_at
        if now is None or over or vote_state(now, people) != "open" or not await _stands(tx, services, row, now):
            raise WrongPhaseError("This vote is over.")
        after = await votes.save(tx, changed(now, ballots={**now.ballots, seat.side: ballot}))
        await note(tx, services, row.id, seat.actor, "vote.cast", side=seat.side, question=now.question, ballot=ballot)
        await enqueue(tx, services, post(row, after, people))
    state = vote_state(after, people)
    if state != "open":
        with suppress(WrongPhaseError):  # the month is being fought: the clock does it when that is over
            await close(services, row, after, state)
    return state


async def close_votes(services: Services, row: GameRow) -> None:
    """Close the votes of a campaign whose time is over, that stand since before a crash, or whose question is gone: its turn was
    taken back, or it is answered."""
    async with services.storage.reading() as tx:
        people = await people_of(tx, row.id)
        row = await require_game(tx, row.id)
        found: list[tuple[VoteRow, VoteState]] = []
        for one in await votes.of_game(tx, row.id):
            now = vote_state(one, people)
            if not await _stands(tx, services, row, one):
                now = "gone"
            elif now == "open" and services.seconds() >= one.due_at + LAST_WORDS:
                now = "lost"
            found.append((one, now))
    for one, now in found:
        if now != "open":
            await close(services, row, one, now)


async def put_votes_off(tx: Transaction, services: Services, row: GameRow, lost: LostTime) -> None:
    """Votes that lost time last as much longer, and are posted anew. One that began meanwhile lost what came after that."""
    begun = {act.detail["question"]: act.at for act in await audit.of_actions(tx, row.id, VOTE_ASKED)}
    moved: list[tuple[VoteRow, int]] = []
    for one in await votes.of_game(tx, row.id):
        own = changed(lost, since=max(lost.since, begun.get(one.question, lost.since)))
        if (due := own.later(one.due_at)) != one.due_at:
            moved.append((one, due))
    if moved:
        people, row = await people_of(tx, row.id), await require_game(tx, row.id)
        for one, due in moved:
            later = await votes.save(tx, changed(one, due_at=due))
            await enqueue(tx, services, post(row, later, people))


async def votes_go_on(tx: Transaction, services: Services, row: GameRow, since: int) -> None:
    """A pause that began then is over: votes last as much longer."""
    await put_votes_off(tx, services, row, LostTime(since, services.seconds()))


async def is_voted_on(services: Services, game: str, question: str) -> bool:
    """Whether a council votes on a question now, so that it has no default ruling yet."""
    async with services.storage.reading() as tx:
        return any(one.question == question for one in await votes.of_game(tx, game))


def vote_hours(row: GameRow, question: Question) -> int | None:
    """How long a default ruling waits for a vote to be asked for; None where it need not wait for one."""
    by_vote = settings_of(row).options.gm == "council" and question.kind == "free-text"
    return hours_of(row) if by_vote else None


def hours_of(row: GameRow) -> int:
    """How long a vote lasts."""
    return settings_of(row).options.book_hours or USUAL_HOURS


def vote_state(one: VoteRow, people: Collection[str]) -> VoteState:
    """How a vote stands by the words of sides that people hold: carried by more than half of them, lost when that cannot come."""
    said = [ballot for side, ballot in one.ballots.items() if side in people]
    if 2 * said.count("yes") > len(people):
        return "carried"
    against = said.count("no") + said.count("abstain")
    return "lost" if 2 * (len(people) - against) <= len(people) else "open"


def post(row: GameRow, one: VoteRow, people: Collection[str]) -> Letter:
    """The public post of a vote, edited with every word."""
    undoing = one.question == UNDO
    side = side_name(row, one.side) if one.side else ""
    said = Counter(one.ballots[each] for each in people if each in one.ballots)
    lines = [
        format_vote(row.name, side, one.wording, one.outcome, undoing=undoing),
        format_ballots(said, len(people) // 2 + 1, len(people)),
        format_vote_state(one.state, one.due_at, undoing=undoing),
    ]
    buttons: tuple[LetterButton, ...] = ()
    if one.state == "open":
        buttons = tuple(
            LetterButton(ballot.capitalize(), f"council-{ballot}", row.revision, one.ref, BALLOT_STYLES[ballot])
            for ballot in BALLOTS
        )
    letter = public(row, 0, "\n".join(lines))
    return changed(letter, edit_key=f"vote/{one.ref}/{one.due_at}", panel=True, buttons=buttons)


BALLOT_STYLES: Final[Mapping[Ballot, Literal["success", "danger", "secondary"]]] = {
    "yes": "success",
    "no": "danger",
    "abstain": "secondary",
}


async def close(services: Services, row: GameRow, one: VoteRow, state: VoteState) -> None:
    """Do what a vote that is decided came to, and close it as what was done, which may have been before a crash."""
    async with services.storage.reading() as tx:
        done = [each for each in _EFFECTS if await idempotency_keys.is_used(tx, _key(row, one, each))]
    if done:
        state = done[0]
    elif one.question == UNDO:
        state = await _taken_back(services, row, one) if state == "carried" else state
    elif state != "gone":
        state = await _answer(services, row, one, state)
    async with services.storage.transaction() as tx:
        now = await _open_vote(tx, row.id, one.ref)
        if now is None:
            return
        after = await votes.save(tx, changed(now, state=state))
        await note(tx, services, row.id, COUNCIL, "vote.closed", question=one.question, state=state)
        await enqueue(tx, services, post(row, after, await people_of(tx, row.id)))


_EFFECTS: Final[tuple[VoteState, ...]] = ("carried", "lost")


def _key(row: GameRow, one: VoteRow, state: VoteState) -> str:
    """What is done of a vote that came to this is done once."""
    return f"council/{row.id}/{one.ref}/{state}"


async def _taken_back(services: Services, row: GameRow, one: VoteRow) -> VoteState:
    """Take the turn back that a vote was about, unless the campaign has moved on since it was put."""
    async with services.storage.reading() as tx:
        now = await require_game(tx, row.id)
        turn = await present(tx, now)
    if one.ref != f"{UNDO}-{now.revision}":
        return "gone"
    seat = Seat(row.id, "", 0, is_gm=True, program=COUNCIL)
    try:
        await undo(services, seat, one.wording, turn.turn, idempotency_key=_key(row, one, "carried"))
    except WrongPhaseError:
        return "gone"
    return "carried"


async def _answer(services: Services, row: GameRow, one: VoteRow, state: VoteState) -> VoteState:
    async with services.storage.reading() as tx:
        question = await _question(tx, services, row.id, one)
    ruling = None if question is None else default_ruling(question)
    if question is None or ruling is None:
        return "gone"
    text, tell = ruling.text, ruling.tell
    if state == "carried":
        text, tell = format_council_ruling(question.rule, one.outcome), (EVERYONE,)
    seat = Seat(row.id, "", 0, is_gm=True, program=COUNCIL)
    plan = partial(just, Settle(question.id, text, tell))
    key = _key(row, one, state)
    await carry_out(services, seat, plan, VOTE_START, idempotency_key=key, question=question.id)
    return state


async def _stands(tx: Transaction, services: Services, row: GameRow, one: VoteRow) -> bool:
    """Whether there still is what a vote is about."""
    if one.question == UNDO:
        return one.ref == f"{UNDO}-{row.revision}"
    by_vote = settings_of(row).options.gm == "council"
    return by_vote and await _question(tx, services, row.id, one) is not None


async def _question(tx: Transaction, services: Services, game: str, one: VoteRow) -> Question | None:
    """What a vote is about; None if it is answered, or its turn was taken back, which may have led to another of its number."""
    key = (await standing_at(tx, game))[2]
    asked = await questions_at(tx, services, key)
    found = next((q for q in asked if q.id == one.question and q.sides == (one.side,) and not q.settled_turn), None)
    played = None if found is None else await turns.current_row(tx, game, found.turn)
    revision = int(one.ref.rsplit("-", 2)[1])
    return found if played is not None and played.revision <= revision else None


async def _public_name(tx: Transaction, row: GameRow, side: str) -> str:
    """The name of a side's next vote, which is on its buttons: nothing in it tells how much was asked that nobody votes on."""
    number = 1
    while await votes.find(tx, row.id, f"{side}-{row.revision}-{number}") is not None:
        number += 1
    return f"{side}-{row.revision}-{number}"


async def _open(tx: Transaction, services: Services, game: str, side: str) -> dict[str, Question]:
    """A side's plain words that nobody has answered, by a name that their asker may read: a question's own number would tell how
    many others there are."""
    key = (await standing_at(tx, game))[2]
    asked = [q for q in await questions_at(tx, services, key) if q.kind == "free-text" and q.sides == (side,)]
    found: dict[str, Question] = {}
    counted: Counter[int] = Counter()
    for question in asked:
        counted[question.turn] += 1
        if not question.settled_turn:
            found[f"{question.turn}-{counted[question.turn]}"] = question
    return found


async def _open_vote(tx: Transaction, game: str, ref: str) -> VoteRow | None:
    found = await votes.find(tx, game, ref)
    return found if found is not None and found.state == "open" else None


async def people_of(tx: Transaction, game: str) -> frozenset[str]:
    """The sides that people hold: each has a voice, and no governor has."""
    await require_game(tx, game)
    return frozenset(s.side for s in await seats.of_game(tx, game) if s.side and s.user_id is not None)


async def _row_ruled_by_votes(tx: Transaction, game: str) -> GameRow:
    row = await require_unfinished(tx, game)
    if settings_of(row).options.gm != "council":
        raise WrongPhaseError(f"No council of players rules in **{row.name}**.")
    return row


def _clean(text: str, what: str) -> str:
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    said = "\n".join(line for line in lines if line)
    if not 1 <= len(said) <= LONGEST or not all(line.isprintable() for line in said.splitlines()):
        raise GameError(f"Write {what} in 1 to {LONGEST} ordinary characters.")
    if len(format_quoted(said)) > MOST_SHOWN:
        raise GameError(
            f"Write {what} in fewer lines or with fewer marks such as * and _, or it does not fit into the post."
        )
    return said
