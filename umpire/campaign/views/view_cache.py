"""What each side sees after a turn, made where the turn is resolved: its view, packed, and its news.

Both can be read from the snapshots as well. But a side's view is a twentieth of the state that it is made from, and a state that
is decoded for the first who asks keeps everybody else waiting.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from render.campaign.news import Headline, headlines
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import Value
from storage.codec import decode_value, encode_value, pack, unpack
from storage.snapshots import Phase, SnapshotKey
from umpire.services.services import Cache, Slot


class CachedView(Value):
    """What a turn led to for one side: its packed view, the turn's news, greatest first (None: not known), and whether the side
    has nothing left as far as it knows."""

    view: bytes
    news: tuple[Headline, ...] | None
    is_spent: bool = False


CACHED_VIEWS: Final[Slot[tuple[str, Phase, SideId], tuple[SnapshotKey, CachedView]]] = Slot(limit=768)
"""By game, phase and side, with the snapshot: the latest only. Some 10 to 30 kB each; there is room for the sides of a hundred
games."""
NEWS_CACHE: Final[Slot[tuple[str, int, int, SideId], tuple[Headline, ...]]] = Slot(limit=1024)
"""A turn's news by game, revision, revision of the turn that followed, and side."""


def make_views(before: GameState, after: GameState, events: Sequence[Event], turn: int) -> Mapping[SideId, CachedView]:
    """What each side sees after a turn, by side; `events` are all of the turn's. For a worker: a late turn's takes as long as the
    turn itself."""
    found: dict[SideId, CachedView] = {}
    for side in after.sides:
        view = view_for(after, side)
        start = view_for(before, side) if side in before.sides else None
        told = [event for event in events if may_see(event, side)]
        found[side] = CachedView(pack(encode_value(view)), headlines(view, told, turn, start), is_spent(view))
    return found


def is_spent(view: View) -> bool:
    """Whether a side has nothing left with which it could order anything: no colony, no unit, no CPs."""
    has = (view.colonies, view.fleets, view.ships, view.bases, view.builds)
    forces = (force for front in view.fronts.values() for force in front.forces.values())
    return not any(has) and view.income.available <= 0 and all(force.side != view.side for force in forces)


def store_views(cache: Cache, key: SnapshotKey, made: Mapping[SideId, CachedView]) -> None:
    """Remember what the sides see in a snapshot that a turn led to: in its draft, or once it is published in the start of the
    turn that follows, when its news may be told."""
    for side, one in made.items():
        _store(cache, key, side, one)
        if key.phase == "start" and one.news is not None:
            cache.of(NEWS_CACHE).put((key.game, key.revision - 1, key.revision, side), one.news)


def load_views(cache: Cache, key: SnapshotKey, sides: Iterable[SideId]) -> Mapping[SideId, CachedView]:
    """What is remembered of a snapshot; nothing of one that the game master has changed since."""
    found = {side: _load(cache, key, side) for side in sides}
    return {side: one for side, one in found.items() if one is not None}


def store_view(cache: Cache, key: SnapshotKey, side: SideId, view: View) -> View:
    """Remember a view that was made of the whole state, so that it is made of it but once."""
    _store(cache, key, side, CachedView(pack(encode_value(view)), None))
    return view


def load_view(cache: Cache, key: SnapshotKey, side: SideId) -> View | None:
    """A side's view of a snapshot, if it was made where that was; never the game master's, who sees everything."""
    one = _load(cache, key, side)
    return None if one is None else decode_value(View, unpack(one.view))


def _store(cache: Cache, key: SnapshotKey, side: SideId, one: CachedView) -> None:
    """A look back at an earlier snapshot does not push out the present one."""
    kept, place = cache.of(CACHED_VIEWS), (key.game, key.phase, side)
    found = kept.get(place)
    if found is None or found[0] <= key:
        kept.put(place, (key, one))


def _load(cache: Cache, key: SnapshotKey, side: SideId) -> CachedView | None:
    found = cache.of(CACHED_VIEWS).get((key.game, key.phase, side))
    return found[1] if found is not None and found[0] == key else None
