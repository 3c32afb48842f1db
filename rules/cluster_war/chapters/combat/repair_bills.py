"""One repair order worked out: what of each unit is repaired, what it costs, how long it takes, what must stay; and damage
and repair in words for the unit's owner (CW-9.6, CW-18.0-21)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from rules.cluster_war.chapters.combat import repair_shops
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.state.common import Settings, ShipId, short_id
from rules.cluster_war.model.state.holdings import Base, Design, Ship
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import Mending
from rules.cluster_war.model.unit_design.pricing import known_layout
from rules.cluster_war.model.unit_design.wounded import component_of, crew_text, damage_text, is_whole
from rules.values import IllegalOrderError, Value, changed

UNNAMED_COMPONENTS: Final = "components that nobody has named"


class RepairBill(Value):
    """What an order comes to: the work on each unit, its price in CPs, days until all is done, and what stays as it is."""

    work: Mapping[str, Mending]
    cps: int
    days: int
    left: tuple[tuple[str, str], ...] = ()


def is_damaged(unit: Ship | Base) -> bool:
    """Whether a unit has anything to repair."""
    return bool(unit.damage) or not is_whole(unit.wounds)


def price_left(mending: Mending, design: Design, settings: Settings) -> Fraction:
    """CPs that the work still to be done has cost: what an interrupted repair has not used."""
    half = repair_shops.mending_price(mending.damaged, design, settings) + repair_shops.mending_price(
        {UNNAMED_COMPONENTS: mending.loose}, design, settings
    )
    return half + repair_shops.new_price(mending.destroyed, design, settings)


def field_days(mending: Mending, settings: Settings) -> int:
    """Days of one bay that the work asks of any bay (CW-9.6-05)."""
    waits = max(0, mending.upgrade_days - (0 if mending.destroyed else mending.done)) if mending.upgrade else 0
    parts = sum(mending.damaged.values()) + mending.loose + sum(mending.swaps.values())
    return repair_shops.shield_days(mending.burnt, settings) + parts + waits


def yard_days(mending: Mending, settings: Settings) -> int:
    """Days of one shipyard bay that the work asks of those alone (CW-9.6-13)."""
    if not mending.destroyed:
        return 0
    return sum(mending.destroyed.values()) * repair_shops.repair_number(repair_shops.YARD_DAYS, settings) - mending.done


def days_left(work: Iterable[Mending], shop: repair_shops.RepairShop, settings: Settings) -> int:
    """Days until a shop has done all this work, if it does nothing else; 0 where it cannot."""
    jobs = tuple(work)
    field, yard = sum(field_days(m, settings) for m in jobs), sum(yard_days(m, settings) for m in jobs)
    bays = shop.bays or (1 if shop.hangars and not shop.yards else 0)
    return repair_shops.days_needed(field, yard, bays, shop.yards)


def bill_for(
    holdings: Holdings, shop: repair_shops.RepairShop, units: Iterable[Ship | Base], donor: ShipId = ""
) -> RepairBill:
    """All that a shop can mend of these units; IllegalOrderError if it can mend nothing of them, and why.

    Damaged components are taken in as far as a fleet's CPs go (CW-9.6-08); a place pays all or refuses.
    """
    jobs = _Jobs(holdings, shop, donor)
    for unit in units:
        repair_shops.check_together(holdings, unit, shop)
        jobs.take(unit)
    if not jobs.work:
        text, rule = jobs.left[0] if jobs.left else ("Nothing there is damaged.", "CW-9.6-01")
        raise IllegalOrderError(text, rule=rule)
    days = days_left(jobs.work.values(), shop, holdings.settings)
    return RepairBill(jobs.work, repair_shops.round_price(jobs.cps), days, tuple(jobs.left))


class _Jobs:
    """The work of one order, unit by unit."""

    def __init__(self, holdings: Holdings, shop: repair_shops.RepairShop, donor: ShipId) -> None:
        self.holdings, self.shop, self.donor = holdings, shop, donor
        self.work: dict[str, Mending] = {}
        self.left: list[tuple[str, str]] = []
        self.cps = Fraction(0)
        self.taken: dict[str, int] = {}

    def take(self, unit: Ship | Base) -> None:
        """Take in what can be done on one unit, and note what cannot."""
        holdings, shop, name = self.holdings, self.shop, short_id(unit.id)
        design, wounds = holdings.owner.designs[unit.design], unit.wounds
        if design.kind == "small_craft":
            self._craft(unit, name)
            return
        if not (shop.bays or shop.yards):
            self._stays(f"{shop.name} has neither repair bays nor an idle shipyard bay.", "CW-9.6-01")
            return
        made = Mending(by=shop.key, burnt=wounds.burnt)
        damaged = {label: self._payable(label, n, design) for label, n in sorted(wounds.damaged.items())}
        made = changed(made, damaged={label: n for label, n in damaged.items() if n})
        made = changed(made, loose=self._payable(UNNAMED_COMPONENTS, unit.damage, design))
        short = sum(wounds.damaged.values()) + unit.damage - sum(damaged.values()) - made.loose
        if short:
            self._stays(
                f"{short} damaged components of {name} stay as they are: {shop.name} has {shop.cps} CPs in its cargo bays.",
                "CW-9.6-08",
            )
        made = self._replaced(unit, design, made, name)
        if made != Mending(by=shop.key):
            self.work[unit.id] = made

    def _craft(self, unit: Ship | Base, name: str) -> None:
        """Small craft: their hangars make their shields work again, and nothing else of them is repaired (CW-9.6-02)."""
        if unit.damage or unit.wounds.damaged or unit.wounds.destroyed:
            self._stays(f"{name} is a small craft: only its shields can be restored.", "CW-9.6-02")
        if not unit.wounds.burnt:
            return
        if not self.shop.hangars:
            self._stays(f"{self.shop.name} has no hangars; {name}'s shields are restored in its own.", "CW-9.6-02")
            return
        self.work[unit.id] = Mending(by=self.shop.key, burnt=unit.wounds.burnt)

    def _payable(self, label: str, count: int, design: Design) -> int:
        """How many of these the shop can pay; a place pays all, and is refused as a whole."""
        each = repair_shops.mending_price({label: 1}, design, self.holdings.settings)
        done = 0
        while done < count and (not self.shop.fleet or repair_shops.round_price(self.cps + each) <= self.shop.cps):
            self.cps += each
            done += 1
        return done

    def _replaced(self, unit: Ship | Base, design: Design, made: Mending, name: str) -> Mending:
        """Destroyed components: salvage first, which is free, then new ones in a shipyard (CW-9.6-05, CW-9.6-13)."""
        gone = dict(sorted(unit.wounds.destroyed.items()))
        if not gone:
            return made
        at_hand = self._salvage(unit)
        swaps = {label: min(n, max(0, at_hand.get(label, 0) - self.taken.get(label, 0))) for label, n in gone.items()}
        swaps = {label: n for label, n in swaps.items() if n}
        if self.donor and not swaps:
            whole = [label for label in sorted(at_hand) if at_hand[label] > 0]
            for broken, offered in product(gone, whole):
                if broken != offered and component_of(broken) == component_of(offered):
                    repair_shops.check_match(broken, offered)
            raise IllegalOrderError(
                f"{short_id(self.donor)} has nothing that {name} lacks: parts have to match. Another component in its place "
                "is a refit, at a shipyard.",
                rule="CW-9.6-07",
            )
        for label, n in swaps.items():
            self.taken[label] = self.taken.get(label, 0) + n
        left = {label: n - swaps.get(label, 0) for label, n in gone.items() if n > swaps.get(label, 0)}
        made = changed(made, swaps=swaps, donor=self.donor if swaps else "")
        if not left:
            return made
        price = repair_shops.new_price(left, design, self.holdings.settings)
        if self.shop.yards and (not self.shop.fleet or repair_shops.round_price(self.cps + price) <= self.shop.cps):
            self.cps += price
            return changed(made, destroyed=left)
        many = sum(left.values())
        why = (
            "repair bays cannot rebuild them; a shipyard can"
            if not self.shop.yards
            else f"they cost {repair_shops.round_price(price)} CPs"
        )
        self._stays(f"{many} destroyed component{'' if many == 1 else 's'} of {name}: {why}.", "CW-9.6-04")
        return made

    def _salvage(self, unit: Ship | Base) -> dict[str, int]:
        """Salvage at hand for a unit: in the cargo bays of its fleet and of the repairing one, and the donor's parts."""
        own = repair_shops.fleet_with(self.holdings, unit)
        fleets = {own.id} if own is not None else set()
        found = repair_shops.salvage_in(self.holdings, fleets | ({self.shop.key} if self.shop.fleet else set()))
        if self.donor:
            for label, n in donor_parts(self.holdings, self.donor).items():
                found[label] = found.get(label, 0) + n
        return found

    def _stays(self, text: str, rule: str) -> None:
        if (text, rule) not in self.left:
            self.left.append((text, rule))


