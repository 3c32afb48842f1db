"""The extra check of crash-built units: one in ten shows a flaw each time it is put to the test (CW-6.7-03 to 05)."""

from dataclasses import replace

from rules.cluster_war.draft import Draft
from rules.cluster_war.events_works import CrashFlawShown
from rules.cluster_war.logistics.numbers import ruled
from rules.cluster_war.state import ShipId
from rules.cluster_war.tables_of import tables
from rules.dice import Roll
from rules.events import Cause


def flaw_check(draft: Draft, key: ShipId, occasion: str) -> bool:
    """Roll for a crash-built ship's flaw; the fault stays until it is mended. False, and no roll, for a sound ship.

    `occasion` ("supply", "round 3") is part of the dice's key and of what the owner reads.
    """
    ship = draft.ships[key]
    if not ship.low_quality:
        return False
    salt = draft.sides[ship.side].salt
    name = f"{key}/{occasion}/{salt}" if salt else f"{key}/{occasion}"
    roll = draft.dice.percent(f"flaw/{name}")
    failed = roll.total <= ruled("chance of a crash flaw", draft.settings)
    rolls: tuple[Roll, ...] = (roll,)
    fault = ""
    if failed:
        which = draft.dice.roll(f"flaw-kind/{name}", len(tables(draft.settings)["CW-TAB-FLAWS"].rows))
        fault = tables(draft.settings)["CW-TAB-FLAWS"].cell(which.total, "fault")
        rolls = (roll, which)
        draft.ships[key] = replace(ship, faults=tuple(dict.fromkeys((*ship.faults, fault))))
    draft.say(
        CrashFlawShown(
            side=ship.side,
            ship=key,
            occasion=occasion,
            failed=failed,
            fault=fault,
            cause=Cause("CW-6.7-05", rolls=rolls),
            seen_by=(ship.side,),
        )
    )
    return failed
