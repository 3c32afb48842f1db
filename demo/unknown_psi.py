"""Psionics: the Humans turn out to be psychics, and the game master has a word on all of it."""

from typing import Any

from demo.cast import Cast
from demo.works import TERRA

SEERS = "Quiet Minds"
GIFTS = ("Combat Precognition", "Screaming", "Postcognition", "Precognition")
SHIP: dict[str, Any] = {"kind": "ship", "hull": 20, "cost": 90, "drive": "4", "psionics": "Combat Precognition"}


async def awaken_psychics(cast: Cast) -> None:
    """In turn 3: gifts, a ship of psychics, a team, a stone that is read, a hint, and what others make of it."""
    gm, ada = cast.gm, cast.actor("humans")
    await gm.does("psimaster switch", on=False, reason="Nobody believes in it")
    await gm.does("psimaster switch", on=True, reason="They do now")
    for ability in GIFTS:
        await gm.does("psimaster grant", side="humans", ability=ability, reason="A comet passed")
    await gm.does(
        "psimaster combine", side="humans", abilities="Screaming, Combat Precognition", reason="It suits them"
    )
    await gm.does("psimaster combine", side="humans", abilities="Screaming, Combat Precognition", allowed=False)
    await gm.does("psimaster immune", side="oolab", reason="They dream of water alone")
    await gm.does("psimaster mark", technology="Mind Lance", reason="It is aimed by thought")
    await gm.does("psimaster study", side="vermin", reason="A captive seer")
    await gm.does("psimaster hint", side="humans", text="A red sun, and teeth around it.")
    home = str((await ada.suggest("colony show", "colony", "Terra"))[0].value).partition("-")[0]
    await gm.does("gm amend design", side="humans", name="Mind Ship", **SHIP)
    await gm.does("gm amend create", side="humans", design="Mind Ship", hex=home, fleet=SEERS, reason="A gift")
    minds = await gm.first("psimaster cure", "fleet", SEERS)
    await gm.does("psimaster cure", fleet=minds, insane=True, reason="The comet sang")
    await gm.does("psimaster cure", fleet=minds, reason="It has passed")
    await ada.does("psi list", "Combat Precognition")
    await ada.does("psi research", "Psionic Ability: Shadow")
    await ada.give("psi travel", fleet=SEERS, how="frozen")
    await ada.give("psi combine", abilities="Screaming, Combat Precognition")
    await ada.give("research start", name="The Black Stone", cps=25, steps=3, **TERRA)


async def read_the_stone(cast: Cast) -> None:
    """In turn 4: psychics guard the stone and handle it, and the game master says what they learn."""
    gm, ada = cast.gm, cast.actor("humans")
    stone = str((await ada.suggest("psi team", "at", "Black Stone"))[0].value)
    await ada.give("psi team", task="security", at=stone)
    await ada.give("psi read", object="the black stone of Terra", project="The Black Stone")
    await gm.does("psimaster insight", side="humans", project=stone, cps=10, reason="They saw who made it")
