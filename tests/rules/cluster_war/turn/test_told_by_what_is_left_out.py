"""What a side is told tells nothing of others by what it leaves out, by being told again, or by the order of names."""

from fractions import Fraction

import pytest

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.movement.meetings import meetings
from rules.cluster_war.chapters.npr.sight import encounters
from rules.cluster_war.model.events.colonies import IncomeCounted, WorldRecovered, WorldStrained
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.movement import FleetsMet
from rules.cluster_war.model.state.common import KnowledgeLevel
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Mining
from rules.cluster_war.model.state.places import Strain
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import secret_word
from rules.values import changed
from tests.rules.cluster_war.build import DESIGNS, draft_of, frozen, small, with_colony, with_fleet
from tests.rules.cluster_war.chapters.npr.hive import HOME as HIVE_HOME
from tests.rules.cluster_war.chapters.npr.hive import hive, world
from tests.rules.cluster_war.yard import Rigged, empire, fleet, rich, told, turn, with_base

THREE = ("humans", "vermin", "oolab")
THREE_SORTED = tuple(sorted(THREE))


def looked(state: GameState, *weeks: int) -> TurnState:
    """The draft after weeks in which nothing moves."""
    turn_state = draft_of(state)
    for week in weeks:
        refresh(turn_state, week)
        meetings(turn_state, week)
        encounters(turn_state, week)
    return turn_state


