"""Commerce raids in the month: raiders look for traffic in every hex they enter, and what they catch (CW-9.5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.combat.arms import foes_of, guards_at, has_working_lrs, is_force
from rules.cluster_war.chapters.combat.raid_traffic import Traffic, traffic_of, traffic_of_race
from rules.cluster_war.chapters.detection.cloaks import is_hidden, reveal
from rules.cluster_war.chapters.detection.sensors import sight
from rules.cluster_war.chapters.movement.fleets import in_order, put_fleet
from rules.cluster_war.chapters.movement.journey import next_stage
from rules.cluster_war.chapters.movement.meetings import at_peace
from rules.cluster_war.chapters.movement.navigation import chart_of, mode_in
from rules.cluster_war.model.economy.holds import room_aboard, stow_cps
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed
from rules.cluster_war.model.events.raids import (
    FreighterRobbed,
    RaidersFaced,
    TrafficCaught,
    TrafficLost,
    TrafficSought,
)
from rules.cluster_war.model.state.common import ColonyId, FleetId, HexId, Settings, SideId, tables
from rules.cluster_war.model.state.holdings import Course, Fleet, Leg
from rules.cluster_war.model.state.npr import LONGEST_LOG, guarded_by
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.cluster_war.model.worlds.terrain import inhibits
from rules.values import Cause, IllegalOrderError, Modifier, Value, changed

Place: TypeAlias = Literal["route", "system"]
RAID_CHANCES_TABLE: Final = "CW-9.5-T01"
TRAFFIC_ROWS: Final = {"route": "each trade-route hex travelled", "system": "star system where CPs are moved"}
RAIDS_TABLE: Final = "CW-TAB-RAIDS"
CATCH_PARTS_ROW: Final = "parts of the traffic, of which a catch is one"
MORE_FIXED: Final = "per cent more on fixed lines"
REACTION_ROW: Final = "per cent of a reaction for each week in one place"
REACTION_FIXED: Final = "per cent more of a reaction on fixed lines"
NOBODY_COMES: Final = "Nobody comes."
"""The default answer to how the enemy reacts to raiders that stay in one place."""


def number_of(what: str, settings: Settings) -> int:
    """A number of raids by what it is called in CW-TAB-RAIDS."""
    return tables(settings)[RAIDS_TABLE].number(what, "number")


def chance(place: Place, settings: Settings, *, lrs: bool, fixed: bool = False) -> int:
    """Per cent to catch somebody in a hex (CW-9.5-03, CW-9.5-04, CW-9.5-08, CW-9.5-10)."""
    printed = tables(settings)[RAID_CHANCES_TABLE].number(TRAFFIC_ROWS[place], "with_LRS" if lrs else "without_LRS")
    return printed + (number_of(MORE_FIXED, settings) if fixed else 0)


def share_of(traffic: int, settings: Settings) -> int:
    """CPs that a catch of a colony's traffic is worth: a quarter, rounded down (CW-9.5-13)."""
    return traffic // number_of(CATCH_PARTS_ROW, settings)


@dataclass(slots=True)
class _Week:
    """A week of raids: the traffic of each side, worked out when first asked."""

    turn: TurnState
    week: int
    known: dict[SideId, Traffic] = field(default_factory=dict)

    def traffic(self, side: SideId) -> Traffic:
        turn = self.turn
        if side in turn.nprs and side not in self.known:
            self.known[side] = traffic_of_race(turn, turn.nprs[side])
        if side not in self.known:
            self.known[side] = turn.memoized("traffic", side, (turn.start,), lambda: traffic_of(turn, side))
        return self.known[side]


class _Hunt(Value):
    """Raiders in one hex: which of the week it is for them, and whom they look for there."""

    fleet: Fleet
    hex: HexId
    number: int
    victim: SideId


