"""What could be agreed with the empires in contact: trade offered to be accepted or offered, supplies granted (4.3, 11.0)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.cluster_war.diplomacy.contact import in_contact
from rules.cluster_war.diplomacy.orders.rights import GrantRights
from rules.cluster_war.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade, offer_of, pact_of
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.planning.suggestions.suggestion import Suggestion, ranked
from rules.cluster_war.state.names import SideId, TradeLevel
from rules.cluster_war.state.view import View

TRADE_LEVELS: Final[tuple[TradeLevel, ...]] = ("limited", "full")


def treaties(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """With each empire in regular contact (CW-13.0-06): their offer to accept, trade to offer, supplies to grant, an end."""
    found = [one for side in partners(view) for one in _with(view, side)]
    return ranked(view, sheet, [one for _, one in sorted(found, key=lambda f: f[0])])


def partners(view: View) -> tuple[SideId, ...]:
    """The empires with which the side has regular contact, as it knows it."""
    return tuple(side for side in sorted(view.flags) if side != view.side and in_contact(view, view.side, side))


def _with(view: View, side: SideId) -> Iterator[tuple[int, Suggestion]]:
    name = view.flags[side].name
    offer = offer_of(view.offers, side, view.side)
    mine = offer_of(view.offers, view.side, side)
    pact = pact_of(view.pacts, view.side, side)
    if offer is not None:
        yield 0, Suggestion(AcceptTrade(side), f"Accept {offer.level} trade with {name}", "they have offered it")
    for level in TRADE_LEVELS:
        if (pact is None or pact.level != level) and (mine is None or mine.level != level):
            why = "in contact, no trade yet" if pact is None else f"you have {pact.level} trade"
            yield 1 + TRADE_LEVELS.index(level), Suggestion(OfferTrade(side, level), f"Offer {name} {level} trade", why)
    if not any(r.giver == view.side and r.taker == side and r.kind == "supply" for r in view.rights):
        why = "their fleets could draw supplies at your colonies"
        yield 4, Suggestion(GrantRights(side, "supply"), f"Let {name} draw supplies", why)
    if pact is not None or offer is not None or mine is not None:
        what = f"you have {pact.level} trade" if pact is not None else "an offer stands"
        yield 5, Suggestion(EndTrade(side), f"End trade and offers with {name}", what)
