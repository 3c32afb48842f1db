"""The empires that an order about something that stands between two can be about: those with whom it does stand."""

from collections.abc import Callable, Collection, Iterable

from cogs.campaign.common.choices import complete
from cogs.common.autocomplete import Completer, Pair, plain_text
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.view import View


def _embassies(view: View) -> Collection[SideId]:
    """Where ambassadors are, or wait for theirs."""
    waiting = (each.split(">") for each in view.signals.envoys)
    return {*view.embassies, *(to for giver, to in waiting if giver == view.side)}


def _offered(view: View) -> Collection[SideId]:
    return {offer.giver for offer in view.offers if offer.taker == view.side}


def _in_trade(view: View) -> Collection[SideId]:
    agreed = {side for pact in view.pacts for side in (pact.a, pact.b)}
    return (agreed | {side for offer in view.offers for side in (offer.giver, offer.taker)}) - {view.side}


def _given_rights(view: View) -> Collection[SideId]:
    return {right.taker for right in view.rights if right.giver == view.side}


def _of(find: Callable[[View], Collection[SideId]]) -> Completer:
    def listed(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
        found = find(view)
        return [(plain_text(flag.name), side) for side, flag in sorted(view.all_flags.items()) if side in found]

    return complete(listed)


host_option = _of(_embassies)
"""Those to whom one has sent ambassadors."""
offerer_option = _of(_offered)
"""Those who have offered trade."""
partner_option = _of(_in_trade)
"""Those with whom there is trade, or an offer of it by either."""
taker_option = _of(_given_rights)
"""Those who have been given rights."""
