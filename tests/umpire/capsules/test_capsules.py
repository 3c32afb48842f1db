"""Capsules: a game written down, checked, played again to the same bytes; and nobody's capsule tells another's secrets."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, TypeVarTuple

import pytest

from rules.cluster_war.chapters.diplomacy.amendments import SetTreasury
from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.cluster_war.chapters.movement.request_orders import FreeText
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.turn.gm.rulings import Narrate
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from storage import events, snapshots
from storage import orders as order_rows
from storage import turns as turn_rows
from storage.codec import unpack
from storage.db import Storage
from storage.snapshots import SnapshotKey
from tests.umpire.capsules.capsule_kit import Line, check_by_the_manual, flip, lines, records, states_of, with_changed
from tests.umpire.world import ANNA, CHANNEL, GM, GUILD, World
from tests.workers_inline import InlineWorkers
from umpire.campaign.gm import rulings
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.sheets import orders
from umpire.campaign.turn import turns
from umpire.campaign.turn.undo import undo
from umpire.campaign.views import side_views
from umpire.campaign.views.reports import report
from umpire.capsules import capsule_commands
from umpire.capsules.capsule import read_capsule
from umpire.capsules.capsule_export import revealed_dice as told_of
from umpire.capsules.capsule_replay import examine
from umpire.games import games, seats
from umpire.games.seat import Seat

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


async def play(world: World) -> None:
    """Four turns with words, research, amendments in both phases, a review, a draft undone and a turn undone."""
    services = world.services
    for seat in (world.anna, world.dora):
        me = (await side_views.view(services, seat)).me
        assert me is not None
        await orders.enter(services, seat, [StartProject("Beams", me.home, 3, 100)])
    await orders.set_word(services, world.anna, "onward ⚓")
    await rulings.amend(services, world.gm, Narrate("*", "It begins."), "Prologue")
    await world.advance(1)
    await fund(world)
    await orders.enter(services, world.dora, [FreeText("Secret wish of the Dominion")])
    await world.options(review=True)
    await world.advance(2)
    await rulings.amend(services, world.gm, SetTreasury("humans", 77), "A gift")
    await undo(services, world.gm, "Wrong gift", 2)
    await world.advance(2)
    await rulings.amend(services, world.gm, SetTreasury("dominators", 66), "The right gift")
    await turns.publish(services, world.gm, 2)
    await world.options(review=False)
    await fund(world)
    await world.advance(3)
    await undo(services, world.gm, "Once more", 4)
    await orders.enter(services, world.anna, [RenameFleet("humans-F1", "Vanguard")])
    await world.advance(3)
    await orders.enter(services, world.anna, [RenameFleet("humans-F2", "Mules")])
    await orders.set_word(services, world.anna, "not told yet")


async def fund(world: World) -> None:
    for seat in (world.anna, world.dora):
        (project,) = (await side_views.view(world.services, seat)).projects
        await orders.enter(world.services, seat, [FundProject(project, 100)])


@pytest.fixture
async def played(world: World) -> World:
    """A game with a past."""
    await play(world)
    return world


async def test_the_game_masters_capsule_checks_and_plays_again(played: World, tmp_path: Path) -> None:
    capsule = await capsule_commands.export_capsule(played.services, played.gm)
    found = await capsule_commands.verify(played.services, capsule)
    assert found.differences == ()
    assert (found.turns, found.replayed, found.waiting) == (8, 5, 0)
    assert found.rolls >= 6
    said = check_by_the_manual(capsule, tmp_path)
    assert (said.returncode, said.stderr) == (0, ""), said.stdout
    assert f"{found.rolls} rolls agree" in said.stdout


async def test_no_capsule_of_a_seat_tells_a_seed_before_its_time(played: World) -> None:
    async with played.services.storage.reading() as tx:
        rows = await turn_rows.of_game(tx, played.id)
    secret = [rows[0].seed.hex(), rows[-1].seed.hex(), "not told yet"]
    for seat in (played.gm, played.anna, played.dora):
        text = (await capsule_commands.export_capsule(played.services, seat)).decode()
        assert [s for s in secret if s in text] == []
        assert all(row.seed.hex() in text for row in rows[1:-1])
        with pytest.raises(NotYoursError, match="operator's backup alone"):
            await capsule_commands.export_capsule(played.services, seat, secret=True)
    whole = (await capsule_commands.export_capsule(played.services, played.id, secret=True)).decode()
    assert all(s in whole for s in secret)


async def test_a_players_capsule_holds_his_own_and_no_more(played: World, tmp_path: Path) -> None:
    capsule = await capsule_commands.export_capsule(played.services, played.anna)
    assert b"Secret wish" not in capsule
    assert b"dominators-F" not in capsule
    assert b"dominators-P1" not in capsule
    assert {line["record"] for line in lines(capsule)[1:]} == {"settings", "turn", "roll", "sheet", "events"}
    assert "scenario" not in records(capsule, "settings")[0]
    assert {o["side"] for sheet in records(capsule, "sheet") for o in sheet["orders"]} == {"humans"}
    assert {roll["key"].split("/")[1] for roll in records(capsule, "roll")} == {"humans-P1"}
    found = await capsule_commands.verify(played.services, capsule)
    assert (found.differences, found.replayed) == ((), 0)
    assert found.rolls >= 3
    assert check_by_the_manual(capsule, tmp_path).returncode == 0
    with pytest.raises(GameError, match="a player's capsule"):
        await capsule_commands.import_capsule(played.services, capsule, guild_id=GUILD, channel_id=5, gm_user_id=GM)


async def test_a_draft_never_published_is_in_no_players_capsule(played: World) -> None:
    for seat in (played.anna, played.dora):
        capsule = await capsule_commands.export_capsule(played.services, seat)
        assert b"77 CPs" not in capsule
    assert b"77 CPs" in await capsule_commands.export_capsule(played.services, played.gm)


async def past_of(storage: Storage, game: str) -> list[object]:
    """All events by revision, and all orders with what became of them."""
    async with storage.reading() as tx:
        happened: list[object] = [
            await events.of_revision(tx, game, turn.revision) for turn in await turn_rows.of_game(tx, game)
        ]
        given = await order_rows.stored_of_game(tx, game)
    return happened + [(o.id, o.turn, o.number, o.order, o.withdrawn_at, o.withdrawn_why) for o in given]


async def test_a_long_games_capsule_is_given_the_time_it_takes(played: World) -> None:
    given: list[float] = []

    class Patient(InlineWorkers):
        async def run(self, function: Callable[[*Ts], T], *args: *Ts, urgent: bool = False, seconds: float = 0) -> T:
            given.append(seconds)
            return await super().run(function, *args, urgent=urgent, seconds=seconds)

    services = changed(played.services, workers=Patient())
    capsule = await capsule_commands.export_capsule(services, played.gm)
    padded = capsule + b"\n" * (4 << 20)
    assert (await capsule_commands.verify(services, padded)).differences == ()
    await capsule_commands.import_capsule(services, padded, guild_id=GUILD, channel_id=7, gm_user_id=GM)
    assert given == [1320, 1320]


async def test_a_game_played_again_is_handed_over_packed(played: World) -> None:
    """A thousand states of a megabyte or two would not fit into the memory that a capsule may take."""
    capsule = read_capsule(await capsule_commands.export_capsule(played.services, played.id, secret=True))
    found, replayed = examine(capsule)
    assert found.differences == ()
    states = [state for turn in replayed for state in turn.states.values()]
    assert sum(map(len, states)) * 4 < sum(len(unpack(state)) for state in states)


async def test_an_imported_game_is_the_same_to_the_byte_and_goes_on(played: World, tmp_path: Path) -> None:
    capsule = await capsule_commands.export_capsule(played.services, played.id, secret=True)
    async with await Storage.open(tmp_path / "other.db") as storage:
        services = type(played.services)(storage, played.workers, played.clock, played.services.entropy)
        game = await capsule_commands.import_capsule(
            services, capsule, guild_id=7, channel_id=8, gm_user_id=GM, keep_players=True
        )
        assert (game.status, game.turn, game.turn_state) == ("paused", 4, "open")
        assert await states_of(storage, game.id) == await states_of(played.services.storage, played.id)
        assert await past_of(storage, game.id) == await past_of(played.services.storage, played.id)
        anna = await seats.seat_of(services, game.id, ANNA)
        receipt = await orders.receipt(services, anna)
        assert (receipt.word, len(receipt.lines)) == ("not told yet", 1)
        before = await orders.receipt(played.services, played.anna)
        assert (receipt.state, receipt.hash) == (before.state, before.hash)
        gm = await seats.gm_seat(services, game.id, GM)
        await games.resume(services, gm)
        await turns.advance(services, game.id, gm, "on", 4)
        await played.advance(4)
        async with storage.reading() as tx:
            there = await snapshots.load(tx, SnapshotKey(game.id, game.revision + 1, "start", 0))
        async with played.services.storage.reading() as tx:
            here = await snapshots.load(tx, SnapshotKey(played.id, game.revision + 1, "start", 0))
        assert there == here
        again = await capsule_commands.export_capsule(services, gm)
        assert (await capsule_commands.verify(services, again)).differences == ()
        assert check_by_the_manual(again, tmp_path).returncode == 0


async def test_without_its_secret_seed_the_open_turn_gets_a_new_one(played: World) -> None:
    capsule = await capsule_commands.export_capsule(played.services, played.gm)
    game = await capsule_commands.import_capsule(played.services, capsule, guild_id=GUILD, channel_id=5, gm_user_id=GM)
    assert game.id != played.id
    assert [(s.side, s.user_id) for s in await seats.seats(played.services, game.id)] == [
        ("", GM),
        ("dominators", None),
        ("humans", None),
    ]
    here, there = (
        await told_of(played.services, played.id),
        await told_of(played.services, game.id),
    )
    assert [t.commitment for t in here[:-1]] == [t.commitment for t in there[:-1]]
    assert here[-1].commitment != there[-1].commitment
    gm = await seats.gm_seat(played.services, game.id, GM)
    await games.resume(played.services, gm)
    await turns.advance(played.services, game.id, gm, "on", 4)
    again = await capsule_commands.export_capsule(played.services, gm)
    assert (await capsule_commands.verify(played.services, again)).differences == ()


async def test_a_draft_without_its_seed_is_written_down_as_the_open_turn_it_was(world: World) -> None:
    await world.options(review=True)
    await world.advance(1)
    await rulings.amend(world.services, world.gm, SetTreasury("humans", 77), "A gift")
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    game = await capsule_commands.import_capsule(world.services, capsule, guild_id=GUILD, channel_id=5, gm_user_id=GM)
    assert (game.turn, game.turn_state) == (1, "open")
    whole = await capsule_commands.export_capsule(world.services, world.id, secret=True)
    game = await capsule_commands.import_capsule(world.services, whole, guild_id=GUILD, channel_id=6, gm_user_id=GM)
    assert (game.turn, game.turn_state) == (1, "draft")
    gm = await seats.gm_seat(world.services, game.id, GM)
    await games.resume(world.services, gm)
    await turns.publish(world.services, gm, 1)
    await turns.publish(world.services, world.gm, 1)
    assert await states_of(world.services.storage, game.id) == await states_of(world.services.storage, world.id)


async def test_a_finished_game_tells_the_seed_of_its_map_and_the_map_is_checked(world: World) -> None:
    await world.advance(1)
    await games.finish(world.services, world.gm)
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    first = records(capsule, "turn")[0]
    assert (first["turn"], len(first["seed"])) == (0, 64)
    assert (await capsule_commands.verify(world.services, capsule)).differences == ()
    other = with_changed(capsule, "settings", lambda s: s["scenario"]["sides"][0].update(name="Impostors"))
    assert (
        "not the one that the first seed makes" in (await capsule_commands.verify(world.services, other)).differences[0]
    )
    game = await capsule_commands.import_capsule(world.services, capsule, guild_id=GUILD, channel_id=5, gm_user_id=GM)
    assert game.status == "finished"


TAMPERED: dict[str, tuple[str, Callable[[Line], object], int]] = {
    "seed": ("turn", lambda r: r.update(seed=flip(r["seed"])), 1),
    "commitment": ("turn", lambda r: r.update(commitment=flip(r["commitment"])), 1),
    "word": ("turn", lambda r: r["words"].update(humans="backward"), 1),
    "die": ("roll", lambda r: r.update(faces=[r["faces"][0] % 100 + 1]), 0),
    "order": ("orders", lambda r: r["orders"].pop(), 0),
    "amendment": ("amendment", lambda r: r["amendment"].update(text="It ends."), 0),
    "event": ("events", lambda r: r["events"].pop(), -1),
    "snapshot": ("snapshot", lambda r: r.update(sha256=flip(r["sha256"])), 3),
    "first state": ("snapshot", lambda r: r["state"].update(turn=2), 0),
    "turn's number": ("turn", lambda r: r.update(turn=9), 2),
}


@pytest.mark.parametrize("what", TAMPERED)
async def test_whatever_is_changed_in_a_capsule_is_found_and_it_is_not_imported(played: World, what: str) -> None:
    kind, change, which = TAMPERED[what]
    bad = with_changed(await capsule_commands.export_capsule(played.services, played.gm), kind, change, which)
    assert (await capsule_commands.verify(played.services, bad)).differences != ()
    count = len(await games.games_of(played.services, GUILD, SYSTEM))
    with pytest.raises(GameError, match="cannot be trusted"):
        await capsule_commands.import_capsule(played.services, bad, guild_id=GUILD, channel_id=5, gm_user_id=GM)
    assert len(await games.games_of(played.services, GUILD, SYSTEM)) == count


async def test_writing_a_capsule_again_unchanged_is_no_difference(played: World) -> None:
    capsule = with_changed(await capsule_commands.export_capsule(played.services, played.gm), "turn", lambda _: None)
    assert (await capsule_commands.verify(played.services, capsule)).differences == ()


def headed(lines: str = "", **fields: object) -> bytes:
    """A capsule's first line, some of whose fields are others, with lines below it."""
    game = {"id": "a", "name": "b", "system": SYSTEM, "ruleset": "cluster-war-3/5", "schema": 1, **fields}
    return json.dumps({"format": "admiralty-capsule-1", "game": game}).encode() + lines.encode()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "This is not a capsule"),
        (b"\xff\xfe\x00", "This is not a capsule"),
        (b"{}", "This is not a capsule"),
        (b'{"format":"other-1","game":{"id":"a","name":"b"}}', "does not know"),
        (b'{"format":"admiralty-capsule-1","game":{"id":"a","name":"b"}}', "Line 1 of the capsule cannot be read"),
        (headed(system="sea_duel"), "which this program cannot play; it can play cluster_war"),
        (headed(schema=99), "newer version"),
        (headed('\n{"record":"spell"}'), "Line 2"),
        (headed('\n\n{"record":"turn","turn":"x"}'), "Line 3"),
        (headed(), "how the game began"),
    ],
)
async def test_what_is_no_capsule_is_refused_in_a_sentence(world: World, data: bytes, said: str) -> None:
    with pytest.raises(GameError, match=said):
        await capsule_commands.import_capsule(world.services, data, guild_id=GUILD, channel_id=5, gm_user_id=GM)


