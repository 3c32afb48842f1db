"""The game master's hand on a fork: begun, changed, looked through, thrown away. Nobody else can tell that there is one."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Final

from render.campaign.letters.ruling_texts import PLAYED_OTHERWISE
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import BattleId
from rules.cluster_war.play.notation import format_order, names_of
from rules.cluster_war.turn.views.side_views import view_for
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed, quoted
from storage import forks, idempotency_keys, turns
from storage.codec import AMENDMENTS, ORDERS, decode_state, to_document, unpack
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.forks import ForkRow
from storage.games import GameRow
from storage.snapshots import Phase
from storage.turns import TurnRow
from umpire.campaign.gm.amendments import AmendmentResult, Plan
from umpire.campaign.open_turn import present
from umpire.campaign.sheets.sheet_checks import checked_on
from umpire.campaign.turn.turn_inputs import read_turn_input
from umpire.campaign.whatif.fork import (
    MOST_CHANGES,
    MOST_ORDERS,
    Base,
    Fork,
    ForkAmendment,
    ForkOrder,
    ForkReading,
    Way,
    read_fork,
)
from umpire.campaign.whatif.fork_adjudication import ForkJob, plan_change, start_of
from umpire.games.dice_draws import DICE_DRAWN
from umpire.games.games import require_unfinished, side_named, sides_of
from umpire.games.seat import Seat, clean_reason, note, require_gm
from umpire.services.services import Services

FORK_TRIES: Final = 6
ENTROPY_BYTES: Final = 48
CHANGED_TWICE: Final = "The what-if is being changed from two places at once; look at it and try again."
FORK_BUSY: Final = (
    "Turn {turn} waits for its battles: settle them (/gm battle) or take it back (/gm undo), then ask what if."
)


async def begin(services: Services, gm: Seat, base: Base, *, expect: int | None = None) -> ForkReading:
    """Fork a turn: the open one, the draft, or the last that was published.

    WrongPhaseError: there is no such turn, it waits for battles, a fork is there already, or `expect` is a revision that is over.
    """
    require_gm(gm)
    async with services.storage.transaction() as tx:
        row = await require_unfinished(tx, gm.game_id)
        now = await present(tx, row)
        if expect is not None and expect != now.revision:
            raise WrongPhaseError(f"**{row.name}** has moved on to turn {now.turn}; look again (/gm whatif).")
        there = await forks.find(tx, row.id)
        if there is not None and there.revision == now.revision:
            raise WrongPhaseError("There is a what-if already: adopt it or throw it away first (/gm whatif).")
        back = await _chosen(tx, row, now, base)
        drawn = base == "open"
        seed = _drawn(services) if drawn else back.seed
        salts = (await read_turn_input(tx, services, row.id, now.turn)).salts if drawn else {}
        fork = Fork(back.turn, base, seed.hex(), drawn, PLAYED_OTHERWISE, dict(salts))
        kept = ForkRow(row.id, 1, now.revision, back.revision, "", to_document(fork), services.seconds())
        await forks.put(tx, kept)
        await note(tx, services, row.id, gm.actor, "whatif.begun", turn=back.turn, base=base)
        if drawn:
            await note(tx, services, row.id, gm.actor, DICE_DRAWN, turn=back.turn)
        return await read_fork(tx, row.id)


def _drawn(services: Services) -> bytes:
    """A seed for dice that are the fork's own."""
    return hashlib.sha256(services.entropy(ENTROPY_BYTES)).digest()


def bases(now: TurnRow) -> tuple[Base, ...]:
    """What can be forked of a game that is at this turn, the likeliest first."""
    if now.state == "battles":
        return ()
    last: tuple[Base, ...] = ("published",) if now.turn > 1 else ()
    return ("draft",) if now.state == "draft" else (*last, "open")


async def _chosen(tx: Transaction, row: GameRow, now: TurnRow, which: Base) -> TurnRow:
    if now.state == "battles":
        raise WrongPhaseError(FORK_BUSY.format(turn=now.turn))
    there = bases(now)
    if which not in there:
        none = "There is no draft" if which == "draft" else "No turn has been published yet"
        what = "Its draft waits for you: fork that, or publish it first" if now.state == "draft" else none
        raise WrongPhaseError(f"{what}; **{row.name}** is at turn {now.turn}.")
    if which != "published":
        return now
    back = await turns.current_row(tx, row.id, now.turn - 1)
    if back is None or back.turn == 0:
        raise WrongPhaseError(f"Turn {now.turn} is the first of **{row.name}**; only it can be played differently.")
    return back


class ForkStatus(Value):
    """How things stand with forks in a game: its turn, what can be forked, and the fork there is; `stale` says of one that the
    game has moved on since."""

    turn: int
    revision: int
    bases: tuple[Base, ...]
    reading: ForkReading | None
    stale: bool


