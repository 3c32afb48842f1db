"""Pictures of battles against what one would write first, in one run: only ratios are judged."""

from io import BytesIO

from PIL import Image
from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.naive_battle import naive_battle_map
from harness.bench.timing import held, interleaved
from render.battle.battle_map.draw import draw_battle_map
from render.battle.replay.frames import paint_frames
from render.battle.replay.track import BattleScene, scenes
from render.canvas import hex_ground
from render.canvas.animation import encode_gif
from rules.pentagon_war.turn.view import view_for
from tests.render.battle.battle_scene import crowd, played

PICTURE_WIDTH = 1250


def turn_of_twelve() -> tuple[BattleScene, ...]:
    """The twelve impulses of a turn in which six craft fire all they have."""
    start, _, events = played("fleet_action", 2)
    told = scenes(view_for(start, None), events)
    found = tuple(scene for scene in told if scene.moment.turn == 2 and scene.moment.impulse in range(1, 13))
    assert len(found) == 12
    return found


def test_a_tactical_map_against_naive(benchmark: BenchmarkFixture) -> None:
    """40 by 40 hexes with thirty craft: the ground kept, at most 0.38 of the naive drawing; nothing kept but signs, 0.53."""
    view = view_for(crowd(), "X")

    def cold() -> object:
        hex_ground.GROUND_CACHE.clear()
        return draw_battle_map(view)

    naive, hot, first = interleaved(lambda: naive_battle_map(view), lambda: draw_battle_map(view), cold)
    benchmark.extra_info.update(naive_s=naive, hot_s=hot, cold_s=first, ratio=hot / naive)
    benchmark.pedantic(draw_battle_map, args=(view,), rounds=5)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(
        f"battle map hot {hot * 1000:.1f} ms, cold {first * 1000:.1f} ms, naive {naive * 1000:.0f} ms, "
        f"ratios {hot / naive:.3f} and {first / naive:.3f}"
    )
    held(benchmark, "a battle map with its layers kept, against a naive drawing", hot / naive, 0.38)
    held(benchmark, "a battle map with nothing kept, against a naive drawing", first / naive, 0.53)


def test_a_replay_against_pillows_own_path(benchmark: BenchmarkFixture) -> None:
    """Twelve frames: at most 0.25 of drawing the same frames and saving them in RGB, as Pillow does by default."""
    told = turn_of_twelve()

    def ours() -> bytes:
        return encode_gif(paint_frames(told, PICTURE_WIDTH, title="", theme="dark"), told)

    def default() -> bytes:
        frames = [frame.convert("RGB") for frame in paint_frames(told, PICTURE_WIDTH, title="", theme="dark")]
        out = BytesIO()
        frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=700, loop=0)
        return out.getvalue()

    gif = ours()
    assert Image.open(BytesIO(gif)).size[0] >= 1000
    assert len(gif) <= 1_000_000
    slow, fast = interleaved(default, ours, rounds=5)
    benchmark.extra_info.update(pillow_s=slow, ours_s=fast, ratio=fast / slow)
    benchmark.pedantic(ours, rounds=3)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(
        f"replay {fast * 1000:.0f} ms and {len(gif)} bytes, Pillow's path {slow * 1000:.0f} ms and {len(default())} bytes, "
        f"ratio {fast / slow:.3f}"
    )
    held(benchmark, "a turn's replay, against Pillow's own way to write a GIF", fast / slow, 0.25)
