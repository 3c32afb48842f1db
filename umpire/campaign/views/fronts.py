"""Pictures of worlds that are fought over, as a seat may see them: each now, and each week by week as a film."""

from collections.abc import Iterable
from typing import Final

from render.campaign.front.draw import draw_front
from render.campaign.front.film import Month, make_film, weeks_of
from render.campaign.front.scene import Scene, is_contested, looks_of, scene_of
from render.canvas.theme import ThemeName, theme_named
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.ground import GroundFought, InvasionBeaten, TroopsLanded, WorldConquered
from rules.cluster_war.model.state.names import ColonyId, SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.errors import GameError, WrongPhaseError, quoted
from storage import events, snapshots, turns
from storage.codec import EVENTS, decode_state, unpack
from umpire.campaign.open_turn import present
from umpire.campaign.views import reports, side_views
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services

MOST_PICTURES: Final = 3
WAR: Final = (TroopsLanded, GroundFought, WorldConquered, InvasionBeaten)
"""What makes a world one that was fought over in a month."""
MOST_TURNS: Final = 24
"""A film shows so many turns at most, the last."""
Saved = tuple[int, bytes, tuple[bytes, ...]]
"""A turn, its packed state at its start, and the encoded events of its playing (none for the turn that is open)."""


async def front_pictures(services: Services, seat: Seat, world: ColonyId, theme: ThemeName) -> tuple[File, ...]:
    """A world's surface as the seat sees it now, or with "" those that are fought over, three at most; none where there are
    none. GameError for a world that is no front of theirs."""
    view = await side_views.view(services, seat)
    if world and world not in view.fronts:
        raise GameError(f"{quoted(world)} is no front of yours; /invade fronts without a world lists them.")
    if not view.fronts:
        return ()
    try:
        happened = (await reports.report(services, seat)).events
    except WrongPhaseError:
        happened = ()
    worlds = (world,) if world else contested(view, happened)
    if not worlds:
        return ()
    async with services.storage.reading() as tx:
        campaign = (await require_game(tx, seat.game_id)).name
    return await services.workers.run(paint_fronts, view, worlds, happened, campaign, theme, urgent=True)


def contested(view: View, happened: Iterable[Event] = ()) -> tuple[ColonyId, ...]:
    """The worlds of a view's fronts that are fought over, or were in the month of these events as far as its side heard; three
    at most, those with most forces first."""
    heard = (e for e in happened if isinstance(e, WAR) and (view.is_gm or may_see(e, view.side)))
    fought = {event.world for event in heard}
    found = [front for front in view.fronts.values() if is_contested(front) or front.world in fought]
    found.sort(key=lambda front: (-len(front.forces) - len(front.enemies), front.world))
    return tuple(front.world for front in found[:MOST_PICTURES])


def paint_fronts(
    view: View, worlds: Iterable[ColonyId], happened: Iterable[Event], campaign: str, theme: ThemeName = "dark"
) -> tuple[File, ...]:
    """A picture of each world; runs in a worker."""
    told = tuple(happened)
    found = []
    for world in worlds:
        picture = draw_front(view, view.fronts[world], told, theme=theme, campaign=campaign)
        found.append(File(f"front-{world}.png", picture.png, picture.alt, apart=True))
    return tuple(found)


async def front_film(services: Services, seat: Seat, world: ColonyId, theme: ThemeName) -> File:
    """A world's war so far, week by week, as the seat saw it. GameError where it has seen none of it in the last turns."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        standing = [t for t in await turns.of_game(tx, row.id) if t.state != "undone" and 0 < t.turn <= now.turn]
        saved: list[Saved] = []
        for turn in standing[-MOST_TURNS:]:
            key = await snapshots.latest(tx, row.id, turn.opening, "start")
            if key is not None:
                happened = await events.encoded_of_opening(tx, row.id, turn.opening) if turn.turn < now.turn else ()
                saved.append((turn.turn, await snapshots.load_packed(tx, key), tuple(happened)))
    made = await services.workers.run(paint_film, tuple(saved), seat.side, world, row.name, theme, urgent=True)
    if made is None:
        raise GameError(f"You have seen no war on {quoted(world)} in the last {MOST_TURNS} turns.")
    return made


def paint_film(
    saved: tuple[Saved, ...], side: SideId, world: ColonyId, campaign: str, theme: ThemeName = "dark"
) -> File | None:
    """The film of a world that a side ("": the game master) has seen, None where it has seen nothing; runs in a worker."""
    views: list[tuple[int, View, tuple[bytes, ...]]] = []
    for turn, packed, happened in saved:
        state = decode_state(unpack(packed))
        views.append((turn, view_for(state, side) if side else gm_view(state), happened))
    scenes = [_scene(view, world) for _, view, _ in views]
    months = [
        Month(turn, start, end, tuple(EVENTS.decode(event) for event in happened))
        for (turn, _, happened), start, end in zip(views[:-1], scenes[:-1], scenes[1:], strict=True)
        if start is not None or end is not None
    ]
    looks = looks_of(views[-1][1], theme_named(theme))
    if next(weeks_of(months, looks), None) is None:
        return None
    film = make_film(months, looks, theme=theme, title=campaign)
    return File(f"war-{world}.gif", film.gif, film.alt)


def _scene(view: View, world: ColonyId) -> Scene | None:
    front = view.fronts.get(world)
    return None if front is None else scene_of(view, front)
