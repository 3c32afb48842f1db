"""Weather in the demo: the game master makes a storm in the dark and sends ships into it; every word they have on terrain."""

from typing import Final

from demo.cast import Cast
from demo.mistakes import refused

STORM: Final = "0303"
RIDERS: Final = "Storm Riders"


async def prepare_storm(cast: Cast) -> None:
    """In turn 1's draft: a gravitic storm in a corner of the map, ships of the Humans in it, and what else `/weather` does."""
    gm = cast.gm
    await gm.does("weather around", hex=STORM, kinds="GRV RAD", reason="A wound in the sky")
    await gm.does("weather storm", hex=STORM, force=2, reason="It grows")
    await gm.does("weather free", hex=STORM, reason="It goes its way")
    await gm.does("gm amend create", side="humans", design="DD", hex=STORM, count=2, fleet=RIDERS, reason="Volunteers")
    riders = await gm.first("weather crew", "fleet", RIDERS)
    await gm.does("weather crew", fleet=riders, lost=3, reason="Some stayed at home")
    await refused(cast, gm, "empty space", "weather pulsar", hex=STORM, reason="If it were one")
    await gm.does("weather dangers", kinds="AST GRV HYP ION MAG NEB NEU PUL RAD", reason="All but the stars")
