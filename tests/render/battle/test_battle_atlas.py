"""The atlas of a battle: from what the viewer was told alone, true to the last box, the same every time."""

import json
import re
from typing import Any

import pytest

from render.battle.atlas.atlas import battle_moments, worn_craft, write_atlas
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import view_for
from rules.values import changed
from tests.render.battle.battle_scene import crowd, played
from tests.render.battle.test_battle_replay import BATTLES

HOSTILE = '</script><img src=x onerror="alert(1)">'


def moments(page: bytes) -> list[Any]:
    """What a page holds of each impulse."""
    (found,) = re.findall(r'id="moments">(.*?)</script>', page.decode(), flags=re.DOTALL)
    kept: list[Any] = json.loads(found)
    return kept


@pytest.mark.parametrize(("name", "turns"), BATTLES)
def test_the_log_alone_tells_every_box_that_is_left(name: str, turns: int) -> None:
    start, end, events = played(name, turns)
    craft = worn_craft(start.craft, events)
    for unit, it in end.craft.items():
        if not it.fate:
            assert craft[unit].armor == it.armor
            assert boxes_left(craft[unit]) == boxes_left(it), unit


@pytest.mark.parametrize(("name", "turns"), BATTLES)
def test_every_impulse_is_there_and_the_last_one_is_where_the_battle_stands(name: str, turns: int) -> None:
    start, end, events = played(name, turns)
    told = battle_moments(view_for(start, None), events, view_for(end, None))
    kinds = [(moment["now"]["turn"], moment["now"]["impulse"]) for moment in told]
    assert kinds[0] == (start.now.turn, 0)
    assert len(set(kinds)) == len(kinds)
    impulses = {kind for kind in kinds if kind[1]}
    assert {(1, impulse) for impulse in range(1, 13)} <= impulses
    last = told[-1]
    for unit, it in end.craft.items():
        shown: Any = last["craft"][unit]
        assert bool(shown["fate"]) == bool(it.fate)
        if not it.fate:
            assert shown["whole"] == sum(boxes_left(it).values())
    said = [line for moment in told for line in moment["now"]["says"]]  # type: ignore[union-attr] # a list of sentences
    assert len(said) == len(events)


def test_what_a_side_does_not_see_changes_no_byte() -> None:
    """The Xenons' hidden craft elsewhere, otherwise named, with other boxes: the Yellows' page alike."""
    there = crowd()
    hidden = next(craft for craft in there.craft.values() if craft.hidden)
    elsewhere = changed(hidden, at=changed(hidden.at, q=hidden.at.q + 3), name="Secret", screens=0)
    other: Battle = changed(there, craft={**there.craft, hidden.id: elsewhere})
    rival = next(side for side in there.sides if side != hidden.side)
    pages = []
    for battle in (there, other):
        view = view_for(battle, rival)
        pages.append(write_atlas(battle_moments(view, (), view), view, "Crowd"))
    assert pages[0] == pages[1]
    assert hidden.id not in moments(pages[0])[0]["craft"]
    own = [
        write_atlas(battle_moments(view, (), view), view, "Crowd")
        for view in (view_for(battle, hidden.side) for battle in (there, other))
    ]
    assert own[0] != own[1]


def test_names_cannot_become_part_of_the_page_and_the_bytes_are_the_same_every_time() -> None:
    battle = crowd()
    named = changed(battle, craft={key: changed(it, name=HOSTILE) for key, it in battle.craft.items()})
    view = view_for(named, None)
    page = write_atlas(battle_moments(view, (), view), view, HOSTILE)
    assert b"<img" not in page
    assert page.count(b"</script>") == 3
    assert page == write_atlas(battle_moments(view, (), view), view, HOSTILE)
    assert len(page) < 2_000_000
