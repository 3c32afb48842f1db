"""By which rules turns are resolved. A program resolves by its own; each turn keeps the ruleset it was resolved by.

No rule is ever played in two ways. When a game goes on by other rules than before, everybody in it is told what has changed. A
turn of other rules is verified by the version that plays them.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from games.known import GAMES
from render.words.game_letters import format_newer_rules
from render.words.letters import split
from storage import games, turns
from storage.db import Transaction
from umpire.games.notices import public
from umpire.games.seat import note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

CHANGELOG_FILE: Final = Path(__file__).parents[2] / "CHANGELOG.md"
VERSION_HEADING: Final = re.compile(r"^## \[?(\d[^\]\s]*)", re.MULTILINE)
RULES_LINE: Final = re.compile(r"^- \*\*Rules\*\* \(([a-z0-9-]+/\d+)\): (.+(?:\n  .+)*)$", re.MULTILINE)
"""A line of the changelog on a ruleset, with what goes on in the lines below it."""


async def announce(services: Services) -> None:
    """Tell every game under way whose last turn was resolved by other rules that it goes on by this program's; once each."""
    async with services.storage.transaction() as tx:
        for row in await games.under_way(tx):
            await _go_on(tx, services, row, GAMES[row.system].ruleset)


async def _go_on(tx: Transaction, services: Services, row: games.GameRow, ruleset: str) -> None:
    turn = await turns.find(tx, row.id, row.revision)
    if turn is None or turn.ruleset == ruleset or turn.state not in {"open", "battles"}:
        return
    await turns.set_ruleset(tx, row.id, row.revision, ruleset)
    text = format_newer_rules(row.name, turn.turn, ruleset, turn.ruleset, _changes(turn.ruleset, ruleset))
    for part in split(text):
        await enqueue(tx, services, public(row, turn.turn, part))
    await note(tx, services, row.id, "clock", "turn.rules", turn=turn.turn, before=turn.ruleset, ruleset=ruleset)


def _changes(before: str, ruleset: str) -> Iterator[str]:
    """The changelog's lines on what changed in the rules of a game after a ruleset, up to another; none if it does not tell."""
    name, _, number = ruleset.partition("/")
    for found, text in RULES_LINE.findall(_changelog()):
        other, _, at = found.partition("/")
        if other == name == before.partition("/")[0] and int(before.partition("/")[2]) < int(at) <= int(number):
            yield " ".join(text.split())


def verifier(ruleset: str) -> str:
    """Which version of the program verifies turns of a ruleset, as the end of a sentence."""
    text = _changelog()
    at = next((found.start() for found in RULES_LINE.finditer(text) if found[1] == ruleset), -1)
    version = [found[1] for found in VERSION_HEADING.finditer(text) if found.start() < at][-1:]
    return (
        f"Admiralty {version[0]} verifies them"
        if version
        else f"a version of Admiralty that plays by {ruleset} verifies them"
    )


@lru_cache(maxsize=1)
def _changelog() -> str:
    return CHANGELOG_FILE.read_text(encoding="utf-8") if CHANGELOG_FILE.exists() else ""
