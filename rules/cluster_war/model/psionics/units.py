"""Units that use psionic abilities: what they pay, what they add in a fight, whom they hide, and how they fare in hyperspace
(CW-15.0-06, CW-15.0-13 to CW-15.0-15, CW-15.1-03, -04, -05, -19, -21, -28, CW-15.1-13, CW-15.1-15, CW-15.1-21, CW-15.0-05).

Foresight serves against everybody. Noise and shadows reach minds alone: no machines (CW-15.1-21, ruling R-190), and nobody who
has been made a zombie (CW-15.1-28).

What a mind hides from whom is as a cloak of the basic level; chapter 12 says what a cloak does.
"""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.psionics.abilities import (
    COMBINATION,
    DEFAULT_SETTINGS,
    Ability,
    AbilityId,
    ability_named,
    all_abilities,
    is_machine,
    psi_number,
)
from rules.cluster_war.model.state.common import DesignId, Settings, ShipId, overrides_of, short_id, tables, tables_with
from rules.cluster_war.model.state.holdings import Design, Ship
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.sides import Race
from rules.values import IllegalOrderError, Modifier, changed

PSI_TRAIT_PREFIX: Final = "psi:"
PSI_NAME_PREFIX: Final = "Psi "
"""How a draft names an ability among its multipliers or a battalion's abilities: "Psi Screaming"."""


def draft_word(ability: Ability) -> str:
    """How a draft names the ability: "Psi Screaming"."""
    return f"{PSI_NAME_PREFIX}{ability.name}"


def psi_trait(ability: AbilityId) -> str:
    """How a design's traits name it: "psi:screaming"."""
    return f"{PSI_TRAIT_PREFIX}{ability}"


def unit_ability(word: str, settings: Settings = DEFAULT_SETTINGS) -> Ability | None:
    """The ability that a draft's word or a design's trait means; None for any other word, or for one no unit can have."""
    text = word.strip().casefold()
    if not text.startswith(("psi ", PSI_TRAIT_PREFIX)):
        return None
    found = ability_named(text, settings)
    return found if found is not None and "unit" in found.scales else None


def unit_abilities(design: Design, settings: Settings = DEFAULT_SETTINGS) -> tuple[AbilityId, ...]:
    """The abilities that a design's crews are trained in, in the order of the table; none where psionics are off."""
    if not settings.psionics or not design.traits:
        return ()
    held = {trait.removeprefix(PSI_TRAIT_PREFIX) for trait in design.traits if trait.startswith(PSI_TRAIT_PREFIX)}
    return tuple(ability for ability in all_abilities(settings) if ability in held) if held else ()


def outward_traits(traits: Iterable[str]) -> tuple[str, ...]:
    """What of a design's traits others see of it: not what its crews can do by their minds."""
    return tuple(trait for trait in traits if not trait.startswith(PSI_TRAIT_PREFIX))


def can_act(ship: Ship, week: int) -> bool:
    """Whether psychics aboard are in their senses at the end of that week (CW-15.0-06)."""
    return not ship.psychics.insane and week >= ship.psychics.rest


def working_abilities(
    ship: Ship, design: Design, week: int, settings: Settings = DEFAULT_SETTINGS
) -> tuple[AbilityId, ...]:
    """The abilities of a ship's own crew that count at the end of that week."""
    return unit_abilities(design, settings) if can_act(ship, week) else ()


def psychics_aboard(ship: Ship, designs: Mapping[DesignId, Design], settings: Settings = DEFAULT_SETTINGS) -> bool:
    """Whether a ship has psychics aboard: its crew, or forces and craft it carries."""
    carried = (designs[d] for d, count in ship.crates.items() if count and d in designs)
    return any(unit_abilities(design, settings) for design in (designs[ship.design], *carried))


def price_share(word: str, settings: Settings, *, ground: bool) -> Fraction | None:
    """What an ability adds to a unit's price; None if the word is no unit's ability (CW-15.0-13)."""
    found = unit_ability(word, settings)
    if found is None:
        return None
    return found.ground_share if ground else found.unit_share


def training_turns(design: Design, settings: Settings = DEFAULT_SETTINGS) -> int:
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


PRECOGNITION: Final = "combat-precognition"
DOWSING: Final = "dowsing"
TELEPATHY: Final = "advanced-telepathy"
CLOAKING: Final = "cloaking"
DELUSION: Final = "delusion"
SCREAMING: Final = "screaming"
SHADOW: Final = "shadow"
ZOMBIE: Final = "zombie"
"""The trait of a design whose crews have been made zombies (CW-15.1-28)."""
ROBOTS: Final = frozenset({"android", "crewless", "ai"})
"""The traits of designs without a living mind aboard."""
MINDS_TABLE: Final = "CW-TAB-MINDS"
SHADOW_RULING: Final = "CW-15.1-21"
AS_DEFENSE: Final = "defense"
"""The ruling by which a shadow is a modifier of defense and hides nobody."""


def is_robotic(design: Design) -> bool:
    """Whether a unit is fully robotic: it has no crew of living beings (CW-15.1-21)."""
    return not ROBOTS.isdisjoint(design.traits)


def has_mind(design: Design) -> bool:
    """Whether there is a mind aboard that others can reach: neither robots nor zombies have one."""
    return not is_robotic(design) and ZOMBIE not in design.traits


def shadow_hides(settings: Settings) -> bool:
    """Whether a shadow acts as a cloak does in this campaign, or else as a modifier of defense (CW-15.1-21)."""
    return settings.rulings.get(SHADOW_RULING) != AS_DEFENSE


