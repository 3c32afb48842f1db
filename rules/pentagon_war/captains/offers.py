"""The rarer lines of a programme: what a craft may do in this battle at all, each of them as a line, and those that set how it
goes through its turn.

Made from the side's view, with everybody else coasting and no die rolled; so it promises nothing about the enemy.
"""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from rules.hexes import distance
from rules.pentagon_war.captains.gunnery import TARGET_KINDS
from rules.pentagon_war.captains.preview import Preview, preview
from rules.pentagon_war.captains.stops import nearest_enemy
from rules.pentagon_war.changes import alive
from rules.pentagon_war.combat.damage.explosions import craft_strength
from rules.pentagon_war.combat.ramming import check_ram, check_ramming, check_self_destruction, ram_points
from rules.pentagon_war.geometry import directions_to, letter, sides_to
from rules.pentagon_war.movement.links_and_orbits import check_body, check_halves
from rules.pentagon_war.notation.read import read_programme
from rules.pentagon_war.notation.write import act_words, blast_words, fire_words
from rules.pentagon_war.orders import Decision, Detonate, EnterOrbit, Join, LaunchMissile, Ram, SelfDestruct, Separate
from rules.pentagon_war.positions import attachment, in_play
from rules.pentagon_war.programme import NO_TARGET, ActLine, BlastLine, Condition, FireLine, Programme, Stance
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import Craft, UnitId
from rules.values import GameError, IllegalOrderError, Value

MOST_TARGETS: Final = 6
"""So many of the nearest enemies are offered to be rammed."""
LAST_RESORT: Final = (Condition("armor", "<=", 0),)
"""When a craft's captain may want it to blow up: the next hits would take it to pieces."""
CLOSE_CONDITION: Final = Condition("range", "<=", 1)
"""When a missile in flight is set off: beside an enemy."""


Rare: TypeAlias = ActLine | BlastLine | FireLine
"""A line of the rarer things; of fire lines those that launch at nothing."""


class LineOffer(Value):
    """A line that a craft's programme may get, why, and whether the turn as it is plotted leads to it; `refused` is why it can
    never come about in this battle, "" where it can.
    """

    line: str
    reason: str
    best: bool = False
    refused: str = ""


def check_lines(battle: Battle, craft: Craft, plan: Programme) -> None:
    """A GameError for a line that can never come about in this battle, however anybody flies, as far as its side knows
    (PW-A20, PW-B74, PW-S141, PW-M30, PW-A66, PW-A36).
    """
    for act in plan.acts:
        _check_act(battle, craft, act)
    hyper = {box.id for box in craft.missiles if box.kind.hyper}
    for line in plan.fire:
        plain = [weapon for weapon in line.weapons if line.target == NO_TARGET and weapon not in hyper]
        if plain:
            raise IllegalOrderError(
                f"{', '.join(plain)} of {craft.name} is not a hyper bomb; only a hyper bomb is launched at nothing.",
                rule="PW-A36",
            )


def _check_act(battle: Battle, craft: Craft, line: ActLine) -> None:
    match line.act:
        case "self-destruct":
            check_self_destruction(battle, craft.side, SelfDestruct(craft.id))
        case "ram":
            check_ramming(battle)
            if line.target and line.target not in TARGET_KINDS and not _lost(battle, line.target):
                check_ram(battle, craft.side, Ram(craft.id, line.target))
        case "join" | "separate" if not craft.design.attachments:
            rule = "PW-S141" if line.act == "join" else "PW-M30"
            raise IllegalOrderError(f"{craft.name} was not built to be joined to another craft.", rule=rule)
        case "join" if line.target and not _lost(battle, line.target):
            check_halves(battle, craft.side, Join(craft.id, line.target))
        case "orbit":
            if not in_play(battle):
                raise IllegalOrderError("There is no planet or moon in this battle to orbit.", rule="PW-A66")
            if line.target:
                check_body(battle, line.target)
        case _:
            pass


def _lost(battle: Battle, unit: UnitId) -> bool:
    """Whether a craft is out of the battle: a line that names it has had its time, and does no harm."""
    found = battle.craft.get(unit)
    return found is not None and bool(found.fate)


def offers(view: BattleView, unit: UnitId, plan: Programme, led_by: Stance | None = None) -> tuple[LineOffer, ...]:
    """What may be added to an own craft's programme: first what its turn leads to, last what this battle does not have."""
    known = view.known
    craft = known.craft[unit]
    asked = {decision: line for line, decision in _acts_by_place(known, craft)}
    looked = preview(view, plan, led_by, tuple(asked))
    first: dict[Decision, int] = {}
    for impulse, decision in looked.chances:
        first.setdefault(decision, impulse)
    found = [
        *_legal_offers(known, craft, asked, first),
        *_last_resorts(known, craft),
        *_missiles(view, craft),
        *_leaving(looked),
        *_not_here(known, craft),
    ]
    return tuple(sorted(found, key=lambda each: (not each.best, bool(each.refused))))


