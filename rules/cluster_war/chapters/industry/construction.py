"""Work that yards, factories, training bases and the population take in: its capacity, its price, its time (CW-6.0, CW-6.1)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.cluster_war.model.holdings.capacity import gear_line, key_of, label, tool_up
from rules.cluster_war.model.holdings.holdings import Holdings, most_capacity, skill_of
from rules.cluster_war.model.state.holdings import Build, Colony
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, BudgetLine, DesignKind, HexId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.units import Design
from rules.errors import IllegalOrderError
from rules.values import changed

NO_GEAR: Final[Mapping[str, int]] = MappingProxyType({})
MOST_UNITS: Final = 200
"""Units of one design that one order may ask for."""
LINES: Final[Mapping[DesignKind, BudgetLine]] = {
    "ship": "ships",
    "small_craft": "ships",
    "ground": "ground",
    "base": "bases",
    "facility": "infrastructure",
}


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
