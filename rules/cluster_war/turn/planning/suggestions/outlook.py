"""What things are for: what a technology does and when it may be there, what a design is good at (8.0, 6.0)."""

from typing import Final

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.chapters.movement.navigation import has_ftl
from rules.cluster_war.chapters.research.projects import research_chance, stations_at, worth
from rules.cluster_war.model.economy.holds import ship_capacity
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.state.common import HexId, Settings
from rules.cluster_war.model.state.holdings import Design, Fleet, Task
from rules.cluster_war.model.unit_design.drive_kinds import drive_of, hexes_a_month

TECHNOLOGY_WORDS: Final = {
    "Advanced Beam Weapons": "stronger beams for new designs",
    "Jump Drive": "ships leap a hex a month and can be raided at both ends alone",
    "Psionic Shield": "guards minds against psionics",
    "Gravitic Forge": "the way to Artificial Neutronium",
    "Artificial Neutronium": "with Advanced Armor the way to Resistant Armor",
    "Advanced Armor": "with Artificial Neutronium the way to Resistant Armor",
    "Resistant Armor": "armor that hardly yields to anything, at a price",
    "Growth Vats": "grown people, whose use is ruled when they come",
}
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MOST_MONTHS: Final = 60
"""So far ahead an outlook looks."""
CHANCE_OF_NOTHING: Final = 0.02
FAST_G: Final = 5
SLOW_G: Final = 2
FAST_HEXES: Final = 3
STRONG_HULL: Final = 60
SCOUTS_BAYS: Final = 1
"""Cargo bays of a scout: room for its own supplies."""


def technology_words(technology: str, task: Task | None = None) -> str:
    """What a technology does, as far as it is laid down; "" where nothing is."""
    told = task.effect if task is not None else ""
    if told:
        return told
    known = {name.casefold(): words for name, words in TECHNOLOGY_WORDS.items()}
    return known.get(technology.casefold(), "")


def step_words(step: int, steps: int, what: str) -> str:
    """Which step of how many: "second of three steps to Jump Drive"."""
    if steps == 1:
        return f"the one step to {what}"
    if max(step, steps) > len(NUMBERS):
        return f"step {step} of {steps} to {what}"
    return f"{ORDINALS[step - 1]} of {NUMBERS[steps - 1]} steps to {what}"


def months_to_come(planned: PlannedState, hex_: HexId, steps: int, in_step: int, cps: int) -> int | None:
    """The month in which so many steps are more likely done than not, on the average, if each month brings so many CPs to the
    one that runs; None where that is too far to be seen (CW-8.0-10)."""
    stations, me = stations_at(planned.view, planned.me.id, hex_), planned.me
    total, gain = 0.0, worth(cps, me.race)
    for step in range(steps):
        held, left, months = in_step if step == 0 else 0, 1.0, 0.0
        while left > CHANCE_OF_NOTHING:
            held += gain
            months += left
            left *= 1 - research_chance(held, stations, me.race, me.technologies, planned.settings).chance / 100
            if gain < 1 or total + months > MOST_MONTHS:
                return None
        total += months
    return max(1, round(total))


def arrival_words(months: int | None) -> str:
    """When a technology may be there."""
    if months is None:
        return "there in years at this pace"
    return "there next month, with luck" if months == 1 else f"there in about {months} months"


def design_words(design: Design, settings: Settings) -> str:
    """What a unit of a design is good at, the most telling first: "scout, fast"."""
    found = [_purpose(design, settings)]
    if design.kind == "ship":
        found += _pace(design, settings)
    if design.barracks and design.kind == "ship":
        found.append(f"carries {design.barracks} battalion{'' if design.barracks == 1 else 's'}")
    if design.hangar:
        found.append(f"carries small craft of {design.hangar} hull")
    if design.launchers:
        found.append("missiles")
    if design.repair_bays:
        found.append("repairs others")
    if "cloaked" in design.traits:
        found.append("cloaked")
    return ", ".join(found)


def _purpose(design: Design, settings: Settings) -> str:
    match design.kind:
        case "base":
            armed = is_warship(design, settings) and design.hull >= STRONG_HULL
            return "fortress, guards a world" if armed else "small base, guards a world and looks out"
        case "small_craft":
            return "small craft, guards its base or carrier"
        case "ground":
            return "troops, hold or take a world"
        case "facility":
            return "a facility"
        case "ship":
            return _ship_purpose(design, settings)


def _ship_purpose(design: Design, settings: Settings) -> str:
    if design.survey_bays and design.lrs:
        return "survey ship, finds worlds to settle"
    if is_scout(design, settings):
        return "scout, finds stars and neighbours"
    if is_warship(design, settings):
        heavy = design.hull >= STRONG_HULL
        return "trooper, takes worlds" if design.barracks else "heavy warship" if heavy else "warship"
    if design.barracks:
        return "trooper, takes worlds"
    if design.cargo_bays:
        return f"freighter, carries {ship_capacity(design, settings)} CPs or supplies"
    return "ship of other work"


def _pace(design: Design, settings: Settings) -> list[str]:
    if not has_ftl(design):
        return ["leaves no star"]
    if drive_of(design.ftl, settings).family == "second stage":
        return ["fast"] if design.drive >= FAST_G else ["slow"] if design.drive <= SLOW_G else []
    return ["fast between stars"] if hexes_a_month(design, settings) >= FAST_HEXES else []


def is_scout(design: Design, settings: Settings) -> bool:
    """Whether a ship of this design is for looking about: it has sensors, and no weapon that anybody has drawn or told of."""
    undrawn = not design.layout and not design.launchers and not design.note
    armed = is_warship(design, settings) and not undrawn
    laden = design.cargo_bays > SCOUTS_BAYS or design.survey_bays
    return design.kind == "ship" and design.lrs > 0 and not armed and not laden


def is_explorer(planned: PlannedState, fleet: Fleet) -> bool:
    """Whether a fleet is for looking about: scouts and survey ships, and nothing that is armed."""
    designs = [planned.me.designs[planned.ships[s].design] for s in fleet.ships]
    return bool(designs) and all(is_scout(d, planned.settings) or (d.survey_bays and d.lrs) for d in designs)
