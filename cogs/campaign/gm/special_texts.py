"""What hides in the cluster, as the game master reads it and picks it."""

from collections.abc import Iterable
from typing import Final

from cogs.campaign.common.order_options import place_text
from cogs.campaign.gm.gm_options import Chosen
from cogs.common.command_factory import Pair
from cogs.common.panels import clipped
from render.words.safe_text import plain
from rules.cluster_war.chapters.encounters.encounter_orders import short_scene
from rules.cluster_war.chapters.encounters.specials import choices_of, scene_row
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.view import View

MOST: Final = 1900


def places_with_something(view: View) -> Iterable[HexId]:
    """The hexes in which something hides, or a worm hole opens."""
    return (hex_ for hex_, system in sorted(view.systems.items()) if system.notes)


def special_pairs(view: View, side: Chosen) -> Iterable[Pair]:
    """The same, each with what it is."""
    for hex_ in places_with_something(view):
        yield f"{place_text(view, hex_)}: {view.systems[hex_].notes[0]}", hex_


def special_list(view: View) -> str:
    """All that hides, by hex, and the scenes that are open."""
    how = "is played in scenes" if view.settings.encounters == "played" else "is told and settled by you"
    lines = [f"### What waits in systems {how} `CW-12.1-04`"]
    for scene in view.scenes:
        if scene.closed:
            continue
        row, choices = scene_row(view.settings, scene.kind), choices_of(view.settings, scene.kind)
        said = f"by your word: {choices[scene.ruled]['label']}" if scene.ruled else ""
        said = said or f"if nobody answers: {choices[row['usual']]['label']}"
        who = plain(view.flags[scene.side].name)
        lines.append(f"- **{short_scene(scene.id)}** of {who} at {scene.hex}: {row['title']}; {said}")
    found = places_with_something(view)
    lines += [f"- `{hex_}` {plain(' '.join(view.systems[hex_].notes), 300)}" for hex_ in found]
    if len(lines) == 1:
        lines.append("Nothing hides anywhere; /special place puts something there.")
    return clipped("\n".join(lines), MOST)