def _acts_by_place(known: Battle, craft: Craft) -> Iterator[tuple[ActLine, Decision]]:
    """What depends on where the craft will be: every such thing that it could do in this battle, with the line for it."""
    enemies = sorted(
        (each for each in alive(known) if each.side != craft.side),
        key=lambda each: (distance(craft.at, each.at), each.id),
    )
    partners = [
        each for each in alive(known) if each.side == craft.side and attachment(craft, each) and attachment(each, craft)
    ]
    if known.options.ramming:
        yield from ((ActLine("ram", each.id), Ram(craft.id, each.id)) for each in enemies[:MOST_TARGETS])
    yield from ((ActLine("join", each.id), Join(craft.id, each.id)) for each in partners if each.id != craft.id)
    if craft.design.attachments:
        yield ActLine("separate"), Separate(craft.id)
    yield from ((ActLine("orbit", body.id), EnterOrbit(craft.id, body.id)) for body in in_play(known))


def _legal_offers(
    known: Battle, craft: Craft, asked: Mapping[Decision, ActLine], first: Mapping[Decision, int]
) -> Iterator[LineOffer]:
    for decision, line in asked.items():
        impulse = first.get(decision, 0)
        words = act_words(ActLine(line.act, line.target, (), impulse or 1))
        when = f"in impulse {impulse} if all others coast" if impulse else "not in this turn as it is plotted; it waits"
        about, best = _about(known, craft, decision)
        yield LineOffer(words, f"{about}: {when}", best=best and bool(impulse))


def _about(known: Battle, craft: Craft, decision: Decision) -> tuple[str, bool]:
    """What comes of a decision in a few words, and whether it is anything to advise."""
    match decision:
        case Ram(_, target):
            other = known.craft[target]
            given, taken = ram_points(known, other, craft), ram_points(known, craft, other)
            return f"{other.name} takes {given} points, you {taken}, if it strikes", given > taken
        case Join(_, to):
            return f"moves as one with {known.craft[to].name}", not craft.joined
        case EnterOrbit(_, body):
            return f"around {known.bodies[body].name}", True
        case _:
            return "it parts from what it is joined to", False


def _last_resorts(known: Battle, craft: Craft) -> Iterator[LineOffer]:
    if known.options.self_destruction:
        points = sum(term.value for term in craft_strength(craft, known))
        about = (
            f"explodes with {points} points in its hex, 8 less each hex farther"
            if points
            else "is gone, and harms nobody"
        )
        yield LineOffer(act_words(ActLine("self-destruct", "", LAST_RESORT)), f"{about}; once its armor is gone")


def _missiles(view: BattleView, craft: Craft) -> Iterator[LineOffer]:
    """Hyper bombs to be launched at nothing, and missiles to be set off: those in flight, and bombs aboard."""
    enemy = nearest_enemy(view, craft)
    ahead = directions_to(craft.at, enemy.at) if enemy is not None else ()
    for box in craft.missiles:
        flies = f"{craft.id}.{box.id}" in view.known.missiles
        bomb = box.kind.hyper
        if bomb and box.state == "full":
            way = (ahead or (craft.facing,))[0]
            line = FireLine((box.id,), NO_TARGET, heading=way)
            toward = f" toward {enemy.id}" if enemy is not None else ""
            yield LineOffer(fire_words(line), f"a hyper bomb, straight on to {letter(way)}{toward}", best=bool(ahead))
        if flies or (bomb and box.state == "full"):
            why = (
                "all in its hex is gone, 32 less 8 a hex around"
                if bomb
                else f"{box.kind.warhead // 2} points in its hex"
            )
            yield LineOffer(blast_words(BlastLine(box.id, (CLOSE_CONDITION,))), f"beside an enemy: {why}", best=flies)


def _leaving(looked: Preview) -> Iterator[LineOffer]:
    ways, needed = looked.leaving.ways, looked.leaving.needed
    reason = f"when the turn ends, {' or '.join(ways)}" if ways else "when a turn ends, if the rules let it then"
    yield LineOffer(act_words(ActLine("leave")), f"{reason}: {needed[0]}" if needed else reason)


def _not_here(known: Battle, craft: Craft) -> Iterator[LineOffer]:
    """What this battle does not have, with the reason."""
    for line in (ActLine("ram"), ActLine("self-destruct", "", LAST_RESORT), ActLine("join"), ActLine("orbit")):
        try:
            _check_act(known, craft, line)
        except GameError as refusal:
            yield LineOffer(act_words(line), str(refusal), refused=str(refusal))


def comes_in(looked: Preview, line: Rare) -> int:
    """The first impulse in which a line comes about if all others coast, 0 if in none of this turn."""
    return next((impulse for impulse, decision in looked.acts if _is_of(decision, line)), 0)


