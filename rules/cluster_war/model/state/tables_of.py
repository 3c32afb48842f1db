"""The printed tables of Cluster War, with a campaign's house rules in them."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.cluster_war.model.state.settings import Settings
from rules.tables import Table, load_tables, with_overrides

FOLDER: Final = Path(__file__).parents[2] / "tables"
BRIDGE: Final = "BR-"
"""How ids of tables begin that are not of this game, and which it leaves to whom they concern."""


def tables(settings: Settings) -> Mapping[str, Table]:
    """All tables by id ("CW-TAB-SSD"), this campaign's overrides applied; GameError for one that cannot be meant."""
    return tables_with(overridden(settings))


def overridden(settings: Settings) -> tuple[tuple[str, str], ...]:
    """The campaign's overrides, sorted: what a value read from the tables can be kept by."""
    return tuple(sorted(settings.overrides.items())) if settings.overrides else ()


@lru_cache(maxsize=64)
def tables_with(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Table]:
    """All tables by id with these overrides, sorted, applied: see `tables`."""
    own = {path: cell for path, cell in overrides if not path.startswith(BRIDGE)}
    return with_overrides(_printed(), own) if own else _printed()


@lru_cache(maxsize=1)
def _printed() -> Mapping[str, Table]:
    return load_tables(FOLDER)
