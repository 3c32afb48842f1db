"""The tables of the Pentagon War, with a battle's house rules in them."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.pentagon_war.house_rules import check_overrides
from rules.pentagon_war.options import Options
from rules.tables import Table, load_tables, with_overrides

FOLDER: Final = Path(__file__).parent / "tables"


def tables(options: Options) -> Mapping[str, Table]:
    """All tables by id ("PW-T06"), this battle's overrides applied; GameError for one that cannot be meant."""
    return _tables(tuple(sorted(options.overrides.items())))


def power_per_use(options: Options, line: str) -> int:
    """What one use on a line of the power form takes (PW-T03)."""
    return tables(options)["PW-T03"].number(line, "power per use")


@lru_cache(maxsize=64)
def _tables(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Table]:
    if not overrides:
        return _printed()
    changed = with_overrides(_printed(), dict(overrides))
    check_overrides(dict(overrides))
    return changed


@lru_cache(maxsize=1)
def _printed() -> Mapping[str, Table]:
    return load_tables(FOLDER)
