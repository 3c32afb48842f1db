"""A battle in the umpire: made, joined, plotted, played turn by turn, left to the clock, won."""

import pytest

from playtest.clock import ManualClock
from rules.pentagon_war.orders import Continue, SetProgramme, SetStance
from rules.pentagon_war.programme import Condition, Programme, StopLine
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage.codec import unpack
from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import HOST, PLACE, X, Y, begun, create_battle, say_done, scenario
from umpire.battle import plots, setup
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import moment_of
from umpire.games.options import Schedule
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import player_actions


async def test_both_captains_are_asked_and_the_turn_is_played_when_both_have_answered(services: Services) -> None:
    game, (x, y) = await begun(services, X, Y)
    here = await player_actions.tactical_status(services, game, x.side)
    assert here.asked
    assert here.result.stop == "1/0/1"
    after = await say_done(services, x)
    assert not after.asked
    assert {one.side for one in after.result.asked} == {y.side}
    assert await sweep(services) == ()
    await say_done(services, y)
    assert [due.game for due in await sweep(services)] == [game]
    assert (await player_actions.tactical_status(services, game, x.side)).case.turn.turn == 2


async def test_nobody_else_may_send_and_a_passed_stop_cannot_be_answered_twice(services: Services) -> None:
    _game, (x, _) = await begun(services, X, Y)
    with pytest.raises(NotYoursError, match="hold"):
        await player_actions.send(
            services, changed(x, user_id=555), (BATTLE_CODEC.orders.encode(SetStance("S1", "flee")),)
        )
    order = BATTLE_CODEC.orders.encode(Continue(moment_of("1/0/1")))
    await player_actions.done(services, x, order, "1/0/1")
    with pytest.raises(WrongPhaseError, match="Nobody waits for you"):
        await player_actions.done(services, x, order, "1/0/1")
    with pytest.raises(WrongPhaseError, match="moved on"):
        await player_actions.done(services, x, order, "1/5/7")


async def test_orders_can_be_taken_back_until_the_captain_is_done(services: Services) -> None:
    _, (x, _) = await begun(services, X, Y)
    order = BATTLE_CODEC.orders.encode(SetStance("S1", "aggressive"))
    for _ in range(2):
        await player_actions.send(services, x, (order,), idempotency_key="tap-1")
        assert [row.number for row in (await player_actions.tactical_status(services, x.game_id, x.side)).pending] == [
            1
        ]
    await player_actions.send(services, x, (), replaces=(1,))
    assert (await player_actions.tactical_status(services, x.game_id, x.side)).pending == ()
    await player_actions.send(services, x, (order,))
    await say_done(services, x)
    with pytest.raises(NotYoursError, match="counts already"):
        await player_actions.send(services, x, (), replaces=(2,))


async def test_an_absent_captain_is_played_by_his_stance_at_the_deadline(
    services: Services, manual_clock: ManualClock
) -> None:
    game, (x, _) = await begun(services, X, Y, schedule=Schedule("every", hours=24))
    await say_done(services, x)
    assert await sweep(services) == ()
    manual_clock.forward(hours=25)
    assert [due.game for due in await sweep(services)] == [game]
    here = await player_actions.tactical_status(services, game, x.side)
    assert here.case.turn.turn == 2
    assert here.asked
    assert here.case.due is not None
    assert here.case.due > manual_clock().timestamp()


async def test_a_stop_asks_its_captain_alone_and_the_turn_goes_on_after_his_answer(services: Services) -> None:
    game, (x, y) = await begun(services, X, Y)
    unit = next(c.id for c in scenario().craft.values() if c.side == x.side)
    plan = Programme(unit, 1, stops=(StopLine((Condition("impulse", ">=", 3),), "look round"),))
    await player_actions.send(services, x, (BATTLE_CODEC.orders.encode(SetProgramme(plan)),))
    await say_done(services, x)
    await say_done(services, y)
    await sweep(services)
    here = await player_actions.tactical_status(services, game, x.side)
    assert (here.result.stop, here.asked) == ("1/3/1", True)
    assert not (await player_actions.tactical_status(services, game, y.side)).asked
    await say_done(services, x)
    await sweep(services)
    assert (await player_actions.tactical_status(services, game, x.side)).case.turn.turn == 2


async def test_a_battle_is_played_to_its_end_and_nothing_can_be_sent_then(services: Services) -> None:
    game, (x,) = await begun(services, X)
    for _ in range(40):
        here = await player_actions.tactical_status(services, game, x.side)
        if here.case.game.status == "finished":
            break
        await say_done(services, x)
        await sweep(services)
    assert here.case.game.status == "finished"
    battle = BATTLE_CODEC.read(unpack(here.case.packed))
    assert battle.winner is not None
    with pytest.raises(WrongPhaseError, match="over"):
        await player_actions.done(services, x, BATTLE_CODEC.orders.encode(Continue(moment_of("9/0/1"))), "9/0/1")


@pytest.mark.rule("PW-B87")
async def test_a_concession_is_due_as_soon_as_it_is_saved_and_nobody_else_is_waited_for(services: Services) -> None:
    game, (x, y) = await begun(services, X, Y)
    await plots.concede(services, y, await plots.sight(services, game, y.side), "give up")
    with pytest.raises(WrongPhaseError, match="is being played"):
        await plots.concede(services, x, await plots.sight(services, game, x.side), "")
    assert [due.game for due in await sweep(services)] == [game], "though nobody played on after it was saved"
    here = await plots.sight(services, game, x.side)
    assert (here.over, here.view.known.winner) == (True, x.side)
    with pytest.raises(WrongPhaseError, match="is over"):
        await plots.concede(services, y, await plots.sight(services, game, y.side), "")


@pytest.mark.rule("PW-B87")
async def test_who_is_done_may_still_give_up_and_not_from_where_the_battle_has_moved_on(services: Services) -> None:
    game, (x, y) = await begun(services, X, Y)
    unit = next(c.id for c in scenario().craft.values() if c.side == x.side)
    before = await plots.sight(services, game, y.side)
    plan = Programme(unit, 1, stops=(StopLine((Condition("impulse", ">=", 3),), "look round"),))
    await player_actions.send(services, x, (BATTLE_CODEC.orders.encode(SetProgramme(plan)),))
    await say_done(services, x)
    await say_done(services, y)
    await sweep(services)
    with pytest.raises(WrongPhaseError, match="moved on"):
        await plots.concede(services, y, before, "")
    await plots.concede(services, y, await plots.sight(services, game, y.side), "")
    assert [due.game for due in await sweep(services)] == [game]
    assert (await plots.sight(services, game, x.side)).view.known.winner == x.side


async def test_a_battle_needs_a_player_and_its_host_to_begin(services: Services) -> None:
    game = await create_battle(services, **PLACE, name="Duel", battle=scenario(), host=HOST)
    with pytest.raises(GameError, match="Nobody has taken a side"):
        await setup.begin(services, Seat(game.id, "", HOST, is_gm=True))
    with pytest.raises(NotYoursError, match="Only who made"):
        await setup.begin(services, Seat(game.id, "", X))
    with pytest.raises(WrongPhaseError, match="has not begun"):
        await player_actions.tactical_status(services, game.id)


@pytest.mark.parametrize("stop", ["", "1:x", "1/2", "x/0/1", "1/0/1/2", "-1/0/1", "99999/0/1"])
def test_what_is_no_name_of_a_stop_is_refused_in_a_sentence(stop: str) -> None:
    with pytest.raises(GameError, match="cannot be read"):
        moment_of(stop)
