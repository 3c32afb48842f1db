"""Drawing against a naive drawing of the same view, in one run: only ratios are judged."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from harness.bench.naive import naive_map
from harness.bench.timing import compared, held
from render.campaign.cluster_map import ground, veil
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.legend import FRAME_CACHE
from render.canvas.hex_field import Region
from render.canvas.panel import PICTURE_WIDTH
from render.canvas.png import encode
from tests.render.campaign.scene import late_game
from tests.render.viewing import painted

VIEWPORT = Region(8, 8, 20, 15)


def cold() -> None:
    """Forget every layer; sprites stay, as the goals define it."""
    ground.GROUND_CACHE.clear()
    veil.VEIL_CACHE.clear()
    FRAME_CACHE.clear()


def test_hot_map_against_naive(benchmark: BenchmarkFixture) -> None:
    """With layers kept, the full map takes at most 0.05 of the naive drawing."""
    view = late_game()
    draw_cluster_map(view)
    found = compared(lambda: draw_cluster_map(view), lambda: naive_map(view), times=10, rounds=7)
    benchmark.extra_info.update(naive_s=found.peer, hot_s=found.work, ratio=found.ratio)
    benchmark.pedantic(draw_cluster_map, args=(view,), rounds=5)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(f"map hot {found.work * 1000:.1f} ms, naive {found.peer * 1000:.0f} ms, ratio {found.ratio:.3f}")
    held(benchmark, "a full map with its layers kept, against a naive drawing", found.ratio, 0.05)


def test_cold_map_against_naive(benchmark: BenchmarkFixture) -> None:
    """With nothing kept but sprites, the full map takes at most 0.22 of the naive drawing."""
    view = late_game()
    draw_cluster_map(view)

    def drawn() -> None:
        cold()
        draw_cluster_map(view)

    found = compared(drawn, lambda: naive_map(view), times=3, rounds=9)
    benchmark.extra_info.update(naive_s=found.peer, cold_s=found.work, ratio=found.ratio)
    benchmark.pedantic(drawn, rounds=3)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(f"map cold {found.work * 1000:.1f} ms, naive {found.peer * 1000:.0f} ms, ratio {found.ratio:.3f}")
    held(benchmark, "a full map with nothing kept but sprites, against a naive drawing", found.ratio, 0.22)


def test_viewport_against_full_map(benchmark: BenchmarkFixture) -> None:
    """A viewport, with larger signs and more lettering in a picture as wide, takes at most 0.6 of the full map's time."""
    view = late_game()
    picture = draw_cluster_map(view, region=VIEWPORT)
    assert picture.width == PICTURE_WIDTH
    draw_cluster_map(view)
    found = compared(
        lambda: draw_cluster_map(view, region=VIEWPORT), lambda: draw_cluster_map(view), times=5, rounds=25
    )
    benchmark.extra_info.update(full_s=found.peer, viewport_s=found.work, ratio=found.ratio)
    benchmark.pedantic(draw_cluster_map, args=(view,), kwargs={"region": VIEWPORT}, rounds=5)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    size = f"{picture.width}x{picture.height}"
    print(f"viewport {size} {found.work * 1000:.1f} ms, full {found.peer * 1000:.1f} ms, ratio {found.ratio:.3f}")
    held(benchmark, "a part of the map, against the full map", found.ratio, 0.6)


@pytest.mark.parametrize("fast", [True, False], ids=["isal", "Pillow"])
def test_png_size(benchmark: BenchmarkFixture, fast: bool) -> None:
    """The full map packs into 1 MB, by isal and by Pillow alone."""
    image = painted(late_game())
    packed = benchmark.pedantic(encode, args=(image,), kwargs={"fast": fast}, rounds=3)  # type: ignore[no-untyped-call] # the plug-in ships half its types
    print(f"PNG {len(packed)} bytes")
    assert len(packed) <= 1_000_000
