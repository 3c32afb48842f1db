"""Months in which whatever the designer draws meets others in arms: they are resolved, in every way of settling."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bridge import auto_resolve
from rules.cluster_war.chapters.combat.battle import Aboard, Battle, BattlesAwaited
from rules.cluster_war.chapters.combat.battle_amendments import Way
from rules.cluster_war.chapters.combat.bombardment import Target
from rules.cluster_war.chapters.combat.bombardment_orders import BombardWorld
from rules.cluster_war.chapters.combat.world_amendments import SetForce
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.navigation import has_ftl, mode_of
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings, tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Design, Leg, Ship
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, Stance, UnitOutcome
from rules.cluster_war.model.unit_design.checks import design_of
from rules.cluster_war.model.unit_design.drafts import (
    DraftPart,
    Fitting,
    Gear,
    GroundDraft,
    HullTemplate,
    UnitDraft,
    catalogue,
)
from rules.cluster_war.model.unit_design.drive_kinds import DRIVES_TABLE, hexes_a_month, skips
from rules.cluster_war.model.unit_design.ground import GROUND_ABILITIES_TABLE
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.dice import Dice, Roller
from rules.values import GameError, changed
from tests.rules.cluster_war.build import HOMES, sheet, small, with_fleet
from tests.rules.cluster_war.chapters.combat.battles import unhurt

PRINTED: Final = Settings()
KINDS: Final = {"ship": (1, 60), "gunboat": (6, 10), "fighter": (2, 5), "smart mine": (2, 5)}
BELOW: Final = {
    "orbital base": (1, 60), "ground base": (1, 60), "missile battery": (1, 60), "super tank": (6, 10), "mega tank": (1, 60),
    "patrol boat": (6, 10), "naval ship": (1, 60), "gunboat": (6, 10), "fighter": (2, 5), "smart mine": (2, 5),
}  # fmt: skip
"""What may be at a world, on its ground or above it."""
ASHORE: Final = {kind: BELOW[kind] for kind in ("super tank", "mega tank", "patrol boat", "naval ship")}
TARGETS: Final = get_args(Target)
WAYS: Final = get_args(Way)


def parts_for(kind: str) -> list[DraftPart]:
    """What of the catalogue goes into a kind of unit."""
    return [part for name, part in sorted(catalogue(PRINTED).items()) if name != "Hull" and part.goes_into(kind)]


@st.composite
def drafts(draw: st.DrawFn, number: int, kinds: Mapping[str, tuple[int, int]]) -> UnitDraft:
    """Any drawing of such a kind, whether or not it may be built: with and without bridge, drive and FTL drive."""
    kind = draw(st.sampled_from(sorted(kinds)))
    low, high = kinds[kind]
    hull = draw(st.integers(low, high))
    chosen = draw(st.lists(st.sampled_from(parts_for(kind)), max_size=8, unique_by=lambda part: part.name))
    fittings = tuple(
        Fitting(part.name, draw(st.integers(1, 3)), Fraction(draw(st.integers(1, 5))) if part.is_rated else Fraction(0))
        for part in chosen
    )
    drive = draw(st.sampled_from(tables(PRINTED)[DRIVES_TABLE].keys))
    return UnitDraft(f"X{number}", f"Drawn {number}", HullTemplate(f"{kind} {hull}", kind, hull), fittings, ftl=drive)


@st.composite
def designs(draw: st.DrawFn, number: int, kinds: Mapping[str, tuple[int, int]] = KINDS) -> Design:
    """A design of any drawing that has a price."""
    drawn = draw(drafts(number, kinds))
    try:
        return design_of(drawn, PRINTED)
    except GameError:
        return design_of(changed(drawn, fittings=()), PRINTED)


@st.composite
def battalions(draw: st.DrawFn, number: int) -> Design:
    """A battalion of any ratings, abilities and gear."""
    far, near, armor, hide = (draw(st.integers(0, 12)) for _ in range(4))
    able = draw(st.lists(st.sampled_from(tables(PRINTED)[GROUND_ABILITIES_TABLE].keys), max_size=3, unique=True))
    gear = draw(st.sampled_from(get_args(Gear)))
    return design_of(GroundDraft(f"B{number}", f"Raised {number}", far, near, armor, hide, tuple(able), gear), PRINTED)


def known(state: GameState, side: str, drawn: Iterable[Design]) -> GameState:
    """These designs are a side's, too."""
    owner = state.sides[side]
    owner = changed(owner, designs={**owner.designs, **{d.id: d for d in drawn}})
    return changed(state, sides={**state.sides, side: owner})


@st.composite
def meetings(draw: st.DrawFn) -> GameState:
    """Two fleets of up to three drawn designs each, in one hex, with any orders for battle."""
    way = draw(st.sampled_from(WAYS))
    state = small(("humans", "vermin"), settings=changed(PRINTED, battles=way))
    for side in ("humans", "vermin"):
        drawn = [draw(designs(number)) for number in range(draw(st.integers(1, 3)))]
        state = known(state, side, drawn)
        aboard = [
            *(d.id for d in drawn for _ in range(draw(st.integers(1, 2)))),
            *draw(st.sampled_from([(), ("destroyer",)])),
        ]
        orders = Engagement(
            draw(st.sampled_from(get_args(Stance))), draw(st.sampled_from([0, 10])), pursue=draw(st.booleans())
        )
        state = with_fleet(state, side, "0505", *aboard, name=f"{side} fleet", engagement=orders)
    return state


