"""Psionics as text, and the lists that are offered of them."""

from collections.abc import Iterable, Iterator
from typing import Final

from discord.app_commands import Choice
from rules.cluster_war.chapters.movement.request_orders import ATTEMPTS

from cogs.campaign.common.choices import complete
from cogs.common.autocomplete import Completer, Pair, choices_from, plain_text
from cogs.common.bot_services import Interaction
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.research.tasks import psionic_lines
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.psionics.abilities import (
    COMBINATION,
    HARMONY,
    Ability,
    against_intelligence,
    all_abilities,
    is_immune,
    is_machine,
    knows_psionics,
    marked,
    may_study,
    side_abilities,
    side_racial,
)
from rules.cluster_war.model.psionics.units import can_act, psychics_aboard, unit_abilities, working_abilities
from rules.cluster_war.model.state.names import WEEKS_PER_TURN, short_id
from rules.cluster_war.model.state.sides import Side
from rules.cluster_war.model.state.view import View

NONE: Final = "### Psionics\nThere are no psionics in this campaign. `CW-15.0-01`"
LEVELS: Final = {1: "common", 2: "stronger control", 3: "the game master's leave"}


def ability_line(ability: Ability) -> str:
    """One ability: level, what it does, what units pay for it."""
    price = f" · units pay +{float(ability.unit_share):.0%}, ground forces +{float(ability.ground_share):.0%}"
    more = price if "unit" in ability.scales else ""
    return f"**{ability.name}** (level {ability.level}): {ability.does}{more} `{ability.rule}`"


def psi_list(view: View) -> str:
    """A side's abilities, the units that use them, and how its psychics fare."""
    if not view.settings.psionics:
        return NONE
    owners = [view.me] if view.me is not None else [view.sides[key] for key in sorted(view.sides)]
    return "\n".join(line for owner in owners for line in _of_side(view, owner))


def _of_side(view: View, owner: Side) -> Iterator[str]:
    yield f"### Psionics of {plain(owner.name)}"
    known = all_abilities(view.settings)
    held = side_abilities(owner, view.settings)
    if is_machine(owner.race):
        yield "Machines have no psionic abilities. `CW-15.0-17`"
    elif not held:
        how = "psionic beings to study" if may_study(owner) else "nobody to study"
        yield f"Your race is not psionic, and has {how}. `/psi research` says what it takes. `CW-15.0-08`"
    for key in held:
        whole = "the whole race" if side_racial(owner, key, view.settings) else "trained units"
        yield f"{ability_line(known[key])} · {whole}"
    if is_immune(owner.race):
        yield "No psionic influence reaches your race. `CW-15.0-04`"
    yield from (f"{plain(e)} `CW-15.0-15`" for e in owner.race.abilities if e.startswith(COMBINATION))
    if marked(view.settings):
        yes = "may have" if knows_psionics(owner, view.settings) else "cannot have"
        yield f"Technologies that draw on psionics, which you {yes}: {plain(', '.join(marked(view.settings)))} `CW-15.0-16`"
    against = against_intelligence(owner, view.settings, infiltration=True)
    if against:
        yield f"Against enemy intelligence: {', '.join(f'{m.value:+d} {m.reason}' for m in against)}."
    if "harmonizing" in held:
        yield HARMONY
    for team in owner.telepaths:
        project = view.projects.get(team.at)
        where = plain(project.name) if project is not None else short_id(team.at)
        yield f"Telepaths at {where}: {team.task} `CW-15.1-11`"
    if "precognition" in held:
        yield "Nobody can call on precognition: the game master tells you what it shows. `CW-15.1-08`"
    yield from _units(view, owner)


def _units(view: View, owner: Side) -> Iterator[str]:
    for design in sorted(owner.designs.values(), key=lambda d: d.id):
        names = [all_abilities(view.settings)[a].name for a in unit_abilities(design, view.settings)]
        if names:
            yield f"{plain(design.name)} ({design.id}): {', '.join(names)}"
    now = (view.turn - 1) * WEEKS_PER_TURN
    for key, ship in sorted(view.ships.items()):
        if ship.side != owner.id or not psychics_aboard(ship, owner.designs, view.settings):
            continue
        how = ship.psychics.travel or "not said: the fleet will not enter hyperspace"
        able = working_abilities(ship, owner.designs[ship.design], now, view.settings)
        ready = f"ready ({', '.join(all_abilities(view.settings)[key].name for key in able)})" if able else "ready"
        state = "insane" if ship.psychics.insane else ready
        if not can_act(ship, now) and not ship.psychics.insane:
            state = f"out of action for {count(ship.psychics.rest - now, 'week')}"
        yield f"{short_id(key)}: psychics {state}; in hyperspace {how} `CW-15.0-05`"


def ability_pairs(units: bool = False) -> Iterable[Pair]:
    """Every ability with its level, those of units alone if so wanted."""
    for ability in all_abilities().values():
        if not units or "unit" in ability.scales:
            yield f"{ability.name} (level {ability.level}, {LEVELS[ability.level]})", ability.name


async def ability_option(_: Interaction, typed: str) -> list[Choice[str]]:
    """Every ability."""
    return choices_from(list(ability_pairs()), typed)


async def unit_abilities_option(_: Interaction, typed: str) -> list[Choice[str]]:
    """Abilities of units, each behind those that are written already."""
    before, comma, last = typed.rpartition(",")
    named = {part.strip().casefold() for part in before.split(",")}
    head = f"{before.strip()}, " if comma else ""
    found = choices_from([p for p in ability_pairs(units=True) if p[1].casefold() not in named], last.strip())
    return [Choice(name=f"{head}{choice.name}"[:100], value=f"{head}{choice.value}"[:100]) for choice in found]


async def attempts_option(_: Interaction, typed: str) -> list[Choice[str]]:
    """The abilities whose use the game master resolves."""
    known = all_abilities()
    return choices_from([(f"{known[key].name} (level {known[key].level})", known[key].name) for key in ATTEMPTS], typed)


def research_list(view: View) -> str:
    """What a side's race can research in psionics, as `/research start` names it."""
    if not view.settings.psionics:
        return NONE
    if view.me is None:
        return "Players have research; what each may do, /psi list says."
    lines = ["### Research in psionics `CW-15.0-07`"]
    for line in psionic_lines(view.me, view.settings):
        needs = [*line.requires, *(["psionic beings to study"] if line.beings else [])]
        after = f"; needs {', '.join(needs)}" if needs else ""
        says = f": {line.says}" if line.says else ""
        lines.append(
            f"**{line.technology}**{says}, {count(line.successes, 'success', 'successes')}{after} `{line.rule}`"
        )
    if may_study(view.me):
        lines.append("You have psionic beings to study. `CW-15.0-08`")
    lines.append("Open one with `/research start`, under the name that stands here. Others: `/research propose`.")
    return "\n".join(lines)


def posts(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Own ships with their fleets, and running projects: where telepaths can be."""
    for _, project in sorted(view.projects.items()):
        if not project.finished_turn:
            yield f"{plain_text(project.name)} (project)", project.id
    for fleet in sorted(view.fleets.values(), key=lambda f: f.name.casefold()):
        yield from ((f"{short_id(key)} in {plain_text(fleet.name)}", key) for key in fleet.ships)


post_option: Final[Completer] = complete(posts)
