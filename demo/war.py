"""The Humans invade a burrow of the Vermin, and the game master's hand on the front."""

import re
from typing import Any, Final

from demo.cast import Cast
from playtest.player import ScriptError

PARTY = "Landing Party"
_PLACE: Final = re.compile(r"\bat (\d{4})")
REASON = {"reason": "Fog of war"}


async def embark(cast: Cast) -> None:
    """Turn 2: two battalions go aboard at Terra, with what the ship lives on until they have landed."""
    await cast.actor("humans").give("fleet supply", fleet=PARTY, points=24)
    await cast.actor("humans").give("fleet embark", fleet=PARTY, craft="INF", count=2, at="Terra")


async def arrive(cast: Cast) -> None:
    """Turn 3: they are over the Vermin's smallest colony, by the game master's hand, and see it."""
    smallest = (await cast.colonies("vermin"))[-1]
    party = await cast.gm.first("gm amend move", "fleet", PARTY)
    await cast.gm.does("gm amend move", fleet=party, to=smallest[:4], reason="A passage by night")


async def burrow(cast: Cast) -> str:
    """The colony below them, hex-orbit: the Vermin's, or ours once it is taken; others may live in the same system."""
    told = (await cast.gm.suggest("gm amend move", "fleet", PARTY))[0].name
    found = _PLACE.search(told)
    if found is None:
        raise ScriptError(f"the landing party should be somewhere: {told}")
    for side in ("vermin", "humans"):
        here = await cast.colonies(side, found[1])
        if here:
            return min(here)
    raise ScriptError(f"neither the Vermin nor the Humans have a colony at {found[1]}")


async def land(cast: Cast) -> None:
    """Turn 4: they land, and hold; the game master has put a patrol in their way."""
    world = await burrow(cast)
    await cast.actor("humans").does("invade fronts", "no forces")
    await cast.actor("humans").give("invade land", fleet=PARTY, world=world, at="land", posture="hold")
    patrol: dict[str, Any] = {
        "force": "a patrol",
        "side": "vermin",
        "design": await _battalion(cast, "vermin"),
        "teams": 5,
    }
    await cast.gm.does("decree front force", world=world, **patrol, **REASON)
    await cast.gm.does("decree front surface", world=world, at="0101", terrain="caverns", **REASON)
    await cast.gm.does("decree front odds", world=world, side="humans", attack=10, defense=10, **REASON)
    await cast.gm.does("decree front people", world=world, attitude="Neutral", **REASON)


async def _battalion(cast: Cast, side: str) -> str:
    found = await cast.gm.suggest("decree front force", "design", "Infantry", side=side)
    return str(found[0].value)


async def advance(cast: Cast) -> None:
    """Turn 6: the army is told to attack; the game master reads all fronts, and gives the world away in the end."""
    world = await burrow(cast)
    ada = cast.actor("humans")
    await ada.does("invade fronts", "City of")
    await ada.give("invade army", world=world, posture="attack")
    guard: dict[str, Any] = {
        "force": "a rear guard",
        "side": "humans",
        "design": await _battalion(cast, "humans"),
        "at": "0101",
    }
    await cast.gm.does("decree front force", world=world, **guard, **REASON)
    rear = next(c for c in await ada.suggest("invade leave", "forces") if " in 0101 " in c.name)
    await ada.give("invade leave", fleet=PARTY, world=world, forces=str(rear.value))
    await cast.gm.does("decree front show", "City of")


async def triumph(cast: Cast) -> None:
    """Turn 7: the world is the Humans', and a treaty gives it back; no battle waits for the game master."""
    await cast.gm.does("gm battle", "no battle that waits")
    unseen = await cast.actor("humans").use("map battle", at="Terra")
    cast.gm.book.told(unseen, "battle", "a film of no battle")
    world = await burrow(cast)
    text = (await cast.gm.use("decree front show")).text()
    cast.book.check("held by Human Union" in text, f"the Humans should have taken {world}: {text[:300]}")
    await cast.gm.does("decree front conquered", world=world, side="vermin", reason="A treaty gives it back")
