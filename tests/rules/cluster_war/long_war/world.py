"""Six empires close together, with all that a long war needs: warships, raiders, troopers, tenders, forts, officers, yards."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from rules.cluster_war.chapters.detection.sightings import refresh
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.model.state.common import HexId, Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Colony, Design
from rules.cluster_war.model.state.places import Body, Cluster, StarSystem
from rules.cluster_war.model.state.sides import ColonySighting, Knowledge, Race, Side
from rules.cluster_war.model.working.turn_state import TurnState
from rules.dice import Dice
from rules.values import changed
from tests.rules.cluster_war.build import with_fleet

G = Fraction
SIZE: Final = 12
HOMES: Final[Mapping[SideId, HexId]] = {
    "amber": "0202",
    "blue": "0602",
    "coral": "1003",
    "dun": "0209",
    "elm": "0609",
    "flint": "1010",
}
MARCHES: Final[Mapping[SideId, tuple[HexId, ...]]] = {
    "amber": ("0303", "0405"),
    "blue": ("0603", "0704"),
    "coral": ("0905", "0805"),
    "dun": ("0307", "0407"),
    "elm": ("0608", "0606"),
    "flint": ("0908", "0807"),
}
"""Where each side has its outer colonies, within reach of its neighbours."""
DRIVES: Final = ("second-stage", "warp", "jump", "foldspace", "second-stage", "skip")
ATTITUDES: Final = ("Neutral", "Hostile", "Neutral", "Hostile, Xenophobic", "Neutral", "Hostile")
HULL: Final = {"Bridge": 1, "Crew quarters": 2}
GUNS: Final = {**HULL, "Beam emitter 3": 3, "Shield projector 1": 3, "Point defense battery": 1}
DESIGNS: Final[Mapping[str, Design]] = {
    d.id: d
    for d in (
        Design("DD", "Destroyer", "ship", 20, 80, G(4), lrs=1, prefix="DD", layout={"Drive 4G": 8, "LRS": 1, **GUNS}),
        Design(
            "CA",
            "Cruiser",
            "ship",
            36,
            140,
            G(3),
            lrs=1,
            prefix="CA",
            launchers=2,
            magazines=1,
            layout={
                "Drive 3G": 11,
                "LRS": 1,
                **HULL,
                "Flag bridge": 1,
                "Combat information center": 1,
                "Beam emitter 3": 5,
                "Shield projector 1": 5,
                "Missile launcher": 2,
                "Magazine": 1,
            },
        ),
        Design(
            "RD",
            "Raider",
            "ship",
            20,
            90,
            G(5),
            lrs=1,
            prefix="RD",
            cargo_bays=2,
            traits=("cloaked",),
            layout={"Drive 5G": 10, "LRS": 1, **HULL, "Beam emitter 3": 2, "Cargo bay": 2},
        ),
        Design(
            "TR",
            "Trooper",
            "ship",
            40,
            90,
            G(3),
            prefix="TR",
            cargo_bays=6,
            barracks=6,
            layout={"Drive 3G": 12, **HULL, "Beam emitter 3": 1, "Barracks": 6, "Cargo bay": 6},
        ),
        Design(
            "TE",
            "Tender",
            "ship",
            24,
            80,
            G(3),
            prefix="TE",
            cargo_bays=6,
            repair_bays=2,
            layout={"Drive 3G": 8, **HULL, "Repair bay": 2, "Cargo bay": 6},
        ),
        Design(
            "FF",
            "Freighter",
            "ship",
            20,
            50,
            G(2),
            prefix="FF",
            cargo_bays=6,
            layout={"Drive 2G": 4, **HULL, "Cargo bay": 6},
        ),
        Design("HK", "Hulk", "ship", 20, 60, G(4), lrs=1, prefix="HK", note="nobody has drawn it"),
        Design(
            "FT",
            "Fort",
            "base",
            40,
            150,
            lrs=1,
            prefix="FT",
            shipyard_bays=4,
            layout={"Bridge": 1, "Beam emitter 3": 6, "Shield projector 1": 6, "Shipyard bay": 4},
        ),
        Design("FI", "Fighter", "small_craft", 4, 10, G(4), bridge=False, layout={"Cockpit": 1, "Beam emitter 1": 1}),
        Design("INF", "Infantry", "ground", 1, 10, ratings=(3, 3, 2, 2)),
        Design("SPM", "Space Marines", "ground", 1, 16, traits=("drop capable",), ratings=(4, 4, 3, 3)),
        Design("HTK", "Heavy Tank", "ground", 3, 25, gear=2, ratings=(11, 1, 10, 1), traits=("mobile",)),
    )
}
GARRISON: Final = {"INF": 3, "FI": 3}
FLEETS: Final = (
    ("1st Fleet", "CA", "DD", "DD"),
    ("2nd Fleet", "DD", "DD", "HK"),
    ("Landing Force", "TR", "TR", "DD"),
    ("Black Sail", "RD"),
    ("Convoy", "FF", "FF"),
    ("Workshop", "TE"),
)


def mark_of(side: SideId) -> str:
    """A word that is in the name of everything a side has named, and nowhere else: others must never read it."""
    return side.upper()


def empires(settings: Settings) -> GameState:
    """The first state, with everybody's first fleets at home; everybody knows where everybody lives."""
    systems: dict[HexId, StarSystem] = {}
    colonies: dict[str, Colony] = {}
    sides: dict[SideId, Side] = {}
    for n, (id_, home) in enumerate(HOMES.items()):
        worlds = ((home, 3, 600), *((h, 1, 90) for h in MARCHES[id_]))
        for hex_, orbit, most in worlds:
            systems[hex_] = StarSystem(hex_, ("G",), (Body(orbit, "5555", most), Body(5, "9321", 20)))
        designs = {k: changed(d, ftl=DRIVES[n]) if d.kind == "ship" else d for k, d in DESIGNS.items()}
        race = Race(id_.title(), "5555", attitude=ATTITUDES[n])
        sides[id_] = Side(id_, id_.title(), 0x3366CC + n, race, home, 3, 400, designs, salt=f"0:salt of {id_}")
        for hex_, orbit, size in worlds:
            key = f"{hex_}-{orbit}"
            colonies[key] = Colony(key, id_, f"{hex_} {mark_of(id_)}", hex_, orbit, size, garrison=dict(GARRISON))
        capital = colonies[f"{home}-3"]
        colonies[capital.id] = changed(
            capital,
            shipyard_bays=60,
            light_industry=40,
            training=40,
            science_stations=4,
            munitions=20,
            garrison={"INF": 6, "SPM": 4, "HTK": 2, "FI": 4, "FT": 1},
        )
    surveyed = {h: known_as(s, "surveyed", 0) for h, s in systems.items()}
    bases = {
        f"{id_}/FT01": Base(f"{id_}/FT01", id_, "FT", f"Gatehouse {mark_of(id_)}", MARCHES[id_][0], 1, munitions=0)
        for id_ in sides
    }
    state = GameState(
        turn=1,
        settings=settings,
        cluster=Cluster(SIZE, SIZE, systems),
        sides=sides,
        colonies=colonies,
        fleets={},
        ships={},
        builds={},
        projects={},
        knowledge={
            id_: Knowledge(
                systems=surveyed,
                colonies={
                    c.id: ColonySighting(c.id, c.side, c.hex, c.orbit, 0) for c in colonies.values() if c.side != id_
                },
            )
            for id_ in sides
        },
        bases=bases,
        counters={f"ship/{id_}/FT": 1 for id_ in sides},
    )
    for id_, home in HOMES.items():
        for name, *designs_ in FLEETS:
            state = with_fleet(state, id_, home, *designs_, name=f"{name} {mark_of(id_)}")
    turn = TurnState(state, (), Dice(bytes(32), "long war", 1))
    refresh(turn, turn.first_week)
    return turn.freeze(1, {})
