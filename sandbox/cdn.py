"""Files: their bytes (in memory, or beside the state file), and addresses that look signed as Discord's do."""

import hashlib
import hmac
import mimetypes
import re
import struct
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, unquote

from sandbox.errors import Json
from sandbox.ids import Clock
from sandbox.model import Attachment

LIFETIME_S = 24 * 3600
_UNSAFE = re.compile(r"[^\w.\-() ]+")


class Cdn:
    """Stores files and makes and checks their addresses; `base` is the server's own address."""

    def __init__(self, clock: Clock, folder: Path | None, key: bytes, base: Callable[[], str]) -> None:
        self.base = base
        self._clock = clock
        self._folder = folder
        self._key = key
        self._bytes: dict[int, bytes] = {}

    def put(self, file: Attachment, data: bytes) -> None:
        """Keeps a file's bytes; pictures get their size."""
        file.content_type = content_type(file.filename)
        file.width, file.height = picture_size(data)
        if self._folder is None:
            self._bytes[file.id] = data
        else:
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / str(file.id)).write_bytes(data)

    def get(self, file_id: int) -> bytes | None:
        """A file's bytes, or None."""
        if self._folder is None:
            return self._bytes.get(file_id)
        path = self._folder / str(file_id)
        return path.read_bytes() if path.is_file() else None

    def url(self, file: Attachment) -> str:
        """An address good for a day (Discord's expire too: keep the message, not the address)."""
        name = quote(file.filename, safe="")
        path = f"/cdn/{'ephemeral-' if file.ephemeral else ''}attachments/{file.channel_id}/{file.id}/{name}"
        start = int(self._clock()) // 3600 * 3600
        until = f"{start + LIFETIME_S:x}"
        return f"{self.base()}{path}?ex={until}&is={start:x}&hm={self._sign(file.id, until)}&"

    def check(self, file_id: int, until: str, signature: str) -> bool:
        """Whether an address is ours and still good."""
        try:
            alive = int(until, 16) >= self._clock()
        except ValueError:
            return False
        return alive and hmac.compare_digest(signature, self._sign(file_id, until))

    def _sign(self, file_id: int, until: str) -> str:
        return hmac.new(self._key, f"{file_id}/{until}".encode(), hashlib.sha256).hexdigest()

    def payload(self, file: Attachment) -> Json:
        """An attachment object."""
        data: Json = {
            "id": str(file.id),
            "filename": file.filename,
            "size": file.size,
            "url": self.url(file),
            "proxy_url": self.url(file),
        }
        if file.content_type:
            data["content_type"] = file.content_type
        if file.width and file.height:
            data.update(width=file.width, height=file.height)
        if file.description:
            data["description"] = file.description
        if file.ephemeral:
            data["ephemeral"] = True
        return data


def safe_name(name: str) -> str:
    """A file name as Discord keeps it: no folders, no odd signs."""
    last = unquote(name).replace("\\", "/").rsplit("/", 1)[-1]
    return (_UNSAFE.sub("", last).strip().strip(".") or "unknown").replace(" ", "_")[-200:]


def content_type(name: str) -> str | None:
    """What the file seems to be, by its name."""
    kind, _ = mimetypes.guess_type(name)
    if kind is None:
        return {"md": "text/markdown; charset=utf-8"}.get(name.rsplit(".", 1)[-1].lower())
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def picture_size(data: bytes) -> tuple[int | None, int | None]:
    """Width and height of a PNG or GIF in pixels, or (None, None)."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    if data[:4] == b"GIF8" and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return int(width), int(height)
    return None, None
