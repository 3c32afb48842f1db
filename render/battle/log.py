"""A battle's log in words: what struck and killed each craft, a sentence for each event, and the rule and dice behind it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, assert_never

from render.battle.aims import format_decided
from render.battle.names import format_bare_sum, format_dice_sum, format_number_sum, side_name, unit_name
from render.words.causes import format_cause
from render.words.safe_text import capitalise, count, format_list, plain
from rules.pentagon_war import events
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.movement.thrust import format_mixed, format_speed
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import UnitId
from rules.values import Value

ACID_WEAPON: Final = "acid gum"
SEEKER_KINDS: Final = ("bolt", "missile")
WEAR_KINDS: Final = frozenset({"PW-A25", "PW-A62"})
"""The rules of strikes that come from no unit: of speed and of a star's radiation, whose causes are words alone."""


class LoggedBlow(Value):
    """One part of what struck a craft: from which unit, by what, for how many points."""

    unit: UnitId
    weapon: str
    points: int


def blows_of(struck: events.Struck) -> Iterator[LoggedBlow]:
    """The parts of a strike, as its cause tells them."""
    for term in struck.cause.modifiers:
        unit, _, weapon = term.reason.partition(" ")
        by_itself = term.reason == ACID_WEAPON or struck.cause.rule in WEAR_KINDS
        yield LoggedBlow("", term.reason, term.value) if by_itself else LoggedBlow(unit, weapon, term.value)


def blow_name(view: BattleView, blow: LoggedBlow) -> str:
    """What struck, in words: "bolt A1.LM1-31", "L1 of Avenger (X1)", "acid gum", "speed 7, screens down"."""
    if not blow.unit:
        return blow.weapon
    if blow.weapon in SEEKER_KINDS:
        return unit_name(view, blow.unit)
    return f"{plain(blow.weapon)} of {unit_name(view, blow.unit)}"


def is_fire(blow: LoggedBlow) -> bool:
    """Whether it is a shot: a weapon's id, L1 or LM2, or point defense; explosions, rams and seekers are words."""
    return blow.weapon[:1].isupper() or blow.weapon == "point defense"


def flown(seen: Sequence[events.Event], unit: UnitId) -> Iterator[str]:
    """The hexes a bolt has flown, as its impact tells them."""
    for event in seen:
        if isinstance(event, events.Gone) and event.unit == unit and event.why == "impact":
            for term in event.cause.modifiers:
                hexes, _, rest = term.reason.partition(" ")
                if rest == "hexes travelled":
                    yield hexes


LINK_WORDS: Final = {
    "landed": "{unit} lands on {to}.",
    "docked": "{unit} docks with {to}.",
    "snagged": "{to} snags {unit} with a magnetic beam and reels it in.",
    "grabbed": "{to} grabs {unit} with a magnetic beam.",
    "joined": "{unit} and {to} join.",
    "separated": "{unit} parts from the craft it was joined to.",
    "orbit": "{unit} enters orbit about {to}.",
    "left orbit": "{unit} leaves its orbit about {to}.",
}
BEAM_WORDS: Final = {
    "attached": "{craft} holds {target} with magnetic beam {beam}.",
    "missed": "{craft}'s magnetic beam {beam} misses {target}.",
    "cut": "{craft} cuts magnetic beam {beam}.",
    "broken": "{craft}'s magnetic beam {beam} loses its hold.",
    "attract": "{craft}'s magnetic beam {beam} pulls at {target}.",
    "repel": "{craft}'s magnetic beam {beam} pushes {target}.",
    "cancel": "{craft}'s magnetic beam {beam} cancels beams that pull at it.",
}
GONE_WORDS: Final = {
    "destroyed": "{unit} is destroyed at {hex}.",
    "self-destruction": "{unit} blows itself up at {hex}.",
    "rammed": "{unit} is lost in a ram at {hex}.",
    "shot down": "{unit} is shot down at {hex}.",
    "explosion": "{unit} is caught in an explosion at {hex} and gone.",
    "impact": "{unit} strikes its target at {hex}.",
    "spent": "{unit} is spent at {hex}.",
    "vaporised": "{unit} burns up in the gas giant at {hex}.",
    "annihilated": "{unit} is annihilated at {hex}.",
    "disengaged": "{unit} leaves the battle from {hex}.",
    "docked": "{unit} is taken aboard at {hex}.",
    "conceded": "{unit} gives up at {hex}.",
}
GONE_BY_WORDS: Final = {
    "PW-S135": "{unit} has missed and is spent at {hex}.",
    "PW-S64": "{unit} has missed and is lost from sight at {hex}, without fuel.",
    "PW-S139": "{unit} is worn away by cannon fire at {hex}.",
}
"""How a seeker came to be spent, by the rule."""
FATE_TEXTS: Final = {
    "explosion": "{unit} comes through the explosion.",
    "missed its target": "{unit} misses its target.",
    "ram missed": "{unit} escapes being rammed.",
}
NO_LOCK: Final = {
    "PW-S44": "its radar is off",
    "PW-B33": "its radar rating is 0",
    "PW-B85": "it is not on alert yet",
}


