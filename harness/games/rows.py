"""What the harnesses play of a game: a value `Rows`, which the game's record names (`rows`); `known.py` has all of them."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Protocol, TypeAlias

from harness.attack.row import TacticalRow
from harness.canon import Canon, Hashes, Reader
from render.canvas.png import Picture
from render.canvas.theme import ThemeName
from rules.values import Value
from sandbox.model import Channel
from tests.e2e.kit import Table


class BegunGames(Value, kw_only=True):
    """Games of an evening that have begun, by number; by group of commands the place where they are meant to be given; and true
    names of things in them. `each_counts`: every order counts, where in others the last one replaces those before it."""

    games: tuple[str, ...]
    places: Mapping[str, Channel] = {}
    words: tuple[str, ...] = ()
    each_counts: bool = False


class Fuzz(Value, kw_only=True):
    """What a hostile evening is told of a game.

    `begin` begins its games at a table. `looking` are the commands that only look, or that show first what they would do, by
    group ("" for one that is in no group): what they change is changed by a button. `fitting` are those who may use a group of
    commands, and `rare` commands that end an evening early, with how often one of them that is drawn is given.
    """

    begin: Callable[[Table], Awaitable[BegunGames]]
    looking: Mapping[str, str]
    fitting: Mapping[str, tuple[str, ...]] = {}
    rare: Mapping[str, float] = {}


class AttackRows(Value, kw_only=True):
    """The secrets of a tactical game: `rows` are the evenings that are compared.

    `decisions` are the names of all that somebody may decide out of sight, of which `tried` have a row and `untried` a reason
    why not. `events` are the names of all kinds of news: those that not everybody is told have in `news` the row in whose evening
    they are told, the others in `no_news` a reason. `unasked` are groups of commands that no row asks, each with its reason.
    """

    rows: tuple[TacticalRow, ...]
    decisions: frozenset[str]
    tried: frozenset[str]
    untried: Mapping[str, str] = {}
    events: tuple[str, ...]
    news: Mapping[str, str]
    no_news: Mapping[str, str]
    unasked: Mapping[str, str] = {}


class Extent(Value):
    """How much of a baseline is asked for: so many battles or other tactical games, and months of a war, 0 for the usual."""

    battles: int
    months: int = 0


Part: TypeAlias = Callable[[Canon, Extent], Hashes]


class Draw(Protocol):
    """Draws a picture."""

    def __call__(self, *, theme: ThemeName) -> Picture:
        """The picture in a theme."""
        ...


class PostedPicture(Value):
    """A game's picture as it is posted: what it shows, and what draws it. `rose`: the module that pastes the rose of
    directions into it ("" where it has none)."""

    name: str
    draw: Draw
    rose: str = ""


class Rows(Value, kw_only=True):
    """What the harnesses play of one game.

    `attack` are the rows of a tactical game, whose record is refused by a test without them. `baseline` are parts of
    `harness.baseline` by name, `reader` how its states and events are read there. `storm` are modules that play it at random and
    take a number of games as their argument; `kills` the stories of harness/kills that are its own, `kills_of_two` those of
    them that two processes can live at once; `no_kills` says why it has none. `postgresql` are files of tests that run on a
    server too, `golden` folders below tests/golden, and `scenes` its pictures.
    """

    fuzz: Fuzz
    attack: AttackRows | None = None
    baseline: Mapping[str, Part]
    reader: tuple[Reader, Reader]
    storm: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()
    kills_of_two: tuple[str, ...] = ()
    no_kills: str = ""
    postgresql: tuple[str, ...]
    golden: tuple[str, ...]
    scenes: Callable[[], Iterable[PostedPicture]]
