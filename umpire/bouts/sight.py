"""What one side sees of a battle now, and of its earlier turns: decoded once, and remembered while it is asked for."""

from dataclasses import dataclass

from rules.pentagon_war.events import Event
from rules.pentagon_war.turn.view import BattleView, seen_events, view_for
from storage.bout_codec import BATTLE_CODEC
from storage.codec import unpack
from umpire.bouts.acts import Standing, look
from umpire.bouts.letters import PUBLIC
from umpire.bouts.past_turns import played, played_so_far, sight_key
from umpire.desk import Umpire


@dataclass(frozen=True, slots=True)
class Sight:
    """A battle as one side knows it: where it stands, its view, and what it was told in this turn so far.

    When the battle is over everybody sees the whole truth.
    """

    standing: Standing
    side: str
    view: BattleView
    events: tuple[Event, ...]

    @property
    def over(self) -> bool:
        """Whether nothing more can be sent."""
        return self.standing.case.game.status == "finished"

    @property
    def turn(self) -> int:
        """The turn the battle stands in."""
        return self.standing.case.turn.turn


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as a side saw it: the view at its end (or now), what it was told; packed and encoded, its start, its end
    and all that happened."""

    number: int
    view: BattleView
    events: tuple[Event, ...]
    start: bytes
    end: bytes
    told: tuple[bytes, ...]


async def sight(desk: Umpire, game_id: str, side: str = "") -> Sight:
    """What a side sees now; "" is what everybody may see. WrongPhaseError: the battle has not begun."""
    standing = await look(desk, game_id, side)
    known = side or PUBLIC
    came = standing.came
    over = standing.case.game.status == "finished"
    view, seen = _seen(desk, standing, came.packed, came.events, None if over else known)
    return Sight(standing, known, view, seen)


async def turn_seen(desk: Umpire, now: Sight, number: int | None = None) -> Turn:
    """A turn as the side saw it (the present one by default). WrongPhaseError for one that was not played yet."""
    case, came = now.standing.case, now.standing.came
    if number is None or (number == now.turn and not now.over):
        if number is None and not now.events and now.turn > 1:
            return await turn_seen(desk, now, now.turn - 1)
        return Turn(now.turn, now.view, now.events, case.packed, came.packed, came.events)
    found = await played(desk, now.standing, number)
    view, seen = _seen(desk, now.standing, found.end, found.told, None if now.over else now.side)
    return Turn(number, view, seen, found.start, found.end, found.told)


async def whole(desk: Umpire, now: Sight) -> Turn:
    """The battle so far as if it were one turn: its beginning, where it stands, and everything in between."""
    found = await played_so_far(desk, now.standing)
    return Turn(now.turn, now.view, (), found.start, found.end, found.told)


def _seen(
    desk: Umpire, standing: Standing, packed: bytes, told: tuple[bytes, ...], side: str | None
) -> tuple[BattleView, tuple[Event, ...]]:
    key = sight_key(standing.case.game.id, packed, told, side)
    found = desk.cache.battles.get(key)
    if found is None:
        battle = BATTLE_CODEC.read(unpack(packed))
        happened = [BATTLE_CODEC.read_event(event) for event in told]
        found = desk.cache.battles.put(key, (view_for(battle, side), seen_events(happened, side)))
    return found
