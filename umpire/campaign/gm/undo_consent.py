"""Where the game master may play, a turn is taken back with the players' assent alone: who undoes one knows what came of it.

It is put to the vote as a council's question is: each seat that a person holds has a voice, and more than half must say yes.
Without that, or when its time is over, the turn stands.
"""

from typing import Final

from render.campaign.letters.vote_texts import format_undo_outcome
from rules.values import GameError, WrongPhaseError
from storage import seats, votes
from storage.votes import VoteRow
from umpire.campaign.gm.player_votes import UNDO, close, hours_of, people_of, post, vote_state
from umpire.campaign.open_turn import present
from umpire.campaign.turn.undo import require_earlier, undo
from umpire.games.games import Game, get_game, has_gm_screen, require_unfinished
from umpire.games.seat import Seat, clean_reason, note, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

UNDO_ASKED: Final = "undo.asked"


async def check_undo(services: Services, gm: Seat, expect_turn: int) -> None:
    """WrongPhaseError: there is nothing to undo, which is said before anybody is asked for a yes."""
    async with services.storage.reading() as tx:
        await require_earlier(tx, await require_unfinished(tx, gm.game_id), expect_turn)


async def needs_assent(services: Services, gm: Seat) -> bool:
    """Whether others must say yes before the game master takes a turn back: a GM screen stands, and somebody else plays."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, gm.game_id)
        held = await seats.of_game(tx, row.id)
    return has_gm_screen(row) and any(s.side and s.user_id not in {None, gm.user_id} for s in held)


async def take_back(
    services: Services, gm: Seat, reason: str, expect_turn: int, *, idempotency_key: str = ""
) -> Game | VoteRow:
    """Take back what `undo` does, or put it to the vote; gives the game where it is done, else the vote.

    WrongPhaseError: there is nothing to undo, or the players have said no to it. GameError: they vote on it already."""
    require_gm(gm)
    if not await needs_assent(services, gm):
        return await undo(services, gm, reason, expect_turn, idempotency_key=idempotency_key)
    why = clean_reason(reason)
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, gm.game_id)
        turn = await present(tx, row)
        if turn.turn != expect_turn:
            raise WrongPhaseError(f"**{row.name}** is at turn {turn.turn}, not at turn {expect_turn}; look again.")
        back = await require_earlier(tx, row, expect_turn)
        ref = f"{UNDO}-{row.revision}"
        before = await votes.find(tx, row.id, ref)
        if before is not None and before.state == "open":
            raise GameError("The players vote on that already, in the campaign's channel.")
        if before is not None:
            raise WrongPhaseError(f"The players have not agreed to take turn {back} back; it stays.")
        mine = next((s.side for s in await seats.of_game(tx, row.id) if s.side and s.user_id == gm.user_id), "")
        made = VoteRow(
            game=row.id,
            ref=ref,
            version=1,
            question=UNDO,
            side=mine,
            wording=why,
            outcome=format_undo_outcome(back),
            state="open",
            due_at=services.seconds() + hours_of(row) * 3600,
            ballots={mine: "yes"} if mine else {},
        )
        await votes.add(tx, made)
        await note(tx, services, row.id, gm.actor, UNDO_ASKED, turn=back, reason=why)
        people = await people_of(tx, row.id)
        await enqueue(tx, services, post(row, made, people))
    if vote_state(made, people) != "open":
        await close(services, row, made, vote_state(made, people))
        return await get_game(services, gm.game_id)
    return made
