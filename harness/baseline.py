"""Hashes of all results: `python -m harness.baseline --out before.json` before a change, then `--against before.json` after it.

A change that must not alter results (a rewrite of values, a move, a new encoding) is right if every hash stays. Each part plays
something from fixed seeds and hashes the canonical JSON of every state and every event:

- `war`: six empires that the bot leads, with every house rule that hides something; also each side's views and reports.
- `longwar`: the war of `make longwar`, in which battles are fought, told and settled by the admiral's chair as well.
- `battles`, `library`, `dogfights`: the Pentagon War and the Air Force, played by stances and by pilots.
- `tree`: the commands as they are sent to Discord.
- `demo`, `fulldemo`: the database that `make demo` leaves behind; `--database FILE` hashes one that is there already.

Canonical JSON names a value's class and fields, not how they are stored: a frozen dataclass and a `msgspec.Struct` with the same
names give the same bytes. `--renamed FILE` is a JSON object from today's names of classes and fields to those of the other
baseline; `--without FIELD...` leaves fields out that one of the two does not have.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import hashlib
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import select

from demo.campaign import run_demo
from demo.stage import Launch
from harness.storm.battles import random_start
from playtest.entropy import SeededEntropy
from program.connecting import connect
from program.rig import Rig, rigged
from render.campaign.report.pages import write_report
from rules.air_force import advance as flights
from rules.air_force.choices import Choice
from rules.air_force.setup import DIFFICULTIES, Wishes, new_dogfight, scenarios
from rules.air_force.view import DogfightView
from rules.cluster_war.chapters.combat.battle import BattlesAwaited
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleId, BattleOutcome
from rules.cluster_war.play.governors.profile import CHARACTERS, STRENGTHS, Profile
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.shipyard.notation import FOLDER, library, scenario_names
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.values import changed
from settings import Settings
from storage import events, snapshots, turns
from storage.codec import EVENTS, decode_state
from storage.db import Storage
from storage.schema import games
from tests.e2e import kit
from tests.rules.air_force.kit import flown, suggested
from tests.rules.cluster_war.long_war import play as longwar
from tests.rules.cluster_war.long_war.minds import sheet_of
from tests.rules.cluster_war.play.governors.play import Campaign, play_month
from tests.rules.cluster_war.play.governors.world import begun as begin_governed
from tests.rules.cluster_war.play.governors.world import scenario
from tests.workers_inline import InlineWorkers
from umpire.battle.codec import BATTLE_CODEC
from umpire.campaign.turn.adjudication import engine_for
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.services.services import Services

Hashes: TypeAlias = dict[str, str]
Reader: TypeAlias = Callable[[bytes], object]

SEED: Final = 7
MONTHS: Final = 36
LONG_MONTHS: Final = 40
BATTLES: Final = 1000
TURNS: Final = 5
LONGEST: Final = 40
BUNDLE: Final = 50
"""So many battles or dogfights make one hash."""
EVERYTHING: Final[Mapping[str, Any]] = {
    "terrain": ("Neb", "Ast", "Ion"),
    "flag_officers": True,
    "graded_crews": True,
    "news": "by-courier",
    "detection": "full",
    "reserves": "come-up",
}
READERS: Final[Mapping[str, tuple[Reader, Reader]]] = {
    "cluster_war": (decode_state, EVENTS.decode),
    "pentagon_war": (BATTLE_CODEC.read, BATTLE_CODEC.events.decode),
    "air_force": (DOGFIGHT_CODEC.read, DOGFIGHT_CODEC.events.decode),
}
"""How a game's states and events are read."""


