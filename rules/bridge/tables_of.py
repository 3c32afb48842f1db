"""The bridge's own tables, with a campaign's house rules for them."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import BRIDGE
from rules.tables import Table, load_tables, with_overrides

FOLDER: Final = Path(__file__).parent / "tables"


def bridge_tables(settings: Settings) -> Mapping[str, Table]:
    """All tables by id ("BR-T01"), this campaign's overrides applied; GameError for one that cannot be meant."""
    return _tables(tuple(sorted((k, v) for k, v in settings.overrides.items() if k.startswith(BRIDGE))))


def number(settings: Settings, what: str) -> int:
    """A number of table BR-T03."""
    return bridge_tables(settings)["BR-T03"].number(what, "number")


@lru_cache(maxsize=64)
def _tables(overrides: tuple[tuple[str, str], ...]) -> Mapping[str, Table]:
    return with_overrides(_printed(), dict(overrides)) if overrides else _printed()


@lru_cache(maxsize=1)
def _printed() -> Mapping[str, Table]:
    return load_tables(FOLDER)
