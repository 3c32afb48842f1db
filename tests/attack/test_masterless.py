"""Where nobody rules: who votes how, what a council was asked, and what the bot bought and drew are heard by nobody else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import pytest

from tests.attack.evenings import Heard, difference
from tests.attack.masterless import ASKED, KEEPERS, LISTENERS, NAMED, Act, Truth, evening


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Heard, Truth]:
    """The evening as it is; played in a thread of its own, since it outlives the loop of any one test."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, evening(tmp_path_factory.mktemp("plain"))).result()


def leaks(without: Heard, with_it: Heard, *changed: Act) -> list[object]:
    """What anybody heard whose affair it is not."""
    keepers = frozenset[str]().union(*(KEEPERS[act] for act in changed))
    found = [difference(without, with_it, name) for name in LISTENERS if name not in keepers]
    return [one for one in found if one is not None]


async def test_who_votes_how_and_what_the_bot_buys_and_draws_is_heard_by_nobody(
    tmp_path: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("undo ballots", "council ballots", "race", "drawing")
    heard, truth = await evening(tmp_path, changed)
    before = plain[1]
    assert (before.undo["gold"], truth.undo["gold"]) == ("no", "yes")
    assert (before.council["blue"], truth.council["blue"]) == ("no", "yes")
    assert len(before.bought) > len(truth.bought)
    assert before.drawn
    assert not truth.drawn
    assert leaks(plain[0], heard, *changed) == []


async def test_what_was_put_to_the_council_is_its_askers_alone(tmp_path: Path, plain: tuple[Heard, Truth]) -> None:
    changed: tuple[Act, ...] = ("question",)
    heard, truth = await evening(tmp_path, changed)
    assert (plain[1].questions, truth.questions) == ([ASKED[0]], [ASKED[1]])
    assert leaks(plain[0], heard, *changed) == []
    assert difference(plain[0], heard, "dom") is not None, "the fact was real, and ears can tell"


async def test_what_a_deputy_did_is_heard_by_nobody_but_the_player(tmp_path: Path, plain: tuple[Heard, Truth]) -> None:
    changed: tuple[Act, ...] = ("deputy",)
    heard, truth = await evening(tmp_path, changed)
    assert (NAMED[0] in plain[1].fleets, NAMED[1] in truth.fleets) == (True, True)
    assert leaks(plain[0], heard, *changed) == []
    assert difference(plain[0], heard, "vik") is not None, "the fact was real, and ears can tell"


def test_every_act_has_its_keepers() -> None:
    assert set(KEEPERS) == set(get_args(Act))
