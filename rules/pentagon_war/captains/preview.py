"""A programme looked at before it counts: path, power, likely shots and stops, and what would be refused.

Worked out from the side's view with everybody else coasting and no die rolled; so it promises nothing about the enemy.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.dice import Roller
from rules.hexes import Hex, distance
from rules.pentagon_war.captains.plotted import plotted_decisions
from rules.pentagon_war.captains.stances import stance_decisions
from rules.pentagon_war.captains.stops import (
    CaptainMemory,
    is_watched,
    nearest_enemy,
    stop_words,
    stops_made,
    waits,
    ways_out,
)
from rules.pentagon_war.changes import placed_things, put_units, remove_units, seekers
from rules.pentagon_war.commission import may_lock_on
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.movement.rotation import is_spent
from rules.pentagon_war.notation.write import order_lines
from rules.pentagon_war.orders import (
    Accelerate,
    AllocatePower,
    Decided,
    Decision,
    Detonate,
    Fire,
    Rotate,
    SelfDestruct,
    unit_of,
)
from rules.pentagon_war.programme import NO_TARGET, FireLine, MoveLine, PowerPlan, Programme, Stance
from rules.pentagon_war.state import Battle, Shot
from rules.pentagon_war.targeting.targets import bolt_strength, power_of
from rules.pentagon_war.turn.engine import check, is_legal, play_step
from rules.pentagon_war.turn.power import radar_rating
from rules.pentagon_war.turn.steps import END_OF_TURN, next_moment
from rules.pentagon_war.turn.view import BattleView, view_for
from rules.pentagon_war.units import Bolt, Craft, Missile, UnitId, Velocity
from rules.values import GameError, Roll, Value, changed

MOVEMENT_SEGMENT: Final = 3
LOCK_ON_DIE_SIDES: Final = 6
"""Of the die that is rolled for a lock-on."""
PLAYED_SEGMENTS: Final = (1, 2, 3, 6)
"""The segments that are played through: rotation, acceleration, movement, launches."""
CHASE_HEXES: Final = 20
"""Where no enemy comes nearer than this in a turn, it is told what leaving the battle takes."""
WAY_RULES: Final = {"acceleration": "PW-B77", "separation": "PW-B80"}
SHOT_SEGMENTS: Final = (5, 6, 7)
"""The segments whose decisions are listed as shots: missiles set off, launches, direct fire."""
RARE_SEGMENTS: Final = (5, 6)
"""Those of them in which craft ram, blow up, join, part, enter orbits and launch."""


class Place(Value):
    """Where the craft would be at an impulse's end."""

    impulse: int
    hex: Hex
    facing: Facing


class LineProblem(Value):
    """A line that would be refused at an impulse (0: the initial allocation), and the rule."""

    impulse: int
    text: str
    rule: str


class Threat(Value):
    """An enemy's missile or bolt in flight: how far off it is now, and, if it is after this craft and nothing stops it, the
    impulse of this turn at which it strikes (0: not in this turn) and for how many points."""

    unit: UnitId
    hexes: int
    impulse: int
    points: int


class Leaving(Value):
    """How the craft could leave the battle when the turn ends, in words; `ways` are open then, if nobody changes course.

    `needed` says what the ways need that are not. With neither the battle is too near to speak of leaving it.
    """

    ways: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()


class Preview(Value):
    """What a programme, or a stance, would come to. `power` is what is left at each impulse's end; `shots` and `stops` are in
    words, and so is what the programme would tell others, in `telling`. `threats` come soonest first.

    `ranges` are the hexes to the nearest enemy at each impulse's end, if one is in sight. `later`: there is thrust that counts
    from the next turn only (PW-A48). `moves` are the turns and thrusts that come about, `allocation` is the turn's power as it is
    allocated, if that is still to come. `acts` are the decisions of segments 5 and 6 that come about, with their impulses, and
    `chances` those that were asked about, with each impulse in which they would be legal.
    """

    path: tuple[Place, ...]
    velocity: Velocity
    power: tuple[tuple[int, int], ...]
    shots: tuple[str, ...]
    stops: tuple[str, ...]
    problems: tuple[LineProblem, ...]
    telling: tuple[str, ...] = ()
    threats: tuple[Threat, ...] = ()
    ranges: tuple[tuple[int, int], ...] = ()
    later: bool = False
    moves: tuple[MoveLine, ...] = ()
    allocation: PowerPlan | None = None
    leaving: Leaving = Leaving()
    acts: tuple[tuple[int, Decision], ...] = ()
    chances: tuple[tuple[int, Decision], ...] = ()


