"""Where nobody rules: who votes how, what a council was asked, and what the bot bought and drew are heard by nobody else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import pytest

from tests.attack.evenings import Heard, difference
from tests.attack.masterless import (
    ASKED,
    KEEPERS,
    LISTENERS,
    NAMED,
    PERCENT,
    Act,
    Truth,
    beginning,
    evening,
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all evenings keep the work of their workers."""
    return tmp_path_factory.mktemp("made")


@pytest.fixture(scope="module")
def plain(made: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Heard, Truth]:
    """The evening as it is; played in a thread of its own, since it outlives the loop of any one test."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, evening(tmp_path_factory.mktemp("plain"), made)).result()


def leaks(without: Heard, with_it: Heard, *changed: Act) -> list[object]:
    """What anybody heard whose affair it is not."""
    keepers = frozenset[str]().union(*(KEEPERS[act] for act in changed))
    found = [difference(without, with_it, name) for name in LISTENERS if name not in keepers]
    return [one for one in found if one is not None]


async def test_who_votes_how_and_what_the_bot_buys_and_draws_is_heard_by_nobody(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("undo ballots", "council ballots", "race", "drawing")
    heard, truth = await evening(tmp_path, made, changed)
    before = plain[1]
    assert (before.undo["gold"], truth.undo["gold"]) == ("no", "yes")
    assert (before.council["blue"], truth.council["blue"]) == ("no", "yes")
    assert len(before.bought) > len(truth.bought)
    assert before.drawn
    assert not truth.drawn
    assert leaks(plain[0], heard, *changed) == []


async def test_what_was_put_to_the_council_and_what_the_bot_orders_as_a_deputy_is_the_players_alone(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("question", "bot deputy")
    heard, truth = await evening(tmp_path, made, changed)
    assert (plain[1].questions, truth.questions) == ([ASKED[0]], [ASKED[1]])
    assert plain[1].stood_in
    assert truth.stood_in
    assert set(plain[1].stood_in) != set(truth.stood_in)
    assert leaks(plain[0], heard, *changed) == []
    assert difference(plain[0], heard, "dom") is not None, "the facts were real, and ears can tell"


async def test_what_a_deputy_did_is_heard_by_nobody_but_the_player(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("deputy",)
    heard, truth = await evening(tmp_path, made, changed)
    assert (NAMED[0] in plain[1].fleets, NAMED[1] in truth.fleets) == (True, True)
    assert leaks(plain[0], heard, *changed) == []
    assert difference(plain[0], heard, "vik") is not None, "the fact was real, and ears can tell"


async def test_what_stands_on_a_sheet_by_standing_orders_is_heard_by_nobody_but_the_player(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    changed: tuple[Act, ...] = ("standing orders",)
    heard, truth = await evening(tmp_path, made, changed)
    assert (len(plain[1].sheet), len(truth.sheet)) == (1, 1)
    assert plain[1].sheet != truth.sheet
    assert leaks(plain[0], heard, *changed) == []
    assert difference(plain[0], heard, "gm") is not None, "the fact was real, and ears can tell"


@pytest.mark.rule("CW-5.0-14")
async def test_what_rivals_of_the_bots_produce_is_for_everybody_to_see(
    tmp_path: Path, made: Path, plain: tuple[Heard, Truth]
) -> None:
    heard = await beginning(tmp_path, made, ("handicap",))
    for name in LISTENERS:
        told = plain[0].by[name][: len(heard.by[name])]
        words = f"produces {PERCENT[1]} % of what its worlds yield"
        assert not any(words in each for each in told), name
        assert any(words in each for each in heard.by[name]), name


def test_every_act_has_its_keepers() -> None:
    assert set(KEEPERS) == set(get_args(Act))
