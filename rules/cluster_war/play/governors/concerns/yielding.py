"""Giving in: an empire that is beaten asks for terms, trades with whom it must, and fights for nothing more (CW-4.1-10)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.diplomacy.orders.trade import OfferTrade, offer_of, pact_of
from rules.cluster_war.chapters.movement.orders.free_text import FreeText
from rules.cluster_war.play.governors.known import Known
from rules.cluster_war.play.governors.proposal import Proposal, using

CONCERN: Final = "yielding"


def yielding(known: Known) -> Iterator[Proposal]:
    """Words for the game master in the turn in which it gives in; an offer of trade to each side it was beaten by."""
    if not known.memory.beaten or known.unyielding:
        return
    view = known.view
    victors = [s for s in sorted(view.flags) if known.memory.grudges.get(s)]
    if known.memory.beaten == view.turn:
        names = " and ".join(view.flags[s].name for s in victors) or "whoever will have it"
        text = f"We cannot go on. We ask {names} for peace, and will hear what it is to cost."
        why = f"we make {known.income} CPs a turn, of {known.memory.best} that we once made"
        yield Proposal(CONCERN, (FreeText(text),), why, 995, uses=using("words/peace"))
    for side in victors:
        free = pact_of(view.pacts, view.side, side) is None and offer_of(view.offers, view.side, side) is None
        if free and known.is_in_contact(side):
            why = f"whoever trades with {view.flags[side].name} is worth more to them than rubble"
            yield Proposal(CONCERN, (OfferTrade(side, "full"),), why, 992, uses=using(f"trade/{side}"))