def raid_week(turn: TurnState, week: int) -> None:
    """After a week's movement: raiders look for prey in each hex that they entered, in the order of their course.

    A raid lasts until the fleet is sent elsewhere. Raiders that take cargo stay where they found it until the next week
    (CW-9.5-15).
    """
    raiders = [f.id for f in in_order([f for f in turn.fleets.values() if f.raid is not None])]
    if not raiders:
        return
    now = _Week(turn, week)
    for key in raiders:
        fleet = turn.fleets[key]
        steps = _entered(turn, key, week)
        for number, step in enumerate(steps):
            victims = tuple(prey_of(turn, fleet.side))
            took = [_look(now, _Hunt(turn.fleets[key], step.hex, number, victim)) for victim in victims]
            if any(took) and number + 1 < len(steps):
                _hold(turn, turn.fleets[key], step, steps[number + 1 :])
                break
        _stay(now, turn.fleets[key])


def prey_of(turn: TurnState, side: SideId) -> Iterator[SideId]:
    """Whose freighters a side's raiders stop: all sides it is not at peace with, then the races that the game master runs."""
    yield from foes_of(turn, side)
    yield from (npr for npr in sorted(turn.nprs) if not at_peace(turn.start.peace, side, npr))


def _guarded(turn: TurnState, hunt: _Hunt) -> bool:
    """Whether defenders of the victim are in the hex who see the raiders (CW-9.5-05, CW-9.5-11)."""
    npr = turn.nprs.get(hunt.victim)
    if npr is not None:
        return guarded_by(npr, hunt.hex)
    return guards_at(turn, hunt.victim, hunt.hex) and not is_hidden(turn, hunt.fleet, hunt.victim)


def _look(now: _Week, hunt: _Hunt) -> bool:
    """Look for one side's traffic in a hex; True if the raiders took cargo aboard there."""
    turn, traffic = now.turn, now.traffic(hunt.victim)
    place: Place | None = "system" if hunt.hex in traffic.systems else "route" if hunt.hex in traffic.routes else None
    freighters = _freighters(now, hunt)
    if _guarded(turn, hunt):
        _face(now, hunt, escort=False)
        return False
    if place is None and not freighters:
        return False
    lrs = has_working_lrs(turn, hunt.fleet)
    took = False
    if place is not None:
        here = traffic.systems if place == "system" else traffic.routes
        percent = chance(place, turn.settings, lrs=lrs, fixed=traffic.fixed)
        if _rolled(now, hunt, percent, "traffic"):
            if _escorted(now, hunt, traffic):
                return False
            took = _catch(now, hunt, here[hunt.hex], traffic, percent)
    for prey in freighters:
        percent = chance(place or "route", turn.settings, lrs=lrs, fixed=traffic.fixed)
        if _rolled(now, hunt, percent, prey.id):
            took |= _rob(now, hunt, prey, percent)
    return took


def _rolled(now: _Week, hunt: _Hunt, percent: int, prey: str) -> bool:
    """A roll for prey, which only the game master hears of: whoever heard of a miss would know of a route."""
    turn, fleet = now.turn, hunt.fleet
    key = f"raid/{fleet.id}/{hunt.victim}/{hunt.hex}/{now.week}/{hunt.number}/{prey}"
    roll = turn.dice.percent(unseen_key(turn, key))
    caught = roll.total <= percent
    cause = Cause("CW-9.5-03", fleet.order, (Modifier(percent, "% chance"),), (roll,))
    turn.say(TrafficSought(fleet.side, fleet.id, hunt.victim, hunt.hex, now.week, percent, caught=caught, cause=cause))
    return caught


