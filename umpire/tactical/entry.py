"""Any game that is played in tactical games, as the clock, the deliverer and capsules know it: its `System`, made of its kind."""

from collections.abc import Callable
from typing import Final

from games.known import record_error
from render.words.letters import TACTICAL_REMINDERS
from rules.dice import Dice
from rules.values import GameError
from storage import snapshots
from storage.codec import pack, unpack
from storage.db import Transaction
from storage.snapshots import SnapshotKey
from umpire.outbox.courier import File
from umpire.outbox.outbox import FileKind, Recipe
from umpire.services.services import Services
from umpire.systems.contract import Happened, NewsMaker, StepOutcome, System
from umpire.tactical.course import advance
from umpire.tactical.tactical_reader import PlayedTurns, read_course, read_played
from umpire.tactical.undo import resume
from umpire.tactical_kinds.kind import TacticalKind

"""A stop in mid-turn may have a deadline of its own."""
SET_UP: Final = 1
"""The revision that begins with the set-up and its players as they stood when the host began the tactical game; so all starts up
to its first are given."""


PLAYED_OTHERWISE: Final[frozenset[FileKind]] = frozenset({"opening", "ending"})
"""Files that show a turn before anything was played, and the whole game up to its end."""


async def _read(tx: Transaction, recipe: Recipe, kinds: tuple[FileKind, ...]) -> PlayedTurns:
    """What files of these kinds are drawn of."""
    if "opening" in kinds:
        start = await snapshots.load_packed(tx, SnapshotKey(recipe.game, recipe.revision, "start", 0))
        return PlayedTurns(start, start, ())
    return await (read_course if "ending" in kinds else read_played)(tx, recipe.game, recipe.revision)


def entry(
    kind: TacticalKind,
    draw: Callable[[bytes, bytes, tuple[bytes, ...], str, tuple[FileKind, ...], str, int], tuple[File, ...]],
    news: NewsMaker,
) -> System:
    """The `System` of a kind. `draw` draws the files of a turn that was played, in a worker: from its start, its end and its
    events, for a side, of these kinds, under a title, with the turn's number.

    A tactical game's host may play a side, so they know no more than anybody until it is over. RecordError for an order of the
    kind that its codec does not know.
    """
    codec = kind.codec
    for order in (kind.closing, *kind.at_once):
        if not codec.orders.holds(order):
            raise record_error(kind.name, f"{order.__name__} is not an order of its codec")

    async def files(
        services: Services, title: str, recipe: Recipe, kinds: tuple[FileKind, ...], *, urgent: bool = False
    ) -> tuple[File, ...]:
        found: list[File] = []
        of_turn = tuple(kind for kind in kinds if kind not in PLAYED_OTHERWISE)
        for part in (of_turn, *((kind,) for kind in kinds if kind in PLAYED_OTHERWISE)):
            if part:
                async with services.storage.reading() as tx:
                    played = await _read(tx, recipe, part)
                given = (played.start, played.end, played.told, recipe.side, part, title, recipe.turn)
                found += await services.workers.run(draw, *given, urgent=urgent)
        return tuple(found)

    def stands_at(state: bytes, turn: int) -> bool:
        tactical = codec.read(state)
        return tactical.winner is not None or tactical.now.turn == turn

    def resolve(
        state: bytes, orders: bytes, seed: bytes, dice_name: str, turn: int, outcomes: tuple[bytes, ...]
    ) -> StepOutcome:
        del outcomes  # all that happens in a tactical game is settled in it
        result = kind.progress(pack(state), orders, Dice(seed, dice_name, turn), turn)
        if not result.done:
            raise GameError(f"Turn {turn} does not end with the orders that are kept of it.")
        return StepOutcome(unpack(result.packed), result.events)

    def happened(data: bytes) -> Happened:
        event = codec.events.decode(data)
        rolls = tuple(roll for roll in event.cause.rolls if kind.is_told(roll))
        return Happened(codec.events.encode(event), rolls, event.seen_by)

    def amend(state: bytes, amendment: bytes, reason: str) -> StepOutcome:
        """Nobody changes a tactical game by their word."""
        del state, amendment, reason
        raise GameError(
            f"{kind.noun[:1].upper()}{kind.noun[1:]} cannot be amended, and this capsule says that one was."
        )

    return System(
        name=kind.name,
        schema=kind.schema,
        noun=kind.noun,
        commands=kind.commands,
        repair=f"{kind.commands[kind.commands.index('/') :].split(',')[0]} repair",
        host_knows_all=False,
        has_threads=False,
        reminders=TACTICAL_REMINDERS,
        advance=lambda services, game_id, by, reason, expect_turn, *, late: advance(
            services, game_id, by, expect_turn, late=late
        ),
        files=files,
        reopened=resume,
        state=lambda data: codec.write(codec.read(data)),
        stands_at=stands_at,
        is_given=lambda revision, seq: revision < SET_UP or (revision == SET_UP and seq == 0),
        resolve=resolve,
        amend=amend,
        order=lambda data: codec.orders.encode(codec.orders.decode(data)),
        happened=happened,
        made=lambda scenario, seed: None,
        seeds_told=kind.seeds_told,
        news=news,
        plays_in_turn=True,
    )
