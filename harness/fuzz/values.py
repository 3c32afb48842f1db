"""Hostile values for everything that a person can fill in, and plausible ones in between, so that commands get past their
first check."""

import random
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any, Final

from sandbox.slash import ATTACHMENT, BOOLEAN, INTEGER, NUMBER, ROLE, STRING, USER

LONG_LENGTH: Final = 4000
HOSTILE_TEXTS: Final = (
    " ", "x", "x" * LONG_LENGTH, "word " * 400, "\n" * 40 + "x", "👩‍🚀🚀", "🏳️‍🌈" * 30, "²²²²", "٣٤", "Ⅷ",
    "\N{RIGHT-TO-LEFT OVERRIDE}txt.exe\N{ZERO WIDTH SPACE}\N{LEFT-TO-RIGHT MARK}", "שלום עולם", "\N{HANGUL FILLER}" * 2,
    "Z" + "\N{COMBINING ACUTE ACCENT}" * 50, "a\x00b", "\x1b[31mred\x1b[0m", "tab\tand\rreturn", "\ufeff", "\ud83d",
    "@everyone @here", "<@1323802873036800002> <@&1323802873036800010> <#1323802873036800020>",
    "[free ships](https://example.invalid/x) ||boo|| # big", "``` **bold** ```", "`", "> quote\n>>> more", "-# small",
    "</fleet move:1>", "<t:0:R>", "<:a:1>", "Robert'); DROP TABLE orders; --", "' OR 1=1 --", "%s%n%d", "{0.__class__}",
    "${7*7}", "{{7*7}}", "\\", "\\\\\\`", "../../../etc/passwd", "con.txt", "[[0]]", "[[99999999]]", "adm|give||1|",
    "nan", "NaN", "inf", "-inf", "1e309", "0x10", "-0", "-1", "0", "1", "999999999999999999999", "1.5", "1,5", "½", "1_000",
    "0000", "9999", "0101", "-101", "2036.5", "20 36", "(3,4)", "zzzz", ",", ",,,,", ";", ";;\n;", "1-", "1-99999999",
    "50d6", "1d0", "0d6", "9999999d999999", "1d6+", "1d6+1e9", "((((((((((1d6))))))))))", "--", "null", "None", "true",
)  # fmt: skip
"""What nobody means. Discord itself would cut off what is longer than an option allows."""
HOSTILE_NUMBERS: Final = (0, 1, -1, 2, 3, 5, 12, 99, 100, 101, 1000, 65536, -32769, 2**31, 2**53, -(2**53), 10**15)
HOSTILE_REALS: Final = (0.0, -0.0, 0.5, 1.0, 24.0, 1e-9, -1e9, 1e15, 0.1 + 0.2)
ORDER_LINES: Final = (
    'move "Home Fleet" to 0101', 'ask "why?"', 'rename "Home Fleet" to "@everyone"', "ready", "build 3 SC at Terra",
    'move "Home Fleet" to 9999 via 0101', "Orders: Move to 0101", "1 accelerate", "fire L1 at A1", "stance flee",
    "1 turn B; 2 turn C", "fire L1 at S1", "range < 3", "missiles", "2d6+3", "weekly sun 20:00 UTC", "every 1h", "none",
)  # fmt: skip

LIKELY_NAMES: Final = (
    "Guard",
    "New Task Force",
    "Beam Study",
    "Aurora",
    "Why is it so?",
    "0101",
    "2",
    "DD01",
    "L1",
    "L1 L2",
)
"""What a thing may be called or a field may well hold."""


def text(rng: random.Random, most: int = LONG_LENGTH, least: int = 0) -> str:
    """A hostile text, mostly as long as may be sent."""
    found = rng.choice(HOSTILE_TEXTS)
    if rng.random() < 0.1:
        found += rng.choice(HOSTILE_TEXTS)
    if len(found) < least:
        found += "x" * (least - len(found))
    return found[:most] if rng.random() < 0.9 else found


def value(rng: random.Random, option: Mapping[str, Any], words: Sequence[str], people: Sequence[int]) -> object:
    """A value for a command's option: one of its choices, a word of this evening (perhaps somebody else's), or hostile."""
    kind = option["type"]
    if option.get("choices"):
        return rng.choice(option["choices"])["value"]
    if kind == BOOLEAN:
        return rng.random() < 0.5
    if kind in (INTEGER, NUMBER):
        return _number(rng, option)
    if kind == ATTACHMENT:
        return _file(rng)
    if kind in (USER, ROLE):
        return rng.choice(people)
    assert kind == STRING, f"{option['name']}: nobody has thought of options of kind {kind}"
    most, least = option.get("max_length") or LONG_LENGTH, option.get("min_length") or 0
    drawn = rng.random()
    if drawn < 0.35:
        return rng.choice(words)[:most]
    if drawn < 0.45:
        return rng.choice(ORDER_LINES)[:most]
    return text(rng, most, least)


TIME_OPTIONS: Final = frozenset({"hours", "grace", "extension", "book", "bank", "in_a_turn"})
"""Options that are lengths of time."""
TIME_LENGTHS: Final = ("2", "36h", "1 day 12 hours", "none", "-6h", "90 min")


def sensible(rng: random.Random, option: Mapping[str, Any], words: Sequence[str], people: Sequence[int]) -> object:
    """A value that could well be meant: small numbers, true names, lines of the right kind; the rest as `value` has it."""
    if option.get("choices") or option["type"] not in (STRING, INTEGER, NUMBER):
        return value(rng, option, words, people)
    if option["type"] != STRING:
        least, most = option.get("min_value") or 1, option.get("max_value") or 1000
        return min(most, max(least, rng.choice((1, 1, 2, 5, 40))))
    found = rng.choice(
        TIME_LENGTHS if option.get("name") in TIME_OPTIONS else rng.choice((ORDER_LINES, words, LIKELY_NAMES))
    )
    return found[: option.get("max_length") or LONG_LENGTH]


def _number(rng: random.Random, option: Mapping[str, Any]) -> float:
    least, most = option.get("min_value"), option.get("max_value")
    pool: list[float] = [*HOSTILE_NUMBERS, *(HOSTILE_REALS if option["type"] == NUMBER else ())]
    pool += [edge + step for edge in (least, most) if edge is not None for step in (-1, 0, 1)]
    inside = [each for each in pool if (least is None or each >= least) and (most is None or each <= most)]
    return rng.choice(inside if inside and rng.random() < 0.9 else pool)


def _file(rng: random.Random) -> tuple[str, bytes]:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("../evil.txt", "x")
        archive.writestr("xl/workbook.xml", "<workbook/>")
    name = rng.choice(("orders.txt", "orders.xlsx", "o.exe", "..xlsx", "@everyone.md", "🚀.txt"))
    kinds = (b"", b"\x00" * 999, b"PK\x03\x04", packed.getvalue(), rng.randbytes(2000), "\n".join(ORDER_LINES).encode(),
             b"\xff\xfe" + "ask".encode("utf-16-le"), ("x" * LONG_LENGTH).encode(),
             b"<?xml version='1.0'?><!DOCTYPE x>")  # fmt: skip
    return name, rng.choice(kinds)
