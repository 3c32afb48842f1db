"""Replays: an impulse a frame, drawn from what the viewer was told alone, and true to what became of every craft."""

from collections.abc import Sequence
from io import BytesIO
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageSequence

from render.battle.replay.frames import format_summary, make_replay, paint_frames
from render.battle.replay.track import BattleScene, join_scenes, scenes
from render.canvas import animation
from render.canvas.animation import MOST_BYTES, USUAL_PACE
from rules.pentagon_war.events import Event, Gone, Moved, Sighted
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Moment
from rules.values import Cause, GameError, changed
from tests.render.battle.battle_scene import crowd, played
from tests.rules.pentagon_war.turn.random_play import random_battle, random_play

BATTLES = (("fleet_action", 4), ("amber_gate", 4), ("escort", 3), ("hulk_hunt", 2), ("duel", 3))
WHOLE_TURN = 3 + 12 * 11 + 1


def assert_followed(start: Battle, end: Battle, events: Sequence[Event]) -> None:
    """Followed event by event, every craft, drone, seeker and beam ends where it is, with the boxes it has."""
    last = scenes(view_for(start, None), events)[-1]
    for unit, it in end.craft.items():
        shown = last.view.known.craft[unit]
        assert bool(shown.fate) == bool(it.fate)
        if not it.fate:
            assert (shown.at, shown.facing, shown.velocity) == (it.at, it.facing, it.velocity)
            assert last.boxes[unit] == sum(boxes_left(it).values())
    if end.winner is None:
        assert flying(last.view.known) == flying(end)


def flying(battle: Battle) -> list[tuple[object, ...]]:
    """Where everything that flies is and heads, and which beams hold what."""
    found: list[tuple[object, ...]] = [(unit, it.at, it.facing) for unit, it in sorted(battle.drones.items())]
    found += [(unit, it.at, it.heading) for unit, it in sorted(battle.missiles.items())]
    found += [(unit, it.at, it.heading) for unit, it in sorted(battle.bolts.items())]
    return found + sorted((lock.craft, lock.beam, lock.target) for lock in battle.locks)


@pytest.mark.parametrize(("name", "turns"), BATTLES)
def test_the_log_alone_leads_to_where_the_battle_stands(name: str, turns: int) -> None:
    assert_followed(*played(name, turns))


@settings(max_examples=12)
@given(st.integers(0, 2**31))
@example(20)  # a beam that cancels others
@example(24)  # a drone that its craft reels in
def test_the_log_of_a_random_battle_leads_there_too(seed: int) -> None:
    start = end = random_battle(Random(seed))
    events: list[Event] = []
    for _, _, after, happened in random_play(start, seed, WHOLE_TURN):
        end, events = after, events + list(happened)
    assert_followed(start, end, events)


def test_a_turn_has_a_frame_for_each_impulse_and_loops() -> None:
    start, end, events = played("fleet_action", 1)
    replay = make_replay(view_for(start, None), events, title="The first turn")
    gif = Image.open(BytesIO(replay.gif))
    shown = [frame.info["duration"] for frame in ImageSequence.Iterator(gif)]
    assert replay.frames == len(shown) == 13
    assert gif.info["loop"] == 0
    assert shown[-1] == USUAL_PACE.last > max(shown[:-1])
    assert gif.size == (replay.width, replay.height)
    assert len(replay.gif) < 250_000
    assert replay.alt.startswith("The first turn: replay of turn 1 as seen by the referee.")
    assert len(replay.alt) <= 1024
    assert end.now.turn == 2


def test_frames_read_back_as_they_were_painted() -> None:
    start, _, events = played("amber_gate", 1)
    told = scenes(view_for(start, "B"), events)
    painted = paint_frames(told, 720, title="", theme="dark")
    gif = Image.open(BytesIO(animation.encode_gif(painted, told)))
    for frame, image in zip(ImageSequence.Iterator(gif), painted, strict=True):
        assert frame.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_a_whole_battle_stays_under_two_million_bytes() -> None:
    start, end, events = played("fleet_action", 9)
    replay = make_replay(view_for(start, None), events, size=1100, end_view=view_for(end, None))
    assert len(replay.gif) < MOST_BYTES == 2_000_000
    assert replay.frames > 30