def donor_parts(holdings: Holdings, donor: ShipId) -> dict[str, int]:
    """Components of a ship that still work and can be built into another one, by name (CW-9.6-05)."""
    ship = holdings.ships.get(donor)
    if ship is None:
        return {}
    layout = known_layout(holdings.owner.designs[ship.design], holdings.settings)
    broken = {
        label: ship.wounds.damaged.get(label, 0) + ship.wounds.destroyed.get(label, 0)
        for label in (*ship.wounds.damaged, *ship.wounds.destroyed)
    }
    return {label: n - broken.get(label, 0) for label, n in layout.items() if n > broken.get(label, 0)}


def condition(view: View, unit: Ship | Base) -> list[str]:
    """What is wrong with a unit, who repairs it, and what it has of salvage and small enhancements; empty for a sound one."""
    parts = [damage_text(unit.wounds, unit.damage), repair_text(view, unit), *unit.upgrades]
    if isinstance(unit, Ship):
        if unit.crew_lost and (owner := view.me or view.sides.get(unit.side)) is not None:
            parts.append(crew_text(owner.designs[unit.design], unit, view.settings))
        parts += [f"{n} salvaged {label}" for label, n in sorted(unit.salvage.items())]
    return [part for part in parts if part]


def repair_text(view: View, unit: Ship | Base) -> str:
    """Who repairs a unit and how many days of one bay are left of it; "" for nobody."""
    by = unit.mending.by
    if not by:
        return ""
    known = view.fleets.get(by) or view.colonies.get(by) or view.bases.get(by)
    days = field_days(unit.mending, view.settings) + yard_days(unit.mending, view.settings)
    many = "1 day" if days == 1 else f"{days} days"
    return f"in repair with {known.name if known is not None else short_id(by)}, {many} of one bay left"
