"""The ledger as players may look it up: a rule or a ruling by its id or by words (`/rule`)."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from games.known import GAMES, ledgers
from rules.values import GameError, Value, changed, quoted

PROJECT_FOLDER = Path(__file__).resolve().parents[2]
RULINGS_FOLDER: Final = PROJECT_FOLDER / "docs" / "rulings"
MOST_HITS = 25
MOST_NEAR: Final = 5
LEAST_PARTS: Final = 2
"""A number alone is no rule's id."""
Parts: TypeAlias = tuple[str, ...]
WRITTEN: Final = re.compile(
    r"[\W_]*(?:rules?\b|rulings?\b)?(?:[\W_]*[A-Z]{1,3}(?![A-Z])){0,2}[\W_]*[0-9]+(?:[\W_]+[0-9]+)*[\W_]*",
    re.ASCII | re.IGNORECASE,
)
"""An id or chapter as people write it: letters of the game and the chapter, numbers, and any signs between."""


class Rule(Value):
    """One rule of a ledger, in our own words, with its examples and, where the book is silent, our ruling."""

    id: str
    title: str
    kind: str
    text: str
    examples: tuple[str, ...] = ()
    ambiguity: str = ""
    ruling: str = ""
    page: str = ""
    """Of a ruling: its page under docs/, without the ending."""


class Rulebook(Value):
    """All rules by id. `site` is the address of the documentation site, "" for none."""

    rules: Mapping[str, Rule]
    site: str = ""

    def address_of(self, rule: Rule) -> str:
        """Where the site has a rule or ruling; "" without a site."""
        return f"{self.site}/{rule.page or page_of(rule.id)}.html#{rule.id.lower()}" if self.site else ""

    def get(self, rule_id: str) -> Rule:
        """A rule by its id, however it is written; GameError with the nearest ids if there is none."""
        found = self.named(rule_id)
        if found is not None:
            return found
        wanted = parts_of(rule_id)
        near = self._near(wanted) if wanted else []
        examples = ", ".join(game.rule_example for game in GAMES.values())
        hint = f" Ids look like {examples} or R-001; or search by a word."
        hint = f" Near it: {', '.join(near)}." if near else hint
        raise GameError(f"There is no rule {quoted(rule_id)}.{hint}")

    def named(self, text: str) -> Rule | None:
        """The rule whose id a text is or begins with, without regard to capitals, signs and leading zeros; a game's
        letters may be left out where only one rule is meant (8.0-14). None for any other text."""
        words = text.split()
        for written in (text, *(" ".join(words[:number]) for number in (2, 1) if len(words) > number)):
            wanted = parts_of(written)
            if len(wanted) < LEAST_PARTS:
                continue
            whole = [rule for key, rule in self.rules.items() if parts_of(key) == wanted]
            found = whole or [rule for key, rule in self.rules.items() if _without_game(key) == wanted]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def _near(self, wanted: Parts) -> list[str]:
        """Ids of the same chapter, those with the nearest numbers."""
        chapter, last = wanted[:-1], wanted[-1]
        known = [(key, parts) for key in self.rules for parts in (parts_of(key), _without_game(key)) if chapter]
        here = [(key, parts[-1]) for key, parts in known if parts[:-1] == chapter]
        here = here or [(key, parts[-1]) for key, parts in known if parts[: len(chapter)] == chapter]
        near = sorted(here, key=lambda one: abs(int(one[1]) - int(last)) if one[1].isdecimal() else 0)[:MOST_NEAR]
        return sorted(key for key, _ in near)

    def search(self, words: str) -> tuple[Rule, ...]:
        """Rules whose id begins with the words or whose title or text holds all of them, titles first; 25 at most."""
        wanted = words.casefold().split()
        exact = self.named(words)
        if exact is not None:
            return tuple({rule.id: rule for rule in (exact, *self._beginning(words))}.values())[:MOST_HITS]
        if not wanted:
            return tuple(self.rules.values())[:MOST_HITS]
        by_id = self._beginning(words)
        by_title = [r for r in self.rules.values() if all(w in r.title.casefold() for w in wanted)]
        by_text = [r for r in self.rules.values() if all(w in f"{r.title} {r.text}".casefold() for w in wanted)]
        return tuple({r.id: r for r in (*by_id, *by_title, *by_text)}.values())[:MOST_HITS]

    def _beginning(self, text: str) -> list[Rule]:
        """Rules whose id begins with a text, or with the parts of one that is an id's or chapter's, however it is written."""
        begins = text.strip().casefold()
        wanted = parts_of(text)
        size = len(wanted)
        found = [
            rule
            for key, rule in self.rules.items()
            if size and wanted in {parts_of(key)[:size], _without_game(key)[:size]}
        ]
        return found + [rule for key, rule in self.rules.items() if key.casefold().startswith(begins)]


@lru_cache(maxsize=16_384)
def parts_of(text: str) -> Parts:
    """The letters and numbers of an id or a chapter, as `CW`, `8`, `0`, `14`, without leading zeros; () for what is neither."""
    if not WRITTEN.fullmatch(text.strip()):
        return ()
    plain = re.sub(r"^\W*RULINGS?\b", "R", text.strip().upper())
    runs = re.findall(r"[A-Z]+|[0-9]+", re.sub(r"^\W*RULES?\b", "", plain))
    letters = "".join(takewhile(str.isalpha, runs))
    numbers = [str(int(run)) for run in dropwhile(str.isalpha, runs)]
    return (letters, *numbers) if letters else tuple(numbers)


def page_of(rule_id: str) -> str:
    """The site's page of a ledger's rule, without the ending: one for each chapter (rules/cw-8)."""
    game, _, rest = rule_id.partition("-")
    chapter = re.match(r"[A-Z]+|\d+", rest)
    return f"rules/{game}-{chapter[0] if chapter else ''}".lower()


def _without_game(rule_id: str) -> Parts:
    return parts_of(rule_id.partition("-")[2])


def load_rulebook() -> Rulebook:
    """The ledgers of all games, and our own rulings (R-001, in docs/rulings), read once in a process."""
    return _rulebook_of(tuple(GAMES))


@cache
def _rulebook_of(_games: tuple[str, ...]) -> Rulebook:
    rules: dict[str, Rule] = {}
    for text in ledgers():
        for entry in tomllib.loads(text)["rule"]:
            rules[entry["id"]] = msgspec.convert(entry, Rule)
    rulings = [
        changed(rule, page=f"rulings/{path.stem}")
        for path in sorted(RULINGS_FOLDER.glob("*.md"))
        for rule in read_rulings(path.read_text(encoding="utf-8"))
    ]
    rules.update({rule.id: rule for rule in sorted(rulings, key=lambda one: one.id)})
    return Rulebook(rules)


def read_rulings(page: str) -> tuple[Rule, ...]:
    """Our rulings from their page: each `## R-001 title` with the text below it, up to the next heading."""
    found = []
    for part in re.split(r"^## (?=R-\d{3} )", page, flags=re.MULTILINE)[1:]:
        head, _, body = re.split(r"^# ", part, maxsplit=1, flags=re.MULTILINE)[0].partition("\n")
        number, _, title = head.partition(" ")
        found.append(Rule(id=number, title=title.strip(), kind="ruling", text=body.strip()))
    return tuple(found)
