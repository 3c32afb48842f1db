"""The contract of a game that is played in tactical games: in bytes, so that a worker process can be sent any of it."""

from collections.abc import Callable

from rules.dice import Dice
from rules.values import Value
from umpire.outbox.outbox import LetterButton


class OpenQuestion(Value):
    """One question the tactical game waits with: which side, about which of its units, why."""

    side: str
    unit: str
    reason: str
    rule: str = ""


class Progress(Value):
    """Where a turn stands: packed state, encoded events so far, who is asked; `stop` names the moment it waits at.

    `done`: the turn is over, and `then` is where the next one opens if anybody will be asked there. `winner`: the tactical game
    is over too (a side, "" for a draw). `playing`: the sides that are asked because a person holds them, where somebody may
    join a tactical game that has begun.
    """

    packed: bytes
    events: tuple[bytes, ...]
    asked: tuple[OpenQuestion, ...]
    stop: str
    done: bool
    winner: str | None = None
    then: "Progress | None" = None
    playing: tuple[str, ...] = ()


class TacticalKind(Value):
    """One game, with the words of its letters; `name` to `commands` are those of its `System`.

    `progress` plays a turn from its packed start with everything sent so far (and its number), until somebody must decide
    or it is over. `opening_stop` is a turn's very beginning, before anything was sent or rolled: who is asked, if anybody
    is. `pass_order` is what is sent for a side that did not answer at a stop; `unit_at` the unit that a stop is about.

    `by_panel`: it is played at a panel that shows everything as it happens, so that a letter says only whose turn it is, and
    how it ended. `join_order` is what is sent for a side that somebody takes in a turn, while the tactical game waits at a stop
    ("" when the turn is played out); None where nobody can join later. `how_to_go_on` stands in those letters, `how_to_begin`
    in the one that opens another tactical game; `dice_command` shows a turn's dice in full. `below_posts` are the buttons below
    what is posted when a turn opens, `below_questions` those below what tells a captain that they are asked, `below_end` those
    below what posts the end of a tactical game that is a part of no other game.
    """

    name: str
    schema: int
    noun: str
    commands: str
    progress: Callable[[bytes, bytes, Dice, int], Progress]
    opening_stop: Callable[[bytes], Progress]
    pass_order: Callable[[str], bytes]
    join_order: Callable[[str, int, str], bytes] | None = None
    unit_at: Callable[[str], str] = lambda _: ""
    by_panel: bool = False
    how_to_begin: str = ""
    how_to_go_on: str = ""
    below_posts: tuple[LetterButton, ...] = ()
    below_questions: tuple[LetterButton, ...] = ()
    below_end: tuple[LetterButton, ...] = ()
    dice_command: str = ""
