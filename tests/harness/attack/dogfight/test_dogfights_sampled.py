"""A few evenings of dogfights in the attack for every check; `make attack` is the whole."""

from pathlib import Path

from harness.attack.comparison import amiss
from harness.attack.dogfight_evenings import DOGFIGHT_FACTS, dogfight
from harness.attack.late_dogfights import LATE_FLIGHTS, late_dogfight
from rules.values import changed
from tests.harness.attack.test_sampled import fresh


async def test_how_much_an_unseen_jet_burns_and_that_it_turns_is_heard_by_nobody_else(tmp_path: Path) -> None:
    without = await late_dogfight(fresh(tmp_path, "plain"), "duel")
    burnt, turned = (next(fact for fact in LATE_FLIGHTS if word in fact.name) for word in ("afterburner", "succeeds"))
    both = changed(burnt, course={1: (*burnt.course[1], *turned.course[1])})
    with_it = await late_dogfight(fresh(tmp_path, "secret"), "duel", both)
    for who in ("ada", "visitor"):
        assert [line for line, twin in zip(without[who], with_it[who], strict=True) if line != twin] == []
    assert amiss((burnt.proof, turned.proof), without["vik"], with_it["vik"]) == ()


async def test_what_a_pilot_decides_in_the_dark_is_heard_by_nobody_else(tmp_path: Path) -> None:
    turned = next(fact for fact in DOGFIGHT_FACTS if fact.name == "a turn tried")
    without = await dogfight(fresh(tmp_path, "plain"))
    with_it = await dogfight(fresh(tmp_path, "secret"), ("turn1", *turned.course[1:]))
    for who in ("ada", "visitor"):
        assert [line for line, twin in zip(without[who], with_it[who], strict=True) if line != twin] == []
    assert without["vik"] != with_it["vik"]
