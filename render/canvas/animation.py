"""Moving pictures small enough to send."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from PIL import Image

from render.canvas.gif import encode_animation
from render.canvas.landscape import PREVIEW, WIDE
from rules.values import Value

LIMIT: Final = 2_000_000
MOST_FRAMES: Final = 150
SIZE: Final = WIDE
SMALLEST: Final = PREVIEW[0]
"""No replay is narrower than Discord shows it."""


class Shown(Protocol):
    """A scene of any game's replay."""

    @property
    def quiet(self) -> bool:
        """Whether nobody fires in it."""


S = TypeVar("S", bound=Shown)


class Pace(Value):
    """Milliseconds a frame is shown: one with fire (or great news), one without, the last."""

    each: int = 1600
    quiet: int = 450
    last: int = 9000


USUAL: Final = Pace()


class Replay(Value):
    """An animated GIF, its number of frames, its size in pixels, and what it shows in words (at most 1,024 characters)."""

    gif: bytes
    frames: int
    width: int
    height: int
    alt: str


def small_enough(
    told: tuple[S, ...],
    size: int,
    fewer: Callable[[tuple[S, ...], int], tuple[S, ...]],
    paint: Callable[[tuple[S, ...], int], list[Image.Image]],
    alt: str,
    still: Callable[[int], Image.Image] | None = None,
    pace: Pace = USUAL,
) -> Replay:
    """The scenes as a GIF below LIMIT bytes: painted `size` pixels wide, then smaller, then `fewer` of them.

    `still` paints the picture at its end, of the same size and palette, which stands longest.
    """
    shown = fewer(told, MOST_FRAMES)
    while True:
        frames = paint(shown, size)
        if still is not None:
            frames.append(still(size))
        gif = encoded(frames, shown, pace)
        if len(gif) < LIMIT:
            return Replay(gif, len(frames), *frames[0].size, alt)
        if size > SMALLEST:
            size = max(SMALLEST, size * 4 // 5)
        else:
            shown = fewer(shown, len(shown) * 2 // 3)


def encoded(frames: Sequence[Image.Image], shown: Sequence[Shown], pace: Pace = USUAL) -> bytes:
    """The GIF of the frames, looping for ever; quiet ones are shown for a shorter time, the last for longest.

    There is a frame for each scene, and perhaps one more, the still at its end.
    """
    lasts = [pace.quiet if scene.quiet else pace.each for scene in shown]
    return encode_animation(frames, [*lasts[: len(frames) - 1], pace.last])