@dataclass(slots=True)
class _Found:
    """What a preview has gathered so far."""

    path: list[Place] = field(default_factory=list)
    power: list[tuple[int, int]] = field(default_factory=list)
    shots: list[str] = field(default_factory=list)
    stops: list[str] = field(default_factory=list)
    ranges: list[tuple[int, int]] = field(default_factory=list)
    moves: dict[int, MoveLine] = field(default_factory=dict)
    allocated: list[PowerPlan] = field(default_factory=list)
    acts: list[tuple[int, Decision]] = field(default_factory=list)
    chances: list[tuple[int, Decision]] = field(default_factory=list)


class _NoDice(Roller):
    """Dice that always show one: nothing that is rolled for is told."""

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        return Roll(key, sides, (1,) * count)

    def percent(self, key: str) -> Roll:
        return self.roll(key, 100)


def _with_lock_ons(battle: Battle) -> Battle:
    """The battle after the lock-ons of a turn, each taken for what is as likely as not (PW-B30)."""
    if not may_lock_on(battle):
        return battle
    likely = {
        unit: changed(craft, locked_on=craft.radar_on and 2 * radar_rating(craft) >= LOCK_ON_DIE_SIDES)
        for unit, craft in battle.craft.items()
    }
    return changed(battle, craft=likely)


def preview(
    view: BattleView,
    programme: Programme,
    led_by: Stance | None = None,
    asked: Sequence[Decision] = (),
    said: Sequence[Decision] = (),
) -> Preview:
    """What a craft of the viewer's would do by this programme, or by a stance alone, from here to the turn's end; and when the
    decisions that are asked about would be legal. A craft that blows itself up ends there.

    What its captain has `said` for it stands in the place of the same kind of decision, as when it is played.
    """
    known = view.known
    unit, side = programme.craft, known.craft[programme.craft].side
    battle = changed(known, programmes={unit: programme}, players=(), waiting=())
    inbound = _inbound(battle, unit)
    battle = put_units(battle, *inbound)
    arrivals = {
        seeker.id: (known.now.impulse, _points_of(battle, seeker))
        for seeker in inbound
        if seeker.at == battle.craft[unit].at and known.now.impulse and known.now.segment > MOVEMENT_SEGMENT
    }
    battle = remove_units(battle, arrivals)
    memory = CaptainMemory(side, frozenset({unit}))
    problems = [] if led_by else _unknown(battle, programme)
    found = _Found()
    while battle.now.turn == known.now.turn and battle.now.impulse < END_OF_TURN and not battle.craft[unit].fate:
        now = battle.now
        here = view_for(battle, side, memory.records)
        if is_watched(battle) and led_by is None:
            made = stops_made(here, memory, unit, programme)
            found.stops += [f"Impulse {now.impulse}: {stop_words(line)}" for line in made]
        decided: list[Decided] = []
        craft = here.known.craft[unit]
        found.chances += [(now.impulse, each) for each in asked if now.impulse and is_legal(battle, side, each)]
        mine = [each for each in said if not waits(battle, each)]
        said, kinds = [each for each in said if each not in mine], {(type(each), unit_of(each)) for each in mine}
        planned = list(
            (stance_decisions(here, memory, craft, led_by) if led_by else None)
            or plotted_decisions(here, memory, craft, programme)
        )
        for decision in (*mine, *(each for each in planned if (type(each), unit_of(each)) not in kinds)):
            try:
                check(battle, side, decision)
            except GameError as refusal:
                problems.append(
                    LineProblem(now.impulse, f"{' '.join(order_lines(decision))}: {refusal}", refusal.rule or "")
                )
                continue
            decided.append(Decided(side, decision))
            _note(found.moves, now.impulse, decision)
            found.allocated += [decision.plan] if isinstance(decision, AllocatePower) else []
            found.acts += [(now.impulse, decision)] if now.impulse and now.segment in RARE_SEGMENTS else []
            if now.impulse and now.segment in SHOT_SEGMENTS:
                found.shots.append(f"Impulse {now.impulse}: {order_lines(decision)[0].removeprefix(f'{unit} ')}")
        if any(isinstance(one.decision, SelfDestruct) for one in decided):
            break
        if now.segment in PLAYED_SEGMENTS and not (now.impulse == 0 and now.segment > 2):
            battle = play_step(battle, decided, _NoDice()).state
            if now.segment == MOVEMENT_SEGMENT:
                battle = _arrived(battle, inbound, arrivals)
        else:
            battle = _spent(battle, unit, decided) if now.segment == 7 else battle
            battle = remove_units(
                battle, [one.decision.missile for one in decided if isinstance(one.decision, Detonate)]
            )
            battle = _with_lock_ons(battle) if now.impulse == 0 else battle
            battle = changed(battle, now=next_moment(battle))
        if now.impulse and now.segment == 11:
            craft = battle.craft[unit]
            found.path.append(Place(now.impulse, craft.at, craft.facing))
            found.power.append((now.impulse, craft.cpmf.left))
            found.ranges += _range(view_for(battle, side, memory.records), now.impulse, craft)
    return Preview(
        tuple(found.path),
        battle.craft[unit].velocity,
        tuple(found.power),
        tuple(found.shots),
        tuple(found.stops),
        tuple(problems),
        () if led_by else _telling(known, programme),
        threats=_threats(known, unit, inbound, arrivals),
        ranges=tuple(found.ranges),
        later=any(line.accelerate for line in found.moves.values()) and not known.options.midturn_velocity,
        moves=tuple(found.moves.values()),
        allocation=next(iter(found.allocated), None),
        leaving=_leaving(known, battle, unit),
        acts=tuple(found.acts),
        chances=tuple(found.chances),
    )


