"""Games played in bouts (battles and dogfights), as capsules deal with them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeVar

from render.battle.digest import headlines as battle_headlines
from render.dogfight.log import headlines as fight_headlines
from rules.air_force.events import Event as FlightEvent
from rules.air_force.orders import SeatOrder as PilotOrder
from rules.air_force.state import Dogfight
from rules.bridge.dice import is_told
from rules.dice import Dice
from rules.pentagon_war.events import Event as BattleEvent
from rules.pentagon_war.orders import SeatOrder as CaptainOrder
from rules.pentagon_war.state import Battle
from rules.values import GameError
from storage.bout_orders import BATTLE_CODEC, DOGFIGHT_CODEC, BoutCodec
from storage.codec import pack, unpack
from storage.sheets import SheetState
from umpire.battle import plots
from umpire.battle.battle_files import draw_battle_files
from umpire.bout_kinds import battle, dogfight
from umpire.bout_kinds.kind import BoutKind
from umpire.bouts.bout_reader import bout_news, read_played
from umpire.bouts.course import advance
from umpire.bouts.undo import resume
from umpire.dogfight import flying
from umpire.dogfight.dogfight_files import draw_fight_files
from umpire.outbox.courier import File
from umpire.outbox.outbox import FileKind, Recipe
from umpire.services.services import Services
from umpire.systems.contract import Happened, NewsMaker, Outcome, System

S = TypeVar("S", Battle, Dogfight)
O = TypeVar("O", CaptainOrder, PilotOrder)  # noqa: E741 - S, O, E: state, order, event
E = TypeVar("E", BattleEvent, FlightEvent)

REMINDERS: Final[Mapping[SheetState, str]] = {
    "none": "It waits for you in <#{thread}>, and you have sent nothing yet.",
    "partial": "It waits for you in <#{thread}> until you say that you are done.",
    "complete": "It waits for you in <#{thread}> until you say that you are done.",
    "ready": "Nobody waits for you now. Thank you.",
}
"""A stop in mid-turn may have a deadline of its own."""
SET_UP: Final = 1
"""The opening that begins with the set-up and its players as they stood when the host began the bout; so all starts up to its
first are given."""


def _entry(
    kind: BoutKind,
    codec: BoutCodec[S, O, E],
    draw: Callable[[bytes, bytes, tuple[bytes, ...], str, tuple[FileKind, ...], str, int], tuple[File, ...]],
    news: NewsMaker,
) -> System:
    """A game played in bouts. A bout's host may play a side, so they know no more than anybody until it is over."""

    async def files(
        services: Services, title: str, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
    ) -> tuple[File, ...]:
        async with services.storage.reading() as tx:
            played = await read_played(tx, recipe.game, recipe.opening)
        given = (played.start, played.end, played.told, recipe.side, kinds, title, recipe.turn)
        return await services.workers.run(draw, *given, urgent=urgent)

    def stands_at(state: bytes, turn: int) -> bool:
        bout = codec.read(state)
        return bout.winner is not None or bout.now.turn == turn

    def resolve(
        state: bytes, orders: bytes, seed: bytes, dice_name: str, turn: int, outcomes: tuple[bytes, ...]
    ) -> Outcome:
        del outcomes  # all that happens in a bout is settled in it
        result = kind.progress(pack(state), orders, Dice(seed, dice_name, turn), turn)
        if not result.done:
            raise GameError(f"Turn {turn} does not come to its end with the orders that are kept of it.")
        return Outcome(unpack(result.packed), result.events)

    def happened(data: bytes) -> Happened:
        event = codec.events.decode(data)
        rolls = tuple(roll for roll in event.cause.rolls if is_told(roll))
        return Happened(codec.events.encode(event), rolls, event.seen_by)

    return System(
        name=kind.name,
        schema=kind.schema,
        noun=kind.noun,
        commands=kind.commands,
        host_knows_all=False,
        has_threads=False,
        reminders=REMINDERS,
        advance=lambda services, game_id, by, reason, expect_turn, *, late: advance(
            services, game_id, by, expect_turn, late=late
        ),
        files=files,
        reopened=resume,
        state=lambda data: codec.write(codec.read(data)),
        stands_at=stands_at,
        is_given=lambda opening, seq: opening < SET_UP or (opening == SET_UP and seq == 0),
        resolve=resolve,
        amend=_amend,
        order=lambda data: codec.orders.encode(codec.orders.decode(data)),
        happened=happened,
        made=lambda scenario, seed: None,
        news=news,
        plays_in_turn=True,
    )


def _amend(state: bytes, amendment: bytes, reason: str) -> Outcome:
    """Nobody changes a bout by their word."""
    del state, amendment, reason
    raise GameError("A battle cannot be amended, and this capsule says that one was.")


BATTLES: Final = _entry(
    battle.BATTLES, BATTLE_CODEC, draw_battle_files, partial(bout_news, plots.EYES, battle_headlines)
)
DOGFIGHTS: Final = _entry(
    dogfight.DOGFIGHTS, DOGFIGHT_CODEC, draw_fight_files, partial(bout_news, flying.EYES, fight_headlines)
)
