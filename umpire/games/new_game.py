"""Making a game of any system, opening its turns, and by which rules they are resolved.

A game is made with its row, the promise of its first dice, its seats, and its line in the audit log. A turn is opened inside
the caller's transaction: seed drawn and committed to, state kept, sheets and deadline made.

A program resolves by its own rules; each turn keeps the ruleset it was resolved by. No rule is ever played in two ways. When a
game goes on by other rules than before, everybody in it is told what has changed. A turn of other rules is verified by the
version that plays them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, Final

from games.known import GAMES
from render.words.game_letters import format_newer_rules
from render.words.letters import split
from rules.dice import SEED_BYTES
from rules.typed_text import straight
from rules.values import GameError, Value, WrongPhaseError, changed, field, quoted
from storage import audit, games, seats, sheets, snapshots, turns
from storage.codec import to_document
from storage.db import Transaction
from storage.games import GameRow
from storage.seats import SeatRow
from storage.sheets import SheetState
from storage.snapshots import SnapshotKey
from storage.turns import TurnRow
from umpire.games.games import check_channel, keep_extension, open_deadline, settings_of, sides_of
from umpire.games.notices import public
from umpire.games.options import GameSettings, check_options, check_schedule
from umpire.games.seat import note
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

CHANGELOG_FILE: Final = Path(__file__).parents[2] / "CHANGELOG.md"
VERSION_HEADING: Final = re.compile(r"^## \[?(\d[^\]\s]*)", re.MULTILINE)
RULES_LINE: Final = re.compile(r"^- \*\*Rules\*\* \(([a-z0-9-]+/\d+)\): (.+(?:\n  .+)*)$", re.MULTILINE)
"""A line of the changelog on a ruleset, with what goes on in the lines below it."""


async def announce(services: Services) -> None:
    """Tell every game under way whose last turn was resolved by other rules that it goes on by this program's; once each."""
    async with services.storage.transaction() as tx:
        for row in await games.under_way(tx):
            await _go_on(tx, services, row, GAMES[row.system].ruleset)


async def _go_on(tx: Transaction, services: Services, row: games.GameRow, ruleset: str) -> None:
    turn = await turns.find(tx, row.id, row.revision)
    if turn is None or turn.ruleset == ruleset or turn.state not in {"open", "battles"}:
        return
    await turns.set_ruleset(tx, row.id, row.revision, ruleset)
    text = format_newer_rules(row.name, turn.turn, ruleset, turn.ruleset, _changes(turn.ruleset, ruleset))
    for part in split(text):
        await enqueue(tx, services, public(row, turn.turn, part))
    await note(tx, services, row.id, "clock", "turn.rules", turn=turn.turn, before=turn.ruleset, ruleset=ruleset)


def _changes(before: str, ruleset: str) -> Iterator[str]:
    """The changelog's lines on what changed in the rules of a game after a ruleset, up to another; none if it does not tell."""
    name, _, number = ruleset.partition("/")
    for found, text in RULES_LINE.findall(_changelog()):
        other, _, at = found.partition("/")
        if other == name == before.partition("/")[0] and int(before.partition("/")[2]) < int(at) <= int(number):
            yield " ".join(text.split())


def verifier(ruleset: str) -> str:
    """Which version of the program verifies turns of a ruleset, as the end of a sentence."""
    text = _changelog()
    at = next((found.start() for found in RULES_LINE.finditer(text) if found[1] == ruleset), -1)
    version = [found[1] for found in VERSION_HEADING.finditer(text) if found.start() < at][-1:]
    return (
        f"Admiralty {version[0]} verifies them"
        if version
        else f"a version of Admiralty that plays by {ruleset} verifies them"
    )


@lru_cache(maxsize=1)
def _changelog() -> str:
    return CHANGELOG_FILE.read_text(encoding="utf-8") if CHANGELOG_FILE.exists() else ""


ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 4
LONGEST_NAME: Final = 80
NUMBERED: Final = re.compile(r"(.*?) ([2-9]|[1-9][0-9]+)")
"""A name with the number that makes it one of several."""
MARKUP_CHARACTERS: Final = frozenset("<>@`*[]\\|")
"""Characters of mentions, links and formatting: the bot itself repeats a game's name, also in public."""
UNRESOLVED: Final = "resolve"
"""The kind of problem that a turn which could not be resolved is; the next turn that opens, by whatever way, ends it."""
BLOCKED: Final = "blocked"
"""The kind of problem that is in such a turn's way, once the game master was told of it."""


class NewGame(Value):
    """A game that somebody asks for: where, under which name, and how its turns are kept."""

    system: str
    guild_id: int
    channel_id: int
    name: str
    host: int
    settings: GameSettings = field(default_factory=GameSettings)
    gm_role_id: int | None = None


class GameBeginning(Value):
    """What a game begins with: the seed of turn 0, its scenario as it is kept (with the sides), its packed state if it has
    one already, and what the audit log says of it beside its name."""

    seed: bytes
    scenario: Mapping[str, Any]
    packed: bytes | None
    noted: Mapping[str, Any]
    action: str = "game.created"


def check_role(new: NewGame) -> None:
    """GameError where the role of game masters is @everyone, whose id is the server's: all would see all secrets."""
    if new.gm_role_id == new.guild_id:
        raise GameError(
            "Everybody has that role and would see all secrets. Choose a role that game masters alone have."
        )


def check_wish(name: str, settings: GameSettings) -> None:
    """GameError for a bad name, schedule or option, before there is a place for the game."""
    clean_name(name)
    check_schedule(settings.schedule)
    check_options(settings.options)


