"""Two societies beside each other, and how strange they are to each other (CW-16.0-03, CW-10.0-09)."""

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Final

from rules.cluster_war.chapters.espionage.kinds import number, pair_of
from rules.cluster_war.model.economy.supply import Place
from rules.cluster_war.model.race_design.choices import XENOPHOBIC
from rules.cluster_war.model.state.dealings import Difference
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.settings import Settings, tables
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.step_codes import multiple
from rules.errors import GameError
from rules.events import Modifier

SOCIETY: Final = "CW-16.0-T01"
NOTHING: Final = "-"
ATTITUDES: Final[Mapping[str, str]] = {
    "Pacifism": "a peaceful people",
    "Peaceful": "a peaceful people",
    "Hostile": "a hostile people",
    "Very Hostile": "a hostile people",
}


def race_of(place: Place, side: SideId) -> Race | None:
    """The race of an empire, also of one that the game master runs, as far as its profile goes; None where it is not known."""
    found = place.sides.get(side)
    if found is not None:
        return found.race
    npr = place.nprs.get(side)
    if npr is None:
        return None
    return Race(npr.name, npr.home_step, attitude=npr.attitude, description=npr.culture)


def choices_of(race: Race) -> Mapping[str, str]:
    """A race's choices of government and society by their lists (CW-16.0-02)."""
    pairs = (entry.partition(": ") for entry in race.society)
    return {which: chosen for which, _, chosen in pairs if chosen}


def beside(one: Race, other: Race, settings: Settings) -> tuple[tuple[str, str, str], ...]:
    """Rows for the game master: what is looked at, the one people's, the other's; "-" where nothing was chosen."""
    rows: list[tuple[str, str, str]] = [
        ("Home world", one.home_step or NOTHING, other.home_step or NOTHING),
        ("Biology", one.biology or NOTHING, other.biology or NOTHING),
        ("Attitude", one.attitude or NOTHING, other.attitude or NOTHING),
        ("Abilities", _listed(one), _listed(other)),
    ]
    mine, theirs = choices_of(one), choices_of(other)
    lists = dict.fromkeys(row["list"] for _, row in tables(settings)[SOCIETY].named_rows())
    rows += [(which, mine.get(which, NOTHING), theirs.get(which, NOTHING)) for which in lists]
    return tuple(rows)


def _listed(race: Race) -> str:
    return ", ".join((*race.abilities, *race.bonuses)) or NOTHING


def society_points(target: Race, settings: Settings) -> Iterator[Modifier]:
    """What a society's choices and its attitude do to operations against it, as the tables suggest (CW-16.0-03)."""
    printed = {f"{row['list']}: {row['entry']}": int(row["points"]) for _, row in _society(settings)}
    for entry in target.society:
        if points := printed.get(entry, 0):
            yield Modifier(points, f"their society: {entry}")
    for part in target.attitude.split(", "):
        if part == XENOPHOBIC:
            yield Modifier(number("a xenophobic people", settings), "a xenophobic people")
        elif part in ATTITUDES:
            yield Modifier(number(ATTITUDES[part], settings), ATTITUDES[part])


def _society(settings: Settings) -> Iterator[tuple[str, Mapping[str, str]]]:
    yield from tables(settings)["CW-TAB-SPY-SOCIETY"].named_rows()


def strangeness(spy: Race, target: Race, settings: Settings) -> tuple[Modifier, ...]:
    """How strange two peoples are to each other, as the tables suggest: bodies, worlds and customs (CW-10.0-09)."""
    found: list[Modifier] = []
    mine, theirs = ({w.casefold() for w in race.biology.split()} for race in (spy, target))
    if mine and theirs:
        words = min(number("most words of biology", settings), max(len(mine - theirs), len(theirs - mine)))
        found.append(Modifier(words * number("each word of biology that differs", settings), "other bodies"))
    if target.home_step:
        try:
            dear = ceil(multiple(spy, target.home_step, settings)) - 1
        except GameError:  # a game master's race may live on a world whose code is not one
            dear = 0
        most = number("most for a strange world", settings)
        points = max(-most, dear * number("each multiple of a world's price", settings))
        found.append(Modifier(points, "a world strange to their agents"))
    ours, others = choices_of(spy), choices_of(target)
    customs = sum(ours[which] != others[which] for which in ours.keys() & others.keys())
    found.append(Modifier(customs * number("each custom that differs", settings), "other customs"))
    return tuple(modifier for modifier in found if modifier.value)


def difference_between(place: GameState | TurnState, one: SideId, other: SideId) -> Difference | None:
    """What the game master has set between two peoples, if anything (CW-10.0-09)."""
    pair = pair_of(one, other)
    held = place.start.differences if isinstance(place, TurnState) else place.differences
    return next((d for d in held if (d.a, d.b) == pair), None)
