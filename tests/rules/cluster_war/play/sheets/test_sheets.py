"""The nine sheets: what each holds, that nothing of others is in them, and that filled cells become orders."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SetMission
from rules.cluster_war.chapters.research.project_orders import FundProject
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Build, Leg, Project, Transit
from rules.cluster_war.model.state.sides import ColonySighting, FleetSighting, KnownBody, KnownSystem
from rules.cluster_war.play.notation import names_of, parse_order
from rules.cluster_war.play.sheets.holdings import WorkbookRow, WorkbookSheet, economics
from rules.cluster_war.play.sheets.workbook import BUILDERS, FilledCell, all_sheets, read_cells
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError, WrongPhaseError, changed
from tests.rules.cluster_war.build import change_fleet, small, with_colony, with_fleet

HOME = "0303-3"


def position() -> GameState:
    state = small(turn=3)
    state = with_fleet(state, "humans", "0303", "freighter", "scout", name="Convoy")
    state = with_fleet(state, "humans", "0303", "scout", name="Away")
    state = with_fleet(state, "vermin", "1818", "destroyer", name="Secret Swarm")
    state = with_colony(state, "vermin", "1919", 1, 77)
    state = change_fleet(state, "humans-F2", transit=Transit("0303", "0306", 8, 17), route=(Leg("0309"),))
    home = changed(state.colonies[HOME], shipyard_bays=40, light_industry=20)
    ship = changed(state.ships["humans/FF01"], cargo=60)
    systems = {
        "0303": KnownSystem("0303", "surveyed", 1, (KnownBody(3, "5555", "", 1000, ()),), (), "Sol"),
        "0505": KnownSystem(
            "0505", "surveyed", 2, (KnownBody(1, "4455", "", 389, ("Heavy Metals",)),), ("A dig site.",)
        ),
        "0606": KnownSystem("0606", "scouted", 1, (KnownBody(1, "5655"),)),
    }
    seen = {"C1": FleetSighting("C1", "vermin", "0404", 2, 30, 7)}
    knowledge = changed(state.knowledge["humans"], systems=systems, fleets=seen, met=("vermin",))
    return changed(
        state,
        colonies={**state.colonies, HOME: home},
        ships={**state.ships, ship.id: ship},
        knowledge={**state.knowledge, "humans": knowledge},
        builds={"humans-B1": Build("humans-B1", "humans", HOME, "destroyer", 2, 200, 150, 40, 20, 2)},
        projects={
            "humans-P1": Project("humans-P1", "humans", "Beams", "0303", 3, step=2, cps=400),
            "humans-P2": Project("humans-P2", "humans", "Shields", "0303", 1, finished_turn=2),
        },
        trade=(TradePartner("humans", "Solarians", 3000, "full"),),
        income={"humans": 25},
        peace=("humans|vermin",),
        sides={**state.sides, "humans": changed(state.sides["humans"], treasury=226, technologies=("Shields",))},
    )


VIEW = view_for(position(), "humans")


def table(sheet: str) -> list[tuple[object, ...]]:
    return [row.cells for row in BUILDERS[sheet](VIEW).rows]


@pytest.mark.rule("CW-18.0-08", "CW-11.0-08", "CW-5.0-17")
def test_economics_lists_colonies_trade_treasury_and_projects() -> None:
    rows = table("economics")
    assert rows[0] == ("Treasury", "", "", 226, "")
    assert ("Humans 0303", "0303-3", "1000 of 1000", 1000, "") in rows
    assert ("Trade with Solarians", "", "", 250, "") in rows
    assert ("Other income", "", "", 25, "") in rows
    assert ("R&D Beams", "0303", "step 2 of 3, 400 CPs in it, 0 labs", "", "") in rows
    assert ("Spent on ship construction", "", "", 0, "") in rows
    assert rows[-1] == ("Next turn's treasury", "", "", 1501, "")
    assert "1501 CPs to spend in turn 3, 1501 left" in BUILDERS["economics"](VIEW).notes[0]


def column(rows: tuple[WorkbookRow, ...]) -> list[int]:
    return [cell for row in rows if isinstance(cell := row.cells[3], int)]


@pytest.mark.rule("CW-18.0-08", "CW-7.1-04", "CW-5.0-24", "CW-5.0-10")
def test_the_column_of_cps_adds_up_to_next_turns_treasury_whatever_a_colony_makes() -> None:
    state = position()
    digging = {"digger": changed(state.sides["humans"].designs["destroyer"], id="digger", kind="base", mining=30)}
    state = with_colony(state, "humans", "0305", 1, 60, strip=True)
    state = with_colony(state, "humans", "0405", 1, 50, hindered=50)
    state = with_colony(state, "humans", "1515", 1, 45, store=9)
    humans = changed(state.sides["humans"], designs={**state.sides["humans"].designs, **digging})
    home = changed(state.colonies[HOME], size=900, garrison={"digger": 1})
    state = changed(state, colonies={**state.colonies, HOME: home}, sides={**state.sides, "humans": humans})
    view = view_for(state, "humans")
    sheet = economics(view, {"ships": 120, "research": 300})
    rows = {row.key: row.cells for row in sheet.rows}
    assert rows["0305-1"][2:4] == ("60 of 60, strip-mines", 120)
    assert rows["0405-1"][2:4] == ("50 of 50, loses 50 % to strikes", 25)
    assert rows["1515-1"][2:4] == ("45 of 45, cut off: 45 CPs for its own store of 9", "")
    assert rows[f"mine/{HOME}"][:4] == ("Mining by Humans 0303", HOME, "30 mining stations", 30)
    assert (rows["spent/ships"][3], rows["spent/research"][3], rows["spent/bases"][3]) == (-120, -300, 0)
    *lines, left = column(sheet.rows)
    assert left == sum(lines) == view.income.available - 420
    assert sheet.notes[0] == f"Humans: {left + 420} CPs to spend in turn 3, {left} left after the orders given so far."


@pytest.mark.rule("CW-18.0-08")
def test_a_colonys_maximum_is_that_of_the_world_in_its_own_orbit() -> None:
    bodies = (KnownBody(1, "5555", "", 70, ()), KnownBody(3, "5555", "", 1200, ()), KnownBody(4, "5555", "", 9, ()))
    systems = {**VIEW.systems, "0303": KnownSystem("0303", "surveyed", 1, bodies)}
    assert rows_of(economics(changed(VIEW, systems=systems)))[HOME][2] == "1000 of 1200"
    assert rows_of(economics(changed(VIEW, systems={})))[HOME][2] == "1000 of 1000"
    unknown = {"0303": KnownSystem("0303", "scouted", 1, (KnownBody(3, "5555"),))}
    assert rows_of(economics(changed(VIEW, systems=unknown)))[HOME][2] == "1000 of 1000"


@pytest.mark.rule("CW-18.0-08", "CW-3.1-67")
def test_low_industry_has_a_line_where_it_takes_something_and_nowhere_else() -> None:
    assert "low-industry" not in rows_of(economics(VIEW))
    state = position()
    race = changed(state.sides["humans"].race, disadvantages=("Low Industry",))
    slow = changed(state.sides["humans"], race=race)
    settings = changed(state.settings, rulings={"CW-3.1-67": "every-turn"})
    view = view_for(changed(state, settings=settings, sides={**state.sides, "humans": slow}), "humans")
    sheet = economics(view)
    assert rows_of(sheet)["low-industry"] == ("Low Industry", "", "", -250, "")
    *lines, left = column(sheet.rows)
    assert left == sum(lines)
    nobody = changed(view, income=changed(view.income, yields=()))
    assert "low-industry" not in rows_of(economics(nobody))


@pytest.mark.rule("CW-18.0-08")
def test_a_handicap_has_a_line_of_its_own_beside_low_industry() -> None:
    assert "handicap" not in rows_of(economics(VIEW))
    state = position()
    race = changed(state.sides["humans"].race, disadvantages=("Low Industry",))
    slow = changed(state.sides["humans"], race=race)
    settings = changed(state.settings, rulings={"CW-3.1-67": "every-turn"}, handicaps={"humans": 125})
    sheet = economics(view_for(changed(state, settings=settings, sides={**state.sides, "humans": slow}), "humans"))
    assert rows_of(sheet)["low-industry"] == ("Low Industry", "", "", -250, "")
    given = rows_of(sheet)["handicap"]
    assert given[:3] == ("Handicap", "", "125 % of production")
    without = view_for(state, "humans").income.production - 250
    assert given[3] == without * 125 // 100 - without > 0
    *lines, left = column(sheet.rows)
    assert left == sum(lines)


@pytest.mark.rule("CW-18.0-14", "CW-6.3-04")
def test_each_yard_counts_the_work_that_it_does_and_no_other() -> None:
    """A ship takes yards, small craft factories, ground forces the training base; a base takes none of them."""
    state = position()
    kinds = {"destroyer": 20, "boat": 5, "guard": 3, "base": 9}
    more = {
        "boat": changed(state.sides["humans"].designs["scout"], id="boat", kind="small_craft"),
        "guard": changed(state.sides["humans"].designs["scout"], id="guard", kind="ground"),
    }
    humans = changed(state.sides["humans"], designs={**state.sides["humans"].designs, **more})
    home = changed(state.colonies[HOME], shipyard_bays=40, light_industry=20, training=25)
    builds = {
        f"humans-B{n}": Build(f"humans-B{n}", "humans", HOME, kind, 1, 100, 100, used, used, 1)
        for n, (kind, used) in enumerate(kinds.items(), 1)
    }
    away = Build("humans-B9", "humans", "0909-1", "destroyer", 1, 100, 90, 0, 0, 1)
    state = changed(
        state,
        colonies={**state.colonies, HOME: home},
        sides={**state.sides, "humans": humans},
        builds={**builds, away.id: away},
    )
    rows = rows_of(BUILDERS["construction"](view_for(state, "humans")))
    assert [row[1:5] for key, row in rows.items() if key.startswith(f"{HOME}/")] == [
        ("shipyard bays", 40, 20, 20),
        ("light industry", 20, 5, 15),
        ("training", 25, 3, 22),
    ]
    assert rows["humans-B1"][5:8] == ("turn 4", 100, 0)
    assert rows["humans-B9"] == ("0909-1", "1 × Destroyer", 0, 0, "", "when paid", 100, 10, "")


@pytest.mark.rule("CW-18.0-12")
def test_fleets_are_listed_by_name_with_what_they_carry_and_where_they_go() -> None:
    state = with_fleet(position(), "humans", "0404", "destroyer", name="away again")
    route = (Leg("0606"), Leg("0707"))
    state = change_fleet(state, "humans-F3", route=route, standing="Hold.", mission="patrol")
    rows = list(BUILDERS["fleets"](view_for(state, "humans")).rows)
    assert [row.cells[0] for row in rows] == ["Away", "away again", "Convoy"]
    assert rows[1].cells == (
        "away again", "0404", "0606, then 0707", 1, 20, "4G", "0 of 0", "patrol", "Hold.", "", "",
    )  # fmt: skip


@pytest.mark.rule("CW-18.0-15")
def test_research_stands_by_its_successes_and_is_new_in_the_turn_after() -> None:
    rows = rows_of(BUILDERS["technology"](VIEW))
    assert rows["humans-P2"] == ("Research", "Shields", "finished in turn 2")
    later = changed(VIEW, turn=4)
    assert [row.key for row in BUILDERS["technology"](later).rows if row.new] == []
    first = changed(VIEW, turn=1, projects={"P": Project("P", "humans", "Ice", "0303", 3, step=1)})
    sheet = BUILDERS["technology"](first)
    assert rows_of(sheet)["P"] == ("Research", "Ice", "0 of 3 successes")
    assert not [row for row in sheet.rows if row.new]


def rows_of(sheet: WorkbookSheet) -> dict[str, tuple[object, ...]]:
    return {row.key: row.cells for row in sheet.rows}


@pytest.mark.rule("CW-18.0-12", "CW-18.0-13")
def test_fleets_show_strength_course_and_cells_for_new_orders() -> None:
    rows = {row[0]: row for row in table("fleets")}
    assert rows["Convoy"][:8] == ("Convoy", "0303", "", 2, 30, "2G", "60 of 80", "none")
    assert rows["Away"][1:3] == ("in FTL space", "0303 → 0306 (turn 5, week 1), then 0309")
    assert [c.fill for c in BUILDERS["fleets"](VIEW).columns if c.fill] == ["move", "mission"]


@pytest.mark.rule("CW-18.0-21", "CW-4.1-13")
def test_ship_status_lists_every_ship_by_its_id() -> None:
    assert ("FF01", "Freighter", "", "Convoy", 20, "2G", 60) in table("ships")
    assert len(table("ships")) == 3


@pytest.mark.rule("CW-18.0-14", "CW-5.0-16")
def test_construction_is_a_time_line_of_yards_and_work() -> None:
    rows = table("construction")
    assert ("Humans 0303", "shipyard bays", 40, 20, 20, "", "", "", "") in rows
    assert ("Humans 0303", "light industry", 20, 0, 20, "", "", "", "") in rows
    assert ("Humans 0303", "2 × Destroyer", 40, 20, "", "turn 5", 200, 50, "") in rows


@pytest.mark.rule("CW-18.0-15")
def test_technology_holds_race_learning_and_successes() -> None:
    sheet = BUILDERS["technology"](VIEW)
    rows = [row.cells for row in sheet.rows]
    assert ("Technology", "Shields", "") in rows
    assert ("Research", "Beams", "1 of 3 successes") in rows
    assert [row.cells[1] for row in sheet.rows if row.new] == ["Shields"]


@pytest.mark.rule("CW-18.0-16", "CW-6.6-04")
def test_the_roster_is_the_price_list() -> None:
    assert ("Survey Cruiser", "ship", 30, 150, "3G", 1, 1, 0, "") in table("roster")


@pytest.mark.rule("CW-18.0-18", "CW-2.1-01")
def test_surveys_show_prices_for_the_own_race_and_mark_what_is_new() -> None:
    sheet = BUILDERS["surveys"](VIEW)
    new = [row for row in sheet.rows if row.new]
    assert [row.cells for row in new] == [
        ("0505", "", "surveyed", 2, 1, "4455", 389, 584, "Heavy Metals", "", "A dig site.")
    ]
    assert ("0606", "", "scouted", 1, 1, "5655", "?", "", "?", "", "") in [row.cells for row in sheet.rows]


@pytest.mark.rule("CW-18.0-19", "CW-18.0-24")
def test_treaties_show_contacts_peace_and_trade() -> None:
    assert table("treaties") == [
        ("Vermin", "met", "peace", "", ""),
        ("Solarians", "", "trade", 250, ""),
    ]


@pytest.mark.rule("CW-18.0-20")
def test_the_map_sheet_lists_objects_grid_fleets_and_sightings() -> None:
    rows = {row[0]: row for row in table("map")}
    assert rows["0303"] == ("0303", "G", "Sol", "surveyed", "yes", "in view", "Humans 0303", "Convoy", "")
    assert rows["0404"][-1] == "Vermin: 2 ships (turn 2, week 3)"


@pytest.mark.rule("CW-18.0-18")
def test_surveys_are_listed_newest_first_with_who_holds_each_world_and_comments_once() -> None:
    bodies = (KnownBody(1, "5555", "", 100, ()), KnownBody(2, "5555", "", 200, ("Iron", "Gold")), KnownBody(3, "5555"))
    systems = {
        "0707": KnownSystem("0707", "surveyed", 2, bodies, ("Dust.", "Ruins.")),
        "0202": KnownSystem("0202", "surveyed", 1),
        "0303": KnownSystem("0303", "surveyed", 1, bodies[2:]),
    }
    foreign = {"0707-2": ColonySighting("0707-2", "vermin", "0707", 2, 5)}
    sheet = BUILDERS["surveys"](changed(VIEW, systems=systems, foreign_colonies=foreign))
    assert [(row.key, row.new) for row in sheet.rows] == [
        ("0707-1", True), ("0707-2", True), ("0707-3", True), ("0202", False), ("0303-3", False),
    ]  # fmt: skip
    assert [row.cells[10] for row in sheet.rows] == ["Dust.; Ruins.", "", "", "", ""]
    assert [row.cells[9] for row in sheet.rows] == ["", "Vermin", "", "", "Humans 0303"]
    assert [row.cells[6] for row in sheet.rows] == [100, 200, "?", "", "?"]
    assert [row.cells[8] for row in sheet.rows] == ["", "Iron, Gold", "?", "", "?"]
    first = BUILDERS["surveys"](changed(VIEW, turn=1, systems={"0202": KnownSystem("0202", "surveyed", 0)}))
    assert [row.new for row in first.rows] == [False]


@pytest.mark.rule("CW-18.0-20")
def test_a_place_on_the_map_sheet_tells_when_it_was_last_in_view() -> None:
    known = {
        "C1": FleetSighting("C1", "vermin", "0404", 1, 10, 7),
        "C2": FleetSighting("C2", "vermin", "0909", 3, 30, 7),
    }
    view = changed(VIEW, objects={"0101": ("G", "Neb"), "1010": ("M",)}, foreign_fleets=known, seen={"0101": 5})
    rows = {row.key: row.cells for row in BUILDERS["map"](changed(view, sighted=frozenset({"0404"}))).rows}
    assert list(rows) == ["0101", "0303", "0404", "0909", "1010"]
    assert rows["0101"] == ("0101", "G/Neb", "", "map", "", "turn 2, week 1", "", "", "")
    assert rows["0404"][5] == "in view"
    assert rows["1010"][5] == "never"
    assert (rows["0404"][8], rows["0909"][8]) == ("Vermin: 1 ship (turn 2, week 3)", "Vermin: 3 ships (turn 2, week 3)")
    assert (rows["0303"][4], rows["0101"][4]) == ("yes", "")


@pytest.mark.rule("CW-18.0-07", "CW-1.0-08")
def test_nine_sheets_and_nothing_of_others_in_them() -> None:
    sheets = all_sheets(VIEW)
    assert len(sheets) == 9
    for sheet in sheets:
        assert all(len(row.cells) == len(sheet.columns) for row in sheet.rows), sheet.id
        assert "Secret Swarm" not in repr(sheet)
        assert "1919" not in repr(sheet)
    with pytest.raises(WrongPhaseError):
        BUILDERS["fleets"](gm_view(position()))


def line(sheet: str, key: str, fill: str, text: str) -> str:
    reading = read_cells(VIEW, [FilledCell(sheet, key, fill, text)])[0]
    assert not reading.error
    return reading.line


def test_filled_cells_become_orders_in_players_notation() -> None:
    names = names_of(VIEW)
    move = parse_order(line("fleets", "humans-F1", "move", "0306, 0309"), names)
    assert move == MoveFleet("humans-F1", (Leg("0306"), Leg("0309")))
    assert parse_order(line("fleets", "humans-F1", "mission", "Survey"), names) == SetMission("humans-F1", "survey")
    assert parse_order(line("economics", "humans-P1", "fund", "200"), names) == FundProject("humans-P1", 200)
    assert parse_order(line("economics", HOME, "fund", "40"), names) == ExpandColony(HOME, 40)
    built = parse_order(line("construction", f"{HOME}/shipyard_bays", "build", "2 Destroyer"), names)
    assert built == BuildUnits(HOME, "destroyer", 2, 0)
    assert parse_order(line("construction", "humans-B1", "build", "50"), names) == ContinueBuild("humans-B1", -1, 50)


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        (FilledCell("fleets", "vermin-F1", "move", "0306"), "no longer there"),
        (FilledCell("fleets", "humans-F1", "mission", "explode"), "one of none"),
        (FilledCell("economics", "humans-P1", "fund", "lots"), "whole number"),
        (FilledCell("economics", "treasury", "fund", "5"), "colony or a project"),
        (FilledCell("construction", "humans-B1", "build", "x"), "CPs to pay"),
        (FilledCell("construction", "1919-1/shipyard_bays", "build", "Scout"), "beside a yard"),
        (FilledCell("roster", "scout", "", "1"), "only for reading"),
        (FilledCell("fleets", "humans-F1", "move", "x" * 201), "1 to 200"),
        (FilledCell("fleets", "humans-F1", "move", "  "), "1 to 200"),
    ],
)
def test_a_cell_that_cannot_be_read_is_explained(cell: FilledCell, says: str) -> None:
    assert says in read_cells(VIEW, [cell])[0].error


@given(
    st.sampled_from(["move", "mission", "fund", "build"]),
    st.sampled_from(["humans-F1", "humans-P1", HOME, "x"]),
    st.text(max_size=60),
)
def test_any_cell_is_a_line_or_a_sentence_and_any_line_an_order_or_a_sentence(fill: str, key: str, text: str) -> None:
    reading = read_cells(VIEW, [FilledCell("any", key, fill, text)])[0]
    assert bool(reading.line) != bool(reading.error)
    if reading.line:
        try:
            parse_order(reading.line, names_of(VIEW))
        except GameError as refused:
            assert str(refused) != ""  # noqa: PT017 - either an order or a sentence, nothing else
