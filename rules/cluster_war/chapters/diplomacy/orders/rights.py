"""Rights between empires (CW-4.3)."""

from collections.abc import Mapping
from typing import Final, cast

from rules.cluster_war.chapters.diplomacy.contact import check_contact
from rules.cluster_war.model.events.diplomacy import RightsChanged
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import NAME, side_text
from rules.cluster_war.model.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.model.state.dealings import Right
from rules.cluster_war.model.state.names import RightKind, SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.events import Cause

RIGHTS: Final[Mapping[RightKind, tuple[str, str]]] = {
    "supply": ("draw supplies", "CW-4.3-06"),
    "rearm": ("take munitions", "CW-4.3-09"),
    "aid": ("land CPs as aid", "CW-5.1-01"),
}
"""By right: what it lets another empire do at the own colonies, and its rule."""


class GrantRights(Order):
    """Let another empire draw supplies at the own colonies, munitions too, or land CPs there (CW-4.3-06, CW-4.3-09)."""

    side: SideId
    kind: RightKind


class RevokeRights(Order):
    """Take such a right back."""

    side: SideId
    kind: RightKind


def granted(holdings: Holdings, order: GrantRights) -> Right:
    """The right that an order grants; GameError out of contact (CW-13.0-06)."""
    check_contact(holdings.source, holdings.owner.id, order.side)
    return Right(holdings.owner.id, order.side, order.kind)


def revoked(holdings: Holdings, order: RevokeRights) -> Right:
    """The right that an order takes back; IllegalOrderError where there is none."""
    right = Right(holdings.owner.id, order.side, order.kind)
    if right not in holdings.source.rights:
        name = holdings.side_name(order.side)
        raise IllegalOrderError(f"{name} has no such right from you.", rule=RIGHTS[order.kind][1])
    return right


def _once(planned: PlannedState, right: Right) -> str:
    """The other empire's name; WrongPhaseError if the sheet deals with this right of theirs already."""
    name = planned.side_name(right.taker)
    planned.once(f"right {right.kind} {right.taker}", f"Your sheet already deals with this right of {name}")
    return name


def _plan_grant(planned: PlannedState, order: GrantRights) -> Preview:
    name = _once(planned, granted(planned, order))
    notes: tuple[Note, ...] = ()
    if order.kind == "rearm":
        text = "Munitions flow only where supplies may be drawn, and if your missiles fit theirs."
        notes = (Note(text, "CW-4.3-09"),)
    return Preview(order=order, text=f"{name} may {RIGHTS[order.kind][0]} at your colonies.", notes=notes)


def _grant(turn: TurnState, signed: SignedOrder, order: GrantRights) -> None:
    right = granted(TurnHoldings(turn, signed.side), order)
    if right not in turn.rights:
        turn.rights.append(right)
    _say(turn, signed, right, granted=True)


def _plan_revoke(planned: PlannedState, order: RevokeRights) -> Preview:
    name = _once(planned, revoked(planned, order))
    return Preview(order=order, text=f"{name} may no longer {RIGHTS[order.kind][0]} at your colonies.")


def _revoke(turn: TurnState, signed: SignedOrder, order: RevokeRights) -> None:
    right = revoked(TurnHoldings(turn, signed.side), order)
    turn.rights.remove(right)
    _say(turn, signed, right, granted=False)


def _say(turn: TurnState, signed: SignedOrder, right: Right, *, granted: bool) -> None:
    cause = Cause(RIGHTS[right.kind][1], signed.id)
    for seen_by, why in (((right.giver,), cause), ((right.taker,), Cause(cause.rule))):
        turn.say(RightsChanged(right.giver, right.taker, right.kind, granted, cause=why, seen_by=seen_by))


PATTERN: Final = rf"{NAME} ({'|'.join(RIGHTS)})"

KINDS: Final = (
    OrderKind(
        GrantRights,
        Phase.OFFER,
        command="treaty grant",
        example=f"grant Vermin supply (one of {', '.join(RIGHTS)})",
        pattern=PATTERN,
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
        pattern=PATTERN,
        read=lambda g: RevokeRights(g.side(0), cast("RightKind", g.word(1))),
        write=lambda order, names: f"revoke {side_text(names, order.side)} {order.kind}",
        plan=_plan_revoke,
        carry_out=_revoke,
    ),
)
