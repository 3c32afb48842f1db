"""Sentences on raids, blockades and bombardment."""

from typing import Final

from render.campaign.report.names import colony_name, fleet_name, orbit_name, place, place_then, side_name
from render.campaign.report.rows import Rows
from render.words.safe_text import listed, plain
from rules.cluster_war.model.events import raids as events
from rules.cluster_war.model.state.view import View

ROWS: Final = Rows()


@ROWS.tells(events.RaidBegun, "fleets")
def _begun(event: events.RaidBegun, view: View) -> str:
    does = "to take what it catches" if event.cargo == "take" else "to destroy what it catches"
    return f"{fleet_name(view, event.fleet)} goes raiding by way of {', '.join(event.path)}, {does}."


@ROWS.tells(events.TrafficSought, "encounters")
def _sought(event: events.TrafficSought, view: View) -> str:
    who = f"{side_name(view, event.raider)} {fleet_name(view, event.fleet)}"
    came = "caught some" if event.caught else "found none"
    where = place_then(view, event.hex, event.week)
    return f"{who} looked for ships of {side_name(view, event.victim)} at {where} ({event.chance} %) and {came}."


@ROWS.tells(events.TrafficCaught, "encounters")
def _caught(event: events.TrafficCaught, view: View) -> str:
    goods = f"{event.cps} CPs"
    if event.taken:
        rest = event.cps - event.taken
        goods += f": {event.taken} taken aboard{f', {rest} destroyed' if rest else ''}"
    else:
        goods += ", destroyed"
    where = place_then(view, event.hex, event.week)
    return (
        f"{fleet_name(view, event.fleet)} caught freighters of {side_name(view, event.victim)} at {where} with {goods}."
    )


@ROWS.tells(events.TrafficLost, "losses")
def _lost(event: events.TrafficLost, view: View) -> str:
    who = f"raiders of {side_name(view, event.by)}" if event.by else "raiders that nobody has seen"
    where = place_then(view, event.hex, event.week)
    return f"Freighters from {colony_name(view, event.colony)} were lost to {who} at {where}: {event.cps} CPs."


@ROWS.tells(events.FreighterRobbed, "losses")
def _robbed(event: events.FreighterRobbed, view: View) -> str:
    who = f"raiders of {side_name(view, event.by)}" if event.by else "raiders that nobody has seen"
    where = place_then(view, event.hex, event.week)
    return f"{fleet_name(view, event.fleet)} lost its cargo of {event.cps} CPs to {who} at {where}."


@ROWS.tells(events.RaidersFaced, "encounters")
def _faced(event: events.RaidersFaced, view: View) -> str:
    what = f"{fleet_name(view, event.fleet)} met"
    foe = side_name(view, event.foe)
    where = place_then(view, event.hex, event.week)
    if event.escort:
        return f"{what} {foe} among the freighters at {where}."
    return f"{what} defenders of {foe} at {where}, and caught no freighters there."


@ROWS.tells(events.RaidLossesMet, "losses")
def _met(event: events.RaidLossesMet, _: View) -> str:
    parts = [f"{event.pool} from what was left"] if event.pool else []
    parts += [f"{event.cut} by cuts"] if event.cut else []
    parts += [f"{event.unmet} not at all"] if event.unmet else []
    return f"Raids cost {event.cps} CPs: met {listed(parts)}."


@ROWS.tells(events.BlockadeChanged, "colonies")
def _blockade(event: events.BlockadeChanged, view: View) -> str:
    name = colony_name(view, event.colony, event.name)
    if event.on:
        return f"{name} is blockaded by {side_name(view, event.by)} and cut off from its grid."
    return f"The blockade of {name} by {side_name(view, event.by)} is lifted."


@ROWS.tells(events.WorldBombarded, "encounters")
def _bombarded(event: events.WorldBombarded, view: View) -> str:
    who = fleet_name(view, event.fleet)
    where = orbit_name(view, event.hex, event.orbit)
    return f"{who} fired on {where} ({event.target}): {event.damage} points of damage. {plain(event.text)}"


@ROWS.tells(events.ColonyBombarded, "losses")
def _hit(event: events.ColonyBombarded, view: View) -> str:
    who = f" by {side_name(view, event.by)}" if event.by else ""
    name = colony_name(view, event.colony, event.name)
    if event.destroyed:
        return f"{name} was destroyed from orbit{who}."
    parts = [f"{event.lost} CPs of its size"] if event.lost else []
    parts += [f"{n} of {plain(what)}" for what, n in event.facilities.items()]
    parts += [f"{n} units of {plain(design)}" for design, n in event.units.items()]
    return f"{name} was bombarded{who} ({event.target}), and lost {listed(parts) if parts else 'nothing'}."


@ROWS.tells(events.PlanetDestroyed, "discoveries")
def _broken(event: events.PlanetDestroyed, view: View) -> str:
    where = place(view, event.hex)
    return f"World {event.orbit} of {where} is gone: asteroids are left, {event.step}, with {event.max_cp} CPs at most."
