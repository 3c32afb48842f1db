"""Taking a battle's last turn back: by whose word, with what kept, and what everybody is told."""

import pytest

from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage import events, orders, outbox, sheets, snapshots
from storage import turns as turn_rows
from storage.snapshots import SnapshotKey
from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import HOST, X, Y, begun, host, play_on, plot, say_done, take_back_a_concession
from umpire.battle import plots
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_export import revealed_dice as told_of
from umpire.clock.extra_time import extend
from umpire.games import seats
from umpire.games.games import get_game
from umpire.games.options import Schedule
from umpire.services.services import Services
from umpire.tactical import course, player_actions
from umpire.tactical.undo import agree, ask, request_of

WHY = "A slip of the pen"
STOP = "1 coast; stop when impulse >= 4"


async def texts(services: Services, game: str) -> list[str]:
    async with services.storage.reading() as tx:
        return [str(row.letter["text"]) for row in await outbox.of_game(tx, game)]


async def test_a_host_without_a_side_takes_a_turn_back_alone_while_nobody_has_sent_an_order(services: Services) -> None:
    game, held = await begun(services, X, Y)
    await play_on(services, held)
    assert (await request_of(services, game)).missing == ()
    assert (await ask(services, host(game), WHY, 1)).done
    here = await player_actions.tactical_status(services, game, held[0].side)
    assert (here.case.turn.turn, here.result.stop, here.asked) == (1, "1/0/1", True)


async def test_a_deadline_that_was_put_off_stays_so(services: Services) -> None:
    game, held = await begun(services, X, Y, schedule=Schedule("every", hours=24))
    put_off = await extend(services, host(game), 24, "Snow.")
    await play_on(services, held)
    assert (await ask(services, host(game), WHY, 1)).done
    again = await get_game(services, game)
    assert (again.turn, again.deadline) == (1, put_off.deadline)


async def test_once_an_order_was_sent_every_captain_has_to_agree(services: Services) -> None:
    game, (s, a) = await begun(services, X, Y)
    await play_on(services, (s, a))
    await plot(services, a, "A1", "1 coast")
    with pytest.raises(WrongPhaseError, match="Nobody has asked"):
        await agree(services, s, 1)
    asked = await ask(services, host(game), WHY, 1)
    assert (asked.turn, asked.reason, asked.missing, asked.done) == (1, WHY, ("A", "S"), False)
    assert any("asks to take turn 1 back" in text and WHY in text for text in await texts(services, game))
    assert (await agree(services, a, 1)).missing == ("S",)
    assert (await request_of(services, game)).missing == ("S",)
    assert (await player_actions.tactical_status(services, game)).case.turn.turn == 2
    assert (await agree(services, s, 1)).done
    assert (await player_actions.tactical_status(services, game)).case.turn.turn == 1


async def test_a_host_who_plays_needs_the_others_consent_and_none_where_he_plays_alone(services: Services) -> None:
    game, held = await begun(services, HOST, Y)
    await play_on(services, held)
    asked = await ask(services, host(game), WHY, 1)
    assert (asked.missing, asked.done) == (("A",), False)
    assert (await agree(services, held[1], 1)).done
    await course.abandon(services, host(game), "Enough")
    alone, held = await begun(services, HOST)
    await play_on(services, held)
    await plot(services, held[0], "S1", "1 coast")
    assert (await ask(services, host(alone), WHY, 1)).done


async def test_nobody_else_asks_or_agrees_and_only_for_the_last_turn(services: Services) -> None:
    game, (s, a) = await begun(services, X, Y)
    with pytest.raises(WrongPhaseError, match="nothing to undo"):
        await ask(services, host(game), WHY, 1)
    await play_on(services, (s, a))
    await plot(services, a, "A1", "1 coast")
    with pytest.raises(NotYoursError, match="Only who made"):
        await ask(services, s, WHY, 1)
    with pytest.raises(WrongPhaseError, match="is turn 1, not turn 2"):
        await ask(services, host(game), WHY, 2)
    with pytest.raises(GameError, match="reason"):
        await ask(services, host(game), " ", 1)
    await ask(services, host(game), WHY, 1)
    with pytest.raises(NotYoursError):
        await agree(services, changed(s, user_id=555), 1)
    await play_on(services, (s, a))
    with pytest.raises(WrongPhaseError, match="is turn 2, not turn 1"):
        await agree(services, s, 1)
    assert (await request_of(services, game)).reason == ""
    await course.abandon(services, host(game), "Enough")
    with pytest.raises(WrongPhaseError, match="is over"):
        await request_of(services, game)


