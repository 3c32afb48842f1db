"""Radiation zones, the stars that are such, and crews: what is lost, what it means, and how it is made whole."""

import pytest

from rules.bridge import auto_resolve
from rules.cluster_war.chapters.combat.battle import Battle
from rules.cluster_war.chapters.combat.contact import clashes
from rules.cluster_war.chapters.combat.muster import muster
from rules.cluster_war.chapters.combat.quick_engine import settle
from rules.cluster_war.chapters.combat.unit_strength import numbers_of, strength_of
from rules.cluster_war.chapters.movement.fleets import force_of
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.chapters.terrain.amendments import SetCrew, SetSurroundings, TurnPulsar
from rules.cluster_war.chapters.terrain.ship_damage import burning_generators, is_covered, shields
from rules.cluster_war.model.events.terrain import BattlefieldSwept, CrewsCompleted, ShipStruck, TerrainBraved
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.wounded import ALL_HANDS, crew_of, crew_text
from rules.cluster_war.turn.gm.amend import amend
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.build import DICE, draft_of
from tests.rules.cluster_war.chapters.combat.battles import ATTACK
from tests.rules.cluster_war.chapters.movement.drive_fleets import go
from tests.rules.cluster_war.chapters.terrain.skies import ALL, HERE, OWN, Rigged, month, of, out, skies, struck, there

CRITICAL = {"/critical": 1}


@pytest.mark.rule("CW-14.0-28", "CW-14.0-05")
def test_a_generator_that_is_shot_away_shields_nothing_and_cannot_burn_out() -> None:
    whole, gone = Wounds(), Wounds(destroyed={"Shield projector 1": 1})
    boat = OWN["boat-shield"]
    assert [
        (burning_generators(boat, w, ALL), shields(boat, w, ALL), is_covered(boat, w, ALL)) for w in (whole, gone)
    ] == [
        (1, 1, True),
        (0, 0, False),
    ]


@pytest.mark.rule("CW-14.0-26")
def test_an_unshielded_ship_loses_5_percent_of_its_crew_and_takes_a_critical_hit_at_once() -> None:
    assert crew_of(OWN["ten"], ALL) == 100
    state, events = month(there(skies("Rad"), "ten", hex_="0605"), go("humans-F1", HERE))
    (first,) = of(events, ShipStruck)
    assert (first.cause.rule, first.effect) == ("CW-14.0-26", "radiation")
    assert first.harm == "5 of its crew of 100 lost; 1 Drive 3G damaged"
    assert (first.week, first.seen_by) == (4, ("humans",))
    state, events = month(state)
    assert {e.cause.rule for e in of(events, ShipStruck)} == {"CW-14.0-27"}
    assert state.ships["humans/SL01"].crew_lost == 25


@pytest.mark.rule("CW-14.0-27")
def test_each_further_week_repeats_both_of_the_original_crew() -> None:
    state, events = month(there(skies("Rad"), "open"), dice=Rigged({"/critical": 3}))
    blows = of(events, ShipStruck)
    assert [e.cause.rule for e in blows] == ["CW-14.0-27"] * 4
    assert state.ships["humans/OP01"].crew_lost == 40, "4 times 10 of 200"
    assert out(state.ships["humans/OP01"]) == 4
    odd = changed(OWN["ten"], id="odd", hull=3, prefix="OD", layout={"Bridge": 1, "Crew quarters": 1})
    base = skies("Rad")
    owner = base.sides["humans"]
    base = changed(base, sides={**base.sides, "humans": changed(owner, designs={**owner.designs, "odd": odd})})
    state, events = month(there(base, "odd"), dice=Rigged())
    assert "2 of its crew of 30 lost" in of(events, ShipStruck)[0].harm, "rounded up"


@pytest.mark.rule("CW-14.0-26")
def test_a_ship_with_a_shield_that_works_suffers_nothing() -> None:
    _, events = month(there(skies("Rad"), "cruiser"))
    assert struck(events) == []
    state = there(skies("Rad"), "cruiser")
    ship = changed(state.ships["humans/CR01"], wounds=Wounds(burnt=4))
    _, events = month(changed(state, ships={ship.id: ship}))
    assert len(struck(events)) == 4


