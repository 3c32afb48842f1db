"""Work that yards, factories, training bases and the population take in: its capacity, price and time, crash building, refits
and scrapping, bases away from colonies (CW-5.1-08, CW-6.0, CW-6.1, CW-6.4, CW-6.6, CW-6.7)."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from rules.cluster_war.model.economy.yields import industrial
from rules.cluster_war.model.events.industry import CrashFlawShown
from rules.cluster_war.model.events.logistics import StressRose
from rules.cluster_war.model.holdings.capacity import free, gear_line, key_of, label, tool_up, with_components
from rules.cluster_war.model.holdings.finders import check_surveyed
from rules.cluster_war.model.holdings.holdings import Holdings, most_capacity, skill_of, take_units
from rules.cluster_war.model.state.common import (
    WEEKS_PER_TURN,
    BaseId,
    BudgetLine,
    CrashKind,
    DesignKind,
    HexId,
    Settings,
    ShipId,
)
from rules.cluster_war.model.state.holdings import Build, Colony, Design, Fleet, Ship
from rules.cluster_war.model.unit_design.pricing import without_surcharge
from rules.cluster_war.model.working.turn_state import TurnState, secret_key
from rules.dice import Roller
from rules.values import Cause, IllegalOrderError, Modifier, Roll, changed

NO_GEAR: Final[Mapping[str, int]] = MappingProxyType({})
MOST_UNITS: Final = 200
"""Units of one design that one order may ask for."""
BUDGET_LINES: Final[Mapping[DesignKind, BudgetLine]] = {
    "ship": "ships",
    "small_craft": "ships",
    "ground": "ground",
    "base": "bases",
    "facility": "infrastructure",
}
TRIAL_FAULTS: Final = (
    "beams go off line",
    "launchers jam",
    "shields buckle",
    "armor shatters",
    "an engine burns out",
    "sensors fail",
)
OUT_OF_SUPPLY: Final = "a month out of supply"
SCRAPPABLE: Final = "scrappable"
SHIPYARD: Final = "shipyard"


def build_turns(hull: int, capacity: int) -> int:
    """Turns that `hull` spaces take with `capacity` of them worked a turn, rounded up, at least 1 (CW-6.0-06)."""
    if capacity < 1:
        raise IllegalOrderError("Without capacity the work never ends; give it at least 1.", rule="CW-6.0-06")
    return max(1, -(-hull // capacity))


def new_build(holdings: Holdings, site: Colony, design: Design, count: int, price: int, hull: int) -> Build:
    """Work of `hull` spaces for a shipyard, paid in full; `enter` gives it its capacity and its number."""
    return Build(
        id="",
        side=holdings.owner.id,
        colony=site.id,
        design=design.id,
        count=count,
        price=price,
        paid=price,
        hull_left=hull,
        capacity=0,
        started_turn=holdings.turn,
    )


def enter(
    holdings: Holdings, site: Colony, build: Build, wished: int, line: BudgetLine, gear: Mapping[str, int] = NO_GEAR
) -> Build:
    """Give a new build its capacity (`wished`, or all it can use for 0), its gear's factories, its number, and pay."""
    able = skill_of(holdings)
    capacity = _capacity(holdings, site, build, wished)
    for gear_kind, hull in gear.items():
        left = holdings.free_capacity(site, gear_kind)
        if hull > left:
            raise IllegalOrderError(
                f"{site.name} has {left} {label(gear_kind)} free this turn; the gear needs {hull}.",
                rule="CW-6.5-16",
            )
    holdings.spend(line, build.paid, site)
    site = holdings.site(site.id)
    for gear_kind, hull in gear.items():
        site = tool_up(site, gear_kind, holdings.taken(site.id, gear_kind) + hull, able)
        holdings.use(site.id, gear_kind, hull)
    if build.place == "factory":
        site = tool_up(site, build.line, holdings.taken(site.id, build.line) + capacity, able)
    holdings.put_site(site)
    build = changed(build, id=f"{holdings.owner.id}-B{holdings.next_id('build')}", capacity=capacity)
    holdings.builds[build.id] = build
    return build


def _capacity(holdings: Holdings, site: Colony, build: Build, wished: int) -> int:
    """The capacity a new build gets: as wished, all that is free when nothing is said; ground forces fit in at once."""
    if build.place == "site":
        return 0
    left = holdings.free_capacity(site, key_of(build))
    if build.place == "training":
        if build.hull_left > left:
            raise IllegalOrderError(
                f"{site.name} can train size {left} more this turn; these forces are size {build.hull_left}.",
                rule="CW-6.5-01",
            )
        return build.hull_left
    most = most_capacity(build, holdings.settings)
    asked = wished if wished > 0 else min(left, most)
    if asked > left or (build.hull_left and not asked):
        tooling = ", ".join(f"{n} for {line}" for line, n in sorted(site.tooling.items()) if build.place == "factory")
        raise IllegalOrderError(
            f"{site.name} has {left} {label(build.place)} free this turn; this needs {max(asked, 1)}."
            + (f" It is tooled: {tooling}." if tooling else ""),
            rule="CW-6.1-09" if tooling else "CW-6.0-03",
        )
    return min(asked, most)


