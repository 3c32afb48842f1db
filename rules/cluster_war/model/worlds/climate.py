"""What a STEP code looks like from the ground, in a few words (CW-2.1-03, CW-B-45 to CW-B-48)."""

from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.worlds.step_codes import check_step

HEAT = {
    "0": "frozen",
    "1": "bitterly cold",
    "2": "bitterly cold",
    "3": "freezing",
    "4": "cool",
    "5": "mild",
    "6": "warm",
    "7": "hot",
    "8": "hot",
    "9": "searing",
    "X": "molten",
}
SIZES = {
    "0": "rubble",
    "1": "planetoid",
    "2": "planetoid",
    "3": "small world",
    "4": "small world",
    "9": "huge world",
    "X": "giant",
}
WATER = "6"


def describe_world(step: str, settings: Settings) -> str:
    """A world in words: `mild world, normal air, living, active crust`. Water worlds say what their water is like (CW-B-48).

    GameError for what is no STEP code.
    """
    size, heat, air, surface = tuple(check_step(step))
    names = tables(settings)["CW-B-T21"]
    kind = SIZES.get(size, "world")
    ground = f"water: {seas(heat)}" if surface == WATER else f"{names.cell(surface, 'planet')}, {crust(surface)} crust"
    return f"{HEAT[heat]} {kind}, {names.cell(air, 'environment')} air, {ground}"


def seas(heat: str) -> str:
    """What the water of a water world is like at a temperature code (CW-B-48); hotter ones are none (CW-B-47)."""
    if heat == "6":
        return "swamps and shallow seas"
    if heat == "5":
        return "oceans"
    if heat == "4":
        return "ice, with open water round the equator"
    return "ice through and through" if heat in "0123" else "steam"


def crust(surface: str) -> str:
    """What a planet code but water means underfoot: low codes are inert, 5 is active, high ones are restless (CW-B-46)."""
    return "inert" if surface in "01234" else "active" if surface == "5" else "restless"