@pytest.mark.rule("CW-14.0-23")
def test_a_neutron_star_is_a_radiation_zone() -> None:
    _, events = month(there(skies("Neu"), "open"), dice=Rigged(CRITICAL))
    assert [e.kind for e in of(events, ShipStruck)] == ["NEU"] * 4
    assert of(events, ShipStruck)[0].harm.startswith("10 of its crew of 200 lost")


@pytest.mark.rule("CW-14.0-25", "CW-14.0-21")
@pytest.mark.parametrize("code", ["Mfl", "Neb", "G"])
def test_the_game_master_puts_a_zone_where_they_are_found(code: str) -> None:
    state = there(skies(code), "open")
    _, events = month(state)
    assert struck(events) == []
    done = amend(state, SetSurroundings(HERE, ("RAD",)), "A flare")
    _, events = month(done.state)
    assert [e.kind for e in of(events, ShipStruck)] == ["RAD"] * 4


@pytest.mark.rule("CW-14.0-13")
def test_a_hypermass_combines_what_surrounds_it_as_the_campaign_or_its_game_master_says() -> None:
    _, events = month(there(skies("Hyp"), "warp-open"))
    assert {e.kind for e in of(events, TerrainBraved)} == {"AST", "GRV", "MAG"}
    assert {e.kind for e in of(events, ShipStruck)} == {"RAD"}
    calm = changed(ALL, rulings={"CW-14.0-13": "GRV"})
    _, events = month(there(skies("Hyp", settings=calm), "warp-open"))
    assert struck(events) == []
    done = amend(there(skies("Hyp"), "warp-open"), SetSurroundings(HERE, ()), "A quiet one")
    _, events = month(done.state, dice=Rigged({"/passage": 100}))
    assert struck(events) == []


# --- Small craft


@pytest.mark.rule("CW-14.0-28")
def test_a_craft_loses_its_crew_unless_its_shields_cover_all_of_it() -> None:
    fleet = ("bare-boat", "boat-snap", "boat-shield", "drone")
    state, _ = month(there(skies("Rad"), *fleet))
    dead = {key for key, ship in state.ships.items() if ship.crew_lost >= ALL_HANDS}
    assert dead == {"humans/OB01", "humans/SN01"}
    state, _ = month(there(skies("Rad"), "cruiser", "carrier", "bare-boat"))
    assert state.ships["humans/OB01"].crew_lost == 0, "it rides in a hangar"


# --- Pulsars


@pytest.mark.rule("CW-14.0-24")
def test_a_pulsar_is_made_of_a_neutron_star_and_its_beam_sweeps_battles() -> None:
    state = skies("Neu", settings=changed(ALL, battles="quick"))
    state = there(state, "cruiser", "carrier", "bare-boat", "open", engagement=ATTACK)
    state = there(state, "cruiser", owner="vermin")
    done = amend(state, TurnPulsar(HERE), "It spins")
    assert done.state.cluster.systems[HERE].codes == ("Pul",)
    assert done.events[0].seen_by == ("humans", "vermin"), "who is there"
    for sweeps in (True, False):
        _after, events = month(done.state, dice=Rigged({"pulsar/": 50 if sweeps else 51}))
        swept = of(events, BattlefieldSwept)
        mine = [e for e in swept if e.side == "humans"]
        assert bool(mine) is sweeps
        if sweeps:
            assert mine[0].dead == ("humans/OB01",)
            assert "humans/OP01" in mine[0].hurt
            assert "humans/CR01" not in mine[0].hurt
            assert mine[0].seen_by == ("humans",)
    assert any(e.kind == "PUL" for e in of(events, ShipStruck)), "it is a radiation zone besides"


# --- Crews


