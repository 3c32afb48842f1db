"""How hard a piece of research is: its successes, its field, what it needs; printed defaults and the GM's word, and research
in psionics (8.0)."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from rules.cluster_war.model.economy.supply import state_before
from rules.cluster_war.model.economy.yields import SAME_RESOURCE
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.psionics import abilities
from rules.cluster_war.model.state.common import Settings, SideId, TechId, overrides_of, tables_with
from rules.cluster_war.model.state.holdings import Task
from rules.cluster_war.model.state.sides import Side, has_trait, trait_level
from rules.cluster_war.model.unit_design.drive_kinds import drive_named, travel_number
from rules.tables import split_cell
from rules.values import IllegalOrderError, Value, changed, none_such

TASKS_TABLE: Final = "CW-TAB-RD-TASKS"
PROJECT_STEPS: Final = ("discovery", "research", "development")
LEVEL_SUCCESSES: Final = 2  # CW-8.0-09
PROPOSAL_RULE: Final = "CW-9.7-07"
"""The rule of secret weapons and technologies that players think of, and the game master makes projects of."""
WEAPON_WORDS: Final = ("weapon", "beam", "missile", "torpedo", "warhead", "mine", "gun")
BIO_WORDS: Final = ("bio", "virus", "plague", "disease")
BIOLOGY: Final = "Biological Technology"
BIO: Final = "bio"


def printed_tasks(settings: Settings) -> tuple[Task, ...]:
    """The pieces of research that the text names, as the campaign's tables have them (CW-8.0-02 to 08)."""
    return _printed_tasks(overrides_of(settings))


@lru_cache(maxsize=64)
def _printed_tasks(overrides: tuple[tuple[str, str], ...]) -> tuple[Task, ...]:
    table = tables_with(overrides)[TASKS_TABLE]
    return tuple(
        Task(name, int(row["successes"]), row["field"], split_cell(row["requires"]), split_cell(row["materials"]))
        for name, row in table.named_rows()
    )


def task_of(tasks: Iterable[Task], side: SideId, technology: TechId, settings: Settings) -> Task | None:
    """What is laid down about a technology: the GM's word to this side, the GM's word to all, the printed default."""
    same = [t for t in tasks if t.technology.casefold() == technology.casefold() and t.side in {side, "*"}]
    told = sorted(same, key=lambda t: t.side == "*")
    if told:
        return told[0]
    return next((t for t in printed_tasks(settings) if t.technology.casefold() == technology.casefold()), None)


def knows_technology(owner: Side, technology: TechId) -> bool:
    """Whether a technology works for this side, at whatever level."""
    return any(t.casefold() == technology.casefold() for t in owner.technologies) or has_trait(
        owner.technologies, technology
    )


def knows_field(owner: Side, field: str) -> bool:
    """Whether a field is known: a discovery, an ability of the race, or a technology of that name (CW-8.0-04)."""
    wanted = field.casefold()
    race = owner.race
    names = (*owner.discoveries, *owner.technologies)
    return any(n.casefold() == wanted for n in names) or has_trait(
        (*race.abilities, *race.bonuses, *race.drives), field
    )


def successes_needed(owner: Side, technology: TechId, task: Task | None) -> int | None:
    """Successes for a whole project: what is left of a technology received from others (CW-8.1-03), else the task's and
    one for discovery in an unknown field (CW-8.0-04). None if nothing is laid down."""
    received = next((r for t, r in owner.received.items() if t.casefold() == technology.casefold()), None)
    if received is not None:
        return received.successes
    if task is None:
        return None
    return task.successes + (1 if task.field and not knows_field(owner, task.field) else 0)


def has_material(holdings: Holdings, name: str) -> str | None:
    """The resource's name if the side holds it: mined in its main grid, or given by an ally (CW-8.0-08); else None."""
    wanted = {
        name.casefold(),
        *(to.casefold() for old, to in SAME_RESOURCE.items() if old.casefold() == name.casefold()),
    }
    return next((r for r in sorted(holdings.resources()) if r.casefold() in wanted), None)


def with_gains(owner: Side, task: Task | None) -> Side:
    """The side with the technologies that come along with a finished piece of research, as the game master set it."""
    fresh = tuple(t for t in task.gives if t not in owner.technologies) if task is not None else ()
    return changed(owner, technologies=(*owner.technologies, *fresh)) if fresh else owner


