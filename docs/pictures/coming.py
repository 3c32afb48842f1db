"""Takes the film of a whole campaign: `.venv/bin/python -m docs.pictures.coming`.

Six empires led by governors play forty turns; the film is what the Human Union saw of them. Takes about a minute.
"""

import sys

from docs.pictures.camera import HERE
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.play.governors.govern import govern
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from storage.codec import EVENTS, encode_state, pack
from tests.rules.cluster_war.play.governors.signing import signed
from tests.rules.cluster_war.play.governors.world import begun, scenario, seed_bytes
from umpire.campaign.turn.adjudication import engine_for
from umpire.campaign.views.side_views import SavedTurn, paint_film

SEED = 1
TURNS = 40
CHARACTERS = ("explorer", "trader", "builder", "raider", "conqueror", "hermit")


def played(turns: int = TURNS) -> tuple[SavedTurn, ...]:
    """Every turn of a campaign of six empires as it would be saved."""
    state = begun(scenario("six_empires"), SEED)
    profiles = {side: Profile(CHARACTERS[at % 6]) for at, side in enumerate(sorted(state.sides))}  # type: ignore[arg-type] # six words
    memories: dict[SideId, GovernorMemory] = {}
    saved: list[SavedTurn] = []
    for turn in range(1, turns + 1):
        orders: list[SignedOrder] = []
        for side, profile in profiles.items():
            plan = govern(view_for(state, side), profile, seed_bytes(SEED), memories.get(side, GovernorMemory()))
            memories[side] = plan.memory
            orders += signed(plan, side, turn)
        done = adjudicate(
            state, tuple(orders), Dice(seed_bytes(SEED), "governors", turn), settle=engine_for(state.settings)
        )
        told = tuple(EVENTS.encode(event) for event in done.events)
        saved.append(SavedTurn(turn, turn, pack(encode_state(state)), told))
        state = done.state
    return (*saved, SavedTurn(turns + 1, turns + 1, pack(encode_state(state)), ()))


def main() -> int:
    """Play, film, keep."""
    film = paint_film(played(), "humans", "Six Empires", "dark")
    (HERE / "campaign-film.gif").write_bytes(film.data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
