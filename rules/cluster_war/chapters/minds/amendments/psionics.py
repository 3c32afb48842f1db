"""The GM's hand on psionics (chapter 15): who has what, what may be combined, what is foreseen, who is out of their mind."""

from collections.abc import Iterable
from typing import Final

from rules.cluster_war.chapters.research.amendments import GrantSuccess, free_success, running_project
from rules.cluster_war.model.events.psionics import Foreseen
from rules.cluster_war.model.psionics.abilities import (
    IMMUNE,
    TRAIT,
    Ability,
    ability_named,
    all_abilities,
    immune_by,
    is_immune,
    is_machine,
    race_entry,
    side_has,
)
from rules.cluster_war.model.psionics.technology import BEINGS, MARKED, marked, may_study
from rules.cluster_war.model.psionics.units import combination, may_combine
from rules.cluster_war.model.state.names import ProjectId, ShipId, SideId, short_id
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.model.state.psionics import Psychics
from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.traits import has_trait
from rules.cluster_war.model.working.amending import LONGEST_WORDS, MOST_CPS, Amending, Apply
from rules.cluster_war.model.working.amendment import Amendment
from rules.errors import GameError, none_such, quoted
from rules.events import EVERYONE
from rules.values import changed

SWITCH: Final = "CW-15.0-01"


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


def _check_on(month: Amending) -> None:
    if not month.settings.psionics:
        raise GameError("There are no psionics in this campaign; `/psimaster switch` turns them on.", rule=SWITCH)


def _switch(month: Amending, order: SetPsionics) -> None:
    if month.settings.psionics == order.on:
        raise GameError("It is so already.", rule=SWITCH)
    month.after = changed(month.after, settings=changed(month.settings, psionics=order.on))
    now = "are psionics" if order.on else "are no psionics"
    month.tell(f"From now on there {now} in the campaign.", EVERYONE, rule=SWITCH)


def _grant(month: Amending, order: GrantAbility) -> None:
    _check_on(month)
    if order.side in month.start.nprs:
        _endow(month, month.start.nprs[order.side], order)
        return
    owner, ability = month.side(order.side), _ability(order.ability, month.settings)
    if is_machine(owner.race):
        raise GameError("Machines can never have psionic abilities.", rule="CW-15.0-17")
    before = owner.race.abilities
    same = {race_entry(ability), race_entry(ability, racial=True)}
    if order.take:
        kept, known = (tuple(e for e in held if e not in same) for held in (before, owner.technologies))
        if (kept, known) == (before, owner.technologies):
            raise GameError(f"{owner.name} has {ability.name} by no entry of its own.", rule="CW-15.1-01")
        month.sides[owner.id] = changed(owner, race=changed(owner.race, abilities=kept), technologies=known)
        month.tell(f"{owner.name} has lost {ability.name}.", owner.id, rule=ability.rule)
        return
    if order.racial and "racial" not in ability.scales:
        raise GameError(f"{ability.name} is trained in units; no race has it as a whole.", rule="CW-15.0-11")
    entry = race_entry(ability, racial=order.racial)
    if entry in before:
        raise GameError(f"{owner.name} has {ability.name} already.", rule="CW-15.1-01")
    trait = () if has_trait(before, TRAIT) else (TRAIT,)
    kept = tuple(e for e in before if e not in same)
    month.sides[owner.id] = changed(owner, race=changed(owner.race, abilities=(*kept, *trait, entry)))
    rule = "CW-15.1-23" if ability.needs_approval(month.settings) else ability.rule
    month.tell(f"{owner.name} now has {ability.name}: {ability.does}.", owner.id, rule=rule)


def _endow(month: Amending, race: Npr, order: GrantAbility) -> None:
    """A race of the game master's has an ability, or has it no longer: nobody else is told."""
    ability = _ability(order.ability, month.settings)
    entry = race_entry(ability, racial=order.racial)
    if (entry in race.technologies) != order.take:
        raise GameError("It is so already.", rule=ability.rule)
    kept = tuple(t for t in race.technologies if t != entry)
    _known(month, race, kept if order.take else (*kept, entry))
    has = "has no longer" if order.take else "has"
    month.tell(f"{race.name}, a race of the game master's, {has} {ability.name}.", rule=ability.rule)


def _known(month: Amending, race: Npr, technologies: tuple[str, ...]) -> None:
    nprs = {**month.after.nprs, race.id: changed(race, technologies=technologies)}
    month.after = changed(month.after, nprs=nprs)


def _combine(month: Amending, order: ApproveCombination) -> None:
    owner = month.side(order.side)
    named = tuple(dict.fromkeys(_ability(text, month.settings) for text in order.abilities))
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
    month.sides[owner.id] = changed(owner, race=changed(owner.race, abilities=after))
    now = "may be" if order.allowed else "may no longer be"
    month.tell(f"{names} {now} had in one unit.", owner.id, rule="CW-15.0-15")


