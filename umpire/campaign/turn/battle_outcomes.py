"""Battles settled: by numbers, by the engine, or by the game master's word; and the month that goes on when all are.

An outcome is an input of the turn, as an order is. It is saved before the month is played again, so that a crash between the
two leaves a turn which the clock takes up.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from render.campaign.letters.battle_texts import (
    BATTLES_SETTLED,
    NO_RESULT,
    PROXY_COMMANDER,
    format_fought,
    format_unfought,
    format_unreadable,
)
from rules.cluster_war.chapters.combat.apply_outcome import check_outcome
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.war import BattleId, BattleOutcome, Method
from rules.dice import mix
from rules.values import GameError, Value, WrongPhaseError, quoted
from rules.values import changed as replace
from storage import battles, games, idempotency_keys, snapshots
from storage.battles import UNWANTED_MARK, WANTED_MARK, BattleRow
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.turns import TurnRow
from umpire.campaign.fought.fought_letters import note_for_gm
from umpire.campaign.fought.rooms import link_of, read_back, stir
from umpire.campaign.fought.start import course_of, play_out
from umpire.campaign.open_turn import present
from umpire.campaign.turn import turn_letters
from umpire.campaign.turn.adjudication import settle_by
from umpire.campaign.turn.turn_inputs import PLAYER_COMMANDER
from umpire.campaign.turn.turns import advance
from umpire.games.games import require_unfinished
from umpire.games.notices import side_name
from umpire.games.seat import Seat, clean_reason, note, require_gm
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services

OUTCOME_TRIES: Final = 12
PROXY_METHOD: Final[Method] = "chair"
MOST_HOURS: Final = 24 * 60
LONGEST_NAME: Final = 60


class WaitingBattles(Value):
    """The battles of the turn that a campaign is at, settled ones too, in the order in which they came up; `waits` while the
    turn waits for them."""

    turn: int
    revision: int
    waits: bool
    battles: tuple[BattleRow, ...]

    def battle(self, battle: BattleId) -> BattleRow:
        """One of them; GameError with those there are."""
        found = next((row for row in self.battles if row.battle == battle), None)
        if found is None:
            there = ", ".join(row.battle for row in self.battles) or "none"
            raise GameError(f"There is no battle {quoted(battle)} in turn {self.turn}. There are: {there}.")
        return found


class _WaitingTurn(Value):
    """A waiting turn as it was read, and its start."""

    game: GameRow
    turn: TurnRow
    rows: tuple[BattleRow, ...]
    packed: bytes

    async def fight(self, services: Services, was: BattleRow, method: Method, *, urgent: bool) -> BattleOutcome:
        """Settle a battle by a method that needs nobody, in a worker, with the month's own dice."""
        turn = self.turn
        seed = mix(turn.seed, turn.words)
        given = (method, was.fight, self.packed, seed, turn.dice_name, turn.turn)
        return await services.workers.run(settle_by, *given, urgent=urgent)


async def battles_of(services: Services, gm: Seat) -> WaitingBattles:
    """The battles of the present turn, for the game master alone."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, gm.game_id)
        return await _read(tx, await present(tx, row))


async def as_before(services: Services, gm: Seat, battle: BattleId) -> BattleOutcome | None:
    """What came of the very same battle when this turn was played before and taken back; None if it never came up so."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        turn = await present(tx, await require_unfinished(tx, gm.game_id))
        return await _as_before(tx, turn, (await _read(tx, turn)).battle(battle))


async def settle(
    services: Services,
    gm: Seat,
    battle: BattleId,
    by: Method | BattleOutcome,
    *,
    reason: str = "",
    expect: int | None = None,
    idempotency_key: str = "",
) -> WaitingBattles:
    """Settle a battle for which the turn waits: by a method that needs nobody, or as the game master says. If it was the last,
    the month goes on.

    A result stands (CW-9.0-12): to change it before the turn is resolved takes a reason, which is logged; battles that came up
    after it are dropped, for they may come otherwise. GameError: a unit is missing or doubled. WrongPhaseError: nothing waits.
    """
    require_gm(gm)
    why = clean_reason(reason) if reason else ""
    for _ in range(OUTCOME_TRIES):
        async with services.storage.reading() as tx:
            if idempotency_key and await idempotency_keys.is_used(tx, idempotency_key):
                return await _read(tx, await present(tx, await require_unfinished(tx, gm.game_id)))
            case = await _read_case(tx, gm.game_id, expect)
        was = _battle_row(case, battle)
        if was.state == "settled" and not why:
            raise WrongPhaseError(
                f"Battle {battle} is settled, and its result is final. To set an obvious error right, give a reason.",
                rule="CW-9.0-12",
            )
        if isinstance(by, BattleOutcome):
            outcome = replace(by, battle=was.battle)
            check_outcome(was.fight, outcome)
        else:
            outcome = await case.fight(services, was, by, urgent=True)
        try:
            async with services.storage.transaction() as tx:
                await idempotency_keys.take(tx, idempotency_key, services.seconds())
                await _settled(tx, services, case, was, outcome, gm.actor, why)
            break
        except StaleStateError:
            continue
    else:
        raise GameError("The game is being changed from many places at once; try again in a moment.")
    await _resume(services, gm.game_id, gm, case.turn.turn)
    return await battles_of(services, gm)


