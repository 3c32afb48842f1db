"""A rule's short title from the ledger, so that "why" can say what a rule is about."""

import tomllib
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def _titles() -> dict[str, str]:
    ledger = tomllib.loads((files("rules.cluster_war") / "ledger.toml").read_text(encoding="utf-8"))
    return {entry["id"]: entry["title"] for kind in ("rule", "table") for entry in ledger.get(kind, ())}


def rule_title(rule: str) -> str:
    """The title of a ledger rule or table, "" if the ledger has none by this id."""
    return _titles().get(rule, "")
