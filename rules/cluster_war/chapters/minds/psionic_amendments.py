"""The GM's hand on psionics (chapter 15): who has what, what may be combined, what is foreseen, who is out of their mind."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.research.amendments import GrantSuccess, free_success, running_project
from rules.cluster_war.model.events.psionics import Foreseen
from rules.cluster_war.model.psionics.abilities import (
    BEINGS,
    PSIONIC_IMMUNITY,
    PSIONIC_TECHNOLOGY_RULING,
    TRAIT,
    Ability,
    ability_named,
    all_abilities,
    immune_by,
    is_immune,
    is_machine,
    marked_technologies,
    may_study,
    race_entry,
    side_has,
)
from rules.cluster_war.model.psionics.units import combination, may_combine
from rules.cluster_war.model.state.common import ProjectId, Settings, ShipId, SideId, short_id
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.sides import has_trait
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, MOST_CPS, Amending, Amendment, Apply
from rules.values import EVERYONE, GameError, changed, none_such, quoted

PSIONICS_SWITCH_RULE: Final = "CW-15.0-01"


class SetPsionics(Amendment):
    """From now on there are psionics in the campaign, or not (CW-15.0-01)."""

    on: bool


class GrantAbility(Amendment):
    """Give a race a psionic ability, or take it: the GM's approval of those of level 3 too (CW-15.1-23). `racial` is for the
    whole race where units could have it as well. The `side` may be a race that the GM runs."""

    side: SideId
    ability: str
    racial: bool = False
    take: bool = False


class ApproveCombination(Amendment):
    """Let a race's units have several abilities at once, or no longer (CW-15.0-15)."""

    side: SideId
    abilities: tuple[str, ...]
    allowed: bool = True


class SetImmune(Amendment):
    """No psionic influence reaches the race, or it does again (CW-15.0-04); it may be one that the GM runs."""

    side: SideId
    immune: bool = True


class MarkPsionic(Amendment):
    """A technology draws on psionics, or no longer: without the trait or psionic research nobody has it (CW-15.0-16)."""

    technology: str
    psionic: bool = True


class LendPsychics(Amendment):
    """A side has psionic beings to study, a psionic race's people or a monster, or loses them (CW-15.0-08, CW-15.0-10)."""

    side: SideId
    on: bool = True


class SendHint(Amendment):
    """A glimpse of the future for a race that has precognition (CW-15.1-08)."""

    side: SideId
    text: str


class GrantInsight(Amendment):
    """What psychics learn of an object helps a project: CPs in its step, or with 0 a free success (CW-15.1-07, CW-15.1-22)."""

    side: SideId
    project: ProjectId
    cps: int = 0


class SetPsychics(Amendment):
    """Psychics aboard ships are out of their mind, or in their senses again (CW-15.0-06)."""

    ships: tuple[ShipId, ...]
    insane: bool = False


def _ability(text: str, settings: Settings) -> Ability:
    found = ability_named(text, settings)
    if found is None:
        known = (ability.name for ability in all_abilities(settings).values())
        raise none_such("psionic ability", text, known, "CW-15.1-01")
    return found


def _check_on(turn: Amending) -> None:
    if not turn.settings.psionics:
        raise GameError(
            "There are no psionics in this campaign; `/psimaster switch` turns them on.", rule=PSIONICS_SWITCH_RULE
        )


def _switch(turn: Amending, order: SetPsionics) -> None:
    if turn.settings.psionics == order.on:
        raise GameError("It is so already.", rule=PSIONICS_SWITCH_RULE)
    turn.after = changed(turn.after, settings=changed(turn.settings, psionics=order.on))
    now = "are psionics" if order.on else "are no psionics"
    turn.tell(f"From now on there {now} in the campaign.", EVERYONE, rule=PSIONICS_SWITCH_RULE)