async def go_on(services: Services, game_id: str, by: str, expect_turn: int) -> bool:
    """Take what came of battles whose tactical game is over, have stances play out those whose time is, and proxies fight the
    others whose time is (CW-9.0-08); then the month goes on if all are settled. Whether anything came of it. WrongPhaseError:
    the turn waits for nothing."""
    changed = False
    while True:
        async with services.storage.reading() as tx:
            case = await _read_case(tx, game_id, None)
            ended = {
                row.tactical for row in case.rows if row.has_tactical_game and not await _goes_on(tx, row.tactical)
            }
        over = [
            row for row in case.rows if _is_over(row, services.seconds()) or (row.tactical in ended and not row.outcome)
        ]
        if case.game.status != "running" or case.turn.turn != expect_turn or not over:
            break
        was = over[0]
        try:
            if was.has_tactical_game and was.state == "waiting":
                if was.tactical in ended:
                    await _read_back(services, case, was, by)
                else:
                    await play_out(services, was.tactical, by)
            elif was.state == "waiting":
                commanders = {
                    side: PROXY_COMMANDER if who == PLAYER_COMMANDER else who for side, who in was.commanders.items()
                }
                async with services.storage.transaction() as tx:
                    await _save(tx, case, replace(was, state="proxy", commanders=commanders))
                    await note(tx, services, game_id, by, "battle.proxy", turn=case.turn.turn, battle=was.battle)
            else:
                outcome = await case.fight(services, was, PROXY_METHOD, urgent=False)
                async with services.storage.transaction() as tx:
                    await _settled(tx, services, case, was, outcome, by, "")
                    await enqueue(tx, services, *turn_letters.fought_by_proxy(case.game, case.turn, was, outcome))
        except StaleStateError:
            continue
        changed = True
    return await _resume(services, game_id, by, expect_turn) or changed


async def _goes_on(tx: Transaction, tactical: str) -> bool:
    found = await games.find(tx, tactical)
    return found is not None and found.status != "finished"


async def _read_back(services: Services, case: _WaitingTurn, was: BattleRow, by: str) -> None:
    """A tactical game is over: what came of it came of the battle; one without a result leaves it to the game master."""
    async with services.storage.reading() as tx:
        course = await course_of(tx, was.tactical)
    outcome, why = None, NO_RESULT
    try:
        outcome = await services.workers.run(read_back, was.fight, case.packed, course)
    except GameError as wrong:
        why = format_unreadable(str(wrong))
    async with services.storage.transaction() as tx:
        if outcome is not None:
            await _settled(tx, services, case, was, outcome, by, "")
            names = {outcome.winner: side_name(case.game, outcome.winner)}
            text = format_fought(was.fight.called(outcome.winner, names) if outcome.winner else "")
        else:
            await _save(tx, case, replace(was, tactical=UNWANTED_MARK))
            told = {"turn": case.turn.turn, "battle": was.battle, "why": why}
            await note(tx, services, case.game.id, by, "battle.unfought", **told)
            text = format_unfought(why)
            tactical = await games.find(tx, was.tactical)
            link = None if tactical is None else link_of(tactical)
            if link is not None:
                await stir(tx, case.game.id, case.turn.revision, link)
        await enqueue(tx, services, note_for_gm(case.game, case.turn.turn, was, text))


async def have_fought(
    services: Services,
    gm: Seat,
    battle: BattleId,
    *,
    fight: bool,
    expect: int | None = None,
    idempotency_key: str = "",
) -> WaitingBattles:
    """Have the players of a battle fight it in a tactical game, or close the tactical game they fight it in: then it waits for
    the game master."""

    def turned(was: BattleRow) -> BattleRow:
        if was.state == "proxy":
            raise WrongPhaseError(f"The time of battle {battle} is over.")
        if fight and (was.has_tactical_game or was.wants_tactical_game):
            raise WrongPhaseError(f"The players of battle {battle} fight it already.")
        return replace(was, tactical=WANTED_MARK if fight else UNWANTED_MARK)

    detail = {"fight": fight}
    return await _change(services, gm, battle, turned, "battle.tactical", detail, expect, idempotency_key)


async def put_off(
    services: Services, gm: Seat, battle: BattleId, hours: int, *, expect: int | None = None, idempotency_key: str = ""
) -> WaitingBattles:
    """Say by when a battle must be settled: so many hours from now, 0 for no time at all (CW-9.0-08)."""
    if not 0 <= hours <= MOST_HOURS:
        raise GameError(f"A battle waits at most {MOST_HOURS} hours.")
    due = services.seconds() + hours * 3600 if hours else None

    def later(was: BattleRow) -> BattleRow:
        return replace(was, deadline=due, frozen_at=None)

    return await _change(services, gm, battle, later, "battle.deadline", {"hours": hours}, expect, idempotency_key)


