"""Rights between empires, and trade agreements; trade income is counted before they are made, so it begins in the next turn
(CW-4.3, CW-11.0)."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from rules.cluster_war.chapters.diplomacy.contact import check_contact, check_extensive
from rules.cluster_war.model.economy.supply import state_before
from rules.cluster_war.model.events.diplomacy import RightsChanged, TradeAgreed, TradeEnded, TradeOffered
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, side_text
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import RightKind, SideId, TradeLevel
from rules.cluster_war.model.state.dealings import Offer, Pact, Right
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError

RIGHTS: Final[Mapping[RightKind, tuple[str, str]]] = {
    "supply": ("draw supplies", "CW-4.3-06"),
    "rearm": ("take munitions", "CW-4.3-09"),
    "aid": ("land CPs as aid", "CW-5.1-01"),
}
"""By right: what it lets another empire do at the own colonies, and its rule."""
RIGHT_PATTERN: Final = rf"{NAME} ({'|'.join(RIGHTS)})"
TRADE_RULE: Final = "CW-11.0-02"


class GrantRights(Order):
    """Let another empire draw supplies at the own colonies, munitions too, or land CPs there (CW-4.3-06, CW-4.3-09)."""

    side: SideId
    kind: RightKind


class RevokeRights(Order):
    """Take such a right back."""

    side: SideId
    kind: RightKind


def granted_right(holdings: Holdings, order: GrantRights) -> Right:
    """The right that an order grants; GameError out of contact (CW-13.0-06)."""
    check_contact(holdings.source, holdings.owner.id, order.side)
    return Right(holdings.owner.id, order.side, order.kind)


def revoked_right(holdings: Holdings, order: RevokeRights) -> Right:
    """The right that an order takes back; IllegalOrderError where there is none."""
    right = Right(holdings.owner.id, order.side, order.kind)
    if right not in holdings.source.rights:
        name = holdings.side_name(order.side)
        raise IllegalOrderError(f"{name} has no such right from you.", rule=RIGHTS[order.kind][1])
    return right


def _once_rights(planned: PlannedState, right: Right) -> str:
    """The other empire's name; WrongPhaseError if the sheet deals with this right of theirs already."""
    name = planned.side_name(right.taker)
    planned.once(f"right {right.kind} {right.taker}", f"Your sheet already deals with this right of {name}")
    return name


def _plan_grant(planned: PlannedState, order: GrantRights) -> OrderPreview:
    name = _once_rights(planned, granted_right(planned, order))
    notes: tuple[Note, ...] = ()
    if order.kind == "rearm":
        text = "Munitions flow only where supplies may be drawn, and if your missiles fit theirs."
        notes = (Note(text, "CW-4.3-09"),)
    return OrderPreview(order=order, text=f"{name} may {RIGHTS[order.kind][0]} at your colonies.", notes=notes)


def _grant(turn: TurnState, signed: SignedOrder, order: GrantRights) -> None:
    right = granted_right(TurnHoldings(turn, signed.side), order)
    if right not in turn.rights:
        turn.rights.append(right)
    _say(turn, signed, right, granted=True)


def _plan_revoke(planned: PlannedState, order: RevokeRights) -> OrderPreview:
    name = _once_rights(planned, revoked_right(planned, order))
    return OrderPreview(order=order, text=f"{name} may no longer {RIGHTS[order.kind][0]} at your colonies.")


def _revoke(turn: TurnState, signed: SignedOrder, order: RevokeRights) -> None:
    right = revoked_right(TurnHoldings(turn, signed.side), order)
    turn.rights.remove(right)
    _say(turn, signed, right, granted=False)


def _say(turn: TurnState, signed: SignedOrder, right: Right, *, granted: bool) -> None:
    cause = Cause(RIGHTS[right.kind][1], signed.id)
    for seen_by, why in (((right.giver,), cause), ((right.taker,), Cause(cause.rule))):
        turn.say(RightsChanged(right.giver, right.taker, right.kind, granted, cause=why, seen_by=seen_by))