def _range(view: BattleView, impulse: int, craft: Craft) -> list[tuple[int, int]]:
    enemy = nearest_enemy(view, craft)
    return [] if enemy is None else [(impulse, distance(craft.at, enemy.at))]


def _note(moves: dict[int, MoveLine], impulse: int, decision: Decision) -> None:
    """Keep a turn or a thrust as a line of a programme."""
    line = moves.get(impulse, MoveLine(impulse))
    match decision:
        case Accelerate(_, multiple, brake):
            moves[impulse] = changed(line, accelerate=multiple, brake=brake)
        case Rotate(_, facing):
            moves[impulse] = changed(line, facing=facing)
        case _:
            pass


def _leaving(known: Battle, end: Battle, unit: UnitId) -> Leaving:
    """What the rules on disengaging say at the turn's end; where enemies are near and no way is open, nothing."""
    craft = end.craft[unit]
    if craft.fate or end.now.impulse != END_OF_TURN:
        return Leaving()
    open_, closed = ways_out(end, craft.side, unit)
    ways = tuple(f"by {order.how} ({WAY_RULES[order.how]})" for order in open_)
    near = any(
        distance(scene.craft[unit].at, enemy.at) <= CHASE_HEXES
        for scene in (known, end)
        for enemy in scene.craft.values()
        if enemy.side != craft.side and not enemy.fate
    )
    return Leaving(
        ways,
        ()
        if near or ways or _nearest(end, craft) < _nearest(known, known.craft[unit])
        else tuple(f"{refusal} ({refusal.rule})" for refusal in closed),
    )


def _nearest(battle: Battle, craft: Craft) -> int:
    """Hexes to the nearest enemy that is seen."""
    enemies = (each for each in battle.craft.values() if each.side != craft.side and not each.fate)
    return min((distance(craft.at, each.at) for each in enemies), default=0)


def _inbound(battle: Battle, unit: UnitId) -> tuple[Missile | Bolt, ...]:
    """The enemies' seekers as if all were after this craft: what they are after is their owners' secret."""
    side = battle.craft[unit].side
    return tuple(
        changed(seeker, target=unit)
        for seeker in seekers(battle)
        if seeker.side != side and not is_spent(seeker, battle.options)
    )


