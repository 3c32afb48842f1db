"""Who is in regular contact with whom, and the orders that exchange ambassadors and recall them (CW-13.0-06, CW-13.0-08)."""

from typing import Final

from rules.cluster_war.model.economy.supply import Place, colonies_of, map_of, state_before
from rules.cluster_war.model.events.diplomacy import AmbassadorsSent
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, side_text
from rules.cluster_war.model.orders.order import Order, OrderPreview, SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, IllegalOrderError, NotYoursError, changed, quoted, unknown

AMBASSADOR_RULE: Final = "CW-13.0-08"


def in_contact(place: Place, side: SideId, other: SideId) -> bool:
    """Whether the side has regular contact: ambassadors or liaisons, an own fleet at one of the other's worlds, theirs at
    one of its own, or touching supply grids. It is judged by what the side knows, so a refusal tells nothing new."""
    if isinstance(place, View):
        known, seen = place.foreign_colonies, place.foreign_fleets
    else:
        known, seen = place.knowledge[side].colonies, place.knowledge[side].fleets
    if has_ambassadors(place, side, other):
        return True
    theirs = {c.hex for c in known.values() if c.side == other}
    mine = {c.hex for c in colonies_of(place, side)}
    if any(f.side == side and f.transit is None and f.hex in theirs for f in place.fleets.values()):
        return True
    if any(f.side == other and f.hex in mine for f in seen.values()):
        return True
    on, reach = map_of(place), place.settings.grid_touch
    return any(distance(on, a, b) <= reach for a in mine for b in theirs)


def has_ambassadors(place: Place, side: SideId, other: SideId) -> bool:
    """Whether two empires had exchanged ambassadors, or other staff, when orders were given."""
    if isinstance(place, View):
        return other in place.embassies
    return "|".join(sorted((side, other))) in state_before(place).embassies


def check_extensive(place: Place, side: SideId, other: SideId, what: str) -> None:
    """Refuse extensive diplomacy between empires that have not exchanged ambassadors, where the campaign asks for them
    (CW-13.0-08)."""
    if place.settings.rulings.get(AMBASSADOR_RULE) != "ambassadors" or has_ambassadors(place, side, other):
        return
    known = place.flags if isinstance(place, View) else place.sides
    name = known[other].name if other in known else other
    raise IllegalOrderError(
        f"{what} takes ambassadors: you and {name} have not exchanged any yet (/treaty ambassadors).",
        rule=AMBASSADOR_RULE,
    )


def check_contact(place: Place, side: SideId, other: SideId) -> None:
    """Refuse dealings with oneself, with nobody, and with an empire out of contact (CW-13.0-06)."""
    known = place.flags if isinstance(place, View) else place.sides
    if other == side:
        raise IllegalOrderError("That is your own empire.", rule="CW-13.0-06")
    if other not in known:
        others = sorted(set(known) - {side})
        raise unknown(NotYoursError, f"There is no empire {quoted(other)}.", other, "There are", others)
    if not in_contact(place, side, other):
        raise IllegalOrderError(
            f"You are not in regular contact with {known[other].name}: send a ship to one of their worlds, let your "
            "supply grids touch, or exchange ambassadors.",
            rule="CW-13.0-06",
        )


class SendAmbassadors(Order):
    """Send ambassadors to an empire that has been met; when it has sent its own, embassies are exchanged."""

    side: SideId


class RecallAmbassadors(Order):
    """Call ambassadors back, those exchanged or those sent alone."""

    side: SideId


def have_exchanged(holdings: Holdings, other: SideId) -> bool:
    """Whether two empires have ambassadors with each other now."""
    source, me = holdings.source, holdings.owner.id
    if isinstance(source, View):
        return other in source.embassies
    return "|".join(sorted((me, other))) in source.embassies


def waits(holdings: Holdings, other: SideId) -> bool:
    """Whether ambassadors have been sent and wait for the other's."""
    return f"{holdings.owner.id}>{other}" in holdings.source.signals.envoys


