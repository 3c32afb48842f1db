"""The numbers that supply, stress, yields and industry go by, from the campaign's tables."""

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables


def ruled(what: str, settings: Settings) -> int:
    """A number of supply and stress by what it is called in CW-TAB-SUPPLY."""
    return tables(settings)["CW-TAB-SUPPLY"].number(what, "number")


def industrial(what: str, settings: Settings) -> int:
    """A number of yields, yards and factories by what it is called in CW-TAB-INDUSTRY."""
    return tables(settings)["CW-TAB-INDUSTRY"].number(what, "number")