def _arrived(battle: Battle, inbound: tuple[Missile | Bolt, ...], arrivals: dict[UnitId, tuple[int, int]]) -> Battle:
    """Notes which of them have reached the craft, and for how much; they are gone then."""
    wanted = {seeker.id for seeker in inbound}
    for seeker in seekers(battle):
        if seeker.id in wanted and seeker.arrived:
            arrivals[seeker.id] = (battle.now.impulse, _points_of(battle, seeker))
    return remove_units(battle, arrivals)


def _points_of(battle: Battle, seeker: Missile | Bolt) -> int:
    """What a seeker would do if it struck now."""
    return bolt_strength(battle, seeker) if isinstance(seeker, Bolt) else seeker.kind.warhead


def _threats(
    known: Battle, unit: UnitId, inbound: tuple[Missile | Bolt, ...], arrivals: dict[UnitId, tuple[int, int]]
) -> tuple[Threat, ...]:
    here = known.craft[unit].at
    found = [Threat(seeker.id, distance(here, seeker.at), *arrivals.get(seeker.id, (0, 0))) for seeker in inbound]
    return tuple(sorted(found, key=lambda each: (each.impulse or END_OF_TURN, each.hexes, each.unit)))


def _telling(known: Battle, programme: Programme) -> tuple[str, ...]:
    """What everybody would see of a hidden craft's captain being asked: the battle waits in the open (ruling R-060)."""
    craft = known.craft[programme.craft]
    if not craft.hidden:
        return ()
    if known.pace == "segments":
        return (
            f"{craft.name} is hidden, and you are asked at every step at which it may decide something: everybody sees the "
            "battle wait then.",
        )
    if not programme.stops:
        return ()
    return (
        f"{craft.name} is hidden, and a stop of its makes the battle wait where everybody sees it: they learn that you were "
        "asked, and at which impulse. A line with a condition acts without a word.",
    )


def _spent(battle: Battle, unit: UnitId, decided: list[Decided]) -> Battle:
    """The shots of an impulse as fired: their power is gone and the weapons have had their turn."""
    craft = battle.craft[unit]
    fired: set[str] = set()
    for one in decided:
        if isinstance(one.decision, Fire):
            order = one.decision
            found = tuple(Shot(unit, weapon, order.target, "", order.doubled) for weapon in order.weapons)
            for line, points in power_of(battle, craft, found).items():
                craft = changed(craft, cpmf=changed(craft.cpmf, **{line: getattr(craft.cpmf, line) + points}))
            fired |= set(order.weapons)
    at = battle.now
    weapons = tuple(changed(w, fired=at.absolute) if w.id in fired else w for w in craft.weapons)
    guns = tuple(changed(g, fired=at.absolute, fired_turn=at.turn) if g.id in fired else g for g in craft.guns)
    return changed(battle, craft={**battle.craft, unit: changed(craft, weapons=weapons, guns=guns)})


def _unknown(battle: Battle, programme: Programme) -> list[LineProblem]:
    """Weapons that are not aboard, and targets that cannot be seen."""
    craft = battle.craft[programme.craft]
    aboard = {"ALL"} | {w.id for w in craft.weapons} | {g.id for g in craft.guns}
    aboard |= {m.id for m in craft.missiles} | {b.id for b in craft.bays}
    boxes = {box.id for box in craft.missiles}
    problems = [
        LineProblem(0, f"{craft.name} has no missile box {blast.box}.", "PW-B82")
        for blast in programme.blasts
        if blast.box not in boxes
    ]
    there = {"", "missiles", "drones"} | placed_things(battle).keys()
    problems += [
        LineProblem(0, f"{act.target} is nothing you can see in this battle.", "PW-B92")
        for act in programme.acts
        if act.act != "leave" and act.target not in there
    ]
    for line in programme.fire:
        missing = [weapon for weapon in line.weapons if weapon not in aboard]
        if missing:
            problems.append(LineProblem(0, f"{craft.name} has no {', '.join(missing)} aboard.", "PW-B92"))
        if not _is_there(battle, line):
            problems.append(LineProblem(0, f"{line.target} is nothing you can see in this battle.", "PW-B92"))
    return problems


def _is_there(battle: Battle, line: FireLine) -> bool:
    kinds = {"", "missiles", "drones", "bolts", "craft", NO_TARGET}
    return line.target in kinds | placed_things(battle).keys() or line.target.partition("/")[0] in battle.bodies
