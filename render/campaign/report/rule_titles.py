"""A rule's short title from the ledger, so that "why" can say what a rule is about."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

GAMES: Final = ("cluster_war", "pentagon_war")


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    ledgers = [tomllib.loads((files(f"rules.{game}") / "ledger.toml").read_text(encoding="utf-8")) for game in GAMES]
    kinds = ("rule", "table")
    return {entry["id"]: entry["title"] for ledger in ledgers for kind in kinds for entry in ledger.get(kind, ())}


def rule_title(rule: str) -> str:
    """The title of a ledger rule or table, "" if the ledger has none by this id."""
    return _titles().get(rule, "")