def _catch(now: _Week, hunt: _Hunt, senders: Sequence[ColonyId], traffic: Traffic, percent: int) -> bool:
    turn, fleet, colony = now.turn, hunt.fleet, senders[0]
    worth = {c: share_of(traffic.cps[c] - _lost_before(turn, hunt, traffic, c), turn.settings) for c in senders}
    cps = worth[colony]
    if not cps:
        return False
    taken = _stow(turn, fleet, cps)
    if not taken:
        reveal(turn, (fleet.id,), "firing on freighters")
    why = (Modifier(percent, "% chance"), Modifier(traffic.cps[colony], "CPs of traffic, of which they catch a part"))
    cause = Cause("CW-9.5-15" if taken else "CW-9.5-14", fleet.order, why[:1])
    turn.tell_side(TrafficCaught(fleet.side, fleet.id, hunt.victim, hunt.hex, now.week, cps, taken, cause=cause))
    if hunt.victim in turn.nprs:
        _rob_race(turn, hunt, colony, cps)
        return taken > 0
    by = fleet.side if _seen(turn, hunt, fires=not taken) else ""
    lost = TrafficLost(hunt.victim, colony, hunt.hex, now.week, cps, by, cause=Cause("CW-9.5-13", modifiers=why))
    turn.tell_side(lost)
    # The first is what was charged; `gm.raids.ChangeCatch` reads these words again.
    choices = tuple(f"{c}: {worth[c]} CPs" for c in senders)
    text = (
        f"{turn.sides[fleet.side].name} {fleet.id} caught freighters of {turn.sides[hunt.victim].name} at {hunt.hex}: "
        f"the traffic of {colony}, {cps} CPs, {taken} of them taken aboard. Whose traffic was it?"
    )
    advice = (
        "The colony whose traffic passes nearest; change it with /decree war catch. Deep raids cost more: /decree raid."
    )
    turn.put_question(
        "raid",
        (hunt.victim, fleet.side),
        text,
        "CW-9.5-19",
        advice,
        hunt.hex,
        choices=choices,
        subjects=(hunt.victim, colony, str(cps)),
    )
    return taken > 0


def _lost_before(turn: TurnState, hunt: _Hunt, traffic: Traffic, colony: ColonyId) -> int:
    """What raiders have caught of a colony's traffic this month: what is gone cannot be caught again (CW-9.5-13, R-093)."""
    if hunt.victim in turn.nprs:
        hexes = {h for h, senders in {**traffic.routes, **traffic.systems}.items() if senders[0] == colony}
        caught = (e for e in turn.events if isinstance(e, TrafficCaught) and e.victim == hunt.victim)
        return sum(e.cps for e in caught if e.hex in hexes)
    lost = (e for e in turn.events if isinstance(e, TrafficLost) and e.side == hunt.victim)
    return sum(e.cps for e in lost if e.colony == colony)


def _rob_race(turn: TurnState, hunt: _Hunt, colony: ColonyId, cps: int) -> None:
    """A race that the game master runs has no treasury: its log says what it lost, and its raiders are strangers no more."""
    npr = turn.nprs[hunt.victim]
    who = turn.sides[hunt.fleet.side].name
    line = f"Turn {turn.turn}: raiders of {who} caught {cps} CPs of {colony} at {hunt.hex}."
    turn.nprs[npr.id] = changed(npr, log=(*npr.log, line)[-LONGEST_LOG:])
    _meet(turn, hunt)


def _meet(turn: TurnState, hunt: _Hunt) -> None:
    """Who stops a freighter, or its defenders, knows whose they are."""
    met = turn.knowledge[hunt.fleet.side].met
    if hunt.victim not in met:
        turn.learn(hunt.fleet.side, met=(*met, hunt.victim))


def _stow(turn: TurnState, fleet: Fleet, cps: int) -> int:
    """What of a catch comes aboard, of those that take cargo: what their free bays hold (CW-9.5-15)."""
    if fleet.raid is None or fleet.raid.cargo == "destroy":
        return 0
    designs = turn.sides[fleet.side].designs
    ships = {ship: turn.ships[ship] for ship in fleet.ships}
    taken = min(cps, room_aboard(designs, ships.values(), turn.settings))
    if taken:
        turn.ships.update(stow_cps(designs, ships, taken, turn.settings))
    return taken


def _seen(turn: TurnState, hunt: _Hunt, *, fires: bool) -> bool:
    """Whether the victim saw whose raiders they were: in view, and not hidden by a cloak unless they fire (CW-9.5-11)."""
    if hunt.hex not in sight(turn, hunt.victim):
        return False
    return fires or not is_hidden(turn, hunt.fleet, hunt.victim)


