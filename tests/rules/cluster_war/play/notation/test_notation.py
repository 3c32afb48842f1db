"""Players' notation: every order can be written and read back, and what cannot be read is answered with its form."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo, UnloadCargo
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, RenameFleet, SetMission, SplitFleet
from rules.cluster_war.chapters.movement.request_orders import Contingency, FreeText
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.model.orders.names import Names, on_maps
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Build, Design, Leg, Project
from rules.cluster_war.model.state.sides import KnownSystem
from rules.cluster_war.play.notation import format_order, names_of, parse_form, parse_order
from rules.cluster_war.turn.registry import ORDER_TYPES, VERBS
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import AmbiguousOrderError, GameError, NotationError, changed
from tests.rules.cluster_war.build import sheet, small, with_colony, with_fleet


def position() -> GameState:
    state = small(turn=4)
    state = with_fleet(state, "humans", "0101", "surveyor", "destroyer", "destroyer", name="1st Fleet")
    state = with_fleet(state, "humans", "0104", "freighter", name="Convoy")
    state = with_fleet(state, "humans", "0101", "scout", name="Scouts")
    state = with_fleet(state, "humans", "0303", "scout", name="Twin")
    state = with_fleet(state, "humans", "0303", "scout", name="Twin")
    state = with_colony(state, "humans", "0505", 1, 10)
    known = {"0303": KnownSystem("0303", "surveyed", 1, name="Sol")}
    build = Build("humans-B4", "humans", "0303-3", "destroyer", 1, 100, 0, 20, 10, 3)
    project = Project("humans-P1", "humans", "Beam Weapons", "0303", 2)
    knowledge = {**state.knowledge, "humans": type(state.knowledge["humans"])(systems=known)}
    return type(state)(
        **{
            **{f: getattr(state, f) for f in state.__struct_fields__},
            "knowledge": knowledge,
            "builds": {build.id: build},
            "projects": {project.id: project},
        }
    )


NAMES: Names = names_of(view_for(position(), "humans"))

CASES: list[tuple[str, Order]] = [
    (
        'move "1st Fleet" to 0104 +FF01, 0311 wait 1',
        MoveFleet("humans-F1", (Leg("0104", ("humans/FF01",)), Leg("0311")), 1),
    ),
    (
        'split "1st Fleet" DD01 DD02 as "Task Force 2"',
        SplitFleet("humans-F1", ("humans/DD01", "humans/DD02"), "Task Force 2"),
    ),
    ('merge "Scouts" into "1st Fleet"', MergeFleets("humans-F3", "humans-F1")),
    ('rename "humans-F1" to "Home Guard" standing "Hold."', RenameFleet("humans-F1", "Home Guard", "Hold.")),
    ('mission "1st Fleet" survey', SetMission("humans-F1", "survey")),
    ('load "Convoy" 80', LoadCargo("humans-F2", 80)),
    ('unload "Convoy" 80 at "Humans 0303"', UnloadCargo("humans-F2", 80, "0303-3")),
    ('found "Convoy" 0505-2 with 80 as "New \\"Terra\\""', FoundColony("humans-F2", "0505", 2, 80, 'New "Terra"')),
    ("settle 0505-2 with 80", SettleInGrid("0505", 2, 80)),
    ('expand "Humans 0505" 40', ExpandColony("0505-1", 40)),
    (
        'build 2 "Destroyer" at "Humans 0303" using 40 paying 200 joining "1st Fleet"',
        BuildUnits("0303-3", "destroyer", 2, 40, 200, "1st Fleet"),
    ),
    ("continue humans-B4 using 20 paying 100", ContinueBuild("humans-B4", 20, 100)),
    ('facility 10 shipyard at "Humans 0303"', BuildFacility("0303-3", "shipyard", 10)),
    ('research "Psi" at 0303 steps 3 with 200 technology "psi"', StartProject("Psi", "0303", 3, 200, "psi")),
    ('fund "Beam Weapons" 200', FundProject("humans-P1", 200)),
    ('ask "May we hail it?" about "Scouts"', FreeText("May we hail it?", "humans-F3")),
    ('if "an enemy comes\\nwithdraw"', Contingency("an enemy comes\nwithdraw")),
]


@pytest.mark.parametrize(("line", "order"), CASES, ids=[c[0].split(" ")[0] for c in CASES])
def test_every_order_is_written_and_read_back(line: str, order: Order) -> None:
    assert format_order(order, NAMES) == line
    assert parse_order(line, NAMES) == order


def test_there_is_a_form_for_every_order_and_its_example_reads() -> None:
    assert len({type(order) for _, order in CASES}) == 17
    assert {line.split(" ")[0] for line, _ in CASES} <= set(VERBS)
    assert len(VERBS) == len(ORDER_TYPES)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("MOVE 1st fleet TO sol then 0104", MoveFleet("humans-F1", (Leg("0303"), Leg("0104")))),
        ("build destroyers at 0303", BuildUnits("0303-3", "destroyer", 1, 0)),
        ("build 3x Destroyer at 0303", BuildUnits("0303-3", "destroyer", 3, 0)),
        ("load conv 20 CPs", LoadCargo("humans-F2", 20)),
        ("found Convoy 0505/2", FoundColony("humans-F2", "0505", 2, 0)),
        ("continue B4", ContinueBuild("humans-B4", -1, 0)),
    ],
)
def test_notation_is_forgiving(line: str, order: Order) -> None:
    assert parse_order(line, NAMES) == order


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "does not begin with an order"),
        ("teleport 1st Fleet to 0104", 'Write it like this: move "1st Fleet"'),
        ("move 1st Fleet", "Write it like this: move"),
        ("move 9th Fleet to 0104", "You have: 1st Fleet, Convoy"),
        ("move 1st Fleet to 9999", "9999"),
        ("move 1st Fleet to ,", "needs a hex"),
        ("load Convoy -5", "Write it like this: load"),
        ("load Convoy 99999999", "Write it like this: load"),
        ("split 1st Fleet XX99 as X", "You have no ship"),
        ("mission Scouts explode", "one of none, scout"),
        ('ask "never closed', None),
        ("x" * 4001, "4000 characters"),
        ("@everyone <@1> `x` \u202e", "does not begin"),
    ],
)
def test_what_cannot_be_read_is_answered_in_a_sentence(line: str, says: str | None) -> None:
    if says is None:
        assert parse_order(line, NAMES) == FreeText('"never closed')
        return
    with pytest.raises(NotationError) as caught:
        parse_order(line, NAMES)
    assert says in str(caught.value)
    assert "\u202e" not in str(caught.value)


def test_a_name_that_two_fleets_share_is_asked_back_and_written_by_id() -> None:
    with pytest.raises(AmbiguousOrderError, match="humans-F4"):
        parse_order("mission Twin patrol", NAMES)
    assert format_order(SetMission("humans-F4", "patrol"), NAMES) == 'mission "humans-F4" patrol'


def read_or_sentence(text: str) -> Order | str:
    """The order, or the sentence it is refused with; anything but a GameError fails the test."""
    try:
        return parse_order(text, NAMES)
    except GameError as error:
        return str(error)


def check_read_or_refused(text: str) -> None:
    """Read, it is an order that is written and read again the same; refused, there is a sentence."""
    order = read_or_sentence(text)
    if isinstance(order, str):
        assert len(order.split()) > 2
    else:
        assert parse_order(format_order(order, NAMES), NAMES) == order


@given(st.text(max_size=300))
def test_any_text_is_an_order_or_a_game_error(text: str) -> None:
    check_read_or_refused(text)


@given(st.sampled_from(sorted(VERBS)), st.text(max_size=120))
def test_a_verb_and_any_text_is_an_order_or_a_game_error(verb: str, text: str) -> None:
    check_read_or_refused(f"{verb} {text}")


@given(st.text(min_size=1, max_size=1500))
def test_any_words_survive_writing_and_reading(text: str) -> None:
    order = FreeText(text)
    assert parse_order(format_order(order, NAMES), NAMES) == order


FORM = """Name: Explorers
Units: SCA01, 2x Destroyers + a troop of power suits each
Start Time: turn 4
Start Hex: 0101
Orders: Move to 0104 (ETA turn 7, 12 weeks)
Pick up Freighter 01 at 0104
Survey the system
Always keep the survey cruiser in reserve.
Burn incense for the old gods
End Hex: 0104
"""


@pytest.mark.rule("CW-4.1-02", "CW-4.1-07", "CW-4.1-09", "CW-4.1-10", "CW-4.1-11")
def test_the_order_form_is_read_line_by_line() -> None:
    form = parse_form(FORM, NAMES)
    assert form.ok, form.lines
    assert form.orders == (
        MoveFleet("humans-F1", (Leg("0104", ("humans/FF01",)),)),
        SetMission("humans-F1", "survey"),
        Contingency("Always keep the survey cruiser in reserve", "humans-F1"),
        FreeText("Burn incense for the old gods", "humans-F1"),
    )
    assert [line.understood for line in form.lines][-1] == "Agrees with the orders"


@pytest.mark.rule("CW-4.1-02")
def test_units_that_are_part_of_a_fleet_are_split_off_under_the_forms_name() -> None:
    text = "Name: Eyes\nUnits: DD01\nStart Hex: 0101\nStart Time: 4\nEnd Hex: 0104"
    form = parse_form(text, NAMES)
    assert form.orders == (
        SplitFleet("humans-F1", ("humans/DD01",), "Eyes", "humans-F6"),
        MoveFleet("humans-F6", (Leg("0104"),)),
    )


@pytest.mark.rule("CW-4.1-02")
@pytest.mark.parametrize(
    ("name", "said"),
    [("Pathfinders", ["It stays Scouts; /fleet rename gives it another name."]), ("Scouts", []), ("F3", [])],
)
def test_a_whole_fleet_keeps_its_name_and_the_form_says_so(name: str, said: list[str]) -> None:
    form = parse_form(f"Name: {name}\nUnits: SC01\nStart Hex: 0101\nStart Time: 4\nEnd Hex: 0104", NAMES)
    assert form.orders == (MoveFleet("humans-F3", (Leg("0104"),)),)
    assert [line.understood for line in form.lines if line.text.startswith("Name:")] == said


@pytest.mark.rule("CW-4.1-02", "CW-4.1-09")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "Begin a line with one of: Name, Units"),
        ("Units: DD01\nStart Hex: 0101", "Start Time, Orders or End Hex"),
        ("Units: DD01\nStart Hex: 0101\nStart Time: turn 3\nEnd Hex: 0104", "for turn 4, not turn 3"),
        ("Units: DD01\nStart Hex: 0102\nStart Time: 4\nEnd Hex: 0104", "DD01 is not at 0102"),
        ("Units: 9x Destroyer\nStart Hex: 0101\nStart Time: 4\nEnd Hex: 0104", "have 2 of"),
        ("Units: DD01, SC01\nStart Hex: 0101\nStart Time: 4\nEnd Hex: 0104", "merge them first"),
        ("Units: SC01\nStart Hex: 0101\nStart Time: soon\nEnd Hex: 0104", "names no turn"),
        ("Units: SC01\nStart Hex: 0101\nStart Time: 4\nOrders: Move to 0104\nEnd Hex: 0105", "End Hex says 0105"),
        ("Units: SC01\nStart Hex: 0101\nStart Time: 4\nOrders: Pick up FF01 at 0104", "does not pass 0104"),
        ("Units: SC01\nStart Hex: 0101\nStart Time: 4\nOrders: Move to\nEnd Hex:", "Where to?"),
        ("hello\nagain", "The same."),
        ("Name: Convoy\nUnits: SC01\nStart Hex: 0101\nStart Time: 4\nEnd Hex: 0104", "another of your fleets"),
        ("x" * 4001, "4000"),
    ],
)
def test_a_form_with_an_error_makes_no_orders_and_says_which_line(text: str, says: str) -> None:
    form = parse_form(text, NAMES)
    assert not form.ok
    assert form.orders == ()
    assert any(says in line.error for line in form.lines), form.lines


@pytest.mark.rule("CW-4.1-09", "CW-4.1-10")
def test_a_form_takes_places_by_name_and_leaves_other_words_to_the_game_master() -> None:
    form = parse_form("Units: SC01\nStart Hex: 0101\nStart Time: 4\nOrders: Move to Sol.\nMove to safety", NAMES)
    assert form.orders == (MoveFleet("humans-F3", (Leg("0303"),)), FreeText("Move to safety", "humans-F3"))


@given(st.text(max_size=400))
def test_any_text_at_all_can_be_sent_as_a_form(text: str) -> None:
    form = parse_form(text, NAMES)
    assert form.ok or form.orders == ()


def test_designs_are_found_by_plural() -> None:
    view = view_for(position(), "humans")
    assert view.me is not None
    odd = Design("colony", "Colony", "ship", 10, 10, Fraction(1))
    me = type(view.me)(**{**{f: getattr(view.me, f) for f in view.me.__struct_fields__}, "designs": {"colony": odd}})
    other = type(view)(**{**{f: getattr(view, f) for f in view.__struct_fields__}, "me": me})
    assert names_of(other).design("colonies") == "colony"


def test_an_order_calls_fleets_what_the_sheet_before_it_has_made_of_them() -> None:
    view = view_for(with_fleet(small(), "humans", "0303", "scout", "scout", name="Scouts"), "humans")
    split = SplitFleet("humans-F1", ("humans/SC01",), "Eyes", "humans-F6")
    names = names_of(view, sheet("humans", split, RenameFleet("humans-F6", "Ears"), RenameFleet("vermin-F9", "Spies")))
    assert dict(names.fleets) == {"humans-F1": "Scouts", "humans-F6": "Ears"}
    assert format_order(SetMission("humans-F6", "patrol"), names) == 'mission "Ears" patrol'


def test_what_a_map_calls_a_yards_fleet_can_be_typed_back() -> None:
    key = next(iter(NAMES.fleets))
    names = changed(NAMES, fleets={**NAMES.fleets, key: "Terra task force 18"})
    assert on_maps("Terra task force 18") == "Terra TF 18"
    assert [names.fleet(text) for text in ("Terra TF 18", "terra tf 18", "Terra task force 18")] == [key] * 3
    with pytest.raises(NotationError, match="You have no fleet"):
        names.fleet("Terra TF 19")
