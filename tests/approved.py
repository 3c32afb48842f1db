"""Texts that were read once and approved: what a test makes is compared with a file under tests/golden.

`GOLDEN=write pytest ...` writes the files anew; the difference is then read like any other change of the rules.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from rules.values import Roll, Value, asdict

FOLDER: Final = Path(__file__).parent / "golden"


def same_as_golden(name: str, text: str) -> None:
    """Compare with the stored file; `GOLDEN=write` in the environment writes it anew."""
    path = FOLDER / name
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def record_line(value: Any) -> str:
    """A record in one line, field by field, without the fields that hold nothing; dice as `key d6: 3 5`."""
    match value:
        case Roll():
            return f"{value.key} d{value.sides}: {' '.join(map(str, value.faces))}"
        case Enum():
            return value.name
        case bool() | int() | float() | Fraction() | None:
            return str(value)
        case str():
            return f'"{value}"' if " " in value or not value else value
        case bytes():
            return value.hex()
        case Mapping():
            return "{" + ", ".join(f"{record_line(key)}: {record_line(held)}" for key, held in value.items()) + "}"
        case frozenset() | set():
            return "{" + ", ".join(sorted(map(record_line, value))) + "}"
        case Value():
            return f"{type(value).__name__}({', '.join(_filled(value))})"
        case Iterable():
            return "[" + ", ".join(map(record_line, value)) + "]"
        case _:
            return str(value)


def _filled(value: Any) -> Iterator[str]:
    for name, held in asdict(value).items():
        if held or isinstance(held, Value):
            yield f"{name}={record_line(held)}"


def listed(title: str, values: Mapping[Any, Any] | Iterable[Any]) -> Iterator[str]:
    """A heading and a line for each value; nothing if there are none."""
    lines = (
        [f"{k}: {record_line(v)}" for k, v in values.items()]
        if isinstance(values, Mapping)
        else [record_line(v) for v in values]
    )
    if lines:
        yield f"{title}:"
        yield from (f"  {line}" for line in lines)


def digest(lines: Iterable[str]) -> str:
    """Twelve hexadecimal digits of a text."""
    return sha256("\n".join(lines).encode()).hexdigest()[:12]


def tally(events: Iterable[Any]) -> str:
    """How many events there are of each kind: `Fired 3, Moved 5`."""
    counted = Counter(type(event).__name__ for event in events)
    return ", ".join(f"{kind} {number}" for kind, number in sorted(counted.items()))
