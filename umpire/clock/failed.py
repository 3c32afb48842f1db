"""A turn that could not be resolved: told to the game master once, and tried again after a while."""

from typing import Final

from rules.errors import GameError
from storage import audit
from storage.db import Transaction
from storage.engine import Scope
from umpire.games.audit import note
from umpire.games.opening import UNRESOLVED
from umpire.outbox.outbox import Letter, Target, enqueue
from umpire.services.services import Services

AGAIN_SECONDS: Final = 600


async def just_failed(tx: Transaction, game_id: str, turn: int, now: int) -> bool:
    """Whether that was told less than ten minutes ago."""
    return any(
        abs(now - problem.reported_at) < AGAIN_SECONDS
        for problem in await audit.open_problems(tx, game_id)
        if (problem.kind, problem.subject) == (UNRESOLVED, subject_of(turn))
    )


def subject_of(turn: int) -> str:
    """What the problem is about, in its row."""
    return f"turn {turn}"


async def tell_failure(services: Services, game: str, turn: int, code: str, wrong: Exception) -> None:
    """Tell the game master, once, with a code that is in the log, too."""
    async with services.storage.transaction(Scope(game)) as tx:
        if not await audit.report_problem(tx, game, UNRESOLVED, subject_of(turn), services.seconds()):
            return
        await note(tx, services, game, "clock", "turn.failed", turn=turn, code=code, error=type(wrong).__name__)
        # What the game itself says is for the game master to mend; whatever else is raised is nobody's but ours.
        why = str(wrong) if isinstance(wrong, GameError) else "A fault in the program."
        text = (
            f"Turn {turn} could not be resolved (code {code}, also in the program's log). {why} "
            "All orders are kept; it is tried again every ten minutes."
        )
        await enqueue(tx, services, Letter("problem", game, turn, "", Target("gm"), text, ping="problem"))
