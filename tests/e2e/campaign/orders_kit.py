"""Giving orders by their commands, and the game master preparing what they need."""

from collections.abc import Mapping

from rules.cluster_war.turn.setup.scenario import Scenario
from rules.values import Value, field
from tests.e2e.kit import CHANNEL, PLAYERS, Table
from umpire.campaign.founding.play_campaign import create_game
from umpire.campaign.open_turn import SYSTEM
from umpire.games.new_game import NewGame
from umpire.games.options import GameSettings, Options, Schedule


class Given(Value):
    """An order by its command, and the line that must then stand on the sheet."""

    command: str
    line: str
    options: Mapping[str, object] = field(default_factory=dict)


async def give(table: Table, who: str, order: Given) -> str:
    """Preview an order and give it; the receipt, which must list the order's line."""
    receipt = (await table.player(who).give(order.command, **order.options)).text()
    assert order.line in receipt, receipt
    return receipt


async def amended(table: Table, command: str, **options: object) -> str:
    """A game master's command that must work; what he is answered."""
    said = (await table.gm.slash(CHANNEL, command, **options)).text()
    assert said.startswith("✔"), f"/{command}: {said}"
    return said


async def worksite(table: Table) -> str:
    """Two ships of the Humans' at home that can carry, tow, house and mine, and money; the home hex."""
    home = next(c.hex for c in (await table.view("humans")).colonies.values() if c.name == "Terra")
    await amended(table, "gm amend treasury", side="humans", cps=9000)
    gear = {"drive": "4", "cargo_bays": 60, "mining": 4, "racks": 40, "hangar": 200}
    await amended(table, "gm amend design", side="humans", name="Works Ship", kind="ship", hull=40, cost=20, **gear)
    for fleet in ("Works", "Second"):
        await amended(table, "gm amend create", side="humans", design="Works Ship", hex=home, fleet=fleet)
    return home


async def begin_with(table: Table, chosen: Scenario, *sides: str) -> None:
    """A campaign of a scenario with house rules of its own, these sides taken, is under way."""
    world = table.sandbox.world
    place = (world.guild().id, world.channel(CHANNEL).id)
    new = NewGame(SYSTEM, *place, "The Long Night", table.gm.id, GameSettings(Schedule(), Options(review=True)))
    game = await create_game(table.services, new, chosen)
    table.game_id = game.id
    table.flags = {PLAYERS[flag.id]: flag.name for flag in game.sides}
    for side in sides:
        assert "leads" in (await table.ask(PLAYERS[side], "campaign join", side=side)).text()
    assert "turn 1 is open" in (await table.gm.slash(CHANNEL, "campaign begin")).text()
    await table.settle()
