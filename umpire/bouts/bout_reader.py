"""What one side sees of a bout of any game, now and in earlier turns: decoded once, and remembered while it is asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.events import EVERYONE
from umpire.bouts.played_turns import Played, played, sight_key
from umpire.bouts.sending import Standing, look
from umpire.services.cache import Slot
from umpire.services.services import Services

V = TypeVar("V")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class BoutSight(Generic[V, E]):
    """A bout as one side knows it: where it stands, its view, and what it was told in this turn so far.

    When the bout is over everybody sees the whole truth.
    """

    standing: Standing
    side: str
    view: V
    events: tuple[E, ...]

    @property
    def over(self) -> bool:
        """Whether nothing more can be sent or decided."""
        return self.standing.case.game.status == "finished"

    @property
    def turn(self) -> int:
        """The turn the bout stands in."""
        return self.standing.case.turn.turn


@dataclass(frozen=True, slots=True)
class BoutTurn(Generic[V, E]):
    """A turn (or several) as a side saw it: the view at its end (or now), what it was told; packed and encoded, its
    start, its end and all that happened."""

    number: int
    view: V
    events: tuple[E, ...]
    start: bytes
    end: bytes
    told: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class BoutReader(Generic[V, E]):
    """How the bouts of one game are looked at.

    `read` makes a side's view (None: the whole truth) of a packed bout and encoded events; `kept` is where it is remembered,
    by game, a hash of the bout and its events, and side; `own` makes a side's own view of one that is seen already.
    """

    read: Callable[[bytes, tuple[bytes, ...], str | None], tuple[V, tuple[E, ...]]]
    kept: Slot[tuple[str, str, str | None], tuple[V, tuple[E, ...]]]
    own: Callable[[V, str], V]

    async def now(self, services: Services, game_id: str, side: str) -> BoutSight[V, E]:
        """What a side sees now; "" is what everybody may see. WrongPhaseError: the bout has not begun."""
        standing = await look(services, game_id, side)
        known = side or EVERYONE
        over = standing.case.game.status == "finished"
        view, seen = self._seen(
            services, game_id, standing.result.packed, standing.result.events, None if over else known
        )
        return BoutSight(standing, known, self.own(view, known), seen)

    async def turn(self, services: Services, now: BoutSight[V, E], number: int) -> BoutTurn[V, E]:
        """A turn as the side saw it. WrongPhaseError for one that was not played yet."""
        if number == now.turn and not now.over:
            return present(now)
        return self.told(services, now, number, await played(services, now.standing, number))

    def told(self, services: Services, now: BoutSight[V, E], number: int, found: Played) -> BoutTurn[V, E]:
        """What was played, as the side saw it."""
        known = None if now.over else now.side
        view, seen = self._seen(services, now.standing.case.game.id, found.end, found.told, known)
        return BoutTurn(number, self.own(view, now.side), seen, found.start, found.end, found.told)

    def _seen(
        self, services: Services, game_id: str, packed: bytes, told: tuple[bytes, ...], side: str | None
    ) -> tuple[V, tuple[E, ...]]:
        key = sight_key(game_id, packed, told, side)
        return services.cache.of(self.kept).get_or_make(key, lambda: self.read(packed, told, side))


def present(now: BoutSight[V, E]) -> BoutTurn[V, E]:
    """The turn the bout stands in, as far as it has come."""
    case, result = now.standing.case, now.standing.result
    return BoutTurn(now.turn, now.view, now.events, case.packed, result.packed, result.events)
