"""The contract of a game that is played in tactical games: in bytes, so that a worker process can be sent any of it."""

from collections.abc import Callable
from typing import Any

from render.words.letters import Words
from rules.dice import Dice
from rules.values import Roll, Value
from storage.tactical_orders import TacticalCodec, class_of
from umpire.games.seeds import SeedsTold
from umpire.outbox.outbox import FileKind, LetterButton


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
    join a tactical game that has begun. `survived`: whether what is over left anything that `below_survivors` could be used on.
    """

    packed: bytes
    events: tuple[bytes, ...]
    asked: tuple[OpenQuestion, ...]
    stop: str
    done: bool
    winner: str | None = None
    then: "Progress | None" = None
    playing: tuple[str, ...] = ()
    survived: bool = True


class TacticalKind(Value, kw_only=True):
    """One game, with the words of its letters; `name` to `commands` are those of its `System`.

    `codec` brings its states, orders and events to bytes and back. `closing` is the order with which a side says that it is done
    with a stop: what it sent before counts from then on. `at_once` are orders that count without that. `concession` is the order
    with which a side gives up, if there is one; it does not outlast a turn that is taken back. `is_told` says whether a
    roll that an event tells can be compared with the seed's; the others stand in no capsule. `seeds_told` says when a turn's seed
    is public.

    `progress` plays a turn from its packed start with everything sent so far (and its number), until somebody must decide
    or it is over. `opening_stop` is a turn's very beginning, before anything was sent or rolled: who is asked, if anybody
    is. `pass_order` is what is sent for a side that did not answer at a stop; `unit_at` the unit that a stop is about.

    `files` are what the post of a turn holds, drawn for everybody, and `files_at_end` that of the last turn, if it holds others;
    Discord shows a single picture large. `briefing` makes the first post's words of the packed state with which the first turn
    opens, for everybody; its picture is the file "opening". `by_panel`: it is played at a panel that shows everything as it
    happens, so that a letter says only whose turn it is, and how it ended. `join_order` is what is sent for a side that somebody
    takes in a turn, while the tactical game waits at a stop ("" when the turn is played out); None where nobody can join later.
    `how_to_go_on` stands in those letters, `how_to_begin` in the one that opens another tactical game; `dice_command` shows a
    turn's dice in full.

    `below_posts` are the buttons below what is posted when a turn opens, `below_results` those that read the turn that is over,
    whose number they carry, `below_questions` those below what tells players that they are asked. Below the end of a tactical
    game are `below_end`; of one that is a part of no other game `below_own_end`, too, and `below_survivors` if any survived.
    """

    name: str
    schema: int
    noun: str
    commands: str
    words: Words
    codec: TacticalCodec[Any, Any, Any]
    closing: type
    progress: Callable[[bytes, bytes, Dice, int], Progress]
    opening_stop: Callable[[bytes], Progress]
    pass_order: Callable[[str], bytes]
    join_order: Callable[[str, int, str], bytes] | None = None
    unit_at: Callable[[str], str] = lambda _: ""
    at_once: tuple[type, ...] = ()
    concession: type | None = None
    is_told: Callable[[Roll], bool] = lambda _: True
    seeds_told: SeedsTold = "turn"
    files: tuple[FileKind, ...] = ()
    files_at_end: tuple[FileKind, ...] = ()
    briefing: Callable[[bytes], str] | None = None
    by_panel: bool = False
    how_to_begin: str = ""
    how_to_go_on: str = ""
    below_posts: tuple[LetterButton, ...] = ()
    below_questions: tuple[LetterButton, ...] = ()
    below_results: tuple[LetterButton, ...] = ()
    below_end: tuple[LetterButton, ...] = ()
    below_own_end: tuple[LetterButton, ...] = ()
    below_survivors: tuple[LetterButton, ...] = ()
    dice_command: str = ""

    def closes(self, order: bytes) -> bool:
        """Whether a side says with this encoded order that it is done with a stop."""
        return class_of(order) == self.closing.__name__

    def gives_up(self, order: bytes) -> bool:
        """Whether a side gives up with this encoded order."""
        return self.concession is not None and class_of(order) == self.concession.__name__

    def is_at_once(self, order: bytes) -> bool:
        """Whether this encoded order counts without a word that the side is done."""
        return class_of(order) in {one.__name__ for one in self.at_once}
