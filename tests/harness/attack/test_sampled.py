"""A few evenings of the attack for every check: all silent facts at once, and battles. `make attack` is the whole."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from harness.attack import evidence, stage
from harness.attack.battle_evenings import BATTLE_FACTS, battle
from harness.attack.comparison import amiss, judge, together
from harness.attack.evenings import Heard, difference, evening
from harness.attack.facts import FACTS
from harness.attack.late_battles import BURNT, LATE_FACTS, late_battle
from harness.attack.squadron_evenings import OWNER, squadron


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stage; played in a thread of its own, since it outlives the loop of any one test."""
    folder = tmp_path_factory.mktemp("stage")
    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, stage.build(folder)).result()
    return folder


@pytest.fixture(scope="module")
def plain_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the evening without any fact is played."""
    return tmp_path_factory.mktemp("plain")


@pytest.fixture(scope="module")
def plain(prepared: Path, plain_folder: Path) -> Heard:
    """The evening without any fact."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, evening(prepared, plain_folder, ())).result()


async def test_all_that_the_humans_do_in_secret_together_is_heard_by_nobody_else(
    tmp_path: Path, prepared: Path, plain: Heard, plain_folder: Path
) -> None:
    facts = together(FACTS)
    assert len(facts) > 50
    heard = await evening(prepared, tmp_path, facts)
    wrong = judge(facts[0], plain, heard).wrong
    assert wrong == (), f"all that differs is in {evidence.keep(plain, heard, (plain_folder, tmp_path), 'humans')}"
    assert difference(plain, heard, "humans") is not None, "the facts were real, and ears can tell"


async def test_what_a_captain_plots_and_hides_is_heard_by_nobody_else(tmp_path: Path) -> None:
    silent = [fact for fact in BATTLE_FACTS if not (fact.seen or fact.instead) and "absent" not in fact.change.__name__]
    without, with_it = await battle(fresh(tmp_path, "plain"), []), await battle(fresh(tmp_path, "secret"), silent)
    for who in ("ada", "visitor"):
        assert [line for line, twin in zip(without[who], with_it[who], strict=True) if line != twin] == []
    assert without["vik"] != with_it["vik"]


async def test_what_becomes_of_craft_in_hiding_is_heard_by_nobody_else(tmp_path: Path) -> None:
    burns = next(fact for fact in LATE_FACTS if fact.name == "a hidden craft that a star burns")
    others = [fact for fact in LATE_FACTS if not fact.seen and fact.plots]
    facts = [burns, *(fact for fact in others if (2, BURNT) not in fact.plots)]
    without, with_it = (
        await late_battle(fresh(tmp_path, "plain"), []),
        await late_battle(fresh(tmp_path, "secret"), facts),
    )
    for who in ("ada", "visitor"):
        assert [line for line, twin in zip(without[who], with_it[who], strict=True) if line != twin] == []
    for fact in facts:
        assert amiss((fact.proof,), without["vik"], with_it["vik"]) == (), fact.name
    assert len(facts) > 4


async def test_that_a_hidden_craft_was_brought_is_heard_by_neither_the_battles_maker_nor_the_other_side(
    tmp_path: Path,
) -> None:
    without = await squadron(fresh(tmp_path, "plain"), ())
    with_it = await squadron(fresh(tmp_path, "secret"), ("refuel", "bring the whisper"))
    for who in ("gm", "vik", "visitor"):
        assert [line for line, twin in zip(without[who], with_it[who], strict=True) if line != twin] == []
    assert without[OWNER] != with_it[OWNER]


def fresh(folder: Path, name: str) -> Path:
    """A new folder."""
    (folder / name).mkdir()
    return folder / name
