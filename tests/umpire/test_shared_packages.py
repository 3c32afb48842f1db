"""Shared packages know no game: they reach one through its record, and say nothing in any one game's words.

The words are taken from the records: what a game is called, its commands, the prefix of its rules, its noun; and a few more.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cogs.shell.faces import FACES
from games.known import GAMES
from umpire.systems.known import SYSTEMS
from umpire.tactical_kinds.known import KINDS

ROOT = Path(__file__).parents[2]
SHARED = ("services", "outbox", "games", "tactical", "tactical_kinds", "systems", "capsules", "clock", "delivery")
OTHERS = (
    "cogs/common",
    "cogs/shell",
    "cogs/tactical",
    "render/words",
    "render/canvas",
    "render/page",
    "program",
    "storage",
)
OWN: Final = {
    "storage/battles.py": "Cluster War's table of battles that a month waits for",
    "storage/craft.py": "the Pentagon War's tables of blueprints and squadrons",
    "storage/schema.py": "all tables stand in one file, those of one game as well",
    "storage/migrations": "what was is not renamed",
}
"""Files in which one game's words are meant."""
FILES = sorted(
    path
    for path in (
        *(path for folder in SHARED for path in (ROOT / "umpire" / folder).glob("*.py")),
        *(path for room in OTHERS for path in (ROOT / room).rglob("*.py")),
        *(ROOT / name for name in ("umpire/news.py", "umpire/people.py")),
        *(ROOT / "cogs").glob("tactical*.py"),
    )
    if not any(path.relative_to(ROOT).as_posix().startswith(own) for own in OWN)
)
MORE: Final = "stance|doctrine|pilot|captain|jet|impulse|squadron"
"""Words of one game or another that stand in no record."""
SAVED: Final = {"battles": "the state of a month that waits, as databases have it"}
"""Whole strings that are values and no words."""
SEATS = "only a game with seats, a game master and a channel of its own comes here, and that is Cluster War"
ROLLS = "players' own dice belong to a game with a thread for each seat, and that is Cluster War"
ALLOWED: Final = (
    ("cogs/common/command_factory.py", "/orders show numbers them", "an order's number is Cluster War's alone"),
    ("cogs/common/threads.py", "/campaign repair", SEATS),
    ("cogs/common/threads.py", "/gm seat replace", SEATS),
    ("cogs/shell/help.py", "`/fleet move`", "a docstring's example of a command"),
    ("cogs/shell/help.py", "`/roll 4d6kh3+2", ROLLS),
    ("cogs/shell/help.py", "`/turn dice`", ROLLS),
    ("cogs/shell/help.py", "`/campaign export`", ROLLS),
    ("cogs/shell/help.py", "/map ", "the topic on colours and words shows one map's options"),
    ("cogs/shell/personal_commands.py", "squadrons", "/privacy names all that is kept of somebody"),
    ("cogs/shell/personal_commands.py", "/campaign away", SEATS),
    ("cogs/shell/personal_commands.py", "`/roll`", ROLLS),
    ("program/operator_commands.py", "/campaign resume", SEATS),
    ("render/words/game_letters.py", "/gm seat replace", SEATS),
    ("render/words/game_letters.py", "/campaign handover", SEATS),
    ("render/words/seat_letters.py", "/campaign info", SEATS),
    ("render/words/seat_letters.py", "/away ", SEATS),
    ("render/words/seat_letters.py", "/campaign join", SEATS),
    ("render/words/seat_letters.py", "/gm seat replace", SEATS),
    ("render/words/seat_letters.py", "/gm problems", SEATS),
    ("render/words/seat_letters.py", "/orders ask", SEATS),
    ("render/words/seat_letters.py", "/gm amend", SEATS),
    (
        "storage/batch_queries.py",
        "one of the turn's battles",
        "of the table of battles, which all revisions are read with",
    ),
    ("storage/events.py", "`/roll`", ROLLS),
    ("storage/people.py", "`/roll`", ROLLS),
    ("storage/turns.py", "battles", "the state of a month that waits, as databases have it"),
    ("umpire/capsules/capsule.py", "One battle as it was met", "a record of Cluster War's capsules"),
    ("umpire/games/absence.py", "/away ", SEATS),
    ("umpire/games/absence.py", "/campaign leave", SEATS),
    ("umpire/games/deputies.py", "/away ", SEATS),
    ("umpire/games/notices.py", "/gm seat hold", SEATS),
    ("umpire/games/rolls.py", "`/roll`", ROLLS),
    ("umpire/games/seats.py", "/campaign join", SEATS),
    ("umpire/games/access_checks.py", "/gm seat replace", SEATS),
)
"""File, part of the line, and why a game's word is honest there."""


