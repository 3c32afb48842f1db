"""The words of what a side has met, as a quotation."""

from render.words.safe_text import plain
from rules.cluster_war.chapters.encounters.encounter_orders import short_scene
from rules.cluster_war.chapters.encounters.specials import scene_row
from rules.cluster_war.model.state.places import Scene
from rules.cluster_war.model.state.view import View, place_name


def quote_scene(view: View, scene: Scene, most: int) -> str:
    """What a side has met or found, as a line that quotes its words, about `most` characters."""
    row = scene_row(view.settings, scene.kind)
    where = f"{short_scene(scene.id)}, {plain(place_name(view, scene.hex), 40)}"
    head = f"> **{plain(str(row['title']), 40)}** ({where}): "
    return f"{head}*{plain(str(row['look']), most - len(head))}*"
