"""Destinations in a list: nearest first, with the weeks and the turn of arrival by whatever drive the fleet has."""

import pytest

from cogs.campaign.common.fleet_options import TravelOptions, destinations, landfalls, manner_of
from cogs.campaign.common.fleet_texts import place
from cogs.campaign.common.order_options import places, worlds_near
from cogs.common.command_factory import LONGEST_LABEL, MOST_CHOICES, choices_from
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import SplitFleet
from rules.cluster_war.chapters.movement.travel_time import eta
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.holdings import Leg
from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.state.sides import KnownBody, KnownSystem
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import IllegalOrderError, changed
from tests.cogs.campaign.voyage import FTL, late_voyage
from tests.rules.cluster_war.build import small, star, with_fleet
from tests.rules.cluster_war.chapters.movement.drive_fleets import OTHERS, with_drives

STARS = ("0305", "0709", "1010", "1203", "1718")
PLAIN = TravelOptions()
DRIVES = ("scout", *(d for d, design in OTHERS.items() if design.kind == "ship"))


def seen(design: str, *, turn: int = 3) -> View:
    """What the Humans see with one fleet of such ships at home, and some stars about; one of them in a nebula."""
    stars = [star(h, codes=("Neb",) if h == "1203" else ("G",)) for h in STARS]
    state = with_drives(small(systems=stars, turn=turn, settings=Settings(jump_map="never")))
    state = changed(state, cluster=changed(state.cluster, links=(Link("0303", "0709"),)))
    return view_for(with_fleet(state, "humans", "0303", design, design, name="1st Fleet"), "humans")


def offered(view: View, typed: str = "", manner: TravelOptions = PLAIN) -> dict[str, str]:
    """Text by hex."""
    return {str(c.value): c.name for c in destinations(view, (), "humans-F1", manner, typed)}


@pytest.mark.parametrize("design", DRIVES)
@pytest.mark.parametrize("wait", [0, 2])
@pytest.mark.parametrize("push", [False, True])
def test_every_destination_has_the_time_that_the_order_itself_would_take(design: str, wait: int, push: bool) -> None:
    view = seen(design)
    told = offered(view, manner=TravelOptions(wait=wait, push=push))
    assert {*STARS, "1818"} <= told.keys()
    for hex_, text in told.items():
        try:
            arrives = check(view, (), MoveFleet("humans-F1", (Leg(hex_),), wait, push=push)).arrives
        except IllegalOrderError:
            assert text.endswith(" · out of reach"), text
        else:
            assert arrives is not None
            takes = arrives - 2 * 4 - wait
            assert text.endswith(f" · {takes} week{'s' if takes != 1 else ''}, {eta(arrives)}"), text


def test_waypoints_are_added_and_the_list_begins_near_the_last_of_them() -> None:
    view = seen("scout")
    manner = manner_of(" 0709, 1010 ", 1, None, None)
    assert manner == TravelOptions(("0709", "1010"), 1)
    told = offered(view, manner=manner)
    legs = tuple(Leg(h) for h in ("0709", "1010", "1718"))
    arrives = check(view, (), MoveFleet("humans-F1", legs, 1)).arrives
    assert arrives is not None
    assert told["1718"].endswith(f"{arrives - 9} weeks, {eta(arrives)}")
    assert next(iter(told)) == "0709"
    assert "week" not in offered(view, manner=TravelOptions(("somewhere",)))["1718"]


def test_what_is_half_typed_counts_as_not_given() -> None:
    assert manner_of(None, "two", "carrier pigeon", "yes") == TravelOptions()
    assert manner_of("", -1, "gate", True) == TravelOptions(by="gate", push=True)


def test_a_hex_without_an_object_can_be_typed_and_has_its_time_too() -> None:
    (name,) = offered(seen("scout"), "0304").values()
    assert name.startswith("0304 nothing known there · 1 hex · ")
    assert offered(seen("scout"), "9999") == {}


def test_a_detachment_on_the_sheet_has_its_own_times() -> None:
    view = seen("scout")
    ships = view.fleets["humans-F1"].ships
    split = SignedOrder("o1", "humans", 1, SplitFleet("humans-F1", ships[:1], "Outriders", "humans-F2"))
    for name in ("humans-F2", "outriders"):
        found = destinations(view, (split,), name, TravelOptions(), "1010")
        assert " weeks, turn " in found[0].name
    assert "week" not in destinations(view, (), "outriders", TravelOptions(), "1010")[0].name


