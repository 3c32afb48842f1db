"""Where lives are lived that may be killed: a database of either kind and the Discord beside it, copied from a template."""

import os
import shutil
from pathlib import Path
from typing import Literal, TypeAlias

from harness.kills.post import FilePost, Points, WrittenMessage
from rules.values import Value
from tests.on_postgresql import Server

How: TypeAlias = Literal["sqlite", "postgresql", "pair"]
"""One process on SQLite, one on PostgreSQL, or two on one PostgreSQL database of which one is killed."""


class Ground(Value):
    """The files of one database and its Discord; with a `server` the database is one of its own there."""

    folder: Path
    server: Server | None = None

    def begin(self) -> None:
        """Make it, without a table yet."""
        self.folder.mkdir(parents=True)
        if self.server is not None:
            self._name.write_text(self.server.empty())

    def copied(self, folder: Path) -> "Ground":
        """All of it once more in another folder; nobody may be at work on it."""
        shutil.copytree(self.folder, folder)
        made = Ground(folder, self.server)
        if self.server is not None:
            made._name.write_text(self.server.copy(self._name.read_text()))
        return made

    def end(self) -> None:
        """Delete all of it."""
        if self.server is not None:
            self.server.drop(self._name.read_text())
        shutil.rmtree(self.folder)

    @property
    def database(self) -> str | Path:
        """What `Storage.open` is given."""
        return self.folder / "a.db" if self.server is None else self.server.address(self._name.read_text())

    @property
    def _name(self) -> Path:
        return self.folder / "database"

    @property
    def post(self) -> Path:
        return self.folder / "post.jsonl"

    @property
    def game(self) -> str:
        """The game that the story is of."""
        return (self.folder / "game").read_text()

    def messages(self) -> list[WrittenMessage]:
        """What was sent, as it stands now."""
        return FilePost(self.post, Points(0)).messages()

    def confirm(self, what: str) -> None:
        """Write down that a person was told so, which no death may undo."""
        handle = os.open(self.folder / "confirmed", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(handle, f"{what}\n".encode())
        os.close(handle)

    def confirmed(self) -> set[str]:
        """What people were told."""
        told = self.folder / "confirmed"
        return set(told.read_text().splitlines()) if told.exists() else set()
