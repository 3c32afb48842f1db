"""Storms on the map: their signs and force as far as the view's side has seen them, and what coincides with what the map shows
(CW-14.0)."""

from typing import Final

from render.campaign.cluster_map.ground import Objects
from render.canvas.region import Region
from rules.cluster_war.chapters.terrain.forecast import terrain_words
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import NAMES
from rules.values import Value

FORCE: Final = "storm's force"
EARLIER: Final = "force, when seen"


class StormMark(Value):
    """The force of a hex's storms, "F3" or "F3 T6" of one last seen in turn 6; `fresh` is one of this turn."""

    hex: HexId
    label: str
    fresh: bool


def storms_of(view: View, region: Region) -> tuple[StormMark, ...]:
    """The storms of a region whose force the view knows, by hex."""
    if not view.settings.terrain:
        return ()
    found: list[StormMark] = []
    for here, seen in sorted(view.weather.items()):
        if region.holds(here) and seen.force:
            fresh = seen.turn >= view.turn
            force = "/".join(f"F{n}" for n in seen.force.values())
            found.append(StormMark(here, force if fresh else f"{force} T{seen.turn}", fresh))
    return tuple(found)


def signs_of(view: View, region: Region) -> Objects:
    """What is drawn in a region's hexes: what the map shows, and what coincides there as far as the view's side knows it (a storm
    that came up in open space). A hypermass stands for all that surrounds it (CW-14.0-13)."""
    shown = {here: codes for here, codes in view.objects.items() if region.holds(here)}
    for here, seen in view.weather.items():
        codes = shown.get(here, ())
        if seen.around and region.holds(here) and "Hyp" not in codes:
            shown[here] = (*codes, *(code for kind in seen.around if (code := kind.capitalize()) not in codes))
    return frozenset(shown.items())


def storm_lines(view: View, region: Region) -> list[tuple[HexId, str]]:
    """Dangerous terrain of a region in words, by hex: storms, what surrounds a hypermass; nebulae by themselves harm nobody."""
    if not view.settings.terrain:
        return []
    hexes = sorted({*view.objects, *view.weather})
    told = [(here, ", ".join(terrain_words(view, here))) for here in hexes if region.holds(here)]
    return [(here, words) for here, words in told if words not in {"", NAMES["NEB"]}]
