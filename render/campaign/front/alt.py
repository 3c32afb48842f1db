"""A surface in words for those who do not see it: true, short, from the same scene."""

from collections.abc import Mapping

from render.campaign.front.scene import Scene, Stack
from render.canvas.theme import Banner
from render.words.safe_text import bare, count, fitting, listed
from rules.cluster_war.model.state.names import SideId


def front_alt(scene: Scene, looks: Mapping[SideId, Banner], campaign: str = "") -> str:
    """What the picture shows, at most 1,024 characters; ends before the limit, never in the middle of a fact."""
    head = f"{bare(campaign, 60)}: " if campaign else ""
    who = f"as known to {_name(looks, scene.viewer)}" if scene.viewer else "with everybody's forces"
    owner = f"held by {_name(looks, scene.owner)}" if scene.owner else "held by nobody"
    facts = [f"{head}surface of {bare(scene.name, 40)} {scene.world}, {scene.clock.lower()}, {who}; {owner}."]
    for city in scene.cities:
        rebels = ", in rebellion" if city.rebels else ""
        facts.append(f"City of {bare(city.name, 30)} in {scene.terrain[city.hex]} hex {city.hex}{rebels}.")
    facts += [f"Fought in {listed(list(scene.fights))}."] if scene.fights else []
    facts += [f"Landed in {listed(list(scene.landings))}."] if scene.landings else []
    facts += [f"{_name(looks, stack.side)} in {stack.at}: {stack_words(stack)}." for stack in scene.stacks]
    facts += [
        f"{_name(looks, arrow.side)} bound from {arrow.start} to {arrow.end}."
        for arrow in scene.arrows
        if not arrow.made
    ]
    return fitting(facts)


def stack_words(stack: Stack) -> str:
    """`2 Infantry and 1 Heavy Tank, 30 teams, 2 dug in`."""
    kinds = listed([f"{number} {bare(name, 24)}" for name, number in stack.kinds])
    dug = f", {stack.dug} dug in" if stack.dug else ""
    return f"{kinds}, {count(stack.teams, 'team')}{dug}"


def _name(looks: Mapping[SideId, Banner], side: SideId) -> str:
    return bare(looks[side].name, 40) if side in looks else bare(side, 40)