def test_a_fleet_in_ftl_space_or_without_a_drive_is_promised_nothing() -> None:
    assert offered(seen("hulk"))["1010"].endswith("out of reach")
    nobody = destinations(seen("scout"), (), "nobody", TravelOptions(), "")
    assert not any("week" in choice.name for choice in nobody)


def test_lists_keep_discords_bounds_even_with_the_longest_names() -> None:
    view = seen("freighter")
    known = {h: changed(system, name="Very Long Name " * 12) for h, system in view.systems.items()}
    long = changed(view, systems=known)
    told = destinations(long, (), "humans-F1", TravelOptions(), "")
    assert 0 < len(told) <= MOST_CHOICES
    assert all(len(choice.name) <= LONGEST_LABEL for choice in told)
    assert all(" weeks, turn " in choice.name for choice in told)


@pytest.mark.parametrize("ftl", FTL)
def test_a_late_campaigns_list_is_full_whatever_the_drive(ftl: str) -> None:
    view, fleet, far = late_voyage(ftl)
    for typed in ("", far):
        assert len(destinations(view, (), fleet, TravelOptions(), typed)) >= MOST_CHOICES // 2


def test_a_scout_is_offered_what_it_would_learn_from_first_the_nearest_at_the_head() -> None:
    view = seen("scout")
    near = next(iter(offered(view)))
    known = changed(view.systems[near], level="surveyed", turn=2) if near in view.systems else None
    known = known or KnownSystem(near, "surveyed", 2)
    view = changed(view, systems={**view.systems, near: known})
    told = list(offered(view))
    assert told[0] != near
    unknown = [h for h in told if view.systems.get(h) is None or view.systems[h].level == "map"]
    assert told[: len(unknown)] == unknown
    assert "(surveyed, turn 2)" in offered(view)[near]
    warned = check(view, (), MoveFleet("humans-F1", (Leg(near),))).notes
    assert any(f"{near} is already surveyed in turn 2: you would learn nothing new" in note.text for note in warned)
    fresh = check(view, (), MoveFleet("humans-F1", (Leg(told[0]),))).notes
    assert not any("nothing new" in note.text for note in fresh)


def test_a_freighter_is_offered_the_nearest_and_never_warned_of_what_is_known() -> None:
    view = seen("freighter")
    near = next(iter(offered(view)))
    view = changed(view, systems={**view.systems, near: KnownSystem(near, "surveyed", 2)})
    assert next(iter(offered(view))) == near
    assert not any("nothing new" in n.text for n in check(view, (), MoveFleet("humans-F1", (Leg(near),))).notes)


def test_worlds_to_land_on_stand_first_where_the_fleet_goes_then_where_it_is_each_with_its_price() -> None:
    view = seen("freighter")
    bodies = (KnownBody(1, "5555", max_cp=281), KnownBody(2, "0000", max_cp=40))
    for hex_ in ("0305", "1010", "1203"):
        view = changed(view, systems={**view.systems, hex_: KnownSystem(hex_, "surveyed", 1, bodies, name="Ice")})
    move = SignedOrder("o1", "humans", 1, MoveFleet("humans-F1", (Leg("1010"),)))
    assert landfalls(view, (move,), "1st fleet") == ["1010", "0303"]
    told = list(worlds_near(view, landfalls(view, (move,), "1st fleet")))
    assert [value for _, value in told][:2] == ["1010-1", "1010-2"]
    assert told[0][0] == "1010-1 Ice · ×1 · maximum 281 · 5555"
    assert landfalls(view, (), "nobody") == []


def test_a_place_is_called_by_the_colony_there_and_by_its_star() -> None:
    view = seen("scout")
    home = next(c for c in view.colonies.values() if c.hex == "0303")
    view = changed(
        view,
        colonies={home.id: changed(home, name="Terra")},
        systems={**view.systems, "0303": KnownSystem("0303", "surveyed", 1, name="Lanibma")},
    )
    assert place_name(view, "0303") == place(view, "0303") == "0303 Terra (Lanibma)"
    assert place_name(view, "1111") == "1111"
    (found,) = choices_from(places(view, ()), "terra")
    assert (found.value, found.name.split(" G")[0]) == ("0303", "0303 Terra (Lanibma)")
    assert choices_from(places(view, ()), "tera")[0].value == "0303"
