"""Sentences on worlds that are fought over: landings, marches, fights, conquest, garrisons."""

from typing import Final

from render.campaign.report.names import colony_name, design_name, fleet_name, side_name
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.words.safe_text import count, listed, plain
from rules.cluster_war.model.events import ground as events
from rules.cluster_war.model.state.names import SideId
from rules.cluster_war.model.state.surface import REBELS
from rules.cluster_war.model.state.view import View

MOST_BLOWS: Final = 6
LOST: Final = {
    "destroyed": "lost in the fight",
    "stress": "broke up for want of supplies",
    "given up": "given up with the world",
    "burned": "lost with the world's colony, under fire from orbit",
    "put into others": "broken up, their teams put into others",
}
ROWS: Final = Rows()


def world_name(view: View, world: str, name: str = "") -> str:
    """A world by its colony's name as the reader knows it, `Burrow (2034-3)`."""
    front = view.fronts.get(world)
    called = name or (front.name if front is not None else "")
    return colony_name(view, world, called) if called or world in view.colonies else f"world {plain(world)}"


def who(view: View, side: SideId) -> str:
    """Whose forces: a side's name, `the rebels`, or `you` for the reader."""
    if side == REBELS:
        return "the rebels"
    return "you" if side == view.side else side_name(view, side)


def _do(view: View, side: SideId, you: str, others: str) -> str:
    """Who does it, with the verb that fits, at a sentence's beginning: `You land`, `The rebels land`, `Vermin lands`."""
    name = who(view, side)
    return f"{name[0].upper()}{name[1:]} {you if side in {view.side, REBELS} else others}"


@ROWS.tells(events.TroopsLanded, "fronts")
def _landed(event: events.TroopsLanded, view: View) -> str:
    units = listed([f"{number} × {plain(name)}" for name, number in event.units])
    hot = ", right among the enemy" if event.hot else ""
    return (
        f"{moment(event.week).capitalize()}: {_do(view, event.side, 'land', 'lands')} {units} on "
        f"{world_name(view, event.world)}, surface hex {event.at}{hot}, in {event.rounds} combat rounds."
    )


@ROWS.tells(events.ForcesMustered, "fronts")
def _mustered(event: events.ForcesMustered, view: View) -> str:
    return f"The garrison of {world_name(view, event.world)} takes its positions: {count(event.count, 'unit')}, dug in."


@ROWS.tells(events.ForcesMarched, "fronts")
def _marched(event: events.ForcesMarched, view: View) -> str:
    return (
        f"{moment(event.week).capitalize()}: {event.count} × {plain(event.name)} on {world_name(view, event.world)} "
        f"{'goes' if event.count == 1 else 'go'} from {event.start} to {event.at}."
    )


@ROWS.tells(events.GroundFought, "fronts")
def _fought(event: events.GroundFought, view: View) -> str:
    place = f"in {plain(event.city)} ({event.at})" if event.city else f"in {event.at}"
    sides = listed([f"{who(view, side)} with {count(event.units[side], 'unit')}" for side in event.sides])
    what = "a hot landing" if event.hot else "a fight"
    first = f"{moment(event.week).capitalize()}: {what} {place} on {world_name(view, event.world)}: {sides}. "
    return first + " ".join(_losses(event, view)) + _told_blows(event, view)


def _losses(event: events.GroundFought, view: View) -> list[str]:
    found = []
    for side in event.sides:
        gone, teams = event.destroyed.get(side, 0), event.lost.get(side, 0)
        if gone or teams:
            parts = ([f"{count(gone, 'unit')}"] if gone else []) + (
                [f"{count(teams, 'combat team')} in all"] if teams else []
            )
            found.append(f"{_do(view, side, 'lose', 'loses')} {listed(parts)}.")
    return found or ["Nobody gives way."]


def _told_blows(event: events.GroundFought, view: View) -> str:
    """What decided it: the attacks that hit, the first few of them."""
    hits = [blow for blow in event.blows if blow.killed or blow.points]
    told = [_blow(blow, view) for blow in hits[:MOST_BLOWS]]
    more = f" and {count(len(hits) - len(told), 'more hit')}" if len(hits) > len(told) else ""
    return f" ({'; '.join(told)}{more}; {count(len(event.blows), 'attack')})" if told else ""


def _blow(blow: events.Blow, view: View) -> str:
    units = f"{plain(blow.attacker)} on {plain(blow.target)} of {who(view, blow.other)}"
    if blow.killed:
        return f"{units}, {blow.reach}: {blow.attack} against {blow.defense}, destroyed"
    where = f" from {blow.direction}" if blow.direction else ""
    return f"{units}{where}: {count(blow.points, 'hit')} at {blow.attack} %"


