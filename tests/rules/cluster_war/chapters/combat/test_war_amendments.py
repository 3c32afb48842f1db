"""The game master moves what they like on worlds at war, and changes damage, salvage and enhancements (CW-9.2, 9.3, 9.6)."""

import pytest

from rules.cluster_war.chapters.combat.battle_amendments import ApproveUpgrade, SetDamage, SetSalvage
from rules.cluster_war.chapters.combat.battle_orders import RepairUnits
from rules.cluster_war.chapters.combat.ground.skirmish import FightPlace
from rules.cluster_war.chapters.combat.world_amendments import (
    ChangeSurface,
    DeclareConquered,
    SetForce,
    SetOdds,
    SetPeople,
)
from rules.cluster_war.chapters.logistics.stress import StressEffect
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.model.events.ground import CityRebelled, GroundFought, WorldConquered
from rules.cluster_war.model.events.industry import UpgradeInstalled
from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.war import Mending, Wounds
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.values import GameError, changed
from tests.rules.cluster_war.chapters.combat.docks import BEAM, SHIELD, away, war
from tests.rules.cluster_war.chapters.combat.ground.war import HOT, LANDING, WORLD, forces, front
from tests.rules.cluster_war.yard import HOME, Rigged, fleet, told, turn, with_base


def done(state: GameState, *amendments: Amendment) -> GameState:
    """The state after these."""
    for amendment in amendments:
        state = amend(state, amendment, "because").state
    return state


@pytest.mark.rule("CW-9.2-03", "CW-9.3-42", "CW-9.2-02")
def test_a_world_may_be_declared_conquered_whatever_stands_on_it() -> None:
    state = front(garrison={"INF": 2})
    ships = {key: changed(fleet, mission="blockade") for key, fleet in state.fleets.items()}
    idle = turn(changed(state, fleets=ships)).state
    assert idle.colonies[WORLD].side == "vermin", "a fleet overhead takes nothing by itself"
    after = amend(state, DeclareConquered(WORLD, "humans"), "it yields")
    assert after.state.colonies[WORLD].side == "humans"
    (taken,) = [e for e in after.events if isinstance(e, WorldConquered)]
    assert (taken.cause.rule, taken.cause.override) == ("CW-9.3-42", "it yields")
    with pytest.raises(GameError):
        amend(after.state, DeclareConquered(WORLD, "humans"), "again")


@pytest.mark.rule("CW-9.3-67", "CW-9.3-70")
def test_mistreatment_makes_a_people_rise() -> None:
    state = turn(front({"INF": 1}), LANDING).state
    assert told(turn(state), CityRebelled) == []
    worse = done(state, SetPeople(WORLD, "Hostile, Xenophobic"))
    assert [(e.needed, e.there) for e in told(turn(worse), CityRebelled)] == [(2, 1)]
    with pytest.raises(GameError):
        done(state, SetPeople(WORLD, "Grumpy"))


@pytest.mark.rule("CW-9.3-31", "CW-9.3-40", "CW-9.3-68")
def test_modifiers_reach_terrain_and_cities() -> None:
    state = front(garrison={"INF": 1})
    city = done(state, SetOdds(WORLD, "humans", 0, 0)).surfaces[WORLD].cities[0].hex
    state = done(state, SetOdds(WORLD, "humans", -3, 1), ChangeSurface(WORLD, city, reach="close"))
    fought = told(turn(state, HOT, dice=Rigged()), GroundFought)[0]
    assert {b.reach for b in fought.blows} == {"close"}
    free = next(at for at in state.surfaces[WORLD].terrain if at != city)
    grown = done(state, ChangeSurface(WORLD, free, terrain="swamp", city="Second", share=2, reach="usual"))
    assert [(c.name, c.share) for c in grown.surfaces[WORLD].cities] == [("Burrow", 1), ("Second", 2)]
    assert grown.surfaces[WORLD].terrain[free] == "swamp"
    assert FightPlace("swamp").close is None
    for wrong in (
        ChangeSurface(WORLD, "9999", terrain="swamp"),
        ChangeSurface(WORLD, free, terrain="lava"),
        ChangeSurface(WORLD, city, city="Burrow", share=0),
        ChangeSurface(WORLD, city),
        ChangeSurface(WORLD, city, terrain="ocean"),
        ChangeSurface(WORLD, free, terrain="islands", city="Atoll"),
        SetOdds(WORLD, "humans", 99, 0),
    ):
        with pytest.raises(GameError):
            done(state, wrong)


