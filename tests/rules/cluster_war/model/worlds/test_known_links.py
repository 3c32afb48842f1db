"""Which lines of the map a side knows, and which the game master sees (CW-4.0-19, CW-14.0-32, CW-14.0-33)."""

from typing import Any, Final

import pytest

from rules.cluster_war.model.state.common import KnowledgeLevel, Settings
from rules.cluster_war.model.state.places import Cluster, Link, Special, StarSystem
from rules.cluster_war.model.state.sides import Knowledge, KnownSystem
from rules.cluster_war.model.worlds.jump_map import JUMP_MAP_COUNTER
from rules.cluster_war.model.worlds.terrain import all_links, hole_link, known_links, with_hole
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, side, small, star

STRINGS: Final = {**DESIGNS, "string": changed(DESIGNS["scout"], id="string", ftl="string")}
A, B, C = "0505", "0606", "0707"


def cluster(*links: Link, **systems: StarSystem) -> Cluster:
    """Three stars and these links; keywords change a star by its letter."""
    stars = {h: star(h) for h in (A, B, C)}
    stars |= {{"a": A, "b": B, "c": C}[key]: system for key, system in systems.items()}
    return Cluster(20, 20, stars, links)


def known(*, passages: tuple[str, ...] = (), **levels: KnowledgeLevel) -> Knowledge:
    places = {"a": A, "b": B, "c": C}
    return Knowledge({places[k]: KnownSystem(places[k], v, 1) for k, v in levels.items()}, passages=passages)


def found(here: Cluster, knows: Knowledge, **more: Any) -> tuple[Link, ...]:
    return known_links(here, side("humans", **more), knows)


@pytest.mark.rule("CW-4.0-19")
def test_a_jump_line_shows_to_who_can_use_it_and_has_surveyed_an_end() -> None:
    here, line = cluster(Link(A, B)), Link(A, B)
    for level in ("map", "scouted"):
        assert found(here, known(a=level), designs=STRINGS) == ()
    assert found(here, known(a="surveyed"), designs=STRINGS) == (line,)
    assert found(here, known(b="surveyed"), designs=STRINGS) == (line,)
    assert found(here, known(c="surveyed"), designs=STRINGS) == ()
    assert found(here, known(a="surveyed", b="surveyed")) == (), "who has neither drives nor sensors for them sees none"


@pytest.mark.rule("CW-3.1-58", "CW-4.0-19")
def test_with_sensors_for_them_scouting_is_enough_as_it_is_for_gates() -> None:
    sharp = {"technologies": ("Scanners: Warp Point Detection",)}
    line = Link(A, B)
    assert (
        found(cluster(line), known(a="scouted"), **sharp)
        == found(cluster(line), known(b="surveyed"), **sharp)
        == (line,)
    )
    assert found(cluster(line), known(a="map"), **sharp) == ()
    gate = Link(A, B, "gate")
    for level, seen in (("map", ()), ("scouted", (gate,)), ("surveyed", (gate,))):
        assert found(cluster(gate), known(a=level)) == seen  # type: ignore[arg-type] # a level
    assert found(cluster(gate), known(b="scouted")) == (gate,)
    worm = Link(A, B, "wormhole")
    assert found(cluster(worm), known(a="scouted"), **sharp) == ()
    assert found(cluster(worm), known(a="surveyed")) == (worm,)


@pytest.mark.rule("CW-4.0-23")
def test_a_wormhole_that_is_held_open_is_known_to_its_side_and_where_it_is_nobodys_to_all() -> None:
    mine, theirs, all_ = Link(A, B, "held", "humans"), Link(A, C, "held", "vermin"), Link(B, C, "held")
    assert found(cluster(mine, theirs, all_), known(a="surveyed", b="surveyed", c="surveyed")) == (mine, all_)
    assert found(cluster(mine, theirs, all_), known()) == (mine, all_)


