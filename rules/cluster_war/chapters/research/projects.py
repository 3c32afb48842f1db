"""Research: funding projects, labs, the month's roll, lapses and catastrophes (CW-8.0)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from rules.cluster_war.chapters.industry.drawings import with_template
from rules.cluster_war.chapters.research import tasks
from rules.cluster_war.model.economy.supply import Place, side_of
from rules.cluster_war.model.events.research import LevelGained, ProposalWorks, ResearchLapsed, ResearchRolled
from rules.cluster_war.model.holdings.holdings import Holdings
from rules.cluster_war.model.race_design.effects import standing_disadvantages
from rules.cluster_war.model.state.common import HexId, Settings, SideId, TechId, overrides_of, tables_with
from rules.cluster_war.model.state.holdings import Base, Colony, Fleet, Project
from rules.cluster_war.model.state.register import things_at
from rules.cluster_war.model.state.sides import Race, Side, has_trait, trait_level
from rules.cluster_war.model.unit_design.wounded import sound
from rules.cluster_war.model.working.turn_state import TurnState, id_number, secret_key
from rules.values import Cause, IllegalOrderError, Modifier, Value, changed, quoted

BEST_CHANCE_PERCENT: Final = 99  # CW-8.0-13
CATASTROPHE_ROLL: Final = 100  # CW-8.0-18
NON_ACADEMIC: Final = 10  # CW-3.1-68
MOST_INTELLIGENCE: Final = 4  # CW-3.1-14


class ResearchChance(Value):
    """The chance of a step in percent: `base` for the CPs, `bonus` from labs, `chance` after limits and the race."""

    base: int
    bonus: int
    chance: int
    modifiers: tuple[Modifier, ...]


def base_chance(cps: int, settings: Settings) -> int:
    """Percent for the CPs in a step: the highest row of CW-TAB-RD not above them; 0 below the first (CW-8.0-10)."""
    return max((percent for least, percent in _chances(overrides_of(settings)) if least <= cps), default=0)


@lru_cache(maxsize=64)
def _chances(overrides: tuple[tuple[str, str], ...]) -> tuple[tuple[int, int], ...]:
    """The rows of CW-TAB-RD: CPs and percent."""
    table = tables_with(overrides)["CW-TAB-RD"]
    return tuple((int(key), table.number(key, "% chance")) for key in table.keys)


def research_chance(
    cps: int, stations: int, race: Race, technologies: Sequence[str], settings: Settings
) -> ResearchChance:
    """The chance with `cps` in the step and `stations` science stations in the project's hex (CW-8.0-10 to 13), to a race that
    has learned these technologies (CW-3.1-81)."""
    base = base_chance(cps, settings)
    bonus = min(stations, base)
    modifiers = [Modifier(base, f"{cps} CPs in this step")]
    if stations:
        limit = ", at most the base chance" if bonus < stations else ""
        modifiers.append(Modifier(bonus, f"{stations} science stations there{limit}"))
    chance = min(BEST_CHANCE_PERCENT, base + bonus)
    if chance < base + bonus:
        modifiers.append(Modifier(chance - base - bonus, f"never above {BEST_CHANCE_PERCENT}%"))
    if has_trait(standing_disadvantages(race, technologies, settings), "Non-academic"):
        lost = min(NON_ACADEMIC, chance)
        modifiers.append(Modifier(-lost, "Non-academic race"))
        chance -= lost
    return ResearchChance(base, bonus, chance, tuple(modifiers))


def worth(cps: int, race: Race) -> int:
    """What CPs spent in a turn add to a step: a tenth more per level of Extra Intelligence, rounded down (CW-3.1-14)."""
    levels = trait_level((*race.abilities, *race.bonuses), "Extra Intelligence")
    return cps * (10 + min(MOST_INTELLIGENCE, levels)) // 10


def stations_at(place: Place, side: SideId, hex_: HexId) -> int:
    """Science stations of the side's colonies, bases and fleets that are in the hex (CW-8.0-11, CW-8.0-20)."""
    here = (things_at(place.fleets, hex_), things_at(place.colonies, hex_), things_at(place.bases, hex_))
    return sum(count for _, count in _stations(place, side, *here))


