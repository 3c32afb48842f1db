"""The numbers that ground war goes by, from the campaign's tables."""

from typing import Final

from rules.cluster_war.model.state.settings import Settings
from rules.cluster_war.model.state.tables_of import tables

NUMBERS: Final = "CW-TAB-GROUND-WAR"


def war_number(what: str, settings: Settings) -> int:
    """A number of invasion and ground war by what it is called in CW-TAB-GROUND-WAR."""
    return tables(settings)[NUMBERS].number(what, "number")
