"""Peace, truces and threats between empires. What is agreed or ended holds from the next turn, since a month is fought by the
peace that its orders were given in (CW-18.0-24, ruling R-255)."""

from collections.abc import Sequence
from typing import Final

from rules.cluster_war.chapters.diplomacy.contact import check_contact
from rules.cluster_war.model.events.diplomacy import PeaceAgreed, PeaceEnded, PeaceOffered, Threatened, TruceOver
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, side_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.dealings import PeaceOffer, Truce
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError

PEACE_RULE: Final = "CW-18.0-24"
LONGEST_TRUCE: Final = 24
USUAL_TRUCE: Final = 6
"""Turns of a truce that a button offers."""


class OfferPeace(Order):
    """Offer another empire peace, for good or for so many turns; where both offer it, they have the shorter one."""

    side: SideId
    turns: int = 0


class BreakPeace(Order):
    """End the peace with another empire, withdraw an own offer of it and decline theirs."""

    side: SideId


class Threaten(Order):
    """Threaten another empire with war."""

    side: SideId


def peace_offer_of(offers: Sequence[PeaceOffer], giver: SideId, taker: SideId) -> PeaceOffer | None:
    """What peace one empire offers another now."""
    return next((o for o in offers if (o.giver, o.taker) == (giver, taker)), None)


def truce_of(truces: Sequence[Truce], a: SideId, b: SideId) -> Truce | None:
    """The truce of two empires; None where they have none, or peace for good."""
    return next((t for t in truces if {t.a, t.b} == {a, b}), None)


def have_peace(holdings: Holdings, other: SideId) -> bool:
    """Whether two empires are at peace, or will be from the next turn."""
    source = holdings.source
    return other in source.peace if isinstance(source, View) else _pair(holdings.owner.id, other) in source.peace


def _pair(a: SideId, b: SideId) -> str:
    """Two sides as the state writes those at peace."""
    return "|".join(sorted((a, b)))


def check_offer(holdings: Holdings, order: OfferPeace) -> None:
    """IllegalOrderError out of contact, for a truce of no length, and where there is peace for good."""
    check_contact(holdings.source, holdings.owner.id, order.side)
    if not 0 <= order.turns <= LONGEST_TRUCE:
        raise IllegalOrderError(f"A truce is for 1 to {LONGEST_TRUCE} turns.", rule=PEACE_RULE)
    truce = truce_of(holdings.source.truces, holdings.owner.id, order.side)
    if have_peace(holdings, order.side) and (truce is None or order.turns):
        name = holdings.side_name(order.side)
        kind = "peace" if truce is None else "a truce"
        raise IllegalOrderError(f"You have {kind} with {name} already.", rule=PEACE_RULE)


def check_break(holdings: Holdings, order: BreakPeace) -> bool:
    """Whether peace ends, and not only offers of it; IllegalOrderError where there is neither."""
    me = holdings.owner.id
    offers = [o for o in holdings.source.peace_offers if {o.giver, o.taker} == {me, order.side}]
    peace = have_peace(holdings, order.side)
    if not peace and not offers:
        name = holdings.side_name(order.side)
        raise IllegalOrderError(f"You have no peace with {name}, and no offer of it.", rule=PEACE_RULE)
    return peace


def _once(planned: PlannedState, other: SideId) -> str:
    name = planned.side_name(other)
    planned.once(f"peace {other}", f"Your sheet already deals with peace with {name}")
    return name


def _length(turns: int) -> str:
    return f"a truce of {turns} turns" if turns else "peace"


def _plan_offer(planned: PlannedState, order: OfferPeace) -> OrderPreview:
    check_offer(planned, order)
    name = _once(planned, order.side)
    theirs = peace_offer_of(planned.view.peace_offers, order.side, planned.me.id)
    if theirs is None:
        text = f"You offer {name} {_length(order.turns)}; it holds once they offer you the same."
    else:
        agreed = _length(_shorter(order.turns, theirs.turns))
        text = f"{name} offers you {_length(theirs.turns)}: you have {agreed} from turn {planned.turn + 1}."
    return OrderPreview(order=order, text=text, notes=_still_fighting(planned))


def _still_fighting(planned: PlannedState) -> tuple[Note, ...]:
    text = f"Fleets that attack do so in turn {planned.turn}: peace holds from turn {planned.turn + 1}."
    return (Note(text, PEACE_RULE, informs=True),)


def _shorter(one: int, other: int) -> int:
    """The shorter of two lengths of peace, 0 for good."""
    return min((turns for turns in (one, other) if turns), default=0)


def _offer(turn: TurnState, signed: SignedOrder, order: OfferPeace) -> None:
    me, other = signed.side, order.side
    check_offer(TurnHoldings(turn, me), order)
    theirs = peace_offer_of(turn.peace_offers, other, me)
    turn.peace_offers[:] = [o for o in turn.peace_offers if (o.giver, o.taker) != (me, other)]
    if theirs is not None:
        _agree(turn, signed, other, _shorter(order.turns, theirs.turns))
        return
    turn.peace_offers.append(PeaceOffer(me, other, order.turns, turn.turn))
    for reader, cause in ((me, Cause(PEACE_RULE, signed.id)), (other, Cause(PEACE_RULE))):
        turn.say(PeaceOffered(me, other, order.turns, cause=cause, seen_by=(reader,)))


