"""A roll that is shown to its maker alone: nobody works it out from the seed that is told, its maker and the GM check it."""

import re

from rules.dice import Dice
from storage import turns
from tests.e2e.kit import CHANNEL, Table
from umpire.capsules import capsule_commands
from umpire.games import seats
from umpire.games.seat import Seat

KEY = re.compile(r"key (roll/\S+),")


def key_of(text: str) -> str:
    """The key that an answer names."""
    found = KEY.search(text)
    assert found, text
    return found[1]


async def dice_of(table: Table, revision: int) -> Dice:
    """A turn's dice, as anybody makes them from the seed that is told."""
    async with table.services.storage.reading() as tx:
        row = next(row for row in await turns.of_game(tx, table.game_id) if row.revision == revision)
    return Dice(row.seed, row.dice_name, row.turn)


async def test_a_secret_roll_is_not_worked_out_from_the_published_seed_and_a_user_id(table: Table) -> None:
    await table.start(review=False)
    told = await table.gm.slash(CHANNEL, "roll", dice="1d1000", secret=True)
    assert told.ephemeral
    key = key_of(told.text())
    await table.advance()
    dice = await dice_of(table, 1)
    rolled = dice.roll(f"{key}/1", 1000)
    assert str(rolled.total) in told.text()  # who knows the key checks it
    guessed = {dice.roll(f"roll/{table.gm.id}/{number}/1", 1000).total for number in range(1, 4)}
    assert rolled.total not in guessed
    assert re.fullmatch(rf"roll/{table.gm.id}/secret-[0-9a-f]{{16}}", key)


async def test_two_secret_rolls_have_nothing_in_common(table: Table) -> None:
    await table.start()
    keys = [key_of((await table.ada.slash(CHANNEL, "roll", dice="1d6", secret=True)).text()) for _ in range(2)]
    assert len({key.rpartition("-")[2] for key in keys}) == 2


async def test_secret_rolls_leave_no_gap_in_the_numbers_of_public_ones(table: Table) -> None:
    await table.start()
    first = key_of((await table.ada.slash(CHANNEL, "roll", dice="1d6 + 2d8")).text())
    await table.ada.slash(CHANNEL, "roll", dice="1d6", secret=True)
    second = key_of((await table.ada.slash(CHANNEL, "roll", dice="1d6")).text())
    assert [first, second] == [f"roll/{table.ada.id}/1", f"roll/{table.ada.id}/2"]


async def test_its_maker_and_the_game_master_find_it_in_their_capsules_and_nobody_else(table: Table) -> None:
    await table.start(review=False)
    key = key_of((await table.ada.slash(CHANNEL, "roll", dice="3d6", secret=True)).text())
    await table.advance()
    ada, dom = (
        Seat(table.game_id, side, table.human(name).id) for name, side in (("ada", "humans"), ("dom", "dominators"))
    )
    for seat in (ada, table.gm_seat()):
        capsule = await capsule_commands.export_capsule(table.services, seat)
        assert key.encode() in capsule
        assert (await capsule_commands.verify(table.services, capsule)).differences == ()
    assert key.encode() not in await capsule_commands.export_capsule(table.services, dom)


async def test_a_secret_roll_stays_with_its_maker_and_does_not_pass_on_with_the_seat(table: Table) -> None:
    await table.start(review=False)
    secret = key_of((await table.ada.slash(CHANNEL, "roll", dice="3d6", secret=True)).text())
    public = key_of((await table.ada.slash(CHANNEL, "roll", dice="3d6")).text())
    await table.advance()
    ada, heir = table.human("ada").id, table.visitor.id
    await seats.replace_player(table.services, table.gm_seat(), "humans", heir)
    theirs = await capsule_commands.export_capsule(table.services, Seat(table.game_id, "humans", heir))
    assert secret.encode() not in theirs
    assert f'"{public}/1"'.encode() in theirs
    assert secret.encode() in await capsule_commands.export_capsule(table.services, table.gm_seat())
    await seats.hold_open(table.services, table.gm_seat(), "dominators")
    await seats.replace_player(table.services, table.gm_seat(), "dominators", ada)
    elsewhere = await capsule_commands.export_capsule(table.services, Seat(table.game_id, "dominators", ada))
    assert secret.encode() in elsewhere
    assert (await capsule_commands.verify(table.services, elsewhere)).differences == ()
