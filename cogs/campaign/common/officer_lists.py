"""Officers and graded crews as text, and the lists of them that are offered."""

from collections.abc import Iterable
from typing import Final

from discord.app_commands import Choice

from cogs.campaign.common.choices import complete
from cogs.common.autocomplete import Completer, Pair, choices_from, plain_text
from cogs.common.bot_services import Interaction
from render.words.safe_text import count, plain
from rules.cluster_war.chapters.officers.posts import POSTS_IN_WORDS, has_room_for, post_words
from rules.cluster_war.chapters.officers.ratings import counts_as
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.names import short_id
from rules.cluster_war.model.state.officers import TALENTS, Officer, PostKind
from rules.cluster_war.model.state.view import View
from rules.errors import NotYoursError, quoted

HOW: Final = "/officer recruit trains one at a military base."


def officer_list(view: View) -> str:
    """A side's officers with ratings and posts, the highest in rank first, and its crews that are not regular."""
    lines = ["### Your officers"]
    if not view.settings.flag_officers:
        lines = ["### Officers and crews", "There are no flag officers in this campaign. `CW-17.0-01`"]
    elif not view.officers:
        lines.append(f"You have no officers yet. {HOW}")
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
        "captain": "Their attack is added to this unit's rolls, their defense taken from those of whoever attacks it.",
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
