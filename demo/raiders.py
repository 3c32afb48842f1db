"""War on commerce and worlds: the Humans raid the Vermin and fire on a nest, and the game master says what comes of it."""

from demo.actor import ScriptError
from demo.cast import Cast

SAIL, HAMMER = "Black Sail", "Long Hammer"


async def prepare(cast: Cast) -> None:
    """Two squadrons near and at two nests of the Vermin, away from their home."""
    gm = cast.gm
    at_bay, prey = await _nests(cast)
    beside = f"{prey[:2]}{int(prey[2:4]) - 1 or 2:02d}"
    for name, hex_, count in ((SAIL, beside, 1), (HAMMER, at_bay[:4], 3)):
        await gm.does("gm amend create", side="humans", design="DD", hex=hex_, count=count, fleet=name, reason="War")


async def _nests(cast: Cast) -> tuple[str, str]:
    """Two colonies of the Vermin, as hex-orbit, in two systems that are not their home."""
    found = [str(c.value) for c in await cast.gm.suggest("decree hinder", "colony", "", side="vermin")]
    away = {nest[:4]: nest for nest in found if nest[:4] != cast.empires["vermin"].home}
    if len(away) < 2:
        raise ScriptError("the Vermin should have nests in two systems beside their home")
    first, second, *_ = away.values()
    return first, second


async def sail(cast: Cast) -> None:
    """The Humans have seen the nests: a raid along a course that is offered, and fire on the people of the other nest."""
    ada = cast.actor("humans")
    at_bay, prey = await _nests(cast)
    offered = [str(c.value) for c in await ada.suggest("fleet raid", "via", fleet=SAIL)]
    if not any(path.endswith(prey[:4]) for path in offered):
        raise ScriptError(f"a course to {prey[:4]} should be offered: {offered}")
    await ada.give("fleet raid", fleet=SAIL, via=next(path for path in offered if path.endswith(prey[:4])), take=True)
    await ada.give("fleet bombard", fleet=HAMMER, world=at_bay, target="people")


async def judge(cast: Cast) -> None:
    """The game master: whose traffic was caught, whether the nest yields (and takes it back), a world laid waste, a weapon."""
    gm = cast.gm
    at_bay, prey = await _nests(cast)
    for catch in await gm.suggest("decree war catch", "question"):
        await gm.does("decree war catch", question=str(catch.value), colony=prey, reason="The nearest nest")
    await gm.does("decree war yield", colony=at_bay, side="humans", reason="They give in")
    await gm.does("decree war yield", colony=at_bay, side="vermin", reason="They rise again")
    await gm.does("decree war devastate", hex=at_bay[:4], orbit=int(at_bay[5:]), step="4994", reason="Ash")
    await gm.does("decree war killer", side="humans", design="DD", on=False, reason="Never")
    await gm.does("decree war attitude", side="vermin", attitude="Hostile, Xenophobic", reason="They do not forget")