def _agree(turn: TurnState, signed: SignedOrder, other: SideId, turns: int) -> None:
    me = signed.side
    a, b = sorted((me, other))
    turn.peace_offers[:] = [o for o in turn.peace_offers if {o.giver, o.taker} != {me, other}]
    turn.peace[:] = [*(p for p in turn.peace if p != _pair(a, b)), _pair(a, b)]
    turn.truces[:] = [t for t in turn.truces if {t.a, t.b} != {a, b}]
    until = turn.turn + 1 + turns if turns else 0
    if until:
        turn.truces.append(Truce(a, b, until))
    for reader, cause in ((me, Cause(PEACE_RULE, signed.id)), (other, Cause(PEACE_RULE))):
        turn.say(PeaceAgreed((a, b), until, cause=cause, seen_by=(reader,)))


def _plan_break(planned: PlannedState, order: BreakPeace) -> OrderPreview:
    peace = check_break(planned, order)
    name = _once(planned, order.side)
    if not peace:
        return OrderPreview(order=order, text=f"The offers of peace between you and {name} are off.")
    text = f"Peace with {name} ends: from turn {planned.turn + 1} on you may fight each other."
    return OrderPreview(order=order, text=text)


def _break(turn: TurnState, signed: SignedOrder, order: BreakPeace) -> None:
    me, other = signed.side, order.side
    peace = check_break(TurnHoldings(turn, me), order)
    _drop(turn, me, other)
    turn.peace_offers[:] = [o for o in turn.peace_offers if {o.giver, o.taker} != {me, other}]
    for reader, cause in ((me, Cause(PEACE_RULE, signed.id)), (other, Cause(PEACE_RULE))):
        turn.say(PeaceEnded(me, other, not peace, cause=cause, seen_by=(reader,)))


def _drop(turn: TurnState, a: SideId, b: SideId) -> None:
    turn.peace[:] = [p for p in turn.peace if p != _pair(a, b)]
    turn.truces[:] = [t for t in turn.truces if {t.a, t.b} != {a, b}]


def _plan_threaten(planned: PlannedState, order: Threaten) -> OrderPreview:
    check_contact(planned.view, planned.me.id, order.side)
    name = planned.side_name(order.side)
    planned.once(f"threat {order.side}", f"Your sheet already threatens {name}")
    return OrderPreview(order=order, text=f"You threaten {name} with war. They read it in the month's report.")


def _threaten(turn: TurnState, signed: SignedOrder, order: Threaten) -> None:
    me, other = signed.side, order.side
    check_contact(TurnHoldings(turn, me).source, me, other)
    for reader, cause in ((me, Cause(PEACE_RULE, signed.id)), (other, Cause(PEACE_RULE))):
        turn.say(Threatened(me, other, cause=cause, seen_by=(reader,)))


def end_truces(turn: TurnState) -> None:
    """At the month's end: truces whose time is over end, and records of those that ended otherwise go."""
    for truce in [t for t in turn.truces if _pair(t.a, t.b) not in turn.peace]:
        turn.truces.remove(truce)
    for truce in [t for t in turn.truces if t.until <= turn.turn + 1]:
        _drop(turn, truce.a, truce.b)
        told = TruceOver((truce.a, truce.b), cause=Cause(PEACE_RULE), seen_by=(truce.a, truce.b))
        turn.say(told)


KINDS: Final = (
    OrderKind(
        OfferPeace,
        Phase.OFFER,
        command="treaty peace",
        example="peace Vermin (or peace Vermin 6, a truce of six turns)",
        pattern=rf"{NAME}(?: (\d{{1,2}}))?",
        read=lambda g: OfferPeace(g.side(0), g.number(1) if g.has(1) else 0),
        write=lambda order, names: f"peace {side_text(names, order.side)}{f' {order.turns}' if order.turns else ''}",
        plan=_plan_offer,
        carry_out=_offer,
    ),
    OrderKind(
        BreakPeace,
        Phase.TAKE_BACK,
        command="treaty break",
        example="endpeace Vermin",
        pattern=NAME,
        read=lambda g: BreakPeace(g.side(0)),
        write=lambda order, names: f"endpeace {side_text(names, order.side)}",
        plan=_plan_break,
        carry_out=_break,
    ),
    OrderKind(
        Threaten,
        Phase.OFFER,
        command="treaty threaten",
        example="threaten Vermin",
        pattern=NAME,
        read=lambda g: Threaten(g.side(0)),
        write=lambda order, names: f"threaten {side_text(names, order.side)}",
        plan=_plan_threaten,
        carry_out=_threaten,
    ),
)
