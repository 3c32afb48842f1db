"""The record of a game: its names, and where its parts are. All that lists games is made from records (docs/adding-a-game.md).

A record imports nothing but this module. It names code as `package.module:name`, so that a process loads what it needs of a game
and no more: a worker never imports discord.py.
"""

import re
from collections.abc import Mapping
from typing import Final

from rules.values import GameError, Value

GAME_NAME_PATTERN: Final = re.compile(r"[a-z][a-z0-9_]{1,30}")
REFERENCE_PATTERN: Final = re.compile(r"[a-zA-Z_][\w.]*:[a-zA-Z_]\w*")
DICE_PREFIX_PATTERN: Final = re.compile(r"[a-z][a-z0-9_-]*(/([a-z0-9_-]+|\{\}))*")
MODULE_PATTERN: Final = re.compile(r"[a-zA-Z_][\w.]*")


class RecordError(GameError):
    """A record is wrong; the sentence names the game, where its record comes from, and what would be right."""


class Guide(Value, kw_only=True):
    """What the sandbox's page tells whoever opens it for the first time; of each part, the first game that has it.

    `invitation` asks them to look. `question` and `answer` offer a first game: `command` begins it, and `become` is the button
    of somebody who is nobody yet, with `{name}` for whom they become. `person` is the beginning of the name of whoever they
    should be, and `about` says who that is, again with `{name}`; `channel` is where to look and `place` says what is there;
    `commands` are the first ones to type.
    """

    invitation: str = ""
    question: str = ""
    answer: str = ""
    command: str = ""
    become: str = ""
    person: str = ""
    about: str = ""
    channel: str = ""
    place: str = ""
    commands: tuple[str, ...] = ()


class GameRecord(Value, kw_only=True):
    """One game.

    `name` is what the database and capsules call it. `ruleset` are the rules by which this program resolves its turns: a change
    of how a turn is resolved gives it the next number. `order` is its place where games are listed, the smallest first.

    `ledger` is the file of its rules, below the package that holds it (`rules.air_force/ledger.toml`), `rule_example` the id of
    one of them as players type it. `system` is the game as the clock, the deliverer and capsules know it
    (`umpire.systems.contract.System`), `kind` how its turns are played on from stop to stop (`umpire.tactical_kinds.kind`; "" for
    a game that is not played so), `face` what Discord shows of it (`cogs.common.face`).

    `turns` and `pictures` are the functions, by their module, that worker processes are sent: what a turn waits for, and all
    else. `preload` are modules that a worker imports before its first job. `needs` are games without which it cannot be played.

    `dice_prefix` is how the keys of its dice begin, with `{}` for what differs ("" if they begin in several ways, which
    docs/roll-keys.md lists). `guide` is for the sandbox's page. `tests` are the folders of its tests, `rows` what the harnesses
    play of it (`harness.games.rows.Rows`; "" for a game from outside, whose package tests itself).
    """

    name: str
    order: int
    ruleset: str
    ledger: str
    rule_example: str
    system: str
    face: str
    kind: str = ""
    turns: Mapping[str, tuple[str, ...]] = {}
    pictures: Mapping[str, tuple[str, ...]] = {}
    preload: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    dice_prefix: str = ""
    guide: Guide | None = None
    tests: tuple[str, ...] = ()
    rows: str = ""

    @property
    def rules(self) -> str:
        """The package of its rules: rules.air_force."""
        return self.ledger.partition("/")[0]

    @property
    def folder(self) -> str:
        """The name of its folders in cogs/, umpire/ and render/, of which a game from outside has none: ""."""
        room, _, rest = self.face.partition(".")
        return rest.partition(".")[0] if room == "cogs" else ""


def faults(game: GameRecord) -> list[str]:
    """What is wrong with a record as it is written, a sentence's end each; nothing is imported."""
    found = []
    if not GAME_NAME_PATTERN.fullmatch(game.name):
        found.append("its name is 2 to 31 small letters, digits and _, beginning with a letter")
    if not game.ruleset:
        found.append("its ruleset has no name (air-force/1 is one)")
    if not game.rule_example:
        found.append("its rule_example is empty (JET-X18 is one)")
    if game.ledger.count("/") != 1:
        found.append("its ledger is no package and file (rules.air_force/ledger.toml is one)")
    optional = {"kind": game.kind, "rows": game.rows}
    parts = {"system": game.system, "face": game.face, **{field: at for field, at in optional.items() if at}}
    found += [
        f"its {field} is not written package.module:name"
        for field, at in parts.items()
        if not REFERENCE_PATTERN.fullmatch(at)
    ]
    modules = [*game.turns, *game.pictures, *game.preload]
    found += [f"{module!r} is not the name of a module" for module in modules if not MODULE_PATTERN.fullmatch(module)]
    found += [
        f"its folder of tests {folder!r} is not a path below its package (tests/rules/air_force is one)"
        for folder in game.tests
        if not folder or folder.startswith(("/", ".")) or ".." in folder
    ]
    if game.dice_prefix and not DICE_PREFIX_PATTERN.fullmatch(game.dice_prefix):
        found.append("its dice_prefix is not words and {} with / between (dogfight/{} is one)")
    if game.guide is not None and bool(game.guide.command) != bool(game.guide.become):
        found.append("its guide needs both a command and a become, or neither")
    return found
