"""A report laid out over messages: nothing is cut, no heading stands alone, and what goes on says so."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from rules.values import Value
from umpire.games.notices import split
from umpire.outbox.outbox import FOLD

MOST_PAGES: Final = 4
WHOLE: Final = "-# The whole report is in report.md."
LEFT: Final = "-# {lines} more lines are in report.md, from here on."
TITLE: Final = "# "
HEADING: Final = "## "
BELOW: Final = "### "
"""A report's headings are smaller in a message than in its file."""
ITEM: Final = "- "


class _Item(Value):
    """What stays together: a line of the report with the lines that belong to it, below which heading, after what gap."""

    heading: str
    text: str
    gap: str


@dataclass(slots=True)
class _Page:
    """A page as it fills."""

    text: str = ""
    headings: set[str] = field(default_factory=set)


def pages(head: str, report: str, room: int) -> list[str]:
    """The texts of the messages that tell a report, each of at most `room` characters.

    The first begins with the head, the last ends with what stands below the fold of the head. Of the report it is what
    stands above its own fold.
    """
    title, _, foot = head.partition(f"\n{FOLD}\n")
    above, folded, _ = report.partition(f"\n{FOLD}\n")
    items = list(_items(above, room // 2))
    page = _Page(title)
    done: list[str] = []
    seen: set[str] = set()
    left = 0
    for at, item in enumerate(items):
        piece = _piece(item, page, seen)
        spare = room - len(LEFT) - len(foot) - 4
        if len(page.text) + len(piece) > spare and (done or at):
            if len(done) + 1 == MOST_PAGES:
                left = len(items) - at
                break
            done.append(page.text)
            page = _Page()
            piece = _piece(item, page, seen).lstrip("\n")
        page.text += piece
        page.headings.add(item.heading)
        seen.add(item.heading)
    ends = [LEFT.format(lines=left)] if left else [WHOLE] if folded else []
    ends += ["", foot] if foot else []
    return [*done, "\n".join([page.text, *ends])]


def _piece(item: _Item, page: _Page, seen: set[str]) -> str:
    """An item as it stands on a page: below its heading, if that is not there yet."""
    if not item.heading or item.heading in page.headings:
        return f"{item.gap}{item.text}"
    more = " (continued)" if item.heading in seen else ""
    return f"\n\n{BELOW}{item.heading}{more}\n{item.text}"


def _items(report: str, most: int) -> Iterator[_Item]:
    """The report line by line; what is longer than `most` is taken apart at its own line ends."""
    heading, gap = "", "\n\n"
    held: list[str] = []
    for line in (*report.strip().split("\n"), HEADING):
        if held and (not line or line.startswith("  ")):
            held.append(line)
            continue
        after_blank = bool(held) and not held[-1]
        for at, part in enumerate(split("\n".join(held).rstrip(), most)):
            yield _Item(heading, part, gap if at == 0 else "\n")
        if held:
            gap = "\n\n" if after_blank else "\n"
            held = []
        if line.startswith(HEADING):
            heading = line.removeprefix(HEADING)
            continue
        if after_blank and not line.startswith(ITEM):
            heading = ""  # a paragraph of its own
        held.append(f"{HEADING}{line.removeprefix(TITLE)}" if line.startswith(TITLE) else line)
