"""The days' work of repair bays, shipyard bays and hangars, a week at a time (CW-9.6-05)."""

from collections import defaultdict
from collections.abc import Mapping
from math import floor
from typing import Final

from rules.cluster_war.chapters.combat import repair_shops
from rules.cluster_war.chapters.combat.repair_bills import donor_parts, price_left
from rules.cluster_war.model.economy.holds import recount, room_aboard, stow_cps
from rules.cluster_war.model.events.industry import RepairBroken, UnitRepaired, UpgradeInstalled
from rules.cluster_war.model.holdings.finders import held_by, ships_by_id
from rules.cluster_war.model.holdings.order_kind import TurnHoldings
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.holdings import Base, Ship
from rules.cluster_war.model.state.war import Mending
from rules.cluster_war.model.unit_design.transport import bay_capacity
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, GameError, changed

NO_REPAIR: Final = Mending()


def repair_week(turn: TurnState, week: int) -> None:
    """Seven days of repair, after the week's arrivals and battles: whoever parted from their repairer gets no more of it."""
    begun = turn.memoized("in repair", "", (turn.start,), lambda: _in_repair(turn))
    found = [unit for key in begun if (unit := turn.ships.get(key) or turn.bases.get(key)) is not None]
    busy = [unit for unit in found if unit.mending.by]
    if not busy:
        return
    jobs: dict[tuple[SideId, str], list[str]] = defaultdict(list)
    for unit in sorted(busy, key=lambda u: u.id):
        if _waits(turn, unit, week):
            continue
        jobs[unit.side, unit.mending.by].append(unit.id)
    for (side, key), units in sorted(jobs.items()):
        _work(TurnHoldings(turn, side), key, units)


def _in_repair(turn: TurnState) -> tuple[str, ...]:
    """Ships and bases that are in repair when the month's first week ends: no repair begins after that (CW-9.6-10)."""
    ships = [ship.id for ship in turn.ships.values() if ship.mending.by]
    return (*ships, *[base.id for base in turn.bases.values() if base.mending.by])


def _waits(turn: TurnState, unit: Ship | Base, week: int) -> bool:
    """Whether a repair rests this week, because the unit's fleet or its repairer's is frozen or drained (ruling R-167)."""
    holdings = TurnHoldings(turn, unit.side)
    there = (repair_shops.fleet_with(holdings, unit), turn.fleets.get(unit.mending.by))
    return any(fleet is not None and held_by(holdings, fleet, week - 1) is not None for fleet in there)


def stop(holdings: TurnHoldings, unit: Ship | Base, name: str) -> None:
    """Break a repair off; what its CPs have not been used for comes back, as far as there is room for them (CW-9.6-10)."""
    turn, mending = holdings.turn_state, unit.mending
    cps = floor(price_left(mending, holdings.owner.designs[unit.design], turn.settings))
    to_pool = False
    if not repair_shops.is_known(holdings, mending.by):
        cps = 0
    elif mending.by in holdings.fleets:
        aboard = ships_by_id(holdings, holdings.fleets[mending.by])
        cps = min(cps, room_aboard(holdings.owner.designs, aboard.values(), turn.settings))
        holdings.ships.update(stow_cps(holdings.owner.designs, aboard, cps, turn.settings))
    else:
        to_pool = holdings.give(cps, holdings.site(mending.by)) == "pool"
    now = turn.ships.get(unit.id) or unit
    turn.put_unit(changed(now, mending=NO_REPAIR))
    cause = Cause("CW-9.6-10", mending.order)
    turn.tell_side(RepairBroken(unit.side, unit.id, mending.by, name, cps, to_pool, cause=cause))


def _work(holdings: TurnHoldings, key: str, units: list[str]) -> None:
    turn = holdings.turn_state
    shop = repair_shops.shop_of(holdings, key) if repair_shops.is_known(holdings, key) else None
    staying: list[str] = []
    for name in units:
        unit = turn.ships.get(name) or turn.bases[name]
        if shop is not None and _goes_on(holdings, unit, shop):
            turn.put_unit(changed(unit, mending=_clamped(unit)))
            staying.append(name)
        else:
            stop(holdings, unit, shop.name if shop is not None else "")
    if shop is None:
        return
    yard = shop.yards * repair_shops.DAYS_A_WEEK
    for name in staying:
        yard = _rebuild(turn, name, yard)
    field = shop.bays * repair_shops.DAYS_A_WEEK + yard
    for name in staying:
        unit = turn.ships.get(name) or turn.bases[name]
        if holdings.owner.designs[unit.design].kind == "small_craft":
            _mend(holdings, shop, name, repair_shops.DAYS_A_WEEK if shop.hangars else 0)
        else:
            field = _mend(holdings, shop, name, field)
        _finish(turn, name, shop)


def _goes_on(holdings: TurnHoldings, unit: Ship | Base, shop: repair_shops.RepairShop) -> bool:
    if shop.fleet and not (shop.bays or shop.yards or shop.hangars):
        return False
    try:
        repair_shops.check_together(holdings, unit, shop)
    except GameError:
        return False
    return True


def _clamped(unit: Ship | Base) -> Mending:
    """The work, without what is no longer wrong or has become worse meanwhile."""
    mending, wounds = unit.mending, unit.wounds
    return changed(
        mending,
        burnt=min(mending.burnt, wounds.burnt),
        loose=min(mending.loose, unit.damage),
        damaged=_both(mending.damaged, wounds.damaged),
        swaps=_both(mending.swaps, wounds.destroyed),
        destroyed=_both(mending.destroyed, wounds.destroyed),
    )