def format_why(event: events.Event) -> str:
    """The rule, the modifiers and the dice: "PW-B09: +1 size class 1, −3 range 5; 2d6: 4 + 5 = 9"."""
    return "; ".join(part for part in (format_cause(event.cause), *_result(event)) if part)


def _result(event: events.Event) -> Iterator[str]:
    """What the modifiers and dice come to, and what was needed."""
    match event:
        case events.PointDefenseFired():
            yield f"{event.needed} or less needed" if event.cause.rolls else ""
        case events.LockOnTried():
            yield f"{event.rating} or less needed" if event.cause.rolls else ""
        case events.Fired() if event.cause.rolls:
            needed = f"{event.needed} needed" if event.needed is not None else "damage follows the roll"
            yield ", ".join(part for part in (format_bare_sum(event.cause), needed) if part)
        case events.BeamChanged() | events.Survived() | events.Gone():
            yield format_bare_sum(event.cause) if event.cause.rolls and len(event.cause.rolls[0].faces) > 1 else ""
        case _:
            pass


def format_event(event: events.Event, view: BattleView) -> str:  # noqa: C901 # one case an event is a table, not a tangle
    """What happened, in one sentence, in the words of the viewer."""
    match event:
        case events.TurnBegan():
            return f"Turn {event.at.turn} begins: velocities are counted, capacitors are recharged."
        case events.PowerAllocated():
            return _power(event, view)
        case events.RadarJammed():
            ratings = f"ECM {format_mixed(Fraction(event.ecm))} against ECCM {format_mixed(Fraction(event.eccm))}"
            side = side_name(view, event.side)
            if not event.boxes:
                return f"{side}'s radar is clear: {ratings}."
            return f"{side}'s radar tracks are down {count(event.boxes, 'box', 'boxes')}: {ratings}."
        case events.LockOnTried():
            return _lock_on(event, view)
        case events.Sighted():
            craft, place = unit_name(view, event.craft), hex_name(event.hex)
            if event.by == event.craft:
                return f"{craft} gives itself away at {place}."
            return f"{unit_name(view, event.by)} detects {craft} at {place}."
        case events.NotDone():
            unit, what = capitalise(unit_name(view, event.craft)), plain(event.what)
            return f"{unit} could not do as ordered ({what}): {plain(event.why, 300)}"
        case events.Stopped():
            who = f"{unit_name(view, event.craft)}: " if event.craft else ""
            return f"{who}{plain(event.reason, 300)}"
        case events.BattleEnded():
            return _ended(event, view)
        case events.TrackLost():
            return f"{capitalise(unit_name(view, event.seeker))} follows its target no longer and flies straight on."
        case events.Rotated():
            return (
                f"{capitalise(unit_name(view, event.unit))} turns from {letter(event.before)} to {letter(event.after)}."
            )
        case events.Accelerated():
            return _accelerated(event, view)
        case events.Moved():
            return _format_move(event, view)
        case events.Launched():
            rail = " by rail" if event.rail else ""
            by, unit = unit_name(view, event.by), plain(event.unit)
            return f"{by} launches {event.kind} {unit}{rail} at {hex_name(event.hex)}, heading {letter(event.heading)}."
        case events.LinkChanged():
            to = unit_name(view, event.to)
            return capitalise(LINK_WORDS[event.what].format(unit=unit_name(view, event.unit), to=to))
        case events.BeamChanged():
            names = {"craft": unit_name(view, event.craft), "target": unit_name(view, event.target), "beam": event.beam}
            return _with_sum(BEAM_WORDS[event.what].format(**names), event)
        case events.PointDefenseFired():
            result = "a hit" if event.hit else "a miss"
            parties = f"{unit_name(view, event.unit)} fires point defense at {unit_name(view, event.target)}"
            rolled = f"{event.cause.rolls[0].total}, " if event.cause.rolls else ""
            needed = format_number_sum(event.cause, event.needed)
            return capitalise(f"{parties}: {rolled}{needed} or less needed: {result}.")
        case events.Announced():
            weapons = format_list([plain(weapon) for weapon in event.weapons])
            return capitalise(f"{unit_name(view, event.unit)} will fire {weapons} at {unit_name(view, event.target)}.")
        case events.ScreensSet():
            return _format_screens(event, view)
        case events.Fired():
            return _fired(event, view)
        case events.Struck():
            return _struck(event, view)
        case events.BoxHit():
            power = f", and {event.power_lost} power with it" if event.power_lost else ""
            return f"{unit_name(view, event.craft)} loses {plain(event.box)}{power}."
        case events.Exploded():
            unit, place = capitalise(unit_name(view, event.unit)), hex_name(event.hex)
            return f"{unit} explodes at {place} with strength {event.strength}."
        case events.Gone():
            words = (
                GONE_BY_WORDS.get(event.cause.rule, GONE_WORDS[event.why])
                if event.why == "spent"
                else GONE_WORDS[event.why]
            )
            said = words.format(unit=unit_name(view, event.unit), hex=hex_name(event.hex))
            return capitalise(_with_sum(said, event) if event.why == "rammed" else said)
        case events.Survived():
            return capitalise(_with_sum(FATE_TEXTS[event.what].format(unit=unit_name(view, event.unit)), event))
        case _:
            assert_never(event)


