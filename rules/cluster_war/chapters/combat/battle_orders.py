"""Orders of fleets for battle, an empire's rules of engagement, and the order to repair ships and bases (CW-9.0-09, CW-9.0-13
to CW-9.0-15, CW-9.6, CW-9.7-04, CW-9.7-05)."""

import re
from collections.abc import Sequence
from typing import Final, cast

from rules.cluster_war.chapters.combat import repair_shops
from rules.cluster_war.chapters.combat.repair_bills import RepairBill, bill_for, is_damaged
from rules.cluster_war.chapters.movement.fleets import put_fleet
from rules.cluster_war.model.economy.holds import land_cps
from rules.cluster_war.model.events.battles import EngagementSet
from rules.cluster_war.model.events.industry import RepairBegun
from rules.cluster_war.model.holdings import finders
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase, PlannedState, TurnHoldings
from rules.cluster_war.model.orders.names import NAME, TEXT, Groups, Names, fleet_text, quote, site_text, unquote
from rules.cluster_war.model.orders.order import Note, Order, OrderPreview, SignedOrder
from rules.cluster_war.model.race_design.choices import deed_refused
from rules.cluster_war.model.state.common import BudgetLine, FleetId, ShipId, short_id
from rules.cluster_war.model.state.holdings import Base, Fleet, Ship
from rules.cluster_war.model.state.war import Engagement, Stance
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, GameError, IllegalOrderError, Modifier, changed, quoted, unknown

STANCES: Final = ("attack", "defend", "evade")
USUAL_STANCE: Final = "usual"
"""How the stance "" is written: a fleet does what its empire does, an empire what its attitude says."""
EMPIRE: Final = "empire"
"""How `fleet` "" is written."""
MOST_LOSS: Final = 100
_UNITS: Final = re.compile(r"[A-Za-z]+\d+(?:[\s,]+[A-Za-z]+\d+)*")


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
    if len(order.words) > finders.LONGEST_TEXT:
        raise IllegalOrderError(f"Words for a ruling may be {finders.LONGEST_TEXT} characters long.", rule="CW-9.0-15")
    if not order.fleet:
        if order.reserve or order.protect:
            raise IllegalOrderError("Name the fleet that keeps a reserve, or protects another.", rule="CW-9.7-04")
        return None, Engagement(order.stance, order.withdraw_at, order.pursue)
    fleet = finders.own_fleet(holdings, order.fleet)
    reserve = tuple(dict.fromkeys(finders.own_ship(holdings, ship) for ship in order.reserve))
    for ship in reserve:
        if ship not in fleet.ships:
            raise IllegalOrderError(f"{short_id(ship)} is not in {fleet.name}.", rule="CW-9.7-04")
    protect = finders.own_fleet(holdings, order.protect).id if order.protect else ""
    if protect == fleet.id:
        raise IllegalOrderError(f"{fleet.name} cannot protect itself.", rule="CW-9.7-04")
    return fleet, Engagement(order.stance, order.withdraw_at, order.pursue, reserve, protect)


def in_words(orders: Engagement, protected: str = "") -> str:
    """Orders for battle as a sentence has them: `attack, withdraw at a loss of 30 %, pursue, DD02 in reserve`."""
    parts: list[str] = [orders.stance or "as usual"]
    parts += [f"withdraw at a loss of {orders.withdraw_at} %"] if orders.withdraw_at else []
    parts += ["pursue"] if orders.pursue else []
    parts += [f"{', '.join(short_id(s) for s in orders.reserve)} in reserve"] if orders.reserve else []
    parts += [f"protect {protected or short_id(orders.protect)}"] if orders.protect else []
    return ", ".join(parts)