def _both(some: Mapping[str, int], others: Mapping[str, int]) -> dict[str, int]:
    found = {label: min(n, others.get(label, 0)) for label, n in sorted(some.items())}
    return {label: n for label, n in found.items() if n}


def _rebuild(turn: TurnState, name: str, days: int) -> int:
    """Shipyard bays replace destroyed components, one after the other; the days that are left (CW-9.6-13)."""
    unit = turn.ships.get(name) or turn.bases[name]
    each = repair_shops.repair_number(repair_shops.YARD_DAYS, turn.settings)
    for label in sorted(unit.mending.destroyed):
        while days and unit.mending.destroyed.get(label, 0):
            spent = min(days, each - unit.mending.done)
            days -= spent
            mending = changed(unit.mending, done=unit.mending.done + spent)
            wounds = unit.wounds
            if mending.done >= each:
                mending = changed(mending, done=0, destroyed=recount(mending.destroyed, label, -1))
                wounds = changed(wounds, destroyed=recount(wounds.destroyed, label, -1))
            unit = changed(unit, mending=mending, wounds=wounds)
    turn.put_unit(unit)
    return days


def _mend(holdings: TurnHoldings, shop: repair_shops.RepairShop, name: str, days: int) -> int:
    """Shields first, then damaged components, salvage, and what the game master approved; the days that are left."""
    turn = holdings.turn_state
    unit = turn.ships.get(name) or turn.bases[name]
    mending, wounds, damage = unit.mending, unit.wounds, unit.damage
    a_day = repair_shops.repair_number(repair_shops.SHIELDS_A_DAY, turn.settings)
    while days and mending.burnt:
        restored = min(a_day, mending.burnt)
        mending = changed(mending, burnt=mending.burnt - restored)
        wounds = changed(wounds, burnt=wounds.burnt - restored)
        days -= 1
    for label, n in sorted(mending.damaged.items()):
        done = min(n, days)
        mending = changed(mending, damaged=recount(mending.damaged, label, -done))
        wounds = changed(wounds, damaged=recount(wounds.damaged, label, -done))
        days -= done
    done = min(mending.loose, days)
    mending, damage, days = changed(mending, loose=mending.loose - done), damage - done, days - done
    for label, n in sorted(mending.swaps.items()):
        wanted = min(n, days)
        done = _taken(holdings, shop, unit, label, wanted)
        gone = done if done == wanted else n
        mending = changed(mending, swaps=recount(mending.swaps, label, -gone))
        wounds = changed(wounds, destroyed=recount(wounds.destroyed, label, -done))
        days -= done
    if mending.upgrade and not mending.destroyed:
        spent = min(days, mending.upgrade_days - mending.done)
        mending, days = changed(mending, done=mending.done + spent), days - spent
    now = turn.ships.get(name) or turn.bases[name]
    turn.put_unit(changed(now, mending=mending, wounds=wounds, damage=damage))
    return days


def _taken(holdings: TurnHoldings, shop: repair_shops.RepairShop, unit: Ship | Base, label: str, count: int) -> int:
    """Take so many salvaged components out of cargo bays, then out of the donor; how many there were (CW-9.6-05)."""
    left = count
    own = repair_shops.fleet_with(holdings, unit)
    keys = {shop.key} if shop.fleet else set()
    for key in sorted(keys | ({own.id} if own is not None else set())):
        for ship in ships_by_id(holdings, holdings.fleets[key]).values():
            taken = min(left, ship.salvage.get(label, 0))
            if taken:
                room = max(0, ship.crate_room - taken * bay_capacity(holdings.settings))
                rest = recount(ship.salvage, label, -taken)
                holdings.ships[ship.id] = changed(ship, salvage=rest, crate_room=room)
                left -= taken
    donor = holdings.ships.get(unit.mending.donor)
    if left and donor is not None and fleet_of_donor_is_here(holdings, donor, shop):
        taken = min(left, donor_parts(holdings, donor.id).get(label, 0))
        if taken:
            wounds = changed(donor.wounds, destroyed=recount(donor.wounds.destroyed, label, taken))
            holdings.ships[donor.id] = changed(donor, wounds=wounds)
            left -= taken
    return count - left


def fleet_of_donor_is_here(holdings: TurnHoldings, donor: Ship, shop: repair_shops.RepairShop) -> bool:
    """Whether the ship that gives components is where the work is done."""
    try:
        repair_shops.check_together(holdings, donor, shop)
    except GameError:
        return False
    return True


def _finish(turn: TurnState, name: str, shop: repair_shops.RepairShop) -> None:
    """Tell of work that is done."""
    unit = turn.ships.get(name) or turn.bases[name]
    mending = unit.mending
    if mending.burnt or mending.loose or mending.damaged or mending.swaps or mending.destroyed:
        return
    if mending.upgrade:
        if mending.done < mending.upgrade_days:
            return
        turn.put_unit(changed(unit, mending=NO_REPAIR, upgrades=(*unit.upgrades, mending.upgrade)))
        cause = Cause("CW-9.6-09", mending.order)
        turn.tell_side(UpgradeInstalled(unit.side, name, shop.key, shop.name, mending.upgrade, cause=cause))
        return
    turn.put_unit(changed(unit, mending=NO_REPAIR))
    left = sum(unit.wounds.damaged.values()) + sum(unit.wounds.destroyed.values()) + unit.damage
    cause = Cause("CW-9.6-05", mending.order)
    turn.tell_side(UnitRepaired(unit.side, name, shop.key, shop.name, left, cause=cause))
