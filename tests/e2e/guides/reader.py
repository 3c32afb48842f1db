"""A guide as the steps it tells a reader to take, in its own order; found by their form, no marks in the page needed."""

import re
from pathlib import Path
from typing import Final, Literal

from rules.values import Value
from tests.absent import absent_groups

ROOT: Final = Path(__file__).resolve().parents[3]
Kind = Literal["command", "button", "block", "shell", "option", "word", "said"]
"""A slash command; something bold, for the most part a button; a block of lines to write; a line for a shell; an option
named alone; any other code; a quotation."""

_FENCE: Final = re.compile(r"^ *```(?P<language>\w*)\n(?P<lines>.*?)^ *```", re.MULTILINE | re.DOTALL)
_STEP: Final = re.compile(
    r"(?:!\[[^\]]*\]\([^)]*\))"  # a picture is no step, nor is where a link leads
    r"|(?:\]\([^)]*\))"
    r"|^ {4,}(?P<indented>/[a-z][^\n]*)"
    r"|`(?P<code>[^`\n]+)`"
    r'|"(?P<said>[^"]+)"'
    r"|\*\*(?P<bold>(?:[^*\n`]|\n(?!\s*\n))+)\*\*",
    re.MULTILINE,
)
_SHELL: Final = re.compile(r"(?:\.venv[/\\]\S+ |python3? |py |make |bot\.py |chmod )")


class Step(Value):
    """One thing a guide names, and the line it stands in."""

    kind: Kind
    text: str
    line: int


def read_steps(page: Path) -> list[Step]:
    """All steps of a page, in order."""
    text = re.sub(r"\*\*(`[^`\n]+`)\*\*", r"\1    ", page.read_text(encoding="utf-8"))  # a bold command is a command
    found: list[tuple[int, Kind, str]] = []
    for fence in _FENCE.finditer(text):
        found += _of_block(fence)
    prose = _FENCE.sub(lambda each: re.sub(r"[^\n]", " ", each[0]), text)
    for match in _STEP.finditer(prose):
        found += _of_prose(match)
    steps = [Step(kind, said, text.count("\n", 0, at) + 1) for at, kind, said in sorted(found)]
    return [step for step in steps if step.kind != "command" or step.text[1:].partition(" ")[0] not in absent_groups()]


def _of_block(fence: re.Match[str]) -> list[tuple[int, Kind, str]]:
    lines = [line.strip() for line in fence["lines"].splitlines() if line.strip()]
    if fence["language"] in ("sh", "bat"):
        return [(fence.start("lines") + number, "shell", line) for number, line in enumerate(lines)]
    return [(fence.start("lines"), "block", "\n".join(lines))]


def _of_prose(match: re.Match[str]) -> list[tuple[int, Kind, str]]:
    at = match.start()
    if match["indented"]:
        return [(at, "command", match["indented"].strip())]
    if match["said"]:
        return [(at, "said", _one_line(match["said"]))]
    if match["bold"]:
        bold = _one_line(match["bold"])
        heading = bold.endswith((".", ":")) and not bold.endswith("...")
        return [] if heading else [(at, "button", bold)]
    code = match["code"]
    if code is None or (ROOT / code).exists():  # a file of ours: test_docs looks after links and paths
        return []
    if re.match(r"/[a-z]", code):
        return [(at, "command", code)]
    if _SHELL.match(code):
        return [(at, "shell", code)]
    return [(at, "option" if re.fullmatch(r"[a-z_]+:[^ ]*(?: .*)?", code) else "word", code)]


def _one_line(text: str) -> str:
    return " ".join(text.split())
