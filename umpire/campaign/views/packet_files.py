"""A packet's files: report, map (with a picture of each world that is fought over) and map in words, and the atlas where it is
wanted, drawn in a worker.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.layout import posted_region
from render.campaign.cluster_map.text_map import write_map_text
from render.campaign.front_page import write_front_page
from render.campaign.report.pages import write_report
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from storage import events, snapshots
from storage.codec import EVENTS, decode_state, unpack
from umpire.campaign.views.battle_films import contested_worlds, paint_fronts
from umpire.campaign.views.reports import chronicle, names_in
from umpire.campaign.views.side_views import bind, campaign_film, packed_at, starts
from umpire.outbox.courier import FILE_NAMES, File, draw_letter_files, text_file
from umpire.outbox.outbox import FOLD_LINE, FileKind, Recipe
from umpire.services.services import Services

KEEPSAKES: Final[frozenset[FileKind]] = frozenset({"chronicle", "film"})
"""What goes with no turn's packet."""


async def draw_packet(
    services: Services, title: str, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
) -> tuple[File, ...]:
    """One side's files (side "": the game master's) of one playing of a turn, drawn in a worker; of a campaign that is over also
    its chronicle and film, which are everybody's."""
    if set(kinds) & KEEPSAKES:
        kept = [*(await chronicle(services, recipe.game, None) if "chronicle" in kinds else ())]
        return (*kept, *([await campaign_film(services, recipe.game, None)] if "film" in kinds else ()))
    async with services.storage.reading() as tx:
        packed = await packed_at(tx, services, await snapshots.result_of(tx, recipe.game, recipe.revision))
        happened = await events.encoded_of_revision(tx, recipe.game, recipe.revision)
        earlier = await starts(tx, recipe.game, recipe.revision) if "atlas" in kinds else ()
        key = (
            await snapshots.latest(tx, recipe.game, recipe.revision, "start")
            if {"report", "map"} & set(kinds)
            else None
        )
        start = b"" if key is None else await packed_at(tx, services, key)
    return await services.workers.run(
        draw, packed, happened, recipe.side, kinds, title, recipe.turn, earlier, start, urgent=urgent
    )


def draw(
    packed: bytes,
    happened: tuple[bytes, ...],
    side: str,
    kinds: tuple[FileKind, ...],
    campaign: str,
    turn: int,
    earlier: tuple[bytes, ...] = (),
    start: bytes = b"",
) -> tuple[File, ...]:
    """Make one side's files (side "": the game master's) from a packed state and encoded events; the atlas also from the
    packed states of `earlier` turns, the report with what was known at the turn's `start`. Runs in a worker."""
    state, told = _read(packed, happened)
    view = view_for(state, side) if side else gm_view(state)

    def pictures() -> tuple[File, ...]:
        before = view_for(_state(start), side) if side and start else None
        region = posted_region(view, before) if side else None
        moment = f"After turn {turn}" if view.turn > turn else ""
        made = draw_cluster_map(
            view, region=region, campaign=campaign, moment=moment, in_report=bool(side), before=before
        )
        return File(FILE_NAMES["map"], made.png, made.alt), *paint_fronts(
            view, contested_worlds(view, told), told, campaign
        )

    return draw_letter_files(
        kinds,
        {
            "report": lambda: text_file("report", _report(view, told, campaign, turn, start)),
            "map": pictures,
            "text-map": lambda: text_file("text-map", write_map_text(view, campaign=campaign)),
            "atlas": lambda: bind((*earlier, packed), side, campaign),
        },
    )


def _report(view: View, told: Sequence[Event], campaign: str, turn: int, start: bytes) -> str:
    """A report: a player's front page above the fold, everything that happened below it; the game master's has no front page."""
    whole = write_report(view, told, campaign=campaign, turn=turn, before=names_in(start, view.side))
    if view.is_gm:
        return whole
    mine = [event for event in told if may_see(event, view.side)]
    before = view_for(_state(start), view.side) if start else None
    page = write_front_page(view, mine, turn, before)
    return f"{page}\n{FOLD_LINE}\n{whole}"


@lru_cache(maxsize=2)
def _state(packed: bytes) -> GameState:
    return decode_state(unpack(packed))


@lru_cache(maxsize=2)
def _read(packed: bytes, happened: tuple[bytes, ...]) -> tuple[GameState, list[Event]]:
    """A turn's outcome and what happened in it; reading them takes longer than drawing them for a side, and a game's packets are
    made one after the other."""
    return decode_state(unpack(packed)), [EVENTS.decode(event) for event in happened]
