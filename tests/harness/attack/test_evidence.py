"""What is kept of two evenings that differ: every value, and whether pictures show the same."""

import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from PIL import Image

from harness.attack import evidence
from harness.attack.evenings import Heard


@pytest.mark.parametrize(
    ("colour", "level", "words"), [("red", 9, "show the same pixels"), ("blue", 0, "show other pixels")]
)
def test_every_difference_is_kept_and_pictures_are_held_side_by_side(
    tmp_path: Path, colour: str, level: int, words: str
) -> None:
    folders = (tmp_path / "plain", tmp_path / "secret")
    hashes = [_drawn(folders[0], "red", 0), _drawn(folders[1], colour, level)]
    assert hashes[0] != hashes[1]
    plain, secret = (
        Heard({"vermin": ["[]", json.dumps(["/turn report", [{"size": at, "id": "#1"}, hash_]])]}, ())
        for at, hash_ in enumerate(hashes)
    )
    kept = evidence.keep(plain, secret, folders)
    try:
        told = (kept / evidence.DIFFERENCES).read_text()
        assert told.splitlines()[0] == "vermin 1 /turn report"
        assert "[1][0].size: 0 became 1" in told
        assert words in told
        assert "#1" not in told
        assert len(list(kept.glob("*.png"))) == 2
        assert (kept / "vermin-with.txt").read_text() == "\n".join(secret.by["vermin"])
    finally:
        shutil.rmtree(kept)


def test_what_the_keeper_of_a_secret_hears_is_no_difference(tmp_path: Path) -> None:
    plain, secret = (Heard({"humans": [json.dumps([word])]}, ()) for word in ("a", "b"))
    kept = evidence.keep(plain, secret, (tmp_path, tmp_path), "humans")
    try:
        assert (kept / evidence.DIFFERENCES).read_text() == ""
    finally:
        shutil.rmtree(kept)


def _drawn(folder: Path, colour: str, level: int) -> str:
    (folder / evidence.FILES).mkdir(parents=True)
    place = folder / evidence.FILES / f"{colour}{level}"
    Image.new("RGB", (9, 9), colour).save(place, "PNG", compress_level=level)
    return sha256(place.read_bytes()).hexdigest()
