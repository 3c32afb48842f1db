"""What struck a craft, and what killed it: the weapon, its way, what screens did; read from a turn's events alone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from render.battle.names import begun, unit_name
from render.words.safe_text import count, listed, plain
from rules.pentagon_war import events
from rules.pentagon_war.geometry import hex_name
from rules.pentagon_war.turn.view import BattleView
from rules.pentagon_war.units import IMPULSES, UnitId
from rules.values import Value

ACID: Final = "acid gum"
SEEKERS: Final = ("bolt", "missile")
MOST_BLOWS: Final = 2
WEAR: Final = frozenset({"PW-A25", "PW-A62"})
"""The rules of strikes that come from no unit: of speed and of a star's radiation, whose causes are words alone."""
DIRECTIONAL: Final = "PW-A34"
"""The rule of a blow against directional screens."""


class Blow(Value):
    """One part of what struck a craft: from which unit, by what, for how many points."""

    unit: UnitId
    weapon: str
    points: int


def blows_of(struck: events.Struck) -> Iterator[Blow]:
    """The parts of a strike, as its cause tells them."""
    for term in struck.cause.modifiers:
        unit, _, weapon = term.reason.partition(" ")
        by_itself = term.reason == ACID or struck.cause.rule in WEAR
        yield Blow("", term.reason, term.value) if by_itself else Blow(unit, weapon, term.value)


def blow_name(view: BattleView, blow: Blow) -> str:
    """What struck, in words: "bolt A1.LM1-31", "L1 of Avenger (X1)", "acid gum", "speed 7, screens down"."""
    if not blow.unit:
        return blow.weapon
    if blow.weapon in SEEKERS:
        return unit_name(view, blow.unit)
    return f"{plain(blow.weapon)} of {unit_name(view, blow.unit)}"


def summed(blows: Iterable[Blow]) -> list[list[Blow]]:
    """Blows put together: all fire of one unit, all explosions of one, each seeker; the heaviest first."""
    groups: dict[tuple[UnitId, str], list[Blow]] = {}
    for blow in blows:
        by = "fire" if _is_fire(blow) else blow.weapon
        groups.setdefault((blow.unit, by), []).append(blow)
    return sorted(groups.values(), key=lambda group: -sum(blow.points for blow in group))


def _is_fire(blow: Blow) -> bool:
    """Whether it is a shot: a weapon's id, L1 or LM2, or point defense; explosions, rams and seekers are words."""
    return blow.weapon[:1].isupper() or blow.weapon == "point defense"


def group_name(view: BattleView, group: Sequence[Blow]) -> str:
    """What struck, in words: "bolt A1.LM1-31", "the fire of Avenger (X1)"."""
    first = group[0]
    if not _is_fire(first):
        return blow_name(view, first)
    return f"the fire of {unit_name(view, first.unit)}"


def group_way(view: BattleView, told: Sequence[events.Event], group: Sequence[Blow]) -> str:
    """The same with its way: "bolt A1.LM1-31 (launched in impulse 4, 3 hexes, 40 points)"."""
    facts, first = [], group[0]
    if first.weapon in SEEKERS:
        launched = _launched(told, first.unit)
        facts += [launched] if launched else []
        facts += [f"{hexes} hexes" if hexes != "1" else "1 hex" for hexes in _flown(told, first.unit)]
    elif len(group) > 1:
        facts.append(f"{len(group)} hits")
    facts.append(count(sum(blow.points for blow in group), "point"))
    return f"{group_name(view, group)} ({', '.join(facts)})"


def _launched(told: Sequence[events.Event], unit: UnitId) -> str:
    at = next((event.at for event in told if isinstance(event, events.Launched) and event.unit == unit), None)
    if at is not None:
        return f"launched in impulse {at.impulse}"
    number = unit.rpartition("-")[2]
    if not number.isdecimal():
        return "launched in an earlier turn" if told else ""
    turn, impulse = divmod(int(number) - 1, IMPULSES)
    return f"launched in turn {turn + 1}, impulse {impulse + 1}"


def _flown(told: Sequence[events.Event], unit: UnitId) -> Iterator[str]:
    """The hexes a bolt has flown, as its impact tells them."""
    for event in told:
        if isinstance(event, events.Gone) and event.unit == unit and event.why == "impact":
            for term in event.cause.modifiers:
                hexes, _, rest = term.reason.partition(" ")
                if rest == "hexes travelled":
                    yield hexes


def end_of(view: BattleView, told: Sequence[events.Event], gone: events.Gone) -> str:
    """How a craft came to its end: where, when, by what, and why its screens did not help."""
    unit = begun(unit_name(view, gone.unit))
    if gone.why != "destroyed":
        return ""
    struck = [
        event
        for event in told
        if isinstance(event, events.Struck) and event.craft == gone.unit and event.at == gone.at and event.internal
    ]
    groups = summed(blow for event in struck for blow in blows_of(event))
    ways = [group_way(view, told, group) for group in groups[:MOST_BLOWS]]
    ways += ["others"] if len(groups) > MOST_BLOWS else []
    by = f" by {listed(ways)}" if ways else ""
    screens = _screens(view, told, gone, struck)
    return f"{unit} is destroyed at {hex_name(gone.hex)} in impulse {gone.at.impulse}{by}{screens}."


def _screens(view: BattleView, told: Sequence[events.Event], gone: events.Gone, struck: Sequence[events.Struck]) -> str:
    stopped = sum(event.screened for event in struck)
    if stopped:
        return f"; screens stopped {stopped}"
    if not any(event.cause.rule == DIRECTIONAL for event in struck):
        return ""
    aims = [
        event.aim for event in told if isinstance(event, events.ScreensSet) and event.craft == gone.unit and event.aim
    ]
    if not aims:
        return "; screens stopped nothing"
    aim = aims[-1] if aims[-1].startswith("side ") else unit_name(view, aims[-1])
    return f"; screens were aimed at {aim}"