def _plan_engage(planned: PlannedState, order: SetEngagement) -> OrderPreview:
    fleet, orders = engagement(planned, order)
    name = fleet.name if fleet is not None else "your empire"
    planned.once(f"engage {order.fleet}", f"Orders for battle of {name} are on this sheet already")
    told = in_words(orders, planned.fleets[orders.protect].name if orders.protect else "")
    if fleet is None:
        text = f"Rules of engagement for all fleets without orders of their own: {told}."
    else:
        planned.fleets[fleet.id] = changed(fleet, engagement=orders, standing=order.words or fleet.standing)
        text = f"Orders for battle of {fleet.name}: {told}."
    words = " Your words go with it." if order.words else ""
    return OrderPreview(order=changed(order, reserve=orders.reserve), text=text + words)


def _carry_out(turn: TurnState, signed: SignedOrder, order: SetEngagement) -> None:
    fleet, orders = engagement(TurnHoldings(turn, signed.side), order)
    if fleet is None:
        side = turn.sides[signed.side]
        turn.sides[side.id] = changed(side, engagement=orders, conduct=order.words or side.conduct)
    else:
        put_fleet(turn, changed(fleet, engagement=orders, standing=order.words or fleet.standing))
    cause = Cause("CW-9.0-14" if fleet is not None else "CW-9.0-09", signed.id)
    turn.tell_side(EngagementSet(signed.side, order.fleet, orders, cause=cause))


def _read_engage(g: Groups) -> SetEngagement:
    whole = g.raw(0).casefold() == EMPIRE
    ships = tuple(g.names.ship(word) for word in re.split(r"[\s,]+", g.raw(4).strip()) if word)
    return SetEngagement(
        fleet="" if whole else g.fleet(0),
        stance=cast("Stance", g.word(1) if g.word(1) != USUAL_STANCE else ""),
        withdraw_at=g.number(2),
        pursue=g.has(3),
        reserve=ships,
        protect=g.fleet(5) if g.has(5) else "",
        words=g.text(6),
    )


def _write_engage(order: SetEngagement, names: Names) -> str:
    who = fleet_text(names, order.fleet) if order.fleet else EMPIRE
    parts = [f"engage {who} {order.stance or USUAL_STANCE}"]
    parts += [f"withdraw at {order.withdraw_at}"] if order.withdraw_at else []
    parts += ["pursue"] if order.pursue else []
    parts += [f"reserve {' '.join(short_id(s) for s in order.reserve)}"] if order.reserve else []
    parts += [f"protect {fleet_text(names, order.protect)}"] if order.protect else []
    parts += [f"saying {quote(order.words)}"] if order.words else []
    return ", ".join(parts)


ENGAGE_KINDS: Final = (
    OrderKind(
        SetEngagement,
        Phase.MISSION,
        command="fleet engage",
        example='engage "1st Fleet" attack, withdraw at 30, pursue, reserve DD02, protect Convoy, saying "Hold the line"',
        pattern=(
            rf"{NAME} ({'|'.join(STANCES)}|{USUAL_STANCE})(?:, ?withdraw at (\d{{1,3}}) ?%?)?(, ?pursue)?"
            rf"(?:, ?reserve((?:[\s,]+[A-Za-z]+\d+)+))?(?:, ?protect {NAME})?(?:, ?saying {TEXT})?"
        ),
        read=_read_engage,
        write=_write_engage,
        plan=_plan_engage,
        carry_out=_carry_out,
    ),
)


class RepairUnits(Order):
    """Repair what can be repaired of a fleet's ships, or of `units`, ships and bases by id (CW-9.6-04).

    Who works is the colony or base `at`, or the fleet `using`; with neither, whoever is there and is best. `donor` is a ship
    whose components may be taken out to replace destroyed ones (CW-9.6-05).
    """

    fleet: FleetId = ""
    units: tuple[str, ...] = ()
    at: str = ""
    using: FleetId = ""
    donor: ShipId = ""


