"""A race of the game master's for tests, on the small map of tests.rules.cluster_war.build."""

from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import Npr, NprColony, NprForce
from rules.values import changed
from tests.rules.cluster_war.build import body, small, star

HOME = "1010"


def hive(**more: object) -> Npr:
    """A steady race of 400 CPs at 1010 with a home guard."""
    plain = Npr(
        id="hive",
        name="The Hive",
        home=HOME,
        gross=400,
        colonies=(NprColony(HOME, 1, "Comb"),),
        forces=(NprForce("1", "Guard", HOME, 4, 80, "home guard"),),
        territory=(HOME,),
        settled_at=400,
        salt="5a17",
    )
    return changed(plain, **more)  # type: ignore[arg-type] # keywords are Npr's own fields


def world(npr: Npr | None = None, *more: str) -> GameState:
    """Two empires far apart, the race between them, and stars at `more`."""
    systems = [star(HOME, body(1), body(2)), *(star(hex_, body(1)) for hex_ in more)]
    state = small(systems=systems)
    return state if npr is None else changed(state, nprs={npr.id: npr})
