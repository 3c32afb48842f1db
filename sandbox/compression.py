"""How a gateway connection is compressed: one stream for all its messages, flushed after each."""

import zlib
from collections.abc import Callable
from types import ModuleType
from typing import TypeAlias

found: ModuleType | None
try:
    import zstandard as found
except ImportError:  # the sandbox runs without it; its frames are plain JSON then, which every library takes
    found = None

Pack: TypeAlias = Callable[[str], bytes]


def packer(asked: str | None) -> Pack | None:
    """What packs the messages of one connection whose address asks for `compress=asked`; None: they go as plain text."""
    if asked == "zlib-stream":
        stream = zlib.compressobj(1)
        return lambda text: stream.compress(text.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)
    if asked == "zstd-stream" and found is not None:
        flush = found.COMPRESSOBJ_FLUSH_BLOCK
        frame = found.ZstdCompressor(level=1).compressobj()
        return lambda text: bytes(frame.compress(text.encode()) + frame.flush(flush))
    return None
