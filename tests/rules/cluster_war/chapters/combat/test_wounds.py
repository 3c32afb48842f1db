"""What is damaged or destroyed does not work."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.detection.sensors import has_lrs, sight
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.chapters.logistics.stores import barracks_left, magazine_room
from rules.cluster_war.chapters.movement.fleets import force_of
from rules.cluster_war.chapters.movement.navigation import mode_of
from rules.cluster_war.chapters.research.projects import stations_at
from rules.cluster_war.model.economy.holds import room_aboard
from rules.cluster_war.model.economy.yields import base_stations, fleet_stations
from rules.cluster_war.model.holdings.holdings import as_site
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.war import Wounds
from rules.cluster_war.model.unit_design.transport import Hangars
from rules.cluster_war.model.unit_design.wounded import component_of, damage_text, price_of, shields_of, working_design
from rules.values import IllegalOrderError, changed
from tests.rules.cluster_war.chapters.combat.docks import BEAM, REPAIRS, SHIELD, away, hurt, war
from tests.rules.cluster_war.yard import HOME, fleet, plan, with_base

G = Fraction
PLAIN = Settings()


@pytest.mark.rule("CW-9.6-04")
def test_a_sound_unit_is_its_design() -> None:
    design = REPAIRS["war"]
    assert working_design(design, Wounds()) is design
    assert working_design(design, Wounds(burnt=5)) is design
    assert working_design(design, Wounds(damaged={"Bridge": 1})) is design


@pytest.mark.rule("CW-9.6-04")
@pytest.mark.parametrize(
    ("lost", "rating", "ftl"),
    [(1, "5/2", "second-stage"), (3, "3/2", "second-stage"), (6, "0", "second-stage"), (9, "0", "second-stage")],
)
def test_a_drive_loses_what_is_lost_of_its_spaces(lost: int, rating: str, ftl: str) -> None:
    found = working_design(REPAIRS["war"], Wounds(damaged={"Drive 3G": lost}))
    assert (found.drive, found.ftl) == (G(rating), ftl)


@pytest.mark.rule("CW-A-37", "CW-5.1-09")
def test_a_magazine_that_is_hit_holds_nothing_and_the_ship_is_there_with_all_else() -> None:
    stocked = changed(
        REPAIRS["war"], magazines=2, launchers=1, layout={**REPAIRS["war"].layout, "Magazine": 2, "Missile launcher": 1}
    )
    left = working_design(stocked, Wounds(destroyed={"Magazine": 1}))
    assert [magazine_room(design, PLAIN) for design in (stocked, left)] == [21, 11], "100 missiles less, for 10 CPs"
    assert (left.drive, left.hull, left.bridge) == (stocked.drive, stocked.hull, stocked.bridge)


@pytest.mark.rule("CW-9.6-04")
def test_a_fleet_is_as_slow_as_its_damaged_ship_and_stays_without_a_drive() -> None:
    state = away("war", "war")
    ships = [state.ships[s] for s in state.fleets["humans-F1"].ships]
    assert mode_of("1st", REPAIRS, ships, PLAIN).gravity == 3
    slow = hurt(state, "WA01", damaged={"Drive 3G": 2}, destroyed={"Drive 3G": 1})
    assert force_of(slow, slow.fleets["humans-F1"]).drive == G(3, 2)
    assert mode_of("1st", REPAIRS, list(slow.ships.values()), PLAIN).gravity == G(3, 2)
    still = hurt(state, "WA01", destroyed={"Drive 3G": 6})
    with pytest.raises(IllegalOrderError, match="without a drive"):
        mode_of("1st", REPAIRS, list(still.ships.values()), PLAIN)


@pytest.mark.rule("CW-9.6-04")
def test_another_drive_that_is_gone_takes_nobody_anywhere() -> None:
    jump = Design("j", "J", "ship", 20, 90, G(2), ftl="jump")
    assert working_design(jump, Wounds(damaged={"Drive 2G": 2})).ftl == "jump"
    assert working_design(jump, Wounds(destroyed={"Drive 2G": 4})).ftl == "second-stage"


@pytest.mark.rule("CW-9.6-04")
def test_sensors_that_are_hit_see_nothing() -> None:
    state = away("war")
    assert has_lrs(state, state.fleets["humans-F1"])
    blind = hurt(state, "WA01", damaged={"LRS": 1})
    assert not has_lrs(blind, blind.fleets["humans-F1"])
    assert "0909" in sight(blind, "humans")
    assert len(sight(blind, "humans")) < len(sight(state, "humans"))
    station = with_base(war(), "way", "1010")
    dark = hurt(station, "WS01", destroyed={"LRS": 1})
    assert len(sight(dark, "humans")) < len(sight(station, "humans"))


@pytest.mark.rule("CW-9.6-04")
def test_surveys_labs_and_mines_count_what_works() -> None:
    state = away("surveyor", "digger")
    state = hurt(state, "SCA01", damaged={"Survey bay": 1, "LRS": 1})
    found = force_of(state, state.fleets["humans-F1"])
    assert (found.survey_bays, found.lrs) == (0, 0)
    state = hurt(state, "DG01", damaged={"Mining station": 10}, destroyed={"Mining station": 5})
    assert fleet_stations(state, state.fleets["humans-F1"]) == 15
    mine = hurt(with_base(war(), "mine", "1010", 2), "MB01", damaged={"Mining station": 30})
    assert base_stations(mine, mine.bases["humans/MB01"]) == 0
    lab = Design("lab", "Lab", "ship", 20, 90, science_stations=10, prefix="LB")
    state = war()
    sides = {key: changed(s, designs={**REPAIRS, "lab": lab}) for key, s in state.sides.items()}
    state = hurt(fleet(changed(state, sides=sides), "0909", "lab"), "LB01", damaged={"Science station": 4})
    assert stations_at(state, "humans", "0909") == 6


@pytest.mark.rule("CW-9.6-04")
def test_holds_yards_hangars_and_barracks_take_what_works() -> None:
    state = hurt(away("freighter", cargo=30), "FF01", damaged={"Cargo bay": 2})
    assert room_aboard(REPAIRS, state.ships.values()) == 10, "two bays of 20 work, and 30 CPs are aboard"
    full = hurt(away("freighter", cargo=80), "FF01", destroyed={"Cargo bay": 4})
    assert room_aboard(REPAIRS, full.ships.values()) == 0, "what is aboard stays aboard"
    dock = with_base(war(), "dock", "1010").bases["humans/DK01"]
    broken = changed(dock, wounds=Wounds(damaged={"Shipyard bay": 5}, destroyed={"Light industry": 20}))
    site = as_site(broken, REPAIRS["dock"])
    assert (site.shipyard_bays, site.light_industry) == (15, 0)
    carrier = hurt(away("carrier"), "CV01", damaged={"Hangar bay": 20})
    assert Hangars(REPAIRS, carrier.ships.values()).bays == 3
    camp = Design("camp", "Camp", "ship", 20, 90, barracks=4)
    ship = changed(away("freighter").ships["humans/FF01"], design="camp", wounds=Wounds(damaged={"Barracks": 3}))
    assert barracks_left({"camp": camp}, ship, PLAIN) == 1


@pytest.mark.rule("CW-9.6-12", "CW-9.6-13")
@pytest.mark.parametrize(
    ("label", "cps"),
    [(SHIELD, "6"), (BEAM, "3"), ("Beam emitter 3, Heat", "45/4"), ("LRS", "3"), ("Drive 3G", "5"), ("Odd thing", "7")],
)
def test_a_component_costs_what_it_cost_new(label: str, cps: str) -> None:
    assert price_of(label, REPAIRS["war"], PLAIN) == G(cps)


@pytest.mark.rule("CW-9.6-06")
def test_names_of_components() -> None:
    assert component_of("Beam emitter 3, Heat") == "Beam emitter"
    assert component_of("Drive 5/2G") == "Drive"
    assert component_of("LRS") == "LRS"
    assert (shields_of(REPAIRS["war"]), shields_of(REPAIRS["destroyer"])) == (10, 20)
    wounds = Wounds({BEAM: 2}, {"LRS": 1}, 3)
    assert damage_text(wounds, 1) == "2 Beam emitter 1 damaged, 1 LRS destroyed, 3 shields off line, damage 1"


@pytest.mark.rule("CW-9.6-07")
def test_a_damaged_ship_is_not_refitted() -> None:
    state = hurt(fleet(war(shipyard_bays=40), "0303", "destroyer"), "DD01", damaged={"Bridge": 1})
    with pytest.raises(IllegalOrderError, match="damaged; repair it first"):
        plan(state, RefitUnits(HOME, "dd2", ("humans/DD01",)))


@pytest.mark.rule("CW-9.6-04")
def test_a_part_of_a_component_that_is_out_of_order_takes_the_whole_component() -> None:
    tender = Design("tender", "Tender", "ship", 20, 90, Fraction(3), repair_bays=2, layout={"Repair bay": 4})
    left = [working_design(tender, Wounds(damaged={"Repair bay": n})).repair_bays for n in range(5)]
    assert left == [2, 1, 1, 0, 0]
