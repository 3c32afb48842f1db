"""What sides are told of rations, tags and checks at the month's end: every field of every event, and the question (CW-4.3)."""

from typing import Any

import pytest

from rules.cluster_war.chapters.logistics.stress import suggested_effect
from rules.cluster_war.model.events.logistics import StressChecked, StressEased, StressRose, SuppliesUsed
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, Modifier, Roll
from rules.values import changed as replace
from tests.rules.cluster_war.build import with_colony, with_fleet
from tests.rules.cluster_war.chapters.logistics.far_away import FAR, KINDS, PLAIN, changed, play_month, world

H = ("humans",)
BASE = "humans/BS01"


def rose(ships: tuple[str, ...], stress: int, rule: str, fleet: str = "humans-F1") -> StressRose:
    cause = Cause(rule, modifiers=(Modifier(stress, "the highest tag among them"),))
    return StressRose("humans", fleet, FAR, ships, stress, cause=cause, seen_by=H)


def checked(
    tags: dict[str, int], rolls: tuple[int, ...], failed: tuple[str, ...], fleet: str = "humans-F1"
) -> StressChecked:
    found = tuple(Roll(f"stress/{key}", 100, (face,)) for key, face in zip(tags, rolls, strict=True))
    modifiers = tuple(Modifier(tag, f"stress of {key.partition('/')[2]}") for key, tag in tags.items())
    cause = Cause("CW-4.3-20", modifiers=modifiers, rolls=found)
    return StressChecked("humans", fleet, FAR, tuple(tags), failed, cause=cause, seen_by=H)


def used(short: tuple[str, ...], needed: int, left: int = 0, fleet: str = "humans-F1", **more: Any) -> SuppliesUsed:
    return SuppliesUsed(
        "humans", fleet, FAR, needed=needed, left=left, short=short, cause=Cause("CW-4.3-13"), seen_by=H,
        **{"made": 0, "cps": 0, "used": 0, **more},
    )  # fmt: skip


def events(turn: TurnState) -> list[object]:
    return list(turn.events)


@pytest.mark.rule("CW-4.3-19", "CW-4.3-20", "CW-4.3-13")
def test_a_fleet_without_rations_is_told_what_it_needed_whose_tags_rose_and_who_failed() -> None:
    state = changed(world("destroyer", "scout"), "humans/DD01", stress=20)
    month = play_month(state, 31, 10)
    both = ("humans/DD01", "humans/SC01")
    assert events(month)[:3] == [
        used(both, 3),
        rose(both, 30, "CW-4.3-19"),
        checked({"humans/DD01": 30, "humans/SC01": 10}, (31, 10), ("humans/SC01",)),
    ]
    (asked,) = month.questions
    assert (asked.kind, asked.sides, asked.rule, asked.hex, asked.subjects) == (
        "stress", H, "CW-4.3-21", FAR, ("humans/SC01",),
    )  # fmt: skip
    assert asked.text == f"Humans: Fleet 1 at {FAR} failed a stress check: SC01 (10% stress, rolled 10, failure 1)."
    assert asked.choices == ("damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing")
    assert asked.suggestion == "damage. Or one of: return, surrender, rogue, mutiny, retire, nothing."


@pytest.mark.rule("CW-4.3-21")
def test_one_question_is_asked_of_all_who_failed_by_the_worst_record() -> None:
    state = changed(world("destroyer", "scout"), "humans/DD01", stress=20, failures=1)
    month = play_month(state, 30, 9)
    (asked,) = month.questions
    assert asked.text == (
        f"Humans: Fleet 1 at {FAR} failed a stress check: DD01 (30% stress, rolled 30, failure 2); "
        "SC01 (10% stress, rolled 9, failure 1)."
    )
    assert asked.subjects == ("humans/DD01", "humans/SC01")
    assert asked.choices[0] == suggested_effect(2, PLAIN)
    assert sorted(asked.choices) == sorted({*asked.choices})
    assert [month.ships[key].failures for key in asked.subjects] == [2, 1]


@pytest.mark.rule("CW-4.3-21")
def test_failures_in_a_row_come_to_damage_then_home_then_mutiny_and_a_base_cannot_go_home() -> None:
    by_count = [suggested_effect(n, PLAIN) for n in range(1, 8)]
    home, mutiny = by_count.index("return") + 1, by_count.index("mutiny") + 1
    assert by_count == [*["damage"] * (home - 1), *["return"] * (mutiny - home), *["mutiny"] * (8 - mutiny)]
    assert 1 < home < mutiny
    bases = [suggested_effect(n, PLAIN, base=True) for n in range(1, 8)]
    assert bases == [*["damage"] * (mutiny - 1), *["mutiny"] * (8 - mutiny)]
    one = Base(BASE, "humans", "base", "Lonely", FAR, 0, failures=home - 1)
    month = play_month(replace(world(), bases={one.id: one}), 5)
    assert month.questions[0].choices[0] == "damage"


def cramped(state: GameState) -> GameState:
    """The state in which watch bases have quarters for nobody."""
    crowded = replace(KINDS["base"], unit="base", crew_quarters=1)
    humans = replace(state.sides["humans"], designs={**KINDS, "base": crowded})
    return replace(state, sides={**state.sides, "humans": humans})


