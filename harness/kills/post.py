"""What a life that may be killed passes and sends: the points at which it can end, a Discord that is a file, and what is wrong
between the letters of a game and the messages that came of them."""

import asyncio
import contextlib
import fcntl
import json
import os
import signal
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, TypedDict, cast

from sqlalchemy import event
from sqlalchemy.engine import Engine

from storage.outbox import OutboxRow
from umpire.delivery.sender import ref_of
from umpire.outbox.courier import DmClosedError, File, MessageGoneError
from umpire.outbox.outbox import Letter, Target


class Points:
    """Counts the points a life passes, and ends it at the one chosen (0: at none)."""

    def __init__(self, deadly: int) -> None:
        self.passed = 0
        self.deadly = deadly

    def mark(self, *_: object, **__: object) -> None:
        self.passed += 1
        if self.passed == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self) -> None:
        """Every statement, commit and rollback of every database of this process from now on."""
        for name in ("before_cursor_execute", "after_cursor_execute", "commit", "rollback"):
            event.listen(Engine, name, self.mark)


class WrittenMessage(TypedDict):
    """A message as it is written down."""

    id: int
    to: tuple[str, int]
    text: str
    nonce: str
    life: int
    files: list[str]
    gone: bool


class FilePost:
    """A Discord in a file: one JSON line a message. The same nonce twice is one message, but it is known only for some
    minutes: not from one life of the program to the next. Who is `closed` takes no direct message."""

    def __init__(self, path: Path, points: Points, number: int = 0, closed: Collection[int] = ()) -> None:
        self._path = path
        self._points = points
        self._number = number
        self._closed = closed

    def messages(self) -> list[WrittenMessage]:
        return [json.loads(line) for line in self._path.read_text().splitlines()] if self._path.exists() else []

    async def send(self, target: Target, letter: Letter, files: Sequence[File], nonce: str) -> int:
        self._points.mark()
        if target.kind == "dm" and target.id in self._closed:
            raise DmClosedError("no")
        with self._alone():
            there = self.messages()
            known = next((m for m in there if m["nonce"] == nonce and m["life"] == self._number), None)
            if known is not None:
                return known["id"]
            message = WrittenMessage(
                id=1000 + len(there),
                to=(target.kind, target.id),
                text=letter.text,
                nonce=nonce,
                life=self._number,
                files=[file.name for file in files],
                gone=False,
            )
            self._write(message)
        self._points.mark()
        await asyncio.sleep(0)
        self._points.mark()
        return message["id"]

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """No other life writes meanwhile; one that is killed here lets go."""
        with self._path.with_suffix(".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _write(self, message: WrittenMessage) -> None:
        handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(handle, (json.dumps(message) + "\n").encode())
        os.close(handle)

    async def edit(self, target: Target, message_id: int, letter: Letter, files: Sequence[File]) -> None:
        self._change(message_id, text=letter.text, files=[file.name for file in files])

    async def pin(self, target: Target, message_id: int) -> None:
        self._points.mark()

    async def delete(self, target: Target, message_id: int) -> None:
        self._change(message_id, gone=True)

    def _change(self, message_id: int, **fields: Any) -> None:
        self._points.mark()
        with self._alone():
            there = self.messages()
            if not any(m["id"] == message_id and not m["gone"] for m in there):
                raise MessageGoneError(f"there is no message {message_id}")
            lines = [cast("WrittenMessage", {**m, **fields}) if m["id"] == message_id else m for m in there]
            beside = self._path.with_suffix(".new")
            beside.write_text("".join(json.dumps(line) + "\n" for line in lines))
            beside.replace(self._path)
        self._points.mark()

    async def find(self, target: Target, ref: str, since: int, below: int = 0) -> int | None:
        self._points.mark()  # since: these messages bear no time
        there = [m for m in self.messages() if not m["gone"] and tuple(m["to"]) == (target.kind, target.id)]
        found = [m for m in there if m["id"] > below and m["text"].endswith(ref)]
        return found[0]["id"] if found else None


def letter_faults(post: Path, rows: Sequence[OutboxRow]) -> list[str]:
    """What is wrong between the letters of a game and the messages that were sent: lost, doubled, out of order, left where a
    newer one took their place."""
    found: list[str] = []

    def check(good: bool, complaint: object) -> None:
        if not good:
            found.append(str(complaint))

    messages = FilePost(post, Points(0)).messages()
    rows = [row for row in rows if not is_unneeded(row, rows)]
    in_order = sorted(rows, key=lambda row: row.seq)
    replaced = {row.message_id for row in in_order if any(takes_the_place(later, row) for later in in_order)}
    # What one said last that was taken back is nobody's to read: a life may have edited it and died before it wrote that down.
    refs = sorted(message["text"].rsplit("\n", 1)[1] for message in messages if message["id"] not in replaced)
    # an edit takes the place of what the message said
    last = {row.message_id: ref_of(row) for row in in_order if row.message_id not in replaced}
    unlike = (
        sorted((Counter(refs) - Counter(last.values())).elements()),
        sorted((Counter(last.values()) - Counter(refs)).elements()),
    )
    check(refs == sorted(last.values()), f"messages and letters differ (one lost or doubled): {unlike}")
    once = [(row.message_id, row.edit_key or row.id) for row in rows]
    check(len(set(once)) == len({message for message, _ in once}), "two letters that are no edits share a message")
    check(all(row.state == "sent" for row in rows), [row.state for row in rows])
    by_nonce = {message["nonce"]: message["id"] for message in messages}
    first = {row.message_id: row.nonce for row in reversed(in_order)}
    check(all(by_nonce.get(nonce) == message for message, nonce in first.items()), "a letter has another's message id")
    order_sent = [message["nonce"] for message in messages if message["to"][0] == "channel"]
    begun = [row for row in rows if row.target["kind"] == "channel" and row.nonce == first[row.message_id]]
    check(order_sent == [row.nonce for row in begun], "out of order")
    gone = {message["id"] for message in messages if message["gone"]}
    check(gone == replaced, f"taken back: {sorted(gone)}, replaced: {sorted(map(str, replaced))}")
    return found


def takes_the_place(later: OutboxRow, row: OutboxRow) -> bool:
    """Whether a letter comes instead of an earlier one, which is taken back."""
    same = row.edit_key and later.edit_key == row.edit_key and later.target == row.target
    return bool(same and later.letter.get("instead") and later.seq > row.seq)


def is_unneeded(row: OutboxRow, rows: Sequence[OutboxRow]) -> bool:
    """Whether a letter was not sent: a dashboard that showed all it would have said, a digest that tells nothing new, or nobody,
    what a game master would rule on where none may read it, or one that the next of these rows would take back at once."""
    idle = row.letter["kind"] in {"desk", "digest"} or row.target["kind"] == "gm"
    idle = idle or any(takes_the_place(later, row) for later in rows)
    return idle and row.message_id is None and row.nonce == f"unneeded/{row.id}"
