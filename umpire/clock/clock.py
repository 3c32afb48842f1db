"""The clock. Rows of deadlines and reminders are the truth; an alarm (APScheduler) only says when to look at them.

A sweep takes what is due by claims that only one process can win, so it may run as often as it likes: when the program
starts, at each alarm, and every half minute. The half minute is counted by the computer's uptime, which nobody can put back;
the alarm goes by its time of day, and is set anew at every look.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterable
from contextvars import Context
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from render.words.game_letters import format_waiting_draft
from rules.values import GameError, WrongPhaseError
from storage import audit, deadlines, documents, games, idempotency_keys, processes, turns
from storage.batch_queries import GameBrief
from storage.db import Transaction
from storage.engine import ROWS_SCOPE, Scope
from storage.turns import TurnRow
from umpire.clock import extra_time
from umpire.clock.dashboards import refresh_dashboards
from umpire.clock.deputies import tend_absences
from umpire.clock.due import (
    RESUMABLE,
    DueGame,
    ends_at,
    not_elsewhere,
    refresh,
    remind,
    subject_of,
    take_due,
    tell_failure,
)
from umpire.clock.extra_time import Downtime
from umpire.clock.game_briefs import game_rows
from umpire.games import new_game
from umpire.games.bank import seconds_lost
from umpire.games.games import get_game, is_led
from umpire.games.new_game import UNRESOLVED
from umpire.games.notices import public
from umpire.games.seat import note
from umpire.news import send_due
from umpire.outbox.outbox import enqueue
from umpire.services.observer import set_about
from umpire.services.processes import ALIVE_SECONDS, CLOCK_SUFFIX, others_alive, part_name, process_name
from umpire.services.services import Services
from umpire.services.task_end import end
from umpire.systems.contract import PlayBotTurn
from umpire.systems.known import SYSTEMS, system_of

WAITING_DAYS: Final = 3
DAY_SECONDS: Final = 86_400
DRAFT_WAITS: Final = "draft.waits"


async def tell_waiting(services: Services, stand: Iterable[GameBrief]) -> int:
    """Tell of the drafts that have waited so long, each once however many processes ask; gives how many. `stand` is how all
    games stand."""
    before = services.seconds() - WAITING_DAYS * DAY_SECONDS
    drafts = [(one.game, one.turn) for one in stand if one.turn is not None and one.turn.state == "draft"]
    found = [
        (game.id, turn.revision)
        for game, turn in drafts
        if game.status == "running" and (turn.resolved_at or 0) < before
    ]
    here = await not_elsewhere(services, found)
    return sum([await _tell(services, game, revision) for game, revision in here])


async def _tell(services: Services, game_id: str, revision: int) -> bool:
    async with services.storage.reading() as tx:
        turn = await turns.find(tx, game_id, revision)
        if (
            turn is None
            or await _is_told(tx, game_id, revision)
            or await _waited(tx, services, turn) < WAITING_DAYS * DAY_SECONDS
        ):
            return False
    async with services.storage.transaction(Scope(game_id)) as tx:
        row, turn = await games.find(tx, game_id), await turns.find(tx, game_id, revision)
        if (
            row is None
            or not is_led(row)
            or turn is None
            or turn.state != "draft"
            or await _is_told(tx, game_id, revision)
        ):
            return False
        days = await _waited(tx, services, turn) // DAY_SECONDS
        await note(tx, services, game_id, "clock", DRAFT_WAITS, turn=turn.turn, revision=revision)
        await enqueue(tx, services, public(row, turn.turn, format_waiting_draft(row.name, turn.turn, days)))
    return True


async def _waited(tx: Transaction, services: Services, turn: TurnRow) -> int:
    """For how many seconds a result has waited; time in which the game stood still does not count."""
    since = turn.resolved_at or 0
    return services.seconds() - since - await seconds_lost(tx, turn.game, since)


async def _is_told(tx: Transaction, game_id: str, revision: int) -> bool:
    return any(act.detail.get("revision") == revision for act in await audit.of_actions(tx, game_id, DRAFT_WAITS))


SWEEP_SECONDS: Final = 30
AT_ONCE: Final = 6
"""Turns that are resolved, and seats of the program's own that are played, at one time: others are to have their turn, too."""
REST_TIMES_WORK: Final = 4
MOST_REST: Final = 2.0
MOST_SET_ASIDE: Final = 5
"""So often a failed turn is tried again in one go, each time without one thing more."""
CLICK_SECONDS: Final = 3600
DRAFT_SECONDS: Final = 86_400
BOT_TURNS: Final = tuple(
    (s.pending_bot_turns, s.play_bot_turn) for s in SYSTEMS.values() if s.pending_bot_turns and s.play_bot_turn
)
RECONCILERS: Final = tuple(system.reconcile for system in SYSTEMS.values() if system.reconcile is not None)

log = logging.getLogger(__name__)


