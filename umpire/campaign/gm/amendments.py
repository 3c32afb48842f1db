"""An amendment worked out, as plain functions that a worker process can be sent: nothing here knows a database."""

from collections.abc import Callable
from typing import TypeAlias

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.dice import Dice
from rules.values import Roll, Value
from storage.codec import EVENTS, decode_state, encode_state, pack, unpack


class PlannedAmendment(Value):
    """An amendment made up from the state it will change, and the dice that went into it."""

    amendment: Amendment
    rolls: tuple[Roll, ...] = ()


Plan: TypeAlias = Callable[[GameState, Dice], PlannedAmendment]
"""Makes an amendment from the state as it is; the dice are the turn's own seed's, before words are mixed in. It is sent to
a worker, so it is a module's function, or `functools.partial` of one."""


class AmendmentResult(Value):
    """An amendment worked out: the packed state that follows, what happened, and the same encoded."""

    packed: bytes
    planned: PlannedAmendment
    events: tuple[Event, ...]
    encoded: tuple[bytes, ...]


def work_out(packed: bytes, plan: Plan, seed: bytes, dice_name: str, turn: int, reason: str) -> AmendmentResult:
    """Plan an amendment of a packed state and make it. GameError: it cannot be."""
    state = decode_state(unpack(packed))
    planned = plan(state, Dice(seed, dice_name, turn))
    done = amend(state, planned.amendment, reason)
    return AmendmentResult(
        pack(encode_state(done.state)), planned, done.events, tuple(EVENTS.encode(e) for e in done.events)
    )


def just(amendment: Amendment, state: GameState, dice: Dice) -> PlannedAmendment:  # a plan that looks at neither
    """An amendment that is known already; a plan when its first argument is filled in."""
    return PlannedAmendment(amendment)