def _grant(turn: Amending, order: GrantAbility) -> None:
    _check_on(turn)
    if order.side in turn.start.nprs:
        _endow(turn, turn.start.nprs[order.side], order)
        return
    owner, ability = turn.side(order.side), _ability(order.ability, turn.settings)
    if is_machine(owner.race):
        raise GameError("Machines can never have psionic abilities.", rule="CW-15.0-17")
    before = owner.race.abilities
    same = {race_entry(ability), race_entry(ability, racial=True)}
    if order.take:
        kept, known = (tuple(e for e in held if e not in same) for held in (before, owner.technologies))
        if (kept, known) == (before, owner.technologies):
            raise GameError(f"{owner.name} has {ability.name} by no entry of its own.", rule="CW-15.1-01")
        turn.sides[owner.id] = changed(owner, race=changed(owner.race, abilities=kept), technologies=known)
        turn.tell(f"{owner.name} has lost {ability.name}.", owner.id, rule=ability.rule)
        return
    if order.racial and "racial" not in ability.scales:
        raise GameError(f"{ability.name} is trained in units; no race has it as a whole.", rule="CW-15.0-11")
    entry = race_entry(ability, racial=order.racial)
    if entry in before:
        raise GameError(f"{owner.name} has {ability.name} already.", rule="CW-15.1-01")
    trait = () if has_trait(before, TRAIT) else (TRAIT,)
    kept = tuple(e for e in before if e not in same)
    turn.sides[owner.id] = changed(owner, race=changed(owner.race, abilities=(*kept, *trait, entry)))
    rule = "CW-15.1-23" if ability.needs_approval(turn.settings) else ability.rule
    turn.tell(f"{owner.name} now has {ability.name}: {ability.does}.", owner.id, rule=rule)


def _endow(turn: Amending, race: Npr, order: GrantAbility) -> None:
    """A race of the game master's has an ability, or has it no longer: nobody else is told."""
    ability = _ability(order.ability, turn.settings)
    entry = race_entry(ability, racial=order.racial)
    if (entry in race.technologies) != order.take:
        raise GameError("It is so already.", rule=ability.rule)
    kept = tuple(t for t in race.technologies if t != entry)
    _set_technologies(turn, race, kept if order.take else (*kept, entry))
    has = "has no longer" if order.take else "has"
    turn.tell(f"{race.name}, a race of the game master's, {has} {ability.name}.", rule=ability.rule)


def _set_technologies(turn: Amending, race: Npr, technologies: tuple[str, ...]) -> None:
    nprs = {**turn.after.nprs, race.id: changed(race, technologies=technologies)}
    turn.after = changed(turn.after, nprs=nprs)


def _combine(turn: Amending, order: ApproveCombination) -> None:
    owner = turn.side(order.side)
    named = tuple(dict.fromkeys(_ability(text, turn.settings) for text in order.abilities))
    if len(named) < 2 or any("unit" not in ability.scales for ability in named):  # one is no combination
        raise GameError("Name two or more abilities that units can have.", rule="CW-15.0-15")
    ids = tuple(ability.id for ability in named)
    entry, names = combination(ids), " and ".join(ability.name for ability in named)
    before = owner.race.abilities
    if order.allowed:
        if may_combine(owner.race, ids):
            raise GameError(f"{owner.name} may combine {names} already.", rule="CW-15.0-15")
        after = (*before, entry)
    else:
        after = tuple(e for e in before if e != entry)
        if after == before:
            raise GameError(f"{names} were never allowed together.", rule="CW-15.0-15")
    turn.sides[owner.id] = changed(owner, race=changed(owner.race, abilities=after))
    now = "may be" if order.allowed else "may no longer be"
    turn.tell(f"{names} {now} had in one unit.", owner.id, rule="CW-15.0-15")


def _immune(turn: Amending, order: SetImmune) -> None:
    now = "reaches" if not order.immune else "no longer reaches"
    race = turn.start.nprs.get(order.side)
    if race is not None:
        if immune_by(race.technologies) == order.immune:
            raise GameError("It is so already.", rule="CW-15.0-04")
        kept = tuple(t for t in race.technologies if not t.startswith(PSIONIC_IMMUNITY))
        _set_technologies(turn, race, (*kept, PSIONIC_IMMUNITY) if order.immune else kept)
        turn.tell(f"Psionic influence {now} {race.name}.", rule="CW-15.0-04")
        return
    owner = turn.side(order.side)
    if is_immune(owner.race) == order.immune:
        raise GameError("It is so already.", rule="CW-15.0-04")
    kept = tuple(e for e in owner.race.abilities if not e.startswith(PSIONIC_IMMUNITY))
    after = (*kept, PSIONIC_IMMUNITY) if order.immune else kept
    turn.sides[owner.id] = changed(owner, race=changed(owner.race, abilities=after))
    turn.tell(f"Psionic influence {now} {owner.name}.", owner.id, rule="CW-15.0-04")


