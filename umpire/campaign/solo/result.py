"""How a campaign alone ended: all empires beside each other, now that nothing is secret any more."""

from collections.abc import Mapping

from render.words.safe_text import count, plain
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.names import SideId
from rules.values import Value
from storage import games, governors, idempotency, snapshots, turns
from storage.governors import GovernorRow
from umpire.campaign.solo.beginning import is_solo
from umpire.campaign.views.side_views import state_at
from umpire.games.games import tells_all
from umpire.games.notices import public
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services


class Standing(Value):
    """What an empire had in the end: CPs of its colonies, how many there were, its ships, and its technologies."""

    side: SideId
    name: str
    cps: int
    colonies: int
    ships: int
    technologies: int


async def tell_result(services: Services, game_id: str) -> None:
    """Post how a campaign alone ended, once, in its own thread; nothing for any other, or one that goes on."""
    async with services.storage.transaction() as tx:
        row = await games.find(tx, game_id)
        turn = None if row is None else await turns.find(tx, game_id, row.opening)
        if row is None or turn is None or turn.turn == 0 or not is_solo(row) or not tells_all(row):
            return
        if not await idempotency.first(tx, f"solo-result/{game_id}", services.seconds()):
            return
        state = await state_at(tx, services, await snapshots.require(tx, game_id, turn.opening))
        led = {one.side: one for one in await governors.of_game(tx, game_id)}
        text = result_text(row.name, turn.turn, standings(state), led)
        await enqueue(tx, services, public(row, turn.turn, text))


def standings(state: GameState) -> tuple[Standing, ...]:
    """All empires, the one with most colonies' CPs first."""
    found = []
    for side in state.sides.values():
        own = [colony for colony in state.colonies.values() if colony.side == side.id]
        ships = sum(ship.side == side.id for ship in state.ships.values())
        cps = sum(colony.size for colony in own)
        found.append(Standing(side.id, side.name, cps, len(own), ships, len(side.technologies)))
    return tuple(sorted(found, key=lambda one: (-one.cps, -one.ships, one.side)))


def result_text(name: str, turn: int, found: tuple[Standing, ...], led: Mapping[SideId, GovernorRow]) -> str:
    """The result in words: a line an empire, with who led it."""
    lines = [f"### {plain(name)} is over, in month {turn}"]
    for place, one in enumerate(found, 1):
        governor = led.get(one.side)
        who = "you" if governor is None else f"{governor.character}, {governor.strength}"
        lines.append(
            f"{place}. **{plain(one.name)}** ({who}): {one.cps} CPs in {count(one.colonies, 'colony', 'colonies')}, "
            f"{count(one.ships, 'ship')}, {count(one.technologies, 'technology', 'technologies')}"
        )
    return "\n".join(
        [*lines, "-# Nothing is secret any more: /campaign export gives the whole of it. /campaign solo begins anew."]
    )
