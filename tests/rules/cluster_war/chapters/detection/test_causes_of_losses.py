"""One rule decides for all losses whether their side learns the cause: whether anybody of it is left to tell (R-152)."""

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import pytest

from rules.cluster_war.chapters.logistics.stress import StressEffect
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.battles import BattleLosses
from rules.cluster_war.model.events.detection import ShipsVanished
from rules.cluster_war.model.events.encounters import TrapMet
from rules.cluster_war.model.events.event import Event, FleetEvent, may_see
from rules.cluster_war.model.events.logistics import StressSettled
from rules.cluster_war.model.events.movement import FleetDeparted, FleetLost
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.default_rulings import DEFAULT_RULING, DEFAULT_RULING_RULES
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Fleet, Leg, Ship, Transit
from rules.cluster_war.model.state.war import Engagement
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import changed
from tests.ledger import ROOT
from tests.rules.cluster_war.build import DICE, sheet

FLEET: Final = "humans-F90"
NAME: Final = "Pathfinder"
WATCH: Final = "humans-F91"


@cache
def founded() -> tuple[GameState, str]:
    """A campaign of full detection, founded from a scenario, and a hex of it that nobody has in view or on the map."""
    state = new_game(load_scenario(ROOT / "scenarios" / "duel_small.toml"), bytes(range(32)))
    rulings = {**state.settings.rulings, DEFAULT_RULING_RULES["stress"]: DEFAULT_RULING}
    state = changed(state, settings=changed(state.settings, detection="full", battles="quick", rulings=rulings))
    known = {hex_ for side in state.sides for hex_ in (*view_for(state, side).seen, *view_for(state, side).systems)}
    far = (h for h, system in sorted(state.cluster.systems.items()) if h not in known and system.special is None)
    return state, next(far)


def with_ships(
    state: GameState, side: str, prefix: str, hex_: str, key: str, name: str, count: int = 1, **more: Any
) -> GameState:
    """A fleet of new ships of one design of a side's."""
    design = next(d.id for d in state.sides[side].designs.values() if d.prefix == prefix)
    ships = [Ship(f"{key}/{number}", side, design) for number in range(count)]
    fleet = Fleet(key, side, name, hex_, tuple(ship.id for ship in ships), **more)
    return changed(
        state, ships={**state.ships, **{ship.id: ship for ship in ships}}, fleets={**state.fleets, key: fleet}
    )


def ship_with(state: GameState, **changes: Any) -> GameState:
    """The fleet's one ship changed."""
    (key,) = state.fleets[FLEET].ships
    return changed(state, ships={**state.ships, key: changed(state.ships[key], **changes)})


def scout(state: GameState, hex_: str, key: str = FLEET, name: str = NAME) -> GameState:
    """A scout of the Humans in a hex."""
    return with_ships(state, "humans", "SC", hex_, key, name, engagement=Engagement("evade"))


def ambushed(state: GameState, hex_: str) -> tuple[GameState, tuple[SignedOrder, ...]]:
    """Twenty warships come and attack it in the month's last week."""
    foe = next(side for side in state.sides if side != "humans")
    strong = max((d for d in state.sides[foe].designs.values() if d.kind == "ship" and d.ftl), key=lambda d: d.hull)
    home = state.sides[foe].home
    comes = {"transit": Transit(home, hex_, 3, 4), "engagement": Engagement("attack")}
    state = with_ships(state, foe, strong.prefix, home, f"{foe}-F90", "Ambush", 20, **comes)
    return with_ships(state, "humans", "SC", hex_, FLEET, NAME, engagement=Engagement("defend")), ()


def pushed(state: GameState, hex_: str) -> tuple[GameState, tuple[SignedOrder, ...]]:
    """Its own drive destroys it."""
    state = scout(changed(state, settings=changed(state.settings, push_chance=100)), hex_)
    owner = state.sides["humans"]
    (key,) = state.fleets[FLEET].ships
    design = changed(owner.designs[state.ships[key].design], ftl="foldspace")
    state = changed(
        state, sides={**state.sides, "humans": changed(owner, designs={**owner.designs, design.id: design})}
    )
    goal = view_for(state, "humans").me
    assert goal is not None
    return state, sheet("humans", MoveFleet(FLEET, (Leg(goal.home),), push=True))


def mutinied(state: GameState, hex_: str) -> tuple[GameState, tuple[SignedOrder, ...]]:
    """Its crew, far from home for long, fails its check once more."""
    return ship_with(scout(state, hex_), stress=100, failures=9), ()


CAUSES: Final[dict[str, tuple[Callable[..., tuple[GameState, tuple[SignedOrder, ...]]], type[Event]]]] = {
    "an ambush": (ambushed, BattleLosses),
    "its own drive": (pushed, FleetLost),
    "a mutiny": (mutinied, StressSettled),
}


