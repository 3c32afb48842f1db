"""Lists below the preview of an order: each sets one part of it, and the preview is made again. Nothing is typed. Orders of
war, and orders that spend CPs: how many units, how much of a facility, how many CPs, each with what comes of it.

What a list changes is the order's line on its message, so that it needs no more than its own name in its custom id.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

import discord

from cogs.campaign.common.field_texts import designs_of
from cogs.common.command_factory import plain_text
from cogs.common.components import MOST_OPTIONS, option
from render.words.safe_text import count
from rules.cluster_war.chapters.colonies.founding_orders import SettleInGrid, founding_size
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony, growth
from rules.cluster_war.chapters.combat.battle_orders import STANCES, RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment import TARGETS
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.invasion_orders import CITY, OPEN_LAND, InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute, courses
from rules.cluster_war.chapters.espionage.chances import kinds, offered_kinds
from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.industry.building_orders import BuildUnits
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility, facility_price
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import base_chance, research_chance, stations_at, worth
from rules.cluster_war.model.holdings.capacity import FACILITIES, workplace
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import short_id
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, POSTURES, TASKS
from rules.cluster_war.model.worlds.step_codes import multiple
from rules.cluster_war.turn.planning.suggestions.meetings import picture
from rules.cluster_war.turn.planning.suggestions.outlook import arrival_words, months_to_come
from rules.cluster_war.turn.planning.suggestions.works import damaged_units, offers
from rules.values import GameError, Value, changed, changed_by_name
from umpire.campaign.sheets.order_sheet import OrderSheet

LOSS_CHOICES: Final = (0, 20, 30, 50, 70)
"""Losses offered to withdraw at, in per cent of a fleet's hull."""
STEP_SUMS: Final = (25, 50, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000)
"""CPs offered for a step of an operation."""
NO_VALUE: Final = "-"
STANCE_WORDS: Final[Mapping[str, str]] = {
    "attack": "Fights everyone it meets and is not at peace with",
    "defend": "Fights if attacked, or if somebody bars its way",
    "evade": "Gets away if it can",
    "usual": "As your empire has it; for the empire: as your race's attitude has it",
}
POSTURE_WORDS: Final[Mapping[str, str]] = {
    "attack": "March on the nearest city, fight everyone near",
    "hold": "Dig in where they are",
    "ambush": "Lie in wait",
    "reserve": "Stay back while others hold the line",
}
TASK_WORDS: Final[Mapping[str, str]] = {
    "fight": "Fight on",
    "capture": "Take a city that nobody defends",
    "civilians": "Kill its people",
    "destroy": "Destroy the city",
}
TARGET_WORDS: Final[Mapping[str, str]] = {
    "people": "CPs off the colony's size",
    "production": "Shipyards, heavy and light industry",
    "forces": "Enemies on its surface, each week, by accuracy; they cannot fire back",
    "installations": "Science stations, training bases, munitions",
    "biosphere": "The world itself, for good; you are asked once more",
    "planet": "Breaks it up, if a ship can; you are asked once more",
}


Line: TypeAlias = tuple[object, str] | tuple[object, str, str]
"""A line of a list: what a field holds if it is chosen, its label, and more about it."""


class Dial(Value):
    """One list: its name, what it is for, its lines, and the order with what was chosen."""

    key: str
    hint: str
    options: tuple[discord.SelectOption, ...]
    turned: Callable[[Sequence[str]], Order]
    least: int = 1
    most: int = 1


def _war_dials(sheet: OrderSheet, order: Order) -> tuple[Dial, ...]:
    """The lists for an order, none for those that are not of war; those with but one line are left out."""
    match order:
        case SetEngagement():
            found = _engagement(sheet, order)
        case RaidRoute():
            found = _raid(sheet, order)
        case BombardWorld():
            lines = [(name, f"Fire at: {name}", TARGET_WORDS[name]) for name in TARGETS]
            found = iter((field_dial(order, "target", "What at", lines, certain=False),))
        case InvadeWorld():
            found = _invasion(order)
        case CommandArmy():
            found = _army(sheet, order)
        case RepairUnits():
            found = _repair(sheet, order)
        case StartOperation():
            found = _operation(sheet, order)
        case StartCounter() | FundOperation():
            found = iter((_funds(sheet, order, order.cps),))
        case _:
            return ()
    return tuple(dial for dial in found if len(dial.options) > 1 or dial.least == 0 < len(dial.options))


