"""Changes of a programme, made as lines of players' notation, so that guided commands and text mean the same."""

from collections.abc import Callable
from dataclasses import replace

from rules.errors import GameError, IllegalOrderError, NotYoursError, quoted
from rules.pentagon_war.captains.preview import Preview
from rules.pentagon_war.notation.read import KINDS, parse_programme
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.units import IMPULSES, Craft
from umpire.battle.plots import canonical
from umpire.battle.side_view import Sight

ALL = "ALL"
Edit = Callable[[Programme], Programme]


def read_plan(seen: Sight, craft: Craft, text: str) -> Programme:
    """The programme that lines plot for a craft in this turn. NotationError for a line; NotYoursError for what is not there."""
    plan = parse_programme(canonical(seen, text), craft.id, seen.turn)
    check_names(seen, craft, plan)
    return plan


def check_names(seen: Sight, craft: Craft, plan: Programme) -> None:
    """NotYoursError for a weapon that is not aboard or a unit that the side does not see."""
    aboard = {ALL, *(w.id for w in craft.weapons), *(g.id for g in craft.guns)}
    aboard |= {*(m.id for m in craft.missiles), *(b.id for b in craft.bays)}
    view = seen.view
    things = {*view.craft, *view.drones, *view.missiles, *view.bolts, *view.bodies}
    conditions = [line.when for line in plan.fire] + [line.when for line in plan.stops]
    named = [condition.unit for when in conditions for condition in when]
    for line in plan.fire:
        for weapon in line.weapons:
            if weapon not in aboard:
                raise NotYoursError(f"{craft.name} has no {quoted(weapon)} aboard.", rule="PW-B92")
        named.append(line.target)
    for weapon in plan.power.doubled:
        if weapon not in aboard:
            raise NotYoursError(f"{craft.name} has no {quoted(weapon)} aboard.", rule="PW-B92")
    named += [name for name in plan.defend if name not in KINDS]
    for name in named:
        if name and name not in KINDS and name not in things and name.partition("/")[0] not in view.bodies:
            raise NotYoursError(f"{quoted(name)} is nothing you can see in this battle.", rule="PW-B92")


def span(first: int, last: int) -> str:
    """A fire line's impulses as they are written; nothing for the whole turn."""
    return "" if (first, last) == (1, IMPULSES) else f" from {first} to {last}"


def check_power(preview: Preview) -> None:
    """IllegalOrderError for an initial allocation that would be refused: more power than there is, a switch that is off."""
    for problem in preview.problems:
        if problem.impulse == 0:
            raise IllegalOrderError(problem.text, rule=problem.rule or None)


def moved(seen: Sight, craft: Craft, line: str) -> Edit:
    """A move line in the place of what those impulses had."""
    part = read_plan(seen, craft, line)

    def edit(plan: Programme) -> Programme:
        new = {move.impulse for move in part.moves}
        kept = tuple(move for move in plan.moves if move.impulse not in new)
        real = tuple(move for move in part.moves if move.facing is not None or move.accelerate)
        return replace(plan, moves=tuple(sorted((*kept, *real), key=lambda move: move.impulse)))

    return edit


def added(seen: Sight, craft: Craft, line: str) -> Edit:
    """A fire or stop line after those that are there."""
    part = read_plan(seen, craft, line)
    return lambda plan: replace(plan, fire=(*plan.fire, *part.fire), stops=(*plan.stops, *part.stops))


def settings(seen: Sight, craft: Craft, lines: str) -> Edit:
    """Lines that set something, each in the place of what was set."""

    def edit(plan: Programme) -> Programme:
        words = {line.split(" ")[0] for line in lines.split("\n")}
        two = {line for line in lines.split("\n") if line.startswith("screens at most")}
        kept = [
            line
            for line in programme_lines(plan)
            if line.split(" ")[0] not in words
            or (line.startswith("screens") and line.startswith("screens at most") == (not two))
        ]
        return read_plan(seen, craft, "\n".join([*kept, lines]))

    return edit


def without_line(seen: Sight, craft: Craft, number: int) -> Edit:
    """The programme without one of its numbered lines; GameError if there is no such line."""

    def edit(plan: Programme) -> Programme:
        lines = programme_lines(plan)
        if not 1 <= number <= len(lines):
            raise GameError(f"There is no line {number}; its lines are 1 to {len(lines)}.")
        return read_plan(seen, craft, "\n".join(line for at, line in enumerate(lines, 1) if at != number))

    return edit


def copied(seen: Sight, craft: Craft, source: Programme) -> Edit:
    """Another programme's lines for this craft and turn."""

    def edit(_: Programme) -> Programme:
        plan = replace(source, craft=craft.id, turn=seen.turn)
        check_names(seen, craft, plan)
        return plan

    return edit
