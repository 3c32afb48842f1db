"""What happened in a bout since a player was last told: as their side saw it then, also when the bout is over and all is told."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias, TypeVar

from storage import turns
from umpire.bout_kinds.known import KINDS
from umpire.bouts.bout_reader import BoutReader, read_played
from umpire.bouts.letters import is_alone
from umpire.bouts.sending import look
from umpire.games.games import get_game
from umpire.games.told import Item, Mark, News
from umpire.services.services import Services

V = TypeVar("V")
E = TypeVar("E")
Headlines: TypeAlias = Callable[[V, Sequence[E]], Iterable[tuple[int, str]]]
"""What is worth telling of events, by the view at their end: how much it weighs (1 to 99), and its words."""
MOST_TURNS: Final = 6
"""News is told of the last so many turns; of those before, only how many they were."""
A_TURN: Final = 6
ASKED: Final = "you are asked to decide"


async def bout_news(
    reader: BoutReader[V, E],
    headlines: Headlines[V, E],
    services: Services,
    game_id: str,
    side: str,
    user_id: int,
    since: Mark | None,
) -> News | None:
    """What happened to a side since a mark (None: since now). None before the bout has begun, for who plays no side, and where
    one person plays at a panel alone: nothing happens there without them."""
    row = await get_game(services, game_id)
    if not side or row.opening < 1:
        return None
    standing = await look(services, game_id, side)
    case, result = standing.case, standing.result
    if KINDS[case.game.system].by_panel and is_alone(case):
        return None
    now = case.turn
    view, told = reader.as_told(services, game_id, result.packed, result.events, side)
    begin = since or (now.opening, len(told))
    async with services.storage.reading() as tx:
        passed = [t for t in await turns.of_game(tx, game_id) if begin[0] <= t.opening < now.opening and t.turn > 0]
        done = [t for t in passed if t.state != "undone"]
        played = [(t, await read_played(tx, game_id, t.opening)) for t in done[-MOST_TURNS:]]
    items: list[Item] = []
    for turn, found in played:
        then, seen = reader.as_told(services, game_id, found.end, found.told, side)
        items += _items(turn.turn, headlines(then, seen[begin[1] :] if turn.opening == begin[0] else seen))
    items += _items(now.turn, headlines(view, told[begin[1] :] if begin[0] == now.opening else told))
    over, held = case.game.status == "finished", next((s for s in case.held if s.side == side), None)
    return News(
        turn=now.turn,
        turns=tuple(t.turn for t in done[-MOST_TURNS:]),
        items=tuple(sorted(items, key=lambda one: (-one.weight, -one.turn))),
        waits=(ASKED,) if standing.asked and not over and held is not None and held.user_id == user_id else (),
        mark=(now.opening, len(told)),
        undone=any(t.state == "undone" for t in passed),
        more=max(len(done) - MOST_TURNS, 0),
        due=None if case.game.status == "paused" else case.due,
        over=over,
    )


def _items(turn: int, found: Iterable[tuple[int, str]]) -> list[Item]:
    greatest = sorted(found, key=lambda one: -one[0])[:A_TURN]
    return [Item(turn, weight, text) for weight, text in greatest]
