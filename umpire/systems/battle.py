"""The Pentagon War, as capsules deal with it."""

from dataclasses import dataclass
from typing import Any

from rules.errors import GameError
from rules.pentagon_war.state import RULESET, SCHEMA
from storage.bout_codec import (
    decode_battle,
    decode_battle_event,
    decode_battle_order,
    encode_battle,
    encode_battle_event,
    encode_battle_order,
)
from storage.codec import pack, unpack
from umpire.bouts.run import progress
from umpire.systems.contract import Happened, Outcome

SET_UP = 1
"""The opening that begins with the set-up and its players as they stood when the host began the battle."""


@dataclass(frozen=True, slots=True)
class BattleSystem:
    """See `System`. A battle's host may play a side himself, so he knows no more than any captain until it is over."""

    name: str = "pentagon_war"
    schema: int = SCHEMA
    ruleset: str = RULESET
    host_knows_all: bool = False

    def state(self, data: bytes) -> bytes:
        """A saved battle, checked."""
        return encode_battle(decode_battle(data))

    def stands_at(self, state: bytes, turn: int) -> bool:
        """Whether a battle stands at the beginning of this turn, or is over."""
        battle = decode_battle(state)
        return battle.winner is not None or (battle.now.turn, battle.now.impulse, battle.now.segment) == (turn, 0, 1)

    def is_given(self, opening: int, seq: int) -> bool:
        """Every set-up, and the start of the first turn: its players took their sides after that."""
        return opening < SET_UP or (opening == SET_UP and seq == 0)

    def resolve(self, state: bytes, orders: bytes, seed: bytes, dice_name: str, turn: int) -> Outcome:
        """A turn of twelve impulses from the sides' sheets. GameError if it waits for somebody still."""
        came = progress(self.name, pack(state), orders, seed, dice_name, turn)
        if not came.done:
            raise GameError(f"Turn {turn} does not come to its end with the orders that are kept of it.")
        return Outcome(unpack(came.packed), came.events)

    def amend(self, state: bytes, amendment: bytes, reason: str) -> Outcome:
        """GameError: nobody changes a battle by his word."""
        del state, amendment, reason
        raise GameError("A battle cannot be amended, and this capsule says that one was.")

    def order(self, data: bytes) -> bytes:
        """An order, brought up to date."""
        return encode_battle_order(decode_battle_order(data))

    def happened(self, data: bytes) -> Happened:
        """An event, brought up to date."""
        event = decode_battle_event(data)
        return Happened(encode_battle_event(event), event.cause.rolls, event.seen_by)

    def made(self, scenario: Any, seed: bytes) -> bytes | None:
        """None: a set-up is drawn by hand."""
        del scenario, seed
        return None
