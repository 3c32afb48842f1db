"""What a bot's database holds, read beside it or after it: turns, orders, letters; and what is wrong with them."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rules.values import Value, changed
from storage.outbox import OutboxRow
from umpire.delivery.sender import ref_of

LETTERS_QUERY = (
    "SELECT id, game, seq, target, letter, edit_key, nonce, state, attempts, not_before, created_at, claimed_at, sent_at, "
    "message_id, error FROM outbox ORDER BY id"
)


class DatabaseFile(Value):
    """A database file."""

    path: Path

    def ask(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows of a query."""
        raw = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=30)
        try:
            return raw.execute(query, values).fetchall()
        finally:
            raw.close()

    def turn(self) -> int:
        """The turn that is open (0: none yet)."""
        return int(self.ask("SELECT coalesce(max(turn), 0) FROM turns WHERE state = 'open'")[0][0])

    def drafted(self) -> bool:
        """Whether a turn waits for the game master to publish it."""
        return bool(self.ask("SELECT 1 FROM turns WHERE state = 'draft'"))

    def sound(self) -> bool:
        """Whether SQLite finds no damage."""
        return self.ask("PRAGMA integrity_check") == [("ok",)]

    def letters_left(self) -> int:
        """How many letters are not sent yet."""
        return int(self.ask("SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')")[0][0])

    def beat(self) -> int:
        """The latest heartbeat, in UTC seconds."""
        return int(self.ask("SELECT coalesce(max(at), 0) FROM heartbeat")[0][0])

    def due(self) -> int:
        """When the open turn is due."""
        return int(self.ask("SELECT coalesce(max(due_at), 0) FROM deadlines WHERE state = 'open'")[0][0])

    def wrong_turns(self) -> list[str]:
        """Turns that were resolved twice, or passed over."""
        done = Counter(row[0] for row in self.ask("SELECT detail FROM audit WHERE action = 'turn.resolved'"))
        turns = self.ask("SELECT turn, state FROM turns ORDER BY revision")
        due = [(turn, "published") for turn in range(len(turns) - 1)] + [(len(turns) - 1, "open")]
        found = [] if turns == due else [f"turns are {turns}"]
        if sum(done.values()) != len(turns) - 2:
            found.append(f"{sum(done.values())} turns resolved for {len(turns) - 2}")
        return found

    def wrong_orders(self, confirmed: Iterable[str], asked: Iterable[str]) -> list[str]:
        """Orders (free texts) that were confirmed and are not there, or are there twice."""
        held = [row[0] for row in self.ask('SELECT "order" FROM orders WHERE withdrawn_at IS NULL')]
        count = {word: sum(f"{word}.".encode() in order for order in held) for word in {*confirmed, *asked}}
        lost = [f"lost order {word}" for word in sorted(confirmed) if count[word] == 0]
        return lost + [f"order {word} stands {many} times" for word, many in sorted(count.items()) if many > 1]

    def wrong_letters(self, shown: Mapping[str, str]) -> list[str]:
        """Letters not sent, shown twice or not at all; `shown` are all messages that anybody sees, by id."""
        rows = [
            changed(row, letter=json.loads(str(row.letter))) for row in (OutboxRow(*r) for r in self.ask(LETTERS_QUERY))
        ]
        found = [f"letter {row.id} is {row.state}" for row in rows if row.state != "sent"]
        for row in rows:
            times = sum(ref_of(row) in said for said in shown.values())
            if times > 1 or (times == 0 and not row.edit_key):
                found.append(f"letter {row.id} is shown {times} times")
        return found