def repair(holdings: Holdings, order: RepairUnits, signed: str = "") -> tuple[RepairBegun, RepairBill]:
    """Take in a repair: pay for it and set to work; IllegalOrderError says why nothing can be repaired."""
    found = _damaged_units(holdings, order)
    donor = finders.own_ship(holdings, order.donor) if order.donor else ""
    shop = _shop(holdings, order, found, donor)
    if donor:
        _check_awake(holdings, holdings.ships[donor])
        repair_shops.check_together(holdings, holdings.ships[donor], shop)
    bill = bill_for(holdings, shop, found, donor)
    if shop.fleet:
        holdings.ships.update(land_cps(finders.ships_by_id(holdings, holdings.fleets[shop.key]), bill.cps))
    else:
        holdings.spend(_line(found), bill.cps, holdings.site(shop.key))
    for key, mending in bill.work.items():
        work = changed(mending, order=signed)
        if key in holdings.ships:
            holdings.ships[key] = changed(holdings.ships[key], mending=work)
        else:
            holdings.bases[key] = changed(holdings.bases[key], mending=work)
    reasons = (Modifier(bill.cps, "CPs"), Modifier(bill.days, "days of work"))
    cause = Cause("CW-9.6-05", signed, reasons)
    units = tuple(bill.work)
    side = holdings.owner.id
    return RepairBegun(side, shop.key, shop.name, shop.hex, units, bill.cps, bill.days, cause=cause), bill


def _damaged_units(holdings: Holdings, order: RepairUnits) -> Sequence[Ship | Base]:
    """The damaged units that an order names, each once, those of a fleet that nobody repairs yet."""
    if order.fleet:
        fleet = finders.free_fleet(holdings, order.fleet)
        found: list[Ship | Base] = [s for s in finders.ships_by_id(holdings, fleet).values() if is_damaged(s)]
        waiting = [unit for unit in found if not unit.mending.by]
        if not waiting:
            busy = "All that is damaged of it is being repaired already." if found else "Nothing of it is damaged."
            raise IllegalOrderError(f"{fleet.name}: {busy}", rule="CW-9.6-04")
        return waiting
    named = {unit.id: unit for unit in (repair_shops.unit_of(holdings, key) for key in order.units)}
    if not named:
        raise IllegalOrderError("Name a fleet, or ships and bases to repair.", rule="CW-9.6-01")
    for unit in named.values():
        _check_awake(holdings, unit)
        if unit.mending.by:
            raise IllegalOrderError(
                f"{short_id(unit.id)} is being repaired already; the work goes on by itself.", rule="CW-9.6-05"
            )
        if not is_damaged(unit):
            raise IllegalOrderError(f"Nothing of {short_id(unit.id)} is damaged.", rule="CW-9.6-04")
    return tuple(named.values())


def _check_awake(holdings: Holdings, unit: Ship | Base) -> None:
    """IllegalOrderError for a ship of a fleet that something holds for the whole month (CW-B-21)."""
    fleet = repair_shops.fleet_with(holdings, unit)
    if fleet is not None:
        finders.check_free(holdings, fleet)


def _shop(
    holdings: Holdings, order: RepairUnits, units: Sequence[Ship | Base], donor: ShipId
) -> repair_shops.RepairShop:
    """Who works: as the order says, else the first that can mend anything of it where the first unit is."""
    if donor in {unit.id for unit in units}:
        raise IllegalOrderError("A ship cannot give components to itself.", rule="CW-9.6-05")
    if order.at or order.using:
        return repair_shops.shop_of(holdings, order.at or order.using)
    first: GameError | None = None
    for shop in repair_shops.shops_for(holdings, units[0]):
        try:
            bill_for(holdings, shop, units, donor)
        except GameError as error:
            first = first or error
        else:
            return shop
    raise first or IllegalOrderError(
        f"Nobody where {short_id(units[0].id)} is has repair bays or shipyard bays.", rule="CW-9.6-01"
    )


def _line(units: Sequence[Ship | Base]) -> BudgetLine:
    return "ships" if any(isinstance(unit, Ship) for unit in units) else "bases"