class Canon:
    """Values as canonical JSON, with today's names changed into older ones, and without some fields."""

    def __init__(self, renamed: Mapping[str, str], without: Iterable[str] = ()) -> None:
        self._renamed = renamed
        self._without = frozenset(without)

    def digest(self, *values: object) -> str:
        """The SHA-256 of values, in 16 hexadecimal digits."""
        found = hashlib.sha256()
        for value in values:
            found.update(json.dumps(self._plain(value), sort_keys=True, separators=(",", ":")).encode())
        return found.hexdigest()[:16]

    def _named(self, name: str) -> str:
        return self._renamed.get(name, name)

    def _plain(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind in (str, int, bool, float):
            return value
        if kind in (list, tuple):
            return [self._plain(one) for one in value]
        if kind is Fraction:
            return {"fraction": str(value)}
        if kind is bytes:
            return {"bytes": value.hex()}
        if isinstance(value, type):
            return {"type": self._named(value.__name__)}
        if isinstance(value, Mapping):
            return {self._key(key): self._plain(one) for key, one in value.items()}
        if isinstance(value, set | frozenset):
            return sorted((self._plain(one) for one in value), key=lambda plain: json.dumps(plain, sort_keys=True))
        if kind.__name__ == "Sealed":  # a cover around an event, which is what counts
            return self._plain(value.event)
        names = [name for name in _fields(value) if name not in self._without]
        fields = {self._named(name): self._plain(getattr(value, name)) for name in names}
        return [self._named(kind.__name__), fields]

    def _key(self, key: object) -> str:
        return key if isinstance(key, str) else json.dumps(self._plain(key), sort_keys=True)


def _fields(value: Any) -> Iterable[str]:
    if isinstance(value, msgspec.Struct):
        return value.__struct_fields__
    if dataclasses.is_dataclass(value):
        return [field.name for field in dataclasses.fields(value)]
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return list(value._fields)
    raise TypeError(f"{type(value).__name__} has no canonical form")


def war(canon: Canon, months: int) -> Hashes:
    """A campaign of six empires that the bot leads: states, events, orders, views and reports."""
    found = scenario("six_empires", **EVERYTHING)
    seats = {
        side.id: Profile(CHARACTERS[n % len(CHARACTERS)], STRENGTHS[n % len(STRENGTHS)])
        for n, side in enumerate(found.sides)
    }
    game = Campaign(SEED, begin_governed(found, SEED), seats)
    hashes = {"start": canon.digest(game.state)}
    for month in range(1, months + 1):
        play_month(game)
        views = [view_for(game.state, side) for side in sorted(game.state.sides)]
        seen = [(view, tuple(event for event in game.events if view.side in event.seen_by)) for view in views]
        reports = [write_report(view, told) for view, told in seen]
        hashes |= _month(canon, month, game.state, game.events)
        hashes[f"{month:02} orders"] = canon.digest(game.sheets)
        hashes[f"{month:02} views"] = canon.digest(*views)
        hashes[f"{month:02} reports"] = canon.digest(*reports)
    print(f"  {game.orders} orders, {sum(game.counted.values())} things counted", flush=True)
    return hashes


def long_war(canon: Canon, months: int) -> Hashes:
    """The war of `make longwar`: states and events."""
    state = longwar.begun(SEED).state
    hashes = {"start": canon.digest(state)}
    for month in range(1, months + 1):
        chance = Random(f"{SEED}/{state.turn}")
        state = longwar.kept(longwar.after(state, tuple(longwar.masters_acts(state, chance))))
        orders = tuple(
            signed
            for side in sorted(state.sides)
            for signed in sheet_of(view_for(state, side), Random(f"{SEED}/{state.turn}/{side}"))
        )
        dice, settle = longwar.dice_of(SEED, state.turn), engine_for(state.settings)
        outcomes: dict[BattleId, BattleOutcome] = {}
        while True:
            try:
                done = adjudicate(state, orders, dice, outcomes, settle)
                break
            except BattlesAwaited as waiting:
                for one in waiting.battles:
                    outcomes[one.id] = longwar.settled(state, one, settle, Random(f"{SEED}/{one.id}"), dice)
        state = done.state
        hashes |= _month(canon, month, state, done.events)
    return hashes


def _month(canon: Canon, month: int, state: GameState, told: Iterable[object]) -> Hashes:
    return {f"{month:02} state": canon.digest(state), f"{month:02} events": canon.digest(*told)}


def _stanced(canon: Canon, battle: Battle, seed: bytes, most: int) -> str:
    """A battle of stances, turn by turn."""
    found = [canon.digest(battle)]
    while battle.winner is None and len(found) <= most:
        result = run_turn(battle, (), Dice(seed, "baseline", battle.now.turn))
        battle = result.battle
        found.append(canon.digest(battle, *result.events))
    return canon.digest(found)


def storm_battle(canon: Canon, number: int) -> str:
    """One battle of `make storm`."""
    return _stanced(canon, random_start(Random(number)), number.to_bytes(32, "big"), TURNS)


def library_battles(canon: Canon) -> Hashes:
    """The ready-made battles, each with three seeds, to their end or for long enough."""
    return {
        f"{name} {seed}": _stanced(
            canon,
            new_battle((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), library()),
            seed.to_bytes(32, "big"),
            LONGEST,
        )
        for name in scenario_names()
        for seed in range(1, 4)
    }


def dogfight(canon: Canon, number: int) -> str:
    """One dogfight to its end: of the program alone, or with a pilot who mostly takes the advice."""
    chance, names, key = Random(number), scenarios(), number.to_bytes(32, "big")
    level = DIFFICULTIES[number // len(names) % len(DIFFICULTIES)]
    wishes = Wishes(level, aerobatics=chance.random() < 0.5)
    fight = new_dogfight(names[number % len(names)], wishes, Dice(key, "baseline", 0))

    def pilot(view: DogfightView, choices: tuple[Choice, ...]) -> Choice:
        return suggested(view, choices) if chance.randrange(4) else choices[chance.randrange(len(choices))]

    flies = bool(number % 2)
    fight = changed(fight, players=("blue",) if flies else ())
    found = [canon.digest(fight)]
    while fight.winner is None and len(found) <= LONGEST:
        dice = Dice(key, "baseline", len(found))
        result = flown(fight, dice, pilot)[0] if flies else flights.run_turn(fight, (), dice)
        fight = result.fight
        found.append(canon.digest(fight, *result.events))
    return canon.digest(found)


def bundled(canon: Canon, one: Callable[[Canon, int], str], count: int) -> Hashes:
    """Many of a kind, some to a hash, on two cores."""
    with ProcessPoolExecutor(2) as pool:
        each = list(pool.map(one, [canon] * count, range(1, count + 1), chunksize=10))
    return {
        f"{first + 1:05} to {min(first + BUNDLE, count):05}": canon.digest(each[first : first + BUNDLE])
        for first in range(0, count, BUNDLE)
    }


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
        async def kept(settings: Settings, path: str, *rest: Any) -> AsyncIterator[Rig]:
            async with rigged(settings, path, *rest) as rig:
                yield rig
            if Path(path).name == "demo.db":
                await asyncio.to_thread(lambda: database.write_bytes(Path(path).read_bytes()))

        if asyncio.run(run_demo(Settings(workers=1), Path(folder) / "out", Launch(kept, connect), full=full)):
            raise RuntimeError("the demo failed")
        return asyncio.run(stored(canon, database))


async def stored(canon: Canon, database: Path) -> Hashes:
    """Every state and event of every game of a database, by opening. Games are numbered in the order they were made in."""
    hashes: Hashes = {}
    async with await Storage.open(str(database)) as storage, storage.reading() as tx:
        rows = list(await tx.execute(select(games.c.id, games.c.system, games.c.name).order_by(games.c.created_at)))
        for number, row in enumerate(rows, 1):
            state, event = READERS[row.system]
            for turn in await turns.of_game(tx, row.id):
                where = f"{number} {row.system} opening {turn.opening:03}"
                keys = await snapshots.of_opening(tx, row.id, turn.opening)
                told = await events.encoded_of_opening(tx, row.id, turn.opening)
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
    parser.add_argument("--only", nargs="+", default=["war", "longwar", "battles", "library", "dogfights", "tree"])
    parser.add_argument(
        "--out", type=Path, help="a JSON file; parts that it has already and that are not asked for stay"
    )
    parser.add_argument("--against", type=Path, help="a file of another time to compare with")
    parser.add_argument("--renamed", type=Path, help="a JSON object from names of today to names of then")
    parser.add_argument("--without", nargs="+", default=[], metavar="FIELD")
    parser.add_argument("--battles", type=int, default=BATTLES)
    parser.add_argument("--months", type=int, default=0, help="of both wars")
    parser.add_argument(
        "--database", type=Path, help="for `demo`: hash this file; for a demo that is played: keep its database"
    )
    wanted = parser.parse_args()
    canon = Canon(_read(wanted.renamed), wanted.without)
    there = wanted.database is not None and wanted.database.exists()
    parts: Mapping[str, Callable[[], Hashes]] = {
        "war": lambda: war(canon, wanted.months or MONTHS),
        "longwar": lambda: long_war(canon, wanted.months or LONG_MONTHS),
        "battles": lambda: bundled(canon, storm_battle, wanted.battles),
        "library": lambda: library_battles(canon),
        "dogfights": lambda: bundled(canon, dogfight, wanted.battles),
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
    print("\n".join(other[:BUNDLE]) or ("The same." if wanted.against else ""))
    return int(bool(other))


def _read(path: Path | None) -> dict[str, Any]:
    if path is None or not path.exists():
        return {}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    sys.exit(main())