def field_dial(order: Order, field: str, hint: str, lines: Iterable[Line], key: str = "", **beside: object) -> Dial:
    """The list for one field of an order, on which the field's value is chosen; `beside` is what other fields hold then."""
    now = getattr(order, field)
    found = {_word(line[0], place): line for place, line in enumerate(lines)}
    options = (option(label, word, *about, chosen=value == now) for word, (value, label, *about) in found.items())
    return Dial(
        key or field, hint, tuple(options), lambda words: changed_by_name(order, {field: found[words[0]][0], **beside})
    )


def many_dial(order: Order, field: str, hint: str, lines: Iterable[Line], *, most: int = 0) -> Dial:
    """As `field_dial`, for a field that holds several, or none."""
    now = getattr(order, field)
    options = tuple(option(label, str(value), *about, chosen=value in now) for value, label, *about in lines)
    return Dial(field, hint, options, lambda words: changed_by_name(order, {field: tuple(words)}), 0, most)


def _word(value: object, place: int) -> str:
    """What stands for a field's value in a list: for what is made of several, its place there."""
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return str(place)
        case _:
            return str(value) or NO_VALUE


def _engagement(sheet: OrderSheet, order: SetEngagement) -> Iterator[Dial]:
    view = sheet.view
    stances = [("" if name == "usual" else name, f"Stance: {name}", STANCE_WORDS[name]) for name in (*STANCES, "usual")]
    yield field_dial(order, "stance", "Stance", stances)
    losses = [
        (share, f"Withdraw at a loss of {share} %" if share else "Never withdraw", "of its hull")
        for share in sorted({*LOSS_CHOICES, order.withdraw_at})
    ]
    yield field_dial(order, "withdraw_at", "When to withdraw", losses, "loss")
    pursuit = ((False, "Let those go who flee"), (True, "Pursue those who flee"))
    yield field_dial(order, "pursue", "Pursue", pursuit)
    fleet = view.fleets.get(order.fleet)
    if fleet is None or view.me is None:
        return
    if len(fleet.ships) > 1:
        ships = [
            (s, f"In reserve: {short_id(s)} {view.me.designs[view.ships[s].design].name}")
            for s in fleet.ships[:MOST_OPTIONS]
        ]
        yield many_dial(order, "reserve", "Ships kept in reserve (none chosen: none)", ships, most=len(ships))
    by_name = {f.name: f.id for f in view.fleets.values()}
    others = sorted(f.name for f in view.fleets.values() if f.id != fleet.id and f.hex == fleet.hex)
    guarded = [(by_name[name], f"Stands before {name}") for name in others[: MOST_OPTIONS - 1]]
    yield field_dial(order, "protect", "Protect", (("", "Protects nobody"), *guarded))


def _raid(sheet: OrderSheet, order: RaidRoute) -> Iterator[Dial]:
    cargo = (
        ("destroy", "Destroy what it catches"),
        ("take", "Take what it catches", "As far as its cargo bays have room"),
    )
    yield field_dial(order, "cargo", "Cargo", cargo)
    fleet = sheet.view.fleets.get(order.fleet)
    if fleet is None or fleet.transit is not None:
        return
    lines = [
        (course.path, f"To {course.to}: {course.expected} catches expected", ", ".join(course.path))
        for course in courses(sheet.view, fleet)[:MOST_OPTIONS]
    ]
    yield field_dial(order, "path", "Another course", lines, "course")


def _invasion(order: InvadeWorld) -> Iterator[Dial]:
    places = [
        (OPEN_LAND, "Land beside the city", "Where nobody is"),
        (CITY, "Land right on the city", "A landing among the enemy is fought at once"),
    ]
    elsewhere = [] if order.at in {OPEN_LAND, CITY} else [(order.at, f"Land in surface hex {order.at}")]
    yield field_dial(order, "at", "Where to land", (*places, *elsewhere))
    yield _posture(order)


