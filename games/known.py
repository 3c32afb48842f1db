"""The records of all games: those in this folder, and those of packages that are installed beside this program.

A package registers a game through the entry-point group `admiralty.games`: `sea_duel = "sea_duel.record:GAME"`.
"""

from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module, metadata, resources
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final, Literal, NamedTuple

from games.record import GameRecord, Guide, RecordError, faults
from rules.values import fields

ENTRY_POINT_GROUP: Final = "admiralty.games"
NOT_RECORDS: Final = ("record", "known")
"""Modules of this folder that are no record."""


class RecordOrigin(NamedTuple):
    """A record, and where it comes from in words; `package` is the package from outside that registers it, with its version,
    and `top` the Python package its code is in."""

    game: GameRecord
    where: str
    package: str = ""
    top: str = ""


def refuse(name: str, where: str, why: str) -> RecordError:
    """The error for a record that cannot be used."""
    return RecordError(f'The game "{name}" ({where}) is refused: {why}.')


def _written() -> Iterator[tuple[object, str, str, str, str]]:
    """Each record as it is found: what it is, what it is called there, and where it comes from as in `RecordOrigin`."""
    for found in iter_modules([str(Path(__file__).parent)]):
        if found.name not in NOT_RECORDS:
            yield import_module(f"games.{found.name}").GAME, found.name, f"games/{found.name}.py", "", ""
    for entry in metadata.entry_points(group=ENTRY_POINT_GROUP):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown package"
        where = f"package {package}, entry point {entry.name} = {entry.value}"
        try:
            yield entry.load(), entry.name, where, package, entry.module.partition(".")[0]
        except Exception as wrong:
            raise refuse(entry.name, where, f"its record cannot be loaded: {wrong}") from wrong


def read_records() -> tuple[RecordOrigin, ...]:
    """All records in their order. RecordError for one that is wrong in itself or beside the others."""
    read: dict[str, RecordOrigin] = {}
    for game, called, where, package, top in _written():
        if not isinstance(game, GameRecord):
            raise refuse(
                called, where, f"its record is a value of {type(game).__name__}, not of games.record.GameRecord"
            )
        if wrong := faults(game):
            raise refuse(game.name, where, "; ".join(wrong))
        if game.name in read:
            raise refuse(game.name, where, f"{read[game.name].where} has a game of that name")
        read[game.name] = RecordOrigin(game, where, package, top)
    for origin in read.values():
        if missing := [name for name in origin.game.needs if name not in read]:
            raise refuse(origin.game.name, origin.where, f"it needs the game {missing[0]}, which is not there")
    return tuple(sorted(read.values(), key=lambda origin: (origin.game.order, origin.game.name)))


ORIGINS: Final = read_records()
GAMES: Final[Mapping[str, GameRecord]] = {origin.game.name: origin.game for origin in ORIGINS}
"""By name, in their order."""
OUTSIDE: Final[Mapping[str, str]] = {origin.top: origin.package for origin in ORIGINS if origin.package}
"""The Python packages from outside in which the code of games is, each with the name and version that it was installed as."""


def parts(field: Literal["system", "kind", "face", "rows"]) -> Mapping[str, Any]:
    """What the records name under a field, by game; games that name nothing are left out. RecordError where it is not there or
    is another game's."""
    return {origin.game.name: _owned(origin, at) for origin in ORIGINS if (at := getattr(origin.game, field))}


def record_error(name: str, why: str) -> RecordError:
    """The error for a game whose record is right by itself, and cannot be used beside the others."""
    return next(refuse(name, origin.where, why) for origin in ORIGINS if origin.game.name == name)


def _owned(origin: RecordOrigin, reference: str) -> Any:
    found = _loaded(origin, reference)
    if (named := getattr(found, "name", origin.game.name)) != origin.game.name:
        raise refuse(origin.game.name, origin.where, f"{reference} is of the game {named!r}")
    return found


def ledgers() -> Iterator[str]:
    """The texts of the ledgers. RecordError for one that cannot be read."""
    for origin in ORIGINS:
        package, _, name = origin.game.ledger.partition("/")
        try:
            yield resources.files(package).joinpath(name).read_text(encoding="utf-8")
        except (OSError, ImportError) as wrong:
            raise refuse(
                origin.game.name, origin.where, f"its ledger {origin.game.ledger} cannot be read: {wrong}"
            ) from wrong


def guide() -> dict[str, Any]:
    """What the sandbox's page tells a newcomer: each part of `Guide`, by its name, from the first game that has it."""
    guides = [game.guide for game in GAMES.values() if game.guide is not None]
    told = {
        field.name: next(filter(None, (getattr(one, field.name) for one in guides)), None) for field in fields(Guide)
    }
    return {name: words for name, words in told.items() if words is not None}


def check_functions(origins: Iterable[RecordOrigin] = ORIGINS) -> None:
    """Look for the functions that workers are to be sent. RecordError for the first that is not there."""
    for origin in origins:
        for module, names in (*origin.game.turns.items(), *origin.game.pictures.items()):
            for name in names:
                if not callable(_loaded(origin, f"{module}:{name}")):
                    raise refuse(origin.game.name, origin.where, f"{module}:{name} is not a function")


def _loaded(origin: RecordOrigin, reference: str) -> Any:
    module, _, name = reference.partition(":")
    try:
        return getattr(import_module(module), name)
    except Exception as wrong:
        raise refuse(origin.game.name, origin.where, f"{reference} cannot be loaded: {wrong}") from wrong
