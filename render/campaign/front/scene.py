"""What one side's picture of a world at war shows, as plain values and in words: terrain, cities, forces, events."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from render.canvas.theme import Banner, Theme, banners
from render.words.safe_text import bare, count, fit_facts, format_list
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.ground import ForcesMarched, GroundFought, TroopsLanded
from rules.cluster_war.model.state.common import ColonyId, HexId, SideId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.state.war import FULL_COMBAT_TEAMS, REBELS, City, Force, Front, Terrain
from rules.values import Value, changed

REBEL: Final = Banner(REBELS, "Rebels", (176, 176, 176), "plain", "r")


class ForceStack(Value):
    """A side's forces in one hex: units of each kind, teams left in all, units dug in; `base` where a base is among them."""

    at: HexId
    side: SideId
    kinds: tuple[tuple[str, int], ...]
    teams: int
    dug: int = 0
    base: bool = False

    @property
    def units(self) -> int:
        """How many there are."""
        return sum(number for _, number in self.kinds)


class MarchArrow(Value):
    """A way from hex to hex: of a march that was made, or of one still to be made."""

    start: HexId
    end: HexId
    side: SideId
    made: bool


class FrontScene(Value):
    """A world at one moment. `viewer` is the side whose picture it is, "" for the game master; `lines` are on what
    happened, `fights` and `landings` where it did."""

    world: ColonyId
    name: str
    owner: SideId
    viewer: SideId
    clock: str
    columns: int
    rows: int
    terrain: Mapping[HexId, Terrain]
    cities: tuple[City, ...]
    stacks: tuple[ForceStack, ...]
    arrows: tuple[MarchArrow, ...] = ()
    fights: tuple[HexId, ...] = ()
    landings: tuple[HexId, ...] = ()
    lines: tuple[str, ...] = ()
    people: str = ""

    @property
    def quiet(self) -> bool:
        """Whether nobody fights."""
        return not self.fights


def is_contested(front: Front) -> bool:
    """Whether the viewer knows of forces of more than one side there, or of rebels."""
    there = {force.side for force in front.forces.values()} | {seen.side for seen in front.enemies}
    return len(there | ({front.owner} if there else set())) > 1


def scene_of(view: View, front: Front, happened: Iterable[Event] = (), clock: str = "") -> FrontScene:
    """A front as a view has it, with what its side heard of the month before it."""
    bare = FrontScene(
        world=front.world,
        name=front.name,
        owner=front.owner,
        viewer=view.side,
        clock=clock or f"TURN {view.turn}",
        columns=front.columns,
        rows=front.rows,
        terrain=front.terrain,
        cities=front.cities,
        stacks=_stacks(view, front),
        arrows=_goals(front),
        people=front.people,
    )
    return with_events(bare, happened)


def with_events(scene: FrontScene, happened: Iterable[Event]) -> FrontScene:
    """The scene with fights, landings and marches among these events that its viewer heard of."""
    fights, landings, arrows = dict.fromkeys(scene.fights), dict.fromkeys(scene.landings), dict.fromkeys(scene.arrows)
    for event in happened:
        if scene.viewer and not may_see(event, scene.viewer):
            continue
        match event:
            case GroundFought(world=scene.world):
                fights[event.at] = None
            case TroopsLanded(world=scene.world):
                landings[event.at] = None
            case ForcesMarched(world=scene.world):
                arrows[MarchArrow(event.start, event.at, event.side, made=True)] = None
            case _:
                pass
    return changed(scene, fights=tuple(sorted(fights)), landings=tuple(sorted(landings)), arrows=tuple(arrows))


def looks_of(view: View, theme: Theme) -> dict[SideId, Banner]:
    """Each side's look, and the rebels'."""
    return {**banners(view.flags, theme, view.others), REBELS: REBEL}


def _goals(front: Front) -> tuple[MarchArrow, ...]:
    going = {MarchArrow(f.at, f.goal, f.side, made=False) for f in front.forces.values() if f.goal and f.goal != f.at}
    return tuple(sorted(going, key=lambda arrow: (arrow.start, arrow.end, arrow.side)))


def _stacks(view: View, front: Front) -> tuple[ForceStack, ...]:
    own: defaultdict[tuple[HexId, SideId], list[Force]] = defaultdict(list)
    for force in front.forces.values():
        own[force.at, force.side].append(force)
    found = [_own(view, at, side, forces) for (at, side), forces in own.items()]
    seen: defaultdict[tuple[HexId, SideId], list[tuple[str, int, int]]] = defaultdict(list)
    for enemy in front.enemies:
        seen[enemy.at, enemy.side].append((enemy.name, enemy.count, enemy.teams))
    for (at, side), kinds in seen.items():
        names = tuple((name, number) for name, number, _ in sorted(kinds))
        found.append(ForceStack(at, side, names, sum(teams for *_, teams in kinds)))
    return tuple(sorted(found, key=lambda stack: (stack.at, stack.side != view.side, stack.side)))


def _own(view: View, at: HexId, side: SideId, forces: Sequence[Force]) -> ForceStack:
    kinds: defaultdict[str, int] = defaultdict(int)
    base = False
    for force in forces:
        owner = view.me if view.me is not None and view.me.id == side else view.sides.get(side)
        design = owner.designs.get(force.design) if owner is not None else None
        kinds["Militia" if side == REBELS else design.name if design is not None else force.design] += 1
        base = base or (design is not None and design.kind == "base")
    teams = sum(min(force.teams, FULL_COMBAT_TEAMS) for force in forces)
    return ForceStack(at, side, tuple(sorted(kinds.items())), teams, sum(f.dug_in for f in forces), base)


def front_alt(scene: FrontScene, looks: Mapping[SideId, Banner], campaign: str = "") -> str:
    """What the picture shows, at most 1,024 characters; ends before the limit, never in the middle of a fact."""
    head = f"{bare(campaign, 60)}: " if campaign else ""
    who = f"as known to {_side_name_in(looks, scene.viewer)}" if scene.viewer else "with everybody's forces"
    owner = f"held by {_side_name_in(looks, scene.owner)}" if scene.owner else "held by nobody"
    facts = [f"{head}surface of {bare(scene.name, 40)} {scene.world}, {scene.clock.lower()}, {who}; {owner}."]
    for city in scene.cities:
        rebels = ", in rebellion" if city.rebels else ""
        facts.append(f"City of {bare(city.name, 30)} in {scene.terrain[city.hex]} hex {city.hex}{rebels}.")
    facts += [f"Fought in {format_list(list(scene.fights))}."] if scene.fights else []
    facts += [f"Landed in {format_list(list(scene.landings))}."] if scene.landings else []
    facts += [f"{_side_name_in(looks, stack.side)} in {stack.at}: {stack_words(stack)}." for stack in scene.stacks]
    facts += [
        f"{_side_name_in(looks, arrow.side)} bound from {arrow.start} to {arrow.end}."
        for arrow in scene.arrows
        if not arrow.made
    ]
    return fit_facts(facts)


def stack_words(stack: ForceStack) -> str:
    """`2 Infantry and 1 Heavy Tank, 30 teams, 2 dug in`."""
    kinds = format_list([f"{number} {bare(name, 24)}" for name, number in stack.kinds])
    dug = f", {stack.dug} dug in" if stack.dug else ""
    return f"{kinds}, {count(stack.teams, 'team')}{dug}"


def _side_name_in(looks: Mapping[SideId, Banner], side: SideId) -> str:
    return bare(looks[side].name, 40) if side in looks else bare(side, 40)
