"""One self-contained HTML file: the shell, a game's own scripts, and its data; nothing is fetched from anywhere."""

from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from render.canvas.theme import THEMES, Rgb, Theme
from render.page.moments import Course, Json, written

MOST_BYTES: Final = 2_000_000
"""How large a page may be."""
SHELL: Final = ("parts.js", "ink.js", "field.js", "shell.js")
STYLE: Final = "shell.css"


@lru_cache(maxsize=64)
def part(package: str, name: str) -> str:
    """A script or style sheet that lies beside the modules of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def write_page(title: str, about: Mapping[str, Json], course: Course, scripts: tuple[tuple[str, str], ...]) -> bytes:
    """The page of these moments. `about` is told to the scripts with the three palettes; `scripts` are (package, name) of
    the game's own, run after the shell's. The same words give the same bytes."""
    style = part("render.page", STYLE)
    script = "\n".join(
        ['"use strict";', *(part("render.page", name) for name in SHELL), *(part(*its) for its in scripts)]
    )
    told: dict[str, Json] = {**about, "palettes": {name: _palette(theme) for name, theme in THEMES.items()}}
    told |= {"themes": list(THEMES), "leftOut": course.left_out}
    shell = Template(part("render.page", "shell.html"))
    made = shell.substitute(
        title=escape(title),
        policy=f"default-src 'none'; style-src '{_sum(style)}'; script-src '{_sum(script)}'; base-uri 'none'; form-action 'none'",
        style=style,
        script=script,
        about=written(told),
        moments=course.json,
    )
    return made.encode()


def room_for(title: str, about: Mapping[str, Json], scripts: tuple[tuple[str, str], ...]) -> int:
    """How many bytes are left for the moments of such a page."""
    return MOST_BYTES - len(write_page(title, about, Course((), 0), scripts)) - 16


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
