"""The film of a campaign so far: a side's as it saw each turn then; the game master's, and at the end everybody's, the truth."""

from typing import Final

from render.campaign.film.film import make_film
from render.campaign.film.still import still_of
from render.canvas.theme import ThemeName
from rules.cluster_war.model.state.names import SideId
from rules.errors import NotYoursError, WrongPhaseError
from storage import snapshots
from umpire.campaign.open_turn import present
from umpire.campaign.views.course import SavedTurn, saved_turns, seen, sight_of
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.cache import Slot
from umpire.services.services import Services

FILMS: Final[Slot[tuple[str, int, int, SideId, int, str], File]] = Slot(limit=8)
"""The films made last: by game, opening, number of its start, side, first turn and colours. Each takes seconds to make."""


async def campaign_film(
    services: Services,
    game_id: str,
    seat: Seat | None,
    theme: ThemeName = "dark",
    *,
    turns: int = 0,
    truth: bool = False,
) -> File:
    """The film of the last so many turns (0: of all, 120 at most) as the seat sees them; with `truth` of all that there was.

    NotYoursError: the truth is the game master's until the campaign is over, and before that nothing is a visitor's;
    WrongPhaseError: no turn is over yet. GameError for an unknown theme."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        side = watcher(seat, over=row.status == "finished", truth=truth)
        now = await present(tx, row)
        first = max(now.turn - turns, 1) if turns else 1
        start = await snapshots.require(tx, row.id, now.opening)
        key = (row.id, now.opening, start.seq, side, first, theme)
        kept = services.cache.of(FILMS).get(key)
        if kept is not None:
            return kept
        saved = await saved_turns(tx, row.id, now, first)
    if len(saved) < 2:
        raise WrongPhaseError(f"**{row.name}** is in its first turn; its film begins when that is resolved.")
    return services.cache.of(FILMS).put(key, await services.workers.run(paint_film, saved, side, row.name, theme))


def watcher(seat: Seat | None, *, over: bool, truth: bool) -> SideId:
    """As whom somebody may watch: "" is the truth. NotYoursError for what is not theirs."""
    if seat is None or truth:
        if over or (seat is not None and seat.is_gm and not seat.side):
            return ""
        whose = "You hold no seat here" if seat is None else "The whole truth is the game master's"
        raise NotYoursError(f"{whose}; when the campaign is over it is everybody's.")
    return seat.side


def paint_film(saved: tuple[SavedTurn, ...], side: SideId, campaign: str, theme: ThemeName) -> File:
    """Read each turn's view and draw; runs in a worker."""
    course = seen(saved, side)
    stills = [still_of(course[0].start), *(still_of(one.end, one.news) for one in course)]
    film = make_film(stills, sight_of(saved[-1].packed, side), title=campaign, theme=theme)
    return File("campaign.gif", film.gif, film.alt)
