"""Palette pictures as an animated GIF small enough to send: one palette, each frame only where it differs from the last."""

import struct
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from render.canvas.panel import PICTURE_WIDTH, PREVIEW
from rules.values import Value

CLEAR_INDEX: Final = 255
"""The index that means "as before"; no frame may use it."""
_KEPT: Final = [255] + [0] * 255
_FOR_EVER: Final = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_LEAVE: Final = 1
"""The disposal method that leaves a frame standing under the next."""


def encode_animation(frames: Sequence[Image.Image], milliseconds: Sequence[int]) -> bytes:
    """The bytes of a GIF that loops for ever, of frames of one size and palette in mode P; the same frames, the same bytes.

    ValueError for frames that do not go together, or use the index that is kept for "as before".
    """
    first = frames[0]
    colours = first.getpalette("RGB") or []
    for frame in frames:
        if frame.mode != "P" or frame.size != first.size or frame.getpalette("RGB") != colours:
            raise ValueError("the frames of an animation share their size and palette")
        if frame.getextrema()[1] == CLEAR_INDEX:
            raise ValueError(f"index {CLEAR_INDEX} is kept for what stays as it was")
    parts = [b"GIF89a", struct.pack("<HHBBB", *first.size, 0xF7, 0, 0), bytes(colours).ljust(768, b"\0"), _FOR_EVER]
    parts += getdata(first, duration=milliseconds[0], disposal=_LEAVE)
    before = _levels(first)
    for frame, shown in zip(frames[1:], milliseconds[1:], strict=True):
        now = _levels(frame)
        change = ImageChops.difference(before, now)
        box = change.getbbox() or (0, 0, 1, 1)
        patch = frame.crop(box)
        patch.paste(CLEAR_INDEX, (0, 0, *patch.size), change.crop(box).point(_KEPT, "1"))
        parts += getdata(patch, box[:2], duration=shown, disposal=_LEAVE, transparency=CLEAR_INDEX)
        before = now
    return b"".join((*parts, b";"))


def _levels(frame: Image.Image) -> Image.Image:
    """The indices as grey levels, which Pillow can compare."""
    return Image.frombytes("L", frame.size, frame.tobytes())


MOST_BYTES: Final = 2_000_000
MOST_FRAMES: Final = 150
ANIMATION_WIDTH: Final = PICTURE_WIDTH
SMALLEST_WIDTH: Final = PREVIEW[0]
"""No replay is narrower than Discord shows it."""


class FrameSize(Protocol):
    """A scene of any game's replay."""

    @property
    def quiet(self) -> bool:
        """Whether nobody fires in it."""


S = TypeVar("S", bound=FrameSize)


class FramePace(Value):
    """Milliseconds a frame is shown: one with fire (or great news), one without, the last."""

    each: int = 1600
    quiet: int = 450
    last: int = 9000


USUAL_PACE: Final = FramePace()


class Replay(Value):
    """An animated GIF, its number of frames, its size in pixels, and what it shows in words (at most 1,024 characters)."""

    gif: bytes
    frames: int
    width: int
    height: int
    alt: str


def small_enough(
    seen: tuple[S, ...],
    size: int,
    fewer: Callable[[tuple[S, ...], int], tuple[S, ...]],
    paint: Callable[[tuple[S, ...], int], list[Image.Image]],
    alt: str,
    still: Callable[[int], Image.Image] | None = None,
    pace: FramePace = USUAL_PACE,
) -> Replay:
    """The scenes as a GIF below LIMIT bytes: painted `size` pixels wide, then smaller, then `fewer` of them.

    `still` paints the picture at its end, of the same size and palette, which stands longest.
    """
    shown = fewer(seen, MOST_FRAMES)
    while True:
        frames = paint(shown, size)
        if still is not None:
            frames.append(still(size))
        gif = encode_gif(frames, shown, pace)
        if len(gif) < MOST_BYTES:
            return Replay(gif, len(frames), *frames[0].size, alt)
        if size > SMALLEST_WIDTH:
            size = max(SMALLEST_WIDTH, size * 4 // 5)
        else:
            shown = fewer(shown, len(shown) * 2 // 3)


def encode_gif(frames: Sequence[Image.Image], shown: Sequence[FrameSize], pace: FramePace = USUAL_PACE) -> bytes:
    """The GIF of the frames, looping for ever; quiet ones are shown for a shorter time, the last for longest.

    There is a frame for each scene, and perhaps one more, the still at its end.
    """
    lasts = [pace.quiet if scene.quiet else pace.each for scene in shown]
    return encode_animation(frames, [*lasts[: len(frames) - 1], pace.last])
