"""Orders for battle: a fleet's, and an empire's rules of engagement (CW-9.0-09, CW-9.0-13 to CW-9.0-15, CW-9.7-04, CW-9.7-05)."""

import re
from typing import Final, cast

from rules.cluster_war.chapters.movement.fleets import put
from rules.cluster_war.model.events.battles import EngagementSet
from rules.cluster_war.model.holdings.finders import LONGEST_TEXT, own_fleet, own_ship
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.groups import Groups
from rules.cluster_war.model.orders.names import NAME, TEXT, Names, fleet_text, quote
from rules.cluster_war.model.orders.order import Order, Preview, SignedOrder
from rules.cluster_war.model.race_design.attitudes import deed_refused
from rules.cluster_war.model.state.names import FleetId, ShipId, short_id
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.war import Engagement, Stance
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import IllegalOrderError, quoted, unknown
from rules.events import Cause
from rules.values import changed

STANCES: Final = ("attack", "defend", "evade")
USUAL: Final = "usual"
"""How the stance "" is written: a fleet does what its empire does, an empire what its attitude says."""
EMPIRE: Final = "empire"
"""How `fleet` "" is written."""
MOST_LOSS: Final = 100


class SetEngagement(Order):
    """Set a fleet's orders for battle, or with `fleet` "" the empire's rules of engagement; they last until changed.

    `words` are plain words for the game master: a fleet's standing orders, the empire's manners; "" leaves them as they are.
    """

    fleet: FleetId
    stance: Stance = ""
    withdraw_at: int = 0
    pursue: bool = False
    reserve: tuple[ShipId, ...] = ()
    protect: FleetId = ""
    words: str = ""


def engagement(holdings: Holdings, order: SetEngagement) -> tuple[Fleet | None, Engagement]:
    """The fleet, None for the empire, and what it is to do; GameError for orders that cannot be meant."""
    if order.stance and order.stance not in STANCES:
        lead = f"There is no stance {quoted(order.stance)}."
        raise unknown(IllegalOrderError, lead, order.stance, "There are", STANCES, rule="CW-9.0-09")
    refused = deed_refused(holdings.owner.race.attitude, "first strike", holdings.settings)
    if order.stance == "attack" and refused is not None:
        raise IllegalOrderError(refused.text, rule=refused.rule)
    if not 0 <= order.withdraw_at <= MOST_LOSS:
        raise IllegalOrderError(
            f"A fleet withdraws at a loss of 1 to {MOST_LOSS} % of its hull, or at none: 0.", rule="CW-9.0-14"
        )
    if len(order.words) > LONGEST_TEXT:
        raise IllegalOrderError(f"Words for the game master may be {LONGEST_TEXT} characters long.", rule="CW-9.0-15")
    if not order.fleet:
        if order.reserve or order.protect:
            raise IllegalOrderError("Name the fleet that keeps a reserve, or protects another.", rule="CW-9.7-04")
        return None, Engagement(order.stance, order.withdraw_at, order.pursue)
    fleet = own_fleet(holdings, order.fleet)
    reserve = tuple(dict.fromkeys(own_ship(holdings, ship) for ship in order.reserve))
    for ship in reserve:
        if ship not in fleet.ships:
            raise IllegalOrderError(f"{short_id(ship)} is not in {fleet.name}.", rule="CW-9.7-04")
    protect = own_fleet(holdings, order.protect).id if order.protect else ""
    if protect == fleet.id:
        raise IllegalOrderError(f"{fleet.name} cannot stand before itself.", rule="CW-9.7-04")
    return fleet, Engagement(order.stance, order.withdraw_at, order.pursue, reserve, protect)


def in_words(orders: Engagement, protected: str = "") -> str:
    """Orders for battle as a sentence has them: `attack, withdraw at a loss of 30 %, pursue, DD02 in reserve`."""
    parts: list[str] = [orders.stance or "as usual"]
    parts += [f"withdraw at a loss of {orders.withdraw_at} %"] if orders.withdraw_at else []
    parts += ["pursue"] if orders.pursue else []
    parts += [f"{', '.join(short_id(s) for s in orders.reserve)} in reserve"] if orders.reserve else []
    parts += [f"protect {protected or short_id(orders.protect)}"] if orders.protect else []
    return ", ".join(parts)


def _plan(planned: PlannedState, order: SetEngagement) -> Preview:
    fleet, orders = engagement(planned, order)
    name = fleet.name if fleet is not None else "your empire"
    planned.once(f"engage {order.fleet}", f"Orders for battle of {name} are on this sheet already")
    told = in_words(orders, planned.fleets[orders.protect].name if orders.protect else "")
    if fleet is None:
        text = f"Rules of engagement for all fleets without orders of their own: {told}."
    else:
        planned.fleets[fleet.id] = changed(fleet, engagement=orders, standing=order.words or fleet.standing)
        text = f"Orders for battle of {fleet.name}: {told}."
    words = " Your words go to the game master." if order.words else ""
    return Preview(order=changed(order, reserve=orders.reserve), text=text + words)


def _carry_out(turn: TurnState, signed: SignedOrder, order: SetEngagement) -> None:
    fleet, orders = engagement(TurnHoldings(turn, signed.side), order)
    if fleet is None:
        side = turn.sides[signed.side]
        turn.sides[side.id] = changed(side, engagement=orders, conduct=order.words or side.conduct)
    else:
        put(turn, changed(fleet, engagement=orders, standing=order.words or fleet.standing))
    cause = Cause("CW-9.0-14" if fleet is not None else "CW-9.0-09", signed.id)
    turn.tell_side(EngagementSet(signed.side, order.fleet, orders, cause=cause))


def _read(g: Groups) -> SetEngagement:
    whole = g.raw(0).casefold() == EMPIRE
    ships = tuple(g.names.ship(word) for word in re.split(r"[\s,]+", g.raw(4).strip()) if word)
    return SetEngagement(
        fleet="" if whole else g.fleet(0),
        stance=cast("Stance", g.word(1) if g.word(1) != USUAL else ""),
        withdraw_at=g.number(2),
        pursue=g.has(3),
        reserve=ships,
        protect=g.fleet(5) if g.has(5) else "",
        words=g.text(6),
    )


def _write(order: SetEngagement, names: Names) -> str:
    who = fleet_text(names, order.fleet) if order.fleet else EMPIRE
    parts = [f"engage {who} {order.stance or USUAL}"]
    parts += [f"withdraw at {order.withdraw_at}"] if order.withdraw_at else []
    parts += ["pursue"] if order.pursue else []
    parts += [f"reserve {' '.join(short_id(s) for s in order.reserve)}"] if order.reserve else []
    parts += [f"protect {fleet_text(names, order.protect)}"] if order.protect else []
    parts += [f"saying {quote(order.words)}"] if order.words else []
    return ", ".join(parts)


KINDS: Final = (
    OrderKind(
        SetEngagement,
        Phase.MISSION,
        command="fleet engage",
        example='engage "1st Fleet" attack, withdraw at 30, pursue, reserve DD02, protect Convoy, saying "Hold the line"',
        pattern=(
            rf"{NAME} ({'|'.join(STANCES)}|{USUAL})(?:, ?withdraw at (\d{{1,3}}) ?%?)?(, ?pursue)?"
            rf"(?:, ?reserve((?:[\s,]+[A-Za-z]+\d+)+))?(?:, ?protect {NAME})?(?:, ?saying {TEXT})?"
        ),
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=_carry_out,
    ),
)
