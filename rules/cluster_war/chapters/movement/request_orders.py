"""What the game master rules on: plain words, and what psychics try at their empire's word (CW-4.1-10, CW-4.1-11, CW-5.0-26,
CW-15.1-13 to 27)."""

from typing import Final, Literal

from rules.cluster_war.model.holdings.finders import LONGEST_TEXT, own_fleet
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, Together, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Groups, Names, fleet_text, quote
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.psionics.abilities import Ability, ability_named, all_abilities, side_has, side_racial
from rules.cluster_war.model.psionics.units import working_abilities
from rules.cluster_war.model.race_design.choices import against_attitude, compare_profiles
from rules.cluster_war.model.state.common import FleetId, SideId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.working.turn_state import OrderGuard, TurnState
from rules.values import IllegalOrderError, changed, none_such

ANSWER_IT: Final = "Answer it with /gm settle, or amend the draft."
"""What stands with plain words where other questions have what the rules suggest; hints on the asker's people may follow."""
ABILITY_ATTEMPTS: Final = {
    "advanced-telepathy": (
        "CW-15.1-14",
        "What they catch of another's messages is yours to say: /psimaster minds overhear. A fleet that sends nothing is "
        "harder to find and better at surprise: /psimaster minds silence (CW-15.1-13).",
    ),
    "delusion": (
        "CW-15.1-16",
        "/psimaster minds ghost puts ghost ships before the minds of others, "
        "/psimaster minds disguise masks a fleet (CW-15.1-17).",
    ),
    "slaver": (
        "CW-15.1-24",
        "/psimaster minds hold makes thralls of crews or peoples, /psimaster minds take and world take them over.",
    ),
    "vampire": ("CW-15.1-25", "/psimaster minds hold leaves victims stunned, soothed or drained."),
    "witch": (
        "CW-15.1-26",
        "/psimaster minds portal moves a fleet or summons creatures, /psimaster minds hold wards units or has them strike.",
    ),
    "zombie": (
        "CW-15.1-27",
        "/psimaster minds hold, take and world take living creatures over; /psimaster minds zombies is for their own.",
    ),
}
"""By ability: the rule by which its use is the game master's to resolve, and with what they do it."""
SETTLE_HINT: Final = "Answer with /gm settle. "


class FreeText(Order):
    """Plain words for the GM to rule on (CW-4.1-10); `fleet` names the unit meant, if any."""

    text: str
    fleet: FleetId = ""


class Contingency(Order):
    """What the GM should do if something happens, or where shortfalls should fall (CW-4.1-11, CW-5.0-26)."""

    text: str
    fleet: FleetId = ""


def _plan_words(planned: PlannedState, order: FreeText | Contingency) -> OrderPreview:
    about = f" about {own_fleet(planned, order.fleet).name}" if order.fleet else ""
    tidy = order.text.strip()
    if not tidy or len(tidy) > LONGEST_TEXT:
        raise IllegalOrderError(
            f"Words for a ruling may be 1 to {LONGEST_TEXT} characters long; this has {len(tidy)}.",
            rule="CW-4.1-10",
        )
    against = against_attitude(planned.me.race, tidy, planned.settings)
    notes = (Note(f"{against.text} A ruling decides.", against.rule),) if against else ()
    begins = "To be ruled on" if isinstance(order, FreeText) else "If it happens"
    return OrderPreview(order=changed(order, text=tidy), text=f"{begins}{about}: {tidy}", notes=notes)


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


FREE_TEXT_KINDS: Final = (
    OrderKind(
        FreeText,
        Phase.WORDS,
        command="orders ask",
        example='ask "May we hail the derelict?" about Scouts',
        pattern=rf"{TEXT}(?: about {NAME})?",
        read=lambda g: FreeText(g.text(0), g.fleet(1) if g.has(1) else ""),
        write=lambda order, names: f"ask {_words(order, names)}",
        plan=_plan_words,
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
        plan=_plan_words,
        carry_out=Together(hand_in_words),
    ),
)


