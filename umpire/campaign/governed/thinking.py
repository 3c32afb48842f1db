"""A governor's turn as it is thought out in a worker: from bytes to a plan. The state is read there, turned into the side's own
view at once, and goes no further."""

import hashlib
from dataclasses import dataclass
from typing import Final

from rules.cluster_war.diplomacy.contact import in_contact
from rules.cluster_war.governors.charter import Charter
from rules.cluster_war.governors.govern import govern
from rules.cluster_war.governors.memory import Memory
from rules.cluster_war.governors.plan import Plan, Said
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.names import SideId
from rules.cluster_war.views.side_views import view_for
from storage.codec import ORDERS, decode_state, unpack
from storage.governed import encode_memory, encode_plan

DOMAIN: Final = b"admiralty-governor-1\n"


@dataclass(frozen=True, slots=True)
class Thought:
    """What a governor came to. `heard` is what it says to those with whom it has a link, as a player's letter needs one
    (CW-18.0-26)."""

    plan: Plan
    heard: tuple[Said, ...]


def key_of(seed: bytes, side: SideId) -> bytes:
    """A side's own key for a turn. It tells nothing of the seed, from which the dice are made, and is no key of theirs."""
    return hashlib.sha256(DOMAIN + side.encode() + b"\n" + seed).digest()


def think(
    packed: bytes, side: SideId, charter: Charter, key: bytes, memory: Memory, sheet: tuple[SignedOrder, ...]
) -> Thought:
    """A side's plan for the turn that begins with this packed state, and what of its words is heard.

    Whatever it raises is the governor's failure; what could not be written down is one too.
    """
    view = view_for(decode_state(unpack(packed)), side)
    plan = govern(view, charter, key, memory, sheet)
    encode_plan(plan)
    encode_memory(plan.memory)
    for one in plan.orders:
        ORDERS.encode(one.order)
    return Thought(plan, tuple(one for one in plan.said if one.to in view.flags and in_contact(view, side, one.to)))
