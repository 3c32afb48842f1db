"""Hashes of all results: `python -m harness.baseline --out before.json` before a change, then `--against before.json` after it.

A change that must not alter results (a rewrite of values, a move, a new encoding) is right if every hash stays. Each part plays
something from fixed seeds and hashes the canonical JSON of every state and every event:

- what the games bring (`baseline` of their rows in harness/games): wars of empires that the bot leads, with every house rule that
  hides something, and the war of `make longwar`; tactical games, played by stances and by pilots.
- `tree`: the commands as they are sent to Discord.
- `demo`, `fulldemo`: the database that `make demo` leaves behind; `--database FILE` hashes one that is there already.

Canonical JSON names a value's class and fields, not how they are stored: a frozen dataclass and a `msgspec.Struct` with the same
names give the same bytes. `--renamed FILE` is a JSON object from today's names of classes and fields to those of the other
baseline; `--without FIELD...` leaves fields out that one of the two does not have.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import select

from demo.campaign import run_demo
from demo.stage import Launch
from harness.canon import BUNDLE_SIZE, Canon, Hashes
from harness.games.known import ROWS
from harness.games.rows import Extent
from playtest.entropy import SeededEntropy
from program.application import Application, open_application
from program.connection import connect
from settings import Settings
from storage import events, snapshots, turns
from storage.db import Storage
from storage.schema import games
from tests.e2e import kit
from tests.workers_inline import InlineWorkers
from umpire.services.services import Services

BATTLES_PLAYED: Final = 1000


async def _tree() -> list[Any]:
    async with await Storage.open(":memory:") as storage:
        services = Services(storage, InlineWorkers(), lambda: datetime.now(UTC), SeededEntropy(kit.SEED))
        with tempfile.TemporaryDirectory() as folder:
            client, _ = kit.make_client(services, Path(folder) / "stamp")
            client.register()
            found = [command.to_dict(client.tree) for command in client.tree.get_commands()]
            await client.close()
    return found


def command_tree(canon: Canon) -> Hashes:
    """The commands as JSON, each by itself and all in their order."""
    found = asyncio.run(_tree())
    whole = hashlib.sha256(json.dumps(found, ensure_ascii=False).encode()).hexdigest()
    return {f"/{command['name']}": canon.digest(command) for command in found} | {"all, in order": whole}


def played_demo(canon: Canon, *, full: bool, keep: Path | None) -> Hashes:
    """`make demo` once more, and what its database holds then."""
    with tempfile.TemporaryDirectory(prefix="admiralty-baseline-") as folder:
        database = keep or Path(folder) / "demo.db"

        @contextlib.asynccontextmanager
        async def kept(settings: Settings, path: str, *rest: Any) -> AsyncIterator[Application]:
            async with open_application(settings, path, *rest) as app:
                yield app
            if Path(path).name == "demo.db":
                await asyncio.to_thread(lambda: database.write_bytes(Path(path).read_bytes()))

        if asyncio.run(run_demo(Settings(workers=1), Path(folder) / "out", Launch(kept, connect), full=full)):
            raise RuntimeError("the demo failed")
        return asyncio.run(stored(canon, database))


async def stored(canon: Canon, database: Path) -> Hashes:
    """Every state and event of every game of a database, by revision. Games are numbered in the order they were made in."""
    hashes: Hashes = {}
    async with await Storage.open(str(database)) as storage, storage.reading() as tx:
        rows = list(await tx.execute(select(games.c.id, games.c.system, games.c.name).order_by(games.c.created_at)))
        for number, row in enumerate(rows, 1):
            state, event = ROWS[row.system].reader
            for turn in await turns.of_game(tx, row.id):
                where = f"{number} {row.system} revision {turn.revision:03}"
                keys = await snapshots.of_revision(tx, row.id, turn.revision)
                told = await events.encoded_of_revision(tx, row.id, turn.revision)
                hashes[f"{where} states"] = canon.digest(*[state(await snapshots.load(tx, key)) for key in keys])
                hashes[f"{where} events"] = canon.digest(*[event(data) for data in told])
    return hashes


def differences(here: Mapping[str, Any], there: Mapping[str, Any]) -> Iterator[str]:
    """What is otherwise than in another baseline, among the parts that both have."""
    for part in here.keys() & there.keys():
        ours, theirs = here[part], there[part]
        for name in sorted(ours.keys() | theirs.keys()):
            if ours.get(name) != theirs.get(name):
                yield f"{part}, {name}: {ours.get(name, 'none')} here, {theirs.get(name, 'none')} there"


def main() -> int:
    """Compute the parts that are asked for; 1 if they differ from another baseline."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", nargs="+", default=[*(part for rows in ROWS.values() for part in rows.baseline), "tree"]
    )
    parser.add_argument(
        "--out", type=Path, help="a JSON file; parts that it has already and that are not asked for stay"
    )
    parser.add_argument("--against", type=Path, help="a file of another time to compare with")
    parser.add_argument("--renamed", type=Path, help="a JSON object from names of today to names of then")
    parser.add_argument("--without", nargs="+", default=[], metavar="FIELD")
    parser.add_argument("--battles", type=int, default=BATTLES_PLAYED)
    parser.add_argument("--months", type=int, default=0, help="of both wars")
    parser.add_argument(
        "--database", type=Path, help="for `demo`: hash this file; for a demo that is played: keep its database"
    )
    wanted = parser.parse_args()
    canon = Canon(_read(wanted.renamed), wanted.without)
    there = wanted.database is not None and wanted.database.exists()
    parts: Mapping[str, Callable[[], Hashes]] = {
        **{
            name: partial(part, canon, Extent(wanted.battles, wanted.months))
            for rows in ROWS.values()
            for name, part in rows.baseline.items()
        },
        "tree": lambda: command_tree(canon),
        "demo": lambda: (
            asyncio.run(stored(canon, wanted.database))
            if there
            else played_demo(canon, full=False, keep=wanted.database)
        ),
        "fulldemo": lambda: (
            asyncio.run(stored(canon, wanted.database))
            if there
            else played_demo(canon, full=True, keep=wanted.database)
        ),
    }
    found: dict[str, Hashes] = {}
    for name in wanted.only:
        start = time.monotonic()
        found[name] = parts[name]()
        whole = canon.digest(found[name])
        print(f"{name}: {len(found[name])} hashes, {whole}, {time.monotonic() - start:.0f} s", flush=True)
        if wanted.out is not None:
            kept = _read(wanted.out) | {name: found[name]}
            wanted.out.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    other = list(differences(found, _read(wanted.against)))
    print("\n".join(other[:BUNDLE_SIZE]) or ("The same." if wanted.against else ""))
    return int(bool(other))


def _read(path: Path | None) -> dict[str, Any]:
    if path is None or not path.exists():
        return {}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    sys.exit(main())
