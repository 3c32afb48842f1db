"""A battle in the umpire: made, joined, plotted, played turn by turn, left to the clock, won."""

from dataclasses import replace

import pytest

from rules.errors import GameError, NotYoursError, WrongPhaseError
from rules.pentagon_war.orders import Continue, SetProgramme, SetStance
from rules.pentagon_war.programme import Condition, Programme, StopLine
from storage.bout_codec import BATTLE_CODEC
from storage.codec import unpack
from tests.umpire.bout_table import HOST, PLACE, X, Y, begun, done, scenario
from tests.umpire.table import Hands
from umpire.battle import set_up
from umpire.bout_kinds.battle import moment_of
from umpire.bouts import sending
from umpire.clock.clock import sweep
from umpire.games.schedule import Schedule
from umpire.games.seat import Seat
from umpire.services.services import Umpire


async def test_both_captains_are_asked_and_the_turn_is_played_when_both_have_answered(desk: Umpire) -> None:
    game, (x, y) = await begun(desk, X, Y)
    here = await sending.look(desk, game, x.side)
    assert here.asked
    assert here.came.stop == "1/0/1"
    after = await done(desk, x)
    assert not after.asked
    assert {one.side for one in after.came.asked} == {y.side}
    assert await sweep(desk) == ()
    await done(desk, y)
    assert [due.game for due in await sweep(desk)] == [game]
    assert (await sending.look(desk, game, x.side)).case.turn.turn == 2


async def test_nobody_else_may_send_and_a_passed_stop_cannot_be_answered_twice(desk: Umpire) -> None:
    _game, (x, _) = await begun(desk, X, Y)
    with pytest.raises(NotYoursError, match="hold"):
        await sending.send(desk, replace(x, user_id=555), (BATTLE_CODEC.write_order(SetStance("S1", "flee")),))
    order = BATTLE_CODEC.write_order(Continue(moment_of("1/0/1")))
    await sending.done(desk, x, order, "1/0/1")
    with pytest.raises(WrongPhaseError, match="Nobody waits for you"):
        await sending.done(desk, x, order, "1/0/1")
    with pytest.raises(WrongPhaseError, match="moved on"):
        await sending.done(desk, x, order, "1/5/7")


async def test_orders_can_be_taken_back_until_the_captain_is_done(desk: Umpire) -> None:
    _, (x, _) = await begun(desk, X, Y)
    order = BATTLE_CODEC.write_order(SetStance("S1", "aggressive"))
    here = await sending.send(desk, x, (order,), once="tap-1")
    again = await sending.send(desk, x, (order,), once="tap-1")
    assert [row.number for row in here.pending] == [row.number for row in again.pending] == [1]
    assert (await sending.take_back(desk, x, (1,))).pending == ()
    await sending.send(desk, x, (order,))
    await done(desk, x)
    with pytest.raises(NotYoursError, match="counts already"):
        await sending.take_back(desk, x, (2,))


async def test_an_absent_captain_is_played_by_his_stance_at_the_deadline(desk: Umpire, hands: Hands) -> None:
    game, (x, _) = await begun(desk, X, Y, schedule=Schedule("every", hours=24))
    await done(desk, x)
    assert await sweep(desk) == ()
    hands.on(hours=25)
    assert [due.game for due in await sweep(desk)] == [game]
    here = await sending.look(desk, game, x.side)
    assert here.case.turn.turn == 2
    assert here.asked
    assert here.case.due is not None
    assert here.case.due > hands().timestamp()


async def test_a_stop_asks_its_captain_alone_and_the_turn_goes_on_after_his_answer(desk: Umpire) -> None:
    game, (x, y) = await begun(desk, X, Y)
    unit = next(c.id for c in scenario().craft.values() if c.side == x.side)
    plan = Programme(unit, 1, stops=(StopLine((Condition("impulse", ">=", 3),), "look round"),))
    await sending.send(desk, x, (BATTLE_CODEC.write_order(SetProgramme(plan)),))
    await done(desk, x)
    await done(desk, y)
    await sweep(desk)
    here = await sending.look(desk, game, x.side)
    assert (here.came.stop, here.asked) == ("1/3/1", True)
    assert not (await sending.look(desk, game, y.side)).asked
    await done(desk, x)
    await sweep(desk)
    assert (await sending.look(desk, game, x.side)).case.turn.turn == 2


async def test_a_battle_is_played_to_its_end_and_nothing_can_be_sent_then(desk: Umpire) -> None:
    game, (x,) = await begun(desk, X)
    for _ in range(40):
        here = await sending.look(desk, game, x.side)
        if here.case.game.status == "finished":
            break
        await done(desk, x)
        await sweep(desk)
    assert here.case.game.status == "finished"
    battle = BATTLE_CODEC.read(unpack(here.case.packed))
    assert battle.winner is not None
    with pytest.raises(WrongPhaseError, match="over"):
        await sending.done(desk, x, BATTLE_CODEC.write_order(Continue(moment_of("9/0/1"))), "9/0/1")


async def test_a_battle_needs_a_player_and_its_host_to_begin(desk: Umpire) -> None:
    game = await set_up.create_battle(desk, **PLACE, name="Duel", battle=scenario(), host=HOST)
    with pytest.raises(GameError, match="Nobody has taken a side"):
        await set_up.begin(desk, Seat(game.id, "", HOST, is_gm=True))
    with pytest.raises(NotYoursError, match="Only who made"):
        await set_up.begin(desk, Seat(game.id, "", X))
    with pytest.raises(WrongPhaseError, match="has not begun"):
        await sending.look(desk, game.id)