@pytest.mark.rule("CW-4.3-04", "CW-4.3-19")
def test_a_base_is_told_by_the_rule_of_rations_if_it_lacks_them_and_by_that_of_quarters_else() -> None:
    base = Base(BASE, "humans", "base", "Lonely", FAR, 0)
    state = replace(world(), bases={BASE: base})
    hungry = play_month(state, 100)
    assert events(hungry) == [
        used((BASE,), 3, fleet=""), rose((BASE,), 10, "CW-4.3-19", ""), checked({BASE: 10}, (100,), (), ""),
    ]  # fmt: skip
    fed = play_month(replace(state, bases={BASE: replace(base, supplies=5)}))
    assert events(fed) == [used((), 3, 2, fleet="", used=3)]
    tight = play_month(cramped(replace(state, bases={BASE: replace(base, supplies=5)})), 100)
    assert events(tight) == [
        used((), 3, 2, fleet="", used=3), rose((BASE,), 10, "CW-4.3-04", ""), checked({BASE: 10}, (100,), (), ""),
    ]  # fmt: skip
    both = play_month(cramped(state), 100)
    assert events(both)[1] == rose((BASE,), 10, "CW-4.3-19", "")
    assert both.bases[BASE].stress == 10, "once in total"


@pytest.mark.rule("CW-4.3-22", "CW-4.3-04")
def test_a_base_in_supply_is_eased_if_it_has_its_quarters_and_had_a_tag() -> None:
    near = Base(BASE, "humans", "base", "Near", "0303", 0, stress=20, failures=2)
    month = play_month(replace(world(), bases={BASE: near}))
    assert events(month) == [StressEased("humans", "", "0303", (BASE,), cause=Cause("CW-4.3-22"), seen_by=H)]
    assert (month.bases[BASE].stress, month.bases[BASE].failures) == (0, 0)
    calm = play_month(replace(world(), bases={BASE: replace(near, stress=0)}))
    assert events(calm) == []
    assert calm.bases[BASE].failures == 2
    tight = play_month(cramped(replace(world(), bases={BASE: near})), 100)
    assert [type(e) for e in events(tight)] == [StressChecked]
    assert tight.bases[BASE].stress == 20


@pytest.mark.rule("CW-4.3-22", "CW-4.3-08")
def test_ships_in_supply_are_told_of_together_and_those_without_a_tag_not_at_all() -> None:
    state = changed(
        changed(world("destroyer", "scout", "freighter", hex_="0304"), "humans/SC01", failures=1),
        "humans/FF01",
        stress=50,
    )
    state = changed(state, "humans/DD01", stress=10, away=3)
    month = play_month(state)
    eased = ("humans/DD01", "humans/FF01")
    assert events(month) == [StressEased("humans", "humans-F1", "0304", eased, cause=Cause("CW-4.3-22"), seen_by=H)]
    assert {(s.stress, s.away, s.failures) for s in month.ships.values()} == {(0, 0, 0)}
    only = play_month(changed(world("scout", hex_="0304"), "humans/SC01", failures=1))
    assert events(only) == []
    assert only.ships["humans/SC01"].failures == 0


@pytest.mark.rule("CW-4.3-04", "CW-4.3-22")
def test_crowded_ships_in_supply_keep_their_tags_and_are_away_no_longer() -> None:
    state = changed(world("tight", "destroyer", hex_="0304"), "humans/TT01", stress=10, away=2, failures=1)
    month = play_month(changed(state, "humans/DD01", stress=10), 100)
    tight = month.ships["humans/TT01"]
    assert (tight.stress, tight.away, tight.failures) == (10, 0, 1)
    assert month.ships["humans/DD01"].stress == 0


@pytest.mark.rule("CW-4.3-04", "CW-4.3-19")
def test_who_lacks_both_rations_and_quarters_gets_one_tag_and_the_rule_of_rations() -> None:
    month = play_month(world("tight"), 100)
    assert events(month)[1] == rose(("humans/TT01",), 10, "CW-4.3-19")
    fed = changed(world("tight", "freighter"), "humans/FF01", supplies=80)
    month = play_month(fed, 100)
    assert [e for e in events(month) if isinstance(e, StressRose)] == [rose(("humans/TT01",), 10, "CW-4.3-04")]
    assert month.ships["humans/FF01"].stress == 0


@pytest.mark.rule("CW-4.3-03")
def test_a_tag_grows_by_what_the_table_says_and_never_beyond_its_highest() -> None:
    house = Settings(overrides={
        "CW-TAB-SUPPLY/stress for each turn out of supply/number": "30",
        "CW-TAB-SUPPLY/highest stress/number": "70",
    })  # fmt: skip
    state = replace(world("scout"), settings=house)
    months = [play_month(changed(state, "humans/SC01", stress=stress), 100) for stress in (0, 30, 40, 60, 70)]
    tags = [month.ships["humans/SC01"].stress for month in months]
    assert tags == [30, 60, 70, 70, 70]


def test_sides_and_fleets_are_gone_through_each_by_itself() -> None:
    state = with_colony(world("scout"), "vermin", "1515", 1, 20)
    state = with_fleet(state, "vermin", FAR, "scout", name="Fangs")
    month = play_month(state, 100, 100)
    assert [(e.side, e.seen_by) for e in month.events if isinstance(e, StressRose)] == [
        ("humans", ("humans",)),
        ("vermin", ("vermin",)),
    ]