@ROWS.tells(events.GroundUnitsLost, "losses")
def _lost(event: events.GroundUnitsLost, view: View) -> str:
    units = f"{event.count} × {design_name(view, event.side, event.design)}"
    return f"{units} on {world_name(view, event.world)}: {LOST[event.why]}."


@ROWS.tells(events.ForcesShelled, "fronts")
def _shelled(event: events.ForcesShelled, view: View) -> str:
    when, where = moment(event.week).capitalize(), world_name(view, event.world)
    if not event.target:
        return f"{when}: {_do(view, event.side, 'look', 'looks')} for enemy forces on {where} from orbit, and see none."
    lost = [count(event.teams, "combat team")] if event.teams else []
    lost += [count(event.destroyed, "whole unit")] if event.destroyed else []
    what = f"{count(event.shots, 'shot')}, {count(event.hits, 'hit')}{f', {listed(lost)} lost' if lost else ''}"
    fires = _do(view, event.side, "fire", "fires")
    return f"{when}: {fires} from orbit on the forces of {who(view, event.target)} on {where}: {what}."


@ROWS.tells(events.ForcesEmbarked, "fronts")
def _embarked(event: events.ForcesEmbarked, view: View) -> str:
    units = listed([f"{number} × {plain(name)}" for name, number in event.units])
    return f"{fleet_name(view, event.fleet)} took {units} off {world_name(view, event.world)}."


@ROWS.tells(events.CityTaken, "fronts")
def _city(event: events.CityTaken, view: View) -> str:
    return (
        f"{moment(event.week).capitalize()}: {_do(view, event.side, 'hold', 'holds')} the city of {plain(event.city)} on "
        f"{world_name(view, event.world)}."
    )


@ROWS.tells(events.CityHarmed, "fronts")
def _harmed(event: events.CityHarmed, view: View) -> str:
    deed = f"kill the people of {plain(event.city)}" if event.task == "civilians" else f"wreck {plain(event.city)}"
    others = deed.replace("kill", "kills", 1).replace("wreck", "wrecks", 1)
    lost = f"{event.cps} CPs of its size" if event.task == "civilians" else f"facilities worth {event.cps} CPs"
    return f"{moment(event.week).capitalize()}: {_do(view, event.side, deed, others)}: {lost} are gone."


@ROWS.tells(events.WorldConquered, "fronts")
def _conquered(event: events.WorldConquered, view: View) -> str:
    name = world_name(view, event.world, event.name)
    if event.loser == view.side:
        works = f" {event.works} CPs in its works are lost." if event.works else ""
        return f"{name} has fallen to {side_name(view, event.side)}.{works}"
    store = f", with {event.store} CPs in its stores" if event.store else ""
    return f"{_do(view, event.side, 'have', 'has')} conquered {name} of {side_name(view, event.loser)}: size {event.size}{store}."


@ROWS.tells(events.InvasionBeaten, "fronts")
def _beaten(event: events.InvasionBeaten, view: View) -> str:
    return f"No invader of {side_name(view, event.side)} is left on {world_name(view, event.world)}."


@ROWS.tells(events.ArmyTired, "losses")
def _tired(event: events.ArmyTired, view: View) -> str:
    failed = (
        f"{count(event.failed, 'unit')} failed a check and lost {count(event.lost, 'combat team')}"
        if event.failed
        else "all held"
    )
    return f"The army on {world_name(view, event.world)} is out of supply: stress {event.stress} %; {failed}."


@ROWS.tells(events.BattalionsReorganised, "fronts")
def _reorganised(event: events.BattalionsReorganised, view: View) -> str:
    before, after = (", ".join(str(n) for n in teams) for teams in (event.before, event.after))
    return f"{plain(event.name)} on {world_name(view, event.world)} put their teams together: {before} became {after}."


@ROWS.tells(events.BattalionRefilled, "building")
def _refilled(event: events.BattalionRefilled, view: View) -> str:
    teams = count(event.teams, "combat team")
    return f"{plain(event.name)} on {world_name(view, event.world)} is at full strength again: {teams} for {event.cps} CPs."


@ROWS.tells(events.CityRebelled, "fronts")
def _rebelled(event: events.CityRebelled, view: View) -> str:
    units = count(event.needed, "garrison unit")
    return (
        f"{plain(event.city)} on {world_name(view, event.world)} rises: it needs {units} and has {event.there}; it yields "
        "no CPs until it is quiet."
    )


@ROWS.tells(events.MilitiaRaised, "fronts")
def _militia(event: events.MilitiaRaised, view: View) -> str:
    return f"The rebels of {plain(event.city)} on {world_name(view, event.world)} have raised a militia."


@ROWS.tells(events.RebellionEnded, "fronts")
def _quiet(event: events.RebellionEnded, view: View) -> str:
    return f"{plain(event.city)} on {world_name(view, event.world)} is quiet again."
