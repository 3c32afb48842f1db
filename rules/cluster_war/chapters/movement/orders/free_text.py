"""Plain words for the game master, who rules on them (CW-4.1-10, CW-4.1-11, CW-5.0-26)."""

from typing import Final, Literal

from rules.cluster_war.model.holdings.finders import LONGEST_TEXT, own_fleet
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, Together
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.orders.names import NAME, TEXT, Names, fleet_text, quote
from rules.cluster_war.model.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.model.race_design.choices import against_attitude, compare_profiles
from rules.cluster_war.model.state.names import FleetId, SideId
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError
from rules.values import changed

ANSWER_IT: Final = "Answer it with /gm settle, or amend the draft."
"""What stands with plain words where other questions have what the rules suggest; hints on the asker's people may follow."""


class FreeText(Order):
    """Plain words for the GM to rule on (CW-4.1-10); `fleet` names the unit meant, if any."""

    text: str
    fleet: FleetId = ""


class Contingency(Order):
    """What the GM should do if something happens, or where shortfalls should fall (CW-4.1-11, CW-5.0-26)."""

    text: str
    fleet: FleetId = ""


def _plan(planned: PlannedState, order: FreeText | Contingency) -> Preview:
    about = f" about {own_fleet(planned, order.fleet).name}" if order.fleet else ""
    tidy = order.text.strip()
    if not tidy or len(tidy) > LONGEST_TEXT:
        raise IllegalOrderError(
            f"Words for the game master may be 1 to {LONGEST_TEXT} characters long; this has {len(tidy)}.",
            rule="CW-4.1-10",
        )
    against = against_attitude(planned.me.race, tidy, planned.settings)
    notes = (Note(f"{against.text} The game master decides.", against.rule),) if against else ()
    begins = "To be ruled on" if isinstance(order, FreeText) else "If it comes to it"
    return Preview(order=changed(order, text=tidy), text=f"{begins}{about}: {tidy}", notes=notes)


def hand_in_words(turn: TurnState) -> None:
    """Free-text orders and contingencies become questions for the GM; the giver sees that they were handed in."""
    for signed, ask in turn.orders_of(FreeText):
        _raise(turn, signed, "free-text", ask.text, ask.fleet, "CW-4.1-10")
    for signed, clause in turn.orders_of(Contingency):
        _raise(turn, signed, "contingency", clause.text, clause.fleet, "CW-4.1-11")


def _raise(
    turn: TurnState, signed: SignedOrder, kind: Literal["free-text", "contingency"], text: str, fleet: str, rule: str
) -> None:
    found = turn.fleets.get(fleet)
    mine = found if found is not None and found.side == signed.side else None
    about = f" (about {mine.name})" if mine else ""
    hex_ = mine.hex if mine and mine.transit is None else ""
    suggestion = ANSWER_IT if kind == "free-text" else "Keep it in mind."
    against = against_attitude(turn.sides[signed.side].race, text, turn.settings)
    if against is not None:
        suggestion = f"{against.text} Refuse it ({against.rule}), unless something else forces them."
    suggestion += _profiles(turn, signed.side, text)
    turn.put_question(kind, (signed.side,), f"{text}{about}", rule, suggestion, hex_, order=signed.id)


def _profiles(turn: TurnState, side: SideId, text: str) -> str:
    """How the societies of both sides differ, where plain words name another: the GM weighs it case by case
    (CW-16.0-03)."""
    words = text.casefold()
    for key, other in sorted(turn.sides.items()):
        if key == side or not any(n and n.casefold() in words for n in (other.name, other.race.name)):
            continue
        me = turn.sides[side]
        lists = [
            (title, ours, theirs) for title, ours, theirs in compare_profiles(me.race, other.race) if ours or theirs
        ]
        if lists:
            told = "; ".join(f"{title}: {ours or 'none'} against {theirs or 'none'}" for title, ours, theirs in lists)
            return f" Society of {me.name} and {other.name} (CW-16.0-03): {told}."
    return ""


def _words(order: FreeText | Contingency, names: Names) -> str:
    return quote(order.text) + (f" about {fleet_text(names, order.fleet)}" if order.fleet else "")


KINDS: Final = (
    OrderKind(
        FreeText,
        Phase.WORDS,
        command="orders ask",
        example='ask "May we hail the derelict?" about Scouts',
        pattern=rf"{TEXT}(?: about {NAME})?",
        read=lambda g: FreeText(g.text(0), g.fleet(1) if g.has(1) else ""),
        write=lambda order, names: f"ask {_words(order, names)}",
        plan=_plan,
        carry_out=Together(hand_in_words),
    ),
    OrderKind(
        Contingency,
        Phase.WORDS,
        command="orders contingency",
        example='if "an enemy comes, withdraw" about Scouts',
        pattern=rf"{TEXT}(?: about {NAME})?",
        read=lambda g: Contingency(g.text(0), g.fleet(1) if g.has(1) else ""),
        write=lambda order, names: f"if {_words(order, names)}",
        plan=_plan,
        carry_out=Together(hand_in_words),
    ),
)