def stations_of(place: Place, side: SideId) -> Counter[HexId]:
    """What `stations_at` says of every hex, 0 where there are none."""
    found = Counter[HexId]()
    all_of_them = (place.fleets.values(), place.colonies.values(), place.bases.values())
    for hex_, count in _stations(place, side, *all_of_them):
        found[hex_] += count
    return found


def _stations(
    place: Place, side: SideId, fleets: Iterable[Fleet], colonies: Iterable[Colony], bases: Iterable[Base]
) -> Iterator[tuple[HexId, int]]:
    """The hexes of those of these that are the side's and at work, with their science stations."""
    owner = side_of(place, side)
    if owner is None:
        return
    for fleet in fleets:
        if fleet.side == side and fleet.transit is None:
            ships = [place.ships[ship] for ship in fleet.ships]
            with_labs = [ship for ship in ships if owner.designs[ship.design].science_stations]
            yield fleet.hex, sum([sound(owner.designs, ship).science_stations for ship in with_labs])
    for colony in colonies:
        if colony.side == side:
            yield colony.hex, colony.science_stations
    for base in bases:
        if base.side == side and not base.towed_by and base.ready <= place.turn:
            yield base.hex, sound(owner.designs, base).science_stations


def check_location(holdings: Holdings, hex_: HexId) -> None:
    """IllegalOrderError unless research can be done there: at an own colony, or by a fleet with labs (CW-8.0-01)."""
    if not holdings.colonies_at(hex_) and not stations_at(holdings.source, holdings.owner.id, hex_):
        raise IllegalOrderError(
            f"Research needs a place: you have no colony and no science station at {quoted(hex_)}.", rule="CW-8.0-01"
        )


def learn_technology(owner: Side, technology: TechId) -> Side:
    """The side with a technology that works."""
    received = {t: r for t, r in owner.received.items() if t != technology}
    known = owner.technologies if technology in owner.technologies else (*owner.technologies, technology)
    return changed(owner, technologies=known, received=received)


def count_research(turn: TurnState) -> None:
    """Step 7, after the orders: projects whose discovery and research came from others are at their development
    (CW-8.1-01), and what was given to each is in its step."""
    for key, project in turn.projects.items():
        received = turn.sides[project.side].received.get(project.technology or project.name)
        if received is None or project.finished_turn or project.incremental:
            continue
        step = max(project.step, project.steps - received.successes + 1)
        if step > project.step:
            turn.projects[key] = changed(project, step=step)
    for key, cps in turn.given.items():
        project = turn.projects[key]
        added = worth(cps, turn.sides[project.side].race)
        turn.projects[key] = changed(project, cps=project.cps + added, spent=project.spent + cps, funded_turn=turn.turn)


def count_labs(turn: TurnState) -> None:
    """Step 9, before anything is delivered: the labs that work on each project. What this turn builds helps from the next."""
    places = {(p.side, p.hex) for p in turn.projects.values() if p.funded_turn == turn.turn}
    turn.labs = {(side, hex_): stations_at(turn, side, hex_) for side, hex_ in sorted(places)}


def roll_research(turn: TurnState) -> None:
    """Step 10: funded projects roll 1d100 on their running total; those that are unfunded, or whose place is lost by then, lose
    it (CW-8.0-14, CW-8.0-17, ruling R-005)."""
    for project in sorted(turn.projects.values(), key=lambda p: (p.side, id_number(p.id))):
        if project.finished_turn:
            continue
        funded = project.funded_turn == turn.turn
        if funded and (turn.labs[project.side, project.hex] or _is_settled(turn, project.side, project.hex)):
            _roll(turn, project)
        elif project.cps:
            turn.projects[project.id] = changed(project, cps=0)
            told = (project.side, project.id, project.name, project.cps, project.hex if funded else "")
            turn.tell_side(ResearchLapsed(*told, cause=Cause("CW-8.0-01" if funded else "CW-8.0-17")))