@pytest.mark.rule("CW-4.0-24")
def test_a_survey_shows_where_a_natural_wormhole_leads() -> None:
    here = cluster(b=changed(star(B), destination=A))
    assert found(here, known(b="surveyed")) == (Link(A, B, "wormhole"),)
    assert found(here, known(b="scouted")) == ()
    assert found(here, known(a="surveyed")) == ()
    two = cluster(b=changed(star(B), destination=A), a=changed(star(A), destination=B))
    assert found(two, known(a="surveyed", b="surveyed")) == (Link(A, B, "wormhole"),), "the same line once"
    gone = Cluster(20, 20, {})
    assert found(gone, known(a="surveyed")) == (), "a system that is no longer there"


@pytest.mark.rule("CW-14.0-32", "CW-14.0-33")
def test_a_worm_hole_is_known_by_its_ends_if_it_is_open_and_by_passing_if_it_is_not() -> None:
    def hole(kind: str, knows: Knowledge, *, hidden: bool = False) -> tuple[Link, ...]:
        system = changed(star(B), destination=A, hole=kind, hidden=hidden)  # type: ignore[arg-type] # a kind
        return found(cluster(b=system), knows)

    both, one = Link(A, B, "wormhole"), Link(B, A, "wormhole", one_way=True)
    for level, seen in (("map", ()), ("scouted", (both,)), ("surveyed", (both,))):
        assert hole("open", known(a=level)) == hole("open", known(b=level)) == seen  # type: ignore[arg-type] # a level
    assert hole("open", known(c="surveyed")) == ()
    assert hole("open", known(a="scouted"), hidden=True) == ()
    for kind, line in (("closed", one), ("both", both)):
        assert hole(kind, known(a="surveyed", b="surveyed")) == ()
        assert hole(kind, known(passages=(A,))) == ()
        assert hole(kind, known(passages=(B,))) == (line,)
        assert hole(kind, known(passages=(B,)), hidden=True) == ()
    assert hole("open", known(passages=(B,))) == ()


def test_a_hole_is_a_line_from_its_entry_or_between_both_ends_in_their_order() -> None:
    system = changed(star(B), destination=A)
    assert hole_link(B, changed(system, hole="closed")) == Link(B, A, "wormhole", one_way=True)
    for kind in ("", "open", "both"):
        assert hole_link(B, changed(system, hole=kind)) == Link(A, B, "wormhole")


@pytest.mark.rule("CW-14.0-33")
def test_most_worm_holes_are_closed_where_encounters_are_played() -> None:
    played = Settings(encounters="played")
    for system in (
        changed(star(A), destination=B),
        star(A, codes=("Wrm",)),
        star(A, special=Special("Wormhole")),
    ):
        assert with_hole(system, played) == changed(system, hole="closed")
        assert with_hole(system, Settings()) == system
        opened = changed(system, hole="open")
        assert with_hole(opened, played) == opened
    for system in (star(A), star(A, special=Special("Monster"))):
        assert with_hole(system, played) == system


def test_the_game_master_sees_every_line_but_jump_lines_that_nobody_can_find_yet() -> None:
    lines = (Link(A, B), Link(A, C, "gate"))
    here = cluster(*lines, b=changed(star(B), destination=A, hole="closed"), c=changed(star(C), destination=A))
    state = changed(small(settings=Settings(jump_map="when-needed")), cluster=here)
    holes = (Link(B, A, "wormhole", one_way=True), Link(A, C, "wormhole"))
    assert all_links(state) == (lines[1], *holes)
    assert all_links(changed(state, counters={JUMP_MAP_COUNTER: 1})) == (*lines, *holes)
    strung = {**state.sides, "vermin": changed(state.sides["vermin"], designs=STRINGS)}
    assert all_links(changed(state, sides=strung)) == (*lines, *holes)
    assert all_links(changed(state, settings=Settings(jump_map="always"))) == (*lines, *holes)
