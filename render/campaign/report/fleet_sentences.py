"""Sentences on fleets: moves, cargo, supplies and stress (CW-4.3-21), officers and crews, repair, raids and bombardment."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from render.campaign import names
from render.campaign.report.rows import EventRows
from render.words.safe_text import count, format_list, plain
from rules.cluster_war.chapters.movement.meetings import KEEP_DISTANCE_ANSWER
from rules.cluster_war.chapters.officers.posts import POSTS_IN_WORDS
from rules.cluster_war.model.events import industry, logistics, movement, officers, raids
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.default_rulings import rules_by_default
from rules.cluster_war.model.state.sides import PostKind
from rules.cluster_war.model.state.view import View

ROWS: Final = EventRows()
ROWS.says(movement.FleetsMerged, "fleets", "{fleet} joined {into} at {hex}.")
ROWS.says(movement.FleetDeparted, "fleets", "{fleet} left {origin} for {to}, due {arrives}.")
ROWS.says(movement.FleetPassed, "fleets", "{fleet} passed {hex}, {week}, on its way to {to}.")
ROWS.says(movement.FleetArrived, "fleets", "{fleet} arrived at {hex}, {week}.")
ROWS.says(movement.FleetLost, "losses", "{fleet} pushed its drive too far at {hex}, {week}: lost with {ships}.")
ROWS.says(movement.ShipsPickedUp, "fleets", "{ships} joined {fleet} at {hex}.")
ROWS.says(movement.CraftRunDry, "fleets", "{ships} of {fleet}: out of supply from {week} on, for want of a tender.")


@ROWS.tells(movement.FleetSplit, "fleets")
def _fleet_split(event: movement.FleetSplit, view: View) -> str:
    new = names.fleet_name(view, event.new, event.name)
    return f"{new} detached from {names.fleet_name(view, event.fleet)}: {names.ship_names(event.ships)}."


@ROWS.tells(movement.FleetRenamed, "fleets")
def _fleet_renamed(event: movement.FleetRenamed, _: View) -> str:
    return f"Fleet {names.number(event.fleet)} is now called {plain(event.name)}."


@ROWS.tells(movement.MissionSet, "fleets")
def _mission_set(event: movement.MissionSet, view: View) -> str:
    name = names.fleet_name(view, event.fleet)
    return f"{name} has no mission now." if event.mission == "none" else f"{name}: mission {event.mission}."


@ROWS.tells(movement.FleetsMet, "encounters")
def _fleets_met(event: movement.FleetsMet, view: View) -> str:
    own = [names.fleet_name(view, fleet) for fleet in event.fleets if fleet in view.fleets]
    others = [names.side_name(view, side) for side in event.sides if side != view.side]
    own = own or (["Your forces"] if view.side in event.sides else [])
    met = f"{format_list(own)} met {format_list(others)}" if own else f"{format_list(others)} met"
    end = KEEP_DISTANCE_ANSWER if rules_by_default(view.settings, "encounter") else "The game master settles it."
    text = f"Encounter at {names.place_then(view, event.hex, event.week)}: {met}."
    return f"{text} {end}" if view.settings.battles == "ask" else text


BY_DEFAULT: Final = "By default ruling: "
"""How the event's own words begin."""
STRESS_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "nothing": ("{ships}'s crew pulls itself together", "the crews of {ships} pull themselves together"),
    "damage": ("{ships} takes 1 damage to a component", "{ships} take 1 damage to a component each"),
    "return": ("{ships} drops its orders and makes for {goal}", "{ships} drop their orders and make for {goal}"),
    "surrender": ("{ships} surrendered", "{ships} surrendered"),
    "rogue": ("{ships} went rogue and obeys no longer", "{ships} went rogue and obey no longer"),
    "mutiny": ("{ships}'s crew mutinied and is lost to you", "the crews of {ships} mutinied and are lost to you"),
    "retire": (
        "{ships} left for a neutral world and will not come back",
        "{ships} left for a neutral world and will not come back",
    ),
}
"""Of each effect, what is said of one unit and of several."""


def format_stress_result(event: StressSettled, who: str, view: View) -> str:
    """What came of it for the fleet (or the base) `who`; the event's own words where they are no default ruling's."""
    words = STRESS_WORDS.get(event.effect)
    if words is None or not event.text.startswith(BY_DEFAULT):
        return f"{who}: {plain(event.text)}"
    units = (
        names.ship_names(event.ships)
        if len(event.ships) > 6
        else format_list([names.number(ship) for ship in event.ships])
    )
    goal = names.place(view, event.text.rstrip(".").rpartition(" ")[2]) if event.effect == "return" else ""
    text = words[len(event.ships) > 1].format(ships=units, goal=goal)
    return f"{who} failed a stress check: {text} (by default ruling)."