async def appoint(
    services: Services,
    gm: Seat,
    battle: BattleId,
    commanders: Mapping[SideId, str],
    *,
    expect: int | None = None,
    idempotency_key: str = "",
) -> WaitingBattles:
    """Say who commands sides of a battle: their player, the game master, or a proxy by name (CW-9.0-06, CW-9.0-07)."""
    named = {side: " ".join(who.split()) for side, who in commanders.items()}
    if any(not who or len(who) > LONGEST_NAME for who in named.values()):
        raise GameError(f"Say who commands each side, in at most {LONGEST_NAME} characters.", rule="CW-9.0-06")

    def appointed(was: BattleRow) -> BattleRow:
        strangers = sorted(set(named) - set(was.commanders))
        if strangers:
            raise GameError(f"{', '.join(strangers)} has no part in battle {battle}.", rule="CW-9.0-06")
        return replace(was, commanders={**was.commanders, **named})

    return await _change(services, gm, battle, appointed, "battle.commanders", named, expect, idempotency_key)


async def _change(
    services: Services,
    gm: Seat,
    battle: BattleId,
    work: Callable[[BattleRow], BattleRow],
    action: str,
    detail: Mapping[str, Any],
    expect: int | None,
    idempotency_key: str,
) -> WaitingBattles:
    """Change how an unsettled battle stands."""
    require_gm(gm)
    async with services.storage.transaction() as tx:
        if not idempotency_key or await idempotency_keys.first(tx, idempotency_key, services.seconds()):
            case = await _read_case(tx, gm.game_id, expect)
            was = _battle_row(case, battle)
            if was.state == "settled":
                raise WrongPhaseError(f"Battle {battle} is settled.")
            await _save(tx, case, work(was))
            told = {"turn": case.turn.turn, "battle": battle, **detail}
            await note(tx, services, gm.game_id, gm.actor, action, **told)
    return await battles_of(services, gm)


async def _read(tx: Transaction, turn: TurnRow) -> WaitingBattles:
    rows = await battles.of_revision(tx, turn.game, turn.revision)
    return WaitingBattles(turn.turn, turn.revision, turn.state == "battles", rows)


async def _read_case(tx: Transaction, game_id: str, expect: int | None) -> _WaitingTurn:
    row = await require_unfinished(tx, game_id)
    turn = await present(tx, row)
    if turn.state != "battles":
        raise WrongPhaseError(f"Turn {turn.turn} of **{row.name}** waits for no battle.")
    if expect is not None and expect != turn.revision:
        raise WrongPhaseError(f"**{row.name}** has moved on to turn {turn.turn}; look again (/gm battle).")
    packed = await snapshots.load_packed(tx, await snapshots.require(tx, row.id, turn.revision))
    return _WaitingTurn(row, turn, (await _read(tx, turn)).battles, packed)


def _battle_row(case: _WaitingTurn, battle: BattleId) -> BattleRow:
    return WaitingBattles(case.turn.turn, case.turn.revision, waits=True, battles=case.rows).battle(battle)


async def _as_before(tx: Transaction, turn: TurnRow, now: BattleRow) -> BattleOutcome | None:
    for past in await battles.of_turn(tx, turn.game, turn.turn):
        if past.revision < turn.revision and past.outcome is not None and past.fight == now.fight:
            return past.outcome
    return None


def _is_over(row: BattleRow, now: int) -> bool:
    return row.state == "proxy" or (row.state == "waiting" and row.deadline is not None and row.deadline <= now)


async def _save(tx: Transaction, case: _WaitingTurn, row: BattleRow) -> None:
    """Save a battle if the game is still as it was read; StaleStateError otherwise."""
    await games.bump(tx, case.game.id, case.game.version)
    await battles.save(tx, row)


async def _settled(
    tx: Transaction,
    services: Services,
    case: _WaitingTurn,
    was: BattleRow,
    outcome: BattleOutcome,
    actor: str,
    why: str,
) -> None:
    now = services.seconds()
    await _save(tx, case, replace(was, state="settled", outcome=outcome, settled_at=now, settled_by=actor))
    if was.state == "settled":
        await battles.forget(tx, case.game.id, case.turn.revision, was.round)
    action = "battle.amended" if was.state == "settled" else "battle.settled"
    told = {"turn": case.turn.turn, "battle": was.battle, "method": outcome.method, "reason": why}
    await note(tx, services, case.game.id, actor, action, **told)


async def _resume(services: Services, game_id: str, by: Seat | str, turn: int) -> bool:
    """Play the month again if nothing is left to be settled; somebody may have been faster."""
    async with services.storage.reading() as tx:
        row = await require_unfinished(tx, game_id)
        now = await present(tx, row)
        left = await battles.count_open(tx, game_id, now.revision)
    if row.status != "running" or (now.turn, now.state) != (turn, "battles") or left:
        return False
    try:
        await advance(services, game_id, by, BATTLES_SETTLED, turn)
    except WrongPhaseError:
        return False
    return True
