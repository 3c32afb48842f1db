"""Cloaks against sensors: the one place that answers whether a side sees a foreign fleet or base, and what gives fleets away
before the week's look round (CW-12.0-08 to CW-12.0-12).

Ask `seen_ships` (which ships of a fleet), `hidden` (none of them) or `sees_base`; whatever else hides or shows a unit, a psionic
cloak for instance, is one more modifier in `effective_cloak` or `sensors_against`.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from rules.cluster_war.chapters.detection.sensors import BASIC_CLOAK, cloak_level, is_full, lrs_level, number
from rules.cluster_war.chapters.movement.fleets import can_emit, put_fleet
from rules.cluster_war.model.events.detection import BaseEmissionsSet, EmissionsSet
from rules.cluster_war.model.events.movement import FleetArrived, FleetPassed
from rules.cluster_war.model.events.raids import RaidersFaced
from rules.cluster_war.model.psionics.abilities import is_reached
from rules.cluster_war.model.psionics.telepaths import silence_of
from rules.cluster_war.model.psionics.units import (
    CLOAKING,
    SHADOW,
    cloaks_itself,
    psi_trait,
    sees_shadows,
    shadows_itself,
)
from rules.cluster_war.model.state.common import Emissions, HexId, ShipId, SideId
from rules.cluster_war.model.state.holdings import Base, Design, Fleet, Ship
from rules.cluster_war.model.state.sides import trait_level
from rules.cluster_war.model.unit_design.wounded import component_of
from rules.cluster_war.model.working.turn_state import TurnState, WeekBegan
from rules.values import Cause, Modifier, Value, changed

CLOAKED: Final = "cloaked"
"""The trait of a design with a cloak."""
ADVANCED_CLOAK: Final = "advanced cloak"
"""A trait that raises a design's cloak above its owner's technology, by its level."""
CLOAKING_DEVICE: Final = "Cloaking device"
NEBULA: Final = "Neb"
PSI_CLOAK: Final = psi_trait(CLOAKING)
PSI_SHADOW: Final = psi_trait(SHADOW)
EMISSION_CAUSE: Final = Cause("CW-12.0-12")
EMITTING: Final = {"sensors": "active sensors", "ecm": "ECM"}


class DetectionLevel(Value):
    """A level and what it is made of, as the game master reads it."""

    parts: tuple[Modifier, ...]

    @property
    def level(self) -> int:
        return sum(part.value for part in self.parts)


def effective_cloak(
    turn: TurnState, owner: SideId, unit: Ship | Base, hex_: HexId, fleet: Fleet | None
) -> DetectionLevel | None:
    """How well a unit is cloaked where it is; None for one without a cloak that works, or that gives itself away this week."""
    design = turn.sides[owner].designs[unit.design]
    if CLOAKED not in design.traits or _broken(design, unit):
        return None
    if (fleet.id if fleet is not None else unit.id) in turn.revealed or _asleep(turn, unit, design):
        return None
    return DetectionLevel(tuple(part for part in _cloaking(turn, owner, design, hex_, fleet) if part.value))


def _asleep(turn: TurnState, unit: Ship | Base, design: Design) -> bool:
    """Whether only psychics cloak a unit who cannot act now (CW-15.1-15)."""
    if not isinstance(unit, Ship) or PSI_CLOAK not in design.traits:
        return False
    fitted = any(component_of(label) == CLOAKING_DEVICE for label in design.layout)
    return not fitted and not cloaks_itself(unit, design, _week(turn), turn.settings)


def _week(turn: TurnState) -> int:
    return turn.week_began.week if turn.week_began is not None else turn.first_week + 1


def _broken(design: Design, unit: Ship | Base) -> bool:
    """Whether a battle has put a unit's cloaking devices out of order (CW-9.6-04)."""
    fitted = sum(n for label, n in design.layout.items() if component_of(label) == CLOAKING_DEVICE)
    out = (*unit.wounds.damaged.items(), *unit.wounds.destroyed.items())
    return fitted > 0 and sum(n for label, n in out if component_of(label) == CLOAKING_DEVICE) >= fitted


def _cloaking(turn: TurnState, owner: SideId, design: Design, hex_: HexId, fleet: Fleet | None) -> Iterator[Modifier]:
    settings, set_ = turn.settings, turn.signals.cloaks
    basic = number(BASIC_CLOAK, settings)
    yield Modifier(basic, "basic cloak")
    yield Modifier(cloak_level(turn.sides[owner], settings) - basic, "levels of cloaking technology beyond it")
    yield Modifier(trait_level(design.traits, ADVANCED_CLOAK), "a better cloak in the design")
    if in_nebula(turn, hex_):
        yield Modifier(number("nebula", settings), "in a nebula")
    noise = number(design.ftl, settings) + set_.get(f"drive/{design.ftl}", 0)
    if noise and fleet is not None and _moves(turn, fleet):
        yield Modifier(noise, f"{design.ftl} drives running")
    if _emits(turn, owner, hex_, "ecm"):
        yield Modifier(number("ECM of its side in the hex", settings), "ECM of its side in the hex")
    yield Modifier(set_.get(f"hex/{hex_}", 0), f"the game master's word on {hex_}")
    yield Modifier(set_.get(f"fleet/{fleet.id}", 0) if fleet is not None else 0, "the game master's word on the fleet")
    yield Modifier(set_.get(f"side/{owner}", 0), "the game master's word on its side")


