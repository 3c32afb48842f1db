"""Officers, graded crews, psychics and what minds show and hold: as text, and as the lists of them that are offered."""

from collections.abc import Iterable, Iterator
from typing import Final

from discord.app_commands import Choice

from cogs.campaign.common.order_options import complete
from cogs.common.command_factory import Completer, Pair, choices_from, plain_text
from cogs.common.interactions import Interaction
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.movement.request_orders import ABILITY_ATTEMPTS
from rules.cluster_war.chapters.officers.posts import POSTS_IN_WORDS, has_room_for, post_words
from rules.cluster_war.chapters.officers.ratings import counts_as
from rules.cluster_war.chapters.research.tasks import psionic_lines
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.psionics import abilities
from rules.cluster_war.model.psionics.units import can_act, psychics_aboard, unit_abilities, working_abilities
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, SideId, short_id
from rules.cluster_war.model.state.psionics import lasts
from rules.cluster_war.model.state.sides import TALENTS, Officer, PostKind, Side
from rules.cluster_war.model.state.view import View
from rules.values import NotYoursError, quoted

HOW_TO_RECRUIT: Final = "/officer recruit trains one at a military base."


def officer_list(view: View) -> str:
    """A side's officers with ratings and posts, the highest in rank first, and its crews that are not regular."""
    lines = ["### Your officers"]
    if not view.settings.flag_officers:
        lines = ["### Officers and crews", "There are no flag officers in this campaign. `CW-17.0-01`"]
    elif not view.officers:
        lines.append(f"You have no officers yet. {HOW_TO_RECRUIT}")
    lines += [officer_line(view, o) for o in sorted(view.officers.values(), key=lambda o: (-o.rank, o.side, o.id))]
    crews: dict[str, list[str]] = {}
    for key, ship in sorted(view.ships.items()):
        if view.settings.graded_crews and (ship.grade != "regular" or ship.settling):
            settles = f" (counts as {counts_as(ship)} for {count(ship.settling, 'turn')})" if ship.settling else ""
            crews.setdefault(ship.grade, []).append(f"{short_id(key)}{settles}")
    lines += [f"Crews that are {grade}: {', '.join(ships)}" for grade, ships in sorted(crews.items())]
    return "\n".join(lines)


def officer_line(view: View, officer: Officer) -> str:
    """One officer: rank, ratings, talents and post."""
    talents = f" · {plain(', '.join(officer.talents))}" if officer.talents else ""
    whose = f" of {plain(view.flags[officer.side].name)}" if view.is_gm and officer.side in view.flags else ""
    ratings = (
        f"strategy {officer.strategy}, command {officer.command}, attack {officer.attack}, defense {officer.defense}"
    )
    name = f"**{plain(officer.name)}** {short_id(officer.id)}{whose}"
    return f"{name} · rank {officer.rank} · {ratings}{talents} · {plain(post_words(officer.post))}"


def officer_sheet(view: View, key: str) -> str:
    """One officer in full: what each rating is for, and whether it counts where they serve (CW-17.1-27)."""
    officer = view.officers.get(key)
    if officer is None:
        raise NotYoursError(f"You have no officer {quoted(key)}.")
    counts = {
        "admiral": "Their strategy counts when admirals match wits, if nobody there outranks them.",
        "commander": "Their command counts for the initiative of the task force, if nobody there outranks them.",
        "captain": "Their attack is added to this unit's rolls, their defense is taken from the attackers' rolls.",
        "team": "They lead these forces in close combat; a soldier adds to it.",
        "aboard": "Only their talents count here.",
    }
    where = counts[officer.post.kind] if officer.post is not None else "In the pool they add nothing; /officer assign."
    began = f"In your service since turn {officer.recruited}." if officer.recruited else ""
    return "\n".join(part for part in ("### Officer", officer_line(view, officer), where, began) if part)


