"""The numbers that supply, stress, yields and industry go by, from the campaign's tables."""

from functools import lru_cache

from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import overridden, tables_with


def ruled(what: str, settings: Settings) -> int:
    """A number of supply and stress by what it is called in CW-TAB-SUPPLY."""
    return _number("CW-TAB-SUPPLY", what, overridden(settings))


def industrial(what: str, settings: Settings) -> int:
    """A number of yields, yards and factories by what it is called in CW-TAB-INDUSTRY."""
    return _number("CW-TAB-INDUSTRY", what, overridden(settings))


@lru_cache(maxsize=1024)
def _number(table: str, what: str, overrides: tuple[tuple[str, str], ...]) -> int:
    return tables_with(overrides)[table].number(what, "number")