def _mark(turn: Amending, order: MarkPsionic) -> None:
    technology = " ".join(order.technology.split())
    before = marked_technologies(turn.settings)
    known = {t.casefold() for t in before}
    if not technology or ";" in technology or (technology.casefold() in known) == order.psionic:
        raise GameError("Name a technology of which this is not so yet.", rule=PSIONIC_TECHNOLOGY_RULING)
    after = [t for t in before if t.casefold() != technology.casefold()] + ([technology] if order.psionic else [])
    rulings = {key: text for key, text in turn.settings.rulings.items() if key != PSIONIC_TECHNOLOGY_RULING}
    rulings |= {PSIONIC_TECHNOLOGY_RULING: "; ".join(after)} if after else {}
    turn.after = changed(turn.after, settings=changed(turn.settings, rulings=rulings))
    now = "draws on psionics: it takes the trait or psionic research" if order.psionic else "no longer needs psionics"
    turn.tell(f"{technology} {now}.", EVERYONE, rule=PSIONIC_TECHNOLOGY_RULING)


def _lend(turn: Amending, order: LendPsychics) -> None:
    owner = turn.side(order.side)
    if may_study(owner) == order.on:
        raise GameError("It is so already.", rule="CW-15.0-08")
    kept = tuple(m for m in owner.materials if m != BEINGS)
    turn.sides[owner.id] = changed(owner, materials=(*kept, BEINGS) if order.on else kept)
    now = "psionic beings to study" if order.on else "no psionic beings left to study"
    turn.tell(f"{owner.name} has {now}.", owner.id, rule="CW-15.0-08")


def _hint(turn: Amending, order: SendHint) -> None:
    owner, text = turn.side(order.side), order.text.strip()
    _check_on(turn)
    if not side_has(owner, "precognition", turn.settings):
        raise GameError(f"{owner.name} does not have precognition; write with `/gm narrate`.", rule="CW-15.1-08")
    if not text or len(text) > LONGEST_WORDS:
        raise GameError(f"A hint has 1 to {LONGEST_WORDS} characters.", rule="CW-15.1-08")
    turn.tell_side(Foreseen(owner.id, text, cause=changed(turn.cause, rule="CW-15.1-08")))


def _insight(turn: Amending, order: GrantInsight) -> None:
    owner = turn.side(order.side)
    known = [a for a in ("postcognition", "translating") if side_has(owner, a, turn.settings)]
    if not known:
        raise GameError(f"{owner.name} has neither postcognition nor translating.", rule="CW-15.1-07")
    if not 0 <= order.cps <= MOST_CPS:
        raise GameError(f"A bonus has 1 to {MOST_CPS} CPs, or 0 for a free success.", rule="CW-15.1-07")
    project, ability = running_project(turn, owner.id, order.project), all_abilities(turn.settings)[known[0]]
    if not order.cps:
        free_success(turn, GrantSuccess(owner.id, project.id))
        return
    turn.projects[project.id] = changed(project, cps=project.cps + order.cps)
    text = f"{ability.name} helps {project.name}: {order.cps} CPs more in its step."
    turn.tell(text, owner.id, rule=ability.rule)


def _psychics(turn: Amending, order: SetPsychics) -> None:
    missing = [key for key in order.ships if key not in turn.ships]
    if missing or not order.ships:
        raise GameError(f"There is no ship {quoted(missing[0] if missing else '')}; ships are written side/id.")
    for key in order.ships:
        ship = turn.ships[key]
        turn.ships[key] = changed(ship, psychics=Psychics(ship.psychics.travel, 0, order.insane))
    now = "are out of their mind" if order.insane else "are in their senses again"
    for side in sorted({turn.ships[key].side for key in order.ships}):
        turn.tell(f"The psychics of {_listed(turn, order.ships, side)} {now}.", side, rule="CW-15.0-06")


def _listed(turn: Amending, ships: Iterable[ShipId], side: SideId) -> str:
    return ", ".join(short_id(key) for key in ships if turn.ships[key].side == side)


APPLY: Final[Apply] = {
    SetPsionics: _switch,
    GrantAbility: _grant,
    ApproveCombination: _combine,
    SetImmune: _immune,
    MarkPsionic: _mark,
    LendPsychics: _lend,
    SendHint: _hint,
    GrantInsight: _insight,
    SetPsychics: _psychics,
}
