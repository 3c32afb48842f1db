"""What seats of a game have been held by whom, as its log tells it, and what somebody may therefore know."""

from rules.values import Value
from storage import audit, games, turns
from storage import seats as rows
from storage.db import Transaction
from storage.games import GameRow
from umpire.games.games import require_game, sides_of
from umpire.games.seat import Seat, note, require_gm
from umpire.services.services import Services

BEGAN, ENDED = "deputy.began", "deputy.ended"
"""Somebody acts for a seat's holder from now on, and does no longer: they know what the side knows."""
SEAT_PASSED = "seat.passed_in_part"
"""A seat of a game that is a part of this one was handed to somebody: they know what the side knows there, but held no seat of
the game itself."""
SEAT_ACTIONS = ("seat.taken", "seat.left", "seat.held_open", "gm.added", "gm.removed", BEGAN)
BY_ROLE = "gm.by_role"
"""Somebody used a game master's rights by their role, for the first time: they count as having seen everything."""
ROLE_EXPORTED = "gm.exported_by_role"
"""A game master by role took the whole game along as a file, with all salts; nothing says when they lose the role."""
GAME_OPENED = "game.opened"
PERSON_REMOVED = "person.removed"
"""Somebody had their data removed: that they had a seat of this game is known, who they were is not."""


async def former(tx: Transaction, game_id: str, *actions: str) -> set[tuple[int, str]]:
    """All (user, side) that these actions of the log name; side "" is the game master's."""
    found: set[tuple[int, str]] = set()
    for act in await audit.of_actions(tx, game_id, *actions):
        side = str(act.detail.get("side", ""))
        users = (act.detail.get("user"), act.detail.get("was"), act.actor if act.action == "seat.left" else None)
        found |= {(int(str(user)), side) for user in users if str(user).isdecimal()}
    return found


async def ever_held(tx: Transaction, game_id: str) -> set[tuple[int, str]]:
    """Who holds or has held which seat of a game, as (user, side); side "" is the game master's."""
    held = {(row.user_id, row.side) for row in await rows.of_game(tx, game_id) if row.user_id is not None}
    return held | await former(tx, game_id, *SEAT_ACTIONS)


async def seen_before(services: Services, game_id: str, user_id: int, side: str) -> str:
    """What else than this side's a user has seen of a game, "" for nothing: "as game master" or "from another seat"."""
    async with services.storage.reading() as tx:
        had = {s for u, s in await former(tx, game_id, *SEAT_ACTIONS, BY_ROLE, SEAT_PASSED) if u == user_id} - {side}
    return "" if not had else "as game master" if "" in had else "from another seat"


async def hand_overs(tx: Transaction, row: GameRow) -> dict[str, int]:
    """How often each side's seat has changed hands since the game began, for those whose seat has: taken, left or held open,
    and when a deputy stops acting for its holder.

    For all sides it counts when somebody stepped down as game master, before the game began too, sat down who had been one
    by role, or took a game master's capsule along who was one by role alone: it tells the salts of all.
    """
    changes: dict[str, int] = {}
    everybody, looked = 0, set[str]()
    for act in await audit.of_actions(
        tx,
        row.id,
        GAME_OPENED,
        "seat.taken",
        "seat.left",
        "seat.held_open",
        "gm.removed",
        BY_ROLE,
        ROLE_EXPORTED,
        ENDED,
    ):
        side, user = str(act.detail.get("side", "")), str(act.detail.get("user", ""))
        if act.action == GAME_OPENED:
            changes = {}
        elif act.action == BY_ROLE:
            looked.add(user)
        elif act.action == ENDED and act.detail.get("bot"):
            continue  # the bot takes no secrets along
        elif act.action in {ROLE_EXPORTED, "gm.removed"} or (act.action == "seat.taken" and user in looked):
            everybody += 1
        else:
            changes[side] = changes.get(side, 0) + 1
    counted = {flag.id: changes.get(flag.id, 0) + everybody for flag in sides_of(row)}
    return {side: number for side, number in counted.items() if number}


class SeatTenure(Value):
    """Somebody held a seat ("": the game master's) from one turn to another; `user` is an id, or what stands in its place for
    one who had their data removed."""

    side: str
    user: int | str
    first: int
    last: int


async def sittings(tx: Transaction, row: GameRow) -> tuple[SeatTenure, ...]:
    """Who has led which side of a game in which turns, as its log tells it; of game masters those who sit now. Whoever gave a
    seat up before the first turn never led it, and a turn that was open when the game ended is none."""
    held = [turn for turn in await turns.of_game(tx, row.id) if turn.turn > 0]
    if row.status == "finished" and len(held) > 1 and held[-1].state == "open":
        held.pop()
    opened = [(turn.opened_at, turn.turn) for turn in held]
    last = opened[-1][1] if opened else 0
    since: dict[str, tuple[int | str, int]] = {}
    found: list[SeatTenure] = []

    def close(side: str, turn: int) -> None:
        user, first = since.pop(side, (0, 0))
        if user and turn:
            found.append(SeatTenure(side, user, max(first, 1), max(turn, first, 1)))

    for act in await audit.of_actions(tx, row.id, "seat.taken", "seat.left", "seat.held_open"):
        side, user = str(act.detail.get("side", "")), act.detail.get("user", "")
        # Times are whole seconds: what was done in the very second in which a turn opened was done before it.
        turn = max((number for at, number in opened if at < act.at), default=0)
        close(side, turn)
        if act.action == "seat.taken" and side:
            since[side] = (int(user) if str(user).isdecimal() else str(user), turn)
    for side in sorted(since):
        close(side, last)
    masters = [seat.user_id for seat in await rows.of_game(tx, row.id) if not seat.side and seat.user_id is not None]
    return (
        *sorted(found, key=lambda one: (one.side, one.first)),
        *(SeatTenure("", user, 1, max(last, 1)) for user in masters),
    )


async def note_export(services: Services, gm: Seat) -> None:
    """Write down that a game master takes all secrets along as a file, if they are one by role alone: from the next turn on
    all sides have new salts, whatever becomes of the role. Call it with the file in hand, before it is given away."""
    require_gm(gm)
    async with services.storage.transaction() as tx:
        row = await require_game(tx, gm.game_id)
        held = await rows.of_game(tx, row.id)
        if row.status == "finished" or any(s.side == "" and s.user_id == gm.user_id for s in held):
            return
        # A turn that is being resolved was read before this and is not saved with the salts of before.
        await games.bump(tx, row.id, row.version)
        await note(tx, services, row.id, gm.actor, ROLE_EXPORTED, user=gm.user_id)