def check_sending(holdings: Holdings, order: SendAmbassadors) -> None:
    """IllegalOrderError for an empire that was never met (R-154), or where it is done already."""
    met = state_before(holdings.source)
    known = met.met if isinstance(met, View) else met.knowledge[holdings.owner.id].met
    if order.side not in known:
        check_contact(holdings.source, holdings.owner.id, order.side)
    name = holdings.side_name(order.side)
    if have_exchanged(holdings, order.side):
        raise IllegalOrderError(f"You have exchanged ambassadors with {name} already.", rule=AMBASSADOR_RULE)
    if waits(holdings, order.side):
        raise IllegalOrderError(f"Your ambassadors to {name} wait for theirs already.", rule=AMBASSADOR_RULE)


def check_recalling(holdings: Holdings, order: RecallAmbassadors) -> None:
    """IllegalOrderError where there is nobody to recall."""
    name = holdings.side_name(order.side)
    if not have_exchanged(holdings, order.side) and not waits(holdings, order.side):
        raise IllegalOrderError(f"You have no ambassadors with {name}.", rule=AMBASSADOR_RULE)


def _plan_send(planned: PlannedState, order: SendAmbassadors) -> OrderPreview:
    check_sending(planned, order)
    name = planned.side_name(order.side)
    planned.once(f"ambassadors {order.side}", f"Your sheet already deals with ambassadors to {name}")
    return OrderPreview(order=order, text=f"You send ambassadors to {name}; embassies are exchanged when theirs come.")


def _send(turn: TurnState, signed: SignedOrder, order: SendAmbassadors) -> None:
    me, other = signed.side, order.side
    check_sending(TurnHoldings(turn, me), order)
    answered = f"{other}>{me}" in turn.signals.envoys
    left = tuple(each for each in turn.signals.envoys if each != f"{other}>{me}")
    turn.signals = changed(turn.signals, envoys=left if answered else (*left, f"{me}>{other}"))
    if answered:
        turn.embassies.append("|".join(sorted((me, other))))
    _say(turn, signed, other, exchanged=answered, recalled=False)


def _plan_recall(planned: PlannedState, order: RecallAmbassadors) -> OrderPreview:
    check_recalling(planned, order)
    name = planned.side_name(order.side)
    planned.once(f"ambassadors {order.side}", f"Your sheet already deals with ambassadors to {name}")
    return OrderPreview(order=order, text=f"Your ambassadors to {name} come home.")


def _recall(turn: TurnState, signed: SignedOrder, order: RecallAmbassadors) -> None:
    me, other = signed.side, order.side
    check_recalling(TurnHoldings(turn, me), order)
    turn.signals = changed(turn.signals, envoys=tuple(e for e in turn.signals.envoys if e != f"{me}>{other}"))
    pair = "|".join(sorted((me, other)))
    turn.embassies[:] = [each for each in turn.embassies if each != pair]
    _say(turn, signed, other, exchanged=False, recalled=True)


def _say(turn: TurnState, signed: SignedOrder, other: SideId, *, exchanged: bool, recalled: bool) -> None:
    for reader, cause in ((signed.side, Cause(AMBASSADOR_RULE, signed.id)), (other, Cause(AMBASSADOR_RULE))):
        told = AmbassadorsSent(signed.side, other, exchanged, recalled, cause=cause, seen_by=(reader,))
        turn.say(told)


KINDS: Final = (
    OrderKind(
        SendAmbassadors,
        Phase.OFFER,
        command="treaty ambassadors",
        example="ambassadors Vermin",
        pattern=NAME,
        read=lambda g: SendAmbassadors(g.side(0)),
        write=lambda order, names: f"ambassadors {side_text(names, order.side)}",
        plan=_plan_send,
        carry_out=_send,
    ),
    OrderKind(
        RecallAmbassadors,
        Phase.TAKE_BACK,
        command="treaty recall",
        example="endembassy Vermin",
        pattern=NAME,
        read=lambda g: RecallAmbassadors(g.side(0)),
        write=lambda order, names: f"endembassy {side_text(names, order.side)}",
        plan=_plan_recall,
        carry_out=_recall,
    ),
)
