"""A governor's turn as it is thought out in a worker: from bytes to a plan. The state is read there, turned into the side's own
view at once, and goes no further."""

import hashlib
from typing import Final

from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.charter import Charter
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.memory import Memory
from rules.cluster_war.play.governors.plan import Plan, Reasoned, Said
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.errors import GameError
from rules.values import Value, changed
from storage.codec import ORDERS, decode_state, unpack
from storage.governed import encode_memory, encode_plan
from umpire.campaign.sheets.deputed import may_order
from umpire.games.attendance import Powers

DOMAIN: Final = b"admiralty-governor-1\n"


class Thought(Value):
    """What a governor came to. `heard` is what it says to those with whom it has a link, as a player's letter needs one
    (CW-18.0-26)."""

    plan: Plan
    heard: tuple[Said, ...]


def within(view: View, plan: Plan, powers: Powers, sheet: tuple[SignedOrder, ...]) -> Plan:
    """A plan without what a deputy of these powers may not order, and without what cannot be done without that."""
    if powers == "all":
        return plan
    kept: list[Reasoned] = []
    entries = list(sheet)
    for one in plan.orders:
        if not may_order(powers, one.order):
            continue
        try:
            check(view, tuple(entries), one.order)
        except GameError:
            continue
        kept.append(one)
        number = 1 + max((entry.number for entry in entries), default=0)
        entries.append(SignedOrder(f"{view.side}-{view.turn}-D{number}", view.side, number, one.order))
    return changed(plan, orders=tuple(kept))


def key_of(seed: bytes, side: SideId) -> bytes:
    """A side's own key for a turn. It tells nothing of the seed, from which the dice are made, and is no key of theirs."""
    return hashlib.sha256(DOMAIN + side.encode() + b"\n" + seed).digest()


class Led(Value):
    """A side that the bot leads: by which charter, and what it may order. Who acts for somebody who is away draws no designs:
    these stay on the roster for good."""

    side: SideId
    charter: Charter
    powers: Powers = "all"
    draws: bool = True


def think(packed: bytes, led: Led, key: bytes, memory: Memory, sheet: tuple[SignedOrder, ...]) -> Thought:
    """A side's plan for the turn that begins with this packed state, and what of its words is heard.

    Whatever it raises is the governor's failure; what could not be written down is one too.
    """
    side = led.side
    view = view_for(decode_state(unpack(packed)), side)
    plan = within(view, govern(view, led.charter, key, memory, sheet), led.powers, sheet)
    if not led.draws:
        plan = changed(plan, drawings=(), memory=changed(plan.memory, drawn=memory.drawn))
    encode_plan(plan)
    encode_memory(plan.memory)
    for one in plan.orders:
        ORDERS.encode(one.order)
    return Thought(plan, tuple(one for one in plan.said if one.to in view.flags and in_contact(view, side, one.to)))
