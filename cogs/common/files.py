"""Files within what Discord takes, and files that people send. This is the one place that knows the limits."""

import io
import zipfile
from collections.abc import Iterable
from typing import Final

import discord

from cogs.common.outages import FAILURES
from rules.values import GameError, changed
from umpire.outbox.courier import File

FILE_BYTES: Final = 10 * 1024 * 1024
"""A file, where nobody says otherwise: an interaction and a boosted server do."""
REQUEST_BYTES: Final = 24 * 1024 * 1024
"""All files of a message; Discord takes 25 MiB with everything around them."""
COMPRESSED_SUFFIXES: Final = (".md", ".txt", ".html", ".json", ".capsule")
"""Files that are much smaller in a ZIP file."""


def fit_files(files: Iterable[File], most: int = FILE_BYTES) -> tuple[File, ...]:
    """The same files as they can be sent: what is too large is sent as a ZIP file, and what is too large as that too as a note
    that says so in its place."""
    found = [_fit(file, most) for file in files]
    whole = max(REQUEST_BYTES, most)
    while sum(len(file.data) for file in found) > whole:
        largest = max(range(len(found)), key=lambda at: len(found[at].data))
        found[largest] = _smaller(found[largest], len(found[largest].data) - 1)
    return tuple(found)


def _fit(file: File, most: int) -> File:
    return file if len(file.data) <= most else _smaller(file, most)


def _smaller(file: File, most: int) -> File:
    if file.name.endswith(COMPRESSED_SUFFIXES):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as made:
            made.writestr(zipfile.ZipInfo(file.name), file.data, zipfile.ZIP_DEFLATED)
        if len(packed.getvalue()) <= most:
            return changed(file, name=f"{file.name}.zip", data=packed.getvalue())
    mib = len(file.data) / 1024 / 1024
    said = (
        f"{file.name} has {mib:.1f} MiB, more than Discord takes in one message here. Ask for less of it at a time.\n"
    )
    return File(f"{file.name}.too-large.txt", said.encode())


async def fetch_bytes(file: discord.Attachment, most: int) -> bytes:
    """An attachment's bytes. GameError if it has more than `most`, which is asked before it is fetched, or is gone."""
    if file.size > most:
        raise GameError(f"The file has {file.size} bytes; at most {most} are taken. Nothing was changed.")
    try:
        return await file.read()
    except FAILURES as wrong:
        raise GameError("Discord does not hand that file over; attach it once more. Nothing was changed.") from wrong