async def fork_status(services: Services, gm: Seat) -> ForkStatus:
    """Whether there is a fork, for the game master alone."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, gm.game_id)
        now = await present(tx, row)
        kept = await forks.find(tx, row.id)
        try:
            found = None if kept is None else await read_fork(tx, row.id)
        except WrongPhaseError:
            found = None
        return ForkStatus(now.turn, now.revision, bases(now), found, stale=kept is not None and found is None)


async def discard(services: Services, gm: Seat) -> bool:
    """Throw the fork away, stale or not; whether there was one."""
    require_gm(gm)
    async with services.storage.transaction() as tx:
        kept = await forks.find(tx, gm.game_id)
        if kept is not None:
            await forks.remove(tx, gm.game_id)
            await note(tx, services, gm.game_id, gm.actor, "whatif.discarded")
    return kept is not None


async def _change(
    services: Services,
    gm: Seat,
    work: Callable[[ForkReading], tuple[Fork, str]],
    idempotency_key: str = "",
    *,
    drew: bool = False,
) -> ForkReading:
    """Save what `work` makes of the fork and of where amendments go; `drew`: dice were drawn for it, which goes on record."""
    require_gm(gm)
    async with services.storage.transaction() as tx:
        before = await read_fork(tx, gm.game_id)
        if idempotency_key and not await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            return before
        fork, takes = work(before)
        await _save(tx, services, before, fork, takes)
        if drew:
            await note(tx, services, gm.game_id, gm.actor, DICE_DRAWN, turn=fork.turn)
        return await read_fork(tx, gm.game_id)


async def _save(tx: Transaction, services: Services, before: ForkReading, fork: Fork, takes: str) -> None:
    after = changed(before.row, takes=takes, document=to_document(fork), changed_at=services.seconds())
    try:
        await forks.save(tx, after)
    except StaleStateError as wrong:
        raise WrongPhaseError(CHANGED_TWICE) from wrong


async def set_taking(services: Services, gm: Seat, takes: Phase | None) -> ForkReading:
    """Where the game master's amendments go from now on: to the fork's start, to what it leads to, or to the campaign (None)."""
    return await _change(services, gm, lambda read: (read.fork, takes or ""))


async def set_reason(services: Services, gm: Seat, reason: str) -> ForkReading:
    """What everybody reads if the fork is adopted."""
    why = clean_reason(reason)
    return await _change(services, gm, lambda read: (changed(read.fork, reason=why), read.row.takes))


async def set_dice(services: Services, gm: Seat, *, drawn: bool, idempotency_key: str = "") -> ForkReading:
    """Play the fork with the dice of the turn, or with others drawn anew.

    WrongPhaseError: the dice of an open turn are nobody's to know. GameError: dice went into a change already.
    """
    fresh = _drawn(services)

    def work(read: ForkReading) -> tuple[Fork, str]:
        if not drawn and read.fork.base == "open":
            raise WrongPhaseError(
                "The dice of an open turn stay unknown until its orders are closed; a what-if has its own."
            )
        if any(change.rolls for change in read.fork.changes):
            raise GameError("Dice went into a change of this what-if already; take that back first.")
        seed = fresh if drawn else read.back.seed
        return changed(read.fork, seed=seed.hex(), drawn=drawn), read.row.takes

    return await _change(services, gm, work, idempotency_key, drew=drawn)


async def take_back(services: Services, gm: Seat, *, idempotency_key: str = "") -> ForkReading:
    """Take the last amendment of the fork back. GameError if there is none."""

    def work(read: ForkReading) -> tuple[Fork, str]:
        if not read.fork.changes:
            raise GameError("No amendment has been made in this what-if.")
        return changed(read.fork, changes=read.fork.changes[:-1]), read.row.takes

    return await _change(services, gm, work, idempotency_key)


async def set_battle(services: Services, gm: Seat, battle: BattleId, way: Way | None) -> ForkReading:
    """Settle a battle of people in the fork by numbers or by the engine; None: as it was, and by the engine if it was not."""

    def work(read: ForkReading) -> tuple[Fork, str]:
        ways = {key: one for key, one in read.fork.battles.items() if key != battle}
        return changed(read.fork, battles=ways if way is None else {**ways, battle: way}), read.row.takes

    return await _change(services, gm, work)


class ForkSheet(Value):
    """A side's orders in the fork: each with the name it is taken off by, in players' notation."""

    side: SideId
    reading: ForkReading
    lines: tuple[tuple[str, str], ...]


async def sheet_in(services: Services, gm: Seat, side: SideId) -> ForkSheet:
    """A side's orders in the fork."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        read = await read_fork(tx, gm.game_id)
    view = await services.workers.run(view_at, read.job(), side, urgent=True)
    return _sheet(read, view, side)


def _sheet(read: ForkReading, view: View, side: SideId) -> ForkSheet:
    entries = read.entries(side)
    names = names_of(view, tuple(e.signed for e in entries))
    return ForkSheet(side, read, tuple((e.label, format_order(e.signed.order, names)) for e in entries))


def view_at(job: ForkJob, side: SideId) -> View:
    """What a side sees when the fork's turn begins; runs in a worker."""
    return view_for(decode_state(unpack(start_of(job))), side)