@pytest.mark.rule("CW-9.3-22")
def test_any_force_may_be_put_anywhere() -> None:
    state = done(front(), SetForce(WORLD, "A7", side="vermin", design="infantry"))
    (force,) = forces(state, "vermin")
    free = next(at for at in state.surfaces[WORLD].terrain if at != force.at)
    moved = done(state, SetForce(WORLD, force.id, free, 4))
    assert [(f.at, f.teams) for f in forces(moved, "vermin")] == [(free, 4)]
    assert forces(done(moved, SetForce(WORLD, force.id, teams=0)), "vermin") == []
    for wrong in (
        SetForce(WORLD, "A99"),
        SetForce(WORLD, force.id, teams=11),
        SetForce(WORLD, "A8", side="humans", design="x"),
    ):
        with pytest.raises(GameError):
            done(state, wrong)
    assert changed(force, at=free) != force


WAR = ("humans/WA01",)


@pytest.mark.rule("CW-9.6-04")
def test_a_component_is_damaged_and_destroyed_by_the_game_masters_word() -> None:
    done = amend(away("war"), SetDamage(WAR, "shield projector", 3, 1, burnt=2, loose=1), "A mine")
    ship = done.state.ships["humans/WA01"]
    assert ship.wounds == Wounds({SHIELD: 3}, {SHIELD: 1}, 2)
    assert ship.damage == 1
    (event,) = [e for e in done.events if isinstance(e, Amended)]
    assert (event.seen_by, event.cause.override) == (("humans",), "A mine")
    assert event.text == (
        "WA01: 3 Shield projector 1 damaged, 1 Shield projector 1 destroyed, 2 shields off line, damage 1."
    )
    less = amend(done.state, SetDamage(WAR, SHIELD, damaged=0), "").state.ships["humans/WA01"]
    assert less.wounds == Wounds({}, {SHIELD: 1}, 2), "what is not named stays as it is"
    whole = amend(done.state, SetDamage(WAR), "").state.ships["humans/WA01"]
    assert (whole.wounds, whole.damage) == (Wounds(), 0)


@pytest.mark.rule("CW-9.6-04")
def test_stress_damage_is_placed_or_mended_with_the_rest() -> None:
    stressed = amend(away("tender", "war", cargo=20), StressEffect(WAR, "damage"), "").state
    assert stressed.ships["humans/WA01"].damage == 1
    placed = amend(stressed, SetDamage(WAR, "LRS", damaged=1, loose=0), "The sensor mast").state
    assert (placed.ships["humans/WA01"].damage, placed.ships["humans/WA01"].wounds.damaged) == (0, {"LRS": 1})
    mended = turn(placed, RepairUnits("humans-F1")).state
    assert mended.ships["humans/WA01"].wounds == Wounds()


@pytest.mark.rule("CW-9.6-04")
@pytest.mark.parametrize(
    ("order", "says"),
    [
        (SetDamage((), "LRS", 1), "Name at least one ship"),
        (SetDamage(("humans/XX01",), "LRS", 1), "no ship or base"),
        (SetDamage(WAR, "LRS"), "how many of LRS"),
        (SetDamage(WAR, damaged=1), "which component"),
        (SetDamage(WAR, "LRS", -2), "0 to 10000"),
        (SetDamage(WAR, "LRS", 1, 1), "has 1 of LRS"),
        (SetDamage(WAR, "Cargo bay", 1), "no component .*It has: Beam emitter 1"),
        (SetDamage(WAR, burnt=11), "10 shield generators"),
        (SetSalvage("humans/XX01", "LRS", 1), "no ship"),
        (SetSalvage("humans/WA01", "Dragon", 1), "no component"),
        (SetSalvage("humans/WA01", BEAM, 1), "room for 0"),
        (ApproveUpgrade(WAR, "", "humans-F1"), "1 to 60 characters"),
        (ApproveUpgrade(WAR, "Code", "humans-F1", 0), "1 to 280 days"),
        (ApproveUpgrade(WAR, "Code", "humans-F1"), "no repair bays"),
        (ApproveUpgrade(WAR, "Code", HOME), "not in one place"),
    ],
)
def test_what_cannot_be_meant_is_refused(order: Amendment, says: str) -> None:
    with pytest.raises(GameError, match=says):
        amend(away("war"), order, "")