def foresees(design: Design, settings: Settings) -> bool:
    """Whether a unit has combat precogs, whom nobody takes by surprise (CW-15.1-04)."""
    return PRECOGNITION in unit_abilities(design, settings)


def guard_modifiers(
    abilities: Collection[str], reached: Mapping[str, tuple[int, int]], settings: Settings
) -> tuple[Modifier, ...]:
    """What a unit's abilities take off its enemies' accuracy, each with its reason, in points of a 1d100 roll.

    `reached` has, by ability, how many of its enemies it reaches, and how many there are: of what reaches minds alone, that share
    counts, rounded down, since a unit has one chance of being hit for all who fire at it.
    """
    found = []
    if PRECOGNITION in abilities:
        found.append(Modifier(_points("combat precognition", settings), "combat precognition"))
    for ability in (SCREAMING, SHADOW):
        some, all_ = reached.get(ability, (0, 0))
        if ability in abilities and some and not (ability == SHADOW and shadow_hides(settings)):
            found.append(Modifier(_points(ability, settings) * some // all_, ability))
    return tuple(m for m in found if m.value)


def _points(what: str, settings: Settings) -> int:
    return tables(settings)[MINDS_TABLE].number(f"points off the enemy's accuracy: {what}", "number")


def ground_guard(design: Design, settings: Settings) -> tuple[int, int]:
    """What foresight adds to a battalion's DR, ranged and close (CW-15.1-05)."""
    if not foresees(design, settings):
        return 0, 0
    more = tables(settings)[MINDS_TABLE].number("ground DR, ranged and close: combat precognition", "number")
    return more, more


def ground_noise(design: Design, attacker: Design, settings: Settings) -> int:
    """What screaming adds to a unit's ranged DR against one attacker (CW-15.1-19)."""
    if SCREAMING not in unit_abilities(design, settings) or not has_mind(attacker):
        return 0
    return tables(settings)[MINDS_TABLE].number("ground DR, ranged: screaming", "number")


def cloaks_itself(ship: Ship, design: Design, week: int, settings: Settings) -> bool:
    """Whether a ship's crew bends light around it: a psionic cloak, which hides it as any cloak does (CW-15.1-15)."""
    return CLOAKING in working_abilities(ship, design, week, settings)


def shadows_itself(ship: Ship, design: Design, week: int, settings: Settings) -> bool:
    """Whether minds pass a ship over, where a shadow acts as a cloak (CW-15.1-21)."""
    return shadow_hides(settings) and SHADOW in working_abilities(ship, design, week, settings)


def sees_shadows(race: Race, there: Iterable[Design]) -> bool:
    """Whether shadows do not hide anything from a side: it is a race of machines, or has a unit without a mind on the spot
    (CW-15.1-21, CW-15.1-28)."""
    return is_machine(race) or any(not has_mind(design) for design in there)


HYPERSPACE_RULE: Final = "CW-15.0-05"
AFTER_HYPERSPACE_RULE: Final = "CW-15.0-06"
HYPERSPACE_TABLE: Final = "CW-TAB-HYPERSPACE"


def is_hyperspace(drive: str, settings: Settings) -> bool:
    """Whether a drive passes through hyperspace; a campaign may say otherwise of each."""
    return _is_hyperspace(drive, overrides_of(settings))


@lru_cache(maxsize=256)
def _is_hyperspace(drive: str, overrides: tuple[tuple[str, str], ...]) -> bool:
    table = tables_with(overrides)[HYPERSPACE_TABLE]
    return drive in table.keys and table.cell(drive, "hyperspace") == "yes"


def has_psychics(designs: Mapping[DesignId, Design], settings: Settings) -> bool:
    """Whether any of these designs has psychics aboard."""
    return settings.psionics and any(unit_abilities(design, settings) for design in designs.values() if design.traits)


def with_psychics(ships: Iterable[Ship], designs: Mapping[DesignId, Design], settings: Settings) -> tuple[Ship, ...]:
    """Those of these ships that have psychics aboard."""
    if not has_psychics(designs, settings):
        return ()
    return tuple(ship for ship in ships if psychics_aboard(ship, designs, settings))


def check_asleep(name: str, drive: str, aboard: Iterable[Ship], settings: Settings) -> None:
    """IllegalOrderError if a fleet would take psychics, who are on the ships `aboard`, through hyperspace of whom nobody has
    said how they travel."""
    unsaid = [short_id(ship.id) for ship in aboard if not ship.psychics.travel]
    if unsaid and is_hyperspace(drive, settings):
        raise IllegalOrderError(
            f"{name} has psychics aboard {', '.join(unsaid)}, who cannot travel by hyperspace awake: order first whether "
            "they are drugged or frozen (/psi travel).",
            rule=HYPERSPACE_RULE,
        )


def come_out(ship: Ship, week: int, settings: Settings) -> Ship:
    """A ship with psychics at the end of a passage: they recover, or those who were awake are insane."""
    if ship.psychics.travel in {"drugged", "frozen"}:
        rest = week + psi_number("weeks of recovery after hyperspace", settings)
        return changed(ship, psychics=changed(ship.psychics, rest=rest))
    return changed(ship, psychics=changed(ship.psychics, insane=True))


def asleep_on_passage(ships: Mapping[ShipId, Ship], arrives: int) -> dict[ShipId, Ship]:
    """Ships whose psychics are asleep until a passage ends: nothing of theirs counts on the way."""
    return {
        key: changed(ship, psychics=Psychics(ship.psychics.travel, arrives, ship.psychics.insane))
        for key, ship in ships.items()
        if ship.psychics.travel in {"drugged", "frozen"}
    }
