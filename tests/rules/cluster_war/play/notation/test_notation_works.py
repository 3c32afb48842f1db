"""Players' notation of orders to yards, factories, bases and mines, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cluster_war.chapters.colonies.work_orders import MineWorld, StripMine
from rules.cluster_war.chapters.industry.base_orders import Assemble, Dismantle
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, SendBuild
from rules.cluster_war.chapters.industry.facility_orders import MakeMunitions, RetoolFactory
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits, ScrapUnits
from rules.cluster_war.chapters.industry.towing_orders import ReleaseBase, TowBase
from rules.cluster_war.model.holdings.order_kind import Priorities
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Build, Leg
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.registry import VERBS as KNOWN
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, NotationError, changed
from tests.rules.cluster_war.build import small, with_fleet

HOME = "0303-3"
TERRA = '"Humans 0303"'


def position() -> GameState:
    state = with_fleet(small(turn=4), "humans", "0303", "destroyer", "destroyer", name="Guard")
    state = with_fleet(state, "humans", "0303", "freighter", name="Convoy")
    station = Base("humans/BS01", "humans", "base", "The Gate", "0505")
    build = Build("humans-B4", "humans", HOME, "destroyer", 1, 100, 100, 20, 20, 3)
    return changed(state, bases={station.id: station}, builds={build.id: build})


NAMES: Names = names_of(view_for(position(), "humans"))
DD = ("humans/DD01", "humans/DD02")

CASES: list[tuple[str, Order]] = [
    ("send humans-B4 to 0104, 0311", SendBuild("humans-B4", (Leg("0104"), Leg("0311")))),
    (f"retool 20 at {TERRA} from small craft to munitions", RetoolFactory(HOME, 20, "munitions", "small craft")),
    (f"retool 20 at {TERRA} to vehicles", RetoolFactory(HOME, 20, "vehicles")),
    (f"munitions 40 at {TERRA}", MakeMunitions(HOME, 40)),
    (f'refit DD01 DD02 at {TERRA} to "Hulk" using 5', RefitUnits(HOME, "hulk", DD, capacity=5)),
    (f'refit 3 "Watch Base" at {TERRA} to "Watch Base"', RefitUnits(HOME, "base", (), "base", 3)),
    (f"scrap DD01 DD02 at {TERRA}", ScrapUnits(HOME, DD)),
    ("scrap DD01", ScrapUnits("", DD[:1])),
    (f'scrap 2 "Watch Base" at {TERRA}', ScrapUnits(HOME, (), "base", 2)),
    (f'dismantle 2 "Watch Base" at {TERRA} onto "Convoy"', Dismantle("humans-F2", HOME, "base", 2)),
    (f'dismantle 10 shipyard at {TERRA} onto "Convoy"', Dismantle("humans-F2", HOME, "shipyard", 10)),
    ('dismantle "BS01" onto "Convoy"', Dismantle("humans-F2", "humans/BS01")),
    (
        'assemble "Watch Base" from "Convoy" in orbit 3 as "New \\"Gate\\""',
        Assemble("humans-F2", "base", 3, 1, 'New "Gate"'),
    ),
    ('assemble 10 shipyard from "Convoy"', Assemble("humans-F2", "shipyard", 0, 10)),
    ('tow "BS01" with "Guard"', TowBase("humans-F1", "humans/BS01")),
    (f'tow "Watch Base" at {TERRA} with "Guard"', TowBase("humans-F1", HOME, "base")),
    ('release "BS01" in orbit 3', ReleaseBase("humans/BS01", 3)),
    ('release "BS01"', ReleaseBase("humans/BS01")),
    ('mine "Convoy" orbit 3 strip', MineWorld("humans-F2", 3, strip=True)),
    ('mine "Convoy" stop', MineWorld("humans-F2", 0)),
    (f"strip {TERRA}", StripMine(HOME)),
    ('strip "BS01" stop', StripMine("humans/BS01", on=False)),
    ("priorities research, ships", Priorities(("research", "ships"))),
]


@pytest.mark.parametrize(("line", "order"), CASES, ids=[c[0] for c in CASES])
def test_every_order_is_written_and_read_back(line: str, order: Order) -> None:
    assert format_order(order, NAMES) == line
    assert parse_order(line, NAMES) == order


VERBS = sorted({line.split(" ")[0] for line, _ in CASES})


def test_every_form_has_a_case() -> None:
    assert set(VERBS) <= set(KNOWN)
    assert len({type(order) for _, order in CASES}) == len(VERBS) == 12


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("retool 20 at humans 0303 to Small Craft", RetoolFactory(HOME, 20, "small craft")),
        ("munitions 40 CPs at 0303", MakeMunitions(HOME, 40)),
        ("refit dd01, dd02 at 0303 to hulk", RefitUnits(HOME, "hulk", DD)),
        ("scrap 2x watch bases at 0303", ScrapUnits(HOME, (), "base", 2)),
        ("dismantle the gate onto convoy", Dismantle("humans-F2", "humans/BS01")),
        ("dismantle 4 shipyard bays at 0303 onto convoy", Dismantle("humans-F2", HOME, "shipyard", 4)),
        ("release bs01", ReleaseBase("humans/BS01")),
        ("priorities Ships Research", Priorities(("ships", "research"))),
        (
            'build 2 destroyers at 0303 joining "Home Guard" crash quality',
            BuildUnits(HOME, "destroyer", 2, 0, -1, "Home Guard", "quality"),
        ),
        ("build destroyer at BS01 crash cost", BuildUnits("humans/BS01", "destroyer", 1, 0, crash="cost")),
        ("build destroyer at 0303 in the yard", BuildUnits(HOME, "destroyer", 1, 0, at_yard=True)),
    ],
)
def test_notation_is_forgiving(line: str, order: Order) -> None:
    assert parse_order(line, NAMES) == order
    assert parse_order(format_order(order, NAMES), NAMES) == order


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("retool 20 at Terra to swords", "Write it like this: retool 20"),
        ("retool at 0303 to munitions", "lines: munitions, vehicles"),
        ("scrap 3 watch bases", "Say at which colony"),
        ("refit XX99 at 0303 to Hulk", "You have no ship"),
        ("tow WS99 with Guard", "You have no colony or base"),
        ("mine Convoy", "Write it like this: mine"),
        ('munitions 4 at "0303', "Write it like this: munitions"),
        ("send B9 to 0104", "You have no construction"),
        ("priorities 7", "Write it like this: priorities"),
    ],
)
def test_what_cannot_be_read_is_answered_in_a_sentence(line: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_order(line, NAMES)
    assert says in str(caught.value)


def read_or_sentence(text: str) -> Order | str:
    """The order, or the sentence it is refused with; anything but a GameError fails the test."""
    try:
        return parse_order(text, NAMES)
    except GameError as refusal:
        return str(refusal)


@given(st.sampled_from(VERBS), st.text(max_size=80))
def test_a_verb_and_any_text_is_an_order_or_a_game_error(verb: str, text: str) -> None:
    order = read_or_sentence(f"{verb} {text}")
    assert order != ""
    if not isinstance(order, str):
        assert parse_order(format_order(order, NAMES), NAMES) == order
