"""The words of what a side has met, as a quotation."""

from typing import Final

from render.words.safe_text import plain
from rules.cluster_war.chapters.encounters.encounter_orders import short_scene
from rules.cluster_war.chapters.encounters.specials import scene_row
from rules.cluster_war.model.state.view import View, place_name

MOST_QUOTED: Final = 2
"""Scenes whose words stand in a report's message: their choices are the buttons below it."""


def quote_scenes(view: View) -> list[str]:
    """The words of the first scenes that wait for an answer, each a line."""
    waiting = [scene for scene in view.scenes if not scene.closed][:MOST_QUOTED]
    return [
        f"> *{scene_row(view.settings, scene.kind)['look']}* {short_scene(scene.id)} at "
        f"{plain(place_name(view, scene.hex), 40)}. What now?"
        for scene in waiting
    ]
