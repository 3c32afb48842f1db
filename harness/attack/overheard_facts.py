"""Hidden things that lines, numbers and lists could tell by what they leave out, tell again or put in an order (R-061, R-062)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from harness.attack.fact import Fact, WrittenOrder
from harness.attack.other_facts import changing
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Base, Colony, Mining
from rules.cluster_war.model.state.places import Strain
from rules.values import changed
from tests.rules.cluster_war.build import with_fleet

Change = Callable[[GameState], GameState]


def _outlying(state: GameState) -> Colony:
    """The Humans' colony away from home at which nobody else has been."""
    home = state.sides["humans"].home
    return min(
        (c for c in state.colonies.values() if c.side == "humans" and c.hex != home and not c.strip), key=lambda c: c.id
    )


def _all(*changes: Change) -> Change:
    def done(state: GameState) -> GameState:
        for change in changes:
            state = change(state)
        return state

    return done


def ship_of(owner: str, *, mines: bool) -> Change:
    """A side has a ship with mining stations at the outlying colony's world, at work or not."""

    def done(state: GameState) -> GameState:
        world = _outlying(state)
        digger = next(d for d in state.sides["humans"].designs.values() if d.name == "Works Ship")
        its = changed(state.sides[owner], designs={**state.sides[owner].designs, digger.id: digger})
        state = changed(state, sides={**state.sides, owner: its})
        return with_fleet(state, owner, world.hex, digger.id, mining=Mining(world.hex, world.orbit) if mines else None)

    return done


def larger(state: GameState) -> GameState:
    """The outlying colony has another size."""
    world = _outlying(state)
    return changed(state, colonies={**state.colonies, world.id: changed(world, size=world.size + 3)})


def way_station(state: GameState) -> GameState:
    """The Dominators have a base where the outlying colony is, and have only scouted the system."""
    world = _outlying(state)
    side, knows = state.sides["dominators"], state.knowledge["dominators"]
    station = next(d for d in state.sides["humans"].designs.values() if d.kind == "base")
    side = changed(side, designs={**side.designs, station.id: station})
    base = Base(f"dominators/{station.prefix}90", "dominators", station.id, station.name, world.hex)
    known = known_as(state.cluster.systems[world.hex], "scouted", state.turn - 1)
    systems = {**knows.systems, world.hex: known}
    return changed(
        state,
        sides={**state.sides, side.id: side},
        bases={**state.bases, base.id: base},
        knowledge={**state.knowledge, side.id: changed(knows, systems=systems)},
    )


def healing(state: GameState) -> GameState:
    """The outlying colony's world has been harmed by strip-mining, and is cared for so well that it recovers this month."""
    world = _outlying(state)
    step = next(body.step for body in state.cluster.systems[world.hex].bodies if body.orbit == world.orbit)
    return changed(state, strains={**state.strains, world.id: Strain(20, step, care=100, side="humans")})


def richer(state: GameState) -> GameState:
    """The outlying colony's world holds more and other things than it did."""
    world = _outlying(state)
    system = state.cluster.systems[world.hex]
    bodies = tuple(
        changed(body, max_cp=(body.max_cp or 0) + 40, resources=("Secret Spice",))
        if body.orbit == world.orbit
        else body
        for body in system.bodies
    )
    systems = {**state.cluster.systems, world.hex: changed(system, bodies=bodies)}
    return changed(state, cluster=changed(state.cluster, systems=systems))


def other_drives(state: GameState) -> GameState:
    """The Humans' ships at home have a drive with which they may flee any battle."""
    side = state.sides["humans"]
    designs = {
        key: changed(design, ftl="skip", drive=Fraction(4)) if design.name == "Works Ship" else design
        for key, design in side.designs.items()
    }
    return changed(state, sides={**state.sides, side.id: changed(side, designs=designs)})


MINER: Final = "CW-7.1-02: who mines a world knows how much of it the colony there holds (R-061)"
RECOVERS: Final = "CW-7.1-09: who has a base in a system sees that a world there recovers"
BOTH: Final = _all(ship_of("dominators", mines=True), ship_of("vermin", mines=False))

OVERHEARD_FACTS: Final[tuple[Fact, ...]] = (
    Fact(
        "the size of a colony at whose world another mines",
        "mining",
        (changing(_all(ship_of("dominators", mines=True), larger)),),
        instead=(changing(ship_of("dominators", mines=True)),),
        seen={"dominators": MINER},
        alone=True,
    ),
    Fact(
        "the size of a colony that another only looks at",
        "mining",
        (changing(_all(ship_of("dominators", mines=False), larger)),),
        instead=(changing(ship_of("dominators", mines=False)),),
        alone=True,
    ),
    Fact(
        "a third who mines the same world",
        "mining",
        (changing(_all(ship_of("dominators", mines=True), ship_of("vermin", mines=True))),),
        instead=(changing(BOTH),),
        keeper="vermin",
        alone=True,
    ),
    Fact(
        "a world that recovers beside another's base",
        "survey",
        (changing(_all(way_station, healing)),),
        instead=(changing(way_station),),
        seen={"dominators": RECOVERS},
        alone=True,
    ),
    Fact(
        "what a world holds that recovers beside another's base",
        "survey",
        (changing(_all(way_station, richer, healing)),),
        instead=(changing(_all(way_station, healing)),),
        alone=True,
    ),
    Fact("a meeting after a refit", "meeting", (changing(other_drives),), alone=True),
    Fact(
        "which of two fleets that look alike has left",
        "contacts",
        (WrittenOrder('move "Seventh" to {deeper}'),),
        instead=(WrittenOrder('move "Eighth" to {deeper}'),),
        alone=True,
    ),
)
