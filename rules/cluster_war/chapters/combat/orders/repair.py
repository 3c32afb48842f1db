"""The order to repair ships and bases (CW-9.6)."""

import re
from collections.abc import Sequence
from typing import Final

from rules.cluster_war.chapters.combat.repair.bills import Bill, bill_for, is_damaged
from rules.cluster_war.chapters.combat.repair.rates import DAYS_A_TURN
from rules.cluster_war.chapters.combat.repair.shops import Shop, check_together, fleet_with, shop_of, shops_for, unit_of
from rules.cluster_war.model.economy.holds import landed
from rules.cluster_war.model.events.repair import RepairBegun
from rules.cluster_war.model.holdings.finders import check_free, free_fleet, own_ship, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.holdings.order_kind import OrderKind, Phase
from rules.cluster_war.model.holdings.planned import PlannedState
from rules.cluster_war.model.holdings.turn_holdings import TurnHoldings
from rules.cluster_war.model.orders.groups import Groups
from rules.cluster_war.model.orders.names import NAME, TEXT, Names, fleet_text, site_text, unquote
from rules.cluster_war.model.orders.order import Note, Order, Preview, SignedOrder
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import BudgetLine, FleetId, ShipId, short_id
from rules.cluster_war.model.state.units import Ship
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import GameError, IllegalOrderError
from rules.events import Cause, Modifier
from rules.values import changed

_UNITS: Final = re.compile(r"[A-Za-z]+\d+(?:[\s,]+[A-Za-z]+\d+)*")


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


def repair(holdings: Holdings, order: RepairUnits, signed: str = "") -> tuple[RepairBegun, Bill]:
    """Take in a repair: pay for it and set to work; IllegalOrderError says why nothing can be repaired."""
    found = _asked(holdings, order)
    donor = own_ship(holdings, order.donor) if order.donor else ""
    shop = _shop(holdings, order, found, donor)
    if donor:
        _check_awake(holdings, holdings.ships[donor])
        check_together(holdings, holdings.ships[donor], shop)
    bill = bill_for(holdings, shop, found, donor)
    if shop.fleet:
        holdings.ships.update(landed(ships_by_id(holdings, holdings.fleets[shop.key]), bill.cps))
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


def _asked(holdings: Holdings, order: RepairUnits) -> Sequence[Ship | Base]:
    """The damaged units that an order names, each once, those of a fleet that nobody repairs yet."""
    if order.fleet:
        fleet = free_fleet(holdings, order.fleet)
        found: list[Ship | Base] = [s for s in ships_by_id(holdings, fleet).values() if is_damaged(s)]
        waiting = [unit for unit in found if not unit.mending.by]
        if not waiting:
            busy = "All that is damaged of it is being repaired already." if found else "Nothing of it is damaged."
            raise IllegalOrderError(f"{fleet.name}: {busy}", rule="CW-9.6-04")
        return waiting
    named = {unit.id: unit for unit in (unit_of(holdings, key) for key in order.units)}
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
    fleet = fleet_with(holdings, unit)
    if fleet is not None:
        check_free(holdings, fleet)


def _shop(holdings: Holdings, order: RepairUnits, units: Sequence[Ship | Base], donor: ShipId) -> Shop:
    """Who works: as the order says, else the first that can mend anything of it where the first unit is."""
    if donor in {unit.id for unit in units}:
        raise IllegalOrderError("A ship cannot give components to itself.", rule="CW-9.6-05")
    if order.at or order.using:
        return shop_of(holdings, order.at or order.using)
    first: GameError | None = None
    for shop in shops_for(holdings, units[0]):
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


def _plan(planned: PlannedState, order: RepairUnits) -> Preview:
    begun, bill = repair(planned, order)
    fleet = begun.by in planned.fleets
    who = ", ".join(short_id(unit) for unit in begun.units)
    paid = f"{bill.cps} CPs from its cargo bays" if fleet and bill.cps else f"{bill.cps} CPs"
    text = f"{begun.name} repairs {who}: {paid}, {when(bill.days)}."
    donor = planned.ships[own_ship(planned, order.donor)].id if order.donor else ""
    done = changed(order, at="" if fleet else begun.by, using=begun.by if fleet else "", donor=donor)
    notes = [Note(left, rule) for left, rule in bill.left]
    notes.append(Note("They stay together until it is done; whoever leaves breaks it off.", "CW-9.6-10"))
    line = None if fleet else _line([unit_of(planned, unit) for unit in begun.units])
    return Preview(order=done, text=text, cost=0 if fleet else bill.cps, line=line, notes=tuple(notes))


def when(days: int) -> str:
    """How long work takes, in words: "3 days", or "60 days (3 turns)"."""
    many = "1 day" if days == 1 else f"{days} days"
    return many if days <= DAYS_A_TURN else f"{many} ({-(-days // DAYS_A_TURN)} turns)"


def _repair(turn: TurnState, signed: SignedOrder, order: RepairUnits) -> None:
    event, _ = repair(TurnHoldings(turn, signed.side), order, signed.id)
    turn.tell_side(event)


def _read(g: Groups) -> RepairUnits:
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


def _write(order: RepairUnits, names: Names) -> str:
    what = " ".join(short_id(unit) for unit in order.units) or fleet_text(names, order.fleet)
    at = f" at {site_text(names, order.at)}" if order.at else ""
    using = f" with {fleet_text(names, order.using)}" if order.using else ""
    return f"repair {what}{at}{using}" + (f" from {short_id(order.donor)}" if order.donor else "")


KINDS: Final = (
    OrderKind(
        RepairUnits,
        Phase.SPEND,
        command="fleet repair",
        example='repair "1st Fleet" at Terra (or: repair DD01 with "2nd Fleet" from DD02)',
        pattern=rf"{TEXT}(?: at {NAME})?(?: with {NAME})?(?: from {NAME})?",
        read=_read,
        write=_write,
        plan=_plan,
        carry_out=_repair,
    ),
)