def _freighters(now: _Week, hunt: _Hunt) -> list[Fleet]:
    """Unarmed fleets of the victim with CPs aboard that are in the hex, or have passed it this week (CW-9.5-07); those that
    jump pass only the hexes between two legs (CW-9.5-09)."""
    turn = now.turn
    there = {f.id for f in turn.fleets.at(hunt.hex) if f.transit is None}
    there |= {e.fleet for e in turn.events if isinstance(e, FleetPassed) and (e.hex, e.week) == (hunt.hex, now.week)}
    return [
        f
        for f in in_order(turn.fleets.values())
        if f.side == hunt.victim
        and f.id in there
        and any(turn.ships[s].cargo for s in f.ships)
        and not is_force(turn, f)
    ]


def _rob(now: _Week, hunt: _Hunt, prey: Fleet, percent: int) -> bool:
    """Command freighters dump their cargo or give it up; the ships themselves are a matter of the meeting (R-097)."""
    turn, fleet = now.turn, hunt.fleet
    cps = sum(turn.ships[ship].cargo for ship in prey.ships)
    for ship in prey.ships:
        turn.ships[ship] = changed(turn.ships[ship], cargo=0)
    taken = _stow(turn, fleet, cps)
    if not taken:
        reveal(turn, (fleet.id,), "firing on freighters")
    cause = Cause("CW-9.5-07", fleet.order, (Modifier(percent, "% chance"),))
    turn.tell_side(TrafficCaught(fleet.side, fleet.id, hunt.victim, hunt.hex, now.week, cps, taken, cause=cause))
    by = fleet.side if _seen(turn, hunt, fires=not taken) else ""
    cause = Cause("CW-9.5-07", prey.order, (Modifier(percent, "% chance"),))
    turn.tell_side(FreighterRobbed(prey.side, prey.id, hunt.hex, now.week, cps, by, cause=cause))
    return taken > 0


def _face(now: _Week, hunt: _Hunt, *, escort: bool) -> None:
    if hunt.victim in now.turn.nprs:
        _meet(now.turn, hunt)
    rule = "CW-9.5-12" if escort else "CW-9.5-05"
    cause = Cause(rule, hunt.fleet.order)
    faced = RaidersFaced(hunt.fleet.side, hunt.fleet.id, hunt.victim, hunt.hex, now.week, escort=escort, cause=cause)
    now.turn.tell_side(faced)


def _escorted(now: _Week, hunt: _Hunt, traffic: Traffic) -> bool:
    """Whether an escort or Q-ship was with the prey: it is there then, and the catch becomes a meeting (CW-9.5-12).

    An escort stays with the traffic of the colonies whose routes and systems it stands on, if its drive takes it there.
    """
    turn = now.turn
    prey = {*traffic.systems.get(hunt.hex, ()), *traffic.routes.get(hunt.hex, ())}
    found = False
    for fleet in in_order(turn.fleets.values()):
        if fleet.side != hunt.victim or fleet.mission != "escort" or fleet.transit is not None or fleet.route:
            continue
        guarded = {*traffic.systems.get(fleet.hex, ()), *traffic.routes.get(fleet.hex, ())}
        if not guarded & prey or not is_force(turn, fleet) or not _reaches(now, fleet, hunt.hex):
            continue
        found = True
        cause = Cause("CW-9.5-12", fleet.order)
        put_fleet(turn, changed(fleet, hex=hunt.hex, escorts_since=now.week))
        turn.tell_side(FleetArrived(fleet.side, fleet.id, fleet.name, hunt.hex, now.week, cause=cause))
        faced = RaidersFaced(fleet.side, fleet.id, hunt.fleet.side, hunt.hex, now.week, escort=True, cause=cause)
        turn.tell_side(faced)
    if found:
        _face(now, hunt, escort=True)
    return found