def officers(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """The side's officers with rank and post, those in the pool first."""
    found = sorted(view.officers.values(), key=lambda o: (o.post is not None, -o.rank, o.name))
    for officer in found:
        yield f"{plain_text(officer.name)} (rank {officer.rank}, {post_words(officer.post)})", officer.id


def post_units(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Own ships, bases and colonies with the posts that each has room for."""
    designs = view.me.designs if view.me else {}
    where = {ship: fleet for fleet in view.fleets.values() for ship in fleet.ships}
    for key, ship in sorted(view.ships.items()):
        if ship.design in designs and key in where:
            rooms = _rooms(kind for kind in POSTS_IN_WORDS if has_room_for(kind, designs[ship.design]))
            yield (
                f"{short_id(key)} {plain_text(ship.name or designs[ship.design].name)}, {where[key].name} ({rooms})",
                key,
            )
    for key, base in sorted(view.bases.items()):
        if base.design in designs:
            rooms = _rooms(kind for kind in POSTS_IN_WORDS if has_room_for(kind, designs[base.design]))
            yield f"{plain_text(base.name)} {short_id(key)} ({rooms})", key
    for key, colony in sorted(view.colonies.items()):
        if colony.training:
            yield f"{plain_text(colony.name)} ({_rooms(('admiral', 'commander', 'team'))})", key


def _rooms(kinds: Iterable[PostKind]) -> str:
    return ", ".join(kind for kind in kinds if kind != "aboard")


def academies(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Colonies where officers are trained, and bases with training facilities."""
    for key, colony in sorted(view.colonies.items(), key=lambda item: (-item[1].training, item[0])):
        if colony.training:
            yield f"{plain_text(colony.name)} (training {colony.training})", key
    designs = view.me.designs if view.me else {}
    for key, base in sorted(view.bases.items()):
        if base.design in designs and designs[base.design].training:
            yield f"{plain_text(base.name)} {short_id(key)}", key


def crews(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Own ships with their crews' grades, the most experienced first."""
    grades = ("elite", "veteran", "green", "regular")
    for key, ship in sorted(view.ships.items(), key=lambda item: (grades.index(item[1].grade), item[0])):
        yield f"{short_id(key)} {plain_text(ship.name)} ({ship.grade} crew)", short_id(key)


async def talents(_: Interaction, typed: str) -> list[Choice[str]]:
    """The book's talents, each behind those that are written already."""
    before, comma, last = typed.rpartition(",")
    named = {part.strip().casefold() for part in before.split(",")}
    head = f"{before.strip()}, " if comma else ""
    found = choices_from([(talent, talent) for talent in TALENTS if talent not in named], last.strip())
    return [Choice(name=f"{head}{choice.name}"[:100], value=f"{head}{choice.value}"[:100]) for choice in found]


officer_option: Final[Completer] = complete(officers)
unit_option: Final[Completer] = complete(post_units)
academy_option: Final[Completer] = complete(academies)
crew_option: Final[Completer] = complete(crews)


NO_PSIONICS: Final = "### Psionics\nThere are no psionics in this campaign. `CW-15.0-01`"
HOLD_LEVELS: Final = {1: "common", 2: "stronger control", 3: "by ruling"}


def ability_line(ability: abilities.Ability) -> str:
    """One ability: level, what it does, what units pay for it."""
    price = f" · units pay +{float(ability.unit_share):.0%}, ground forces +{float(ability.ground_share):.0%}"
    more = price if "unit" in ability.scales else ""
    return f"**{ability.name}** (level {ability.level}): {ability.does}{more} `{ability.rule}`"


def psi_list(view: View) -> str:
    """A side's abilities, the units that use them, and how its psychics fare."""
    if not view.settings.psionics:
        return NO_PSIONICS
    owners = [view.me] if view.me is not None else [view.sides[key] for key in sorted(view.sides)]
    return "\n".join(line for owner in owners for line in _psionics_of_side(view, owner))


def _psionics_of_side(view: View, owner: Side) -> Iterator[str]:
    yield f"### Psionics of {plain(owner.name)}"
    known = abilities.all_abilities(view.settings)
    held = abilities.side_abilities(owner, view.settings)
    if abilities.is_machine(owner.race):
        yield "Machines have no psionic abilities. `CW-15.0-17`"
    elif not held:
        how = "psionic beings to study" if abilities.may_study(owner) else "nobody to study"
        yield f"Your race is not psionic, and has {how}. `/psi research` says what it takes. `CW-15.0-08`"
    for key in held:
        whole = "the whole race" if abilities.side_racial(owner, key, view.settings) else "trained units"
        yield f"{ability_line(known[key])} · {whole}"
    if abilities.is_immune(owner.race):
        yield "No psionic influence reaches your race. `CW-15.0-04`"
    yield from (f"{plain(e)} `CW-15.0-15`" for e in owner.race.abilities if e.startswith(abilities.COMBINATION))
    if marked := abilities.marked_technologies(view.settings):
        yes = "may have" if abilities.knows_psionics(owner, view.settings) else "cannot have"
        yield f"Technologies that draw on psionics, which you {yes}: {plain(', '.join(marked))} `CW-15.0-16`"
    against = abilities.against_intelligence(owner, view.settings, infiltration=True)
    if against:
        yield f"Against enemy intelligence: {', '.join(f'{m.value:+d} {m.reason}' for m in against)}."
    if "harmonizing" in held:
        yield abilities.HARMONY
    for team in owner.telepaths:
        project = view.projects.get(team.at)
        where = plain(project.name) if project is not None else short_id(team.at)
        yield f"Telepaths at {where}: {team.task} `CW-15.1-11`"
    if "precognition" in held:
        yield "Nobody can call on precognition: you learn what it shows. `CW-15.1-08`"
    yield from _psychic_units(view, owner)


def _psychic_units(view: View, owner: Side) -> Iterator[str]:
    for design in sorted(owner.designs.values(), key=lambda d: d.id):
        names = [abilities.all_abilities(view.settings)[a].name for a in unit_abilities(design, view.settings)]
        if names:
            yield f"{plain(design.name)} ({design.id}): {', '.join(names)}"
    now = (view.turn - 1) * WEEKS_PER_TURN
    for key, ship in sorted(view.ships.items()):
        if ship.side != owner.id or not psychics_aboard(ship, owner.designs, view.settings):
            continue
        how = ship.psychics.travel or "not said: the fleet will not enter hyperspace"
        able = working_abilities(ship, owner.designs[ship.design], now, view.settings)
        ready = (
            f"ready ({', '.join(abilities.all_abilities(view.settings)[key].name for key in able)})"
            if able
            else "ready"
        )
        state = "insane" if ship.psychics.insane else ready
        if not can_act(ship, now) and not ship.psychics.insane:
            state = f"out of action for {count(ship.psychics.rest - now, 'week')}"
        yield f"{short_id(key)}: psychics {state}; in hyperspace {how} `CW-15.0-05`"


def ability_pairs(units: bool = False) -> Iterable[Pair]:
    """Every ability with its level, those of units alone if so wanted."""
    for ability in abilities.all_abilities().values():
        if not units or "unit" in ability.scales:
            yield f"{ability.name} (level {ability.level}, {HOLD_LEVELS[ability.level]})", ability.name


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
    known = abilities.all_abilities()
    return choices_from(
        [(f"{known[key].name} (level {known[key].level})", known[key].name) for key in ABILITY_ATTEMPTS], typed
    )


def research_list(view: View) -> str:
    """What a side's race can research in psionics, as `/research start` names it."""
    if not view.settings.psionics:
        return NO_PSIONICS
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
    if abilities.may_study(view.me):
        lines.append("You have psionic beings to study. `CW-15.0-08`")
    lines.append("Open one with `/research start`, under the name shown here. Others: `/research propose`.")
    return "\n".join(lines)


def posts(view: View, sheet: tuple[SignedOrder, ...]) -> Iterable[Pair]:
    """Own ships with their fleets, and running projects: where telepaths can be."""
    for _, project in sorted(view.projects.items()):
        if not project.finished_turn:
            yield f"{plain_text(project.name)} (project)", project.id
    for fleet in sorted(view.fleets.values(), key=lambda f: f.name.casefold()):
        yield from ((f"{short_id(key)} in {plain_text(fleet.name)}", key) for key in fleet.ships)


post_option: Final[Completer] = complete(posts)


NO_MIND_EFFECTS = "Nothing is shown to others, hidden from them or held that is not so."


def mind_list(view: View) -> str:
    """Ghosts, disguises, silences, holds, and what abilities of level 3 come to."""
    lines = [*_minds_shown(view), *_minds_held(view)]
    return "\n".join(("### Minds", *(lines or [NO_MIND_EFFECTS])))


def _minds_shown(view: View) -> Iterator[str]:
    minds = view.minds
    for key, ghost in sorted(minds.ghosts.items()):
        if lasts(ghost.until, view.turn):
            ships, whom = count(ghost.ships, "ghost ship"), _sides(view, ghost.seen_by)
            yield (
                f"{plain(key)}: {ships} of {count(ghost.hull, 'hull space')} at {ghost.hex}, seen by {whom}"
                f"{_mind_end(ghost.until)} `CW-15.1-16`"
            )
    for key, worn in sorted(minds.disguises.items()):
        if key in view.fleets and lasts(worn.until, view.turn):
            seems = f"{count(worn.ships, 'ship')} of {count(worn.hull, 'hull space')}"
            whom = _sides(view, worn.seen_by)
            yield f"{plain(view.fleets[key].name)} seems to be {seems} to {whom}{_mind_end(worn.until)} `CW-15.1-17`"
    for key, kept in sorted(minds.silences.items()):
        if key in view.fleets and lasts(kept.until, view.turn):
            more = ", takes others by surprise" if kept.surprise else ""
            yield (
                f"{plain(view.fleets[key].name)} keeps silence: hidden from LRS of up to level {kept.level}{more}"
                f"{_mind_end(kept.until)} `CW-15.1-13`"
            )


def _minds_held(view: View) -> Iterator[str]:
    minds = view.minds
    for key, sway in sorted(minds.sways.items()):
        if lasts(sway.until, view.turn):
            whose = f" of {_sides(view, (sway.by,))}" if sway.by else ""
            parts = [f"{n:+d} {what}" for n, what in ((sway.attack, "attack"), (sway.defense, "defense")) if n]
            points = f", {', '.join(parts)}" if parts else ""
            yield f"{short_id(key)}: {sway.hold} ({sway.ability}{whose}){points}{_mind_end(sway.until)} `CW-15.1-23`"
    for key, text in sorted(minds.crafts.items()):
        side, _, ability = key.partition("/")
        yield f"{ability.title()} of {_sides(view, (side,))}: {plain(text)} `CW-15.1-23`"


def _sides(view: View, sides: tuple[SideId, ...]) -> str:
    flags = view.all_flags
    return ", ".join(plain(flags[s].name) if s in flags else s for s in sides) or "all others"


def _mind_end(until: int) -> str:
    return f", until the end of turn {until}" if until else ""
