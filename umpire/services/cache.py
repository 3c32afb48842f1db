"""Decoded states and views, kept as long as they are used. Keys name snapshots, which never change: nothing goes stale."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from rules.air_force.events import Event as FlightEvent
from rules.air_force.view import DogfightView
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.view import View
from rules.pentagon_war.events import Event
from rules.pentagon_war.turn.view import BattleView
from storage.snapshots import SnapshotKey
from umpire.bout_kinds.progress import Progress

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The most recently used values, at most `limit`."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value, if it is still here."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: K, value: V) -> V:
        """Keep a value; the one that was not used for longest makes room."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)
        return value

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value, made now if it is not here."""
        found = self.get(key)
        return self.put(key, make()) if found is None else found

    def __len__(self) -> int:
        return len(self._kept)


class Cache:
    """What one process remembers between commands. `views` is keyed by snapshot and side ("" is the game master),
    `bouts` by game, opening and a hash of what was sent, `battles` by game, a hash of the battle and its events, and the
    side (None is the whole truth); `dogfights` likewise."""

    def __init__(self, states: int = 8, views: int = 128) -> None:
        self.states: Recent[SnapshotKey, GameState] = Recent(states)
        self.views: Recent[tuple[SnapshotKey, str], View] = Recent(views)
        self.bouts: Recent[tuple[str, int, str], Progress] = Recent(views)
        self.dogfights: Recent[tuple[str, str, str | None], tuple[DogfightView, tuple[FlightEvent, ...]]] = Recent(
            views
        )
        self.battles: Recent[tuple[str, str, str | None], tuple[BattleView, tuple[Event, ...]]] = Recent(views)
