"""What one side sees of a battle now, and of its earlier turns."""

from typing import Final, TypeAlias

from rules.pentagon_war.events import Event
from rules.pentagon_war.turn.view import BattleView, seen_events, view_for
from storage.bout_codec import BATTLE_CODEC
from storage.codec import unpack
from umpire.bouts.bout_reader import BoutSight, BoutTurn, Eyes, present
from umpire.bouts.played_turns import played_so_far
from umpire.services.services import Umpire

Sight: TypeAlias = BoutSight[BattleView, Event]
Turn: TypeAlias = BoutTurn[BattleView, Event]


async def sight(desk: Umpire, game_id: str, side: str = "") -> Sight:
    """What a side sees now; "" is what everybody may see. WrongPhaseError: the battle has not begun."""
    return await EYES.now(desk, game_id, side)


async def turn_seen(desk: Umpire, now: Sight, number: int | None = None) -> Turn:
    """A turn as the side saw it (the present one by default). WrongPhaseError for one that was not played yet."""
    if number is not None:
        return await EYES.turn(desk, now, number)
    return present(now) if now.events or now.turn <= 1 else await EYES.turn(desk, now, now.turn - 1)


async def whole(desk: Umpire, now: Sight) -> Turn:
    """The battle so far as if it were one turn: its beginning, where it stands, and everything in between."""
    found = await played_so_far(desk, now.standing)
    return BoutTurn(now.turn, now.view, (), found.start, found.end, found.told)


def read_battle(packed: bytes, told: tuple[bytes, ...], side: str | None) -> tuple[BattleView, tuple[Event, ...]]:
    """A side's view (None: the whole truth) of a packed battle, and the events that it was told of."""
    happened = [BATTLE_CODEC.read_event(event) for event in told]
    return view_for(BATTLE_CODEC.read(unpack(packed)), side), seen_events(happened, side)


EYES: Final[Eyes[BattleView, Event]] = Eyes(read_battle, lambda cache: cache.battles, lambda view, _: view)
