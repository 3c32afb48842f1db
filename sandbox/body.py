"""Reading request bodies: JSON, or Discord's multipart (payload_json and files[n])."""

import json
import re
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from sandbox.cdn import safe_name
from sandbox.errors import DiscordError, too_large

FILE_BYTES = 10 * 1024 * 1024
REQUEST_BYTES = 25 * 1024 * 1024
_FILE = re.compile(r"^files\[(\d{1,4})\]$")


@dataclass(slots=True)
class Upload:
    """One file of a request, its name made safe."""

    name: str
    data: bytes


Uploads = dict[int, Upload]


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw) if raw else None
    except ValueError:
        raise DiscordError(400, 50109, "The request body contains invalid JSON.") from None


async def read_body(request: web.Request) -> tuple[Any, Uploads]:
    """The JSON of a request (None if empty) and its files; 40005 over 25 MiB, 50109 for bad JSON."""
    if (request.content_length or 0) > REQUEST_BYTES + 65536:
        raise too_large()
    if not request.content_type.startswith("multipart/"):
        return _parse(await request.read()), {}
    fields, files = await read_parts(request)
    uploads = {int(found[1]): upload for name, upload in files.items() if (found := _FILE.match(name))}
    return _parse(fields.get("payload_json", "").encode()), uploads


async def read_parts(request: web.Request) -> tuple[dict[str, str], dict[str, Upload]]:
    """Text fields and files of a multipart body; 40005 over 25 MiB."""
    fields: dict[str, str] = {}
    files: dict[str, Upload] = {}
    total = 0
    reader = await request.multipart()
    while (part := await reader.next()) is not None:
        if not isinstance(part, BodyPartReader) or part.name is None:
            continue
        data = bytes(await part.read(decode=True))
        total += len(data)
        if total > REQUEST_BYTES:
            raise too_large()
        if part.filename is None or part.name == "payload_json":  # a page's Blob has a name of its own
            fields[part.name] = data.decode("utf-8", "replace")
        else:
            files[part.name] = Upload(safe_name(part.filename), data)
    return fields, files