TROOPS_RULE: Final = "CW-6.5-22"
ROWS.says(logistics.CargoLoaded, "fleets", "{fleet} loaded {cps} CPs at {hex}.")
ROWS.says(
    logistics.FleetRearmed,
    "fleets",
    "{fleet} filled its magazines at {hex}: {cps} CPs of munitions from stock ({ships}).",
)
ROWS.says(logistics.CraftLanded, "fleets", "{fleet} left {units} at {place}.")
ROWS.says(
    logistics.CargoUnloaded,
    "fleets",
    "{fleet} unloaded {cps} CPs at {colony}, into the colony's own store.",
    to_pool="{fleet} unloaded {cps} CPs at {colony}, into the empire's pool.",
)


@ROWS.tells(logistics.AidLanded, "diplomacy")
def _aid_landed(event: logistics.AidLanded, view: View) -> str:
    given = f"{names.side_name(view, event.side)} gave {event.cps} CPs to {names.side_name(view, event.taker)}"
    where = {"pool": ", into your pool", "store": ", into the colony's own store"}.get(event.into, "")
    return f"{given} at {names.colony_name(view, event.colony)}{where}."


@ROWS.tells(logistics.StoresMoved, "fleets")
def _stores_moved(event: logistics.StoresMoved, view: View) -> str:
    goods = count(event.amount, "supply point") if event.what == "supplies" else f"{event.amount} CPs of munitions"
    way = {"loaded": "from", "unloaded": "into", "handed over": "to"}[event.way]
    end = f" {way} {names.holder_name(view, event.place)}" if event.place else ""
    return f"{names.fleet_name(view, event.fleet)} {event.way} {goods} at {names.place(view, event.hex)}{end}."


Upkeep: TypeAlias = logistics.SuppliesUsed | logistics.StressRose | logistics.StressEased | logistics.StressChecked


@ROWS.joins(
    "fleets", "upkeep", logistics.SuppliesUsed, logistics.StressRose, logistics.StressEased, logistics.StressChecked
)
def _format_upkeep(seen: Sequence[Upkeep], view: View) -> str:
    """How a fleet (or a base) is off for supply and stress, in one line."""
    first = seen[0]
    units = first.short if isinstance(first, logistics.SuppliesUsed) else first.ships
    out = next((event for event in seen if isinstance(event, logistics.SuppliesUsed)), None)
    where = f", out of supply near {names.place(view, out.hex)}" if out is not None else ""
    asks = not rules_by_default(view.settings, "stress")
    parts = "; ".join(_upkeep_part(event, view, asks=asks) for event in seen)
    return f"{names.crew_name(view, first.fleet, units)}{where}: {parts}."


def _upkeep_part(event: Upkeep, view: View, *, asks: bool) -> str:
    match event:
        case logistics.SuppliesUsed():
            return _supplies_part(event)
        case logistics.StressRose():
            return f"stress rose to {event.stress} % ({names.ship_names(event.ships)})"
        case logistics.StressEased():
            return f"in supply at {names.place(view, event.hex)}, no stress left ({names.ship_names(event.ships)})"
        case logistics.StressChecked() if event.failed:
            end = ", a ruling says what happens" if asks else ""
            return f"stress check failed by {names.ship_names(event.failed)}{end}"
        case logistics.StressChecked():
            return f"stress checks passed ({names.ship_names(event.ships)})"


def _supplies_part(event: logistics.SuppliesUsed) -> str:
    spent = f" with {event.cps} CPs" if event.cps else ""
    sources = [f"{event.used} from stores"] if event.used else []
    sources += [f"{event.made} made on the spot{spent}"] if event.made else []
    left = f", {event.left} left aboard" if sources or event.left else ""
    got = f" ({format_list(sources) or 'none used'}{left})" if left else ""
    short = f", none for {names.ship_names(event.short)}" if event.short else ""
    return f"needed {count(event.needed, 'supply point')}{got}{short}"


@ROWS.tells(logistics.CraftTaken, "fleets")
def _craft_taken(event: logistics.CraftTaken, view: View) -> str:
    what = names.units_name(view, event.side, event.design, event.count)
    how = names.ship_names(event.ships) if event.ships else "aboard" if event.cause.rule == TROOPS_RULE else "in crates"
    return (
        f"{names.fleet_name(view, event.fleet)} took {what} along from {names.holder_name(view, event.place)} ({how})."
    )


@ROWS.tells(logistics.StressSettled, "losses")
def _stress_settled(event: logistics.StressSettled, view: View) -> str:
    return format_stress_result(event, names.crew_name(view, event.fleet, event.ships), view)


ROWS.says(officers.OfficerRanked, "fleets", "{name} now has rank {rank}, after {was}.")
ROWS.says(officers.CrewPromoted, "fleets", "The crew of {ship} is {grade} now.")


