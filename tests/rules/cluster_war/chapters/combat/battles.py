"""Battles for tests: Humans and Vermin in one hex, and a way to settle that does what the test says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.cluster_war.chapters.combat.battle import Aboard, Battle, Combatant
from rules.cluster_war.chapters.combat.contact import NOTHING_SAID
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, Stance, UnitOutcome
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice, Roller
from rules.values import Value, changed
from tests.rules.cluster_war.build import change_fleet, small, with_fleet

BY_NUMBERS: Final = Settings(battles="chair")
ATTACK: Final = Engagement(stance="attack")
EVADE: Final = Engagement(stance="evade")
THREE: Final = ("humans", "vermin", "oolab")


@dataclass(slots=True)
class Referee:
    """Settles battles as a test says: `ends` by unit, all others survive. It keeps the battles that it was asked about."""

    ends: Mapping[str, UnitOutcome] = field(default_factory=dict)
    winner: SideId = ""
    story: tuple[str, ...] = ()
    told: Mapping[SideId, tuple[str, ...]] = field(default_factory=dict)
    seen: list[Battle] = field(default_factory=list)

    def __call__(self, battle: Battle, aboard: Aboard, dice: Roller) -> BattleOutcome:
        self.seen.append(battle)
        units = tuple(self.ends.get(unit.unit, unhurt(unit)) for unit in battle.units)
        return BattleOutcome(battle.id, battle.method, self.winner, units, self.story, self.told)


def unhurt(unit: Combatant) -> UnitOutcome:
    """A unit that comes out as it went in."""
    held = unit.count if "|" in unit.unit else 0
    return UnitOutcome(unit.unit, "survived", unit.wounds, unit.munitions, unit.crates, count=held)


def lost(*units: str) -> dict[str, UnitOutcome]:
    """Units that are destroyed."""
    return {unit: UnitOutcome(unit, "destroyed") for unit in units}


def fled(*units: str) -> dict[str, UnitOutcome]:
    """Units that get away."""
    return {unit: UnitOutcome(unit, "fled") for unit in units}


def heading(month: "Month", fleet: str) -> str:
    """Where a fleet is under way to; where it is, if it is not."""
    found = month.state.fleets[fleet]
    return found.hex if found.transit is None else found.transit.to


def facing(
    humans: Engagement = ATTACK, vermin: Engagement = NOTHING_SAID, *, settings: Settings = BY_NUMBERS
) -> GameState:
    """Three Human destroyers and a freighter before two of the Vermin's, at 0505; homes far away; Oolab elsewhere."""
    state = small(THREE, settings=settings)
    state = with_fleet(state, "humans", "0505", "destroyer", "destroyer", "destroyer", "freighter", name="1st Fleet")
    state = with_fleet(state, "vermin", "0505", "destroyer", "destroyer", name="Swarm")
    state = with_fleet(state, "oolab", "0318", "destroyer", name="Shoal")
    state = change_fleet(state, "humans-F1", engagement=humans)
    return change_fleet(state, "vermin-F1", engagement=vermin)


def minded(state: GameState, side: SideId, attitude: str = "Neutral", stance: Stance = "") -> GameState:
    """The state with a side of another attitude, or other rules of engagement."""
    found = state.sides[side]
    other = changed(found, race=changed(found.race, attitude=attitude), engagement=Engagement(stance=stance))
    return changed(state, sides={**state.sides, side: other})


class Month(Value):
    """A month that was played: what came of it, and the battles that were settled."""

    before: GameState
    state: GameState
    events: tuple[Event, ...]
    battles: tuple[Battle, ...]

    def of(self, kind: type[Event]) -> list[Event]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def heard(self, side: SideId) -> list[Event]:
        """What a side hears."""
        return [event for event in self.events if side in event.seen_by]


def played(state: GameState, *orders: SignedOrder, referee: Referee | None = None) -> Month:
    """A month by the referee's word; what must hold of every month holds."""
    judge = referee or Referee()
    done = adjudicate(state, orders, Dice(bytes(32), "war", state.turn), {}, judge)
    assert broken_invariants(state, done.state, done.events) == ()
    return Month(state, done.state, done.events, tuple(judge.seen))
