"""What a tactical game says of itself, so that its commands can be made."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal

from cogs.common.command_factory import Option, Pair
from cogs.common.interactions import BotServices, Interaction
from cogs.common.panels import Panel
from render.canvas.theme import ThemeName
from rules.dice import Dice
from rules.values import Value
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
from umpire.services.services import Services
from umpire.tactical.course import SetUp
from umpire.tactical.tactical_reader import TacticalReader, TacticalSight, TacticalTurn
from umpire.tactical_kinds.kind import TacticalKind

Shared = Literal[
    "new",
    "join",
    "leave",
    "take_over",
    "board",
    "look",
    "log",
    "why",
    "verify",
    "undo",
    "pause",
    "extend",
    "export",
    "repair",
]
"""The commands that every tactical game has; a game may give them other names."""


class Because(Value):
    """A line of a log, where in the turn it belongs, what is behind it ("" for nothing rolled), and its rule."""

    told: str
    place: str
    behind: str
    rule: str


class GameStart(Value, kw_only=True, eq=False):
    """How a game of two sides, or of one against the bot, is begun by `new`.

    `scenarios` are titles and names, the first of them the usual one, `for_two` the name of the usual one of two players, if that
    is another. `make` makes the set-up of a scenario, by its name, with the game's own `options` of `new` as they were given
    (each by its name) and the dice of turn 0. `seated` gives the packed state that turn 1 opens with, of the packed set-up and
    the sides that people play.

    `begun` and `waits` are what the channel is told of a game that has begun, and of one that waits for its second player, with
    `{game}`, `{player}`, `{other}` and the thread as `{place}`.
    """

    scenarios: Callable[[], Sequence[Pair]]
    make: Callable[[str, Mapping[str, Any], Dice], SetUp]
    seated: Callable[[bytes, tuple[str, ...]], bytes]
    options: Mapping[str, Option] = {}
    for_two: str = ""
    begun: str = "✔ **{game}**: {player} plays it in {place}."
    waits: str = "✔ **{game}**: it waits in {place} for {other}."


class Gathering(Value, kw_only=True, eq=False):
    """How a game is made by `new` whose sides are taken one by one, in a thread of its own, until its maker begins it.

    `scenarios` are titles and names, `sides` those of one of them as they are offered; `hours` is the usual time between
    deadlines. `make` makes the set-up of a scenario for a maker who plays a side ("" for none) with the game's own `options` of
    `new`, as they were given. `at_once` says of these whether a game begins as soon as its maker has a side, and `begin` opens
    its first turn.

    `format_set_up` says in words what was made, below the answer of `new`; `format_joined` what comes next for a side that
    somebody has taken while the game is on.
    """

    scenarios: Callable[[], Sequence[Pair]]
    sides: Callable[[str], Sequence[Pair]]
    make: Callable[[str, str, Mapping[str, Any]], SetUp]
    at_once: Callable[[Mapping[str, Any]], bool]
    begin: Callable[[Services, Seat], Awaitable[Game]]
    format_set_up: Callable[[Services, Game, SetUp], Awaitable[str]]
    format_joined: Callable[[Services, Game, str], Awaitable[str]]
    options: Mapping[str, Option] = {}
    hours: int = 24


class Tactical(Value, kw_only=True, eq=False):
    """One game, as `TacticalGroup` and `tactical_buttons` make its common commands and buttons of it.

    `group` is the command group's name and `about` its description; `buttons` is what its button ids begin with (two letters or
    so: "sd" makes "sd-leave-yes"). `names` gives shared commands another name than their own, `without` are those that the
    game has in a form of its own, or not at all.

    `reader` reads views and events. `lines` are the numbered lines of a turn as its log shows them; `because` explains an event
    by the view at the turn's end, and `rolled` says whether dice were rolled for it (`why` without a line explains the last
    such). `here` finds the game that a command is about, if not by its channel, and `sight` what the giver sees, if not by
    `reader`.

    `paint` draws a view in a worker, given the game's name and a theme (a module-level function, among the record's `pictures`);
    `text` says the same in words; `panel` shows a sight beside the picture of that name, with what may be pressed. `sheet` makes
    panel and picture of a sight for a user (None: for everybody) where these two do not suffice. A game that says `without` to
    `board` and `look` needs none of them. `start` or `gathering` says how `new` and `join` work; a game has one of the two, or
    commands of its own.

    `concede` makes the order with which a side gives up; it is one of the kind's `at_once` orders, and counts when the turn next
    asks the side, or at its end. Without it a player who leaves frees their side, and its kind plays it. `show_end` shows a
    game that somebody has ended by leaving, below the answer.
    """

    kind: TacticalKind
    group: str
    about: str
    buttons: str
    reader: TacticalReader[Any, Any]
    lines: Callable[[TacticalTurn[Any, Any]], Sequence[str]]
    because: Callable[[Any, Any], Because]
    rolled: Callable[[Any], bool]
    names: Mapping[Shared, str] = {}
    without: frozenset[Shared] = frozenset()
    here: Callable[[Interaction], Awaitable[Game]] | None = None
    sight: Callable[[Interaction], Awaitable[tuple[Seat | None, TacticalSight[Any, Any]]]] | None = None
    paint: Callable[[Any, str, ThemeName], File] | None = None
    text: Callable[[Any, str], str] | None = None
    panel: Callable[[TacticalSight[Any, Any], str], Panel] | None = None
    concede: Callable[[str], bytes] | None = None
    sheet: Callable[[BotServices, TacticalSight[Any, Any], int | None], Awaitable[tuple[Panel, File]]] | None = None
    show_end: Callable[[Interaction, str], Awaitable[None]] | None = None
    start: GameStart | None = None
    gathering: Gathering | None = None

    def name(self, shared: Shared) -> str:
        """What a shared command is called in this game, as players write it: "/duel log"."""
        return f"/{self.group} {self.names.get(shared, shared)}"
