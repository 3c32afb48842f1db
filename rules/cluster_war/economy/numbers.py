"""The numbers of supply and stress, from the campaign's table CW-TAB-SUPPLY."""

from rules.cluster_war.state.settings import Settings
from rules.cluster_war.state.tables_of import tables


def ruled(what: str, settings: Settings) -> int:
    """A number of supply and stress by what it is called in CW-TAB-SUPPLY."""
    return tables(settings)["CW-TAB-SUPPLY"].number(what, "number")