def tales(events: list[Event], side: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The meetings that a side hears of: sides and fleets."""
    return [(e.sides, e.fleets) for e in events if isinstance(e, FleetsMet) and may_see(e, side)]


def crowd(*peace: str, **more: object) -> GameState:
    """Three empires in one hex of empty space."""
    state = small(THREE, homes=False)
    for owner in THREE:
        state = with_fleet(state, owner, "0505", "destroyer")
    return changed(state, peace=tuple(sorted(peace)), **more)  # type: ignore[arg-type] # GameState's own fields


@pytest.mark.rule("CW-1.0-10", "CW-18.0-07")
def test_each_side_hears_of_its_own_hostilities_alone() -> None:
    for others in ((), ("oolab|vermin",)):
        month = looked(crowd("humans|oolab", *others), 1)
        assert tales(month.events, "humans") == [(("humans", "vermin"), ("humans-F1", "C2"))]
    everybody = next(e for e in looked(crowd("humans|oolab"), 1).events if isinstance(e, FleetsMet))
    assert (everybody.sides, everybody.seen_by) == (THREE_SORTED, ())


@pytest.mark.rule("CW-1.0-10", "CW-18.0-07")
def test_peace_between_two_others_tells_a_third_nothing_again() -> None:
    month = looked(crowd("humans|oolab"), 1)
    later = frozen(month)
    for peace in (later.peace, ("humans|oolab", "oolab|vermin")):
        again = looked(changed(later, peace=peace), 5)
        assert tales(again.events, "humans") == []
    war = looked(changed(later, peace=()), 5)
    assert tales(war.events, "humans") == [(("humans", "oolab", "vermin"), ("humans-F1", "C1", "C2"))]
    assert tales(war.events, "vermin") == []
    assert len(war.questions) == 1


@pytest.mark.rule("CW-1.0-10", "CW-4.0-17", "CW-18.0-07")
def test_a_new_drive_does_not_tell_a_meeting_again() -> None:
    skip = changed(DESIGNS["destroyer"], id="skipper", name="Skipper", ftl="skip", drive=Fraction(4))
    state = small(THREE[:2], homes=False)
    sides = {key: changed(s, designs={**DESIGNS, skip.id: skip}) for key, s in state.sides.items()}
    state = with_fleet(
        with_fleet(changed(state, sides=sides), "humans", "0505", "destroyer"), "vermin", "0505", "destroyer"
    )
    met = frozen(looked(state, 1))
    refitted = changed(
        met, ships={k: changed(s, design="skipper") if s.side == "vermin" else s for k, s in met.ships.items()}
    )
    month = looked(refitted, 5)
    assert tales(month.events, "humans") == []
    (question,) = month.questions
    assert "may flee any battle" in question.text, "the game master reads what has changed"
    settled = tuple(changed(q, answer="They keep their distance.", settled_turn=1) for q in met.questions)
    assert looked(changed(refitted, questions=settled), 5).questions == list(settled)


@pytest.mark.rule("CW-1.0-10", "CW-18.0-22", "CW-18.0-07")
def test_anothers_peace_with_a_race_of_the_game_masters_tells_nobody_again() -> None:
    state = with_fleet(with_fleet(world(hive()), "humans", HIVE_HOME, "destroyer"), "vermin", HIVE_HOME, "scout")
    state = changed(state, peace=("humans|vermin",))
    met = looked(state, 1)
    assert len(tales(met.events, "humans")) == 1
    made = changed(frozen(met), peace=("hive|vermin", "humans|vermin"))
    assert tales(looked(made, 5).events, "humans") == []


def strippers(*owners: str) -> GameState:
    """These sides strip-mine world 0304-2 with a digger each."""
    state = empire(rich("0304", 200))
    designs = state.sides["humans"].designs
    state = changed(state, sides={k: changed(s, designs=designs, salt=f"5a17{k}") for k, s in state.sides.items()})
    for owner in owners:
        state = with_fleet(state, owner, "0304", "digger", mining=Mining("0304", 2, strip=True))
    return state


@pytest.mark.rule("CW-7.1-06", "CW-18.0-07")
def test_no_die_tells_whether_another_strip_mines_the_same_world() -> None:
    seen = []
    for owners in (("vermin",), ("humans", "vermin")):
        done = turn(strippers(*owners), dice=Rigged("strip-mining/", face=90))
        (line,) = [e for e in told(done, WorldStrained) if e.side == "vermin"]
        seen.append(line)
    assert seen[0] == seen[1]
    assert seen[0].cause.rolls == ()


@pytest.mark.rule("CW-7.1-09", "CW-18.0-07")
def test_no_die_tells_at_its_recovery_who_else_has_strip_mined_a_world() -> None:
    seen = []
    for worker in ("humans", "vermin"):
        state = with_colony(strippers(), "vermin", "0304", 2, 20)
        state = changed(state, strains={"0304-2": Strain(20, "5655", side=worker)})
        done = turn(state, dice=Rigged("fallow/"))
        seen += [e for e in told(done, WorldRecovered) if e.side == "vermin"]
    assert seen[0] == seen[1]


@pytest.mark.rule("CW-7.1-06", "CW-7.1-09", "CW-18.0-07")
def test_no_side_works_out_a_worlds_die_with_the_word_that_it_reads_elsewhere() -> None:
    """Who strip-mines alone could: a harm that its own die denies would tell of somebody else at work there."""
    state = with_colony(strippers("vermin"), "vermin", "0304", 3, 20)
    state = changed(state, strains={"0304-3": Strain(20, "5655", side="vermin")})
    salts = ["0:5a17", "0:5a18"]
    sides = {k: changed(s, salt=salt) for (k, s), salt in zip(state.sides.items(), salts, strict=True)}
    dice = Rigged("strip-mining/")
    turn(changed(state, sides=sides), dice=dice)
    rolled = [key for key in dice.keys if key.startswith(("strip-mining/", "fallow/"))]
    assert sorted({key.rpartition("/")[0] for key in rolled}) == [
        "fallow/0304-3", "strip-mining/0304-2", "strip-mining/0304-2/harm",
    ]  # fmt: skip
    words = {secret_word(salt, state.turn, dice) for salt in salts}
    assert not words & {key.rpartition("/")[2] for key in rolled}


@pytest.mark.rule("CW-7.1-09", "CW-12.1-08", "CW-18.0-07")
@pytest.mark.parametrize("level", ["map", "scouted", "surveyed"])
def test_a_world_that_recovers_is_known_no_better_than_before(level: KnowledgeLevel) -> None:
    state = with_base(empire(rich("0304", 200, step="5655")), "way", "0304")
    state = with_colony(state, "vermin", "0304", 2, 20)
    state = changed(state, strains={"0304-2": Strain(20, "5555", side="vermin")})
    known = state.knowledge["humans"]
    before = changed(known.systems["0304"], level=level)
    if level != "surveyed":
        bodies = tuple(changed(b, max_cp=None, resources=None) for b in before.bodies) if level == "scouted" else ()
        before = changed(before, bodies=bodies)
    state = changed(
        state, knowledge={**state.knowledge, "humans": changed(known, systems={**known.systems, "0304": before})}
    )
    done = turn(state, dice=Rigged("fallow/"))
    after = done.state.knowledge["humans"].systems["0304"]
    assert after.level == level
    assert [b.max_cp for b in after.bodies] == {"map": [], "scouted": [None], "surveyed": [200]}[level]
    assert [b.step for b in after.bodies] == ([] if level == "map" else ["5555"])
    assert [e.level for e in told(done, SystemLearned) if e.side == "humans"] == ([] if level == "map" else [level])


def meeting_twins(order: tuple[str, str], other: str) -> tuple[TurnState, dict[str, str]]:
    """Scouts of the humans at 0505 and in another hex; two vermin fleets alike at 0505, made in this order, and their
    ids by name."""
    state = with_fleet(small(homes=False), "humans", "0505", "scout")
    state, ids = with_fleet(state, "humans", other, "scout"), {}
    for name in order:
        state = with_fleet(state, "vermin", "0505", "destroyer")
        ids[name] = f"vermin-F{state.counters['fleet/vermin']}"
    return draft_of(state), ids


def twins(order: tuple[str, str], where: dict[str, str]) -> list[object]:
    """Two vermin fleets alike at 0505, made in this order; then each in its hex of `where`, then back: what the humans,
    who see 0505 and 0506, know and are told week by week."""
    month, ids = meeting_twins(order, "0506")
    found: list[object] = []
    for week, places in enumerate(({}, where, dict.fromkeys(where, "0505"), {"b": "0506"}), 1):
        for name, hex_ in places.items():
            month.fleets[ids[name]] = changed(month.fleets[ids[name]], hex=hex_)
        refresh(month, week)
        meetings(month, week)
        found.append(month.knowledge["humans"].fleets)
    return [*found, *(e for e in month.events if may_see(e, "humans"))]


@pytest.mark.rule("CW-12.0-04", "CW-18.0-07")
@pytest.mark.parametrize(
    "where", [{"a": "0506"}, {"a": "1818"}, {"a": "1818", "b": "1818"}, {"a": "1818", "b": "0506"}, {"b": "0506"}]
)
def test_names_of_contacts_that_look_alike_do_not_follow_their_hidden_ids(where: dict[str, str]) -> None:
    assert twins(("a", "b"), where) == twins(("b", "a"), where)


@pytest.mark.rule("CW-12.0-04", "CW-18.0-07")
def test_twins_that_part_are_named_by_where_they_are_and_keep_their_names() -> None:
    for order in (("a", "b"), ("b", "a")):
        month, ids = meeting_twins(order, "0404")
        refresh(month, 1)
        month.fleets[ids["a"]] = changed(month.fleets[ids["a"]], hex="0404")
        for week in (2, 3):
            refresh(month, week)
            seen = month.knowledge["humans"].fleets
            assert {c: s.hex for c, s in seen.items()} == {"C1": "0404", "C2": "0505"}


def shared(size: int, max_cp: int = 200, **more: object) -> GameState:
    """A human mining base of 30 stations at a world of the vermin's with so many CPs."""
    state = with_base(empire(rich("0304", max_cp)), "mine", "0304", 2)
    return changed(with_colony(state, "vermin", "0304", 2, size), **more)  # type: ignore[arg-type] # GameState's fields


@pytest.mark.rule("CW-7.1-02", "CW-12.0-12")
@pytest.mark.parametrize("size", [20, 180, 195])
def test_whoever_mines_anothers_world_knows_how_much_of_it_the_others_hold(size: int) -> None:
    done = turn(shared(size))
    seen = view_for(done.state, "humans").foreign_colonies["0304-2"]
    assert seen.size == done.state.colonies["0304-2"].size == size
    line = next(e for e in told(done, IncomeCounted) if e.side == "humans")
    assert any(f"beside a colony of {size} CPs" in m.reason for m in line.cause.modifiers)
    assert [c.size for c in view_for(done.state, "vermin").foreign_colonies.values()] == [None]


@pytest.mark.rule("CW-7.1-02", "CW-12.0-12")
def test_who_only_looks_at_a_colony_does_not_know_its_size() -> None:
    state = with_colony(fleet(empire(rich("0304", 200)), "0304", "digger"), "vermin", "0304", 2, 180)
    assert view_for(turn(state).state, "humans").foreign_colonies["0304-2"].size is None
