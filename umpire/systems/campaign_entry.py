"""Cluster War, as capsules deal with it."""

from dataclasses import dataclass
from typing import Any

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
from umpire.systems.contract import Happened, Outcome


@dataclass(frozen=True, slots=True)
class Campaign:
    """See `System`. The game master plays no side and knows everything."""

    name: str = "cluster_war"
    schema: int = SCHEMA
    ruleset: str = RULESET
    host_knows_all: bool = True

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
