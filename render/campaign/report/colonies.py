"""Sentences on colonies and the worlds they work."""

from typing import Final

from render.campaign.report.names import holder_name, place
from render.campaign.report.rows import Rows
from rules.cluster_war.model.events import colonies as events
from rules.cluster_war.model.state.view import View

STRAIN: Final = "A month of strip-mining brought the stress of world {orbit} of {hex} to {stress} %"
ROWS: Final = Rows()
ROWS.says(events.ColonyFounded, "colonies", "{colony} founded at {hex}, orbit {orbit}: size {size} for {cps} CPs.")
ROWS.says(events.ColonyGrew, "colonies", "{colony} grew from size {before} to {after} for {cps} CPs.")
ROWS.says(
    events.WorldRecovered,
    "colonies",
    "Left alone, world {orbit} of {hex} has recovered: its STEP code is {step} again.",
)
ROWS.says(events.WorldStrained, "colonies", f"{STRAIN}; it held.", harmed=f"{STRAIN}, and the world was harmed.")


@ROWS.tells(events.MiningSet, "colonies")
def _mining(event: events.MiningSet, view: View) -> str:
    who, world = holder_name(view, event.who), f"world {event.orbit} of {place(view, event.hex)}"
    if event.stopped:
        return f"{who} stops {'strip-mining' if event.strip else 'mining'} {world}."
    return f"{who} {'strip-mines' if event.strip else 'mines'} {world}; the CPs count from next turn."
