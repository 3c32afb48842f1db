"""Research in psionics: further disciplines, psychics bred by races that have none, and technical counters
(CW-15.0-07 to CW-15.0-10, CW-15.0-16)."""

from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.research.tasks import task_of
from rules.cluster_war.model.economy.supply import before
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.psionics.abilities import (
    BEINGS,
    COUNTER,
    MARKED,
    RESEARCHED,
    TRAIT,
    Ability,
    ability_named,
    all_abilities,
    counter_entry,
    draws_on_psionics,
    is_machine,
    knows_psionics,
    may_study,
    psi_number,
    race_entry,
    side_abilities,
)
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.sides import Side
from rules.errors import IllegalOrderError, none_such
from rules.values import Value

BIOLOGY: Final = "Biological Technology"
BIO: Final = "bio"


class PsionicLine(Value):
    """A line of research: its technology, the successes it takes, what must be known first, whether psionic beings must be
    at hand, and the rule."""

    technology: str
    successes: int
    requires: tuple[str, ...] = ()
    beings: bool = False
    rule: str = "CW-15.0-07"
    says: str = ""


def knows_biology(owner: Side) -> bool:
    """Whether a race has biological technology, of whatever name."""
    race = owner.race
    words = (*owner.technologies, *race.abilities, *race.bonuses, *race.drives)
    return any(word.casefold().startswith(BIO) for word in words)


def psionic_line(owner: Side, technology: str, settings: Settings) -> PsionicLine | None:
    """What a psionic technology takes this side, None for any other technology. GameError for a discipline there is not.

    A race with the trait widens what it has, as a system upgrade does; another has to begin at the beginning.
    """
    name = " ".join(technology.split())
    head, _, rest = name.partition(":")
    psionic = bool(side_abilities(owner, settings))
    more = psi_number("successes for a further discipline", settings)
    many = psi_number("successes for a race without psionics", settings)
    match head.strip().casefold(), bool(rest.strip()):
        case "psionic technology", False:
            return PsionicLine(RESEARCHED, more if psionic else many, (), not psionic, "CW-15.0-09", "to know psionics")
        case "psionic ability", False:
            return PsionicLine(TRAIT, many, (RESEARCHED, BIOLOGY), not psionic, "CW-15.0-08", "psychics of your own")
        case "psionic ability", True:
            ability = _ability(rest, settings)
            entry = race_entry(ability)
            if psionic:
                return PsionicLine(entry, more, (), says=ability.does)
            return PsionicLine(entry, many, (TRAIT,), beings=True, rule="CW-15.0-08", says=ability.does)
        case "psionic counter", True:
            ability = _ability(rest, settings)
            says = f"{ability.name} has no effect on you"
            return PsionicLine(counter_entry(ability), more if psionic else many, (), not psionic, "CW-15.0-10", says)
        case _:
            return None


def _ability(text: str, settings: Settings) -> Ability:
    found = ability_named(text, settings)
    if found is None:
        known = (ability.name for ability in all_abilities(settings).values())
        raise none_such("psionic ability", text.strip(), known, "CW-15.1-01")
    return found


def check_psionics(holdings: Holdings, technology: str, steps: int, *, incremental: bool) -> None:
    """IllegalOrderError for a project in psionics that this side cannot open, or with too few successes.

    What the game master has said of a technology goes before all this (CW-8.0-05).
    """
    owner, settings = holdings.owner, holdings.settings
    if draws_on_psionics(technology, settings) and not knows_psionics(owner, settings):
        raise IllegalOrderError(
            f"{technology} draws on psionics: it takes the trait {TRAIT}, or {RESEARCHED} first.", rule=MARKED
        )
    line = psionic_line(owner, technology, settings)
    if line is None:
        return
    if not settings.psionics:
        raise IllegalOrderError("There are no psionics in this campaign.", rule="CW-15.0-01")
    ability = ability_named(technology.partition(":")[2], settings)
    if line.technology.startswith(TRAIT):
        if is_machine(owner.race):
            raise IllegalOrderError("Machines can never have psionic abilities.", rule="CW-15.0-17")
        if ability is not None and ability.id in side_abilities(owner, settings):
            raise IllegalOrderError(f"Your race has {ability.name} already.", rule=line.rule)
    told = any(t.technology.casefold() == technology.casefold() for t in before(holdings.source).tasks)
    if told and task_of(before(holdings.source).tasks, owner.id, technology, settings) is not None:
        return
    if ability is not None and line.technology.startswith(TRAIT) and ability.needs_approval(settings):
        raise IllegalOrderError(
            f"{ability.name} is of level {ability.level}: the game master must allow it first.", rule="CW-15.1-23"
        )
    lacking = [what for what in line.requires if not _has(owner, what, settings)]
    if lacking:
        raise IllegalOrderError(f"{line.technology} needs {' and '.join(lacking)} first.", rule=line.rule)
    if line.beings and not (may_study(owner) or BEINGS in holdings.resources()):
        raise IllegalOrderError(
            f"{line.technology} takes psionic beings to study, people of a psionic race or a monster: the game master says "
            "when you have them, or a psionic ally gives them.",
            rule=line.rule,
        )
    if steps < line.successes:
        rule = "CW-15.0-09" if line.beings else line.rule
        raise IllegalOrderError(f"{line.technology} takes {line.successes} successes, not {steps}.", rule=rule)
    if incremental:
        raise IllegalOrderError(f"{line.technology} has no levels; open it without.", rule=line.rule)


def _has(owner: Side, what: str, settings: Settings) -> bool:
    if what == BIOLOGY:
        return knows_biology(owner)
    if what == TRAIT:
        return bool(side_abilities(owner, settings))
    return knows_psionics(owner, settings)


def psionic_lines(owner: Side, settings: Settings) -> Iterator[PsionicLine]:
    """The lines of research in psionics that are open to a side's race, or that it must go first."""
    if not settings.psionics:
        return
    psionic = side_abilities(owner, settings)
    if not psionic and not is_machine(owner.race):
        names = [*([] if knows_psionics(owner, settings) else [RESEARCHED]), TRAIT]
        yield from (line for name in names if (line := psionic_line(owner, name, settings)) is not None)
    for ability in all_abilities(settings).values():
        if psionic and ability.id not in psionic and not ability.needs_approval(settings):
            line = psionic_line(owner, race_entry(ability), settings)
            if line is not None:
                yield line
    for ability in all_abilities(settings).values():
        if ability.direct and counter_entry(ability) not in owner.technologies:
            line = psionic_line(owner, f"{COUNTER}: {ability.name}", settings)
            if line is not None:
                yield line
