"""The ledger as players may look it up: a rule or a ruling by its id or by words (`/rule`)."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from games.known import GAMES, ledgers
from rules.values import GameError, Value, quoted

PROJECT_FOLDER = Path(__file__).resolve().parents[2]
RULINGS_FILE = PROJECT_FOLDER / "docs" / "rulings.md"
MOST_HITS = 25


class Rule(Value):
    """One rule of a ledger, in our own words, with its examples and, where the book is silent, our ruling."""

    id: str
    title: str
    kind: str
    text: str
    examples: tuple[str, ...] = ()
    ambiguity: str = ""
    ruling: str = ""


class Rulebook(Value):
    """All rules by id."""

    rules: Mapping[str, Rule]

    def get(self, rule_id: str) -> Rule:
        """A rule by its id, however it is written; GameError with the nearest ids if there is none."""
        found = self.named(rule_id)
        if found is not None:
            return found
        wanted = rule_id.strip().upper()
        chapter = chapter_of(wanted)
        near = [rule for rule in self.rules if chapter and chapter_of(rule) == chapter][:5]
        examples = ", ".join(game.rule_example for game in GAMES.values())
        hint = f" Ids look like {examples} or R-001; or search by a word."
        hint = f" Near it: {', '.join(near)}." if near else hint
        raise GameError(f"There is no rule {quoted(rule_id)}.{hint}")

    def named(self, text: str) -> Rule | None:
        """The rule whose id a text is or begins with, without regard to capitals and hyphens; its letters may stand apart
        (CW 8.0-14), or a game's be left out where only one rule is meant (8.0-14). None for any other text."""
        word = re.sub(r"^([A-Z]+) (?=\w*\d)", r"\1-", text.strip().upper()).partition(" ")[0]
        bare = word.replace("-", "")
        if not any(sign.isdecimal() for sign in bare):
            return None
        whole = [rule for key, rule in self.rules.items() if key.replace("-", "") == bare]
        found = whole or [rule for key, rule in self.rules.items() if key.partition("-")[2] == word]
        return found[0] if len(found) == 1 else None

    def search(self, words: str) -> tuple[Rule, ...]:
        """Rules whose id begins with the words or whose title or text holds all of them, titles first; 25 at most."""
        wanted = words.casefold().split()
        exact = self.named(words)
        if exact is not None:
            return tuple({rule.id: rule for rule in (exact, *self._beginning(wanted))}.values())[:MOST_HITS]
        if not wanted:
            return tuple(self.rules.values())[:MOST_HITS]
        by_id = self._beginning(wanted)
        by_title = [r for r in self.rules.values() if all(w in r.title.casefold() for w in wanted)]
        by_text = [r for r in self.rules.values() if all(w in f"{r.title} {r.text}".casefold() for w in wanted)]
        return tuple({r.id: r for r in (*by_id, *by_title, *by_text)}.values())[:MOST_HITS]

    def _beginning(self, wanted: list[str]) -> list[Rule]:
        """Rules whose id begins with the one word."""
        return [r for r in self.rules.values() if r.id.casefold().startswith(wanted[0])] if len(wanted) == 1 else []


def chapter_of(rule_id: str) -> str:
    """The chapter an id stands in: `AB-4.0` for `AB-4.0-01`, `AB-C` for `AB-C36`; "" for what is no id."""
    chapter, found = re.subn(r"-?\d+$", "", rule_id)
    return chapter if found else ""


def load_rulebook() -> Rulebook:
    """The ledgers of all games, and our own rulings (R-001, in docs/rulings.md), read once in a process."""
    return _rulebook_of(tuple(GAMES))


@cache
def _rulebook_of(_games: tuple[str, ...]) -> Rulebook:
    rules: dict[str, Rule] = {}
    for text in ledgers():
        for entry in tomllib.loads(text)["rule"]:
            rules[entry["id"]] = msgspec.convert(entry, Rule)
    rules.update({rule.id: rule for rule in read_rulings(RULINGS_FILE.read_text(encoding="utf-8"))})
    return Rulebook(rules)


def read_rulings(page: str) -> tuple[Rule, ...]:
    """Our rulings from their page: each `## R-001 title` with the text below it, up to the next heading."""
    found = []
    for part in re.split(r"^## (?=R-\d{3} )", page, flags=re.MULTILINE)[1:]:
        head, _, body = re.split(r"^# ", part, maxsplit=1, flags=re.MULTILINE)[0].partition("\n")
        number, _, title = head.partition(" ")
        found.append(Rule(id=number, title=title.strip(), kind="ruling", text=body.strip()))
    return tuple(found)
