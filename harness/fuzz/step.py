"""One step of a fuzzed evening: who does what where, as it can be printed; and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rules.values import Value
from rules.values import field as value_field
from sandbox.reply import Reply

LOOKING: Final[Mapping[str, str]] = {
    "campaign": "info, list, players, rules",
    "race": "show",
    "design": "show, list",
    "empire": "show, designs, system, known, sheet, history, workbook",
    "fleet": "list, show, move, split, merge, rename, mission, load, unload, supply, unsupply, hand, arm, disarm, embark, "
    "disembark, aid, raid, bombard",
    "invade": "fronts, land, army",
    "colony": "list, show, found, settle, expand, strip",
    "build": "units, continue, facility, queue, roster, retool, munitions, refit, scrap, send",
    "base": "list, dismantle, assemble, tow, release, mine",
    "treaty": "list, offer, accept, end, grant, revoke, data, technology, pay, material",
    "research": "start, fund, list, chance",
    "spy": "list, start, counter, fund, change, stop",
    "spymaster": "list, show, societies",
    "officer": "list, show, recruit, assign, rank, crew",
    "psi": "list, research, travel, team, read, combine",
    "psimaster": "minds show",
    "encounter": "list, answer, enter",
    "special": "list",
    "orders": "show, forecast, write, form, upload, ask, contingency, priorities, change, copy",
    "turn": "status, report, why, dice",
    "map": "show, mine, whole, text, battle",
    "plan": "travel, colony, research, officers",
    "gm": "npr show, advance, review, side, sheet, workbook, questions, battle, near, plot, designs, races, audit, problems",
    "battle": "status, show, text, replay, atlas, verify, log, why, export",
    "dogfight": "show, map, card, log, why, replay, verify, career, rules, export, leave",
    "ship": "show, library, text, list",
    "plot": "show, text, done",
    "fire": "odds, arcs",
}
"""Commands, by their first word, that look, or that show first what they would do: what they change is changed by a button."""
LOOKS: Final = frozenset(f"{group} {name}" for group, names in LOOKING.items() for name in names.split(", ")) | {
    "find",
    "rule",
    "help",
    "privacy",
}


class Step(Value):
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