def _ended(event: events.BattleEnded, view: BattleView) -> str:
    """Who has won, by which aim, and each side's points lost."""
    result = f"{side_name(view, event.winner)} wins" if event.winner else "the battle is drawn"
    if event.aim is not None:
        result += f": {format_decided(view, event.aim, met=event.aim.side == event.winner)}"
    lost = [_points(view, points) for points in event.points]
    return capitalise(f"{result}. Points lost: {format_list(lost)}." if lost else f"{result}.")


def _with_sum(said: str, event: events.BeamChanged | events.Survived | events.Gone) -> str:
    """A sentence with its roll's sum: "X1 escapes being rammed: 5+3 +1 (size class 1) = 9." """
    rolled = format_dice_sum(event.cause)
    return f"{said.removesuffix('.')}: {rolled}." if rolled else said


def _points(view: BattleView, points: str) -> str:
    side, _, lost = points.partition(": ")
    return f"{side_name(view, side)} {lost}"


def _power(event: events.PowerAllocated, view: BattleView) -> str:
    parts = [f"radar {'on' if event.radar_on else 'off'}"]
    parts += ["radar-invisible"] if event.invisible else []
    parts += ["evading"] if event.evading else []
    parts += [f"{name} {points}" for name, points in (("ECM", event.ecm), ("ECCM", event.eccm)) if points]
    parts += [f"{count(event.doubled, 'held beam')} doubled"] if event.doubled else []
    left = count(event.left, "charged capacitor")
    return f"{unit_name(view, event.craft)}: {', '.join(parts)}; {left} left."


def _lock_on(event: events.LockOnTried, view: BattleView) -> str:
    craft = unit_name(view, event.craft)
    if not event.cause.rolls:
        return f"{craft} has no lock-on: {NO_LOCK.get(event.cause.rule, 'it could not try')}."
    done = "locks on" if event.locked else "fails to lock on"
    return f"{craft} {done}: {event.cause.rolls[0].total} rolled, {event.rating} or less needed (its radar rating)."


def _accelerated(event: events.Accelerated, view: BattleView) -> str:
    after = format_speed(event.after)
    unit = unit_name(view, event.unit)
    if event.by and event.by == event.unit:
        return f"{unit} is moved by its own beam, {plain(event.entry)}: now {after}."
    if event.by:
        return (
            f"{capitalise(unit)} is moved by a beam of {unit_name(view, event.by)}, {plain(event.entry)}: now {after}."
        )
    return f"{capitalise(unit)} accelerates {plain(event.entry)}: now {after}."


def _format_move(event: events.Moved, view: BattleView) -> str:
    unit = capitalise(unit_name(view, event.unit))
    if len(event.path) < 2:
        return f"{unit} stays at {hex_name(event.path[-1])}."
    *between, end = event.path[1:]
    way = f" by way of {format_list([hex_name(here) for here in between])}" if between else ""
    return f"{unit} moves from {hex_name(event.path[0])} to {hex_name(end)}{way}."


def _format_screens(event: events.ScreensSet, view: BattleView) -> str:
    parts = [f"{event.points} reinforced"] if event.points else []
    parts += [f"{count(event.energised, 'cold box', 'cold boxes')} energised"] if event.energised else []
    aim = event.aim if event.aim.startswith("side ") else event.aim and unit_name(view, event.aim)
    parts += [f"aimed at {aim}"] if aim else []
    done = f" ({', '.join(parts)})" if parts else ""
    return f"{unit_name(view, event.craft)}'s screens are at {event.rating}{done}."


def _fired(event: events.Fired, view: BattleView) -> str:
    shot = f"{unit_name(view, event.unit)} fires {plain(event.weapon)} at {unit_name(view, event.target)}, range {event.range}"
    rolled = format_dice_sum(event.cause)
    needed = [] if event.needed is None else [f"{event.needed} needed" if rolled else f"{event.needed} or more needed"]
    result = "a miss" if not event.hit else count(event.damage, "point") if event.damage else "a hit"
    if rolled:
        return capitalise(f"{shot}: {', '.join([rolled, *needed])}: {result}.")
    return capitalise(f"{', '.join([shot, *needed])}: {result}.")


def _struck(event: events.Struck, view: BattleView) -> str:
    craft = unit_name(view, event.craft)
    if not event.side:
        return f"{craft} takes {count(event.internal, 'internal hit')}."
    stops = [f"screens stop {event.screened}"] if event.screened else []
    stops += [f"armor takes {event.armor}"] if event.armor else []
    stops += [f"{event.internal} get through" if event.internal != 1 else "1 gets through"] if event.internal else []
    rest = format_list(stops) or "nothing gets through"
    by = [f"{blow.points} by {blow_name(view, blow)}" for blow in blows_of(event)]
    parts = f" ({format_list(by)})" if by else ""
    return f"{craft} is struck on side {event.side} for {count(event.points, 'point')}{parts}: {rest}."
