"""Lines as a preview shows them, made into lines that can be typed: a programme's, or a decision's."""

import re
from typing import Final

_SHOWN: Final = re.compile(r"(?:→ ?)?impulse (?P<at>\d{1,2}): ?(?P<what>\S.*)", re.IGNORECASE)
_DRONE: Final = re.compile(r"launch (?P<bay>D\d{1,3}) heading .*", re.IGNORECASE)
_LAUNCH: Final = re.compile(
    r"launch (?P<box>L?M\d{1,3})(?: at (?P<target>\S+))? heading (?P<way>[a-f])(?P<rail> rail)?", re.IGNORECASE
)
_BLAST: Final = re.compile(r"(?:\S+\.)?(?P<box>M\d{1,3}) detonate", re.IGNORECASE)


def bare_decision(line: str) -> str:
    """What a preview shows that would be done, without the impulse before it; any other line as it is."""
    found = _SHOWN.fullmatch(line)
    return found["what"] if found else line


def as_programme_line(line: str) -> str:
    """What a preview shows as a programme's line for that impulse alone; any other line as it is.

    What is launched at a target heads for it, so such a line has no heading; a drone leaves as its craft flies.
    """
    found = _SHOWN.fullmatch(line)
    if found is None:
        return line
    at, what = found["at"], found["what"]
    span = f"from {at} to {at}"
    if blast := _BLAST.fullmatch(what):
        return f"detonate {blast['box']} when impulse = {at}"
    if drone := _DRONE.fullmatch(what):
        return f"launch {drone['bay']} {span}"
    if shot := _LAUNCH.fullmatch(what):
        aim = f"at {shot['target']}" if shot["target"] else f"at nothing heading {shot['way']}"
        return f"launch {shot['box']} {aim}{shot['rail'] or ''} {span}"
    return f"{what} {span} when always" if what.casefold() == "self-destruct" else f"{what} {span}"