def _army(sheet: OrderSheet, order: CommandArmy) -> Iterator[Dial]:
    yield _posture(order)
    front = sheet.view.fronts.get(order.world)
    if front is None:
        return
    told = {seen.at: f"{count(seen.teams, 'combat team')} of {plain_text(seen.name)}" for seen in front.enemies}
    told |= {city.hex: f"the city of {plain_text(city.name)}" for city in front.cities}
    hexes = sorted(front.terrain, key=lambda at: (at != order.at, at not in told, at))[: MOST_OPTIONS - 1]
    lines = [(at, f"Go to {at} ({front.terrain[at]})", told.get(at, "")) for at in hexes]
    stay = ("", "Go nowhere in particular", "They march by their posture")
    yield field_dial(order, "at", "Where to", (stay, *lines), "hex")
    tasks = [(name, TASK_WORDS[name], "In a city that nobody defends") for name in TASKS]
    yield field_dial(order, "task", "In a city", tasks)
    mine = [f for f in front.forces.values() if f.side == sheet.view.side]
    units = [
        (
            f.id,
            f"{short_id(f.id)} {designs_of(sheet.view, f)[f.design].name}",
            f"in {f.at}, {f.posture}"
            + (f", {f.teams} of {FULL_COMBAT_TEAMS} teams" if f.teams < FULL_COMBAT_TEAMS else ""),
        )
        for f in sorted(mine, key=lambda f: f.id)[:MOST_OPTIONS]
    ]
    yield many_dial(order, "forces", "Which of them (none chosen: all)", units)


def _posture(order: InvadeWorld | CommandArmy) -> Dial:
    lines = [(name, f"Then they {name}", POSTURE_WORDS[name]) for name in POSTURES]
    return field_dial(order, "posture", "What they do", lines)


def _repair(sheet: OrderSheet, order: RepairUnits) -> Iterator[Dial]:
    planned = picture(sheet.view, sheet.standing)
    hurt = [unit for _, _, found in damaged_units(planned) for unit in found]
    fleet = planned.fleets.get(order.fleet)
    units = [u for u in hurt if u.id in (fleet.ships if fleet is not None else order.units)]
    shops = {shop.key: shop for shop, _ in offers(planned, units)} if units else {}
    told = {shop.key: words for shop, words in offers(planned, units)} if units else {}
    lines = [
        option(f"By {shop.name}", key, told[key], chosen=key in {order.at, order.using})
        for key, shop in list(shops.items())[:MOST_OPTIONS]
    ]

    def by(values: Sequence[str]) -> Order:
        shop = shops[values[0]]
        return changed(order, at="" if shop.fleet else shop.key, using=shop.key if shop.fleet else "")

    yield Dial("by", "Who repairs", tuple(lines), by)


def _operation(sheet: OrderSheet, order: StartOperation) -> Iterator[Dial]:
    rows = kinds(sheet.view.settings)
    brought = [(kind, f"Kind: {kind}", rows[kind]["brings"]) for kind in offered_kinds(sheet.view.settings)]
    yield field_dial(order, "kind", "What it brings", brought[:MOST_OPTIONS])
    yield _funds(sheet, order, order.cps)
    ways = (
        ("agents", "By way of your own agents"),
        ("locals", "By way of locals", "Better where your peoples are very different"),
    )
    yield field_dial(order, "approach", "By way of", ways, "way")
    pool = sorted((o for o in sheet.view.officers.values() if o.post is None), key=lambda o: (-o.rank, o.id))
    heads = [(o.id, f"Headed by {plain_text(o.name)}") for o in pool[: MOST_OPTIONS - 1]]
    yield field_dial(order, "officer", "Who heads it", (("", "Headed by nobody"), *heads), "head")


def _funds(sheet: OrderSheet, order: Order, now: int) -> Dial:
    """CPs for a step, with the chance that they buy in research and operations alike."""
    lines = [
        (cps, f"{cps} CPs", f"{base_chance(cps, sheet.view.settings)} % for the CPs alone")
        for cps in sorted({*STEP_SUMS, now})
    ]
    return field_dial(order, "cps", "CPs", lines)


UNIT_COUNTS: Final = (1, 2, 5)
FACILITY_STEPS: Final = (1, 2, 5, 10)
"""How many times the usual amount of a facility is offered."""
RESEARCH_SUMS: Final = (25, 50, 100, 200, 300, 600, 900, 1200)
SHARES: Final = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))
"""Parts of what a colony can take or the pool has."""


