"""The public state of a campaign in words: nothing in it depends on anybody's orders but whether they are ready."""

from collections.abc import Collection, Sequence

from render.canvas.safe_text import plain
from storage.seats import SeatRow
from umpire.games.games import Game
from umpire.games.schedule import describe

STATES = {
    "setup": "being set up",
    "running": "running",
    "paused": "paused",
    "finished": "finished",
}


def status_text(game: Game, seats: Sequence[SeatRow], ready: Collection[str]) -> str:
    """Turn, deadline, seats and who is ready."""
    state = "races are being designed" if game.is_open and game.status == "setup" else STATES[game.status]
    lines = [f"### {plain(game.name)} · {state}"]
    if game.turn:
        waits = "its result waits for the game master" if game.turn_state == "draft" else "open for orders"
        lines.append(f"Turn {game.turn}: {waits}.")
    if game.deadline is not None:
        lines.append(f"Deadline <t:{game.deadline}:F> (<t:{game.deadline}:R>)")
    lines.append(f"Turns are due {describe(game.schedule)}.")
    lines += player_lines(game, seats, ready)
    return "\n".join(lines)


def player_lines(game: Game, seats: Sequence[SeatRow], ready: Collection[str]) -> list[str]:
    """One line a seat: who holds it, and whether they are ready."""
    lines = []
    names = {flag.id: flag.name for flag in game.sides}
    for seat in seats:
        holder = f"<@{seat.user_id}>" if seat.user_id is not None else "*open*"
        if not seat.side:
            lines.append(f"Game master: {holder}")
            continue
        mark = "✔ ready" if seat.side in ready else "… not ready yet"
        if game.turn == 0 or seat.user_id is None:
            mark = ""
        away = " (away)" if seat.away else ""
        lines.append(f"**{plain(names.get(seat.side, seat.side))}** {holder}{away} {mark}".rstrip())
    return lines
