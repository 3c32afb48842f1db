"""Rights and trade agreements at the turn's start: first what is taken back, then what is offered, then accepted."""

from typing import Final

from rules.cluster_war.diplomacy.contact import check_contact
from rules.cluster_war.diplomacy.orders.rights import GrantRights, RevokeRights
from rules.cluster_war.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade
from rules.cluster_war.events.support import RightsChanged, TradeAgreed, TradeEnded, TradeOffered
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.state.dealings import Offer, Pact, Right
from rules.cluster_war.state.names import SideId, TradeLevel
from rules.cluster_war.working.lookups import attempt
from rules.cluster_war.working.turn_state import Draft
from rules.errors import IllegalOrderError, quoted
from rules.events import Cause

RIGHT_RULES: Final = {"supply": "CW-4.3-06", "rearm": "CW-4.3-09", "aid": "CW-5.1-01"}
TRADE: Final = "CW-11.0-02"


def settle_deals(draft: Draft) -> None:
    """Carry out rights and trade orders (CW-4.3-06, CW-11.0-02). Trade income is counted before, so it begins next turn."""
    for signed in draft.orders:
        with attempt(draft, signed):
            match signed.order:
                case RevokeRights():
                    _revoke(draft, signed, signed.order)
                case EndTrade():
                    _end(draft, signed, signed.order.side)
                case _:
                    pass
    for signed in draft.orders:
        with attempt(draft, signed):
            match signed.order:
                case GrantRights():
                    _grant(draft, signed, signed.order)
                case OfferTrade():
                    _offer(draft, signed, signed.order)
                case _:
                    pass
    for signed in draft.orders:
        with attempt(draft, signed):
            if isinstance(signed.order, AcceptTrade):
                _accept(draft, signed, signed.order.side)


def pact_of(pacts: list[Pact] | tuple[Pact, ...], a: SideId, b: SideId) -> Pact | None:
    """The agreement of two empires; None for no trade (CW-11.0-01)."""
    return next((p for p in pacts if {p.a, p.b} == {a, b}), None)


def offer_of(offers: list[Offer] | tuple[Offer, ...], giver: SideId, taker: SideId) -> Offer | None:
    """What one empire offers another now."""
    return next((o for o in offers if (o.giver, o.taker) == (giver, taker)), None)


def _grant(draft: Draft, signed: SignedOrder, order: GrantRights) -> None:
    check_contact(draft, signed.side, order.side)
    right = Right(signed.side, order.side, order.kind)
    if right not in draft.rights:
        draft.rights.append(right)
    _say_right(draft, signed, right, granted=True)


def _revoke(draft: Draft, signed: SignedOrder, order: RevokeRights) -> None:
    right = Right(signed.side, order.side, order.kind)
    if right not in draft.rights:
        raise IllegalOrderError(f"{quoted(order.side)} has no such right from you.", rule=RIGHT_RULES[order.kind])
    draft.rights.remove(right)
    _say_right(draft, signed, right, granted=False)


def _say_right(draft: Draft, signed: SignedOrder, right: Right, *, granted: bool) -> None:
    cause = Cause(RIGHT_RULES[right.kind], signed.id)
    for seen_by, why in (((right.giver,), cause), ((right.taker,), Cause(cause.rule))):
        draft.say(RightsChanged(right.giver, right.taker, right.kind, granted, why, seen_by))


def _offer(draft: Draft, signed: SignedOrder, order: OfferTrade) -> None:
    me, other = signed.side, order.side
    check_contact(draft, me, other)
    theirs = offer_of(draft.offers, other, me)
    if theirs is not None and theirs.level == order.level:
        _agree(draft, signed, other, order.level)
        return
    draft.offers[:] = [o for o in draft.offers if (o.giver, o.taker) != (me, other)]
    draft.offers.append(Offer(me, other, order.level, draft.turn))
    draft.say(TradeOffered(me, other, order.level, Cause(TRADE, signed.id), (me,)))
    draft.say(TradeOffered(me, other, order.level, Cause(TRADE), (other,)))


def _accept(draft: Draft, signed: SignedOrder, other: SideId) -> None:
    """Accept what was offered when the order was given: a withdrawn or changed offer is not accepted unseen."""
    me = signed.side
    check_contact(draft, me, other)
    seen, now = offer_of(draft.start.offers, other, me), offer_of(draft.offers, other, me)
    agreed = pact_of(draft.pacts, me, other)
    if seen is not None and now is None and agreed is not None and agreed.level == seen.level:
        return  # an equal offer of ours made the agreement already
    if seen is None or now is None or now.level != seen.level:
        raise IllegalOrderError(f"{draft.sides[other].name} makes no such offer any more.", rule=TRADE)
    _agree(draft, signed, other, seen.level)


def _agree(draft: Draft, signed: SignedOrder, other: SideId, level: TradeLevel) -> None:
    me = signed.side
    pair = sorted((me, other))
    draft.offers[:] = [o for o in draft.offers if {o.giver, o.taker} != {me, other}]
    draft.pacts[:] = [p for p in draft.pacts if {p.a, p.b} != {me, other}]
    draft.pacts.append(Pact(pair[0], pair[1], level, draft.turn))
    draft.say(TradeAgreed((pair[0], pair[1]), level, Cause(TRADE, signed.id), (me,)))
    draft.say(TradeAgreed((pair[0], pair[1]), level, Cause(TRADE), (other,)))


def _end(draft: Draft, signed: SignedOrder, other: SideId) -> None:
    me = signed.side
    pact = pact_of(draft.pacts, me, other)
    offers = [o for o in draft.offers if {o.giver, o.taker} == {me, other}]
    if pact is None and not offers:
        if pact_of(draft.start.pacts, me, other) is not None:
            return  # both ended it in the same month
        raise IllegalOrderError(f"There is no trade with {quoted(other)}, and no offer of it.", rule=TRADE)
    draft.pacts[:] = [p for p in draft.pacts if p != pact]
    draft.offers[:] = [o for o in draft.offers if o not in offers]
    for seen_by, cause in (((me,), Cause(TRADE, signed.id)), ((other,), Cause(TRADE))):
        draft.say(TradeEnded(me, other, pact is None, cause, seen_by))