def _reaches(now: _Week, fleet: Fleet, there: HexId) -> bool:
    """Whether an escort is in a hex, or has come there with the traffic: by its own drive, which no field holds back, in the
    weeks since it took up that traffic or last met raiders (R-092)."""
    turn = now.turn
    if fleet.hex == there:
        return True
    if fleet.is_held or inhibits(turn.cluster.systems.get(fleet.hex), turn.settings):
        return False
    try:
        stage = next_stage(chart_of(turn, fleet.side), mode_in(turn, fleet, ""), fleet.hex, there)
    except IllegalOrderError:
        return False
    return stage.to == there and now.week - fleet.escorts_since >= stage.weeks


def _entered(turn: TurnState, fleet: FleetId, week: int) -> list[FleetPassed | FleetArrived]:
    """What was told of the hexes that a fleet entered in a week, in their order."""
    told = (e for e in turn.events if isinstance(e, FleetPassed | FleetArrived))
    return [e for e in told if (e.fleet, e.week) == (fleet, week)]


def _hold(
    turn: TurnState, fleet: Fleet, here: FleetPassed | FleetArrived, later: Sequence[FleetPassed | FleetArrived]
) -> None:
    """Raiders that took cargo do not enter the hexes after it this week, but go on with the next (CW-9.5-15)."""
    course = fleet.course or Course((), ())
    path = (*(step.hex for step in later), *course.path)
    due = (*(here.week + 1 for _ in later), *(each + 1 for each in course.due))
    turn.events = [e for e in turn.events if not any(e is step for step in later)]
    put_fleet(turn, changed(fleet, hex=here.hex, course=Course(path, due), route=fleet.route or (Leg(path[-1]),)))


def _stay(now: _Week, fleet: Fleet) -> None:
    """Note how long raiders have been in one place, where the enemy gets time to react (CW-9.5-06, CW-9.5-10)."""
    turn, raid = now.turn, fleet.raid
    if raid is None:
        return
    if fleet.transit is not None:
        put_fleet(turn, changed(fleet, raid=changed(raid, hex="", weeks=0)))
        return
    weeks = raid.weeks + 1 if fleet.hex == raid.hex else 1
    put_fleet(turn, changed(fleet, raid=changed(raid, hex=fleet.hex, weeks=weeks)))
    if weeks < 2:
        return
    for victim in prey_of(turn, fleet.side):
        traffic = now.traffic(victim)
        if fleet.hex in traffic.systems or fleet.hex in traffic.routes:
            _ask_reaction(now, fleet, victim, weeks, fixed=traffic.fixed)


def named(turn: TurnState, victim: SideId) -> str:
    """What a side, or a race that the game master runs, is called."""
    npr = turn.nprs.get(victim)
    return npr.name if npr is not None else turn.sides[victim].name


def _ask_reaction(now: _Week, fleet: Fleet, victim: SideId, weeks: int, *, fixed: bool) -> None:
    turn = now.turn
    percent = number_of(REACTION_ROW, turn.settings) * weeks
    percent += number_of(REACTION_FIXED, turn.settings) if fixed else 0
    key = f"raid/{fleet.id}/{victim}/{fleet.hex}/{now.week}/reaction"
    roll = turn.dice.percent(unseen_key(turn, key))
    comes = roll.total <= percent
    verdict = (
        f"they come ({roll.total}, on {percent} or less)" if comes else f"nobody comes ({roll.total}, over {percent})"
    )
    text = (
        f"Raiders of {turn.sides[fleet.side].name}, {fleet.id}, have been at {fleet.hex} for {weeks} weeks. "
        f"Does {named(turn, victim)} bring up defenders?"
    )
    advice = f"The dice say {verdict}. Bring them there with /gm amend move."
    who = (fleet.id, victim)
    asked = (q for q in turn.questions if q.rule == "CW-9.5-06" and q.subjects == who and not q.settled_turn)
    turn.put_question(
        "raid",
        tuple(s for s in (victim, fleet.side) if s in turn.sides),
        text,
        "CW-9.5-06",
        advice,
        fleet.hex,
        choices=(NOBODY_COMES,),
        subjects=who,
        old=next(asked, None),
    )
