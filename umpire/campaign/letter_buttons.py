"""Buttons for the commands that letters name: whatever a sentence tells its reader to type stands below it to be pressed."""

from collections.abc import Collection
from typing import Final

from rules.values import Value, changed
from umpire.outbox.named_commands import named_in
from umpire.outbox.outbox import Letter, LetterButton

RUN: Final = "run-command"
"""The action of a button that does what a command does; its detail is the command's name."""
MOST_BUTTONS: Final = 20
"""Below one letter, with those that it has of its own."""
OWN_KINDS: Final = frozenset({"sheet", "board", "digest"})
"""Letters that are not a campaign's own, or are made elsewhere."""


class NamedCommand(Value):
    """The button of a command: its label, and another action than to run it, with a detail."""

    label: str
    action: str = RUN
    rest: str = ""


NAMED_COMMANDS: Final = {
    "help": NamedCommand("Help"),
    "campaign join": NamedCommand("Join", "seats-open"),
    "campaign rules": NamedCommand("Rules"),
    "campaign players": NamedCommand("Players"),
    "campaign info": NamedCommand("Status"),
    "campaign found": NamedCommand("Plan"),
    "campaign begin": NamedCommand("Begin"),
    "campaign schedule": NamedCommand("Schedule"),
    "campaign options": NamedCommand("Options"),
    "campaign chronicle": NamedCommand("Chronicle"),
    "campaign export": NamedCommand("Export"),
    "campaign solo": NamedCommand("Play alone"),
    "campaign finish": NamedCommand("End the campaign"),
    "campaign leave": NamedCommand("Give up my seat"),
    "race design": NamedCommand("Design my race"),
    "race package": NamedCommand("Starting package"),
    "design unit": NamedCommand("Drawing board"),
    "orders show": NamedCommand("My orders", "my-orders"),
    "orders": NamedCommand("My orders", "my-orders"),
    "orders ask": NamedCommand("Ask"),
    "turn report": NamedCommand("Report"),
    "turn dice": NamedCommand("Dice"),
    "turn undo": NamedCommand("Take a turn back"),
    "empire show": NamedCommand("My empire"),
    "map atlas": NamedCommand("Atlas"),
    "map mine": NamedCommand("Map", "map-now"),
    "away review": NamedCommand("What was done"),
    "away plan": NamedCommand("Plan an absence"),
    "gm races": NamedCommand("Races"),
    "gm designs": NamedCommand("Designs"),
    "gm problems": NamedCommand("Problems"),
    "gm advance": NamedCommand("Advance"),
    "gm review": NamedCommand("Review"),
    "gm undo": NamedCommand("Undo"),
}
"""Commands that a button can do as they stand, or with a form for what they need, by their full names."""


def buttons_of(text: str, taken: Collection[str] = ()) -> tuple[LetterButton, ...]:
    """A button for each command that a text names, but for labels that are `taken`."""
    labels = {label.casefold() for label in taken}
    made: list[LetterButton] = []
    for name in named_in(text, NAMED_COMMANDS):
        one = NAMED_COMMANDS[name]
        if one.label.casefold() not in labels:
            labels.add(one.label.casefold())
            made.append(LetterButton(one.label, one.action, 0, name if one.action == RUN else one.rest))
    return tuple(made)


def with_named_buttons(letter: Letter) -> Letter:
    """The letter with a button for each command that its text names, beside those that it has."""
    if letter.kind in OWN_KINDS:
        return letter
    room = max(0, MOST_BUTTONS - len(letter.buttons))
    made = buttons_of(letter.text, [button.label for button in letter.buttons])[:room]
    return changed(letter, buttons=(*letter.buttons, *made)) if made else letter
