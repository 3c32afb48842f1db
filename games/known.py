"""The records of all games: those in this folder, and those of packages that are installed beside this program.

A package registers a game through the entry-point group `admiralty.games`: `sea_duel = "sea_duel.record:GAME"`.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module, metadata, resources
from pathlib import Path
from pkgutil import iter_modules
from typing import Final, NamedTuple

from games.record import Game, RecordError, faults, part

GROUP: Final = "admiralty.games"
OWN: Final = ("record", "known")
"""Modules of this folder that are no record."""


class Origin(NamedTuple):
    """A record, and where it comes from in words."""

    game: object
    where: str
    package: str
    """The package from outside that registers it with its version; "" for a game of this program."""


def refuse(name: str, where: str, why: str) -> RecordError:
    """The error for a record that cannot be used."""
    return RecordError(f'The game "{name}" ({where}) is refused: {why}.')


def _origins() -> Iterator[Origin]:
    for found in iter_modules([str(Path(__file__).parent)]):
        if found.name not in OWN:
            yield Origin(import_module(f"games.{found.name}").GAME, f"games/{found.name}.py", "")
    for entry in metadata.entry_points(group=GROUP):
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown package"
        where = f"package {package}, entry point {entry.name} = {entry.value}"
        try:
            yield Origin(entry.load(), where, package)
        except Exception as wrong:
            raise refuse(entry.name, where, f"its record cannot be loaded: {wrong}") from wrong


def _read() -> tuple[Origin, ...]:
    """All records as they are written. RecordError for one that is wrong in itself or beside the others."""
    read: dict[str, Origin] = {}
    for origin in _origins():
        game = origin.game
        if not isinstance(game, Game):
            raise refuse("?", origin.where, f"it is a {type(game).__name__}, not a games.record.Game")
        if wrong := faults(game):
            raise refuse(game.name, origin.where, "; ".join(wrong))
        if game.name in read:
            raise refuse(game.name, origin.where, f"{read[game.name].where} has a game of that name")
        read[game.name] = origin
    for origin in read.values():
        if isinstance(origin.game, Game) and (missing := [name for name in origin.game.needs if name not in read]):
            raise refuse(origin.game.name, origin.where, f"it needs the game {missing[0]}, which is not there")
    return tuple(sorted(read.values(), key=_place))


def _place(origin: Origin) -> tuple[int, str]:
    assert isinstance(origin.game, Game)  # for the type checker: `_read` refuses all else
    return origin.game.order, origin.game.name


ORIGINS: Final = _read()
GAMES: Final[Mapping[str, Game]] = {
    origin.game.name: origin.game for origin in ORIGINS if isinstance(origin.game, Game)
}
"""By name, in their order."""
PACKAGES: Final = tuple(origin.package for origin in ORIGINS if origin.package)
"""The packages from outside that games come from, with their versions."""


def ledger(game: Game) -> str:
    """The text of a game's ledger. OSError or ModuleNotFoundError if it is not there."""
    package, _, name = game.ledger.partition("/")
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")


def check() -> None:
    """Load all that the records name. RecordError for the first that is not there or is another game's."""
    for origin in ORIGINS:
        game = origin.game
        if not isinstance(game, Game):
            continue
        for reference in filter(None, (game.system, game.kind, game.face)):
            try:
                found = part(reference)
            except (ImportError, AttributeError) as wrong:
                raise refuse(game.name, origin.where, f"{reference} cannot be loaded: {wrong}") from wrong
            if (name := getattr(found, "name", game.name)) != game.name:
                raise refuse(game.name, origin.where, f"{reference} is of the game {name!r}")
        for module, names in (*game.turns.items(), *game.pictures.items()):
            try:
                missing = [name for name in names if not callable(getattr(import_module(module), name, None))]
            except ImportError as wrong:
                raise refuse(game.name, origin.where, f"{module} cannot be loaded: {wrong}") from wrong
            if missing:
                raise refuse(game.name, origin.where, f"{module} has no function {missing[0]}")
        try:
            ledger(game)
        except (OSError, ImportError) as wrong:
            raise refuse(game.name, origin.where, f"its ledger {game.ledger} cannot be read: {wrong}") from wrong
