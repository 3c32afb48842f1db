"""Sentences on colonies and the worlds they work."""

from typing import Final

from render.campaign.report.names import colony_name, holder_name, place
from render.campaign.report.rows import Rows
from render.canvas.safe_text import plain
from rules.cluster_war.events.colonies import ColonyFounded, ColonyGrew, MiningSet, WorldRecovered, WorldStrained
from rules.cluster_war.state.view import View

ROWS: Final = Rows()


@ROWS.tells(ColonyFounded, "colonies")
def _founded(event: ColonyFounded, view: View) -> str:
    name = colony_name(view, event.colony, event.name)
    world = f"{place(view, event.hex)}, orbit {event.orbit}"
    return f"{name} founded at {world}: size {event.size} for {event.cps} CPs."


@ROWS.tells(ColonyGrew, "colonies")
def _grew(event: ColonyGrew, view: View) -> str:
    name = colony_name(view, event.colony)
    return f"{name} grew from size {event.before} to {event.after} for {event.cps} CPs."


@ROWS.tells(MiningSet, "colonies")
def _mining(event: MiningSet, view: View) -> str:
    who, world = holder_name(view, event.who), _world(event, view)
    if event.stopped:
        return f"{who} stops {'strip-mining' if event.strip else 'mining'} {world}."
    return f"{who} {'strip-mines' if event.strip else 'mines'} {world}; the CPs count from next turn."


@ROWS.tells(WorldStrained, "colonies")
def _strained(event: WorldStrained, view: View) -> str:
    told = f"A month of strip-mining brought the stress of {_world(event, view)} to {event.stress} %"
    return f"{told}, and the world was harmed." if event.harmed else f"{told}; it held."


@ROWS.tells(WorldRecovered, "colonies")
def _recovered(event: WorldRecovered, view: View) -> str:
    return f"Left alone, {_world(event, view)} has recovered: its STEP code is {plain(event.step)} again."


def _world(event: MiningSet | WorldStrained | WorldRecovered, view: View) -> str:
    return f"world {event.orbit} of {place(view, event.hex)}"
