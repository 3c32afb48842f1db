"""What could be agreed with the empires in contact: trade offered to be accepted or offered, supplies granted (4.3, 11.0); and
ambassadors to those that were met and are out of contact (13.0)."""

from collections.abc import Iterator, Sequence
from typing import Final

from rules.cluster_war.chapters.diplomacy.contact import in_contact
from rules.cluster_war.chapters.diplomacy.orders.envoys import SendAmbassadors
from rules.cluster_war.chapters.diplomacy.orders.rights import GrantRights
from rules.cluster_war.chapters.diplomacy.orders.trade import AcceptTrade, EndTrade, OfferTrade, offer_of, pact_of
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.names import SideId, TradeLevel
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.planning.suggestions.suggestion import Suggestion, ranked

TRADE_LEVELS: Final[tuple[TradeLevel, ...]] = ("limited", "full")


def treaties(view: View, sheet: Sequence[SignedOrder]) -> tuple[Suggestion, ...]:
    """With each empire in regular contact (CW-13.0-06): their offer to accept, trade to offer, supplies to grant, an end. To each
    that was met, ambassadors, which are contact: first where somebody waits for that (CW-13.0-08)."""
    near = partners(view)
    found = [one for side in near for one in _with(view, side)]
    found += [one for side in sorted(view.flags) for one in _envoys(view, side, in_contact=side in near)]
    return ranked(view, sheet, [one for _, one in sorted(found, key=lambda f: f[0])])


def partners(view: View) -> tuple[SideId, ...]:
    """The empires with which the side has regular contact, as it knows it."""
    return tuple(side for side in sorted(view.flags) if side != view.side and in_contact(view, view.side, side))


def _envoys(view: View, side: SideId, *, in_contact: bool) -> Iterator[tuple[int, Suggestion]]:
    """Ambassadors to an empire that was met and has none of the side's yet: where there is no other contact, or theirs wait."""
    theirs_wait = f"{side}>{view.side}" in view.signals.envoys
    if side == view.side or side not in view.met or side in view.embassies or (in_contact and not theirs_wait):
        return
    if f"{view.side}>{side}" in view.signals.envoys:
        return
    offer, why = offer_of(view.offers, side, view.side), "you have met, and ambassadors are regular contact"
    if theirs_wait:
        why = "theirs wait for yours"
    if offer is not None and not in_contact:
        why = f"they offer {offer.level} trade, for which you need regular contact"
    wanted = theirs_wait or offer is not None
    yield (0 if wanted else 3), Suggestion(SendAmbassadors(side), f"Send ambassadors to {view.flags[side].name}", why)


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