def extra_gear(design: Design, count: int) -> Mapping[str, int]:
    """Factory hull by product line that battalions take in the turn they are bought (CW-6.5-16, CW-6.5-21)."""
    if design.kind != "ground":
        return NO_GEAR
    gear = {gear_line(design): design.gear * count} if design.gear else {}
    return {**gear, "androids": count} if "android" in design.traits else gear


def hull_of(design: Design, count: int, settings: Settings, *, at_yard: bool) -> int:
    """Hull spaces of work in `count` units; shipyard bays may do several of small craft a turn (CW-6.3-04)."""
    hull = design.hull * count
    return -(-hull // max(1, settings.craft_at_yards)) if at_yard and design.kind == "small_craft" else hull


def turns_left(build: Build, settings: Settings, more: int = 0) -> int:
    """Turns until a build's work is done at its present capacity (CW-6.0-06, CW-6.0-07), or its psychics are trained, who
    take so many `more` (CW-15.0-14)."""
    if more:
        return max(1 + more, turns_left(build, settings))
    if build.place in {"site", "training"} or not build.capacity:
        return 1
    if settings.weekly_construction:
        return -(-weeks_left(build) // WEEKS_PER_TURN)
    return build_turns(build.hull_left, build.capacity)


def weeks_left(build: Build) -> int:
    """Weeks until it is done where yards work by the week: a quarter hull space a bay, rounded up (CW-6.0-07)."""
    return build_turns(build.hull_left * WEEKS_PER_TURN - build.quarters, build.capacity)


def check_asteroid(holdings: Holdings, design: Design, hex_: HexId) -> None:
    """IllegalOrderError for a base made from an asteroid where the side knows of no belt (CW-6.4-05)."""
    if "asteroid" in design.traits and design.kind == "base" and not holdings.has_belt(hex_):
        raise IllegalOrderError(
            f"{design.name} is made from an asteroid, and {hex_} has no asteroid belt.", rule="CW-6.4-05"
        )


def ready(build: Build, turn: int, settings: Settings, more: int = 0) -> str:
    """When a build is done: "ready at the end of turn 7", or by the week where yards work so (CW-6.0-07); psychics train
    `more` turns (CW-15.0-14)."""
    if more:
        return f"ready at the end of turn {turn + turns_left(build, settings, more) - 1}, psychics train {more} more"
    if settings.weekly_construction and build.place in {"shipyard", "factory", "heavy"} and build.capacity:
        turns, weeks = divmod(weeks_left(build) - 1, WEEKS_PER_TURN)
        return f"ready after week {weeks + 1} of turn {turn + turns}"
    return f"ready at the end of turn {turn + turns_left(build, settings) - 1}"


def crash_hull(hull: int, crash: CrashKind) -> int:
    """Hull spaces of work: half of them, rounded up, when built in haste (CW-6.7-01, CW-6.7-02)."""
    return -(-hull // 2) if crash else hull


def crash_price(price: int, crash: CrashKind) -> int:
    """CPs: twice the price when haste is paid for; haste never makes anything cheaper (CW-6.7-01, CW-6.0-09)."""
    return price * 2 if crash == "cost" else price


def flaw_chance(settings: Settings) -> int:
    """Per cent at every stress event of a crash-built unit (CW-6.7-03)."""
    return industrial("percent chance of a crash flaw", settings)


def flaw_check(dice: Roller, key: str, settings: Settings) -> tuple[str, tuple[Roll, ...]]:
    """One stress event of a crash-built unit: the fault that shows, "" for none, and the dice (CW-6.7-03).

    It is rolled besides the usual stress check, not instead of it (CW-6.7-05); in a battle once a round in which the
    unit is damaged, and once for each month out of supply (CW-6.7-04).
    """
    roll = dice.percent(key)
    if roll.total > flaw_chance(settings):
        return "", (roll,)
    which = dice.roll(f"{key}/fault", len(TRIAL_FAULTS))
    return TRIAL_FAULTS[which.total - 1], (roll, which)


def check_flaws(turn: TurnState) -> None:
    """At the month's end: crash-built ships whose stress rose for want of supply are put to the test (CW-6.7-04).

    It comes on top of the stress check that all ships make (CW-6.7-05).
    """
    for event in [e for e in turn.events if isinstance(e, StressRose)]:
        for key in event.ships:
            ship = turn.ships.get(key)
            if ship is not None and ship.low_quality:
                stress_event(turn, key, OUT_OF_SUPPLY)


def stress_event(turn: TurnState, ship: ShipId, occasion: str) -> None:
    """Put a crash-built ship to the test; a fault stays until it is refitted or repaired, and the GM may rule on it."""
    found: Ship = turn.ships[ship]
    fault, rolls = flaw_check(turn.dice, secret_key(turn, found.side, f"crash/{ship}"), turn.settings)
    chance = Modifier(flaw_chance(turn.settings), "per cent for a ship built in haste")
    if fault:
        turn.ships[ship] = changed(found, faults=(*found.faults, fault))
    cause = Cause("CW-6.7-03", modifiers=(chance,), rolls=rolls)
    turn.tell_side(CrashFlawShown(found.side, ship, occasion, bool(fault), fault, cause=cause))
    if fault:
        _ask(turn, found, occasion, fault)


def _ask(turn: TurnState, ship: Ship, occasion: str, fault: str) -> None:
    text = f"{turn.sides[ship.side].name}: {ship.id.rpartition('/')[2]}, built in haste, failed after {occasion}."
    suggestion = f"{fault[0].upper()}{fault[1:]}: out of order until repaired."
    turn.put_question("catastrophe", (ship.side,), text, "CW-6.7-03", suggestion)


def refit_price(old: int, new: int) -> int:
    """CPs for one unit: the difference of the prices, whichever way (CW-6.6-01)."""
    return abs(new - old)


def refit_bays(changed: int) -> int:
    """Bays that the work on so many changed hull spaces needs: half, rounded up (CW-6.6-02)."""
    return -(-changed // 2)


def changed_hull(old: Design, new: Design) -> int:
    """Hull spaces whose component changes; the whole hull where a layout is not drawn, or nothing changes (CW-6.6-02)."""
    if not is_listed(old) or not is_listed(new) or old.id == new.id:
        return new.hull
    added = sum(max(0, n - old.layout.get(what, 0)) for what, n in new.layout.items())
    removed = sum(max(0, n - new.layout.get(what, 0)) for what, n in old.layout.items())
    return min(new.hull, max(added, removed))


def is_listed(design: Design) -> bool:
    """Whether it is known what fills the hull; where it is not, a refit works on all of it (CW-6.6-02)."""
    return bool(design.layout)


def scrap_value(design: Design, settings: Settings) -> int:
    """CPs that one unit gives: half its price, rounded down, without what a hull for scrapping cost more (CW-6.6-06)."""
    cost = without_surcharge(design.cost, settings) if SCRAPPABLE in design.traits else design.cost
    return cost // 2


def scrap_bays(design: Design) -> int:
    """Yard bays that scrapping one unit takes this turn: one for two hull; none for forces and what is made for it."""
    if SCRAPPABLE in design.traits or design.kind == "ground":
        return 0
    return -(-design.hull // (20 if design.kind == "small_craft" else 2))


def check_in_use(holdings: Holdings, before: Colony) -> None:
    """IllegalOrderError if a place has lost capacity that its running work takes: `before` is how it was (CW-6.0-03)."""
    able, site = skill_of(holdings), holdings.site(before.id)
    taken = partial(holdings.taken, site.id)
    for key in ("shipyard", "heavy", "training"):
        left = free(site, key, taken, able)
        if left < 0 and left < free(before, key, taken, able):
            raise IllegalOrderError(
                f"{site.name} is at work; what works there now must be finished first.", rule="CW-6.0-04"
            )
    busy = sum(taken(line) for line in set(before.tooling))
    if site.light_industry < min(busy, before.light_industry):
        raise IllegalOrderError(f"The factories of {site.name} are at work.", rule="CW-6.0-04")


def take_off(holdings: Holdings, site: Colony, design: Design, count: int) -> int:
    """Take bases out of a colony's garrison, with what they did for it; how many of them were crash-built."""
    rest, weak = take_units(site, design.id, count, weak=False)
    holdings.put_site(with_components(rest, design, -count))
    try:
        check_in_use(holdings, site)
    except IllegalOrderError:
        holdings.put_site(site)
        raise
    return weak


def check_orbit(holdings: Holdings, design: Design, hex_: HexId, orbit: int) -> None:
    """IllegalOrderError for an orbit without a world the side knows of, and for mining stations where it has not surveyed; 0 is
    deep space (CW-6.4-03)."""
    if orbit and holdings.step_of(hex_, orbit) is None:
        raise IllegalOrderError(
            f"You know of no world in orbit {orbit} of {hex_}; orbit 0 is deep space.", rule="CW-6.4-03"
        )
    if orbit and design.mining:
        check_surveyed(holdings, hex_, "a mine")


def check_here(fleet: Fleet, hex_: HexId, name: str) -> None:
    """IllegalOrderError unless a fleet is in the hex of what is named (CW-5.1-08)."""
    if fleet.hex != hex_:
        raise IllegalOrderError(f"{fleet.name} is at {fleet.hex}, and {name} at {hex_}.", rule="CW-5.1-08")


def check_base(design: Design) -> None:
    """IllegalOrderError unless it is the design of a base (CW-6.4-01)."""
    if design.kind != "base":
        raise IllegalOrderError(f"{design.name} is not a base.", rule="CW-6.4-01")


def new_base(holdings: Holdings, design: Design) -> BaseId:
    """The id of one more base of a design."""
    return f"{holdings.owner.id}/{design.prefix}{holdings.next_id(f'ship/{design.prefix}'):02d}"


def whereabouts(orbit: int, hex_: HexId, place: str) -> str:
    """Where a base stands, for its player: `place` is the hex with the name they know it by."""
    return f"in orbit {orbit} of {place}" if orbit else f"in deep space at {hex_}"
