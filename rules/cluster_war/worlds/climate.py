"""What a STEP code looks like from the ground, in a few words (CW-2.1-03, CW-B-45 to CW-B-48)."""

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables
from rules.cluster_war.worlds.step_codes import check_step

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
    """A world in words: `mild world, normal air, living`. Water worlds say what their water is like (CW-B-48).

    GameError for what is no STEP code.
    """
    size, heat, air, surface = tuple(check_step(step))
    names = tables(settings)["CW-B-T21"]
    kind = SIZES.get(size, "world")
    ground = names.cell(surface, "planet")
    if surface == WATER:
        ground = f"water: {seas(heat)}"
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


def unrest(surface: str) -> str:
    """Whether a planet code means a quiet, a living or a restless crust: low codes are inert, 5 lives, high ones
    shake (CW-B-46)."""
    order = "0123456789X".index(surface)
    return "inert" if order < 5 else "living" if order == 5 else "wet" if surface == WATER else "restless"