async def test_another_game_in_the_channel_keeps_an_import_out(played: World) -> None:
    capsule = await capsule_commands.export_capsule(played.services, played.gm)
    with pytest.raises(GameError, match="is being played in this channel"):
        await capsule_commands.import_capsule(
            played.services, capsule, guild_id=GUILD, channel_id=CHANNEL, gm_user_id=GM
        )


async def test_events_and_their_reasons_are_told_to_those_who_may_know(played: World) -> None:
    mine = await report(played.services, played.anna, 1)
    assert all(mine.why(line.number) for line in mine.lines)
    for wrong in (-1, 0, len(mine.lines) + 1, 10**9):
        with pytest.raises(GameError, match="has no line"):
            mine.why(wrong)
    assert len((await report(played.services, played.gm, 1)).events) > len(mine.events)
    assert await report(played.services, played.anna) == await report(played.services, played.anna, 3)
    with pytest.raises(WrongPhaseError, match="no report of turn 9"):
        await report(played.services, played.anna, 9)


async def test_only_the_game_master_gets_the_whole(played: World) -> None:
    with pytest.raises(NotYoursError):
        await capsule_commands.export_capsule(played.services, Seat(played.id, "", ANNA))
    with pytest.raises(NotYoursError, match="There is no game"):
        await capsule_commands.export_capsule(played.services, "none")
