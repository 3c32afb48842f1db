"""What the game master may say a failed stress check comes to (CW-4.3-21)."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, cast

from rules.cluster_war.chapters.movement.fleets import new_fleet_id, put
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.state.names import DesignId, HexId, ShipId, SideId, short_id
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.units import Fleet, Leg, Ship
from rules.cluster_war.model.state.war import Mending
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.model.working.turn_state import TurnState
from rules.errors import GameError, quoted
from rules.events import Cause
from rules.values import changed

Effect: TypeAlias = Literal["damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing"]
HOMEWARD: Final = ", going home"
"""How the name of a fleet ends whose ships turned back."""


class StressEffect(Amendment):
    """What a failed stress check comes to for ships or bases (CW-4.3-21); `question` is settled with it.

    "return" sends ships to the nearest own colony, "surrender" gives them to the side `to`; without `to`, and with
    "rogue", "mutiny" and "retire", they leave the game's rolls and are the GM's to play.
    """

    units: tuple[str, ...]
    effect: Effect
    to: SideId = ""
    question: str = ""


LEAVING = {
    "rogue": "went rogue and obey no longer",
    "mutiny": "mutinied and are lost to you",
    "retire": "left for a neutral world and will not come back",
    "surrender": "surrendered",
}


def default_effect(question: Question) -> StressEffect:
    """What the rules suggest for a failed stress check, ready to be carried out; GameError for any other question."""
    if question.kind != "stress" or not question.choices:
        raise GameError(f"{question.id} is no stress check.")
    return StressEffect(question.subjects, cast("Effect", question.choices[0]), question=question.id)


def apply_effect(turn: TurnState, effect: StressEffect, cause: Cause) -> tuple[Event, ...]:
    """Carry an effect out on all its units, and tell their owners; GameError, and nothing changed, when it names what is
    not there."""
    return tuple(Amended(text=text, cause=cause, seen_by=(side,)) for side, text in outcome(turn, effect))


def outcome(turn: TurnState, effect: StressEffect, *, alone: bool = True) -> tuple[tuple[SideId, str], ...]:
    """Carry an effect out on all its units: who is to be told of it, and in what words; GameError as `apply_effect`.

    `alone`: the words stand by themselves and say whose fleet it is and why; else they stand behind that.
    """
    units = tuple(dict.fromkeys(effect.units))
    found = [turn.ships.get(u) or turn.bases.get(u) for u in units]
    unknown = [u for u, f in zip(units, found, strict=True) if f is None]
    if unknown or not units:
        missing = quoted(unknown[0]) if unknown else "that"
        raise GameError(f"There is no ship or base {missing}; units are written side/id, like humans/DD01.")
    told: list[tuple[SideId, str]] = []
    for side in sorted({f.side for f in found if f is not None}):
        mine = [f for f in found if f is not None and f.side == side]
        told.append((side, _apply(turn, side, mine, effect, _failed(turn, mine) if alone else _ids(mine))))
        if effect.effect == "surrender" and effect.to:
            told.append((effect.to, f"{_ids(mine)} of {turn.sides[side].name} surrendered to you."))
    return tuple(told)


def _ids(units: Iterable[Ship | Base]) -> str:
    return ", ".join(short_id(u.id) for u in units)


def _failed(turn: TurnState, units: list[Ship | Base]) -> str:
    """Which units of which fleets failed their check, before anything comes of it."""
    parts = []
    for fleet in turn.fleets.values():
        here = [u for u in units if u.id in fleet.ships]
        parts += [f"{_ids(here)} of {fleet.name}"] if here else []
    parts += [f"the base {_ids([u])}" for u in units if isinstance(u, Base)]
    said = "; ".join(parts)
    return f"{said[0].upper()}{said[1:]} failed a stress check" if said else f"{_ids(units)} failed a stress check"


def _apply(turn: TurnState, side: SideId, units: list[Ship | Base], effect: StressEffect, who: str) -> str:
    """The change for one side's units; what its owner reads, `who` before it."""
    one = len(units) == 1
    if effect.effect == "nothing":
        return f"{who}: the {'crew pulls itself' if one else 'crews pull themselves'} together."
    if effect.effect == "damage":
        for unit in units:
            turn.put_unit(changed(unit, damage=unit.damage + 1))
        return f"{who}: {'a component' if one else 'one component of each'} takes 1 damage."
    ships = tuple(u.id for u in units if isinstance(u, Ship))
    if effect.effect == "return":
        if len(ships) < len(units):
            raise GameError("A base cannot go home; choose another effect.", rule="CW-4.3-21")
        return f"{who}: {'it turns' if one else 'they turn'} back to {send_home(turn, side, ships)}."
    for unit in units:
        if isinstance(unit, Base):
            del turn.bases[unit.id]
    if effect.effect == "surrender" and effect.to:
        _hand_over(turn, ships, effect.to)
    else:
        for fleet in [f for f in turn.fleets.values() if set(f.ships) & set(ships)]:
            put(turn, changed(fleet, ships=tuple(s for s in fleet.ships if s not in ships)))
        for key in ships:
            del turn.ships[key]
    return f"{who}: they {LEAVING[effect.effect]}."