async def look(services: Services) -> tuple[DueGame, ...]:
    """Do what is due of all games but resolving turns; claim those that are to be resolved now, and give them."""
    stand = await tend_absences(services)
    await remind(services)
    await refresh(services)
    await refresh_dashboards(services, stand)
    await send_due(services)
    await tell_waiting(services, stand)
    for reconcile in RECONCILERS:
        try:
            await reconcile(services)
        except Exception:  # deadlines do not wait for it
            log.exception("Games that are part of others could not be looked at; trying again.")
    return await take_due(services)


async def pending_bot_turns(services: Services) -> tuple[tuple[str, int, PlayBotTurn], ...]:
    """Running games whose open turn waits for the program, each with the turn and with what does it."""
    async with services.storage.reading() as tx:
        asked = [(tuple((await pending(tx)).items()), play) for pending, play in BOT_TURNS]
    return tuple([(*one, play) for found, play in asked for one in await not_elsewhere(services, found)])


async def play_bot_turn(services: Services, game: str, turn: int, play: PlayBotTurn) -> bool:
    """Do what a game's open turn waits for; whether it was done here. What goes wrong is logged, and done at the next look."""
    try:
        return await play(services, game, turn)
    except GameError as wrong:
        log.info("Turn %s of game %s was not served: %s", turn, game, wrong)
    except Exception:
        log.exception("Turn %s of game %s could not be served.", turn, game)
    return False


async def resolve_due(services: Services, due: DueGame) -> bool:
    """Resolve a turn whose time has come; whether this changed anything. A failure is told to the game master once. After
    the second the game finds what is in the way; what it sets aside by itself is out of the turn, which is tried anew."""
    for _ in range(MOST_SET_ASIDE):
        done = await _resolve_once(services, due)
        if done is not None:
            return done
    return False


async def _resolve_once(services: Services, due: DueGame) -> bool | None:
    """One try; None if it failed and something that was in its way is out of it now."""
    try:
        system = system_of((await get_game(services, due.game)).system)
        changed = await system.advance(services, due.game, "clock", due.reason, due.turn, late=due.late)
    except WrongPhaseError as already:
        log.info("Turn %s of game %s: %s", due.turn, due.game, already)
        return False
    except Exception as wrong:
        code = services.entropy(3).hex()
        log.exception("Turn %s of game %s could not be resolved [%s].", due.turn, due.game, code, extra={"code": code})
        if await tell_failure(services, due.game, due.turn, code, wrong) and await _unblock(services, due, code):
            return None
        return False
    async with services.storage.transaction(Scope(due.game)) as tx:
        await audit.close_problem(tx, due.game, UNRESOLVED, subject_of(due.turn), services.seconds())
    return changed


async def _unblock(services: Services, due: DueGame, code: str) -> bool:
    """Whether a turn that has failed before can be tried again at once. What goes wrong is logged."""
    try:
        unblock = system_of((await get_game(services, due.game)).system).unblock
        return unblock is not None and await unblock(services, due.game, due.turn, code)
    except Exception:
        log.exception("What is in the way of turn %s of game %s could not be found out.", due.turn, due.game)
        return False


async def next_moment(services: Services) -> int | None:
    """When something will be due next (UTC seconds), as far as is known now."""
    now = services.seconds()
    async with services.storage.reading() as tx:
        moments = [await deadlines.next_after(tx, now), await deadlines.next_reminder(tx)]
        moments += [(await resumable(tx, now))[1] for resumable in RESUMABLE]
        passed = await deadlines.due(tx, now)
    known = await game_rows(services, (row.game for row in passed))
    moments += [ends_at(known[row.game], row) for row in passed if row.game in known]
    return min((moment for moment in moments if moment is not None and moment > now), default=None)