RIGHTS_KINDS: Final = (
    OrderKind(
        GrantRights,
        Phase.OFFER,
        command="treaty grant",
        example=f"grant Vermin supply (one of {', '.join(RIGHTS)})",
        pattern=RIGHT_PATTERN,
        read=lambda g: GrantRights(g.side(0), cast("RightKind", g.word(1))),
        write=lambda order, names: f"grant {side_text(names, order.side)} {order.kind}",
        plan=_plan_grant,
        carry_out=_grant,
    ),
    OrderKind(
        RevokeRights,
        Phase.TAKE_BACK,
        command="treaty revoke",
        example="revoke Vermin supply",
        pattern=RIGHT_PATTERN,
        read=lambda g: RevokeRights(g.side(0), cast("RightKind", g.word(1))),
        write=lambda order, names: f"revoke {side_text(names, order.side)} {order.kind}",
        plan=_plan_revoke,
        carry_out=_revoke,
    ),
)


class OfferTrade(Order):
    """Offer another empire a trade agreement; two equal offers make one at once (CW-11.0-02)."""

    side: SideId
    level: TradeLevel


class AcceptTrade(Order):
    """Accept what another empire has offered; income comes from the next turn."""

    side: SideId


class EndTrade(Order):
    """End an agreement, withdraw an own offer and decline theirs: either side may at any time (CW-11.0-02)."""

    side: SideId


def pact_of(pacts: Sequence[Pact], a: SideId, b: SideId) -> Pact | None:
    """The agreement of two empires; None for no trade (CW-11.0-01)."""
    return next((p for p in pacts if {p.a, p.b} == {a, b}), None)


def offer_of(offers: Sequence[Offer], giver: SideId, taker: SideId) -> Offer | None:
    """What one empire offers another now."""
    return next((o for o in offers if (o.giver, o.taker) == (giver, taker)), None)


def trade_offer(holdings: Holdings, order: OfferTrade) -> Offer:
    """The offer that an order makes; GameError out of contact or where trade is so already."""
    source, me = holdings.source, holdings.owner.id
    check_contact(source, me, order.side)
    if order.level == "full":
        check_extensive(source, me, order.side, "Full trade")
    pact = pact_of(source.pacts, me, order.side)
    if pact is not None and pact.level == order.level:
        name = holdings.side_name(order.side)
        raise IllegalOrderError(f"You have {order.level} trade with {name} already.", rule=TRADE_RULE)
    return Offer(me, order.side, order.level, holdings.turn)


def accepted_offer(holdings: Holdings, order: AcceptTrade) -> Offer:
    """The other's offer as it was when the order was given; GameError if there was none or it stands no more.

    A withdrawn or changed offer is not accepted unseen; one that an equal offer has made an agreement by now is.
    """
    source, me, other = holdings.source, holdings.owner.id, order.side
    check_contact(source, me, other)
    seen, now = offer_of(state_before(source).offers, other, me), offer_of(source.offers, other, me)
    if seen is None:
        raise IllegalOrderError(f"{holdings.side_name(other)} has offered you no trade.", rule=TRADE_RULE)
    agreed = pact_of(source.pacts, me, other) if now is None else None
    if seen.level not in {thing.level for thing in (now, agreed) if thing is not None}:
        raise IllegalOrderError(f"{holdings.side_name(other)} no longer makes such an offer.", rule=TRADE_RULE)
    return seen


def ended_trade(holdings: Holdings, order: EndTrade) -> tuple[Pact | None, list[Offer]]:
    """The agreement and the offers that an order ends; IllegalOrderError if there were none when it was given.

    Neither is left where both empires ended an agreement in the same month.
    """
    source, me, other = holdings.source, holdings.owner.id, order.side
    pact = pact_of(source.pacts, me, other)
    offers = [o for o in source.offers if {o.giver, o.taker} == {me, other}]
    if pact is None and not offers and pact_of(state_before(source).pacts, me, other) is None:
        raise IllegalOrderError(
            f"You have no trade with {holdings.side_name(other)}, and no offer of it.", rule=TRADE_RULE
        )
    return pact, offers


def _once(planned: PlannedState, other: SideId) -> str:
    """The other empire's name; WrongPhaseError if the sheet deals with trade with them already."""
    name = planned.side_name(other)
    planned.once(f"trade {other}", f"Your sheet already deals with trade with {name}")
    return name


def _plan_offer(planned: PlannedState, order: OfferTrade) -> OrderPreview:
    offer = trade_offer(planned, order)
    return OrderPreview(order=order, text=f"You offer {_once(planned, order.side)} {offer.level} trade.")


