"""Races of the game master's in a scenario, and where they and the players begin (CW-19.0-14, CW-19.0-16)."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, TypeAlias

from rules.cluster_war.chapters.npr.edit import check_npr, slug_of, with_home_colony
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.geometry import hex_at
from rules.cluster_war.model.state.names import HexId, SideId
from rules.cluster_war.model.state.npr import PACES, Npr, Pace
from rules.cluster_war.model.state.places import Cluster, StarSystem
from rules.cluster_war.model.state.sides import Race
from rules.cluster_war.model.worlds.homes import choose_homes, prepare_home
from rules.cluster_war.model.worlds.step_codes import check_step
from rules.dice import Roller
from rules.errors import GameError
from rules.scenario_fields import Fields
from rules.values import Value, asdict, changed

Placement: TypeAlias = Literal["spread", "corners", "gaps", "near"]
PLACEMENTS: Final[tuple[Placement, ...]] = ("spread", "corners", "gaps", "near")
USUAL_GROSS: Final = 300
UNMARKED: Final = 0x9A9A9A


class StartNpr(Value):
    """A race the game master runs, as a scenario has it; `home` "" lets set-up choose one."""

    name: str
    gross: int = USUAL_GROSS
    home: HexId = ""
    attitude: str = "Neutral"
    pace: Pace = "steady"
    home_step: str = ""
    colour: int = UNMARKED
    technologies: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    culture: str = ""
    story: str = ""
    notes: str = ""

    @property
    def id(self) -> SideId:
        return slug_of(self.name)


def read_npr(part: Fields) -> StartNpr:
    """A scenario's `[[other]]` table."""
    step = part.text("home_step", "")
    return part.read_as(
        StartNpr(
            name=part.text("name"),
            gross=part.number("gross", USUAL_GROSS),
            home=part.text("home", ""),
            attitude=part.text("attitude", "Neutral"),
            pace=part.choice("pace", PACES, "steady"),
            home_step=check_step(step) if step else "",
            colour=part.colour("colour") if part.has("colour") else UNMARKED,
            technologies=part.texts("technologies"),
            goals=part.texts("goals"),
            culture=part.text("culture", ""),
            story=part.text("story", ""),
            notes=part.text("notes", ""),
        )
    )


def place(
    cluster: Cluster,
    sides: Mapping[SideId, HexId],
    others: tuple[StartNpr, ...],
    stars: tuple[str, ...],
    method: Placement,
    among: Collection[HexId] = (),
) -> tuple[tuple[HexId, ...], Mapping[SideId, HexId]]:
    """Homes for the sides that have none ("" in `sides`), and all homes of the game master's races (CW-19.0-14).

    "spread" puts players as far apart as can be, "corners" near the corners of the map; the other races come after them.
    "gaps" places the other races first, and players in the gaps between them. "near" puts players close together in the middle.
    Players' homes are `among` these hexes, if there are enough of them that are fit.
    """
    fixed = tuple(home for home in sides.values() if home)
    wanted = sum(not home for home in sides.values())
    for other in others:
        if other.home:
            hex_at(cluster.columns, cluster.rows, other.home)
    held = tuple(other.home for other in others if other.home)
    open_ = sum(not other.home for other in others)
    if method == "gaps":
        theirs = choose_homes(cluster, open_, stars, (*fixed, *held))
        mine = choose_homes(cluster, wanted, stars, (*fixed, *held, *theirs), among=among)
    else:
        corners, near = method == "corners", method == "near"
        mine = choose_homes(cluster, wanted, stars, (*fixed, *held), corners=corners, near=near, among=among)
        theirs = choose_homes(cluster, open_, stars, (*fixed, *held, *mine))
    free = iter(theirs)
    return mine, {other.id: other.home or next(free) for other in others}


def home_system(cluster: Cluster, name: str, home: HexId) -> StarSystem:
    """The system that somebody begins in; GameError if it has no planet."""
    system = cluster.systems.get(home)
    if system is None or not system.bodies:
        raise GameError(f"{name} cannot begin in {home}: there is no planet there.")
    return system


def salt(dice: Roller, whose: str, digits: int = 16) -> str:
    """Four bits a digit for the keys of rolls that only this side, or the game master, may see (docs/decisions/0003)."""
    return "".join(f"{face - 1:x}" for face in dice.roll(f"setup/salt/{whose}", 16, digits).faces)


def with_nprs(
    state: GameState, others: tuple[StartNpr, ...], homes: Mapping[SideId, HexId], max_cp: int, dice: Roller
) -> GameState:
    """The state with the scenario's races in it, each with its home world and a salt of its own; the home is perfect for
    every race whose STEP code is given (CW-19.0-15)."""
    cluster = state.cluster
    for other in others:
        system = home_system(cluster, other.name, homes[other.id])
        if other.home_step:
            made, _ = prepare_home(system, Race(other.name, other.home_step), max_cp, state.settings)
            cluster = changed(cluster, systems={**cluster.systems, made.hex: made})
    state = changed(state, cluster=cluster)
    for other in others:
        if other.id in state.nprs:
            raise GameError(f"Two races of the scenario are called {other.name}.")
        named = {**asdict(other), "id": other.id, "home": homes[other.id]}
        bare = Npr(**named, advanced=state.turn - 1, salt=salt(dice, f"npr/{other.id}"))
        npr = with_home_colony(state, bare)
        check_npr(state, npr)
        state = changed(state, nprs=dict(sorted({**state.nprs, npr.id: npr}.items())))
    return state