def month(cause: str, *, watched: bool) -> tuple[GameState, list[Event], tuple[Event, ...]]:
    """A month in which a scout is lost so, with a fleet of its side in the same hex or not: the state after it, what its side is
    told, and all that happened."""
    state, far = founded()
    if watched:
        state = scout(state, far, WATCH, "Watch")
    state, orders = CAUSES[cause][0](state, far)
    done = adjudicate(state, orders, DICE)
    assert FLEET not in done.state.fleets, "it is lost"
    return done.state, [e for e in done.events if may_see(e, "humans")], done.events


def about(told: list[Event]) -> list[type[Event]]:
    """The kinds of what a side is told of the fleet, but that it set out."""
    return sorted(
        {type(e) for e in told if isinstance(e, FleetEvent) and e.fleet == FLEET and not isinstance(e, FleetDeparted)},
        key=lambda kind: kind.__name__,
    )


@pytest.mark.rule("CW-12.0-02", "CW-13.0-04", "CW-4.3-21")
@pytest.mark.parametrize("cause", CAUSES)
def test_of_a_fleet_of_which_nobody_is_left_to_tell_its_side_hears_that_it_is_gone_and_nothing_of_the_cause(
    cause: str,
) -> None:
    after, told, happened = month(cause, watched=False)
    assert about(told) == [ShipsVanished]
    assert not [e for e in told if "stress check" in repr(e) or "mutin" in repr(e)]
    assert [v.name for v in view_for(after, "humans").vanished] == [NAME]
    assert [e for e in happened if isinstance(e, CAUSES[cause][1])] or cause == "an ambush", "the game master reads why"


@pytest.mark.rule("CW-12.0-02")
def test_how_it_was_lost_cannot_be_told_from_what_its_side_hears_and_knows() -> None:
    """But for the drive's, whose fleet had orders."""
    seen = []
    for cause in ("an ambush", "a mutiny"):
        after, told, _ = month(cause, watched=False)
        seen.append((told, view_for(after, "humans")))
    assert seen[0] == seen[1]


@pytest.mark.rule("CW-12.0-02", "CW-13.0-04")
def test_nor_from_where_it_stands_among_the_months_other_news() -> None:
    """Another fleet's check at the month's end is told after a battle of the last week, and before a mutiny."""
    told = []
    for cause in ("an ambush", "a mutiny"):
        state, far = founded()
        other = max(h for h, system in state.cluster.systems.items() if system.special is None and h != far)
        state = scout(state, other, WATCH, "Weary")
        (key,) = state.fleets[WATCH].ships
        tired = changed(state.ships[key], stress=90, failures=0)
        state, orders = CAUSES[cause][0](changed(state, ships={**state.ships, key: tired}), far)
        done = adjudicate(state, orders, DICE)
        assert WATCH in done.state.fleets
        told.append([event for event in done.events if may_see(event, "humans")])
    assert [e for e in told[0] if isinstance(e, StressSettled)], "the weary fleet fails its check"
    assert isinstance(told[0][-1], ShipsVanished)
    assert told[0] == told[1]


@pytest.mark.rule("CW-12.0-02", "CW-4.3-21")
@pytest.mark.parametrize("cause", ["a mutiny", "its own drive"])
def test_with_somebody_of_its_side_in_view_the_cause_is_told(cause: str) -> None:
    after, told, _ = month(cause, watched=True)
    assert CAUSES[cause][1] in about(told)
    assert ShipsVanished not in about(told)
    assert view_for(after, "humans").vanished == ()


@pytest.mark.rule("CW-12.0-02", "CW-4.3-21")
def test_the_game_masters_word_on_a_check_is_told_by_the_same_rule() -> None:
    state, far = founded()
    state = scout(state, far)
    (ship,) = state.fleets[FLEET].ships
    for watched in (False, True):
        there = scout(state, far, WATCH, "Watch") if watched else state
        done = amend(there, StressEffect((ship,), "rogue"), "So it is")
        told = [e for e in done.events if may_see(e, "humans")]
        assert any("rogue" in repr(e) for e in told) is watched
        assert [e.ships for e in told if isinstance(e, ShipsVanished)] == ([] if watched else [(ship,)])
        assert any("rogue" in repr(e) for e in done.events), "the game master reads why"


@pytest.mark.rule("CW-12.0-02", "CW-13.0-04")
def test_a_base_far_off_that_is_destroyed_has_fallen_silent_however_that_came() -> None:
    state, far = founded()
    owner = state.sides["humans"]
    model = next(d for d in owner.designs.values() if d.kind == "base")
    base = Base("humans/BS90", "humans", model.id, "Lonely Post", far)
    state = changed(state, bases={**state.bases, base.id: base})
    fought = adjudicate(ambushed(state, far)[0], (), DICE)
    tired = changed(state, bases={**state.bases, base.id: changed(base, stress=100, failures=9)})
    mutiny = adjudicate(tired, (), DICE)
    for done in (fought, mutiny):
        assert base.id not in done.state.bases
        told = [e for e in done.events if may_see(e, "humans")]
        [silent] = [e for e in told if isinstance(e, TrapMet)]
        assert silent.text == "Nothing more is heard of Lonely Post, with all that was there."
        assert not [e for e in told if isinstance(e, BattleLosses | StressSettled)]
        assert not [e for e in told if "stress check" in repr(e)]