def in_nebula(turn: TurnState, hex_: HexId) -> bool:
    """Whether a hex lies in a nebula (CW-12.0-10)."""
    system = turn.cluster.systems.get(hex_)
    return system is not None and NEBULA in system.codes


def _moves(turn: TurnState, fleet: Fleet) -> bool:
    """Whether a fleet's drives run: it is on its way, or came here this week."""
    if fleet.course is not None:
        return True
    came = (e for e in reversed(turn.events) if isinstance(e, FleetArrived | FleetPassed))
    last = next((e for e in came if e.fleet == fleet.id), None)
    week = turn.week_began.week if turn.week_began is not None else 0
    return last is not None and last.week == week


def sensors_against(turn: TurnState, side: SideId, hex_: HexId) -> DetectionLevel:
    """How good a side's sensors are against cloaks in a hex: its LRS, and one more level where its own active sensors work."""
    settings, set_ = turn.settings, turn.signals.sensors
    parts = [Modifier(lrs_level(turn.sides[side], settings), "level of its LRS")]
    if _emits(turn, side, hex_, "sensors"):
        parts.append(Modifier(number("active sensors", settings), "active sensors there"))
    parts.append(Modifier(set_.get(f"hex/{hex_}", 0), f"the game master's word on {hex_}"))
    parts.append(Modifier(set_.get(f"side/{side}", 0), "the game master's word on the side"))
    return DetectionLevel(tuple(part for part in parts if part.value))


def _emits(turn: TurnState, side: SideId, hex_: HexId, what: Emissions) -> bool:
    """Whether a fleet or base of a side's runs active sensors or ECM in a hex; a base in tow runs nothing, nor does a fleet that
    is frozen or drained (ruling R-167)."""
    loud = (f for f in turn.fleets.at(hex_) if f.emissions == what)
    if any(f.side == side and f.transit is None and not f.is_held for f in loud):
        return True
    return any(b.emissions == what and b.side == side and not b.towed_by for b in turn.bases.at(hex_))


def seen_ships(turn: TurnState, fleet: Fleet, side: SideId) -> tuple[ShipId, ...]:
    """The ships of a foreign fleet that a side sees when it has the fleet's hex in view: all that have no cloak, or a worse one
    than its sensors are good (CW-12.0-08, CW-12.0-09)."""
    if fleet.side == side:
        return fleet.ships
    if _is_silent(turn, fleet, side):
        return ()
    if not is_full(turn.settings):
        return () if hidden_raiders(turn, fleet, side) else fleet.ships
    if fleet.side not in turn.sides or not _may_hide(turn, fleet) or _trapped(turn, fleet, side):
        return fleet.ships
    good, shadowed = sensors_against(turn, side, fleet.hex).level, shadowed_ships(turn, fleet, side)
    found: list[ShipId] = []
    for key in fleet.ships:
        cloak = effective_cloak(turn, fleet.side, turn.ships[key], fleet.hex, fleet)
        levels = [cloak.level] if cloak is not None else []
        levels += [number(BASIC_CLOAK, turn.settings)] if key in shadowed else []
        if not levels or good > max(levels):
            found.append(key)
    return tuple(found)


def _is_silent(turn: TurnState, fleet: Fleet, side: SideId) -> bool:
    """Whether a fleet that sends nothing is missed by a side's sensors, as the game master has it (CW-15.1-13)."""
    level = silence_of(turn, fleet.id).level
    if not level or fleet.id in turn.revealed or _trapped(turn, fleet, side):
        return False
    return sensors_against(turn, side, fleet.hex).level <= level


def shadowed_ships(turn: TurnState, fleet: Fleet, side: SideId) -> frozenset[ShipId]:
    """The ships of a fleet that the minds of a side pass over: none for machines, and none before a unit without a mind on the
    spot (CW-15.1-21, CW-15.1-28)."""
    if fleet.id in turn.revealed or not _has_shadows(turn, fleet):
        return frozenset()
    owner = turn.sides[side]
    here = (f for f in turn.fleets.at(fleet.hex) if f.side == side and f.transit is None)
    there = (owner.designs[turn.ships[ship].design] for f in here for ship in f.ships)
    if sees_shadows(owner.race, there) or not is_reached(owner, SHADOW, turn.settings):
        return frozenset()
    designs, week = turn.sides[fleet.side].designs, _week(turn)
    ships = (turn.ships[key] for key in fleet.ships)
    return frozenset(s.id for s in ships if shadows_itself(s, designs[s.design], week, turn.settings))