async def test_a_turn_stopped_in_its_middle_goes_back_to_its_own_beginning(services: Services) -> None:
    game, (s, a) = await begun(services, X, Y)
    await plot(services, s, "S1", STOP)
    for seat in (s, a):
        await say_done(services, seat)
    await sweep(services)
    await plot(services, s, "S1", "5 turn B")
    here = await player_actions.tactical_status(services, game, "S")
    assert here.result.stop == "1/4/1"
    assert (await ask(services, host(game), WHY, 1)).missing == ("A", "S")
    await agree(services, a, 1)
    assert (await agree(services, s, 1)).done
    after = await player_actions.tactical_status(services, game, "S")
    assert (after.result.stop, after.case.turn.revision, after.case.turn.redoes) == ("1/0/1", 2, 1)
    assert [b"impulse" in row.order for row in after.pending] == [True]
    assert len(after.case.rows) == len(here.case.rows)


async def test_nothing_is_lost_and_the_dice_are_new(services: Services) -> None:
    game, (s, a) = await begun(services, X, Y, schedule=Schedule("every", hours=24))
    await plot(services, s, "S1", "1 coast; fire L1 at A1")
    await play_on(services, (s, a))
    await plot(services, a, "A1", "2 coast")
    async with services.storage.reading() as tx:
        old = await turn_rows.of_game(tx, game)
        told = [await events.encoded_of_revision(tx, game, row.revision) for row in old]
        given = await orders.stored_of_game(tx, game)
    await ask(services, host(game), WHY, 1)
    for seat in (s, a):
        await agree(services, seat, 1)
    async with services.storage.reading() as tx:
        new = await turn_rows.of_game(tx, game)
        assert [row.state for row in new] == ["published", "undone", "undone", "open"]
        assert [await events.encoded_of_revision(tx, game, row.revision) for row in new[:-1]] == told
        assert await snapshots.load(tx, SnapshotKey(game, 3, "start", 0)) == await snapshots.load(
            tx, SnapshotKey(game, 1, "start", 0)
        )
        kept = await orders.stored_of_game(tx, game)
    assert [(one.id, one.order) for one in kept] == [(one.id, one.order) for one in given]
    assert [one.id for one in kept if one.withdrawn_at is None] == ["S-1-1"]
    assert {one.withdrawn_why for one in kept if one.withdrawn_at is not None} == {"undone"}
    assert len({row.seed for row in new}) == len(new)
    said = "\n".join(await texts(services, game))
    assert said.count(f"promised: {new[3].commitment[:8]}… · /battle verify") == 1
    assert new[3].seed.hex() not in said
    known = {one.revision: one for one in await told_of(services, game)}
    assert [known[row.revision].seed for row in new] == [None, new[1].seed.hex(), new[2].seed.hex(), None]
    assert known[new[3].revision].commitment == new[3].commitment
    here = await player_actions.tactical_status(services, game, "S")
    assert here.case.due is not None
    await play_on(services, (s, a), 2)
    assert (
        await capsule_commands.verify(services, await capsule_commands.export_capsule(services, game))
    ).differences == ()


async def test_an_interaction_delivered_twice_undoes_once_and_a_player_who_left_is_not_waited_for(
    services: Services,
) -> None:
    game, (s, a) = await begun(services, X, Y)
    await play_on(services, (s, a))
    await plot(services, s, "S1", "1 coast")
    await seats.leave(services, a)
    assert (await ask(services, host(game), WHY, 1, idempotency_key="tap-1")).missing == ("S",)
    assert not (await ask(services, host(game), WHY, 1, idempotency_key="tap-1")).done
    assert (await agree(services, s, 1, idempotency_key="tap-2")).done
    assert (await agree(services, s, 1, idempotency_key="tap-2")).done
    async with services.storage.reading() as tx:
        assert len(await turn_rows.of_game(tx, game)) == 4


async def test_who_was_asked_for_a_new_turn_is_told_once(services: Services) -> None:
    game, held = await begun(services, X, Y)
    await play_on(services, held)
    asked = [text for text in await texts(services, game) if "you are asked to decide" in text]
    assert [text.count("Plot turn 1") for text in asked].count(1) == 2
    assert [text.count("Plot turn 2") for text in asked].count(1) == 2
    assert len(asked) == 4


async def test_a_side_that_nobody_plays_is_waited_for_neither_before_nor_after_an_undo(services: Services) -> None:
    game, held = await begun(services, X)
    await play_on(services, held)
    assert (await ask(services, host(game), WHY, 1)).done
    here = await player_actions.tactical_status(services, game, "S")
    assert here.asked
    async with services.storage.reading() as tx:
        states = {sheet.side: sheet.state for sheet in await sheets.of_revision(tx, game, here.case.turn.revision)}
    assert states == {"A": "ready", "S": "none"}
    await play_on(services, held)
    assert (await player_actions.tactical_status(services, game)).case.turn.turn == 2


async def test_who_gave_up_a_turn_that_is_taken_back_plays_it_again(services: Services) -> None:
    game, (s, _) = await begun(services, X, Y)
    await plot(services, s, "S1", "1 coast")
    await plots.concede(services, s, await plots.sight(services, game, s.side), "")
    assert len(await take_back_a_concession(services, game)) == 1, "the programme is kept"