def check_task(holdings: Holdings, technology: TechId, steps: int) -> None:
    """Refuse a project that has too few successes, or lacks a technology or material it needs (CW-8.0-04, 08, 21)."""
    owner = holdings.owner
    task = task_of(state_before(holdings.source).tasks, owner.id, technology, holdings.settings)
    needed = successes_needed(owner, technology, task)
    if needed is not None and steps < needed:
        raise IllegalOrderError(
            f"{technology} takes {needed} successes ({', '.join(steps_named(needed))}), not {steps}.", rule="CW-8.0-04"
        )
    if task is not None and not any(t.casefold() == technology.casefold() for t in owner.received):
        lacking = [t for t in task.requires if not knows_technology(owner, t)]
        if lacking:
            raise IllegalOrderError(f"{technology} needs {', '.join(lacking)} first.", rule="CW-8.0-21")
        missing = [m for m in task.materials if has_material(holdings, m) is None]
        if missing:
            raise IllegalOrderError(
                f"{technology} needs {', '.join(missing)}, mined at one of your colonies or given by an ally.",
                rule="CW-8.0-08",
            )


def steps_named(steps: int) -> tuple[str, ...]:
    """What a project's successes are called: development alone, research before it, discovery before that (CW-8.0-02
    to 04); harder tasks have more research (CW-8.0-05)."""
    if steps <= len(PROJECT_STEPS):
        return PROJECT_STEPS[len(PROJECT_STEPS) - steps :]
    return ("discovery", *(f"research {n}" for n in range(1, steps - 1)), "development")


def with_level(owner: Side, technology: TechId) -> tuple[Side, int]:
    """The side with one more level of an incremental technology, and that level (CW-8.0-09)."""
    level = trait_level([t for t in owner.technologies if t.casefold() != technology.casefold()], technology) + 1
    kept = tuple(
        t for t in owner.technologies if not (has_trait([t], technology) and t.casefold() != technology.casefold())
    )
    return changed(owner, technologies=(*kept, f"{technology} +{level}")), level


def successes_for_level(technology: TechId, settings: Settings) -> int:
    """Successes for one level of an incremental technology: two (CW-8.0-09), more for a foldspace drive (CW-4.0-07)."""
    drive = drive_named(technology, settings)
    if drive is None:
        return LEVEL_SUCCESSES
    more = travel_number("more for foldspace", settings) if drive.id == "foldspace" else 0
    return travel_number("successes for a level", settings) + more


