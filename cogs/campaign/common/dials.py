"""Lists below the preview of an order of war: each sets one part of it, and the preview is made again. Nothing is typed.

What a list changes is the order's line on its message, so that it needs no more than its own name in its custom id.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import discord

from cogs.campaign.common.field_texts import designs_of
from cogs.common.command_factory import plain_text
from cogs.common.components import MOST_OPTIONS, option
from render.words.safe_text import count
from rules.cluster_war.chapters.combat.battle_orders import STANCES, RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment import TARGETS
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.invasion_orders import CITY, OPEN_LAND, InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute, courses
from rules.cluster_war.chapters.espionage.chances import kinds, offered_kinds
from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.research.projects import base_chance
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import short_id
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, POSTURES, TASKS
from rules.cluster_war.turn.planning.suggestions.meetings import picture
from rules.cluster_war.turn.planning.suggestions.works import damaged_units, offers
from rules.values import Value, changed, changed_by_name
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


def dials_of(sheet: OrderSheet, order: Order) -> tuple[Dial, ...]:
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
