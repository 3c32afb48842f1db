"""A month that has failed twice: what is in its way is found, told to who can decide, and set aside for this month, by the game
master's word, or by itself where nobody leads the campaign. Nobody loses anything: an order is taken back, and can be given again
in the next month; a fleet is out of the month, and back in the next."""

from functools import partial
from typing import Final

from render.campaign.letters import blocked_texts as texts
from render.campaign.letters.ruling_texts import IN_THE_WAY
from rules.cluster_war.turn.gm.set_aside import SetAside
from rules.values import GameError, WrongPhaseError, changed
from storage import audit, orders, seats
from storage.db import Transaction
from storage.engine import Scope
from storage.games import GameRow
from umpire.campaign.gm.amendments import just
from umpire.campaign.gm.rulings import carry_out
from umpire.campaign.turn.culprits import Culprit, find_culprit
from umpire.campaign.turn.turn_inputs import TurnInput, read_turn_input
from umpire.games.games import settings_of
from umpire.games.new_game import BLOCKED
from umpire.games.notices import public, side_name, to_player
from umpire.games.seat import Seat, default_ruling_seat, note, require_gm
from umpire.outbox.outbox import Letter, LetterButton, Target, enqueue
from umpire.services.services import Services

TAKEN_BACK: Final = "withdrawn"
"""As the sheet says of an order that its player has withdrawn: standing orders do not give it again."""


async def unblock(services: Services, game_id: str, expect_turn: int, code: str) -> bool:
    """Find what is in the way of a turn, and tell who can decide; `code` is its failure's in the log. Where nobody leads the
    campaign it is set aside: True then, and the turn can be tried again. False: it is told, or nothing can be done."""
    async with services.storage.reading() as tx:
        case = await read_turn_input(tx, services, game_id, expect_turn)
        told = any((p.kind, p.subject) == (BLOCKED, str(expect_turn)) for p in await audit.open_problems(tx, game_id))
    if told:
        return False
    found = await _culprit(services, case)
    options = settings_of(case.game).options
    led = options.gm == "person" and not options.wall  # who may not see orders is not told of them
    if not led and found is not None and case.turn.state == "open":
        await _take_out(services, default_ruling_seat(game_id), case, found)
        return True
    async with services.storage.transaction(Scope(game_id)) as tx:
        if await audit.report_problem(tx, game_id, BLOCKED, str(expect_turn), services.seconds()):
            await enqueue(tx, services, _to_gm(case, code, found) if led else _to_all(case, code, found))
    return False


async def set_aside(services: Services, gm: Seat, expect_turn: int) -> Culprit:
    """Set aside what is in the way of the open turn, by the game master's word. GameError: nothing is, or nothing alone."""
    require_gm(gm)
    async with services.storage.reading() as tx:
        case = await read_turn_input(tx, services, gm.game_id, expect_turn)
    if case.turn.state != "open":
        raise WrongPhaseError(
            f"Turn {expect_turn} waits for its battles, so nothing can be set aside now. Take it back first (/gm undo)."
        )
    found = await _culprit(services, case)
    if found is None:
        raise GameError(texts.NOTHING_ALONE)
    await _take_out(services, gm, case, found)
    return found


async def _culprit(services: Services, case: TurnInput) -> Culprit | None:
    turn = case.turn
    known = tuple(b.outcome for b in case.battles if b.outcome is not None) if turn.state == "battles" else ()
    given = (case.packed, case.orders, case.seed, turn.dice_name, turn.turn, case.salts, known, case.said)
    return await services.workers.run(find_culprit, *given)


async def _take_out(services: Services, gm: Seat, case: TurnInput, found: Culprit) -> None:
    """Take the orders back, put the fleets out of the month, and tell their players; in the channel that something was done."""
    also = partial(_take_back, services=services, gm=gm, case=case, found=found)
    if found.fleets:
        await carry_out(services, gm, partial(just, SetAside(tuple(found.fleets))), IN_THE_WAY, also=also)
    else:
        async with services.storage.transaction(Scope(gm.game_id)) as tx:
            await also(tx)


async def _take_back(tx: Transaction, *, services: Services, gm: Seat, case: TurnInput, found: Culprit) -> None:
    row, turn, now = case.game, case.turn.turn, services.seconds()
    given = [
        one for one in await orders.of_turn(tx, row.id, turn) if one.id in found.orders and one.withdrawn_at is None
    ]
    await orders.save(tx, [changed(one, withdrawn_at=now, withdrawn_why=TAKEN_BACK) for one in given])
    await audit.close_problem(tx, row.id, BLOCKED, str(turn), now)
    what = {"orders": [*found.orders], "fleets": [*found.fleets]}
    await note(tx, services, row.id, gm.actor, "turn.set-aside", turn=turn, **what)
    letters: list[Letter] = []
    for seat in await seats.of_game(tx, row.id):
        lines = [line for key, line in found.orders.items() if found.sides[key] == seat.side]
        fleets = [name for key, name in found.fleets.items() if found.sides[key] == seat.side]
        if seat.side and (lines or fleets):
            letters += to_player(row, seat, texts.set_aside(turn, lines, fleets), turn)
    letters.append(public(row, turn, texts.set_aside_publicly(turn, _whose(row, found))))
    await enqueue(tx, services, *letters)


def _whose(row: GameRow, found: Culprit) -> list[str]:
    """The empires whose orders or fleets are in the way, by name: everybody may know no more of it."""
    return [side_name(row, side) for side in sorted(set(found.sides.values()))]


def _to_all(case: TurnInput, code: str, found: Culprit | None) -> Letter:
    turn = case.turn.turn
    if found is None:
        return public(case.game, turn, texts.nothing_found(turn, code))
    return public(case.game, turn, texts.waits_for_battles(turn, code, _whose(case.game, found)))


def _to_gm(case: TurnInput, code: str, found: Culprit | None) -> Letter:
    row, turn = case.game, case.turn
    if found is None:
        text = texts.nothing_found(turn.turn, code)
    else:
        lines = [(side_name(row, found.sides[key]), line) for key, line in found.orders.items()]
        fleets = [(side_name(row, found.sides[key]), name) for key, name in found.fleets.items()]
        text = texts.in_the_way(turn.turn, code, lines, fleets, is_open=turn.state == "open")
    letter = Letter("problem", row.id, turn.turn, "", Target("gm"), text, ping="problem")
    if found is None or turn.state != "open":
        return letter
    without = LetterButton("Set it aside and go on", "gm-aside", turn.revision, str(turn.turn), "primary")
    return changed(letter, panel=True, buttons=(without,))