@pytest.mark.rule("CW-9.6-04")
def test_an_unlisted_hull_may_hold_any_component() -> None:
    state = amend(fleet(war(), "0303", "destroyer"), SetDamage(("humans/DD01",), BEAM, 2), "").state
    assert state.ships["humans/DD01"].wounds.damaged == {BEAM: 2}
    with pytest.raises(GameError, match="no component"):
        amend(state, SetDamage(("humans/DD01",), "Dragon", 2), "")


@pytest.mark.rule("CW-9.6-05")
def test_salvage_fills_a_cargo_bay_each() -> None:
    state = amend(away("tender"), SetSalvage("humans/TE01", BEAM, 3), "The wreck").state
    tender = state.ships["humans/TE01"]
    assert (tender.salvage, tender.crate_room) == ({BEAM: 3}, 60)
    with pytest.raises(GameError, match="room for 1"):
        amend(state, SetSalvage("humans/TE01", "LRS", 2), "")
    none = amend(state, SetSalvage("humans/TE01", BEAM, 0), "").state.ships["humans/TE01"]
    assert (none.salvage, none.crate_room) == ({}, 0)


@pytest.mark.rule("CW-9.6-09")
def test_repair_bays_build_in_what_the_game_master_approves() -> None:
    state = amend(away("tender", "war"), ApproveUpgrade(WAR, "Better gunnery code", "humans-F1", 10), "R&D").state
    assert state.ships["humans/WA01"].mending == Mending("humans-F1", upgrade="Better gunnery code", upgrade_days=10)
    with pytest.raises(GameError, match="being repaired"):
        amend(state, ApproveUpgrade(WAR, "More", "humans-F1"), "")
    done = turn(state)
    ship = done.state.ships["humans/WA01"]
    assert (ship.upgrades, ship.mending) == (("Better gunnery code",), Mending())
    (event,) = told(done, UpgradeInstalled)
    assert (event.unit, event.upgrade, event.seen_by) == ("humans/WA01", "Better gunnery code", ("humans",))


@pytest.mark.rule("CW-9.6-09", "CW-9.6-10")
def test_an_upgrade_ends_where_they_part_and_bases_do_it_too() -> None:
    state = fleet(away("war"), "0909", "tender")
    state = amend(state, ApproveUpgrade(WAR, "Code", "humans-F2", 10), "").state
    gone = turn(state, MoveFleet("humans-F2", (Leg("0915"),))).state
    assert (gone.ships["humans/WA01"].upgrades, gone.ships["humans/WA01"].mending) == ((), Mending())
    station = with_base(war(), "dock", "1010")
    station = changed(station, bases={k: changed(base, design="shop") for k, base in station.bases.items()})
    station = amend(station, ApproveUpgrade(("humans/DK01",), "Code", "humans/DK01"), "").state
    assert turn(station).state.bases["humans/DK01"].upgrades == ("Code",)


def test_a_ship_that_changes_its_flag_is_repaired_by_nobody() -> None:
    state = amend(away("tender", "war"), ApproveUpgrade(WAR, "Code", "humans-F1", 10), "").state
    prize = amend(state, StressEffect(WAR, "surrender", "vermin"), "").state
    (ship,) = [s for s in prize.ships.values() if s.side == "vermin"]
    assert ship.mending == Mending()
    assert changed(ship, mending=Mending()) == ship
