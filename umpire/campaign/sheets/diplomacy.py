"""Messages between governments: at once, where there is a link, and always with a copy for the game master (18.0)."""

from render.campaign.letters.governor_texts import format_written, format_written_copy
from render.words.safe_text import paragraphs, plain
from rules.cluster_war.chapters.diplomacy.contact import check_contact, check_extensive, in_contact
from rules.cluster_war.model.state.common import SideId
from rules.values import GameError, IllegalOrderError, NotYoursError, WrongPhaseError, changed
from storage import idempotency_keys, seats
from umpire.campaign.views import side_views
from umpire.games.games import require_unfinished
from umpire.games.notices import to_player
from umpire.games.seat import Seat, note
from umpire.outbox.outbox import Letter, LetterButton, Target, enqueue
from umpire.services.services import Services

LONGEST_LETTER = 1500
LONGEST_WITHOUT_AMBASSADORS = 300
"""The longest letter between governments that have exchanged no ambassadors, where a campaign asks for them (CW-13.0-08)."""


def with_reply(letter: Letter, giver: SideId) -> Letter:
    """A letter of another government's with the button that answers it."""
    return changed(letter, buttons=(*letter.buttons, LetterButton("Reply", "reply", 0, giver)))


async def send(services: Services, seat: Seat, to: SideId, text: str, *, idempotency_key: str = "") -> str:
    """Send words from a side to another, or to a race of the game master's that it has met; gives the reader's name.

    It arrives at once (CW-13.0-07); the game master gets a copy in the same transaction (CW-18.0-25). IllegalOrderError
    without a link (CW-18.0-26); GameError for no words or too many; NotYoursError: there is no such empire, or it is
    not this user's side.
    """
    said = paragraphs(text.strip(), LONGEST_LETTER)
    if not seat.side:
        raise NotYoursError("A message is an empire's; the game master writes with /gm narrate.")
    if not said or len(text) > LONGEST_LETTER:
        raise GameError(f"A message has 1 to {LONGEST_LETTER} characters.")
    view = await side_views.view(services, seat)
    if to in view.others:
        if not in_contact(view, seat.side, to):
            raise IllegalOrderError(
                f"You have no link with {view.others[to].name} now: send a ship to one of their worlds.",
                rule="CW-18.0-26",
            )
    else:
        check_contact(view, seat.side, to)
        if len(said) > LONGEST_WITHOUT_AMBASSADORS:
            check_extensive(view, seat.side, to, f"A letter of more than {LONGEST_WITHOUT_AMBASSADORS} characters")
    names = {key: flag.name for key, flag in view.all_flags.items()}
    giver, taker = plain(names[seat.side]), plain(names[to])
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, seat.game_id)
        if row.status == "setup":
            raise WrongPhaseError(f"**{row.name}** has not begun.")
        if idempotency_key and not await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            return taker
        held = await seats.of_game(tx, row.id)
        if any(s.side == seat.side and s.deputy_id == seat.user_id for s in held):
            raise NotYoursError("Words to another government are the player's; a deputy gives orders alone.")
        if not seat.is_gm and not any(s.side == seat.side and s.user_id == seat.user_id for s in held):
            raise NotYoursError("That seat is no longer yours.")
        copy = format_written_copy(giver, taker, said)
        letters = [Letter("gm", row.id, view.turn, "", Target("gm"), copy)]
        for other in held:
            if other.side == to:
                written = to_player(row, other, format_written(giver, said), view.turn)
                letters += [with_reply(letter, seat.side) for letter in written]
        await note(tx, services, row.id, seat.actor, "message.sent", side=seat.side, to=to, text=text)
        await enqueue(tx, services, *letters)
    return taker
