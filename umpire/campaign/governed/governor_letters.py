"""What a governor says, as letters between governments; and what the game master is told when one fails."""

from collections.abc import Sequence

from render.campaign.letters.governor_texts import format_governor_failed, format_message, format_message_copy
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.play.governors.situation import AiMessage
from storage.db import Transaction
from storage.games import GameRow
from storage.governors import GovernorRow
from storage.seats import SeatRow
from storage.turns import TurnRow
from umpire.games.notices import side_name, to_masters, to_player
from umpire.games.seat import note
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services

SPEAKER = "governor"


async def send_messages(
    tx: Transaction,
    services: Services,
    row: GameRow,
    held: Sequence[SeatRow],
    turn: TurnRow,
    side: SideId,
    said: Sequence[AiMessage],
) -> None:
    """Send a governor's words to those whom they are said to, with a copy for the game master (CW-18.0-25)."""
    giver = side_name(row, side)
    for one in said:
        copy = format_message_copy(giver, side_name(row, one.to), one.text)
        letters = [Letter("gm", row.id, turn.turn, "", Target("gm"), copy)]
        for other in held:
            if other.side == one.to and other.user_id is not None:
                letters += to_player(row, other, format_message(giver, one.text), turn.turn)
        await note(tx, services, row.id, SPEAKER, "message.sent", side=side, to=one.to, text=one.text)
        await enqueue(tx, services, *letters)


def failed_letter(row: GameRow, governor: GovernorRow, turn: TurnRow, code: str) -> Letter:
    """A governor could not give its orders; the game master may give them in its place."""
    text = format_governor_failed(row.name, side_name(row, governor.side), turn.turn, code)
    return to_masters(row, turn.turn, text)
