"""The pictures of a chronicle: the last map, empires over time, and the place of each great battle."""

from collections.abc import Mapping, Sequence
from typing import Final

from render.campaign.charts.charts import Rival, draw_rivals
from render.campaign.chronicle.facts import ChronicleFacts, Clash
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.regions import around
from render.campaign.film.paint import Stage, paint_still
from render.campaign.film.still import region_of, still_of
from render.campaign.news import SeenTurn
from render.canvas.panel import WIDE
from render.canvas.png import Picture, picture_of
from render.canvas.theme import banners, theme_named
from render.words.safe_text import bare
from rules.cluster_war.model.state.view import View

PANELS: Final = ("Colonies", "Their worth: size together", "Ships")
REACH: Final = 4
THEME: Final = "light"


def draw_all(facts: ChronicleFacts, turns: Sequence[SeenTurn]) -> dict[str, Picture]:
    """By name: "map", "chart", and "battle-N" for each great battle from 1 on."""
    last = turns[-1].end
    found = {"map": _last_map(facts, turns), "chart": _chart(facts, last)}
    after = {one.turn: one.end for one in turns}
    for number, clash in enumerate(facts.battles, start=1):
        found[f"battle-{number}"] = _place(clash, after, facts)
    return found


def _last_map(facts: ChronicleFacts, turns: Sequence[SeenTurn]) -> Picture:
    """How it all stood in the end, as the film's last picture shows it."""
    last = turns[-1].end
    look = theme_named(THEME)
    course = [still_of(turns[0].start), *(still_of(one.end, one.news) for one in turns)]
    looks = {side: banner for side, banner in banners(last.flags, look, last.others).items() if side in facts.names}
    stage = Stage(facts.title, last.side, region_of(course, last.columns, last.rows), looks, look, course)
    return picture_of(
        paint_still(stage, course[-1], WIDE), f"{bare(facts.title, 60)}: how it stood after turn {facts.last}."
    )


def _chart(facts: ChronicleFacts, last: View) -> Picture:
    looks = banners(last.flags, theme_named(THEME), last.others)
    rivals = []
    for side in facts.names:
        rows = tuple(
            {
                turn: getattr(figures[side], name)
                for turn, figures in facts.course
                if side in figures and (name != "size" or figures[side].own)  # of others only what was seen is known
            }
            for name in ("colonies", "size", "ships")
        )
        rivals.append(Rival(looks[side], rows))
    return draw_rivals(rivals, PANELS, THEME)


def _place(clash: Clash, after: Mapping[int, View], facts: ChronicleFacts) -> Picture:
    view = after[clash.turn]
    made = draw_cluster_map(
        view, theme=THEME, region=around(view, clash.hex, REACH), campaign=facts.title, in_message=True
    )
    return Picture(made.png, made.width, made.height, f"Where it was: {clash.told} {made.alt}"[:1000])
