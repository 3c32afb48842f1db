"""What waits in systems: the game master places whales, a worm hole, an artifact; the Humans meet, enter, answer."""

from demo.cast import Cast
from demo.mistakes import refused

PROBE = "Brave Nose"


async def place_encounters(cast: Cast) -> None:
    """The game master's hand on the map, and a scout that goes where nobody has been."""
    gm, ada, empire = cast.gm, cast.actor("humans"), cast.empires["humans"]
    mouth, far, vault, attic = [hex_ for hex_ in sorted(empire.sky) if hex_ != empire.home][2:6]
    await gm.does("special play", reason="Something stirs out there")
    await gm.does("special place", "Space Whale", hex=empire.home, kind="Monster", what="Space Whale", number=6)
    await gm.does("special place", hex=mouth, kind="Wormhole")
    await gm.does("special hole", "closed, one way", hex=mouth, how="closed", to=far)
    await gm.does("gm amend create", side="humans", design="SC", hex=mouth, fleet=PROBE, reason="A volunteer")
    await gm.does("gm amend knowledge", side="humans", hex=mouth, reason="Her charts")
    await ada.give("encounter enter", fleet=PROBE)
    relic = "Stasis Module (Cluster Map)"
    await gm.does("special place", "hidden", hex=vault, kind="Alien Artifact", what=relic, hidden=True)
    await gm.does("special prepare", hex=vault, line="Note", what="It hums at night.")
    await gm.does("special move", hex=vault, to=attic)
    await gm.does("special hide", "met and found", hex=attic, hidden=False)
    await gm.does("special remove", hex=attic, sure=True)
    await gm.does("special storm", "force 2", hex=vault, storm="ION", force=2)
    await gm.does("special storm", "is over", hex=vault, storm="none")
    await gm.does("special resource", hex=empire.home, orbit=1, resource="Exotic Crystals")
    await gm.does("special list", "What waits in systems")


async def answer_encounter(cast: Cast) -> None:
    """The whales have come; the Humans keep a distance, and the game master adds a word."""
    gm, ada = cast.gm, cast.actor("humans")
    await ada.does("encounter list", "Slow voices")
    whales = next(c for c in await ada.suggest("encounter answer", "encounter") if "Slow voices" in c.name)
    await ada.give("encounter answer", encounter=str(whales.value), choice="watch")
    scene = next(c for c in await gm.suggest("special rule", "scene", "") if "Slow voices" in c.name)
    await gm.does("special rule", scene=str(scene.value), words="They sang of the comet.")
    await refused(
        cast, gm, "Nothing holds", "special free", fleet=await gm.first("gm amend move", "fleet", "Deep Works")
    )
    await gm.does("special play", on=False, reason="The rest is told by the fire")
