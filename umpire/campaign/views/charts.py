"""An empire's history, from what its own side saw at the start of each turn."""

from render.campaign.charts.alt import history_table
from render.campaign.charts.draw import draw_history
from render.campaign.charts.points import Point, point_of
from rules.cluster_war.turn.views.side_views import view_for
from rules.errors import NotYoursError
from storage import snapshots, turns
from storage.codec import decode_state, unpack
from umpire.campaign.open_turn import present
from umpire.games.games import require_game, sides_of
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services

MOST_TURNS = 120


async def history(services: Services, seat: Seat, theme: str = "dark") -> tuple[File, File]:
    """The chart of a side's turns so far and its table in text; the last 120 turns. Drawn in a worker.

    NotYoursError without a side; WrongPhaseError before the first turn; GameError for a bad theme.
    """
    if not seat.side:
        raise NotYoursError("A history is an empire's; the game master sees each side with /gm side.")
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        await present(tx, row)
        standing = [t for t in await turns.of_game(tx, row.id) if t.state != "undone" and t.turn > 0]
        packed: list[bytes] = []
        for turn in standing[-MOST_TURNS:]:
            key = await snapshots.latest(tx, row.id, turn.opening, "start")
            if key is not None:
                packed.append(await snapshots.load_packed(tx, key))
    name = next((flag.name for flag in sides_of(row) if flag.id == seat.side), seat.side)
    return await services.workers.run(paint_history, tuple(packed), seat.side, name, row.name, theme, urgent=True)


def paint_history(packed: tuple[bytes, ...], side: str, empire: str, campaign: str, theme: str) -> tuple[File, File]:
    """Read each turn's view, draw, and write the table; runs in a worker."""
    points = tuple(points_of(packed, side))
    picture = draw_history(points, empire, campaign, theme)
    table = history_table(points, empire, campaign)
    return File("history.png", picture.png, picture.alt), File("history.txt", table.encode())


def points_of(packed: tuple[bytes, ...], side: str) -> list[Point]:
    """A side's figures, turn by turn."""
    return [point_of(view_for(decode_state(unpack(data)), side)) for data in packed]