def _immune(month: Amending, order: SetImmune) -> None:
    now = "reaches" if not order.immune else "no longer reaches"
    race = month.start.nprs.get(order.side)
    if race is not None:
        if immune_by(race.technologies) == order.immune:
            raise GameError("It is so already.", rule="CW-15.0-04")
        kept = tuple(t for t in race.technologies if not t.startswith(IMMUNE))
        _known(month, race, (*kept, IMMUNE) if order.immune else kept)
        month.tell(f"Psionic influence {now} {race.name}.", rule="CW-15.0-04")
        return
    owner = month.side(order.side)
    if is_immune(owner.race) == order.immune:
        raise GameError("It is so already.", rule="CW-15.0-04")
    kept = tuple(e for e in owner.race.abilities if not e.startswith(IMMUNE))
    after = (*kept, IMMUNE) if order.immune else kept
    month.sides[owner.id] = changed(owner, race=changed(owner.race, abilities=after))
    month.tell(f"Psionic influence {now} {owner.name}.", owner.id, rule="CW-15.0-04")


def _mark(month: Amending, order: MarkPsionic) -> None:
    technology = " ".join(order.technology.split())
    before = marked(month.settings)
    known = {t.casefold() for t in before}
    if not technology or ";" in technology or (technology.casefold() in known) == order.psionic:
        raise GameError("Name a technology of which this is not so yet.", rule=MARKED)
    after = [t for t in before if t.casefold() != technology.casefold()] + ([technology] if order.psionic else [])
    rulings = {key: text for key, text in month.settings.rulings.items() if key != MARKED}
    rulings |= {MARKED: "; ".join(after)} if after else {}
    month.after = changed(month.after, settings=changed(month.settings, rulings=rulings))
    now = "draws on psionics: it takes the trait or psionic research" if order.psionic else "needs no psionics any more"
    month.tell(f"{technology} {now}.", EVERYONE, rule=MARKED)


def _lend(month: Amending, order: LendPsychics) -> None:
    owner = month.side(order.side)
    if may_study(owner) == order.on:
        raise GameError("It is so already.", rule="CW-15.0-08")
    kept = tuple(m for m in owner.materials if m != BEINGS)
    month.sides[owner.id] = changed(owner, materials=(*kept, BEINGS) if order.on else kept)
    now = "psionic beings to study" if order.on else "no psionic beings to study any more"
    month.tell(f"{owner.name} has {now}.", owner.id, rule="CW-15.0-08")


def _hint(month: Amending, order: SendHint) -> None:
    owner, text = month.side(order.side), order.text.strip()
    _check_on(month)
    if not side_has(owner, "precognition", month.settings):
        raise GameError(f"{owner.name} does not have precognition; write with `/gm narrate`.", rule="CW-15.1-08")
    if not text or len(text) > LONGEST_WORDS:
        raise GameError(f"A hint has 1 to {LONGEST_WORDS} characters.", rule="CW-15.1-08")
    month.tell_side(Foreseen(owner.id, text, cause=changed(month.cause, rule="CW-15.1-08")))


def _insight(month: Amending, order: GrantInsight) -> None:
    owner = month.side(order.side)
    known = [a for a in ("postcognition", "translating") if side_has(owner, a, month.settings)]
    if not known:
        raise GameError(f"{owner.name} has neither postcognition nor translating.", rule="CW-15.1-07")
    if not 0 <= order.cps <= MOST_CPS:
        raise GameError(f"A bonus has 1 to {MOST_CPS} CPs, or 0 for a free success.", rule="CW-15.1-07")
    project, ability = running_project(month, owner.id, order.project), all_abilities(month.settings)[known[0]]
    if not order.cps:
        free_success(month, GrantSuccess(owner.id, project.id))
        return
    month.projects[project.id] = changed(project, cps=project.cps + order.cps)
    text = f"{ability.name} helps {project.name}: {order.cps} CPs more in its step."
    month.tell(text, owner.id, rule=ability.rule)


def _psychics(month: Amending, order: SetPsychics) -> None:
    missing = [key for key in order.ships if key not in month.ships]
    if missing or not order.ships:
        raise GameError(f"There is no ship {quoted(missing[0] if missing else '')}; ships are written side/id.")
    for key in order.ships:
        ship = month.ships[key]
        month.ships[key] = changed(ship, psychics=Psychics(ship.psychics.travel, 0, order.insane))
    now = "are out of their mind" if order.insane else "are in their senses again"
    for side in sorted({month.ships[key].side for key in order.ships}):
        month.tell(f"The psychics of {_listed(month, order.ships, side)} {now}.", side, rule="CW-15.0-06")


def _listed(month: Amending, ships: Iterable[ShipId], side: SideId) -> str:
    return ", ".join(short_id(key) for key in ships if month.ships[key].side == side)


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