@ROWS.tells(officers.OfficerRecruited, "building")
def _officer_recruited(event: officers.OfficerRecruited, _: View) -> str:
    ratings = f"strategy {event.strategy}, command {event.command}, attack {event.attack}, defense {event.defense}"
    talents = f"; {plain(', '.join(event.talents))}" if event.talents else ""
    asked = f" ({plain(', '.join(event.asked))}: a ruling is asked for)" if event.asked else ""
    joined = f"{plain(event.name)} ({names.number(event.officer)}) joined your officers for {event.cps} CPs"
    return f"{joined}: {ratings}{talents}{asked}."


@ROWS.tells(officers.OfficerPosted, "fleets")
def _officer_posted(event: officers.OfficerPosted, view: View) -> str:
    where = _unit_name(view, event.side, event.unit)
    kind = next((kind for kind in POSTS_IN_WORDS if kind == event.post), None)
    if kind is None:
        return f"{plain(event.name)} is in the pool again{f', after {where}' if where else ''}."
    return f"{plain(event.name)} is {_post_name(kind, where)} now."


@ROWS.tells(officers.OfficerLost, "losses")
def _officer_lost(event: officers.OfficerLost, view: View) -> str:
    return f"{plain(event.name)} was lost with {_unit_name(view, event.side, event.unit)}."


@ROWS.tells(officers.OfficerTookOver, "losses")
def _officer_took_over(event: officers.OfficerTookOver, view: View) -> str:
    kind = next((kind for kind in POSTS_IN_WORDS if kind == event.post), None)
    where = _unit_name(view, event.side, event.unit)
    return f"{plain(event.name)} takes over as {_post_name(kind, where) if kind else where}."


@ROWS.tells(officers.WitsMatched, "gm")
def _wits_matched(event: officers.WitsMatched, view: View) -> str:
    totals = format_list([f"{names.side_name(view, side)} {total}" for side, total in event.totals])
    what = f"The admirals at {names.place(view, event.hex)} matched their wits: {totals}."
    if not event.winner:
        return f"{what} Neither is ahead."
    ahead = names.side_name(view, event.winner)
    return f"{what} {ahead} is ahead by {event.difference}: you choose what that buys, by the size of the difference."


@ROWS.tells(officers.CrewMoved, "fleets")
def _crew_moved(event: officers.CrewMoved, _: View) -> str:
    to = names.number(event.to)
    return f"The crews of {names.number(event.ship)} and {to} changed ships; that of {to} counts as {event.grade}."


def _post_name(kind: PostKind, where: str) -> str:
    return f"aboard {where}" if kind == "aboard" else f"{POSTS_IN_WORDS[kind]} {where}"


def _unit_name(view: View, side: SideId, unit: str) -> str:
    """A ship, base, colony or combat team as its owner knows it."""
    spot, _, design = unit.partition("|")
    if design:
        return f"{names.design_name(view, side, design)} of {names.colony_name(view, spot)}"
    if spot in view.bases:
        return names.base_name(view, spot)
    return names.number(spot) if "/" in spot else names.colony_name(view, spot) if spot else ""


@ROWS.tells(industry.RepairBegun, "fleets")
def _repair_begun(event: industry.RepairBegun, view: View) -> str:
    who, where = plain(event.name), names.place(view, event.hex)
    took = f"{event.cps} CPs, {count(event.days, 'day')} of work"
    return f"{who} began to repair {names.ship_names(event.units)} at {where}: {took}."


@ROWS.tells(industry.UnitRepaired, "fleets")
def _unit_repaired(event: industry.UnitRepaired, view: View) -> str:
    left = f"; {count(event.left, 'component')} still out of order" if event.left else ""
    return f"{names.number(event.unit)} was repaired by {_repairer_name(event, view)}{left}."


@ROWS.tells(industry.RepairBroken, "fleets")
def _repair_broken(event: industry.RepairBroken, view: View) -> str:
    back = f"; {event.cps} CPs came back" if event.cps else ""
    return f"The repair of {names.number(event.unit)} by {_repairer_name(event, view)} was broken off{back}."


@ROWS.tells(industry.UpgradeInstalled, "fleets")
def _upgrade_installed(event: industry.UpgradeInstalled, view: View) -> str:
    return f"{names.number(event.unit)} was given {plain(event.upgrade)} by {_repairer_name(event, view)}."


def _repairer_name(event: industry.UnitRepaired | industry.RepairBroken | industry.UpgradeInstalled, view: View) -> str:
    return plain(event.name) or names.holder_name(view, event.by)


