"""Whether a picture can be read once Discord has made it small."""

from render.canvas.panel import LEAST_LETTER_HEIGHT, shown_at


def assert_legible(sizes: set[float], width: int, height: int, least: float = LEAST_LETTER_HEIGHT) -> None:
    """Landscape or square, and no lettering too small once Discord has made the picture small."""
    assert 0.95 <= width / height <= 1.8
    assert sizes
    assert min(sizes) * shown_at(width, height) >= least
