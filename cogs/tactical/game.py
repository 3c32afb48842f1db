"""What a tactical game says of itself, so that its commands can be made."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal

from cogs.common.command_factory import Option
from cogs.common.interactions import Interaction
from cogs.common.panels import Panel
from render.canvas.theme import ThemeName
from rules.dice import Dice
from rules.values import Value
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.outbox.courier import File
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


class Start(Value, kw_only=True, eq=False):
    """How a game of two sides, or of one against the bot, is begun by `new`.

    `scenarios` are titles and names, the first of them the usual one. `make` makes the set-up of a scenario, by its name, with
    the game's own `options` of `new` as they were given (each by its name) and the dice of turn 0. `seated` gives the packed
    state that turn 1 opens with, of the packed set-up and the sides that people play.
    """

    scenarios: Callable[[], Sequence[tuple[str, str]]]
    make: Callable[[str, Mapping[str, Any], Dice], SetUp]
    seated: Callable[[bytes, tuple[str, ...]], bytes]
    options: Mapping[str, Option] = {}


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
    `text` says the same in words; `panel` shows a sight beside the picture of that name, with what may be pressed. A game that
    says `without` to `board` and `look` needs none of them.

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
    show_end: Callable[[Interaction, str], Awaitable[None]] | None = None
    start: Start | None = None

    def name(self, shared: Shared) -> str:
        """What a shared command is called in this game, as players write it: "/duel log"."""
        return f"/{self.group} {self.names.get(shared, shared)}"