def split_evenly(successes: int, each: int = 3) -> tuple[int, ...]:
    """A difficult task as smaller projects of two or three successes: 12 become four of three (CW-8.0-05)."""
    parts = -(-successes // each)
    return tuple(successes // parts + (1 if n < successes % parts else 0) for n in range(parts))


def severity(project: str, *, at_home: bool) -> str:
    """What the rules suggest for a catastrophe, by what was researched and where (CW-8.0-19)."""
    name = project.casefold()
    if any(w in name for w in BIO_WORDS):
        where = "on the home world" if at_home else "where the work was done"
        return f"An unexpected field test {where}: it gets loose and the people there pay for it; the CPs are lost."
    if any(w in name for w in WEAPON_WORDS):
        return (
            "An explosion: the CPs are lost, and with them men and equipment at the place (a science station, if any)."
        )
    return "A dead end: the CPs are lost and nothing else."


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
    psionic = bool(abilities.side_abilities(owner, settings))
    more = abilities.psi_number("successes for a further discipline", settings)
    many = abilities.psi_number("successes for a race without psionics", settings)
    match head.strip().casefold(), bool(rest.strip()):
        case "psionic technology", False:
            return PsionicLine(
                abilities.RESEARCHED, more if psionic else many, (), not psionic, "CW-15.0-09", "to know psionics"
            )
        case "psionic ability", False:
            return PsionicLine(
                abilities.TRAIT,
                many,
                (abilities.RESEARCHED, BIOLOGY),
                not psionic,
                "CW-15.0-08",
                "psychics of your own",
            )
        case "psionic ability", True:
            ability = _ability(rest, settings)
            entry = abilities.race_entry(ability)
            if psionic:
                return PsionicLine(entry, more, (), says=ability.does)
            return PsionicLine(entry, many, (abilities.TRAIT,), beings=True, rule="CW-15.0-08", says=ability.does)
        case "psionic counter", True:
            ability = _ability(rest, settings)
            says = f"{ability.name} has no effect on you"
            return PsionicLine(
                abilities.counter_entry(ability), more if psionic else many, (), not psionic, "CW-15.0-10", says
            )
        case _:
            return None


def _ability(text: str, settings: Settings) -> abilities.Ability:
    found = abilities.ability_named(text, settings)
    if found is None:
        known = (ability.name for ability in abilities.all_abilities(settings).values())
        raise none_such("psionic ability", text.strip(), known, "CW-15.1-01")
    return found


def check_psionics(holdings: Holdings, technology: str, steps: int, *, incremental: bool) -> None:
    """IllegalOrderError for a project in psionics that this side cannot open, or with too few successes.

    What the game master has said of a technology goes before all this (CW-8.0-05).
    """
    owner, settings = holdings.owner, holdings.settings
    if abilities.draws_on_psionics(technology, settings) and not abilities.knows_psionics(owner, settings):
        raise IllegalOrderError(
            f"{technology} draws on psionics: it takes the trait {abilities.TRAIT}, or {abilities.RESEARCHED} first.",
            rule=abilities.PSIONIC_TECHNOLOGY_RULING,
        )
    line = psionic_line(owner, technology, settings)
    if line is None:
        return
    if not settings.psionics:
        raise IllegalOrderError("There are no psionics in this campaign.", rule="CW-15.0-01")
    ability = abilities.ability_named(technology.partition(":")[2], settings)
    if line.technology.startswith(abilities.TRAIT):
        if abilities.is_machine(owner.race):
            raise IllegalOrderError("Machines can never have psionic abilities.", rule="CW-15.0-17")
        if ability is not None and ability.id in abilities.side_abilities(owner, settings):
            raise IllegalOrderError(f"Your race has {ability.name} already.", rule=line.rule)
    told = any(t.technology.casefold() == technology.casefold() for t in state_before(holdings.source).tasks)
    if told and task_of(state_before(holdings.source).tasks, owner.id, technology, settings) is not None:
        return
    if ability is not None and line.technology.startswith(abilities.TRAIT) and ability.needs_approval(settings):
        raise IllegalOrderError(
            f"{ability.name} is of level {ability.level}: a ruling must allow it first.", rule="CW-15.1-23"
        )
    lacking = [what for what in line.requires if not _has_knowledge(owner, what, settings)]
    if lacking:
        raise IllegalOrderError(f"{line.technology} needs {' and '.join(lacking)} first.", rule=line.rule)
    if line.beings and not (abilities.may_study(owner) or abilities.BEINGS in holdings.resources()):
        raise IllegalOrderError(
            f"{line.technology} takes psionic beings to study, people of a psionic race or a monster: a ruling says "
            "when you have them, or a psionic ally gives them.",
            rule=line.rule,
        )
    if steps < line.successes:
        rule = "CW-15.0-09" if line.beings else line.rule
        raise IllegalOrderError(f"{line.technology} takes {line.successes} successes, not {steps}.", rule=rule)
    if incremental:
        raise IllegalOrderError(f"{line.technology} has no levels; open it without.", rule=line.rule)


def _has_knowledge(owner: Side, what: str, settings: Settings) -> bool:
    if what == BIOLOGY:
        return knows_biology(owner)
    if what == abilities.TRAIT:
        return bool(abilities.side_abilities(owner, settings))
    return abilities.knows_psionics(owner, settings)


def psionic_lines(owner: Side, settings: Settings) -> Iterator[PsionicLine]:
    """The lines of research in psionics that are open to a side's race, or that it must go first."""
    if not settings.psionics:
        return
    psionic = abilities.side_abilities(owner, settings)
    if not psionic and not abilities.is_machine(owner.race):
        names = [*([] if abilities.knows_psionics(owner, settings) else [abilities.RESEARCHED]), abilities.TRAIT]
        yield from (line for name in names if (line := psionic_line(owner, name, settings)) is not None)
    for ability in abilities.all_abilities(settings).values():
        if psionic and ability.id not in psionic and not ability.needs_approval(settings):
            line = psionic_line(owner, abilities.race_entry(ability), settings)
            if line is not None:
                yield line
    for ability in abilities.all_abilities(settings).values():
        if ability.direct and abilities.counter_entry(ability) not in owner.technologies:
            line = psionic_line(owner, f"{abilities.COUNTER_TECHNOLOGY}: {ability.name}", settings)
            if line is not None:
                yield line