def send_home(turn: TurnState, side: SideId, ships: tuple[ShipId, ...]) -> HexId:
    """Send ships, apart from the rest of their fleets, to the side's nearest colony; its hex."""
    goal = ""
    for fleet in [f for f in turn.fleets_of(side) if set(f.ships) & set(ships)]:
        here = fleet.transit.to if fleet.transit is not None else fleet.hex
        colonies = sorted({c.hex for c in turn.colonies.values() if c.side == side})
        if not colonies:
            raise GameError(f"{turn.sides[side].name} has no colony to go home to.", rule="CW-4.3-21")
        goal = min(colonies, key=lambda h: (distance(turn.cluster, here, h), h))
        going = tuple(s for s in fleet.ships if s in ships)
        home = changed(fleet, ships=going, route=(Leg(goal),), mission="none", survey=None, mining=None, pick_up=())
        if len(going) < len(fleet.ships):
            home = changed(
                home, id=new_fleet_id(turn, side), name=f"{fleet.name.removesuffix(HOMEWARD)}{HOMEWARD}", order=""
            )
            put(turn, changed(fleet, ships=tuple(s for s in fleet.ships if s not in going)))
        put(turn, home)
    return goal


def _hand_over(turn: TurnState, ships: tuple[ShipId, ...], to: SideId) -> None:
    """Ships change their flag where they are: new ids, and their designs on the new owner's roster."""
    if to not in turn.sides:
        raise GameError(f"There is no side {quoted(to)}; the sides are {', '.join(sorted(turn.sides))}.")
    for fleet in [f for f in list(turn.fleets.values()) if set(f.ships) & set(ships)]:
        if fleet.transit is not None:
            raise GameError(f"{fleet.name} is in FTL space; nobody can take its surrender there.", rule="CW-4.1-06")
        taken = tuple(s for s in fleet.ships if s in ships)
        put(turn, changed(fleet, ships=tuple(s for s in fleet.ships if s not in taken)))
        new = tuple(reflag(turn, turn.ships.pop(key), to) for key in taken)
        prize = Fleet(new_fleet_id(turn, to), to, f"Prizes at {fleet.hex}", fleet.hex, new)
        put(turn, prize)


def adopt(turn: TurnState, side: SideId, design: DesignId, to: SideId) -> DesignId:
    """A side's design on the roster of another that has got a unit of it: its id there."""
    found, owner = turn.sides[side].designs[design], turn.sides[to]
    name = design if owner.designs.get(design) == found else f"{side}-{design}"
    if name not in owner.designs:
        turn.sides[to] = changed(owner, designs={**owner.designs, name: changed(found, id=name)})
    return name


def reflag(turn: TurnState, ship: Ship, to: SideId) -> ShipId:
    """A ship, already off its owner's rolls, under another flag: its new id; its design is on the new owner's roster."""
    design = turn.sides[ship.side].designs[ship.design]
    name = adopt(turn, ship.side, ship.design, to)
    key = f"{to}/{design.prefix}{turn.next_id(f'ship/{to}/{design.prefix}'):02d}"
    turn.ships[key] = changed(ship, id=key, side=to, design=name, stress=0, failures=0, away=0, mending=Mending())
    return key
