"""What everybody may know of a game's dice: its turns with their commitments, and the seeds told by now."""

from rules.values import Value
from storage import turns
from storage.turns import TurnState
from umpire.capsules.export import is_told
from umpire.games.games import require_game
from umpire.services.services import Services


class Told(Value):
    """One playing of a turn and its dice; `seed` (hexadecimal) is None until it is told."""

    turn: int
    opening: int
    state: TurnState
    commitment: str
    seed: str | None
    words: dict[str, str]


async def told(services: Services, game_id: str) -> tuple[Told, ...]:
    """All turns of a game with their commitments, and the seeds and words that are public by now. For everybody."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        found: list[Told] = []
        for turn in await turns.of_game(tx, game_id):
            known = is_told(row, turn) and turn.seed != b""
            seed, words = (turn.seed.hex(), dict(turn.words)) if known else (None, {})
            found.append(Told(turn.turn, turn.opening, turn.state, turn.commitment, seed, words))
        return tuple(found)
