"""What one side sees of a battle now, and of its earlier turns."""

from typing import Final, TypeAlias

from rules.events import seen_events
from rules.pentagon_war.events import Event
from rules.pentagon_war.turn.view import BattleView, view_for
from storage.bout_codec import BATTLE_CODEC
from storage.codec import unpack
from umpire.bouts.bout_reader import BoutReader, BoutSight, BoutTurn, present
from umpire.bouts.played_turns import played_so_far
from umpire.services.cache import Slot
from umpire.services.services import Services

Sight: TypeAlias = BoutSight[BattleView, Event]
Turn: TypeAlias = BoutTurn[BattleView, Event]


async def sight(services: Services, game_id: str, side: str = "") -> Sight:
    """What a side sees now; "" is what everybody may see. WrongPhaseError: the battle has not begun."""
    return await EYES.now(services, game_id, side)


async def turn_seen(services: Services, seen: Sight, number: int | None = None) -> Turn:
    """A turn as the side saw it (the present one by default). WrongPhaseError for one that was not played yet."""
    if number is not None:
        return await EYES.turn(services, seen, number)
    return present(seen) if seen.events or seen.turn <= 1 else await EYES.turn(services, seen, seen.turn - 1)


async def whole(services: Services, seen: Sight) -> Turn:
    """The battle so far as if it were one turn: its beginning, where it stands, and everything in between."""
    found = await played_so_far(services, seen.standing)
    return BoutTurn(seen.turn, seen.view, (), found.start, found.end, found.told)


def read_battle(packed: bytes, told: tuple[bytes, ...], side: str | None) -> tuple[BattleView, tuple[Event, ...]]:
    """A side's view (None: the whole truth) of a packed battle, and the events that it was told of."""
    happened = [BATTLE_CODEC.read_event(event) for event in told]
    return view_for(BATTLE_CODEC.read(unpack(packed)), side), seen_events(happened, side)


EYES: Final[BoutReader[BattleView, Event]] = BoutReader(read_battle, Slot(), lambda view, _: view)
