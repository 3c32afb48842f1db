"""The file of a page: nothing of the outside in it, a policy that allows its own script and style alone, always the same."""

import re
from base64 import b64encode
from hashlib import sha256

from render.canvas.theme import THEMES
from render.page.page import MOST_BYTES, room_for, timeline_of, write_page

HOSTILE = '</script><img src=x onerror="alert(1)">'


def page(title: str = "A map") -> str:
    """A page without a game's own scripts."""
    return write_page(title, {"name": title}, timeline_of([{"now": {"turn": 1}}], 1000), ()).decode()


def sum_of(text: str) -> str:
    """As browsers work it out."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def test_nothing_outside_is_named() -> None:
    text = page()
    assert re.findall(r"(?:https?:|\bwss?:|//[a-z])[^\s\"']*", re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)) == []
    assert re.findall(r"<(?:link|img|iframe|base|object|embed)\b|\b(?:src|href)=|@import|url\(", text) == []


def test_its_policy_allows_nothing_but_its_own_script_and_style() -> None:
    text = page()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    (style,) = re.findall(r"<style>(.*?)</style>", text, flags=re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", text, flags=re.DOTALL)
    assert rules == {
        "default-src": "'none'",
        "style-src": f"'{sum_of(style)}'",
        "script-src": f"'{sum_of(script)}'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert "style=" not in text, "a style in an element would be refused"


def test_names_are_words_and_never_markup() -> None:
    text = page(HOSTILE)
    assert HOSTILE not in text
    assert "<img" not in text


def test_the_same_words_give_the_same_bytes_and_their_room_is_known() -> None:
    assert page() == page()
    room = room_for("A map", {}, ())
    assert MOST_BYTES - 200_000 < room < MOST_BYTES


def test_all_palettes_are_in_it() -> None:
    text = page()
    assert all(f'"{name}":{{' in text for name in THEMES)
