"""The program in docs/verify.md, run as a player would run it, on good capsules and on altered ones."""

import ast
import copy
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from rules.dice import Dice, commitment, mix

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "verify.md"
SEEDS: Final = {n: bytes([n] * 32) for n in (1, 2, 3)}
Lines = list[dict[str, Any]]


def program() -> str:
    """The one Python program on the page."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1
    return str(blocks[0])


def turn(number: int, words: dict[str, str], **more: object) -> dict[str, Any]:
    seed = SEEDS[number]
    return {
        "record": "turn",
        "turn": number,
        "commitment": commitment(seed),
        "seed": seed.hex(),
        "words": words,
        **more,
    }


def roll(dice: Dice, key: str, sides: int, count: int, **more: object) -> dict[str, Any]:
    faces = list(dice.roll(key, sides, count).faces)
    return {"record": "roll", "turn": dice.turn, "key": key, "sides": sides, "faces": faces, **more}


def capsule() -> Lines:
    """Three turns: one with words and a player's own roll, one undone and played again under another id, one closed."""
    words = {"vermin": "größer ✨", "humans": "on\u2028ward"}
    first, plain = Dice(mix(SEEDS[1], words), "g7k2", 1), Dice(SEEDS[1], "g7k2", 1)
    again = Dice(SEEDS[2][::-1], "g7k2", 2)
    return [
        {"format": "admiralty-capsule-1", "game": {"id": "g7k2", "name": "№ 1", "system": "cluster_war"}},
        {"record": "settings", "anything": [1, 2]},
        turn(1, words),
        roll(plain, "roll/humans/1/1", 6, 4, mixed=False),
        roll(first, "research/humans-P2", 100, 1),
        roll(first, "größe/№ 4", 1_000_000, 3),
        {"record": "events", "turn": 1, "events": []},
        turn(2, {}, game="old"),
        roll(Dice(SEEDS[2], "old", 2), "battle/1", 6, 5),
        turn(2, {}) | {"commitment": commitment(SEEDS[2][::-1]), "seed": SEEDS[2][::-1].hex()},
        roll(again, "battle/1", 6, 5),
        turn(3, {}) | {"seed": None},
        {"record": "roll", "turn": 3, "key": "roll/vermin/1/1", "sides": 20, "faces": [7]},
    ]


def run(lines: Lines, folder: Path) -> tuple[int, str]:
    """Exit status and output of the program, run alone: no project on its path."""
    (folder / "check.py").write_text(program(), encoding="utf-8")
    text = "\n".join(json.dumps(line, ensure_ascii=False) for line in lines) + "\n"
    (folder / "game.capsule").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-I", "-X", "utf8", "check.py", "game.capsule"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_a_good_capsule_agrees(tmp_path: Path) -> None:
    status, output = run(capsule(), tmp_path)
    assert output.splitlines()[-1] == "3 turns, 5 rolls agree, 1 wait for their seed, 0 differences"
    assert f"turn 1: {commitment(SEEDS[1])}" in output
    assert f"turn 3: {commitment(SEEDS[3])} (seed not revealed yet)" in output
    assert status == 0


def alter_face(lines: Lines) -> None:
    lines[4]["faces"][0] = lines[4]["faces"][0] % 100 + 1


def alter_own_face(lines: Lines) -> None:
    lines[3]["faces"].pop(0)


def alter_seed(lines: Lines) -> None:
    lines[2]["seed"] = SEEDS[3].hex()


def alter_word(lines: Lines) -> None:
    lines[2]["words"]["humans"] = "onward"


def drop_word(lines: Lines) -> None:
    del lines[2]["words"]["vermin"]


def alter_commitment(lines: Lines) -> None:
    lines[7]["commitment"] = commitment(SEEDS[1])


def alter_game(lines: Lines) -> None:
    lines[0]["game"]["id"] = "g7k3"


def drop_turn(lines: Lines) -> None:
    del lines[11]


def alter_format(lines: Lines) -> None:
    lines[0]["format"] = "admiralty-capsule-9"


@pytest.mark.parametrize(
    ("alter", "named"),
    [
        (alter_face, ["turn 1, research/humans-P2: the file says"]),
        (alter_own_face, ["turn 1, roll/humans/1/1: the file says"]),
        (alter_seed, ["turn 1: the seed is not the one that was committed to", "turn 1, research/humans-P2"]),
        (alter_word, ["turn 1, research/humans-P2", "turn 1, größe/№ 4"]),
        (drop_word, ["turn 1, research/humans-P2", "turn 1, größe/№ 4"]),
        (alter_commitment, ["turn 2: the seed is not the one that was committed to"]),
        (alter_game, ["turn 1, research/humans-P2", "turn 2, battle/1"]),
        (drop_turn, ["turn 3, roll/vermin/1/1: the file says [7], the dice say None"]),
        (alter_format, ["this is not a capsule that the program knows"]),
    ],
)
def test_whatever_is_altered_is_named(alter: Callable[[Lines], None], named: list[str], tmp_path: Path) -> None:
    lines = copy.deepcopy(capsule())
    alter(lines)
    status, output = run(lines, tmp_path)
    assert [name for name in named if name not in output] == []
    assert status == 1


def test_the_program_is_short_and_imports_nothing_of_ours() -> None:
    imported = {a.name for node in ast.walk(ast.parse(program())) if isinstance(node, ast.Import) for a in node.names}
    assert imported == {"hashlib", "hmac", "itertools", "json", "sys"}
    assert "from " not in program()
    assert len(program().splitlines()) <= 40
