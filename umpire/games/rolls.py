"""Players' own dice (`/roll`): drawn from the open turn's seed, so that they can be checked like all others."""

from rules.dice import SEED_BYTES, Dice, commitment
from rules.roll_notation.explain import explain
from rules.roll_notation.resolve import resolve, rolls_of
from rules.roll_notation.tree import parse
from rules.values import GameError, Value
from storage import events as rows
from storage.events import RollRow
from umpire.games.games import present, require_game
from umpire.games.seeds import is_told
from umpire.services.services import Services

MOST_A_TURN = 500
HIDDEN_PREFIX = "secret-"
SECRET_BYTES = 8


class Rolled(Value):
    """A roll as it is shown: the explanation, and how it can be checked."""

    text: str
    proof: str


async def roll_in_game(
    services: Services, game_id: str, user_id: int, side: str, text: str, *, secret: bool = False
) -> Rolled:
    """Roll in a game that has an open turn; the roll is kept and can be recomputed when the seed is told: by everybody, or
    if it was `secret` by those who know its key, which ends in letters that nobody can guess."""
    tree = parse(text)
    async with services.storage.transaction() as tx:
        row = await require_game(tx, game_id)
        turn = await present(tx, row)
        if turn.turn == 0 or is_told(row, turn, "turn"):  # nothing is rolled from a seed that somebody knows
            return roll_alone(services, user_id, text)
        made = await rows.roll_keys_by(tx, game_id, turn.revision, user_id)
        if len(made) >= MOST_A_TURN:
            raise GameError(f"You have rolled {MOST_A_TURN} times this turn; that should do.")
        last = f"{HIDDEN_PREFIX}{services.entropy(SECRET_BYTES).hex()}" if secret else str(_next(made))
        key = f"roll/{user_id}/{last}"
        result = resolve(tree, Dice(turn.seed, turn.dice_name, turn.turn), key)
        kept, now = rolls_of(result), services.seconds()
        await rows.keep_rolls(tx, kept, game_id, turn.revision, side=side, user_id=user_id, text=text, at=now)
    return Rolled(explain(result), f"turn {turn.turn}, key {key}, seed committed as {turn.commitment[:16]}…")


def is_for(row: RollRow, side: str, user_id: int) -> bool:
    """Whether a user who holds this side's seat may have a roll: one of the side's, or if it was secret one of their own.

    What somebody rolled in secret is theirs: it does not pass on with the seat, and goes with them when they leave it.
    """
    return row.user_id == user_id if _is_secret(row.key) else row.side == side


def _is_secret(key: str) -> bool:
    parts = key.split("/")
    return parts[0] == "roll" and len(parts) > 2 and parts[2].startswith(HIDDEN_PREFIX)


def _next(made: tuple[str, ...]) -> int:
    """The number of a public roll; those made in secret leave no gap."""
    numbers = [parts[2] for parts in (key.split("/") for key in made) if parts[0] == "roll" and len(parts) > 2]
    return 1 + max((int(number) for number in numbers if number.isdecimal()), default=0)


def roll_alone(services: Services, user_id: int, text: str) -> Rolled:
    """Roll where no game is on: from a seed of its own, told at once (it shows how, but nothing was promised before)."""
    seed = services.entropy(SEED_BYTES)
    result = resolve(parse(text), Dice(seed, "table", 0), f"roll/{user_id}/1")
    return Rolled(explain(result), f"no campaign here; seed {seed.hex()[:16]}…, SHA-256 {commitment(seed)[:16]}…")