class AttemptPsionics(Order):
    """Have psychics use an ability that the game master resolves, in plain words; `fleet` says whose psychics, "" for those at
    home."""

    ability: str
    text: str
    fleet: FleetId = ""


def attempt_of(holdings: Holdings, order: AttemptPsionics, week: int) -> tuple[Ability, Fleet | None]:
    """The ability and the fleet of an attempt; GameError if the side does not have it, or nobody aboard can use it."""
    settings = holdings.settings
    found = ability_named(order.ability, settings)
    if found is None or found.id not in ABILITY_ATTEMPTS:
        known = [all_abilities(settings)[key].name for key in ABILITY_ATTEMPTS]
        raise none_such("ability that can be tried", order.ability, known, "CW-15.1-01")
    rule = ABILITY_ATTEMPTS[found.id][0]
    if not side_has(holdings.owner, found.id, settings):
        raise IllegalOrderError(f"Your race does not have {found.name}.", rule=rule)
    tidy = order.text.strip()
    if not tidy or len(tidy) > LONGEST_TEXT:
        raise IllegalOrderError(f"Say in 1 to {LONGEST_TEXT} characters what they are to try.", rule=rule)
    fleet = own_fleet(holdings, order.fleet) if order.fleet else None
    if fleet is not None and not side_racial(holdings.owner, found.id, settings):
        designs = holdings.owner.designs
        aboard = (holdings.ships[ship] for ship in fleet.ships)
        if not any(found.id in working_abilities(s, designs[s.design], week, settings) for s in aboard):
            raise IllegalOrderError(f"Nobody aboard {fleet.name} can use {found.name}.", rule=rule)
    return found, fleet


def _plan_attempt(planned: PlannedState, order: AttemptPsionics) -> OrderPreview:
    ability, fleet = attempt_of(planned, order, planned.first_week)
    by = f"The psychics of {fleet.name}" if fleet is not None else "Your psychics at home"
    tidy = order.text.strip()
    text = f"{by} try {ability.name}, to be ruled on: {tidy}"
    return OrderPreview(order=changed(order, ability=ability.name, text=tidy), text=text)


def hand_in_attempts(turn: TurnState) -> None:
    """What psychics try goes before the game master, with what the rules have for it."""
    for signed, order in turn.orders_of(AttemptPsionics):
        with OrderGuard(turn, signed):
            _hand_in(turn, signed, order)


def _hand_in(turn: TurnState, signed: SignedOrder, order: AttemptPsionics) -> None:
    ability, fleet = attempt_of(TurnHoldings(turn, signed.side), order, turn.first_week)
    rule, how = ABILITY_ATTEMPTS[ability.id]
    about = f" (by {fleet.name})" if fleet is not None else ""
    hex_ = fleet.hex if fleet is not None and fleet.transit is None else turn.sides[signed.side].home
    text = f"{ability.name}: {order.text.strip()}{about}"
    turn.put_question("free-text", (signed.side,), text, rule, f"{SETTLE_HINT}{how}", hex_, order=signed.id)


def _read(g: Groups) -> AttemptPsionics:
    return AttemptPsionics(g.raw(0).strip('" '), g.text(1), g.fleet(2) if g.has(2) else "")


def _write(order: AttemptPsionics, names: Names) -> str:
    by = f" by {fleet_text(names, order.fleet)}" if order.fleet else ""
    return f"try {order.ability}: {quote(order.text)}{by}"


ATTEMPT_KINDS: Final = (
    OrderKind(
        AttemptPsionics,
        Phase.WORDS,
        command="psi attempt",
        example='try Delusion: "Let them see a second fleet" by "1st Fleet"',
        pattern=rf"([A-Za-z -]+): {TEXT}(?: by {NAME})?",
        read=_read,
        write=_write,
        plan=_plan_attempt,
        carry_out=Together(hand_in_attempts),
    ),
)
