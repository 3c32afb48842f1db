"""Games played in bouts (battles and dogfights), as capsules deal with them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from rules.air_force import state as air_force
from rules.air_force.events import Event as FlightEvent
from rules.air_force.orders import SeatOrder as PilotOrder
from rules.air_force.state import Dogfight
from rules.errors import GameError
from rules.pentagon_war import state as pentagon_war
from rules.pentagon_war.events import Event as BattleEvent
from rules.pentagon_war.orders import SeatOrder as CaptainOrder
from rules.pentagon_war.state import Battle
from storage.bout_codec import BATTLE_CODEC, DOGFIGHT_CODEC, BoutCodec
from storage.codec import pack, unpack
from storage.db import Transaction
from storage.games import GameRow
from storage.sheets import SheetState
from umpire.battle.battle_files import draw_battle_files
from umpire.bout_kinds.battle import BATTLE
from umpire.bout_kinds.dogfight import DOGFIGHT
from umpire.bout_kinds.known import progress
from umpire.bouts.course import advance
from umpire.bouts.played_turns import read_played
from umpire.bouts.reopening import resume
from umpire.dogfight.dogfight_files import draw_fight_files
from umpire.outbox.courier import File
from umpire.outbox.outbox import FileKind, Recipe
from umpire.services.services import Services
from umpire.systems.contract import Happened, Outcome, System

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
"""The opening that begins with the set-up and its players as they stood when the host began the bout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bout(System, Generic[S, O, E]):
    """See `System`. A bout's host may play a side, so they know no more than anybody until it is over."""

    codec: BoutCodec[S, O, E]
    draw: Callable[[bytes, bytes, tuple[bytes, ...], str, tuple[FileKind, ...], str, int], tuple[File, ...]]
    host_knows_all: bool = False
    has_threads: bool = False
    reminders: Mapping[SheetState, str] = field(default_factory=lambda: REMINDERS)

    async def advance(
        self, services: Services, game_id: str, by: str, reason: str, expect_turn: int, *, late: bool
    ) -> None:
        """Play on to the next stop."""
        del reason
        await advance(services, game_id, by, expect_turn, late=late)

    async def files(
        self, services: Services, title: str, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
    ) -> tuple[File, ...]:
        """As a side ("*": everybody) may see them."""
        async with services.storage.reading() as tx:
            played = await read_played(tx, recipe.game, recipe.opening)
        given = (played.start, played.end, played.told, recipe.side, kinds, title, recipe.turn)
        return await services.workers.run(self.draw, *given, urgent=urgent)

    async def reopened(self, tx: Transaction, services: Services, row: GameRow, *, renewed: bool) -> None:
        """What was confirmed under other dice is open again; then it is played as far as the orders reach."""
        await resume(tx, services, row, renewed=renewed)

    def state(self, data: bytes) -> bytes:
        """A saved bout, checked."""
        return self.codec.write(self.codec.read(data))

    def stands_at(self, state: bytes, turn: int) -> bool:
        """Whether a bout stands in this turn, or is over."""
        bout = self.codec.read(state)
        return bout.winner is not None or bout.now.turn == turn

    def is_given(self, opening: int, seq: int) -> bool:
        """Every set-up, and the start of the first turn: its players took their sides after that."""
        return opening < SET_UP or (opening == SET_UP and seq == 0)

    def resolve(self, state: bytes, orders: bytes, seed: bytes, dice_name: str, turn: int) -> Outcome:
        """A turn from the sides' sheets. GameError if it waits for somebody still."""
        result = progress(self.name, pack(state), orders, seed, dice_name, turn)
        if not result.done:
            raise GameError(f"Turn {turn} does not come to its end with the orders that are kept of it.")
        return Outcome(unpack(result.packed), result.events)

    def amend(self, state: bytes, amendment: bytes, reason: str) -> Outcome:
        """GameError: nobody changes a bout by their word."""
        del state, amendment, reason
        raise GameError("A battle cannot be amended, and this capsule says that one was.")

    def order(self, data: bytes) -> bytes:
        """An order, brought up to date."""
        return self.codec.write_order(self.codec.read_order(data))

    def happened(self, data: bytes) -> Happened:
        """An event, brought up to date."""
        event = self.codec.read_event(data)
        return Happened(self.codec.write_event(event), event.cause.rolls, event.seen_by)

    def made(self, scenario: Any, seed: bytes) -> bytes | None:
        """None: a set-up is drawn by hand."""
        del scenario, seed
        return None


BATTLES: Final = Bout(
    name=BATTLE,
    schema=pentagon_war.SCHEMA,
    ruleset=pentagon_war.RULESET,
    noun="a battle",
    commands="its commands begin with /battle, /ship, /plot, /fire",
    codec=BATTLE_CODEC,
    draw=draw_battle_files,
)
DOGFIGHTS: Final = Bout(
    name=DOGFIGHT,
    schema=air_force.SCHEMA,
    ruleset=air_force.RULESET,
    noun="a dogfight",
    commands="its commands are under /dogfight",
    codec=DOGFIGHT_CODEC,
    draw=draw_fight_files,
)
