"""The heavy work, as plain functions of bytes that a worker process can be sent: nothing here knows a database."""

from dataclasses import dataclass

from rules.cluster_war.setup.new_game import new_game
from rules.cluster_war.setup.scenario import Scenario
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice
from storage.codec import EVENTS, decode_signed, decode_state, encode_state, from_document, pack, to_document, unpack


@dataclass(frozen=True, slots=True)
class Resolved:
    """A resolved turn: the packed state that follows, the encoded events in order, and how many questions are open."""

    packed: bytes
    events: tuple[bytes, ...]
    questions: int


def make_game(scenario: Scenario, seed: bytes) -> bytes:
    """A new game's state, packed. It is made from the scenario as it is kept, so that the same two make it again."""
    kept = from_document(Scenario, to_document(scenario))
    return pack(encode_state(new_game(kept, seed)))


def resolve(packed: bytes, orders: bytes, seed: bytes, dice_name: str, turn: int) -> Resolved:
    """Resolve a turn from its packed state and encoded orders; `seed` has the words mixed in."""
    state = decode_state(unpack(packed))
    if state.turn != turn:
        raise ValueError(f"the state is of turn {state.turn}, not {turn}")
    done = adjudicate(state, decode_signed(orders), Dice(seed, dice_name, turn))
    questions = sum(not question.settled_turn for question in done.state.questions)
    return Resolved(pack(encode_state(done.state)), tuple(EVENTS.encode(e) for e in done.events), questions)
