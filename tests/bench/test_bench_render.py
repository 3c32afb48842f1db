"""Drawing against a naive drawing of the same view, in one run: only ratios are judged."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from render.campaign.cluster_map import ground, veil
from render.campaign.cluster_map.draw import ROOMS, draw_cluster_map
from render.campaign.cluster_map.frame import FRAMES
from render.canvas.png import encode
from render.canvas.region import Region
from tests.bench.naive import naive_map
from tests.bench.timing import interleaved
from tests.render.campaign.scene import late_game
from tests.render.viewing import painted

VIEWPORT = Region(8, 8, 20, 15)


def cold() -> None:
    """Forget every layer; sprites stay, as the goals define it."""
    ground.GROUNDS.clear()
    veil.VEILS.clear()
    FRAMES.clear()
    ROOMS.clear()


def test_hot_map_against_naive(benchmark: BenchmarkFixture) -> None:
    """With layers kept, the full map takes at most 0.08 of the naive drawing."""
    view = late_game()
    draw_cluster_map(view)
    naive, hot = interleaved(lambda: naive_map(view), lambda: draw_cluster_map(view))
    benchmark.extra_info.update(naive_s=naive, hot_s=hot, ratio=hot / naive)
    benchmark.pedantic(draw_cluster_map, args=(view,), rounds=5)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(f"map hot {hot * 1000:.1f} ms, naive {naive * 1000:.0f} ms, ratio {hot / naive:.3f}")
    assert hot / naive <= 0.08


def test_cold_map_against_naive(benchmark: BenchmarkFixture) -> None:
    """With nothing kept but sprites, the full map takes at most 0.25 of the naive drawing."""
    view = late_game()
    draw_cluster_map(view)

    def drawn() -> None:
        cold()
        draw_cluster_map(view)

    naive, cold_time = interleaved(lambda: naive_map(view), drawn)
    benchmark.extra_info.update(naive_s=naive, cold_s=cold_time, ratio=cold_time / naive)
    benchmark.pedantic(drawn, rounds=3)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(f"map cold {cold_time * 1000:.1f} ms, naive {naive * 1000:.0f} ms, ratio {cold_time / naive:.3f}")
    assert cold_time / naive <= 0.25


def test_viewport_against_full_map(benchmark: BenchmarkFixture) -> None:
    """A viewport of about 900 by 700 takes at most a quarter of the full map's time."""
    view = late_game()
    picture = draw_cluster_map(view, region=VIEWPORT)
    assert 800 <= picture.width <= 960
    assert 600 <= picture.height <= 860
    draw_cluster_map(view)
    full, close = interleaved(
        lambda: draw_cluster_map(view),
        lambda: draw_cluster_map(view, region=VIEWPORT),
    )
    benchmark.extra_info.update(full_s=full, viewport_s=close, ratio=close / full)
    benchmark.pedantic(draw_cluster_map, args=(view,), kwargs={"region": VIEWPORT}, rounds=5)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    size = f"{picture.width}x{picture.height}"
    print(f"viewport {size} {close * 1000:.1f} ms, full {full * 1000:.1f} ms, ratio {close / full:.3f}")
    assert close / full <= 0.25


@pytest.mark.parametrize("fast", [True, False], ids=["isal", "Pillow"])
def test_png_size(benchmark: BenchmarkFixture, fast: bool) -> None:
    """The full map packs into 1 MB, by isal and by Pillow alone."""
    image = painted(late_game())
    packed = benchmark.pedantic(encode, args=(image,), kwargs={"fast": fast}, rounds=3)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(f"PNG {len(packed)} bytes")
    assert len(packed) <= 1_000_000
