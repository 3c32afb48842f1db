"""Takes the pictures of war from the running product: `.venv/bin/python -m docs.pictures.warring`.

The game master of a small campaign sends two fleets against each other and an army onto a world; the engine settles the battle.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from docs.pictures.camera import HERE, keep
from sandbox.reply import SeenMessage
from tests.e2e.campaign.orders_kit import amended
from tests.e2e.kit import CHANNEL, Table, running_table

WHY = {"reason": "A border war"}
VANGUARD = (("humans", "INF", "0202", 2), ("dominators", "INF", "0302", 2))
ARMIES = (
    ("humans", "INF", "0202", 3),
    ("humans", "MTK", "0203", 2),
    ("dominators", "INF", "0302", 4),
    ("humans", "INF", "0302", 1),
    ("dominators", "HTK", "0404", 2),
)
"""Who stands where: side, battalion, surface hex, how many."""


def picture_in(seen: SeenMessage, ending: str) -> bytes:
    """The first attachment whose name ends so."""
    return next(file.read() for file in seen.attachments if file.filename.endswith(ending))


def save(name: str, seen: SeenMessage) -> None:
    """Keep a picture or a film of an answer."""
    data = picture_in(seen, name[-4:])
    if name.endswith(".gif"):
        (HERE / name).write_bytes(data)
    else:
        keep(name, data)


async def battle(table: Table) -> None:
    """Six destroyers against four ships of the Dominion's near Terra: the film, and the map that shows where it was."""
    home = next(c.hex for c in (await table.view("humans")).colonies.values() if c.name == "Terra")
    here = f"{int(home[:2]) + 2:02}{int(home[2:]) - 2:02}"
    await amended(table, "decree battle", method="chair", largest=60)
    for side, design, count, fleet in (("humans", "DD", 6, "Wolves"), ("dominators", "BE", 5, "Talons")):
        await amended(table, "gm amend create", side=side, design=design, count=count, hex=here, fleet=fleet)
    given = await table.ask("ada", "orders write", line='engage "Wolves" attack')
    await table.ada.click(given, "Give")
    await table.advance()
    save("battle-film.gif", await table.ask("ada", "map battle", at=here))
    save("war-map.png", await table.ask("ada", "map show", around=here, radius=4))


async def front(table: Table) -> None:
    """An army on the Dominion's home: a month's fights as a film, and how the armies stand that come after them."""
    worlds = (await table.view("dominators")).colonies.values()
    world = max(worlds, key=lambda colony: (colony.size, colony.id)).id
    await placed(table, world, "vanguard", VANGUARD)
    await table.advance()
    save("front-film.gif", await table.gm.slash(CHANNEL, "decree front show", world=world, film=True))
    await placed(table, world, "army", ARMIES)
    save("front.png", await table.ask("ada", "invade fronts", world=world))


async def placed(table: Table, world: str, name: str, armies: tuple[tuple[str, str, str, int], ...]) -> None:
    """These forces are on a world, by the game master's word."""
    for side, design, at, count in armies:
        for number in range(count):
            force = {"force": f"{name} {design} {at} {number}", "side": side, "design": design, "at": at}
            await amended(table, "decree front force", world=world, **force, **WHY)


async def main() -> int:
    """Take them all."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_table(Path(folder)) as table:
            await table.start()
            await battle(table)
            await front(table)
    for path in sorted(HERE.glob("*")):
        if path.name.startswith(("war-map", "front", "battle-film")):
            sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