async def check_new(tx: Transaction, new: NewGame) -> None:
    """GameError: a bad name, schedule, option or role, or a channel where another game is still on."""
    check_role(new)
    check_wish(new.name, new.settings)
    await check_channel(tx, new.guild_id, new.channel_id)


async def create(tx: Transaction, services: Services, new: NewGame, begin: Callable[[str], GameBeginning]) -> GameRow:
    """Make a game whose sides are free and whose first turn is not open; `begin` is given its id. GameError: see `check_new`."""
    await check_new(tx, new)
    game_id, now = await new_id(tx, services), services.seconds()
    made = begin(game_id)
    row = GameRow(
        id=game_id,
        guild_id=new.guild_id,
        channel_id=new.channel_id,
        name=clean_name(new.name),
        system=new.system,
        status="setup",
        version=1,
        revision=0,
        settings=to_document(new.settings),
        scenario=made.scenario,
        created_at=now,
        gm_role_id=new.gm_role_id,
    )
    await games.add(tx, row)
    # Revision 0 is past already: its seed made the map, and is told when the game is over.
    making = turns.new_turn(game_id, 0, 0, made.seed, now, ruleset=GAMES[new.system].ruleset)
    await turns.add(tx, changed(making, state="published", resolved_at=now, published_at=now))
    if made.packed is not None:
        await snapshots.add_packed(tx, SnapshotKey(game_id, 0, "start", 0), made.packed)
    await seats.add(tx, SeatRow(game_id, "", 0, new.host))
    for side in made.scenario["sides"]:
        await seats.add(tx, SeatRow(game_id, side["id"], 0, None))
    await note(tx, services, game_id, str(new.host), made.action, name=row.name, **made.noted)
    return row


async def free_name(services: Services, guild_id: int, wanted: str) -> str:
    """The name, with a number behind it where a game of that server has it already: "Duel", "Duel 2"."""
    async with services.storage.reading() as tx:
        taken = {row.name.casefold() for row in await games.of_guild(tx, guild_id)}
    if wanted.casefold() not in taken:
        return wanted
    found = NUMBERED.fullmatch(wanted)
    stem = (wanted if found is None else found[1])[: LONGEST_NAME - 5].rstrip()
    return next(name for name in (f"{stem} {number}" for number in count(2)) if name.casefold() not in taken)


def clean_name(name: str) -> str:
    """A game's name as one tidy line; GameError if it cannot be one."""
    title = " ".join(straight(name).split())
    if not 1 <= len(title) <= LONGEST_NAME or not title.isprintable():
        raise GameError(f"A game's name is one line of 1 to {LONGEST_NAME} ordinary characters.")
    if marks := sorted(set(title) & MARKUP_CHARACTERS):
        raise GameError(f"A game's name is in public posts and cannot hold {quoted(' '.join(marks))}; leave that out.")
    return title


async def new_id(tx: Transaction, services: Services) -> str:
    """A short id that no game has."""
    for _ in range(200):
        # 8 bytes leave no bias worth the name over 31 letters.
        number = int.from_bytes(services.entropy(8), "big")
        letters = "".join(
            ID_LETTERS[number // len(ID_LETTERS) ** place % len(ID_LETTERS)] for place in range(ID_LENGTH)
        )
        if await games.find(tx, letters) is None:
            return letters
    raise GameError("There are too many games in this database; remove some.")


async def open_turn(
    tx: Transaction,
    services: Services,
    row: GameRow,
    revision: int,
    turn: int,
    packed: bytes,
    *,
    last_due: int | None = None,
    redoes: int | None = None,
    dice: tuple[bytes, str] | None = None,
) -> tuple[TurnRow, int | None]:
    """Insert a revision with its start, sheets and deadline; gives its row and when it is due (UTC seconds). `dice` are a seed
    and the name in its dice of a game, where they are known; else a seed is drawn.

    The game's row must say `revision` already (`games.bump`).
    """
    now = services.seconds()
    seed, dice_name = dice or (services.entropy(SEED_BYTES), row.id)
    opened = changed(
        turns.new_turn(row.id, revision, turn, seed, now, redoes, ruleset=GAMES[row.system].ruleset),
        dice_name=dice_name,
    )
    await turns.add(tx, opened)
    for kind in (UNRESOLVED, BLOCKED):
        await audit.close_problems(tx, row.id, kind, services.seconds())
    await snapshots.add_packed(tx, SnapshotKey(row.id, revision, "start", 0), packed)
    await sheets.add(tx, row.id, revision, tuple(flag.id for flag in sides_of(row)))
    due = None
    if row.status == "running":
        due = await open_deadline(tx, services, settings_of(row), opened, last_due)
        due = await keep_extension(tx, services, opened, due)
    return opened, due


async def open_first_turn(
    tx: Transaction, services: Services, row: GameRow, turn: int, packed: bytes, actor: str
) -> tuple[GameRow, TurnRow, int | None]:
    """Begin a game with its first turn; gives its row, the turn's, and when that is due. WrongPhaseError if it has begun."""
    if row.status != "setup":
        raise WrongPhaseError(f"**{row.name}** has begun already.")
    await games.bump(tx, row.id, row.version, status="running", revision=1)
    running = changed(row, status="running", revision=1)
    opened, due = await open_turn(tx, services, running, 1, turn, packed)
    await note(tx, services, row.id, actor, "game.opened", turn=turn)
    return running, opened, due


async def set_sheets(tx: Transaction, row: GameRow, revision: int, states: dict[str, SheetState]) -> None:
    """Say how complete the sheets of a turn that was opened again are."""
    for sheet in await sheets.of_revision(tx, row.id, revision):
        if states.get(sheet.side, "none") != sheet.state:
            await sheets.save(tx, sheet, states[sheet.side], sheet.word)
