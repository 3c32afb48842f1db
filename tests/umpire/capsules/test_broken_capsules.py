"""Capsules that no game wrote: every one is refused in a sentence that names the part, and nothing is begun."""

import json
from collections.abc import Callable

import pytest
from sqlalchemy import event

from rules.cluster_war.chapters.movement.organising_orders import RenameFleet
from rules.values import GameError
from storage import audit
from tests.umpire.capsules.capsule_kit import Line, lines, with_changed
from tests.umpire.world import GM, GUILD, World
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.sheets import orders
from umpire.capsules import capsule, capsule_commands
from umpire.games import games


def twice(record: Line) -> None:
    """Its first order once more, with the same id."""
    record["orders"].append(record["orders"][0])


DEEP = "[" * 50_000 + "]" * 50_000
CHANGES: tuple[tuple[str, str, int, Callable[[Line], object], str], ...] = (
    ("no sides", "settings", 0, lambda r: r["scenario"].pop("sides"), "its "),
    ("sides of numbers", "settings", 0, lambda r: r["scenario"].update(sides=[1, 2]), "its "),
    ("no scenario", "settings", 0, lambda r: r.update(scenario=None), "its "),
    ("settings of another kind", "settings", 0, lambda r: r.update(settings=[]), "its settings"),
    ("an endless number", "audit", 0, lambda r: r.update(at=10**40), ""),
    ("a large number", "audit", 0, lambda r: r.update(at=2**63), "its audit log"),
    ("half a character", "audit", 0, lambda r: r.update(actor="\ud800"), ""),
    ("a time before time", "turn", 1, lambda r: r.update(opened_at=2**63 + 5), "turn 1"),
    ("a seed of letters", "turn", 0, lambda r: r.update(seed="zz" * 32), "hexadecimal"),
    ("an order twice", "sheet", 0, twice, "its orders"),
    ("no such redoing", "turn", 2, lambda r: r.update(redoes=77), "what led to revision 2"),
    ("a revision from nowhere", "turn", 1, lambda r: r.update(revision=9), ""),
    ("an unknown zone", "settings", 0, lambda r: r["settings"]["schedule"].update(zone="Mars/Base"), "Mars/Base"),
    ("a rule that is none", "settings", 0, lambda r: r["settings"].update(options={"grace_minutes": -5}), ""),
)


@pytest.fixture
async def sound(world: World) -> bytes:
    await orders.enter(world.services, world.anna, [RenameFleet("humans-F1", "Vanguard")])
    await world.advance(1)
    return await capsule_commands.export_capsule(world.services, world.gm)


async def refusal(world: World, data: bytes) -> str:
    """The sentence with which an import is refused, after which there are no more games than before."""
    before = await games.games_of(world.services, GUILD, SYSTEM)
    with pytest.raises(GameError) as refused:
        await capsule_commands.import_capsule(world.services, data, guild_id=GUILD, channel_id=5, gm_user_id=GM)
    assert await games.games_of(world.services, GUILD, SYSTEM) == before
    return str(refused.value)


@pytest.mark.parametrize("kind", [change[0] for change in CHANGES])
async def test_a_changed_record_is_refused_in_a_sentence(world: World, sound: bytes, kind: str) -> None:
    _, record, which, change, said = next(c for c in CHANGES if c[0] == kind)
    try:
        bad = with_changed(sound, record, change, which)
    except UnicodeEncodeError:
        bad = sound.replace(b'"actor":"', b'"actor":"\\ud800', 1)
    told = await refusal(world, bad)
    assert said in told
    assert "\n" not in told


async def test_records_that_are_there_twice_are_refused(world: World, sound: bytes) -> None:
    for record in ("settings", "turn", "snapshot", "orders", "seat"):
        found = [json.dumps(line).encode() for line in lines(sound)]
        again = next(line for line in lines(sound)[1:] if line["record"] == record)
        data = b"\n".join([*found, json.dumps(again).encode()])
        if record in {"orders", "seat"}:  # the same once more changes nothing
            continue
        assert await refusal(world, data), record


async def test_a_record_nested_without_end_is_refused(world: World, sound: bytes) -> None:
    head, _, rest = sound.partition(b"\n")
    for line in (
        f'{{"record":"settings","settings":{DEEP},"status":"running","created_at":1}}',
        f'{{"record":"audit","at":1,"actor":"1","action":"a","detail":{{"x":{DEEP}}}}}',
        f'{{"record":"amendment","turn":1,"revision":1,"phase":"start","seq":1,"amendment":{DEEP},"reason":"","actor":"","at":1}}',
    ):
        assert await refusal(world, head + b"\n" + line.encode() + b"\n" + rest)
    with pytest.raises(GameError):
        await capsule_commands.verify(world.services, DEEP.encode())


async def test_a_capsule_of_more_records_than_any_game_has_is_refused(world: World, sound: bytes) -> None:
    line = b'{"record":"audit","at":1,"actor":"1","action":"x","detail":{}}\n'
    assert "at most 500000 records" in await refusal(world, sound + line * capsule.MOST_RECORDS)


async def test_many_audit_lines_are_written_at_once(world: World, sound: bytes) -> None:
    line = b'{"record":"audit","at":1,"actor":"1","action":"x","detail":{}}\n'
    said: list[str] = []

    def heard(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO audit"):
            said.append(statement)

    event.listen(world.services.storage.engine.writer.sync_engine, "before_cursor_execute", heard)
    game = await capsule_commands.import_capsule(
        world.services, sound + line * 5_000, guild_id=GUILD, channel_id=5, gm_user_id=GM
    )
    async with world.services.storage.reading() as tx:
        assert len(await audit.of_actions(tx, game.id, "x")) == 5_000
    assert len(said) < 20, "not one by one"
