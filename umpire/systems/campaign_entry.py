"""Cluster War, as capsules deal with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules.cluster_war.gm.amend import amend
from rules.cluster_war.setup.new_game import new_game
from rules.cluster_war.setup.scenario import Scenario
from rules.cluster_war.state.names import RULESET, SCHEMA
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from storage.codec import (
    decode_amendment,
    decode_event,
    decode_order,
    decode_signed,
    decode_state,
    encode_event,
    encode_order,
    encode_state,
    from_document,
)
from storage.db import Transaction
from storage.games import GameRow
from storage.sheets import SheetState
from umpire.campaign.system_name import SYSTEM
from umpire.campaign.turn.reopening import judge_sheets
from umpire.campaign.turn.turns import advance
from umpire.campaign.views.packet_files import draw_packet
from umpire.outbox.courier import File
from umpire.outbox.outbox import FileKind, Recipe
from umpire.services.services import Services
from umpire.systems.contract import Happened, Outcome, System

REMINDERS: Final[Mapping[SheetState, str]] = {
    "none": "There are no orders on your sheet yet.",
    "partial": "Something is still missing on your sheet; look at it with /orders.",
    "complete": "Your orders are complete. Declare them ready when you are done.",
    "ready": "Your orders are ready. Thank you.",
}


@dataclass(frozen=True, slots=True)
class Campaign(System):
    """See `System`. The game master plays no side and knows everything."""

    async def advance(
        self, services: Services, game_id: str, by: str, reason: str, expect_turn: int, *, late: bool
    ) -> None:
        """The month is adjudicated with the orders that there are, late or not."""
        del late
        await advance(services, game_id, by, reason, expect_turn)

    async def files(
        self, services: Services, title: str, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
    ) -> tuple[File, ...]:
        """Report and maps."""
        return await draw_packet(services, title, recipe, kinds, urgent=urgent)

    async def reopened(self, tx: Transaction, services: Services, row: GameRow, *, renewed: bool) -> None:
        """Nobody is ready until they say so again."""
        del renewed
        await judge_sheets(tx, services, row)

    def state(self, data: bytes) -> bytes:
        """A saved state, brought up to today's schema."""
        return encode_state(decode_state(data))

    def stands_at(self, state: bytes, turn: int) -> bool:
        """Whether a state is of this turn's start."""
        return decode_state(state).turn == turn

    def is_given(self, opening: int, seq: int) -> bool:
        """The cluster as it was made; amendments lead to what follows."""
        return opening == 0 and seq == 0

    def resolve(self, state: bytes, orders: bytes, seed: bytes, dice_name: str, turn: int) -> Outcome:
        """A month adjudicated from its signed orders."""
        done = adjudicate(decode_state(state), decode_signed(orders), Dice(seed, dice_name, turn))
        return Outcome(encode_state(done.state), tuple(encode_event(event) for event in done.events))

    def amend(self, state: bytes, amendment: bytes, reason: str) -> Outcome:
        """A state changed by the game master."""
        done = amend(decode_state(state), decode_amendment(amendment), reason)
        return Outcome(encode_state(done.state), tuple(encode_event(event) for event in done.events))

    def order(self, data: bytes) -> bytes:
        """An order, brought up to date."""
        return encode_order(decode_order(data))

    def happened(self, data: bytes) -> Happened:
        """An event, brought up to date."""
        event = decode_event(data)
        return Happened(encode_event(event), event.cause.rolls, event.seen_by)

    def made(self, scenario: Any, seed: bytes) -> bytes | None:
        """The cluster that a seed makes from a scenario."""
        return encode_state(new_game(from_document(Scenario, scenario), seed))


CAMPAIGNS: Final = Campaign(
    name=SYSTEM,
    schema=SCHEMA,
    ruleset=RULESET,
    host_knows_all=True,
    has_threads=True,
    noun="a campaign",
    commands="its commands begin with /campaign, /orders, /fleet",
    reminders=REMINDERS,
)
