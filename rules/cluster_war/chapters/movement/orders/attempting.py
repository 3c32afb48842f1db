"""What psychics try at their empire's word, for the game master to rule on (CW-15.1-13, -14, -16, -17, -24 to -27)."""

from typing import Final

from rules.cluster_war.model.holdings.finders import LONGEST_TEXT, own_fleet
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, Together
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Groups, Names, fleet_text, quote
from rules.cluster_war.model.orders.order import Order, Preview, SignedOrder
from rules.cluster_war.model.psionics.abilities import Ability, ability_named, all_abilities, side_has, side_racial
from rules.cluster_war.model.psionics.units import working_abilities
from rules.cluster_war.model.state.names import FleetId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.working.turn_state import TurnState, attempt
from rules.errors import IllegalOrderError, none_such
from rules.values import changed

ATTEMPTS: Final = {
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
RULED: Final = "Answer with /gm settle. "


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
    if found is None or found.id not in ATTEMPTS:
        known = [all_abilities(settings)[key].name for key in ATTEMPTS]
        raise none_such("ability that can be tried", order.ability, known, "CW-15.1-01")
    rule = ATTEMPTS[found.id][0]
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


def _plan(planned: PlannedState, order: AttemptPsionics) -> Preview:
    ability, fleet = attempt_of(planned, order, planned.first_week)
    by = f"The psychics of {fleet.name}" if fleet is not None else "Your psychics at home"
    tidy = order.text.strip()
    text = f"{by} try {ability.name}, for the game master to rule on: {tidy}"
    return Preview(order=changed(order, ability=ability.name, text=tidy), text=text)


def hand_in_attempts(turn: TurnState) -> None:
    """What psychics try goes before the game master, with what the rules have for it."""
    for signed, order in turn.orders_of(AttemptPsionics):
        with attempt(turn, signed):
            _hand_in(turn, signed, order)


def _hand_in(turn: TurnState, signed: SignedOrder, order: AttemptPsionics) -> None:
    ability, fleet = attempt_of(TurnHoldings(turn, signed.side), order, turn.first_week)
    rule, how = ATTEMPTS[ability.id]
    about = f" (by {fleet.name})" if fleet is not None else ""
    hex_ = fleet.hex if fleet is not None and fleet.transit is None else turn.sides[signed.side].home
    text = f"{ability.name}: {order.text.strip()}{about}"
    turn.put_question("free-text", (signed.side,), text, rule, f"{RULED}{how}", hex_, order=signed.id)


def _read(g: Groups) -> AttemptPsionics:
    return AttemptPsionics(g.raw(0).strip('" '), g.text(1), g.fleet(2) if g.has(2) else "")


def _write(order: AttemptPsionics, names: Names) -> str:
    by = f" by {fleet_text(names, order.fleet)}" if order.fleet else ""
    return f"try {order.ability}: {quote(order.text)}{by}"


KINDS: Final = (
    OrderKind(
        AttemptPsionics,
        Phase.WORDS,
        command="psi attempt",
        example='try Delusion: "Let them see a second fleet" by "1st Fleet"',
        pattern=rf"([A-Za-z -]+): {TEXT}(?: by {NAME})?",
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=Together(hand_in_attempts),
    ),
)
