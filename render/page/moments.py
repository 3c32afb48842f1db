"""A course of moments as what changes from each to the next, and how much of it goes into a page."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from rules.values import Value

Json: TypeAlias = bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
"""What a page is told; never null, which stands for what is gone."""
Moment: TypeAlias = Mapping[str, Mapping[str, Json]]
"""All that is known at one time: sections of things by their keys."""

_ESCAPES: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class Course(Value):
    """Moments as JSON: the first in full, each other one as its difference; and how many older ones found no room."""

    moments: tuple[str, ...]
    left_out: int

    @property
    def json(self) -> str:
        """All of them as one JSON list."""
        return f"[{','.join(self.moments)}]"


def course_of(moments: Sequence[Moment], room: int) -> Course:
    """As many of the latest moments as fit into `room` bytes, the last one in any case."""
    told = [written(difference(before, now)) for before, now in zip([{}, *moments], moments, strict=False)]
    after = sum(map(_size, told))
    if after <= room or not told:
        return Course(tuple(told), 0)
    for first, moment in enumerate(moments):
        after -= _size(told[first])
        whole = written(difference({}, moment))
        if _size(whole) + after <= room or first == len(moments) - 1:
            return Course((whole, *told[first + 1 :]), first)
    raise AssertionError("the last moment is always told")


def difference(before: Moment, now: Moment) -> dict[str, dict[str, Json | None]]:
    """What has to be set, and as None what has to be removed, to come from one moment to the next."""
    found: dict[str, dict[str, Json | None]] = {}
    for section in sorted({*before, *now}):
        old, new = before.get(section, {}), now.get(section, {})
        changed: dict[str, Json | None] = {
            key: new[key] for key in sorted(new) if key not in old or old[key] != new[key]
        }
        changed |= dict.fromkeys(sorted(key for key in old if key not in new))
        if changed:
            found[section] = changed
    return found


def written(value: object) -> str:
    """JSON that can stand inside a script element of a page, whatever names it holds: no tag and no comment begins in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text


def _size(text: str) -> int:
    return len(text.encode()) + 1