async def set_orders(
    services: Services, gm: Seat, side: SideId, off: Sequence[str], lines: Sequence[str], *, idempotency_key: str = ""
) -> ForkSheet:
    """Take orders of a side off the fork's sheet, by the names they are shown under, and add lines of players' notation; all of
    it or nothing. GameError names what is not there, or the rule that a line breaks."""
    require_gm(gm)
    sides = sides_of(await _row(services, gm))
    side = side_named(sides, side)
    if side not in {flag.id for flag in sides}:
        raise NotYoursError(f"There is no side {quoted(side)}.")
    async with services.storage.reading() as tx:
        before = await read_fork(tx, gm.game_id)
    view = await services.workers.run(view_at, before.job(), side, urgent=True)
    fork = await _reordered(services, before, view, side, off, lines)
    async with services.storage.transaction() as tx:
        if not idempotency_key or await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            read = await read_fork(tx, gm.game_id)
            if read.token != before.token:
                raise WrongPhaseError(CHANGED_TWICE)
            await _save(tx, services, read, fork, read.row.takes)
        after = await read_fork(tx, gm.game_id)
    return _sheet(after, view, side)


async def _row(services: Services, gm: Seat) -> GameRow:
    async with services.storage.reading() as tx:
        return await require_unfinished(tx, gm.game_id)


async def _reordered(
    services: Services, before: ForkReading, view: View, side: SideId, off: Sequence[str], lines: Sequence[str]
) -> Fork:
    fork = _without(before, side, off)
    number = max((one.number for one in before.fork.added), default=0)
    standing = tuple(entry.signed for entry in changed(before, fork=fork).entries(side))
    last = max((one.number for one in standing), default=0)
    for line, found in zip(lines, await checked_on(services, view, standing, last, 0, lines), strict=True):
        if isinstance(found, GameError):
            raise GameError(f"{quoted(line)}: {found}", rule=found.rule or "") from found
        number += 1
        fork = changed(fork, added=(*fork.added, ForkOrder(side, number, ORDERS.encode(found.order).decode())))
    if len(fork.added) > MOST_ORDERS:
        raise GameError(f"A what-if holds at most {MOST_ORDERS} orders of its own.")
    return fork


def _without(before: ForkReading, side: SideId, off: Sequence[str]) -> Fork:
    """The fork without orders of a side, by the names they are shown under; GameError for one that is not there."""
    fork = before.fork
    there = {entry.label: entry.signed for entry in before.entries(side)}
    for label in off:
        if label not in there:
            listed = ", ".join(there) or "none"
            raise GameError(f"There is no order {quoted(label)} on this sheet; there are: {listed}.")
    dropped = tuple(there[label].id for label in off if not label.startswith("w"))
    gone = {int(label[1:]) for label in off if label.startswith("w")}
    return changed(
        fork,
        dropped=(*fork.dropped, *(id_ for id_ in dropped if id_ not in fork.dropped)),
        added=tuple(one for one in fork.added if one.side != side or one.number not in gone),
    )


async def amendment_phase(tx: Transaction, game: str, revision: int) -> Phase | None:
    """Where amendments of this revision's game master go: to a phase of the fork, or (None) to the campaign."""
    kept = await forks.find(tx, game)
    if kept is None or kept.revision != revision or not kept.takes:
        return None
    return "start" if kept.takes == "start" else "draft"


async def amend_fork(
    services: Services, gm: Seat, plan: Plan, why: str, *, idempotency_key: str = ""
) -> tuple[int, Phase, AmendmentResult] | None:
    """Make an amendment in the fork, worked out in a worker; None if this click was counted before. GameError: it cannot be."""
    for _ in range(FORK_TRIES):
        async with services.storage.reading() as tx:
            if idempotency_key and await idempotency_keys.is_used(tx, idempotency_key):
                return None
            read = await read_fork(tx, gm.game_id)
        phase: Phase = "start" if read.row.takes == "start" else "draft"
        if len(read.fork.changes) >= MOST_CHANGES:
            raise GameError(f"A what-if holds at most {MOST_CHANGES} amendments.")
        done = await services.workers.run(plan_change, read.job(), plan, phase, read.seed, why, urgent=True)
        told = tuple(text for event in done.events if (text := str(getattr(event, "text", ""))))
        change = ForkAmendment(
            phase,
            AMENDMENTS.encode(done.planned.amendment).decode(),
            why,
            tuple(done.planned.rolls),
            told,
        )
        try:
            await _save_amendment(services, read, change, idempotency_key)
        except StaleStateError:
            continue
        return read.fork.turn, phase, done
    raise WrongPhaseError(CHANGED_TWICE)


async def _save_amendment(services: Services, read: ForkReading, change: ForkAmendment, idempotency_key: str) -> None:
    """Save one more amendment of a fork; StaleStateError if the fork is not as it was read."""
    after = changed(read.fork, changes=(*read.fork.changes, change))
    async with services.storage.transaction() as tx:
        await idempotency_keys.take(tx, idempotency_key, services.seconds())
        again = await read_fork(tx, read.game.id)
        if again.start != read.start:
            raise StaleStateError(CHANGED_TWICE)
        kept = changed(read.row, document=to_document(after), changed_at=services.seconds())
        await forks.save(tx, kept)
