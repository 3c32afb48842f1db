"""A palette picture as PNG: rows unfiltered, deflated by isal where it is installed, by Pillow where not."""

import struct
import zlib
from importlib import import_module
from io import BytesIO
from types import ModuleType
from typing import Final

from PIL import Image

from rules.values import Value


def _deflater() -> ModuleType | None:
    try:
        return import_module("isal.isal_zlib")
    except ImportError:  # no wheel for this machine: Pillow's own encoder does it, somewhat slower
        return None


FAST_DEFLATER: Final = _deflater()
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


class Picture(Value):
    """A PNG file, its size in pixels, and what it shows in words (at most 1,024 characters)."""

    png: bytes
    width: int
    height: int
    alt: str


def picture_of(image: Image.Image, alt: str) -> Picture:
    """An image of mode "P" as a picture; the same image, the same bytes."""
    return Picture(encode(image), image.width, image.height, alt)


def encode(image: Image.Image, *, fast: bool = True) -> bytes:
    """The bytes of a PNG file for an image of mode "P"; ValueError for another mode. The same image, the same bytes."""
    if image.mode != "P":
        raise ValueError(f"pictures are encoded from mode P, not {image.mode}")
    if not fast or FAST_DEFLATER is None:
        out = BytesIO()
        image.save(out, "PNG", compress_level=1)
        return out.getvalue()
    width, height = image.size
    padded = Image.new("P", (width + 1, height))
    padded.paste(image, (1, 0))  # column 0 stays 0: each row's filter byte, "none"
    colours = bytes(image.getpalette("RGB") or ())
    body = FAST_DEFLATER.compress(padded.tobytes(), level=1)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", body), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))