def _is_settled(turn: TurnState, side: SideId, hex_: HexId) -> bool:
    return any(colony.side == side for colony in turn.colonies.at(hex_))


def _roll(turn: TurnState, project: Project) -> None:
    owner = turn.sides[project.side]
    stations = turn.labs[project.side, project.hex]
    known = turn.start.sides[project.side].technologies  # what the month's rolls bring helps from the next month on
    chance = research_chance(project.cps, stations, owner.race, known, turn.settings)
    roll = turn.dice.percent(secret_key(turn, project.side, f"research/{project.id}"))
    catastrophe = roll.total == CATASTROPHE_ROLL
    success = not catastrophe and roll.total <= chance.chance
    finished = success and advance(turn, project)
    if catastrophe:
        turn.projects[project.id] = changed(project, cps=0)
    turn.say(
        ResearchRolled(
            side=project.side,
            project=project.id,
            name=project.name,
            step=project.step,
            steps=project.steps,
            cps=project.cps,
            chance=chance.chance,
            success=success,
            catastrophe=catastrophe,
            finished=finished,
            cause=Cause("CW-8.0-18" if catastrophe else "CW-8.0-14", modifiers=chance.modifiers, rolls=(roll,)),
            seen_by=(project.side,),
        )
    )
    if success:
        tell_gains(turn, project, finished=finished)
    if catastrophe:
        _ask(turn, project)


def advance(turn: TurnState, project: Project) -> bool:
    """A success: the project goes on to its next step, or is done and its owner has what it was for; whether it is done. Where
    the success comes from is for the caller to tell, and then what it brought (`tell_gains`)."""
    finished = project.step >= project.steps
    turn.projects[project.id] = changed(
        project, cps=0, step=project.step + (not finished), finished_turn=turn.turn if finished else 0
    )
    if finished and not project.incremental:
        found = project.technology or project.name
        task = tasks.task_of(turn.start.tasks, project.side, found, turn.settings)
        turn.sides[project.side] = tasks.with_gains(
            with_template(learn_technology(turn.sides[project.side], found), found), task
        )
    return finished


def tell_gains(turn: TurnState, project: Project, *, finished: bool) -> None:
    """What the success of a project, as it was before it, brings: the level of an incremental one, and the effect of a player's
    own proposal once it is done (CW-8.0-09, CW-9.7-07)."""
    each = tasks.successes_for_level(project.technology or project.name, turn.settings)
    if project.incremental and project.step % each == 0:
        _raise_level(turn, project)
    if finished and not project.incremental:
        _tell_effect(turn, project)


def _tell_effect(turn: TurnState, project: Project) -> None:
    """What a weapon or technology of a player's own does, now that it works (CW-9.7-07)."""
    found = project.technology or project.name
    task = tasks.task_of(turn.start.tasks, project.side, found, turn.settings)
    if task is not None and (task.effect or task.gives):
        event = ProposalWorks(project.side, found, task.effect, task.gives, cause=Cause(tasks.PROPOSAL_RULE))
        turn.tell_side(event)


def _raise_level(turn: TurnState, project: Project) -> None:
    technology = project.technology or project.name
    turn.sides[project.side], level = tasks.with_level(turn.sides[project.side], technology)
    turn.say(LevelGained(project.side, technology, level, cause=Cause("CW-8.0-09"), seen_by=(project.side,)))


def _ask(turn: TurnState, project: Project) -> None:
    """Put the severity of a catastrophe before the GM (CW-8.0-19)."""
    name = turn.sides[project.side].name
    text = (
        f"{name}: {project.name} at {project.hex} failed catastrophically; the step's {project.cps} CPs are lost. How bad "
        "is it?"
    )
    at_home = project.hex == turn.sides[project.side].home
    suggestion = tasks.severity(project.technology or project.name, at_home=at_home)
    turn.put_question("catastrophe", (project.side,), text, "CW-8.0-19", suggestion, project.hex)
