"""One step of a fuzzed evening: who does what where, as it can be printed; and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from harness.games.known import ROWS
from rules.values import Value
from rules.values import field as value_field
from sandbox.reply import Reply

LOOK_COMMANDS: Final = frozenset(
    f"{group} {name}".strip()
    for rows in ROWS.values()
    for group, names in rows.fuzz.looking.items()
    for name in names.split(", ")
) | {"rule", "help", "privacy"}
"""Commands that look, or that show first what they would do: what they change is changed by a button."""


class FuzzStep(Value):
    """What somebody does. `kind` is command, suggest, press, twice or time; `what` the command or the custom id."""

    number: int
    kind: str
    who: str
    where: str
    what: str
    values: Mapping[str, object] = value_field(default_factory=dict)

    @property
    def name(self) -> str:
        """The command, or what a button or list does, without its numbers."""
        return self.what if self.kind in {"command", "suggest"} else f"[{'|'.join(self.what.split('|')[:2])}]"

    def __str__(self) -> str:
        shown = ", ".join(f"{key}={_short(value)}" for key, value in self.values.items())
        return f"step {self.number}: {self.who} in {self.where!r}: {self.kind} {self.what!r} {shown}".rstrip()


@dataclass(slots=True)
class Done:
    """What came of a step: the answers (none where Discord itself stopped it), and what went wrong on the way."""

    replies: list[Reply] = field(default_factory=list)
    forms: list[Reply] = field(default_factory=list)
    """The answers to forms that the first answers opened, and that were sent."""
    faults: list[str] = field(default_factory=list)
    stopped: bool = False
    """Whether a Discord client would have refused to send it."""


def _short(value: object) -> str:
    told = ascii(value)
    return told if len(told) <= 300 else f"{told[:280]}… ({len(told)})"
