"""How a side stands with each other empire, since when and because of what, as far as its own view tells (ruling R-256)."""

from typing import Literal, TypeAlias

from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.diplomacy.peace_orders import peace_offer_of, truce_of
from rules.cluster_war.chapters.diplomacy.treaty_orders import offer_of, pact_of
from rules.cluster_war.model.state.common import SideId, TradeLevel
from rules.cluster_war.model.state.dealings import BLOWS, BONDS, Deed, PeaceOffer
from rules.cluster_war.model.state.view import View
from rules.values import Value

Standing: TypeAlias = Literal["war", "truce", "peace", "trade", "contact", "met", "unknown"]


class Relation(Value):
    """How a side stands with another: `since` which turn (0 where the view does not tell), `because` of what it was told, the
    first turn without a truce, trade and its offers, offers of peace, and what else passed between them, the newest first.
    `near` is regular contact, without which nothing can be agreed."""

    side: SideId
    standing: Standing
    near: bool
    since: int = 0
    because: Deed | None = None
    until: int = 0
    level: TradeLevel | None = None
    theirs: TradeLevel | None = None
    mine: TradeLevel | None = None
    peace_theirs: PeaceOffer | None = None
    peace_mine: PeaceOffer | None = None
    deeds: tuple[Deed, ...] = ()


def relations(view: View) -> tuple[Relation, ...]:
    """With every empire: those known first, by name."""
    found = [_relation(view, side) for side in view.flags if side != view.side]
    return tuple(sorted(found, key=lambda one: (one.standing == "unknown", view.flags[one.side].name)))


def _relation(view: View, side: SideId) -> Relation:
    me = view.side
    deeds = tuple(deed for deed in view.deeds if deed.other == side)
    bond = max((at for at, deed in enumerate(deeds) if deed.kind in BONDS), default=-1)
    blows = [deed for deed in deeds[bond + 1 :] if deed.kind in BLOWS]
    pact, truce = pact_of(view.pacts, me, side), truce_of(view.truces, me, side)
    near = in_contact(view, me, side)
    standing: Standing = "contact" if near else "met" if side in view.met else "unknown"
    cause = next((deed for deed in deeds if deed.kind == "contact"), None)
    if side in view.peace:
        standing = "peace" if truce is None else "truce"
        cause = _newest(deeds, "peace", "truce")
    elif blows:
        standing, cause = "war", blows[0]
    elif pact is not None:
        standing, cause = "trade", _newest(deeds, "trade")
    since = cause.turn if cause is not None else pact.since if pact is not None and standing == "trade" else 0
    theirs, mine = offer_of(view.offers, side, me), offer_of(view.offers, me, side)
    return Relation(
        side,
        standing,
        near,
        since=since,
        because=cause,
        until=truce.until if truce is not None else 0,
        level=pact.level if pact is not None else None,
        theirs=theirs.level if theirs is not None else None,
        mine=mine.level if mine is not None else None,
        peace_theirs=peace_offer_of(view.peace_offers, side, me),
        peace_mine=peace_offer_of(view.peace_offers, me, side),
        deeds=tuple(deed for deed in reversed(deeds) if deed is not cause),
    )


def _newest(deeds: tuple[Deed, ...], *kinds: str) -> Deed | None:
    return next((deed for deed in reversed(deeds) if deed.kind in kinds), None)
