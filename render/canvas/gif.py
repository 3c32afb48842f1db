"""Palette pictures as an animated GIF: one palette for all, each frame only where it differs from the one before."""

import struct
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

CLEAR: Final = 255
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
        if frame.getextrema()[1] == CLEAR:
            raise ValueError(f"index {CLEAR} is kept for what stays as it was")
    parts = [b"GIF89a", struct.pack("<HHBBB", *first.size, 0xF7, 0, 0), bytes(colours).ljust(768, b"\0"), _FOR_EVER]
    parts += getdata(first, duration=milliseconds[0], disposal=_LEAVE)
    before = _levels(first)
    for frame, shown in zip(frames[1:], milliseconds[1:], strict=True):
        now = _levels(frame)
        change = ImageChops.difference(before, now)
        box = change.getbbox() or (0, 0, 1, 1)
        patch = frame.crop(box)
        patch.paste(CLEAR, (0, 0, *patch.size), change.crop(box).point(_KEPT, "1"))
        parts += getdata(patch, box[:2], duration=shown, disposal=_LEAVE, transparency=CLEAR)
        before = now
    return b"".join((*parts, b";"))


def _levels(frame: Image.Image) -> Image.Image:
    """The indices as grey levels, which Pillow can compare."""
    return Image.frombytes("L", frame.size, frame.tobytes())
