"""Minds: the Humans delude and listen, and the game master carries out what slavers, vampires, witches and zombie masters do."""

from typing import Any, Final

from demo.cast import Cast
from demo.unknown_psi import SEERS

MIND_GIFTS: Final = ("Delusion", "Advanced Telepathy", "Slaver", "Vampire", "Witch", "Zombie")
LOST: Final = "Lost Brood"


async def bend_minds(cast: Cast) -> None:
    """In turn 6: ghosts beside the Vermin's home, a mask, silence, words overheard, and all that level 3 does; what would change
    the war is taken back."""
    gm, ada, vermin = cast.gm, cast.actor("humans"), cast.empires["vermin"]
    for ability in MIND_GIFTS:
        await gm.does("psimaster grant", side="humans", ability=ability, reason="The comet again")
    await ada.give("psi attempt", ability="Delusion", text="Let them see a fleet beside their nest.")
    beside = f"{vermin.home[:2]}{int(vermin.home[2:]) - 1:02d}"
    shown: dict[str, Any] = {"ships": 9, "hull": 500, "seen_by": "vermin", "turns": 1}
    await gm.does("psimaster minds ghost", side="humans", at=beside, **shown, reason="They dream of it")
    minds = await gm.first("psimaster minds silence", "fleet", SEERS)
    await gm.does("psimaster minds disguise", fleet=minds, ships=1, hull=5, turns=1, reason="A lost yacht")
    await gm.does("psimaster minds silence", fleet=minds, level=1, turns=1, reason="They hold their breath")
    await gm.does("psimaster minds surprise", at=beside, side="humans", reason="Too far from home to feel it")
    await gm.does("psimaster minds overhear", side="humans", of="vermin", text="The brood is hungry.", noticed=True)
    await ada.does("psi shown", "9 ghost ships")
    await gm.does("psimaster minds show", "9 ghost ships")
    await _master_minds(cast, beside, minds)


async def _master_minds(cast: Cast, beside: str, minds: str) -> None:
    gm, home = cast.gm, cast.empires["humans"].home
    await gm.does("gm amend create", side="vermin", design="ND", hex=beside, count=1, fleet=LOST, reason="Stragglers")
    lost = await gm.first("psimaster minds hold", "fleet", LOST)
    await gm.does(
        "psimaster minds hold", ability="vampire", fleet=lost, doer="humans", attack=-10, turns=1, reason="They feed"
    )
    held = await gm.first("psimaster minds release", "units", "ND")
    await gm.does("psimaster minds release", units=held, reason="They are sated")
    await gm.does("psimaster minds take", ability="zombie", fleet=lost, doer="humans", reason="Nobody is left aboard")
    nests = await cast.colonies("vermin")
    nest = next(n for n in nests if n[:4] != cast.empires["vermin"].home)
    await gm.does("psimaster minds world", ability="slaver", colony=nest, doer="humans", reason="They open the gates")
    await gm.does("decree war yield", colony=nest, side="vermin", reason="The spell breaks")
    await gm.does("psimaster minds release", units=nest, reason="The spell breaks")
    await gm.does("psimaster minds portal", side="humans", to=home, fleet=minds, reason="A door in the air")
    await gm.does("psimaster minds craft", side="humans", ability="witch", text="Doors of fire, once a month.")
    await gm.does("psimaster minds zombies", side="humans", design="INF", loss=0, reason="The old barracks")
    await gm.does("psimaster minds zombies", side="humans", design="INF", loss=0, on=False, reason="Never again")
