"""Who can repair, and what it takes: fleets, colonies and bases with bays or hangars, days of a bay, shares of a price,
matching parts (CW-9.6, CW-9.6-01)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import Final

from rules.cluster_war.chapters.officers.ratings import engineer_bays
from rules.cluster_war.model.economy.holds import cargo_held
from rules.cluster_war.model.holdings.finders import free_fleet, held_by, ships_by_id
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, FleetId, HexId, Settings, short_id, tables
from rules.cluster_war.model.state.holdings import Base, Colony, Design, Fleet, Ship
from rules.cluster_war.model.unit_design.wounded import component_of, kinds_of, price_of, sound
from rules.values import GameError, IllegalOrderError, NotYoursError, Value, quoted

REPAIR_TABLE: Final = "CW-TAB-REPAIR"
DAYS_A_WEEK: Final = 7
DAYS_A_TURN: Final = DAYS_A_WEEK * WEEKS_PER_TURN
SHIELDS_A_DAY: Final = "shield generators that a repair bay restores a day"
DAMAGED_PRICE_ROW: Final = "percent of the new price for a damaged component"
YARD_DAYS: Final = "days of a shipyard bay for a destroyed component"


def repair_number(what: str, settings: Settings) -> int:
    """A number of repair by what it is called in CW-TAB-REPAIR, at least 1."""
    return max(1, tables(settings)[REPAIR_TABLE].number(what, "number"))


def shield_days(burnt: int, settings: Settings) -> int:
    """Days of one repair bay that restoring so many shield generators takes: four a day (CW-9.6-05)."""
    return -(-burnt // repair_number(SHIELDS_A_DAY, settings))


def days_needed(field: int, yard: int, bays: int, yards: int) -> int:
    """Days until all is done: `field` days of work that any bay does, `yard` days that shipyard bays alone do, and first.

    GameError never: 0 bays give 0 days, which is for the caller to refuse.
    """
    if not bays + yards or (yard and not yards):
        return 0
    alone = -(-yard // yards) if yard else 0
    return max(alone, -(-(field + yard) // (bays + yards)))


def mending_price(parts: Mapping[str, int], design: Design, settings: Settings) -> Fraction:
    """CPs for damaged components of a unit: half of what they cost new, not rounded yet (CW-9.6-12)."""
    return new_price(parts, design, settings) * repair_number(DAMAGED_PRICE_ROW, settings) / 100


def new_price(parts: Mapping[str, int], design: Design, settings: Settings) -> Fraction:
    """CPs for these components new, which is what destroyed ones cost (CW-9.6-13); not rounded yet."""
    return sum((price_of(label, design, settings) * n for label, n in parts.items()), Fraction(0))


def round_price(cps: Fraction) -> int:
    """The price of one repair order: whole CPs, rounded up (CW-9.6-12)."""
    return ceil(cps)


def check_match(broken: str, salvaged: str) -> None:
    """IllegalOrderError unless a salvaged component is of the same kind and capability (CW-9.6-06, CW-9.6-07)."""
    if broken == salvaged:
        return
    same = component_of(broken) == component_of(salvaged)
    why = f"{salvaged} can do other things than {broken}" if same else f"{salvaged} is not the same as {broken}"
    raise IllegalOrderError(
        f"{why}: parts have to match. Another component in its place is a refit, at a shipyard.",
        rule="CW-9.6-06" if same else "CW-9.6-07",
    )


class RepairShop(Value):
    """Who repairs: repair bays that work, engineers among them (CW-17.1-08), shipyard bays that nothing else uses, whether
    there are hangars, and the CPs in the cargo bays of a fleet (CW-9.6-08); a colony or base pays as it pays for everything."""

    key: str
    name: str
    hex: HexId
    bays: int
    yards: int
    hangars: bool
    cps: int
    fleet: bool

    @property
    def words(self) -> str:
        """What works there: "2 repair bays and 10 shipyard bays"."""
        parts = [
            f"{n} {what} bay{'' if n == 1 else 's'}"
            for n, what in ((self.bays, "repair"), (self.yards, "shipyard"))
            if n
        ]
        return " and ".join(parts) or ("hangars" if self.hangars else "no bays")


def shop_of(holdings: Holdings, key: str) -> RepairShop:
    """A fleet, colony or base that repairs, by id; GameError for what is not there, not at work, or held (ruling R-167)."""
    if key in holdings.fleets:
        return _fleet_shop(holdings, free_fleet(holdings, key))
    site = holdings.site(key)
    return _site_shop(holdings, site)


def shops_for(holdings: Holdings, unit: Ship | Base) -> tuple[RepairShop, ...]:
    """Whoever of the side could repair a unit where it is: colonies and bases first, then fleets, the best of each first; on
    the way its own fleet alone."""
    here = place_of(holdings, unit)
    if here is None:
        own = fleet_with(holdings, unit)
        alone = _fleet_shop(holdings, own) if own is not None else None
        return (alone,) if alone is not None and (alone.bays or alone.yards or alone.hangars) else ()
    sites = (_site_shop(holdings, s) for s in (*holdings.colonies_at(here), *holdings.bases_at(here)))
    owner = holdings.owner.id
    fleets = (
        _fleet_shop(holdings, f)
        for f in holdings.fleets.values()
        if f.side == owner and f.hex == here and f.transit is None and f.course is None and held_by(holdings, f) is None
    )
    return tuple(
        shop
        for found in (sites, fleets)
        for shop in sorted(found, key=lambda s: (-s.yards, -s.bays, s.key))
        if shop.bays or shop.yards or shop.hangars
    )


def unit_of(holdings: Holdings, key: str) -> Ship | Base:
    """One of the side's ships or bases by its id, with or without the side's name; NotYoursError."""
    owner = holdings.owner.id
    for name in (key, f"{owner}/{key}", f"{owner}/{key.upper()}"):
        found: Ship | Base | None = holdings.ships.get(name) or holdings.bases.get(name)
        if found is not None and found.side == owner:
            return found
    raise NotYoursError(f"You have no ship or base {quoted(key)}.")


def fleet_with(holdings: Holdings, unit: Ship | Base) -> Fleet | None:
    """The fleet that a ship is in."""
    return next((f for f in holdings.fleets.values() if f.side == unit.side and unit.id in f.ships), None)


def place_of(holdings: Holdings, unit: Ship | Base) -> HexId | None:
    """Where a unit is, None while it is under way; a base in tow is."""
    if isinstance(unit, Base):
        return None if unit.towed_by else unit.hex
    fleet = fleet_with(holdings, unit)
    return fleet.hex if fleet is not None and fleet.transit is None and fleet.course is None else None


def check_together(holdings: Holdings, unit: Ship | Base, shop: RepairShop) -> None:
    """IllegalOrderError unless a unit and who repairs it are in one place, or in one fleet (CW-9.6-10)."""
    if isinstance(unit, Ship) and shop.fleet and unit.id in holdings.fleets[shop.key].ships:
        return
    rested = not shop.fleet or (holdings.fleets[shop.key].transit is None and holdings.fleets[shop.key].course is None)
    if not rested or place_of(holdings, unit) != shop.hex:
        raise IllegalOrderError(
            f"{short_id(unit.id)} and {shop.name} are not in one place; they stay together for the whole repair.",
            rule="CW-9.6-10",
        )


def _fleet_shop(holdings: Holdings, fleet: Fleet) -> RepairShop:
    ships = tuple(ships_by_id(holdings, fleet).values())
    kinds = kinds_of(holdings.owner.designs, ships)
    return RepairShop(
        key=fleet.id,
        name=fleet.name,
        hex=fleet.hex,
        bays=sum(d.repair_bays * n for d, n in kinds)
        + sum(engineer_bays(holdings, key, holdings.settings) for key in fleet.ships),
        yards=sum(d.shipyard_bays * n for d, n in kinds),
        hangars=any(d.hangar for d, _ in kinds),
        cps=cargo_held(ships),
        fleet=True,
    )


def _site_shop(holdings: Holdings, site: Colony) -> RepairShop:
    designs, base = holdings.owner.designs, holdings.bases.get(site.id)
    held = [(designs[d], n) for d, n in site.garrison.items() if d in designs and n and designs[d].kind == "base"]
    own = [(sound(designs, base), 1)] if base is not None else []
    return RepairShop(
        key=site.id,
        name=site.name,
        hex=site.hex,
        bays=sum(d.repair_bays * n for d, n in (*held, *own)) + engineer_bays(holdings, site.id, holdings.settings),
        yards=holdings.free_capacity(site, "shipyard") if site.shipyard_bays or site.heavy_industry else 0,
        hangars=any(d.hangar for d, _ in (*held, *own)),
        cps=0,
        fleet=False,
    )


def salvage_in(holdings: Holdings, fleets: Iterable[FleetId]) -> dict[str, int]:
    """Salvaged components in the cargo bays of these fleets, by name (CW-9.6-05)."""
    found: dict[str, int] = {}
    for key in sorted(set(fleets)):
        fleet = holdings.fleets.get(key)
        for ship in ships_by_id(holdings, fleet).values() if fleet is not None else ():
            for label, count in ship.salvage.items():
                found[label] = found.get(label, 0) + count
    return found


def is_known(holdings: Holdings, key: str) -> bool:
    """Whether who repairs is still there and at work."""
    try:
        shop_of(holdings, key)
    except GameError:
        return False
    return True
