"""One step of a fuzzed evening: who does what where, as it can be printed; and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sandbox.reply import Reply

LOOKS: Final = frozenset(
    "campaign info,campaign list,campaign players,campaign rules,race show,design show,design list,"
    "empire show,empire designs,empire system,empire known,empire sheet,empire history,empire workbook,"
    "fleet list,fleet show,fleet move,fleet split,fleet merge,fleet rename,fleet mission,fleet load,fleet unload,fleet supply,"
    "fleet unsupply,fleet hand,fleet arm,fleet disarm,fleet embark,fleet disembark,fleet aid,"
    "colony list,colony show,colony found,colony settle,colony expand,colony strip,"
    "build units,build continue,build facility,build queue,build roster,build retool,build munitions,build refit,build scrap,"
    "build send,base list,base dismantle,base assemble,base tow,base release,base mine,"
    "treaty list,treaty offer,treaty accept,treaty end,treaty grant,treaty revoke,treaty data,treaty technology,treaty pay,"
    "treaty material,treaty message,research start,research fund,research list,research chance,"
    "orders show,orders forecast,orders write,orders form,orders upload,orders ask,orders contingency,orders priorities,"
    "orders change,orders copy,turn status,turn report,turn why,turn dice,map show,map mine,map whole,map text,"
    "plan travel,plan colony,plan research,plan officers,gm npr show,gm advance,gm review,gm side,gm sheet,gm questions,"
    "gm near,gm plot,gm designs,gm races,gm audit,gm problems,battle status,battle show,battle text,battle replay,"
    "battle verify,battle log,battle why,dogfight show,dogfight map,dogfight card,dogfight log,dogfight why,"
    "dogfight replay,dogfight verify,dogfight career,dogfight rules,ship show,ship library,ship text,ship list,"
    "plot show,plot text,plot done,fire odds,fire arcs,find,rule,help".split(",")
)
"""Commands that look, or that show first what they would do: what they change, if anything, is changed by a button."""


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody does. `kind` is command, suggest, press, twice or time; `what` the command or the custom id."""

    number: int
    kind: str
    who: str
    where: str
    what: str
    values: Mapping[str, object] = field(default_factory=dict)

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
    faults: list[str] = field(default_factory=list)
    stopped: bool = False
    """Whether a Discord client would have refused to send it."""


def _short(value: object) -> str:
    told = ascii(value)
    return told if len(told) <= 300 else f"{told[:280]}… ({len(told)})"
