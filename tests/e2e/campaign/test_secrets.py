"""Non-interference through the real client: what another side does in secret changes no byte of what one side receives."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.cluster_war.model.state.places import distance
from tests.e2e.ears import Ears, stand_still
from tests.e2e.kit import CHANNEL, Table, running_table

SIDES = {"humans": "ada", "dominators": "dom"}
COLONIES = {"humans": "Terra", "dominators": "Mother Mire"}
Secret = Callable[[Table, str, int], Awaitable[None]]
"""Something that happens in secret: at this table, by this side, in this turn."""


@dataclass
class Evening:
    """What was heard at one table: by the two players, and by a visitor in public."""

    ada: Ears
    dom: Ears
    visitor: Ears
    met: bool = False

    def of(self, side: str) -> list[str]:
        """What a side heard."""
        return {"humans": self.ada, "dominators": self.dom}[side].heard


async def far_star(table: Table, side: str) -> str:
    """A star near the side's home, and farther from the other's than the home is."""
    mine, theirs = await table.view(side), await table.view(next(s for s in SIDES if s != side))
    assert mine.me is not None
    assert theirs.me is not None
    home, other = mine.me.home, theirs.me.home
    away = [h for h in mine.objects if distance(mine, h, other) > distance(mine, home, other) and h != home]
    return min(away, key=lambda h: (distance(mine, home, h), h))


async def nothing(table: Table, side: str, turn: int) -> None:
    """No secret at all."""


async def a_busy_month(table: Table, side: str, turn: int) -> None:
    """Orders of nearly every kind, whose money, ships, voyages, failures and questions are the side's own affair."""
    if turn > 2:
        return
    home = COLONIES[side]
    fleets = sorted((await table.view(side)).fleets.values(), key=lambda f: f.id)
    still = [f for f in fleets if f.transit is None]
    big = max(still, key=lambda f: len(f.ships))
    ships = [ship.rpartition("/")[2] for ship in big.ships]
    if len(ships) > 1:
        await table.order(SIDES[side], f'split "{big.name}" {ships[0]} as "Secret Arm {turn}"')
    star = await far_star(table, side)
    scout = next(f for f in reversed(still) if f.hex != star)
    await table.order(SIDES[side], f'move "{scout.name}" to {star}')
    await table.order(SIDES[side], f'rename "{still[0].name}" to "Hidden Dagger {turn}" standing "Tell nobody"')
    await table.order(SIDES[side], f'build 1 INF at "{home}"')
    await table.order(SIDES[side], f'facility 2 lab at "{home}"')
    await table.order(SIDES[side], f'research "Secret Weapon {turn}" at "{home}" steps 1 with 120')
    await table.order(SIDES[side], f'munitions 10 at "{home}"')
    await table.order(SIDES[side], f'scrap 1 INF at "{home}"')
    await table.order(SIDES[side], f'strip "{home}"' + (" stop" if turn == 2 else ""))
    await table.order(SIDES[side], "priorities research, ships")
    await table.order(SIDES[side], 'ask "May we betray the others?"')
    await table.order(SIDES[side], 'if "anybody looks, hide"')


async def a_masters_whim(table: Table, side: str, turn: int) -> None:
    """In the draft the game master changes the side's money, knowledge, ships and worlds, and whispers to it."""
    if turn != 1:
        return
    star = await far_star(table, side)
    design = {"humans": "SC", "dominators": "WA"}[side]
    for command, options in (
        ("gm amend treasury", {"side": side, "cps": 777}),
        ("gm amend income", {"side": side, "cps": 55}),
        ("gm amend knowledge", {"side": side, "hex": star}),
        ("gm amend create", {"side": side, "design": design, "hex": star, "fleet": "Ghosts"}),
        ("gm amend trade", {"side": side, "partner": "The Whisperers", "level": "full", "gross": 900}),
        ("gm narrate", {"to": side, "text": "Only you hear this."}),
    ):
        told = await table.gm.slash(CHANNEL, command, **options)
        assert told.text().startswith("✔"), (command, told)


