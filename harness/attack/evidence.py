"""What is kept of two evenings that should sound alike and do not: every difference in full, and the pictures that differ."""

import json
import tempfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Final

from PIL import Image

from harness.attack.evenings import Heard

FILES: Final = "sandbox.db.files"
"""The folder in which an evening's sandbox keeps every file, below the evening's own folder."""
DIFFERENCES: Final = "differences.txt"


def keep(without: Heard, with_it: Heard, folders: tuple[Path, Path], keeper: str = "") -> Path:
    """Write all that differs for everybody but `keeper` into a new folder, which nobody deletes; the folder.

    `differences.txt` names side, number and act of each telling that differs, then each value that does with its place in the
    telling. Pictures that differ are copied, and the list says whether they show the same pixels. `folders` are the evenings'.
    """
    place = Path(tempfile.mkdtemp(prefix="attack-"))
    pictures = _pictures(folders)
    lines: list[str] = []
    for side in without.by:
        for name, heard in (("without", without), ("with", with_it)):
            (place / f"{side}-{name}.txt").write_text("\n".join(heard.by[side]), encoding="utf-8")
        if side == keeper:
            continue
        for at, (one, other) in enumerate(zip_longest(without.by[side], with_it.by[side], fillvalue="[]")):
            if one != other:
                told, instead = json.loads(one), json.loads(other)
                lines.append(f"{side} {at} {told[0] if told else '(nothing)'}")
                for where, was, now in _differences(told, instead):
                    lines.append(f"    {where}: {was!r} became {now!r}{_seen(was, now, pictures, place)}")
    (place / DIFFERENCES).write_text("\n".join(lines), encoding="utf-8")
    return place


def _differences(one: object, other: object, where: str = "") -> Iterator[tuple[str, object, object]]:
    """Each value that differs, with its place in the whole."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            yield from _differences(one.get(key), other.get(key), f"{where}.{key}")
    elif isinstance(one, list) and isinstance(other, list):
        for at, (a, b) in enumerate(zip_longest(one, other)):
            yield from _differences(a, b, f"{where}[{at}]")
    elif one != other:
        yield where, one, other


def _pictures(folders: tuple[Path, Path]) -> dict[str, Path]:
    """All files of two evenings, by the hash of their bytes."""
    found = [each for folder in folders if (folder / FILES).is_dir() for each in (folder / FILES).iterdir()]
    return {sha256(each.read_bytes()).hexdigest(): each for each in found}


def _seen(one: object, other: object, pictures: Mapping[str, Path], place: Path) -> str:
    """What is to be said of two hashes of pictures, which are copied; "" for all other values."""
    files = [pictures[each] for each in (one, other) if isinstance(each, str) and each in pictures]
    if len(files) < 2 or not all(each.read_bytes().startswith(b"\x89PNG") for each in files):
        return ""
    for each in files:
        (place / f"{each.name}.png").write_bytes(each.read_bytes())
    with Image.open(files[0]) as first, Image.open(files[1]) as second:
        same = first.size == second.size and first.convert("RGB").tobytes() == second.convert("RGB").tobytes()
    return f" ({files[0].name}.png and {files[1].name}.png show {'the same pixels' if same else 'other pixels'})"