def segment_of(line: Rare) -> int:
    """The segment of an impulse in which a line comes about, 0 for the turn's end (PW-C05, PW-B70, PW-B77)."""
    if isinstance(line, ActLine) and line.act == "leave":
        return 0
    early = isinstance(line, BlastLine) or (isinstance(line, ActLine) and line.act in {"self-destruct", "ram"})
    return 5 if early else 6


def _is_of(decision: Decision, line: Rare) -> bool:
    match decision, line:
        case SelfDestruct(), ActLine(act="self-destruct"):
            return True
        case Separate(), ActLine(act="separate"):
            return True
        case Ram(_, target), ActLine(act="ram", target=named):
            return named in {"", target, *TARGET_KINDS}
        case ((Join(_, other) | EnterOrbit(_, other)), ActLine(act=("join" | "orbit") as act, target=named)):
            return (act == "join") is isinstance(decision, Join) and named in {"", other}
        case Detonate(missile), BlastLine(box=box):
            return missile.endswith(f".{box}")
        case LaunchMissile(box=box, target=""), FireLine(weapons=weapons):
            return box in weapons
        case _:
            return False


OFFERED_STOPS = (
    ("missile inbound >= 1", "something may be after you"),
    ("range <= 3", "an enemy is near"),
    ("armor <= 0", "the next hits go through"),
    ("hit >= 5", "five boxes are gone in this turn"),
    ("impulse = 13", "at the turn's end, before anybody leaves"),
)
BOLT_WITHIN = 8
"""Hexes within which a liquid metal gun is fired; far off a bolt has cooled."""
SPARED_CAPACITORS = 4
"""Capacitors that are kept for screens."""


def settings_offered(view: BattleView, unit: UnitId, plan: Programme) -> tuple[LineOffer, ...]:
    """Lines for power, beams, drones, guns, point defense, damage and stops that change something in an own craft's plan."""
    known = view.known
    craft = known.craft[unit]
    found = (*_power(known, craft, plan), *_arms(craft), *_damage(view, craft), *_stops())
    return tuple(each for each in found if read_programme(each.line, plan).plan != plan)


def _power(known: Battle, craft: Craft, plan: Programme) -> Iterator[LineOffer]:
    if plan.power.radar_on:
        yield LineOffer("power radar off", "nobody sees its radar, and it locks on to nothing")
    elif not plan.power.invisible:
        yield LineOffer("power radar on", "it locks on again")
    if craft.design.radar_invisibility:
        yield LineOffer("power invisible", "radar invisibility; it takes power every turn", best=craft.hidden)
    if known.options.evasive_maneuvering and craft.engines:
        yield LineOffer("power evade", "harder to hit, and hits worse")
    if known.options.electronic_warfare:
        yield LineOffer("power ecm 2", "who fires at you hits worse")
        yield LineOffer("power eccm 2", "against their ECM")
    if craft.screens:
        yield LineOffer(f"power keep {SPARED_CAPACITORS}", f"fire leaves {SPARED_CAPACITORS} capacitors for screens")


def _arms(craft: Craft) -> Iterator[LineOffer]:
    metal = " ".join(gun.id for gun in craft.guns if gun.kind == "metal" and gun.left)
    if metal:
        yield LineOffer(f"fire {metal} when range <= {BOLT_WITHIN}", "bolts of liquid metal at the nearest")
    if any(weapon.kind == "beam" and not weapon.destroyed for weapon in craft.weapons):
        yield LineOffer("beams repel", "what a beam holds is pushed away")
        yield LineOffer("beams attract", "what a beam holds is drawn near")
        yield LineOffer("beams cut", "beams let go")
    if craft.bays:
        yield LineOffer("drones defend", "drones shoot down what comes")
        yield LineOffer("drones return", "drones come home and land")
        yield LineOffer("drones attack", "drones go for the enemy")
    if craft.point_defense:
        yield LineOffer("defend drones, missiles, craft", "point defense: drones first")
        yield LineOffer("defend nothing", "point defense holds its fire")


def _damage(view: BattleView, craft: Craft) -> Iterator[LineOffer]:
    if craft.holds:
        yield LineOffer("lose cargo", "where you choose, cargo goes first")
    enemy = nearest_enemy(view, craft)
    if enemy is not None and craft.at != enemy.at:
        side = sides_to(craft.at, craft.facing, enemy.at)[0]
        if craft.screens:
            yield LineOffer(f"screen side {side}", f"side {side} faces {enemy.id} now: it is screened first")
        yield LineOffer(f"take side {side}", f"a blow between two sides strikes side {side}")


def _stops() -> Iterator[LineOffer]:
    yield from (LineOffer(f"stop when {when}", f"you are asked: {why}") for when, why in OFFERED_STOPS)