def words() -> re.Pattern[str]:
    """What no shared package says: names, nouns, commands and rule prefixes of all games."""
    groups = {command.name for face in FACES.values() for command in (*face.commands(), *face.master_commands())}
    said = "|".join([*(kind.words.short for kind in KINDS.values()), MORE])
    prefixes = {game.rule_example.partition("-")[0] for game in GAMES.values()}
    return re.compile(
        rf"\b(?:{'|'.join(GAMES)})\b|(?i:\b(?:{said})s?\b)|(?<![\w.])/(?:{'|'.join(groups)})\b(?!/)|\b(?:{'|'.join(prefixes)})-"
    )


WORDS = words()


def said_in(source: str) -> Iterator[tuple[int, str, str]]:
    """Every game's word in the strings and docstrings of a source: its line's number, the word, and the line."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value not in SAVED:
            end = node.end_lineno or node.lineno
            for word in {found[0] for found in WORDS.finditer(node.value)}:
                yield from ((at, word, lines[at - 1]) for at in range(node.lineno, end + 1) if word in lines[at - 1])


def test_every_shared_package_is_a_folder_that_holds_something() -> None:
    assert {path.parent.name for path in FILES} >= {
        *SHARED,
        "common",
        "shell",
        "words",
        "canvas",
        "page",
        "program",
        "storage",
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).with_suffix("").as_posix())
def test_no_shared_package_speaks_of_a_game(path: Path) -> None:
    name = path.relative_to(ROOT).as_posix()
    allowed = [part for file, part, _ in ALLOWED if file == name]
    found = sorted(
        {
            f"{name}:{at}: {word!r} is a game's word; say it by a field of the game's record, kind or face: {line.strip()}"
            for at, word, line in said_in(path.read_text(encoding="utf-8"))
            if not any(part in line for part in allowed)
        }
    )
    assert found == []


@pytest.mark.parametrize(("name", "part", "reason"), ALLOWED)
def test_what_is_allowed_is_still_said(name: str, part: str, reason: str) -> None:
    said = [line for _, _, line in said_in((ROOT / name).read_text(encoding="utf-8"))]
    assert any(part in line for line in said), f"{name} no longer says {part!r} ({reason}): take it from ALLOWED"


@pytest.mark.parametrize("game", KINDS)
def test_words_of_games_are_found_in_strings_and_docstrings_and_nowhere_else(game: str) -> None:
    short, prefix = KINDS[game].words.short, GAMES[game].rule_example.partition("-")[0]
    commands = [f"/{command.name}" for command in FACES[game].commands()]
    source = f'"""Of {short}s and stances."""\nstance = f"{{1}} by {commands[0]} log or {commands[-1]}"\n# a {short}\n'
    source += f'a = "battles", "{game}", "/none/of"\nrule = "{prefix}-B1"\n'
    said = {(1, f"{short}s"), (1, "stances"), (2, commands[0]), (2, commands[-1]), (4, game)}
    found = {(at, word) for at, word, _ in said_in(source)}
    assert found >= said
    assert {(at, word.rstrip("-")) for at, word in found - said} == {(5, prefix)}


def test_every_game_has_its_rules_and_every_tactical_game_is_a_game() -> None:
    assert set(KINDS) < set(SYSTEMS)
    for name, system in SYSTEMS.items():
        assert (ROOT / "rules" / name / "ledger.toml").is_file()
        assert set(system.reminders) == {"none", "partial", "complete", "ready"}