def _plan_repair(planned: PlannedState, order: RepairUnits) -> OrderPreview:
    begun, bill = repair(planned, order)
    fleet = begun.by in planned.fleets
    who = ", ".join(short_id(unit) for unit in begun.units)
    paid = f"{bill.cps} CPs from its cargo bays" if fleet and bill.cps else f"{bill.cps} CPs"
    text = f"{begun.name} repairs {who}: {paid}, {format_days(bill.days)}."
    donor = planned.ships[finders.own_ship(planned, order.donor)].id if order.donor else ""
    done = changed(order, at="" if fleet else begun.by, using=begun.by if fleet else "", donor=donor)
    notes = [Note(left, rule) for left, rule in bill.left]
    notes.append(
        Note("They stay together until it is done. A fleet that leaves breaks it off.", "CW-9.6-10", informs=True)
    )
    line = None if fleet else _line([repair_shops.unit_of(planned, unit) for unit in begun.units])
    return OrderPreview(order=done, text=text, cost=0 if fleet else bill.cps, line=line, notes=tuple(notes))


def format_days(days: int) -> str:
    """How long work takes, in words: "3 days", or "60 days (3 turns)"."""
    many = "1 day" if days == 1 else f"{days} days"
    return many if days <= repair_shops.DAYS_A_TURN else f"{many} ({-(-days // repair_shops.DAYS_A_TURN)} turns)"


def _repair(turn: TurnState, signed: SignedOrder, order: RepairUnits) -> None:
    event, _ = repair(TurnHoldings(turn, signed.side), order, signed.id)
    turn.tell_side(event)


def _read_repair(g: Groups) -> RepairUnits:
    fleet, units = repair_meant(g.names, g.raw(0))
    donor = g.names.ship(g.text(3)) if g.has(3) else ""
    return RepairUnits(fleet, units, g.site(1) if g.has(1) else "", g.fleet(2) if g.has(2) else "", donor)


def repair_meant(names: Names, text: str) -> tuple[FleetId, tuple[str, ...]]:
    """A fleet, or ships and bases by their ids (DD01 WS01), as somebody writes them; NotationError."""
    tidy = text.strip()
    if _UNITS.fullmatch(tidy) and tidy.casefold() not in {name.casefold() for name in names.fleets.values()}:
        return "", tuple(_unit(names, word) for word in re.split(r"[\s,]+", tidy))
    return names.fleet(unquote(tidy)), ()


def repairer_meant(names: Names, text: str) -> tuple[str, FleetId]:
    """Who repairs, as somebody writes them: a colony or base, or a fleet; "" for what it is not. NotationError."""
    wanted = " ".join(text.split()).casefold()
    if wanted in {word.casefold() for pair in names.fleets.items() for word in pair}:
        return "", names.fleet(text)
    return (names.site(text), "") if wanted else ("", "")


def _unit(names: Names, word: str) -> str:
    """A ship or base by its short id; NotationError."""
    bases = [key for key in names.view.bases if short_id(key).casefold() == word.casefold()]
    return bases[0] if len(bases) == 1 else names.ship(word)


def _write_repair(order: RepairUnits, names: Names) -> str:
    what = " ".join(short_id(unit) for unit in order.units) or fleet_text(names, order.fleet)
    at = f" at {site_text(names, order.at)}" if order.at else ""
    using = f" with {fleet_text(names, order.using)}" if order.using else ""
    return f"repair {what}{at}{using}" + (f" from {short_id(order.donor)}" if order.donor else "")


REPAIR_KINDS: Final = (
    OrderKind(
        RepairUnits,
        Phase.SPEND,
        command="fleet repair",
        example='repair "1st Fleet" at Terra (or: repair DD01 with "2nd Fleet" from DD02)',
        pattern=rf"{TEXT}(?: at {NAME})?(?: with {NAME})?(?: from {NAME})?",
        read=_read_repair,
        write=_write_repair,
        plan=_plan_repair,
        carry_out=_repair,
    ),
)
