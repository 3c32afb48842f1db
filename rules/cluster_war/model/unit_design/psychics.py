"""Psychics in designs: which abilities a draft names, and who may train units in them (CW-15.0-13, CW-15.0-15)."""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.cluster_war.model.psionics.abilities import Ability, abilities_of, all_abilities
from rules.cluster_war.model.psionics.units import draft_word, may_combine, psi_trait, unit_ability
from rules.cluster_war.model.state.names import Problem
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.unit_design.drafts import NO_RACE, Builder
from rules.errors import none_such

PSI_CLOAK: Final = psi_trait("cloaking")
"""A unit that its psychics cloak is a cloaked unit (CW-15.1-15)."""


def draft_abilities(words: Iterable[str], settings: Settings) -> tuple[Ability, ...]:
    """The psionic abilities among a draft's multipliers or a battalion's abilities, as often as they stand there."""
    found = (unit_ability(word, settings) for word in words)
    return tuple(ability for ability in found if ability is not None)


def psi_traits(words: Iterable[str], settings: Settings) -> tuple[str, ...]:
    """What a design's traits say of the psionic abilities its draft names: "psi:screaming"."""
    return tuple(dict.fromkeys(psi_trait(ability.id) for ability in draft_abilities(words, settings)))


def read_ability(text: str, settings: Settings) -> str:
    """A draft's word for the ability that a player names; GameError with those that units can have."""
    found = unit_ability(draft_word_of(text), settings)
    if found is None:
        known = (ability.name for ability in all_abilities(settings).values() if "unit" in ability.scales)
        raise none_such("psionic ability of units", text, known, "CW-15.0-13")
    return draft_word(found)


def draft_word_of(text: str) -> str:
    """A name with the word before it by which drafts tell psionic abilities from others."""
    return f"psi {text.strip()}"


def psionic_problems(
    words: Iterable[str], builder: Builder, settings: Settings, *, crewless: bool
) -> Iterator[Problem]:
    """Why a unit with these abilities is refused to its maker, one sentence each (CW-15.0-01, -13, -15, -17)."""
    found = draft_abilities(words, settings)
    if not found:
        return
    if not settings.psionics:
        yield Problem("There are no psionics in this campaign.", "CW-15.0-01")
        return
    names = [ability.name for ability in found]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield Problem(f"Psionic {name} stands there twice; once is enough.", "CW-15.0-13")
    if crewless:
        yield Problem("Machines have no psionic abilities: psychics are a living crew.", "CW-15.0-17")
    race = builder.race or NO_RACE
    known = abilities_of(race, builder.technologies, settings)
    for ability in dict.fromkeys(found):
        if ability.id not in known:
            yield Problem(f"Your race has no {ability.name}: no unit can be trained in it.", "CW-15.0-13")
    if not may_combine(race, (ability.id for ability in found)):
        together = " and ".join(dict.fromkeys(names))
        yield Problem(
            f"{together} in one unit need the game master's approval (`/psi combine` asks for it).", "CW-15.0-15"
        )
