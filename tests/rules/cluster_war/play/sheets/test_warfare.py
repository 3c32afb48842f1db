"""The sheets of a war: orders for battle, raids and blockades, forces in the field; what is filled in becomes orders."""

import pytest

from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.combat.ground.army_orders import CommandArmy
from rules.cluster_war.chapters.combat.raid_orders import RaidRoute
from rules.cluster_war.chapters.officers.officer_orders import AssignOfficer
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.sides import Officer
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import City, Engagement, Force, ForceSeen, Front, Raid, Wounds
from rules.cluster_war.play.notation import names_of, parse_order
from rules.cluster_war.play.sheets.warfare import bills, forces, war, war_of_all
from rules.cluster_war.play.sheets.workbook import BUILDERS, FilledCell, all_sheets, read_cells
from rules.values import changed
from tests.rules.cluster_war.play.sheets.test_sheets import HOME, VIEW

WORLD = "1919-1"


def at_war() -> View:
    """The Humans with a raid, a blockaded home, an army on a world of the Vermin and an officer."""
    me = VIEW.me
    assert me is not None
    scout = VIEW.fleets["humans-F1"]
    raider = changed(scout, raid=Raid("take"), engagement=Engagement("evade", 30))
    army = Force("humans/A1", "humans", "INF", "0101", teams=7, goal="0102")
    front = Front(
        WORLD,
        "Nest",
        "vermin",
        2,
        1,
        {"0101": "clear", "0102": "forest"},
        (City("Nest", "0102"),),
        {army.id: army},
        (ForceSeen("vermin", "0102", "Guards", 2, 15),),
    )
    troops = Design("INF", "Infantry", "ground", 1, 10)
    return changed(
        VIEW,
        me=changed(me, engagement=Engagement("defend", 50), designs={**me.designs, "INF": troops}),
        fleets={**VIEW.fleets, raider.id: raider},
        colonies={**VIEW.colonies, HOME: changed(VIEW.colonies[HOME], blockaded=True)},
        officers={"humans/O1": Officer("humans/O1", "humans", "Talon", 1, 2, 3, 4)},
        fronts={WORLD: front},
    )


@pytest.mark.rule("CW-9.0-09", "CW-9.0-14")
def test_orders_for_battle_raids_and_blockades_stand_on_the_sheet_of_war() -> None:
    rows = {row.key: row.cells for row in war(at_war()).rows}
    assert rows["empire"][3] == "defend, withdraw at a loss of 50 %"
    assert rows["humans-F1"][3] == "evade, withdraw at a loss of 30 %"
    assert rows["humans-F1"][4] == "raids, takes what it catches"
    assert rows[HOME][4] == "cut off by a blockade"


@pytest.mark.rule("CW-9.2-15")
def test_forces_cities_and_enemies_in_sight_stand_on_the_sheet_of_ground_forces() -> None:
    city, mine, theirs = forces(at_war()).rows
    assert city.cells[1:4] == (VIEW.all_flags["vermin"].name, "city of Nest", "0102")
    assert mine.cells[1:8] == ("you", "A1 Infantry", "0101", "clear", "7 of 10", "attack, bound for 0102", 0)
    assert theirs.cells[2:6] == ("2 × Guards", "0102", "forest", 15)


def test_a_campaign_without_war_has_the_nine_sheets_alone() -> None:
    assert [sheet.id for sheet in all_sheets(VIEW)] == list(BUILDERS)
    assert [sheet.id for sheet in all_sheets(at_war())] == [*BUILDERS, "officers", "war", "forces"]
    for sheet in all_sheets(at_war()):
        assert all(len(row.cells) == len(sheet.columns) for row in sheet.rows), sheet.id


@pytest.mark.parametrize(
    ("cell", "order"),
    [
        (
            FilledCell("war", "humans-F1", "engage", "attack, withdraw at 30, pursue"),
            SetEngagement("humans-F1", "attack", 30, pursue=True),
        ),
        (FilledCell("war", "empire", "engage", "evade"), SetEngagement("", "evade")),
        (FilledCell("war", "humans-F1", "raid", "0304, 0305"), RaidRoute("humans-F1", ("0304", "0305"))),
        (
            FilledCell("forces", f"{WORLD}/A1", "army", "hold at 0102"),
            CommandArmy(WORLD, ("humans/A1",), "hold", "0102"),
        ),
        (FilledCell("officers", "humans/O1", "post", "pool"), AssignOfficer("humans/O1", "aboard")),
    ],
)
def test_what_is_filled_in_becomes_orders(cell: FilledCell, order: object) -> None:
    reading = read_cells(at_war(), [cell])[0]
    assert not reading.error
    assert parse_order(reading.line, names_of(at_war())) == order


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        (FilledCell("war", "vermin-F1", "engage", "attack"), "no longer there"),
        (FilledCell("forces", f"{WORLD}/A9", "army", "hold"), "still there"),
        (FilledCell("forces", f"{WORLD}/0102", "army", "hold"), "still there"),
        (FilledCell("officers", "humans/DD01", "post", "pool"), "beside one of your officers"),
    ],
)
def test_what_cannot_be_read_is_explained(cell: FilledCell, says: str) -> None:
    assert says in read_cells(at_war(), [cell])[0].error


@pytest.mark.rule("CW-9.6-05", "CW-18.0-21")
def test_a_game_master_reads_all_sides_war_in_four_sheets_that_nobody_fills_in() -> None:
    """Each side's rows are those of its own sheets, with its name before them."""
    calm, stirred = VIEW, at_war()
    found = {sheet.id: sheet for sheet in war_of_all([calm, stirred])}
    assert list(found) == ["war", "forces", "officers", "bills"]
    for sheet in found.values():
        assert not [column for column in sheet.columns if column.fill]
        assert all(len(row.cells) == len(sheet.columns) for row in sheet.rows), sheet.id
    assert VIEW.me is not None
    assert {row.cells[0] for row in found["war"].rows} == {VIEW.me.name}
    assert len(found["war"].rows) == len(war(calm).rows) + len(war(stirred).rows)
    assert [row.cells[1:4] for row in found["officers"].rows] == [("Talon", "O1", 1)]
    assert len(found["forces"].rows) == 3


@pytest.mark.rule("CW-9.6-05", "CW-9.6-13")
def test_a_bill_says_what_mending_a_ship_costs_and_how_many_days_of_a_bay_it_takes() -> None:
    key, ship = next(iter(VIEW.ships.items()))
    hurt = changed(VIEW, ships={**VIEW.ships, key: changed(ship, damage=2, wounds=Wounds(burnt=5))})
    (row,) = bills(hurt).rows
    assert row.key == key
    assert row.cells[-1] == 2 + 2, "a component a day, and four shields a day, the rest of them in another"
    assert isinstance(row.cells[-2], int)
    assert row.cells[-2] > 0
    assert bills(VIEW).rows == ()
