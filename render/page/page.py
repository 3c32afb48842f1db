"""One self-contained HTML file: the shell, a game's own scripts, and its moments as what changes from each to the next."""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Final, TypeAlias

from render.canvas.theme import THEMES, Rgb, Theme
from rules.values import Value

Json: TypeAlias = bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
"""What a page is told; never null, which stands for what is gone."""
Moment: TypeAlias = Mapping[str, Mapping[str, Json]]
"""All that is known at one time: sections of things by their keys."""

_ESCAPES: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


class Timeline(Value):
    """Moments as JSON: the first in full, each other one as its difference; and how many older ones found no room."""

    moments: tuple[str, ...]
    left_out: int

    @property
    def json(self) -> str:
        """All of them as one JSON list."""
        return f"[{','.join(self.moments)}]"


def timeline_of(moments: Sequence[Moment], room: int) -> Timeline:
    """As many of the latest moments as fit into `room` bytes, the last one in any case."""
    facts = [script_json(difference(before, now)) for before, now in zip([{}, *moments], moments, strict=False)]
    after = sum(map(_size, facts))
    if after <= room or not facts:
        return Timeline(tuple(facts), 0)
    for first, moment in enumerate(moments):
        after -= _size(facts[first])
        whole = script_json(difference({}, moment))
        if _size(whole) + after <= room or first == len(moments) - 1:
            return Timeline((whole, *facts[first + 1 :]), first)
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


def script_json(value: object) -> str:
    """JSON that can stand inside a script element of a page, whatever names it holds: no tag and no comment begins in it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    for character, escaped in _ESCAPES.items():
        text = text.replace(character, escaped)
    return text


def _size(text: str) -> int:
    return len(text.encode()) + 1


MOST_BYTES: Final = 2_000_000
"""How large a page may be."""
SHELL_SCRIPTS: Final = ("parts.js", "ink.js", "field.js", "shell.js")
STYLE_FILE: Final = "shell.css"


@lru_cache(maxsize=64)
def page_part(package: str, name: str) -> str:
    """A script or style sheet that lies beside the modules of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def write_page(title: str, about: Mapping[str, Json], course: Timeline, scripts: tuple[tuple[str, str], ...]) -> bytes:
    """The page of these moments. `about` is told to the scripts with the three palettes; `scripts` are (package, name) of
    the game's own, run after the shell's. The same words give the same bytes."""
    style = page_part("render.page", STYLE_FILE)
    script = "\n".join(
        [
            '"use strict";',
            *(page_part("render.page", name) for name in SHELL_SCRIPTS),
            *(page_part(*its) for its in scripts),
        ]
    )
    fields: dict[str, Json] = {**about, "palettes": {name: _palette(theme) for name, theme in THEMES.items()}}
    fields |= {"themes": list(THEMES), "leftOut": course.left_out}
    shell = Template(page_part("render.page", "shell.html"))
    made = shell.substitute(
        title=escape(title),
        policy=f"default-src 'none'; style-src '{_sum(style)}'; script-src '{_sum(script)}'; base-uri 'none'; form-action 'none'",
        style=style,
        script=script,
        about=script_json(fields),
        moments=course.json,
    )
    return made.encode()


def room_for(title: str, about: Mapping[str, Json], scripts: tuple[tuple[str, str], ...]) -> int:
    """How many bytes are left for the moments of such a page."""
    return MOST_BYTES - len(write_page(title, about, Timeline((), 0), scripts)) - 16


def css(colour: Rgb) -> str:
    """A colour as pages write it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _palette(theme: Theme) -> dict[str, Json]:
    """What a page draws with in one theme."""
    single = {
        "ink": theme.ink, "soft": theme.soft, "faint": theme.faint, "halo": theme.halo, "panel": theme.panel,
        "edge": theme.panel_edge, "accent": theme.accent, "grid": theme.grid, "sector": theme.sector, "core": theme.core,
        "nebula": theme.nebula, "rock": theme.rock, "void": theme.void, "fog": theme.fog, "speck": theme.specks[1],
    }  # fmt: skip
    return {
        **{name: css(colour) for name, colour in single.items()},
        "sky": [css(colour) for colour in theme.sky],
        "stars": {name: css(colour) for name, colour in theme.stars.items()},
        "storms": {name: css(colour) for name, colour in theme.storms.items()},
        "glow": round(theme.glow * 100),
        "light": theme.name == "light",
    }


def _sum(text: str) -> str:
    """The hash by which a page's own policy knows its scripts and styles."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