@pytest.mark.rule("CW-14.0-19")
def test_a_ship_without_anybody_aboard_drifts_and_others_go_on_without_it() -> None:
    state = there(skies("Neb"), "cruiser", "open")
    dead = changed(state.ships["humans/CR01"], crew_lost=ALL_HANDS)
    state = changed(state, ships={**state.ships, dead.id: dead})
    assert force_of(state, state.fleets["humans-F1"]).drive == 0
    _, events = month(state, go("humans-F1", "0608"))
    assert "has no crew left" in of(events, OrderFailed)[0].reason
    split = SplitFleet("humans-F1", ("humans/OP01",), "Rest", "humans-F2")
    after, events = month(state, split, go("humans-F2", "0608"))
    assert not of(events, OrderFailed)
    assert after.fleets["humans-F2"].transit is not None


def in_battle(lost: int) -> Battle:
    """A battle over a ship that has lost so many of its crew."""
    state = there(skies("Neb", settings=changed(ALL, battles="quick")), "cruiser", engagement=ATTACK)
    ship = changed(state.ships["humans/CR01"], crew_lost=lost)
    state = there(changed(state, ships={ship.id: ship}), "cruiser", owner="vermin", engagement=ATTACK)
    draft = draft_of(state)
    (battle,) = muster(draft, 1, clashes(draft, 1))
    return battle


@pytest.mark.rule("CW-14.0-19")
def test_a_hulk_neither_fires_nor_moves_nor_shields_itself_in_a_battle() -> None:
    battle = in_battle(ALL_HANDS)
    worth = strength_of(battle.units[0], numbers_of(ALL), ALL)
    assert worth.beams == worth.shields == battle.units[0].design.drive == 0
    outcome = settle(battle, {}, Rigged({"quick": 90}), ALL)
    ends = {unit.unit: unit.fate for unit in outcome.units}
    assert ends == {"humans/CR01": "destroyed", "vermin/CR01": "survived"}
    assert [u.wounds for u in outcome.units if u.unit == "vermin/CR01"] == [Wounds()]
    assert {unit.unit for unit in auto_resolve.settle(battle, {}, DICE).units} == set(ends)


@pytest.mark.rule("CW-14.0-26")
@pytest.mark.parametrize(("lost", "grade"), [(0, "regular"), (99, "regular"), (100, "green")])
def test_a_ship_that_has_lost_half_of_its_crew_fights_as_one_with_a_green_crew(lost: int, grade: str) -> None:
    assert in_battle(lost).units[0].grade == grade


@pytest.mark.rule("CW-14.0-26")
def test_new_crews_come_aboard_at_a_colony_of_ones_own() -> None:
    for home, left in (("0303", 0), ("0505", 50)):
        state = there(skies("Neb"), "cruiser", hex_=home)
        ship = changed(state.ships["humans/CR01"], crew_lost=50)
        after, events = month(changed(state, ships={ship.id: ship}))
        assert after.ships["humans/CR01"].crew_lost == left
        assert len(of(events, CrewsCompleted)) == (left == 0)


@pytest.mark.rule("CW-17.1-09", "CW-14.0-26")
def test_the_game_master_says_how_many_of_a_crew_are_saved_or_lost() -> None:
    state = there(skies("Neb"), "cruiser")
    done = amend(state, SetCrew(("humans/CR01",), 30), "Fever")
    assert crew_text(OWN["cruiser"], done.state.ships["humans/CR01"], ALL) == "crew 170 of 200"
    done = amend(done.state, SetCrew(("humans/CR01",), 5000), "Worse")
    assert crew_text(OWN["cruiser"], done.state.ships["humans/CR01"], ALL) == "no crew left"
    done = amend(done.state, SetCrew(("humans/CR01",)), "The healer")
    assert crew_text(OWN["cruiser"], done.state.ships["humans/CR01"], ALL) == ""
    with pytest.raises(IllegalOrderError):
        amend(state, SetCrew(("humans/CR01",), -1), "No")
    twice = amend(state, SetCrew(("humans/CR01", "humans/CR01"), 30), "Fever")
    assert twice.state == amend(state, SetCrew(("humans/CR01",), 30), "Fever").state
    assert len(twice.events) == 1
