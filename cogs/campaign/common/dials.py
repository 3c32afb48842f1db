"""Lists below the preview of an order of war: each sets one part of it, and the preview is made again. Nothing is typed.

What a list changes is the order's line on its message, so that it needs no more than its own name in its custom id.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, cast

import discord

from cogs.campaign.common.field_texts import designs_of
from cogs.common.autocomplete import plain_text
from cogs.common.components import MOST_OPTIONS, option
from render.words.safe_text import count
from rules.cluster_war.chapters.combat.battle_orders import STANCES, RepairUnits, SetEngagement
from rules.cluster_war.chapters.combat.bombardment import TARGETS, Target
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.ground.invasion_orders import CITY, LAND, InvadeWorld
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute, courses
from rules.cluster_war.chapters.espionage.chances import kinds, offered
from rules.cluster_war.chapters.espionage.order_checks import FundOperation, StartCounter, StartOperation
from rules.cluster_war.chapters.research.projects import base_chance
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.dealings import Approach
from rules.cluster_war.model.state.names import short_id
from rules.cluster_war.model.state.war import FULL, POSTURES, TASKS, Cargo, Posture, Stance, Task
from rules.cluster_war.turn.planning.suggestions.suggestion import picture
from rules.cluster_war.turn.planning.suggestions.works import offers, waiting
from rules.values import Value, changed
from umpire.campaign.sheets.order_sheet import OrderSheet

LOSSES: Final = (0, 20, 30, 50, 70)
"""Losses offered to withdraw at, in per cent of a fleet's hull."""
SUMS: Final = (25, 50, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000)
"""CPs offered for a step of an operation."""
NOBODY: Final = "-"
STANCE_WORDS: Final[Mapping[str, str]] = {
    "attack": "Fights whoever it meets and is not at peace with",
    "defend": "Fights if attacked, or if somebody bars its way",
    "evade": "Gets away if it can",
    "usual": "As your empire has it; for the empire: as your race's attitude has it",
}
POSTURE_WORDS: Final[Mapping[str, str]] = {
    "attack": "March on the nearest city, fight whoever is near",
    "hold": "Dig in where they stand",
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
            found = _bombardment(order)
        case InvadeWorld():
            found = _invasion(order)
        case CommandArmy():
            found = _army(sheet, order)
        case RepairUnits():
            found = _repair(sheet, order)
        case StartOperation():
            found = _operation(sheet, order)
        case StartCounter() | FundOperation():
            found = iter((_funds(sheet, order, order.cps, lambda cps: changed(order, cps=cps)),))
        case _:
            return ()
    return tuple(dial for dial in found if len(dial.options) > 1 or dial.least == 0 < len(dial.options))


def _engagement(sheet: OrderSheet, order: SetEngagement) -> Iterator[Dial]:
    view = sheet.view
    stances = [
        option(f"Stance: {name}", name, STANCE_WORDS[name], chosen=name == (order.stance or "usual"))
        for name in (*STANCES, "usual")
    ]
    yield Dial("stance", "Stance", tuple(stances), lambda v: changed(order, stance=_stance(v[0])))
    shares = sorted({*LOSSES, order.withdraw_at})
    losses = [
        option(
            f"Withdraw at a loss of {n} %" if n else "Never withdraw",
            str(n),
            "of its hull",
            chosen=n == order.withdraw_at,
        )
        for n in shares
    ]
    yield Dial("loss", "When to withdraw", tuple(losses), lambda v: changed(order, withdraw_at=int(v[0])))
    pursuit = (
        option("Let those go who flee", "no", chosen=not order.pursue),
        option("Pursue those who flee", "yes", chosen=order.pursue),
    )
    yield Dial("pursue", "Pursue", pursuit, lambda v: changed(order, pursue=v[0] == "yes"))
    fleet = view.fleets.get(order.fleet)
    if fleet is None or view.me is None:
        return
    if len(fleet.ships) > 1:
        ships = [
            option(
                f"In reserve: {short_id(s)} {view.me.designs[view.ships[s].design].name}", s, chosen=s in order.reserve
            )
            for s in fleet.ships[:MOST_OPTIONS]
        ]
        kept = "Ships kept in reserve (none chosen: none)"
        yield Dial("reserve", kept, tuple(ships), lambda v: changed(order, reserve=tuple(v)), 0, len(ships))
    others = sorted(f.name for f in view.fleets.values() if f.id != fleet.id and f.hex == fleet.hex)
    by_name = {f.name: f.id for f in view.fleets.values()}
    nobody = option("Protects nobody", NOBODY, chosen=not order.protect)
    guarded = [
        option(f"Stands before {name}", by_name[name], chosen=by_name[name] == order.protect)
        for name in others[: MOST_OPTIONS - 1]
    ]
    yield Dial(
        "protect", "Protect", (nobody, *guarded), lambda v: changed(order, protect="" if v[0] == NOBODY else v[0])
    )


def _raid(sheet: OrderSheet, order: RaidRoute) -> Iterator[Dial]:
    cargo = (
        option("Destroy what it catches", "destroy", chosen=order.cargo == "destroy"),
        option("Take what it catches", "take", "As far as its cargo bays have room", chosen=order.cargo == "take"),
    )
    yield Dial("cargo", "Cargo", cargo, lambda v: changed(order, cargo=cast("Cargo", v[0])))
    fleet = sheet.view.fleets.get(order.fleet)
    if fleet is None or fleet.transit is not None:
        return
    ways = {str(n): course for n, course in enumerate(courses(sheet.view, fleet)[:MOST_OPTIONS])}
    lines = [
        option(
            f"To {course.to}: {course.expected} catches expected",
            key,
            ", ".join(course.path),
            chosen=course.path == order.path,
        )
        for key, course in ways.items()
    ]
    yield Dial("course", "Another course", tuple(lines), lambda v: changed(order, path=ways[v[0]].path))


def _bombardment(order: BombardWorld) -> Iterator[Dial]:
    lines = [option(f"Fire at: {name}", name, TARGET_WORDS[name], chosen=name == order.target) for name in TARGETS]
    yield Dial("target", "What at", tuple(lines), lambda v: changed(order, target=cast("Target", v[0]), certain=False))


def _invasion(order: InvadeWorld) -> Iterator[Dial]:
    places = [
        option("Land beside the city", LAND, "Where nobody stands", chosen=order.at == LAND),
        option(
            "Land right on the city",
            CITY,
            "A landing where the enemy stands is fought at once",
            chosen=order.at == CITY,
        ),
    ]
    if order.at not in {LAND, CITY}:
        places.append(option(f"Land in surface hex {order.at}", order.at, chosen=True))
    yield Dial("at", "Where to land", tuple(places), lambda v: changed(order, at=v[0]))
    yield _posture(order.posture, lambda posture: changed(order, posture=posture))


def _army(sheet: OrderSheet, order: CommandArmy) -> Iterator[Dial]:
    yield _posture(order.posture, lambda posture: changed(order, posture=posture))
    front = sheet.view.fronts.get(order.world)
    if front is None:
        return
    told = {seen.at: f"{count(seen.teams, 'combat team')} of {plain_text(seen.name)}" for seen in front.enemies}
    told |= {city.hex: f"the city of {plain_text(city.name)}" for city in front.cities}
    hexes = sorted(front.terrain, key=lambda at: (at != order.at, at not in told, at))[: MOST_OPTIONS - 1]
    lines = [option(f"Go to {at} ({front.terrain[at]})", at, told.get(at, ""), chosen=at == order.at) for at in hexes]
    stay = option("Go nowhere in particular", NOBODY, "They march by their posture", chosen=not order.at)
    yield Dial("hex", "Where to", (stay, *lines), lambda v: changed(order, at="" if v[0] == NOBODY else v[0]))
    tasks = [
        option(TASK_WORDS[name], name, "In a city that nobody defends", chosen=name == order.task) for name in TASKS
    ]
    yield Dial("task", "In a city", tuple(tasks), lambda v: changed(order, task=cast("Task", v[0])))
    mine = [f for f in front.forces.values() if f.side == sheet.view.side]
    units = [
        option(
            f"{short_id(f.id)} {designs_of(sheet.view, f)[f.design].name}",
            f.id,
            f"in {f.at}, {f.posture}" + (f", {f.teams} of {FULL} teams" if f.teams < FULL else ""),
            chosen=f.id in order.forces,
        )
        for f in sorted(mine, key=lambda f: f.id)[:MOST_OPTIONS]
    ]
    yield Dial(
        "forces", "Which of them (none chosen: all)", tuple(units), lambda v: changed(order, forces=tuple(v)), 0, 0
    )


def _posture(now: Posture, make: Callable[[Posture], Order]) -> Dial:
    lines = [option(f"Then they {name}", name, POSTURE_WORDS[name], chosen=name == now) for name in POSTURES]
    return Dial("posture", "What they do", tuple(lines), lambda v: make(cast("Posture", v[0])))


def _repair(sheet: OrderSheet, order: RepairUnits) -> Iterator[Dial]:
    planned = picture(sheet.view, sheet.standing)
    hurt = [unit for _, _, found in waiting(planned) for unit in found]
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
    lines = [
        option(f"Kind: {kind}", kind, rows[kind]["brings"], chosen=kind == order.kind)
        for kind in offered(sheet.view.settings)
    ]
    yield Dial("kind", "What it brings", tuple(lines[:MOST_OPTIONS]), lambda v: changed(order, kind=v[0]))
    yield _funds(sheet, order, order.cps, lambda cps: changed(order, cps=cps))
    ways = (
        option("By way of your own agents", "agents", chosen=order.approach == "agents"),
        option(
            "By way of locals",
            "locals",
            "Better where your peoples are very different",
            chosen=order.approach == "locals",
        ),
    )
    yield Dial("way", "By way of", ways, lambda v: changed(order, approach=cast("Approach", v[0])))
    pool = sorted((o for o in sheet.view.officers.values() if o.post is None), key=lambda o: (-o.rank, o.id))
    nobody = option("Headed by nobody", NOBODY, chosen=not order.officer)
    heads = [
        option(f"Headed by {plain_text(o.name)}", o.id, chosen=o.id == order.officer) for o in pool[: MOST_OPTIONS - 1]
    ]
    yield Dial(
        "head", "Who heads it", (nobody, *heads), lambda v: changed(order, officer="" if v[0] == NOBODY else v[0])
    )


def _funds(sheet: OrderSheet, order: Order, now: int, make: Callable[[int], Order]) -> Dial:
    """CPs for a step, with the chance that they buy in research and operations alike."""
    sums = sorted({*SUMS, now})
    lines = [
        option(
            f"{cps} CPs", str(cps), f"{base_chance(cps, sheet.view.settings)} % for the CPs alone", chosen=cps == now
        )
        for cps in sums
    ]
    return Dial("cps", "CPs", tuple(lines), lambda v: make(int(v[0])))


def _stance(value: str) -> Stance:
    return cast("Stance", "" if value == "usual" else value)