def _offer(turn: TurnState, signed: SignedOrder, order: OfferTrade) -> None:
    offer = trade_offer(TurnHoldings(turn, signed.side), order)
    me, other = offer.giver, offer.taker
    theirs = offer_of(turn.offers, other, me)
    if theirs is not None and theirs.level == offer.level:
        _agree(turn, signed, other, offer.level)
        return
    turn.offers[:] = [o for o in turn.offers if (o.giver, o.taker) != (me, other)]
    turn.offers.append(offer)
    turn.say(TradeOffered(me, other, offer.level, cause=Cause(TRADE_RULE, signed.id), seen_by=(me,)))
    turn.say(TradeOffered(me, other, offer.level, cause=Cause(TRADE_RULE), seen_by=(other,)))


def _plan_accept(planned: PlannedState, order: AcceptTrade) -> OrderPreview:
    offer = accepted_offer(planned, order)
    name = _once(planned, order.side)
    return OrderPreview(
        order=order, text=f"You accept {offer.level} trade with {name}; it brings income from next turn."
    )


def _accept(turn: TurnState, signed: SignedOrder, order: AcceptTrade) -> None:
    seen = accepted_offer(TurnHoldings(turn, signed.side), order)
    if offer_of(turn.offers, order.side, signed.side) is not None:
        _agree(turn, signed, order.side, seen.level)


def _agree(turn: TurnState, signed: SignedOrder, other: SideId, level: TradeLevel) -> None:
    me = signed.side
    a, b = sorted((me, other))
    turn.offers[:] = [o for o in turn.offers if {o.giver, o.taker} != {me, other}]
    turn.pacts[:] = [p for p in turn.pacts if {p.a, p.b} != {me, other}]
    turn.pacts.append(Pact(a, b, level, turn.turn))
    turn.say(TradeAgreed((a, b), level, cause=Cause(TRADE_RULE, signed.id), seen_by=(me,)))
    turn.say(TradeAgreed((a, b), level, cause=Cause(TRADE_RULE), seen_by=(other,)))


def _plan_end(planned: PlannedState, order: EndTrade) -> OrderPreview:
    pact, _ = ended_trade(planned, order)
    name = _once(planned, order.side)
    return OrderPreview(
        order=order, text=f"Trade with {name} ends." if pact else f"The offers between you and {name} are off."
    )


def _end(turn: TurnState, signed: SignedOrder, order: EndTrade) -> None:
    me, other = signed.side, order.side
    pact, offers = ended_trade(TurnHoldings(turn, me), order)
    if pact is None and not offers:
        return
    turn.pacts[:] = [p for p in turn.pacts if p != pact]
    turn.offers[:] = [o for o in turn.offers if o not in offers]
    for seen_by, cause in (((me,), Cause(TRADE_RULE, signed.id)), ((other,), Cause(TRADE_RULE))):
        turn.say(TradeEnded(me, other, pact is None, cause=cause, seen_by=seen_by))


TRADE_KINDS: Final = (
    OrderKind(
        OfferTrade,
        Phase.OFFER,
        command="treaty offer",
        example="trade Vermin limited (or full)",
        pattern=rf"{NAME} (limited|full)",
        read=lambda g: OfferTrade(g.side(0), cast("TradeLevel", g.word(1))),
        write=lambda order, names: f"trade {side_text(names, order.side)} {order.level}",
        plan=_plan_offer,
        carry_out=_offer,
    ),
    OrderKind(
        AcceptTrade,
        Phase.ACCEPT,
        command="treaty accept",
        example="accept Vermin",
        pattern=NAME,
        read=lambda g: AcceptTrade(g.side(0)),
        write=lambda order, names: f"accept {side_text(names, order.side)}",
        plan=_plan_accept,
        carry_out=_accept,
    ),
    OrderKind(
        EndTrade,
        Phase.TAKE_BACK,
        command="treaty end",
        example="endtrade Vermin",
        pattern=NAME,
        read=lambda g: EndTrade(g.side(0)),
        write=lambda order, names: f"endtrade {side_text(names, order.side)}",
        plan=_plan_end,
        carry_out=_end,
    ),
)
