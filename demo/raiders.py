"""War on commerce and worlds: the Humans raid the Vermin and fire on a nest, and the game master says what comes of it."""

from typing import Any

from demo.cast import Cast
from playtest.player import ScriptError

SAILS, HAMMER = ("Black Sail", "Grey Sail", "Red Sail", "White Sail"), "Long Hammer"
ROUNDS = 12
"""So often the raiders come back to the nest: of some, others get away."""


async def prepare_raid(cast: Cast) -> None:
    """Raiders near one nest of the Vermin and a squadron at another, away from their home."""
    gm = cast.gm
    at_bay, prey = await _nests(cast)
    swift: dict[str, Any] = {"hull": 20, "cost": 300, "drive": "100", "lrs": 2}
    await gm.does("gm amend design", side="humans", name="Black Corvette", kind="ship", **swift)
    squadrons = [(name, "Black Corvette", _beside(prey), 1) for name in SAILS]
    for name, design, hex_, count in (*squadrons, (HAMMER, "DD", at_bay[:4], 3)):
        await gm.does("gm amend create", side="humans", design=design, hex=hex_, count=count, fleet=name, reason="War")


def _beside(nest: str) -> str:
    """A hex beside a nest's."""
    return f"{nest[:2]}{int(nest[2:4]) - 1 or 2:02d}"


async def _nests(cast: Cast) -> tuple[str, str]:
    """Two colonies of the Vermin, as hex-orbit, the first by number in two systems that are not their home."""
    found = sorted(await cast.colonies("vermin"))
    away = {nest[:4]: nest for nest in found if nest[:4] != cast.empires["vermin"].home}
    if len(away) < 2:
        raise ScriptError("the Vermin should have nests in two systems beside their home")
    first, second, *_ = away.values()
    return first, second


async def raid(cast: Cast) -> None:
    """The Humans have seen the nests: raids on the nest and out again, round after round, and fire on the people of the other."""
    ada = cast.actor("humans")
    at_bay, prey = await _nests(cast)
    offered = [str(c.value) for c in await ada.suggest("fleet raid", "via", fleet=SAILS[0])]
    if not any(path.endswith(prey[:4]) for path in offered):
        raise ScriptError(f"a course to {prey[:4]} should be offered: {offered}")
    course = ", ".join([prey[:4], _beside(prey)] * ROUNDS)
    for name in SAILS:
        await ada.give("fleet raid", fleet=name, via=course)
    await ada.give("fleet bombard", fleet=HAMMER, world=at_bay, target="people")


async def judge_raid(cast: Cast) -> None:
    """The game master: whose traffic was caught, whether the nest yields (and takes it back), a world laid waste, a weapon."""
    gm = cast.gm
    at_bay, prey = await _nests(cast)
    catches = await gm.suggest("decree war catch", "question")
    entered = ROUNDS * len(SAILS)
    cast.book.check(0 < len(catches) < entered, f"of {entered} looks some should catch and some not: {len(catches)}")
    for catch in catches:
        await gm.does("decree war catch", question=str(catch.value), colony=prey, reason="The nearest nest")
    await gm.does("decree war yield", colony=at_bay, side="humans", reason="They give in")
    await gm.does("decree war yield", colony=at_bay, side="vermin", reason="They rise again")
    await gm.does("decree war devastate", hex=at_bay[:4], orbit=int(at_bay[5:]), step="4994", reason="Ash")
    await gm.does("decree war killer", side="humans", design="DD", on=False, reason="Never")
    await gm.does("decree war attitude", side="vermin", attitude="Hostile, Xenophobic", reason="They do not forget")
