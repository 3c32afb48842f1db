"""Something for every kind of scene, and fleets that meet it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from rules.cluster_war.model.state.common import tables
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Design
from rules.cluster_war.model.state.places import Special
from rules.cluster_war.model.state.sides import KnownSystem
from rules.values import changed
from tests.rules.cluster_war.build import with_fleet
from tests.rules.cluster_war.chapters.encounters.lair import HERE, PLAYED, Loaded, lair, play

MET: Final[Mapping[str, Special]] = {
    "parasites": Special("Monster", ("Monster: Parasites (75% of crew infected)",)),
    "amoeba": Special("Monster", ("Monster: Space Amoeba, number 1, hull 75 (absorbs all energy sources)",)),
    "whale": Special("Monster", ("Monster: Space Whale, number 9, hull 20 (fairly innocuous)",)),
    "kraken": Special("Monster", ("Monster: Space Kraken, number 1, hull 30 (tractor beam or maglock systems)",)),
    "dragon": Special("Monster", ("Monster: Star Dragon, number 1, hull 40 (territorial, aggressive)",)),
    "dragons": Special("Monster", ("Monster: Star Dragons, number 2 adults and 3 youths, hull 40 adults, 20 youths",)),
    "sharks": Special("Monster", ("Monster: Space Sharks, number 40, hull 10 (gunboat) (go for anything that moves)",)),
    "piranha": Special("Monster", ("Monster: Space Piranha, number 90, hull 5 (fighter)",)),
    "eaters": Special("Monster", ("Monster: Flesh Eaters, number 8 militia teams (board and eat the crew)",)),
    "thoughts": Special("Monster", ("Monster: Thought Eaters, number 8 militia teams",)),
    "energy": Special("Monster", ("Monster: Energy Eaters, number 8 infantry teams",)),
    "pirates": Special("Monster", ("Monster: Space Pirates, number 7 space marine combat teams", "Attitude: Hostile")),
    "scoutship": Special("Alien Scoutship", ("Technology: 1st Gen FTL Culture", "Attitude: Peaceful")),
    "aliens": Special("Active Alien Base/Colony", ("Attitude: Neutral",)),
    "civilization": Special("Alien Civilization", ("Attitude: Cautious",)),
    "liferelic": Special("Alien Artifact", ("Artifact: Stasis Module (live Alien)", "Attitude: Neutral")),
    "beastrelic": Special(
        "Alien Artifact", ("Artifact: Stasis Module (live Monster)", "Monster: Star Dragon, number 1, hull 40")
    ),
    "armsrelic": Special("Alien Artifact", ("Artifact: Stasis Module (Alien Weapon)", "Trap: Nuclear Bomb")),
    "maprelic": Special("Alien Artifact", ("Artifact: Stasis Module (Cluster Map)",)),
    "datarelic": Special("Alien Artifact", ("Artifact: Stasis Module (Sector Survey Data)",)),
    "ruin": Special("Alien Artifact", ("Artifact: Abandoned Alien Installation",)),
    "shipwreck": Special("Alien Artifact", ("Artifact: Shipwreck with FTL Drive", "Drive: derelict ship, jump drive")),
    "derelict": Special("Derelict Alien Ship/Base", ("Culture: 1st Gen FTL Culture",)),
    "wormhole": Special("Wormhole", ("Wormhole: other end in this cluster",)),
    "device": Special("Alien Weapon/Trap", ("Trap: Computer Siphon",)),
    "wonder": Special("Something Extraordinary"),
}
"""Something for every scene, as generation writes it."""
SCENES: Final = tables(PLAYED)["CW-TAB-SCENES"]
CHOICES: Final = [(row["scene"], row["choice"]) for _, row in tables(PLAYED)["CW-TAB-SCENE-CHOICES"].named_rows()]
STRONG: Final = Design(
    "strong",
    "Strong",
    "ship",
    60,
    400,
    Fraction(3),
    prefix="BB",
    racks=2,
    barracks=2,
    science_stations=2,
    layout={"Beam emitter 3": 20},
)
ARK: Final = Design("ark", "Ark", "ship", 400, 900, Fraction(1), prefix="AR", layout={"Beam emitter 3": 1})


def there(scene: str, *designs: str) -> GameState:
    """A fleet that stands at what leads to a scene, and has surveyed the system; nothing has happened yet."""
    state = lair(MET[scene], hole="closed", destination="1212") if scene == "wormhole" else lair(MET[scene])
    owner = state.sides["humans"]
    owner = changed(owner, designs={**owner.designs, "strong": STRONG, "ark": ARK})
    state = changed(state, sides={**state.sides, "humans": owner})
    known = {HERE: KnownSystem(HERE, "surveyed", 1)}
    knowledge = {**state.knowledge, "humans": changed(state.knowledge["humans"], systems=known)}
    return with_fleet(changed(state, knowledge=knowledge), "humans", HERE, *(designs or ("destroyer", "strong")))


def met(scene: str, *designs: str, **faces: int) -> GameState:
    """The month after, when the scene has been put."""
    return play(there(scene, *designs), dice=Loaded(**faces)).state
