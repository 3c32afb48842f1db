"""One side's atlas of a campaign: every turn as that side saw it then, in one page that needs nothing else."""

from collections.abc import Sequence
from typing import Final

from render.page.page import Json, Moment, room_for, timeline_of, write_page
from render.words.safe_text import bare
from rules.cluster_war.model.state.view import View

SCRIPT_NAMES: Final = (
    "routes.js",
    "hazards.js",
    "stars.js",
    "words.js",
    "route_page.js",
    "ground.js",
    "painting.js",
    "cluster.js",
)
SCRIPTS: Final = tuple(("render.campaign.atlas", name) for name in SCRIPT_NAMES)
"""The page's own scripts, in the order in which they build on each other."""


def write_atlas(moments: Sequence[Moment], last: View, campaign: str) -> bytes:
    """The page of these turns, oldest first; `last` is the side's view of the last of them. Where they do not all fit, the
    oldest are left out, and the page says so."""
    flag = last.all_flags.get(last.side)
    name = "Game master" if flag is None else bare(flag.name, 40)
    title = f"{bare(campaign, 60)}: atlas of {name}"
    about: dict[str, Json] = {
        "campaign": bare(campaign, 60),
        "name": name,
        "columns": last.columns,
        "rows": last.rows,
        "side": last.side,
        "home": last.me.home if last.me else "",
    }
    return write_page(title, about, timeline_of(moments, room_for(title, about, SCRIPTS)), SCRIPTS)