def test_what_would_grow_too_large_is_made_smaller_and_then_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    start, _, events = played("fleet_action", 4)
    first = make_replay(view_for(start, None), events)
    monkeypatch.setattr(animation, "MOST_BYTES", len(first.gif) // 4)
    small = make_replay(view_for(start, None), events)
    assert len(small.gif) < len(first.gif) // 4
    assert small.width < first.width
    assert small.frames < first.frames


def test_passing_over_quiet_impulses_loses_no_shot_and_no_way() -> None:
    start, _, events = played("fleet_action", 4)
    told = scenes(view_for(start, None), events)
    short = join_scenes(told, 12)
    assert len(short) == 12
    for part in ("trails", "shots", "bursts"):
        assert sum(len(getattr(scene, part)) for scene in short) == sum(len(getattr(scene, part)) for scene in told)
    assert (short[0], short[-1].view) == (told[0], told[-1].view)
    loud = [scene for scene in told if not scene.quiet]
    assert all(scene.moment in {kept.moment for kept in short} for scene in loud[:8])


def test_hidden_craft_change_no_byte_until_they_come_to_light() -> None:
    """The replay of a side is drawn from its first view and the events told to it (PW-B83)."""
    start, end, events = played("amber_gate", 1)
    known = [event for event in events if "S" in event.seen_by or "*" in event.seen_by]
    elsewhere = changed(start.craft["B3"], at=BATTLE_MAP.hex(3, 3), facing=0)
    other = changed(start, craft={**start.craft, "B3": elsewhere}, stances={})
    moved = Moved(Moment(1, 1, 3), Cause("PW-M20"), "B3", (BATTLE_MAP.hex(3, 3), BATTLE_MAP.hex(3, 4)), seen_by=("B",))
    before = make_replay(view_for(start, "S"), events, end_view=view_for(end, "S"))
    after = make_replay(view_for(other, "S"), [*known, moved], end_view=view_for(end, "S"))
    assert before == after
    assert make_replay(view_for(start, "B"), events).gif != before.gif


def test_a_craft_that_comes_to_light_appears_where_it_was_seen() -> None:
    battle = crowd()
    start = view_for(battle, "Y")
    shown = changed(battle, craft={**battle.craft, "X3": changed(battle.craft["X3"], hidden=False)})
    here = battle.craft["X3"].at
    sighted = Sighted(Moment(3, 6, 3), Cause("PW-B83"), "X3", "Y1", here)
    told = scenes(start, [sighted], view_for(shown, "Y"))
    assert "X3" not in told[0].view.known.craft
    assert told[-1].view.known.craft["X3"].at == here
    assert told[-1].boxes["X3"] == sum(boxes_left(shown.craft["X3"]).values())
    unknown = scenes(start, [sighted])
    assert "X3" not in unknown[-1].view.known.craft


def test_a_summary_says_who_lost_what() -> None:
    start, _, events = played("fleet_action", 3)
    told = scenes(view_for(start, None), events)
    lines = [format_summary(scene) for scene in told]
    assert lines[0] == "at the start"
    assert any("shots" in line and "hits" in line and "loses" in line for line in lines)
    gone = next(event for event in events if isinstance(event, Gone) and event.unit in start.craft)
    scene = next(scene for scene in told if gone.unit in scene.places)
    assert f"{gone.unit} is gone" in format_summary(scene)


def test_a_replay_of_nothing_is_one_picture() -> None:
    start = view_for(crowd(), "X")
    replay = make_replay(start, ())
    assert replay.frames == 1
    assert Image.open(BytesIO(replay.gif)).size == (replay.width, replay.height)
    assert [type(scene) for scene in scenes(start, ())] == [BattleScene]
    with pytest.raises(GameError, match="palette"):
        make_replay(start, (), theme="sepia")  # type: ignore[arg-type] # wrong on purpose
