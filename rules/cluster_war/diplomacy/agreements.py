"""Rights and trade agreements at the turn's start: first what is taken back, then what is offered, then accepted."""

from typing import Final

from rules.cluster_war.diplomacy.contact import check_contact
from rules.cluster_war.diplomacy.orders.rights import GrantRights, RevokeRights
from rules.cluster_war.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.events.diplomacy import RightsChanged, TradeAgreed, TradeEnded, TradeOffered
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.dealings import Offer, Pact, Right
from rules.cluster_war.state.names import SideId, TradeLevel
from rules.cluster_war.working.lookups import attempt
from rules.cluster_war.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause

RIGHT_RULES: Final = {"supply": "CW-4.3-06", "rearm": "CW-4.3-09", "aid": "CW-5.1-01"}
TRADE: Final = "CW-11.0-02"


def settle_deals(month: TurnState) -> None:
    """Carry out rights and trade orders (CW-4.3-06, CW-11.0-02). Trade income is counted before, so it begins next turn."""
    for signed in month.orders:
        with attempt(month, signed):
            match signed.order:
                case RevokeRights():
                    _revoke(month, signed, signed.order)
                case EndTrade():
                    _end(month, signed, signed.order.side)
                case _:
                    pass
    for signed in month.orders:
        with attempt(month, signed):
            match signed.order:
                case GrantRights():
                    _grant(month, signed, signed.order)
                case OfferTrade():
                    _offer(month, signed, signed.order)
                case _:
                    pass
    for signed in month.orders:
        with attempt(month, signed):
            if isinstance(signed.order, AcceptTrade):
                _accept(month, signed, signed.order.side)


def pact_of(pacts: list[Pact] | tuple[Pact, ...], a: SideId, b: SideId) -> Pact | None:
    """The agreement of two empires; None for no trade (CW-11.0-01)."""
    return next((p for p in pacts if {p.a, p.b} == {a, b}), None)


def offer_of(offers: list[Offer] | tuple[Offer, ...], giver: SideId, taker: SideId) -> Offer | None:
    """What one empire offers another now."""
    return next((o for o in offers if (o.giver, o.taker) == (giver, taker)), None)


def _grant(month: TurnState, signed: SignedOrder, order: GrantRights) -> None:
    check_contact(month, signed.side, order.side)
    right = Right(signed.side, order.side, order.kind)
    if right not in month.rights:
        month.rights.append(right)
    _say_right(month, signed, right, granted=True)


def _revoke(month: TurnState, signed: SignedOrder, order: RevokeRights) -> None:
    right = Right(signed.side, order.side, order.kind)
    if right not in month.rights:
        raise IllegalOrderError(f"{quoted(order.side)} has no such right from you.", rule=RIGHT_RULES[order.kind])
    month.rights.remove(right)
    _say_right(month, signed, right, granted=False)


def _say_right(month: TurnState, signed: SignedOrder, right: Right, *, granted: bool) -> None:
    cause = Cause(RIGHT_RULES[right.kind], signed.id)
    for seen_by, why in (((right.giver,), cause), ((right.taker,), Cause(cause.rule))):
        month.say(RightsChanged(right.giver, right.taker, right.kind, granted, why, seen_by))


def _offer(month: TurnState, signed: SignedOrder, order: OfferTrade) -> None:
    me, other = signed.side, order.side
    check_contact(month, me, other)
    theirs = offer_of(month.offers, other, me)
    if theirs is not None and theirs.level == order.level:
        _agree(month, signed, other, order.level)
        return
    month.offers[:] = [o for o in month.offers if (o.giver, o.taker) != (me, other)]
    month.offers.append(Offer(me, other, order.level, month.turn))
    month.say(TradeOffered(me, other, order.level, Cause(TRADE, signed.id), (me,)))
    month.say(TradeOffered(me, other, order.level, Cause(TRADE), (other,)))


def _accept(month: TurnState, signed: SignedOrder, other: SideId) -> None:
    """Accept what was offered when the order was given: a withdrawn or changed offer is not accepted unseen."""
    me = signed.side
    check_contact(month, me, other)
    seen, now = offer_of(month.start.offers, other, me), offer_of(month.offers, other, me)
    agreed = pact_of(month.pacts, me, other)
    if seen is not None and now is None and agreed is not None and agreed.level == seen.level:
        return  # an equal offer of ours made the agreement already
    if seen is None or now is None or now.level != seen.level:
        raise IllegalOrderError(f"{month.sides[other].name} makes no such offer any more.", rule=TRADE)
    _agree(month, signed, other, seen.level)


def _agree(month: TurnState, signed: SignedOrder, other: SideId, level: TradeLevel) -> None:
    me = signed.side
    pair = sorted((me, other))
    month.offers[:] = [o for o in month.offers if {o.giver, o.taker} != {me, other}]
    month.pacts[:] = [p for p in month.pacts if {p.a, p.b} != {me, other}]
    month.pacts.append(Pact(pair[0], pair[1], level, month.turn))
    month.say(TradeAgreed((pair[0], pair[1]), level, Cause(TRADE, signed.id), (me,)))
    month.say(TradeAgreed((pair[0], pair[1]), level, Cause(TRADE), (other,)))


def _end(month: TurnState, signed: SignedOrder, other: SideId) -> None:
    me = signed.side
    pact = pact_of(month.pacts, me, other)
    offers = [o for o in month.offers if {o.giver, o.taker} == {me, other}]
    if pact is None and not offers:
        if pact_of(month.start.pacts, me, other) is not None:
            return  # both ended it in the same month
        raise IllegalOrderError(f"There is no trade with {quoted(other)}, and no offer of it.", rule=TRADE)
    month.pacts[:] = [p for p in month.pacts if p != pact]
    month.offers[:] = [o for o in month.offers if o not in offers]
    for seen_by, cause in (((me,), Cause(TRADE, signed.id)), ((other,), Cause(TRADE))):
        month.say(TradeEnded(me, other, pact is None, cause, seen_by))
