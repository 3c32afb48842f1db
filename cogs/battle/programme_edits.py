"""Changes of a programme: by the options of guided commands, or by lines of it."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from rules.pentagon_war.captains.offers import check_lines
from rules.pentagon_war.captains.preview import Preview
from rules.pentagon_war.changes import placed_things
from rules.pentagon_war.notation import read
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.programme import NO_TARGET, ActLine, FireLine, MoveLine, Programme, conditions_in
from rules.pentagon_war.units import Craft
from rules.values import GameError, IllegalOrderError, NotationError, NotYoursError, changed, quoted
from umpire.battle.plots import Sight, canonical, id_of

ALL_CRAFT = "ALL"
Edit: TypeAlias = Callable[[Sight, Programme], Programme]
"""What a change makes of a programme, by what its captain sees."""


def read_plan(seen: Sight, plan: Programme, text: str) -> Programme:
    """The programme that lines plot for a programme's craft in this turn. NotationError for a line."""
    return read.parse_programme(canonical(seen, text), plan.craft, seen.turn)


def parse_plot(seen: Sight, craft: Craft, plan: Programme, text: str) -> read.NotationReading:
    """What the text of a form plots for a craft, in the place of `plan`, of which only the stance stays if no line names
    one; a line that names what is not aboard or not in sight is a mistake too. NotationError for far too long a text."""
    begun = Programme(plan.craft, seen.turn, stance=plan.stance)
    found = read.read_programme(canonical(seen, text), begun)
    wrong = {(mistake.number, mistake.line) for mistake in found.mistakes}
    mistakes = list(found.mistakes)
    for number, line in found.lines:
        if (number, line) in wrong:
            continue
        try:
            check_names(seen, craft, read.read_programme(line, begun).plan)
        except GameError as refusal:
            mistakes.append(read.LineMistake(number, line, refusal))
    notes = found.notes
    if not any(line.casefold().startswith("stance ") for _, line in found.lines):
        notes = (*notes, f"No line names a stance: it stays {plan.stance}.")
    return changed(found, mistakes=tuple(sorted(mistakes, key=lambda mistake: mistake.number)), notes=notes)


def check_names(seen: Sight, craft: Craft, plan: Programme) -> None:
    """NotYoursError for a weapon that is not aboard or a unit that the side does not see; IllegalOrderError for a line that can
    never come about in this battle."""
    aboard = {ALL_CRAFT, *(w.id for w in craft.weapons), *(g.id for g in craft.guns)}
    aboard |= {*(m.id for m in craft.missiles), *(b.id for b in craft.bays)}
    known = seen.view.known
    visible = {*read.DEFEND_KINDS, NO_TARGET, *placed_things(known)}
    conditions = [line.when for line in plan.fire] + [line.when for line in plan.stops]
    conditions += [line.when for line in plan.blasts] + [line.when for line in plan.acts]
    named = [condition.unit for when in conditions for condition in when]
    for line in plan.fire:
        for weapon in line.weapons:
            if weapon not in aboard:
                raise NotYoursError(f"{craft.name} has no {quoted(weapon)} aboard.", rule="PW-B92")
        if line.target == craft.id:
            raise IllegalOrderError(f"{craft.name} cannot fire at itself.", rule="PW-B92")
        named.append(line.target)
    for weapon in plan.power.doubled:
        if weapon not in aboard:
            raise NotYoursError(f"{craft.name} has no {quoted(weapon)} aboard.", rule="PW-B92")
    named += [name for name in plan.defend if name not in read.DEFEND_KINDS]
    named += [line.target for line in plan.acts if line.act != "leave" and line.target not in read.DEFEND_KINDS]
    for name in named:
        if name and name not in visible and name.partition("/")[0] not in known.bodies:
            raise NotYoursError(f"{quoted(name)} is nothing you can see in this battle.", rule="PW-B92")
    check_lines(known, craft, plan)


def check_power(preview: Preview) -> None:
    """IllegalOrderError for an initial allocation that would be refused: more power than there is, a switch that is off."""
    for problem in preview.problems:
        if problem.impulse == 0:
            raise IllegalOrderError(problem.text, rule=problem.rule or None)


def set_moves(plan: Programme, new: Sequence[MoveLine]) -> Programme:
    """With moves in the place of what their impulses had; one that does nothing leaves its impulse free."""
    impulses = {move.impulse for move in new}
    kept = [move for move in plan.moves if move.impulse not in impulses]
    real = [move for move in new if move.facing is not None or move.accelerate]
    return changed(plan, moves=tuple(sorted((*kept, *real), key=lambda move: move.impulse)))


def aim_line(seen: Sight, line: FireLine, weapons: str, target: str, when: str) -> FireLine:
    """A fire line with its weapons, its target and its conditions as they were written. GameError for one of them."""
    aim = read.target_in(canonical(seen, id_of(seen, target)))
    arms = read.weapons_in(weapons)
    if not arms:
        raise NotationError(f"{quoted(weapons)} names no weapon; write L1 L2, or all.")
    return changed(line, weapons=arms, target=aim, when=conditions_in(canonical(seen, when)))


def with_shot(plan: Programme, *lines: FireLine) -> Programme:
    """With more fire lines, after those that are there."""
    return changed(plan, fire=(*plan.fire, *lines))


def add_stop(when: str, note: str) -> Edit:
    """One more stop, after those that are there."""
    return lambda seen, plan: changed(plan, stops=(*plan.stops, read.stop_in(canonical(seen, when), note)))


def add_act(line: ActLine, target: str, when: str) -> Edit:
    """One more of the rarer things, with its target and conditions as they were written."""

    def edit(seen: Sight, plan: Programme) -> Programme:
        name = canonical(seen, id_of(seen, target)) if line.act in {"ram", "join", "orbit"} else target
        made = read.act_in(line.act, name, canonical(seen, when) or None, line.first, line.last)
        return changed(plan, acts=(*plan.acts, made))

    return edit


def add_defense(order: str) -> Edit:
    """Another order for point defense."""
    return lambda seen, plan: changed(plan, defend=read.names_in(canonical(seen, order)))


def with_another_line(number: int, words: str | None) -> Edit:
    """The programme with another line in the place of a numbered one, or with none; GameError if there is no such line."""

    def edit(seen: Sight, plan: Programme) -> Programme:
        lines = list(programme_lines(plan))
        if not 1 <= number <= len(lines):
            raise GameError(f"There is no line {number}; its lines are 1 to {len(lines)}.")
        lines[number - 1 : number] = [] if words is None else [words]
        return read_plan(seen, plan, "\n".join(lines))

    return edit


def copy_programme(source: Programme) -> Edit:
    """Another programme's lines for this craft and turn."""
    return lambda seen, plan: changed(source, craft=plan.craft, turn=seen.turn)
