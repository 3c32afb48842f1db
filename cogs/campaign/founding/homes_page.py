"""The wizard's page on homes: where empires begin, and which races the game master runs from the start."""

from collections.abc import Iterable

from cogs.common.buttons import button_for, data_for
from cogs.common.cutting import cut
from cogs.common.panels import Part, button_row
from cogs.common.selects import option, select_for
from render.canvas.safe_text import plain
from umpire.campaign.founding.homes import PLACEMENT_RULE, PLACEMENT_WORDS, other_line
from umpire.campaign.founding.open_campaign import Founding


def homes_page(now: Founding) -> Iterable[Part]:
    """Placement, the races there are, and the ways to add, change and drop one."""
    plan, game = now.plan, now.game
    lines = [f"• {plain(other_line(other))}" for other in plan.others] or ["None yet; a campaign needs none."]
    text = (
        f"Players begin **{PLACEMENT_WORDS[plan.placement][0]}** `{PLACEMENT_RULE}`.\n**Races that you run** "
        "`CW-19.0-16`\n" + "\n".join(lines)
    )
    yield cut(text, 2600, "/gm npr show")
    yield (
        "-# Nobody but you sees this page, and players meet these races only in play. Once the cluster is made, /gm npr "
        "adds their forces, colonies, goals and story, and plays their month."
    )
    methods = [
        option(f"Players {words}", name, about, chosen=name == plan.placement)
        for name, (words, about) in PLACEMENT_WORDS.items()
    ]
    yield select_for("How homes are placed", data_for(game, "plan-homes", "placement"), methods)
    if plan.others:
        races = [option(other.name, other.id, f"{other.gross} CPs, {other.attitude}") for other in plan.others]
        yield select_for("Change a race of yours", data_for(game, "plan-homes", "change"), races)
        yield select_for("Take races of yours out", data_for(game, "plan-homes", "drop"), races, most=0)
    yield button_row(button_for("Add a race that you run", data_for(game, "plan-race")))
