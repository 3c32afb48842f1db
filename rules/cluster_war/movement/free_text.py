"""Plain words on an order sheet: put before the GM, who rules on them (CW-4.1-10, CW-4.1-11, CW-5.0-26)."""

from typing import Literal

from rules.cluster_war.movement.orders.free_text import Contingency, FreeText
from rules.cluster_war.orders.order import SignedOrder
from rules.cluster_war.race_design.attitudes import against_attitude
from rules.cluster_war.race_design.society import compare_profiles
from rules.cluster_war.state.names import SideId
from rules.cluster_war.working.turn_state import TurnState


def hand_in_words(month: TurnState) -> None:
    """Free-text orders and contingencies become questions for the GM; the giver sees that they were handed in."""
    for signed, ask in month.orders_of(FreeText):
        _raise(month, signed, "free-text", ask.text, ask.fleet, "CW-4.1-10")
    for signed, clause in month.orders_of(Contingency):
        _raise(month, signed, "contingency", clause.text, clause.fleet, "CW-4.1-11")


def _raise(
    month: TurnState, signed: SignedOrder, kind: Literal["free-text", "contingency"], text: str, fleet: str, rule: str
) -> None:
    found = month.fleets.get(fleet)
    mine = found if found is not None and found.side == signed.side else None
    about = f" (about {mine.name})" if mine else ""
    hex_ = mine.hex if mine and mine.transit is None else ""
    suggestion = "Answer it with /gm settle, or amend the draft." if kind == "free-text" else "Keep it in mind."
    against = against_attitude(month.sides[signed.side].race, text, month.settings)
    if against is not None:
        suggestion = f"{against.text} Refuse it ({against.rule}), unless something else forces them."
    suggestion += _profiles(month, signed.side, text)
    month.put_question(kind, (signed.side,), f"{text}{about}", rule, suggestion, hex_, order=signed.id)


def _profiles(month: TurnState, side: SideId, text: str) -> str:
    """How the societies of both sides differ, where plain words name another: the GM weighs it case by case
    (CW-16.0-03)."""
    words = text.casefold()
    for key, other in sorted(month.sides.items()):
        if key == side or not any(n and n.casefold() in words for n in (other.name, other.race.name)):
            continue
        me = month.sides[side]
        lists = [
            (title, ours, theirs) for title, ours, theirs in compare_profiles(me.race, other.race) if ours or theirs
        ]
        if lists:
            told = "; ".join(f"{title}: {ours or 'none'} against {theirs or 'none'}" for title, ours, theirs in lists)
            return f" Society of {me.name} and {other.name} (CW-16.0-03): {told}."
    return ""