@ROWS.tells(raids.RaidBegun, "fleets")
def _raid_begun(event: raids.RaidBegun, view: View) -> str:
    does = "to take what it catches" if event.cargo == "take" else "to destroy what it catches"
    return f"{names.fleet_name(view, event.fleet)} goes raiding by way of {', '.join(event.path)}, {does}."


@ROWS.tells(raids.TrafficSought, "encounters")
def _traffic_sought(event: raids.TrafficSought, view: View) -> str:
    who = f"{names.side_name(view, event.raider)} {names.fleet_name(view, event.fleet)}"
    came = "caught some" if event.caught else "found none"
    where = names.place_then(view, event.hex, event.week)
    return f"{who} looked for ships of {names.side_name(view, event.victim)} at {where} ({event.chance} %) and {came}."


@ROWS.tells(raids.TrafficCaught, "encounters")
def _traffic_caught(event: raids.TrafficCaught, view: View) -> str:
    goods = f"{event.cps} CPs"
    if event.taken:
        rest = event.cps - event.taken
        goods += f": {event.taken} taken aboard{f', {rest} destroyed' if rest else ''}"
    else:
        goods += ", destroyed"
    where = names.place_then(view, event.hex, event.week)
    raider, victim = names.fleet_name(view, event.fleet), names.side_name(view, event.victim)
    return f"{raider} caught freighters of {victim} at {where} with {goods}."


@ROWS.tells(raids.TrafficLost, "losses")
def _traffic_lost(event: raids.TrafficLost, view: View) -> str:
    who = f"raiders of {names.side_name(view, event.by)}" if event.by else "raiders that nobody has seen"
    where = names.place_then(view, event.hex, event.week)
    return f"Freighters from {names.colony_name(view, event.colony)} were lost to {who} at {where}: {event.cps} CPs."


@ROWS.tells(raids.FreighterRobbed, "losses")
def _freighter_robbed(event: raids.FreighterRobbed, view: View) -> str:
    who = f"raiders of {names.side_name(view, event.by)}" if event.by else "raiders that nobody has seen"
    where = names.place_then(view, event.hex, event.week)
    return f"{names.fleet_name(view, event.fleet)} lost its cargo of {event.cps} CPs to {who} at {where}."


@ROWS.tells(raids.RaidersFaced, "encounters")
def _raiders_faced(event: raids.RaidersFaced, view: View) -> str:
    what = f"{names.fleet_name(view, event.fleet)} met"
    foe = names.side_name(view, event.foe)
    where = names.place_then(view, event.hex, event.week)
    if event.escort:
        return f"{what} {foe} among the freighters at {where}."
    return f"{what} defenders of {foe} at {where}, and caught no freighters there."


@ROWS.tells(raids.RaidLossesMet, "losses")
def _raid_losses_met(event: raids.RaidLossesMet, _: View) -> str:
    parts = [f"{event.pool} from what was left"] if event.pool else []
    parts += [f"{event.cut} by cuts"] if event.cut else []
    parts += [f"{event.unmet} not at all"] if event.unmet else []
    return f"Raids cost {event.cps} CPs: met {format_list(parts)}."


@ROWS.tells(raids.BlockadeChanged, "colonies")
def _blockade_changed(event: raids.BlockadeChanged, view: View) -> str:
    name = names.colony_name(view, event.colony, event.name)
    if event.on:
        return f"{name} is blockaded by {names.side_name(view, event.by)} and cut off from its grid."
    return f"The blockade of {name} by {names.side_name(view, event.by)} is lifted."


@ROWS.tells(raids.WorldBombarded, "encounters")
def _world_bombarded(event: raids.WorldBombarded, view: View) -> str:
    who = names.fleet_name(view, event.fleet)
    where = names.orbit_name(view, event.hex, event.orbit)
    return f"{who} fired on {where} ({event.target}): {event.damage} points of damage. {plain(event.text)}"


@ROWS.tells(raids.ColonyBombarded, "losses")
def _colony_bombarded(event: raids.ColonyBombarded, view: View) -> str:
    who = f" by {names.side_name(view, event.by)}" if event.by else ""
    name = names.colony_name(view, event.colony, event.name)
    if event.destroyed:
        return f"{name} was destroyed from orbit{who}."
    parts = [f"{event.lost} CPs of its size"] if event.lost else []
    parts += [f"{n} of {plain(what)}" for what, n in event.facilities.items()]
    parts += [f"{n} units of {plain(design)}" for design, n in event.units.items()]
    return f"{name} was bombarded{who} ({event.target}), and lost {format_list(parts) if parts else 'nothing'}."


@ROWS.tells(raids.PlanetDestroyed, "discoveries")
def _planet_destroyed(event: raids.PlanetDestroyed, view: View) -> str:
    where = names.place(view, event.hex)
    return f"World {event.orbit} of {where} is gone: asteroids are left, {event.step}, with {event.max_cp} CPs at most."