def by_word(battle: Battle) -> BattleOutcome:
    """What people say came of a battle: the first side's ships fled, all others are as they were."""

    def end(side: str, unit: UnitOutcome, *, leaves: bool) -> UnitOutcome:
        return changed(unit, fate="fled") if leaves and side == battle.sides[0] else unit

    units = tuple(
        end(unit.side, unhurt(unit), leaves=unit.design.kind in {"ship", "small_craft"} and bool(unit.fleet))
        for unit in battle.units
    )
    return BattleOutcome(battle.id, battle.method, battle.sides[-1], units)


def settle(battle: Battle, aboard: Aboard, dice: Roller) -> BattleOutcome:
    """The admiral's chair."""
    return auto_resolve.settle(battle, aboard, dice)


@st.composite
def sieges(draw: st.DrawFn) -> GameState:
    """A home world with anything drawn at it, above it and on it, besieged by a fleet and by vehicles ashore."""
    state = small(("humans", "vermin"), settings=changed(PRINTED, battles=draw(st.sampled_from(WAYS))))
    home = HOMES["vermin"]
    at_home = [*(draw(designs(number, BELOW)) for number in range(1, 4)), draw(battalions(1))]
    ashore = [*(draw(designs(number, ASHORE)) for number in range(4, 6)), draw(battalions(2))]
    ships = [draw(designs(number)) for number in range(6, 8)]
    state = known(known(state, "vermin", at_home), "humans", (*ashore, *ships))
    garrison = {design.id: draw(st.integers(1, 2)) for design in at_home}
    world = changed(state.colonies[f"{home}-3"], garrison=garrison)
    stations = [Base(f"vermin/{d.id}01", "vermin", d.id, d.name, home, 3) for d in at_home if d.kind == "base"]
    state = changed(state, colonies={**state.colonies, world.id: world}, bases={base.id: base for base in stations})
    aboard = (*(d.id for d in ships), "destroyer", "destroyer")
    state = with_fleet(state, "humans", home, *aboard, name="Siege", engagement=Engagement("attack"))
    landed = [SetForce(world.id, f"A{number}", side="humans", design=d.id) for number, d in enumerate(ashore, 1)]
    for one in landed:
        state = amend(state, one, "landed").state
    return state


@pytest.mark.rule("CW-9.0-02")
@settings(max_examples=40, deadline=None)
@given(state=sieges(), target=st.sampled_from(TARGETS))
def test_a_month_of_siege_is_resolved_whatever_has_been_drawn_for_a_world(state: GameState, target: Target) -> None:
    (siege,) = (fleet.id for fleet in state.fleets.values())
    fire = BombardWorld(siege, HOMES["vermin"], 3, target, certain=True)
    begun = state
    for _ in range(2):
        state = resolved(state, sheet("humans", fire, turn=state.turn))
    assert state.turn == begun.turn + 2
    assert {battle.method for battle in state.battles} <= {begun.settings.battles}


@pytest.mark.rule("CW-4.2-04", "CW-9.0-02")
@settings(max_examples=50, deadline=None)
@given(state=meetings())
def test_a_month_is_resolved_whatever_has_been_drawn_and_however_battles_are_settled(state: GameState) -> None:
    moves = [MoveFleet(fleet.id, (Leg("0507"),)) for fleet in state.fleets.values() if fleet.hex == "0505"]
    after = resolved(state, sheet(moves[0].fleet.partition("-")[0], moves[0]))
    assert {battle.method for battle in after.battles} <= {state.settings.battles}
    for fleet in after.fleets.values():
        owner, ships = after.sides[fleet.side], [after.ships[key] for key in fleet.ships]
        if fleet.hex != "0505":
            assert any(has_ftl(owner.designs[ship.design]) for ship in ships), "who has no drive stays in the hex"


def resolved(state: GameState, orders: tuple[SignedOrder, ...]) -> GameState:
    """The state after a month, with people's word on each battle that they settle; all that the month says of itself adds up."""
    told: dict[str, BattleOutcome] = {}
    for _ in range(9):
        try:
            done = adjudicate(state, orders, Dice(bytes(32), "drawn", state.turn), told, settle)
        except BattlesAwaited as waits:
            told |= {battle.id: by_word(battle) for battle in waits.battles}
            continue
        assert broken_invariants(state, done.state, done.events) == ()
        return done.state
    raise AssertionError("the month waits for ever")


@pytest.mark.rule("CW-4.2-04", "CW-4.0-17")
@settings(max_examples=100, deadline=None)
@given(design=designs(1))
def test_every_drawn_design_answers_what_is_asked_of_a_drive(design: Design) -> None:
    assert skips(design, PRINTED) == (design.ftl == "skip")
    assert hexes_a_month(design, PRINTED) >= 0
    if not design.ftl:
        assert not has_ftl(design)
        assert hexes_a_month(design, PRINTED) == 0
    state = small(("humans",))
    state = changed(state, sides={**state.sides, "humans": changed(state.sides["humans"], designs={design.id: design})})
    ships = with_fleet(state, "humans", "0505", design.id).ships
    mine = [ship for ship in ships.values() if ship.design == design.id]
    assert "an empty text" not in refusal(design, mine)


def refusal(design: Design, ships: list[Ship]) -> str:
    """Why these ships cannot travel; "" if they can."""
    try:
        mode_of("They", {design.id: design}, ships, PRINTED)
    except GameError as refused:
        return str(refused)
    return ""
