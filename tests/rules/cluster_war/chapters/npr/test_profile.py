"""Profiles: made, checked, changed, removed; stories and notes stay the game master's (CW-19.0-16, CW-19.0-17)."""

import pytest

from rules.cluster_war.chapters.colonies.amendments import ChangeWorld
from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.diplomacy.amendments import SetPeace, SetTrade
from rules.cluster_war.chapters.npr.amendments import (
    MOST_RACES,
    AdvanceNprs,
    RemoveNpr,
    SetNpr,
    npr_named,
    slug_of,
    with_home_colony,
)
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import Npr, NprColony, NprForce, relation_word
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.values import GameError
from rules.values import changed as replace
from storage.codec import decode_state, encode_state
from tests.rules.cluster_war.build import draft_of, frozen, with_fleet
from tests.rules.cluster_war.chapters.npr.hive import HOME, hive, world

FULL = hive(
    technologies=("Beams",),
    culture="Six-legged weavers",
    story="They guard the artifact of 1110.",
    notes="Their queen is a hologram.",
    sites=("1010-2",),
    relations={"humans": -1},
)


def put(state: GameState, npr: Npr) -> GameState:
    """The state with the profile set by amendment."""
    return amend(state, SetNpr(npr), "a race").state


@pytest.mark.rule("CW-19.0-16", "CW-19.0-02", "CW-19.0-01")
def test_a_profile_holds_home_technologies_sites_culture_relations_and_stories() -> None:
    state = put(world(), FULL)
    assert state.nprs == {"hive": FULL}
    assert decode_state(encode_state(state)) == state, "and is saved with the game"
    changed = put(state, replace(FULL, gross=500))
    assert changed.nprs["hive"].gross == 500
    assert gm_view(changed).nprs == changed.nprs


@pytest.mark.rule("CW-19.0-17")
def test_notes_and_stories_reach_no_players_view() -> None:
    state = put(world(), FULL)
    state = with_fleet(state, "humans", HOME, "scout")
    draft = draft_of(state)
    refresh(draft, 1)
    view = view_for(frozen(draft), "humans")
    assert view.others["hive"].name == "The Hive"
    assert view.nprs == {}
    for secret in ("queen", "artifact", "weavers", "Beams", "1010-2"):
        assert secret not in repr(replace(view, systems={}))


@pytest.mark.rule("CW-19.0-17")
def test_the_game_master_places_resources_near_a_race() -> None:
    state = amend(put(world(None, "1110"), hive()), ChangeWorld("1110", 1, resources=("Neutronium",)), "a plot").state
    assert state.cluster.systems["1110"].bodies[0].resources == ("Neutronium",)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"id": "humans"}, "no id of its own"),
        ({"id": "Hive!"}, "no id of its own"),
        ({"name": "Humans"}, "is taken"),
        ({"name": ""}, "is unusable"),
        ({"gross": -1}, "Production"),
        ({"pace": "warp"}, "pace"),
        ({"growth": (101,)}, "per cent"),
        ({"attitude": "Grumpy"}, "not an attitude"),
        ({"home_step": "55"}, "STEP"),
        ({"home": "9999"}, "9999"),
        ({"territory": ("0099",)}, "0099"),
        ({"notes": "x" * 4001}, "4000"),
        ({"colonies": (NprColony("1010", 7),)}, "no world in orbit 7"),
        ({"colonies": (NprColony("1818", 3),)}, "settled already"),
        ({"colonies": (NprColony("1010", 1), NprColony("1010", 1))}, "settled already"),
        ({"sites": ("near",)}, "is not a world"),
        ({"forces": (NprForce("1", "A", "9901", 1, 1),)}, "9901"),
        ({"forces": (NprForce("1", "A", HOME, 0, 1),)}, "1 to"),
        ({"forces": (NprForce("1", "A", HOME, 1, 1), NprForce("1", "B", HOME, 1, 1))}, "Two forces"),
        ({"forces": (NprForce("1", "", HOME, 1, 1),)}, "name"),
        ({"relations": {"humans": 4}}, "Relations run"),
        ({"relations": {"martians": 0}}, "Relations run"),
        ({"technologies": tuple(map(str, range(201)))}, "200 entries"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, object], told: str) -> None:
    with pytest.raises(GameError, match=told):
        put(world(), hive(**change))


def test_there_is_room_for_many_races_but_not_for_any_number() -> None:
    many = {f"r{n}": hive(id=f"r{n}", name=f"R{n}", colonies=(), forces=()) for n in range(MOST_RACES)}
    with pytest.raises(GameError, match="most this can hold"):
        put(replace(world(), nprs=many), hive())


@pytest.mark.rule("CW-19.0-15")
def test_a_new_race_lives_on_the_planet_that_fits_it_best() -> None:
    state = amend(world(), ChangeWorld(HOME, 2, step="3373"), "theirs").state
    bare = Npr("ants", "Ants", HOME, 90, home_step="3373")
    made = with_home_colony(state, bare)
    assert made.colonies[0].id == "1010-2"
    assert made.territory == (HOME,)
    assert made.settled_at == 90
    assert with_home_colony(state, replace(bare, home_step="")).colonies[0].id == "1010-1"
    with pytest.raises(GameError, match="no planet"):
        with_home_colony(state, replace(bare, home="0101"))


def test_a_renamed_race_keeps_its_agreements() -> None:
    state = amend(put(world(), hive()), SetTrade("humans", "The Hive", 400, "full"), "a treaty").state
    state = put(state, hive(name="Swarm", gross=700))
    assert [(t.name, t.gross) for t in state.trade] == [("Swarm", 700)]


def test_a_removed_race_leaves_no_trace() -> None:
    state = with_fleet(put(world(), hive()), "humans", HOME, "scout")
    state = amend(state, SetTrade("humans", "The Hive", 400, "full"), "a treaty").state
    state = amend(state, SetPeace("humans", "hive", at_peace=True), "peace").state
    draft = draft_of(state)
    refresh(draft, 1)
    seen = frozen(draft)
    assert view_for(seen, "humans").foreign_fleets
    gone = amend(seen, RemoveNpr("hive"), "never").state
    view = view_for(gone, "humans")
    assert not view.foreign_fleets
    assert not view.foreign_colonies
    assert not view.met
    assert gone.trade == ()
    assert gone.peace == ()
    with pytest.raises(GameError, match="no race"):
        amend(gone, RemoveNpr("hive"), "again")
    with pytest.raises(GameError, match="no race"):
        amend(gone, AdvanceNprs((hive(),), ((),)), "again")


def test_peace_is_made_with_a_race_and_told_to_the_side_alone() -> None:
    done = amend(put(world(), hive()), SetPeace("humans", "hive", at_peace=True), "peace")
    assert done.state.peace == ("hive|humans",)
    assert [e.seen_by for e in done.events] == [("humans",)]
    assert view_for(done.state, "humans").peace == ("hive",)
    assert view_for(done.state, "vermin").peace == ()


def test_names_and_words() -> None:
    assert slug_of("The Hïve of 3!") == "the-h-ve-of-3"
    assert npr_named({"hive": hive()}, " THE hive ").id == "hive"
    with pytest.raises(GameError, match="There are: The Hive"):
        npr_named({"hive": hive()}, "Ants")
    assert [relation_word(n) for n in (-9, -3, 0, 3, 9)] == ["war", "war", "neutral", "allied", "allied"]
