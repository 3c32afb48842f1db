"""Units that use psionic abilities: the traits of their designs, what they pay, and whether their psychics can act
(CW-15.0-06, CW-15.0-13 to CW-15.0-15)."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final

from rules.cluster_war.model.psionics.abilities import (
    COMBINATION,
    USUAL,
    Ability,
    AbilityId,
    ability_named,
    all_abilities,
    psi_number,
)
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.state.units import Ship

PREFIX: Final = "psi:"
WORD: Final = "Psi "
"""How a draft names an ability among its multipliers or a battalion's abilities: "Psi Screaming"."""


def draft_word(ability: Ability) -> str:
    """How a draft names the ability: "Psi Screaming"."""
    return f"{WORD}{ability.name}"


def psi_trait(ability: AbilityId) -> str:
    """How a design's traits name it: "psi:screaming"."""
    return f"{PREFIX}{ability}"


def unit_ability(word: str, settings: Settings = USUAL) -> Ability | None:
    """The ability that a draft's word or a design's trait means; None for any other word, or for one no unit can have."""
    text = word.strip().casefold()
    if not text.startswith(("psi ", PREFIX)):
        return None
    found = ability_named(text, settings)
    return found if found is not None and "unit" in found.scales else None


def unit_abilities(design: Design, settings: Settings = USUAL) -> tuple[AbilityId, ...]:
    """The abilities that a design's crews are trained in, in the order of the table; none where psionics are off."""
    if not settings.psionics or not design.traits:
        return ()
    held = {trait.removeprefix(PREFIX) for trait in design.traits if trait.startswith(PREFIX)}
    return tuple(ability for ability in all_abilities(settings) if ability in held) if held else ()


def outward_traits(traits: Iterable[str]) -> tuple[str, ...]:
    """What of a design's traits others see of it: not what its crews can do by their minds."""
    return tuple(trait for trait in traits if not trait.startswith(PREFIX))


def can_act(ship: Ship, week: int) -> bool:
    """Whether psychics aboard are in their senses at the end of that week (CW-15.0-06)."""
    return not ship.psychics.insane and week >= ship.psychics.rest


def working_abilities(ship: Ship, design: Design, week: int, settings: Settings = USUAL) -> tuple[AbilityId, ...]:
    """The abilities of a ship's own crew that count at the end of that week."""
    return unit_abilities(design, settings) if can_act(ship, week) else ()


def psychics_aboard(ship: Ship, designs: Mapping[DesignId, Design], settings: Settings = USUAL) -> bool:
    """Whether a ship has psychics aboard: its crew, or forces and craft it carries."""
    carried = (designs[d] for d, count in ship.crates.items() if count and d in designs)
    return any(unit_abilities(design, settings) for design in (designs[ship.design], *carried))


def price_share(word: str, settings: Settings, *, ground: bool) -> Fraction | None:
    """What an ability adds to a unit's price; None if the word is no unit's ability (CW-15.0-13)."""
    found = unit_ability(word, settings)
    if found is None:
        return None
    return found.ground_share if ground else found.unit_share


def training_turns(design: Design, settings: Settings = USUAL) -> int:
    """Turns more that ground forces train because they are psychics (CW-15.0-14)."""
    if design.kind != "ground" or not unit_abilities(design, settings):
        return 0
    return psi_number("more turns of training for ground forces", settings)


def combination(abilities: Iterable[AbilityId]) -> str:
    """How a race's record says that several abilities may be had in one unit (CW-15.0-15)."""
    return f"{COMBINATION}: {' + '.join(sorted(abilities))}"


def may_combine(race: Race, abilities: Iterable[AbilityId]) -> bool:
    """Whether a unit may have these together: one alone always, more if the game master has allowed it (CW-15.0-15)."""
    wanted = frozenset(abilities)
    if len(wanted) < 2:  # more than one is what combining is
        return True
    return any(
        wanted <= set(entry.partition(": ")[2].split(" + "))
        for entry in race.abilities
        if entry.startswith(COMBINATION)
    )