async def look_about(ears: Ears, side: str, other: str, names: list[str]) -> None:
    """Everything a player can ask, the other side's things by their true names among it."""
    for command in (
        "campaign info", "campaign list", "campaign players", "campaign rules", "empire show", "empire designs", "empire known",
        "fleet list", "colony list", "base list", "treaty list",
        "build queue", "build roster", "research list", "orders show", "orders forecast",
        "turn status", "turn dice", "map mine", "map whole", "map text", "map atlas", "campaign export",
    ):  # fmt: skip
        await ears.use(command)
    for name in names:
        await ears.use("fleet show", fleet=name)
        await ears.use("colony show", colony=name)
    await ears.use("orders write", line=f'move "{names[0]}" to 0101')
    await ears.use("gm side", side=other)
    await ears.use("gm questions")
    await ears.use("roll", dice="3d6")
    for command, option in (
        ("fleet show", "fleet"), ("fleet move", "to"), ("colony show", "colony"), ("colony found", "world"),
        ("build units", "design"), ("build continue", "build"), ("research fund", "project"), ("empire system", "hex"),
        ("gm amend move", "fleet"), ("gm side", "side"), ("campaign join", "side"), ("fleet embark", "craft"),
        ("fleet arm", "at"), ("fleet aid", "colony"), ("build scrap", "units"), ("base release", "base"),
        ("treaty offer", "side"), ("treaty data", "technology"), ("treaty material", "material"),
        ("decree hinder", "colony"), ("decree effect", "question"),
    ):  # fmt: skip
        await ears.suggest(command, option)
        await ears.suggest(command, option, "s")


async def evening(folder: Path, orders_of: dict[str, Secret], whims_of: dict[str, Secret]) -> Evening:
    """Two turns at a table; the same whoever has secrets, but for the secrets."""
    async with running_table(folder) as table:
        await stand_still(table)
        await table.start()
        table.open_commands()
        heard = Evening(Ears(table.ada), Ears(table.dom), Ears(table.visitor))
        homes = {side: (await table.view(side)).colonies for side in SIDES}
        for turn in (1, 2):
            for side, secret in orders_of.items():
                await secret(table, side, turn)
            for side, ears in (("humans", heard.ada), ("dominators", heard.dom)):
                other = next(s for s in SIDES if s != side)
                names = [f"{other}-F1", "Secret Arm 1", "Hidden Dagger 1", "Ghosts", next(iter(homes[other]))]
                await look_about(ears, side, other, names)
                await ears.use("orders ready")
            await table.gm.click(await table.gm.slash(CHANNEL, "gm advance"), f"Resolve turn {turn}")
            for ears in (heard.ada, heard.dom):
                await ears.use("turn report", turn=turn)  # a draft tells its players nothing
                await ears.use("orders show")
            for side, whim in whims_of.items():
                await whim(table, side, turn)
            await table.gm.slash(CHANNEL, "gm publish")
            await table.settle()
            for ears in (heard.ada, heard.dom):
                await ears.use("turn report", turn=turn)
                for line in range(1, 5):
                    await ears.use("turn why", line=line, turn=turn)
                ears.listen()
            await heard.visitor.use("campaign info")
            await heard.visitor.use("turn status")
            await heard.visitor.use("fleet list")
        heard.visitor.listen()
        views = [await table.view(side) for side in SIDES]
        heard.met = any(view.foreign_fleets or view.foreign_colonies for view in views)
        return heard


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    """An evening without secrets; in a thread of its own, since it outlives the loop of any one test."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(asyncio.run, evening(tmp_path_factory.mktemp("plain"), {}, {})).result()


@pytest.mark.parametrize("keeper", SIDES)
async def test_what_a_side_does_in_secret_changes_no_byte_of_what_the_other_and_the_public_receive(
    tmp_path: Path, plain: Evening, keeper: str
) -> None:
    other = next(side for side in SIDES if side != keeper)
    secret = await evening(tmp_path, {keeper: a_busy_month}, {keeper: a_masters_whim})
    assert not plain.met
    assert not secret.met
    assert _first_difference(plain.of(other), secret.of(other)) is None
    assert _first_difference(plain.visitor.heard, secret.visitor.heard) is None
    assert plain.of(keeper) != secret.of(keeper)  # the secrets were real, and ears can tell


async def test_the_same_evening_twice_sounds_the_same(tmp_path: Path, plain: Evening) -> None:
    again = await evening(tmp_path, {}, {})
    for side in SIDES:
        assert _first_difference(plain.of(side), again.of(side)) is None


def _first_difference(one: list[str], other: list[str]) -> tuple[int, str, str] | None:
    """Where two evenings first sound otherwise, and how."""
    for index, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            return index, a[:80] + " … " + a[max(0, at - 200) : at + 200], b[max(0, at - 200) : at + 200]
    if len(one) != len(other):
        return min(len(one), len(other)), str(len(one)), str(len(other))
    return None