def _has_shadows(turn: TurnState, fleet: Fleet) -> bool:
    if fleet.side not in turn.sides:
        return False
    designs = turn.sides[fleet.side].designs
    return any(PSI_SHADOW in designs[turn.ships[ship].design].traits for ship in fleet.ships)


def is_hidden(turn: TurnState, fleet: Fleet, side: SideId) -> bool:
    """Whether a side sees nothing of a foreign fleet, though it has its hex in view; its own it always sees (CW-12.0-01)."""
    return fleet.side != side and bool(fleet.ships) and not seen_ships(turn, fleet, side)


def sees_base(turn: TurnState, base: Base, side: SideId) -> bool:
    """Whether a side sees a foreign base when it has its hex in view."""
    if base.side == side or not is_full(turn.settings):
        return True
    cloak = effective_cloak(turn, base.side, base, base.hex, None)
    return cloak is None or sensors_against(turn, side, base.hex).level > cloak.level


def reveal(turn: TurnState, units: Iterable[str], what: str) -> None:
    """Fleets or bases, by id, give themselves away until the week's end (CW-12.0-12): by firing, active sensors, ECM, or because
    they stop others in the open."""
    for key in units:
        turn.revealed.setdefault(key, what)


def is_cloaked(turn: TurnState, fleet: Fleet, side: SideId) -> bool:
    """Whether all ships of a fleet are cloaked, or in a shadow before a side."""
    designs, shadowed = turn.sides[fleet.side].designs, shadowed_ships(turn, fleet, side)
    ships = (turn.ships[key] for key in fleet.ships if key not in shadowed)
    found = ((ship, designs[ship.design]) for ship in ships)
    return all(CLOAKED in design.traits and not _asleep(turn, ship, design) for ship, design in found)


def _may_hide(turn: TurnState, fleet: Fleet) -> bool:
    designs = turn.sides[fleet.side].designs
    hiding = {CLOAKED, PSI_SHADOW}
    return any(not hiding.isdisjoint(designs[turn.ships[ship].design].traits) for ship in fleet.ships)


def _trapped(turn: TurnState, fleet: Fleet, side: SideId) -> bool:
    if fleet.raid is None:
        return False
    told = (e for e in turn.events if isinstance(e, RaidersFaced) and e.escort and e.side == side)
    return any((e.foe, e.hex) == (fleet.side, fleet.hex) for e in told)


def hidden_raiders(turn: TurnState, fleet: Fleet, side: SideId) -> bool:
    """Whether a fleet on a raid is hidden from a side in a campaign of plain detection: a cloak of the basic level defeats LRS of
    the first, and is one level less in a nebula (CW-12.0-09, CW-12.0-10). Who has closed in on an escort or Q-ship is seen there
    this month (CW-9.5-12)."""
    if fleet.raid is None or not is_cloaked(turn, fleet, side) or _trapped(turn, fleet, side):
        return False
    level = 1 - in_nebula(turn, fleet.hex)
    return turn.sides[side].lrs_level <= level


def open_week(turn: TurnState, week: int) -> None:
    """Nobody has given themselves away yet; what every side knows is kept, for forces that may not live to tell more."""
    turn.revealed.clear()
    turn.week_began = WeekBegan(week, dict(turn.fleets), dict(turn.knowledge), dict(turn.counters), len(turn.events))


def give_away(turn: TurnState, week: int) -> None:
    """Fleets and bases that run active sensors or ECM are noticed, and fleets that survey a system or blockade one (R-151)."""
    del week
    _fall_silent(turn)
    for fleet in turn.fleets.values():
        if (what := _what_is_seen(fleet)) and not fleet.is_held:
            reveal(turn, (fleet.id,), what)
    for base in turn.bases.values():
        if base.emissions:
            reveal(turn, (base.id,), EMITTING[base.emissions])


def _fall_silent(turn: TurnState) -> None:
    """Who has lost all that it emitted with emits no more, and its side hears of it (ruling R-151)."""
    for base in [b for b in turn.bases.values() if b.emissions and b.side in turn.sides]:
        if not can_emit(turn.sides[base.side].designs, (base,), base.emissions):
            turn.bases[base.id] = changed(base, emissions="")
            turn.tell_side(BaseEmissionsSet(base.side, base.id, "", lost=True, cause=EMISSION_CAUSE))
    for fleet in [f for f in turn.fleets.values() if f.emissions and f.side in turn.sides]:
        ships = [turn.ships[key] for key in fleet.ships]
        if not can_emit(turn.sides[fleet.side].designs, ships, fleet.emissions):
            put_fleet(turn, changed(fleet, emissions=""))
            turn.tell_side(EmissionsSet(fleet.side, fleet.id, "", lost=True, cause=EMISSION_CAUSE))


def _what_is_seen(fleet: Fleet) -> str:
    if fleet.transit is not None:
        return ""
    if fleet.emissions:
        return EMITTING[fleet.emissions]
    stays = fleet.course is None and not fleet.route
    if stays and fleet.mission == "survey":
        return "survey gear"
    return "a blockade" if stays and fleet.mission == "blockade" else ""