class Clock:
    """Keeps the deadlines of all games while the program runs: `start`, then `stop`.

    `wall` and `uptime` are the computer's time of day and its uptime, in seconds: a computer that slept is found out by
    the first having gone on without the second.
    """

    def __init__(
        self,
        services: Services,
        *,
        process: str = "",
        wall: Callable[[], float] = time.time,
        uptime: Callable[[], float] = time.monotonic,
    ) -> None:
        self.process = process or services.process or process_name(services.entropy(4).hex())
        self.downtime: Downtime | None = None
        self.heard_of = asyncio.Event()
        """Set once other processes can read that this one is at work."""
        self._services = services
        self._scheduler: AsyncIOScheduler | None = None
        self._working: dict[str, asyncio.Task[None]] = {}
        self._bot_turns: dict[str, asyncio.Task[None]] = {}
        self._others: set[asyncio.Task[None]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._one = asyncio.Lock()
        self._poked = False
        self._room = asyncio.Semaphore(AT_ONCE)
        self._wall = wall
        self._uptime = uptime
        self._turned = uptime()
        self._slept = self._sleep_so_far()

    async def start(self) -> None:
        """Credit the program's downtime, do what is overdue, then wait for the next alarm. A clock that goes goes on."""
        if self._scheduler is not None:
            return
        self.downtime = await extra_time.come_back(self._services, self.process)
        self.heard_of.set()
        self._slept = self._sleep_so_far()
        await self._take_over()
        await new_game.announce(self._services)
        # Late alarms ring once and are never dropped; the default would drop those a second late.
        defaults = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        self._scheduler = AsyncIOScheduler(timezone=UTC, job_defaults=defaults)
        self._scheduler.start()
        self._turned = self._uptime()
        self._looking = asyncio.create_task(self._keep_looking(), context=Context())
        self._poked = False
        async with self._one:
            await self._tick()

    def revive(self) -> bool:
        """Go on looking every half minute, if that has ended and nobody stopped the clock; whether it had."""
        if self._looking is None or not self._looking.done():
            return False
        self._looking = asyncio.create_task(self._keep_looking(), context=Context())
        return True

    def silent_seconds(self) -> float:
        """How long ago the last look ended, well or not; 0 while the clock is stopped."""
        return 0 if self._scheduler is None else self._uptime() - self._turned

    async def _take_over(self) -> None:
        """Deadlines claimed by a process that died are free again at once, if no other process is at work."""
        now = self._services.seconds()
        async with self._services.storage.transaction() as tx:
            if not others_alive(await processes.all_beats(tx), self.process, now):
                await deadlines.release_claims(tx, now + 1, now)

    async def stop(self) -> None:
        """Ring no more, and wait for turns that are being resolved."""
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=False)
            self._scheduler = None
        if self._looking is not None:
            await end((self._looking,))
            self._looking = None
        await self.settled()

    def poke(self) -> None:
        """Look now: somebody has declared their orders ready, or moved a deadline. A look that has not begun will see it."""
        if not self._poked:
            self._poked = self._spawn(self._look())

    async def settled(self) -> None:
        """Wait until nothing is being looked at or resolved; for tests and an orderly end."""
        while self._others or self._working or self._bot_turns:
            tasks = *self._others, *self._working.values(), *self._bot_turns.values()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.poke()

    def _sleep_so_far(self) -> float:
        return self._wall() - self._uptime()

    async def _beat(self) -> None:
        """This process is at work; if the computer slept, its sleep is downtime and is credited as such."""
        slept = self._sleep_so_far()
        if slept - self._slept >= ALIVE_SECONDS:
            self.downtime = await extra_time.come_back(self._services, self.process) or self.downtime
        else:
            await extra_time.beat(self._services, self.process)
        self._slept = slept  # only now: what could not be written down is credited at the next look

    async def _ring(self) -> None:
        """An alarm: the look is a task of the clock's own, which the end of the program waits for and never cuts off."""
        self.poke()

    async def _look(self) -> None:
        """One look at a time, after each a rest four times as long: many turns that end together leave most of it to others."""
        async with self._one:
            self._poked = False
            began = time.monotonic()
            await self._tick()
            await asyncio.sleep(min(REST_TIMES_WORK * (time.monotonic() - began), MOST_REST))

    async def _tick(self) -> None:
        """One look. Short: turns are resolved beside it, one task a game, and so are the program's own seats played."""
        try:
            await self._beat()
            for game, turn, play in await pending_bot_turns(self._services):
                if game not in self._working and game not in self._bot_turns:
                    self._bot_turns[game] = asyncio.create_task(
                        self._play_bot_turn(game, turn, play), context=Context()
                    )
            for due in await look(self._services):
                if due.game not in self._working:
                    task = asyncio.create_task(self._resolve(due), context=Context())
                    self._working[due.game] = task
            await self._set_alarm()
            async with self._services.storage.transaction(ROWS_SCOPE) as tx:
                await idempotency_keys.forget(tx, self._services.seconds() - CLICK_SECONDS)
                await processes.beat(tx, part_name(CLOCK_SUFFIX), self._services.seconds())
                await documents.forget_drafts(tx, self._services.seconds() - DRAFT_SECONDS)
        except Exception:
            log.exception("The clock could not look at the games; it looks again in %s s.", SWEEP_SECONDS)
        finally:
            self._turned = self._uptime()

    async def _play_bot_turn(self, game: str, turn: int, play: PlayBotTurn) -> None:
        set_about(game=game, turn=turn)
        done = False
        try:
            async with self._room:
                done = await play_bot_turn(self._services, game, turn, play)
        finally:
            self._bot_turns.pop(game, None)
            if done:
                self.poke()  # perhaps nobody else was waited for

    async def _resolve(self, due: DueGame) -> None:
        """Looks again at once only if something came of it: what stands still would be looked at for ever."""
        set_about(game=due.game, turn=due.turn)
        changed = False
        try:
            async with self._room:
                changed = await resolve_due(self._services, due)
        except Exception:
            log.exception("Turn %s of game %s could not be resolved, and nobody could be notified.", due.turn, due.game)
        finally:
            self._working.pop(due.game, None)
            if changed:
                self.poke()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> bool:
        if self._scheduler is None:
            work.close()
            return False
        task = asyncio.create_task(work, context=Context())  # what it saves is not the doing of whoever poked
        self._others.add(task)
        task.add_done_callback(self._others.discard)
        return True

    async def _set_alarm(self) -> None:
        moment = await next_moment(self._services)
        if self._scheduler is None or moment is None:
            return
        wait = max(moment - self._services.now().timestamp(), 0)
        at = datetime.now(UTC) + timedelta(seconds=wait)
        self._scheduler.add_job(self._ring, "date", run_date=at, id="alarm", replace_existing=True)
