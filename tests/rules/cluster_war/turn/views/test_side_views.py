"""What a side's view holds, what it does not, and that the GM's holds everything."""

import ast
import inspect
from typing import Final

import pytest

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.model.economy.income import income
from rules.cluster_war.model.state.game import GameState, Question
from rules.cluster_war.model.state.holdings import Build, Project, Transit
from rules.cluster_war.model.state.places import Special, disk
from rules.cluster_war.model.state.view import View
from rules.cluster_war.turn.views.side_views import AS_IT_IS, IN_ANOTHER_FORM, NOT_SHOWN, gm_view, view_for
from rules.values import Flag, changed
from tests.rules.cluster_war.build import body, draft_of, frozen, small, star, with_colony, with_fleet

HIDING = Special("Monster", ("Monster: Star Dragon",), 2)


def busy() -> GameState:
    """Two empires with a bit of everything; the Humans see one Vermin fleet beside their scout."""
    stars = [star("0505", body(1), body(2), special=HIDING), star("1205", codes=("Wrm",)), star("1010", codes=("Neb",))]
    state = small(systems=stars)
    state = changed(
        state,
        cluster=changed(
            state.cluster,
            systems={**state.cluster.systems, "1205": changed(state.cluster.systems["1205"], destination="0707")},
        ),
    )
    state = with_fleet(state, "humans", "0505", "scout", name="Eyes")
    state = with_fleet(state, "vermin", "0506", "destroyer", "destroyer", name="Swarm")
    state = with_fleet(state, "vermin", "1515", "freighter", name="Nest")
    state = with_colony(state, "vermin", "1010", 1, 44)
    for side in ("humans", "vermin"):
        build = Build(f"{side}-B1", side, f"{state.sides[side].home}-3", "scout", 1, 60, 60, 10, 5, 1)
        project = Project(f"{side}-P1", side, "Better Sensors", state.sides[side].home, 2)
        state = changed(
            state,
            builds={**state.builds, build.id: build},
            projects={**state.projects, project.id: project},
            counters={**state.counters, f"build/{side}": 1, f"project/{side}": 1, f"contact/{side}": 9},
        )
    question = Question("Q1", 1, "encounter", ("humans",), "What now?", "CW-1.0-10")
    state = changed(state, questions=(question,), counters={**state.counters, "question": 1})
    draft = draft_of(state)
    refresh(draft, 0)
    return frozen(draft, turn=1)


@pytest.mark.rule("CW-12.0-01", "CW-18.0-07", "CW-12.0-06")
def test_a_view_holds_the_sides_own_things_and_nobody_elses() -> None:
    state = busy()
    view = view_for(state, "humans")
    assert view.me == state.sides["humans"]
    assert set(view.fleets) == {"humans-F1"}
    assert set(view.ships) == {"humans/SC01"}
    assert set(view.colonies) == {"0303-3"}
    assert set(view.builds) == {"humans-B1"}
    assert set(view.projects) == {"humans-P1"}
    assert view.income == income(state, "humans")
    assert view.grid == set(disk(state.cluster, "0303", 1))
    assert view.sighted == view.grid | set(disk(state.cluster, "0505", 1))
    assert view.seen == dict.fromkeys(view.sighted, 0)
    assert view.sides == {}
    assert view.grids == {}
    assert view.questions == ()
    assert not view.is_gm


def test_foreign_fleets_go_by_the_observers_contact_names() -> None:
    view = view_for(busy(), "humans")
    assert {c: (s.side, s.hex, s.ships) for c, s in view.foreign_fleets.items()} == {"C10": ("vermin", "0506", 2)}
    assert view.foreign_colonies == {}
    assert view.met == ("vermin",)
    assert "vermin-F" not in repr(view)
    assert "Swarm" not in repr(view)


@pytest.mark.rule("CW-12.1-01")
def test_everyone_has_the_map_of_objects_and_no_system_contents() -> None:
    state = busy()
    for side in ("humans", "vermin"):
        view = view_for(state, side)
        assert view.objects == {h: s.codes for h, s in state.cluster.systems.items()}
        assert view.systems == state.knowledge[side].systems == {}
        assert "Dragon" not in repr(view)
        assert "0707" not in repr(view)


def test_flags_are_public_and_counters_are_ones_own() -> None:
    view = view_for(busy(), "humans")
    assert view.flags == {
        "humans": Flag("humans", "Humans", 0x3366CC),
        "vermin": Flag("vermin", "Vermin", 0x3366CC),
    }
    assert view.counters == {"fleet": 1, "project": 1, "build": 1, "ship/SC": 1}


@pytest.mark.rule("CW-12.0-01", "CW-4.1-06")
def test_a_side_still_knows_its_fleet_in_transit() -> None:
    state = busy()
    fleet = state.fleets["humans-F1"]
    away = changed(fleet, transit=Transit("0505", "0508", 0, 9))
    view = view_for(changed(state, fleets={**state.fleets, fleet.id: away}), "humans")
    assert view.fleets == {"humans-F1": away}
    assert view.sighted == view.grid


def test_what_was_learned_is_in_the_view() -> None:
    state = busy()
    entry = known_as(state.cluster.systems["0505"], "scouted", 1)
    known = changed(state.knowledge["humans"], systems={"0505": entry})
    state = changed(state, knowledge={**state.knowledge, "humans": known})
    assert view_for(state, "humans").systems == {"0505": entry}
    assert view_for(state, "vermin").systems == {}


@pytest.mark.rule("CW-18.0-22")
def test_a_part_of_the_state_is_in_the_game_masters_view_unless_it_is_named() -> None:
    assert set(AS_IT_IS) <= set(View.__struct_fields__)
    assert {*AS_IT_IS, *IN_ANOTHER_FORM, *NOT_SHOWN} == set(GameState.__struct_fields__)
    state = busy()
    assert [getattr(gm_view(state), name) for name in AS_IT_IS] == [getattr(state, name) for name in AS_IT_IS]


GAME_MASTERS: Final = frozenset({"sides", "grids", "questions", "nprs", "differences"})
"""Fields of a view that are empty for every side."""


@pytest.mark.rule("CW-18.0-07")
def test_a_side_is_given_every_field_of_a_view_but_the_game_masters() -> None:
    """A field that is forgotten would be as empty as it is by default, and nobody would notice."""
    (made,) = (
        node
        for node in ast.walk(ast.parse(inspect.getsource(view_for)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "View"
    )
    given = {keyword.arg for keyword in made.keywords}
    forgotten = sorted(set(View.__struct_fields__) - GAME_MASTERS - given)
    assert not forgotten, f"view_for does not say what a side may see of {', '.join(forgotten)}"
    assert not given & GAME_MASTERS
    view = view_for(busy(), "humans")
    assert not any(getattr(view, name) for name in GAME_MASTERS)


def test_the_gm_sees_everything_as_it_is() -> None:
    state = busy()
    view = gm_view(state)
    assert view.is_gm
    assert view.me is None
    for part in ("colonies", "fleets", "ships", "builds", "projects", "sides", "questions", "counters"):
        assert getattr(view, part) == getattr(state, part)
    assert (view.foreign_fleets, view.foreign_colonies) == ({}, {})
    assert len(view.sighted) == 400
    assert set(view.seen) == view.sighted
    assert view.grids["humans"] == set(disk(state.cluster, "0303", 1))
    assert view.systems["0505"].level == "surveyed"
    assert view.systems["0505"].bodies[1].max_cp == 100
    assert view.systems["0505"].notes == ("Monster in orbit 2: Monster: Star Dragon.",)
    assert view.systems["1205"].notes == ("The wormhole leads to 0707.",)