def dials_of(sheet: OrderSheet, order: Order) -> tuple[Dial, ...]:
    """The lists for an order; those with but one line are left out."""
    planned = picture(sheet.view, sheet.standing)
    match order:
        case BuildUnits():
            found = _units(planned, order)
        case BuildFacility():
            found = _facility(planned, order)
        case FundProject() | StartProject():
            found = _research(planned, order)
        case ExpandColony() | SettleInGrid():
            found = _growth(planned, order)
        case _:
            return _war_dials(sheet, order)
    return tuple(dial for dial in found if len(dial.options) > 1)


def _units(planned: PlannedState, order: BuildUnits) -> Iterator[Dial]:
    """1, 2, 5, or as many as the place holds this month and the CPs left buy (CW-6.0-03)."""
    design = planned.me.designs.get(order.design)
    if design is None:
        return
    try:
        site = planned.site(order.colony)
        place, line = workplace(design, planned.settings, at_yard=order.at_yard)
        free = planned.free_capacity(site, line if place == "factory" else place) if place != "site" else 0
    except GameError:
        return
    holds = free // design.hull if place != "site" else max(UNIT_COUNTS)
    most = min(holds, planned.purse // max(1, design.cost))
    counts = {n for n in (*UNIT_COUNTS, most) if n >= 1 and n * design.cost <= planned.purse} | {order.count}
    lines = []
    for number in sorted(counts):
        months = 1 if place == "site" or not free else -(-number * design.hull // free)
        when = "ready in one turn" if months == 1 else f"ready in {months} turns"
        full = ", all that fits" if number == most and place != "site" else ""
        lines.append((number, f"{number} × {design.name}", f"{number * design.cost} CPs, {when}{full}"))
    yield field_dial(order, "count", "How many", lines, "count")


def _facility(planned: PlannedState, order: BuildFacility) -> Iterator[Dial]:
    facility = FACILITIES[order.facility]
    base = max(facility.step, 10)
    amounts = {base * n for n in FACILITY_STEPS} | {order.amount}
    prices = {n: facility_price(order.facility, n, planned.settings) for n in sorted(amounts) if n <= facility.most}
    lines = [(n, f"{n} {facility.name}", f"{cps} CPs") for n, cps in prices.items() if cps <= planned.purse]
    yield field_dial(order, "amount", "How much", lines, "amount")


def _research(planned: PlannedState, order: FundProject | StartProject) -> Iterator[Dial]:
    if isinstance(order, StartProject):
        hex_, left, held = order.hex, order.steps, 0
    else:
        project = planned.view.projects.get(order.project)
        if project is None:
            return
        hex_, left, held = project.hex, project.steps - project.step + 1, project.cps
    me, stations = planned.me, stations_at(planned.view, planned.me.id, hex_)
    lines = []
    for cps in sorted({*(n for n in RESEARCH_SUMS if n <= planned.purse), order.cps}):
        total = held + worth(cps, me.race)
        chance = research_chance(total, stations, me.race, me.technologies, planned.settings).chance
        when = arrival_words(months_to_come(planned, hex_, left, held, cps))
        lines.append((cps, f"{cps} CPs: {chance} % this month", when))
    yield field_dial(order, "cps", "CPs", lines)


def _growth(planned: PlannedState, order: ExpandColony | SettleInGrid) -> Iterator[Dial]:
    if isinstance(order, ExpandColony):
        colony = planned.colonies.get(order.colony)
        if colony is None:
            return
        hex_, orbit, size = colony.hex, colony.orbit, colony.size
    else:
        hex_, orbit, size = order.hex, order.orbit, 0
    world = planned.world(hex_, orbit)
    if world is None or not world.max_cp:
        return
    share = multiple(planned.me.race, world.step, planned.settings)
    most = min(planned.purse, founding_size(10**6, share, world.max_cp - size)[1])
    lines = [
        (cps, f"{cps} CPs", f"to size {_size(cps, share, size, world.max_cp)} of {world.max_cp}")
        for cps in _sums(most, order.cps)
        if _size(cps, share, size, world.max_cp) > size
    ]
    yield field_dial(order, "cps", "CPs", lines)


def _size(cps: int, share: Fraction, size: int, most: int) -> int:
    return size + growth(cps, share, size, most)[0] if size else founding_size(cps, share, most)[0]


def _sums(most: int, now: int) -> Iterable[int]:
    return sorted({int(most * part) for part in SHARES} | {now})
