"""What is sent is never too large: it becomes a ZIP file, or a note that says so, and one function alone makes files of it."""

import io
import os
import zipfile
from pathlib import Path

from cogs.common.files import FILE_BYTES, REQUEST_BYTES, fit_files
from cogs.common.interactions import sent_files
from umpire.outbox.courier import File

ROOT = Path(__file__).resolve().parents[3]


def test_what_fits_is_sent_as_it_is() -> None:
    files = (File("map.png", b"x" * FILE_BYTES, "A map"), File("map.txt", b"words"))
    assert fit_files(files) == files
    assert [file.filename for file in sent_files(files)] == ["map.png", "map.txt"]


def test_words_that_are_too_large_are_packed() -> None:
    page = b"<p>a hex</p>" * (FILE_BYTES // 10)
    [packed] = fit_files([File("atlas.html", page)])
    assert packed.name == "atlas.html.zip"
    assert len(packed.data) <= FILE_BYTES
    with zipfile.ZipFile(io.BytesIO(packed.data)) as opened:
        assert opened.read("atlas.html") == page


def test_what_cannot_be_packed_is_told_of_in_its_place() -> None:
    [note] = fit_files([File("replay.gif", os.urandom(2000), "A replay")], 1000)
    assert note.name == "replay.gif.too-large.txt"
    assert note.data.startswith(b"replay.gif has 0.0 MiB, more than Discord takes in one message here.")
    assert note.alt == ""


def test_files_that_fit_alone_fit_together_too() -> None:
    files = [File(f"{number}.gif", os.urandom(FILE_BYTES)) for number in range(4)]
    found = fit_files(files)
    assert sum(len(file.data) for file in found) <= REQUEST_BYTES
    assert len(found) == 4
    assert [file.name.endswith("too-large.txt") for file in found].count(True) == 2


def test_one_function_makes_what_discord_is_sent() -> None:
    making = [path for path in sorted((ROOT / "cogs").rglob("*.py")) if "discord.File(" in path.read_text()]
    assert [path.name for path in making] == ["interactions.py"]
