"""A battle's capsule: checked, played again to the same bytes, imported; and no captain's tells another's secrets."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rules.pentagon_war.orders import SetStance
from rules.values import GameError, NotYoursError, changed
from storage import events, orders, outbox
from storage import turns as turn_rows
from storage.codec import unpack
from storage.db import Storage
from tests.umpire.capsules.capsule_kit import Line, check_by_the_manual, flip, lines, records, states_of, with_changed
from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import (
    HOST,
    PLACE,
    Room,
    X,
    Y,
    begun,
    create_battle,
    host,
    near,
    play_on,
    plot,
    say_done,
    scenario,
)
from umpire.battle import setup
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLES
from umpire.capsules import capsule_commands
from umpire.capsules.capsule_export import revealed_dice as told_of
from umpire.games import games
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import course, player_actions
from umpire.tactical.undo import agree, ask

SECRET = "stop when impulse >= 6 say S secret"


class Elsewhere(Room):
    """Another channel, and who is host there."""

    gm_user_id: int


THERE = Elsewhere(guild_id=1, channel_id=901, gm_user_id=HOST)


async def played(services: Services) -> tuple[str, Seat, Seat]:
    """A duel at close range: a turn with fire, one undone and played again, a third stopped in its middle."""
    game, (s, a) = await begun(services, X, Y, battle=near(scenario()))
    await player_actions.send(services, a, (BATTLE_CODEC.orders.encode(SetStance("A1", "stand-off")),))
    for turn in (1, 2):
        await shots(services, s, a)
        await play_on(services, (s, a))
        if turn == 2:
            await plot(services, a, "A1", "1 coast")
            await ask(services, host(game), "Once more", 2)
            for seat in (s, a):
                await agree(services, seat, 2)
    await play_on(services, (s, a))
    await plot(services, a, "A1", "1 coast")
    await plot(services, s, "S1", SECRET)
    for seat in (s, a):
        await say_done(services, seat)
    await sweep(services)
    here = await player_actions.tactical_status(services, game, s.side)
    assert (here.result.stop, here.asked) == ("3/6/1", True)
    return game, s, a


async def shots(services: Services, s: Seat, a: Seat) -> None:
    """A turn of little fire, so that both craft live through it."""
    await plot(services, s, "S1", "fire L1 at A1")
    await plot(services, a, "A1", "fire L1 at S1; screens never")


async def ended(services: Services) -> tuple[str, Seat, Seat]:
    """The same, abandoned by its host."""
    game, s, a = await played(services)
    await course.abandon(services, host(game), "Enough")
    return game, s, a


async def test_the_whole_capsule_checks_and_plays_again(services: Services, tmp_path: Path) -> None:
    game, s, a = await ended(services)
    capsules = {await capsule_commands.export_capsule(services, seat) for seat in (s, a, host(game))}
    assert len(capsules) == 1
    capsule = capsules.pop()
    found = await capsule_commands.verify(services, capsule)
    assert (found.differences, found.others, found.waiting) == ((), (), 0)
    assert (found.turns, found.replayed) == (6, 3)
    assert found.rolls >= 6
    assert all(roll["key"].startswith(f"battle/{roll['turn']}/") for roll in records(capsule, "roll"))
    said = check_by_the_manual(capsule, tmp_path)
    assert (said.returncode, said.stderr) == (0, ""), said.stdout
    assert f"{found.rolls} rolls agree" in said.stdout


async def test_every_die_of_an_event_stands_in_the_capsule(services: Services) -> None:
    game, *_ = await ended(services)
    capsule = await capsule_commands.export_capsule(services, host(game))
    told = {(line["turn"], line["key"], tuple(line["faces"])) for line in records(capsule, "roll")}
    async with services.storage.reading() as tx:
        for turn in await turn_rows.of_game(tx, game):
            for data in await events.encoded_of_revision(tx, game, turn.revision):
                rolls = BATTLE_CODEC.events.decode(data).cause.rolls
                assert {(turn.turn, roll.key, roll.faces) for roll in rolls} <= told


async def test_while_it_is_on_a_captain_gets_his_own_and_no_more_and_the_host_what_is_public(
    services: Services, tmp_path: Path
) -> None:
    game, s, a = await played(services)
    whole = await capsule_commands.export_capsule(services, game)
    for seat, known in ((s, "S"), (a, "A"), (host(game), "*")):
        capsule = await capsule_commands.export_capsule(services, seat)
        assert {line["record"] for line in lines(capsule)[1:]} <= {"settings", "turn", "roll", "sheet", "events"}
        assert {order["side"] for sheet in records(capsule, "sheet") for order in sheet["orders"]} <= {known}
        for record in records(capsule, "events"):
            assert all({known, "*"} & set(event["seen_by"]) for event in record["events"])
        assert (b"S secret" in capsule) is (known == "S")
        assert capsule.count(b'"stand-off"') == (1 if known == "A" else 0)
        found = await capsule_commands.verify(services, capsule)
        assert (found.differences, found.replayed) == ((), 0)
        assert found.rolls > 0
        assert check_by_the_manual(capsule, tmp_path).returncode == 0
        with pytest.raises(GameError, match="a player's capsule"):
            await capsule_commands.import_capsule(services, capsule, **THERE)
    assert b"S secret" in whole


async def test_the_open_turns_seed_is_in_no_seats_hands(services: Services) -> None:
    game, s, a = await played(services)
    async with services.storage.reading() as tx:
        rows = await turn_rows.of_game(tx, game)
    secret = [rows[0].seed.hex(), rows[-1].seed.hex()]
    for seat in (s, a, host(game), game):
        text = (await capsule_commands.export_capsule(services, seat)).decode()
        assert [seed for seed in secret if seed in text] == []
        assert all(row.seed.hex() in text for row in rows[1:-1])
    public = await told_of(services, game)
    assert [turn.seed for turn in public if turn.seed is None] == [None, None]
    with pytest.raises(NotYoursError, match="operator's backup alone"):
        await capsule_commands.export_capsule(services, host(game), secret=True)
    whole = (await capsule_commands.export_capsule(services, game, secret=True)).decode()
    assert all(seed in whole for seed in secret)


async def test_each_side_has_a_word_of_its_own_for_dice_that_it_alone_may_know_of(services: Services) -> None:
    game, s, a = await played(services)
    salts = BATTLE_CODEC.read(unpack((await player_actions.tactical_status(services, game)).case.packed)).salts
    assert {side: len(salt) for side, salt in salts.items()} == {"S": 34, "A": 34}
    assert salts["S"] != salts["A"]
    for seat, other in ((s, "A"), (a, "S"), (host(game), "S"), (host(game), "A")):
        assert salts[other].encode() not in await capsule_commands.export_capsule(services, seat)
    assert salts["S"].encode() in await capsule_commands.export_capsule(services, game)


async def test_what_was_sent_and_what_is_seen_of_an_open_turn_hold_no_seed(services: Services) -> None:
    game, s, _ = await played(services)
    async with services.storage.reading() as tx:
        seed = (await turn_rows.of_game(tx, game))[-1].seed
        letters = [str(row.letter) for row in await outbox.of_game(tx, game)]
    assert letters
    assert [letter for letter in letters if seed.hex() in letter] == []
    here = await player_actions.tactical_status(services, game, s.side)
    assert seed not in here.result.packed
    assert seed.hex().encode() not in b"".join(here.result.events)


async def test_a_hidden_craft_is_in_no_other_captains_capsule(services: Services) -> None:
    game, held = await begun(services, X, Y, battle=scenario("amber_gate"))
    await plot(services, held[1], "B3", "power invisible")
    await play_on(services, held)
    here = await player_actions.tactical_status(services, game)
    battle = BATTLE_CODEC.read(unpack(here.result.packed))
    hidden = [craft for craft in battle.craft.values() if craft.hidden]
    assert hidden
    owner = next(seat for seat in held if seat.side == hidden[0].side)
    for seat in (*(seat for seat in held if seat != owner), host(game)):
        capsule = (await capsule_commands.export_capsule(services, seat)).decode()
        assert [craft.id for craft in hidden if f'"{craft.id}"' in capsule or f"/{craft.id}" in capsule] == []
    assert f'"{hidden[0].id}"' in (await capsule_commands.export_capsule(services, owner)).decode()


async def past_of(storage: Storage, game: str) -> list[object]:
    """All events by revision, and all orders with what became of them."""
    async with storage.reading() as tx:
        rows = await turn_rows.of_game(tx, game)
        happened: list[object] = [await events.encoded_of_revision(tx, game, turn.revision) for turn in rows]
        given = await orders.stored_of_game(tx, game)
    return happened + [changed(order, game="") for order in given]


async def test_an_imported_battle_is_the_same_to_the_byte_and_goes_on_from_its_stop(
    services: Services, tmp_path: Path
) -> None:
    game, s, a = await played(services)
    capsule = await capsule_commands.export_capsule(services, game, secret=True)
    async with await Storage.open(tmp_path / "other.db") as storage:
        there = Services(storage, services.workers, services.now, services.entropy)
        copy = await capsule_commands.import_capsule(there, capsule, **THERE, keep_players=True)
        assert (copy.system, copy.status, copy.turn) == ("pentagon_war", "paused", 3)
        assert await states_of(storage, copy.id) == await states_of(services.storage, game)
        assert await past_of(storage, copy.id) == await past_of(services.storage, game)
        await games.resume(there, Seat(copy.id, "", HOST, is_gm=True))
        for one, seats_ in ((services, (s, a)), (there, (changed(s, game_id=copy.id), changed(a, game_id=copy.id)))):
            here = await player_actions.tactical_status(one, seats_[0].game_id, "S")
            assert (here.result.stop, here.asked) == ("3/6/1", True)
            await play_on(one, seats_)
        assert await states_of(storage, copy.id) == await states_of(services.storage, game)
        await course.abandon(there, Seat(copy.id, "", HOST, is_gm=True), "Enough")
        again = await capsule_commands.export_capsule(there, changed(s, game_id=copy.id))
        assert (await capsule_commands.verify(there, again)).differences == ()
        assert check_by_the_manual(again, tmp_path).returncode == 0


async def test_without_its_secret_seed_the_open_turn_begins_anew_with_what_was_plotted_for_it(
    services: Services,
) -> None:
    game, _s, _a = await played(services)
    capsule = await capsule_commands.export_capsule(services, game)
    copy = await capsule_commands.import_capsule(services, capsule, **THERE, keep_players=True)
    before, after = await told_of(services, game), await told_of(services, copy.id)
    assert [turn.commitment for turn in before[:-1]] == [turn.commitment for turn in after[:-1]]
    assert before[-1].commitment != after[-1].commitment
    here = await player_actions.tactical_status(services, copy.id, "S")
    assert (here.result.stop, here.asked) == ("3/0/1", True)
    assert [b"S secret" in row.order for row in here.pending] == [True]
    original = await player_actions.tactical_status(services, game, "S")
    assert [row.order for row in here.case.sent] == [
        row.order for row in original.case.sent if not BATTLES.closes(row.order)
    ]
    assert len(here.case.rows) == len(original.case.rows)
    await games.resume(services, Seat(copy.id, "", HOST, is_gm=True))
    await play_on(services, [Seat(copy.id, "S", X), Seat(copy.id, "A", Y)])
    assert (await player_actions.tactical_status(services, copy.id)).case.turn.turn == 4


async def test_a_battle_in_the_making_and_one_that_is_over_are_carried_too(services: Services) -> None:
    battle = scenario()
    made = await create_battle(services, **PLACE, name="Duel", battle=battle, host=HOST)
    await setup.change_set_up(services, host(made.id), lambda _: near(battle))
    copy = await capsule_commands.import_capsule(
        services, await capsule_commands.export_capsule(services, made.id), **THERE
    )
    assert copy.status == "setup"
    assert await setup.load_set_up(services, copy.id) == near(battle)
    with pytest.raises(NotYoursError, match="There is no game"):
        await capsule_commands.export_capsule(services, "none")


async def test_an_ended_battle_is_imported_as_it_ended(services: Services) -> None:
    game, s, _ = await ended(services)
    copy = await capsule_commands.import_capsule(services, await capsule_commands.export_capsule(services, s), **THERE)
    assert copy.status == "finished"
    assert await states_of(services.storage, copy.id) == await states_of(services.storage, game)


TAMPERED: dict[str, tuple[str, Callable[[Line], object], int]] = {
    "seed": ("turn", lambda r: r.update(seed=flip(r["seed"])), 1),
    "commitment": ("turn", lambda r: r.update(commitment=flip(r["commitment"])), 1),
    "die": ("roll", lambda r: r.update(faces=[face % r["sides"] + 1 for face in r["faces"]]), 0),
    "order": ("orders", lambda r: r["orders"].pop(), 0),
    "event": ("events", lambda r: r["events"].pop(), -1),
    "snapshot": ("snapshot", lambda r: r.update(sha256=flip(r["sha256"])), 3),
    "set-up": ("snapshot", lambda r: r["state"].update(title="Another"), 0),
    "start": ("snapshot", lambda r: r["state"].update(title="Another"), 1),
    "turn's number": ("turn", lambda r: r.update(turn=9), 2),
}


@pytest.mark.parametrize("what", TAMPERED)
async def test_whatever_is_changed_in_a_capsule_is_found_and_it_is_not_imported(services: Services, what: str) -> None:
    game, *_ = await ended(services)
    kind, change, which = TAMPERED[what]
    bad = with_changed(await capsule_commands.export_capsule(services, host(game)), kind, change, which)
    assert (await capsule_commands.verify(services, bad)).differences != ()
    with pytest.raises(GameError, match="cannot be trusted"):
        await capsule_commands.import_capsule(services, bad, **THERE)


@pytest.mark.parametrize(
    ("head", "said"),
    [({"schema": 99}, "newer version"), ({"system": "ludo"}, "of the game `ludo`, which this program cannot play")],
)
async def test_a_capsule_of_an_unknown_game_or_a_newer_version_is_refused(
    services: Services, head: dict[str, object], said: str
) -> None:
    game, _ = await begun(services, X)
    first, *rest = (await capsule_commands.export_capsule(services, game)).splitlines()
    told = json.loads(first)
    told["game"].update(head)
    with pytest.raises(GameError, match=said):
        await capsule_commands.verify(services, b"\n".join([json.dumps(told).encode(), *rest]))
