"""An empty database with all its tables: made once in a process, copied for every test that opens one."""

import tempfile
from pathlib import Path
from typing import Final

from storage.db import Storage
from tests.on_postgresql import WANTED

_made: Final[list[bytes]] = []


async def open_prepared(where: Path) -> Storage:
    """Opens the database of a file, which begins as a copy if there is none. On PostgreSQL the server copies a template."""
    if WANTED == "sqlite" and not where.exists():  # noqa: ASYNC240 # tests wait for nothing else
        if not _made:
            _made.append(await _empty_database())
        where.write_bytes(_made[0])  # noqa: ASYNC240 # as above
    return await Storage.open(where)


async def _empty_database() -> bytes:
    """The bytes of a new database's file."""
    with tempfile.TemporaryDirectory(prefix="admiralty-prepared-") as folder:
        file = Path(folder) / "empty.db"
        await (await Storage.open(file)).close()
        return file.read_bytes()
