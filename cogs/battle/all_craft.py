"""All of a captain's craft at a glance: what each does, a list that leads to one, and a stance for all."""

from collections.abc import Sequence
from typing import Final, get_args

from cogs.battle.context import SIGHT, own_sight, pressed
from cogs.battle.plot_panel import BLUE, data
from cogs.common.answers import replace_message, say
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import SUCCESS, ButtonData, button_for
from cogs.common.panels import Panel, Part, button_row, cut
from cogs.common.selects import option, select_for
from render.words.safe_text import count, plain
from rules.errors import NotYoursError
from rules.pentagon_war.captains.stances import EFFECTS
from rules.pentagon_war.geometry import hex_name, letter
from rules.pentagon_war.movement.thrust import format_components
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.programme import Stance
from rules.pentagon_war.units import Craft
from umpire.battle import plots, plotting
from umpire.battle.plots import Sight
from umpire.games.seat import Seat

STANCES: Final[dict[str, Stance]] = {stance: stance for stance in get_args(Stance)}
ABOUT: Final = "A stance plays a craft that has no programme, and every craft when you do not answer in time."


def overview_panel(seen: Sight, said: str = "") -> Panel:
    """Each craft with its stance and whether it is plotted, the list of craft to plot, and the list of stances for all."""
    own = plots.own_craft(seen)
    silent = len(plots.silent_craft(seen))
    many = f"{len(own) - silent} plotted, {silent} led by stance"
    head = f"### Your craft · turn {seen.turn}: {many}"
    lines = [_line(seen, craft) for craft in own]
    parts: list[Part] = [
        cut("\n".join([*([said] if said else []), head, ABOUT, *lines]), 3300, "/battle status"),
    ]
    if seen.standing.asked and not seen.over:
        if len(own) > 1:
            choices = [option(f"{craft.id} {craft.name}", craft.id, _state(seen, craft)) for craft in own]
            parts.append(select_for("Plot a craft", data(seen, "bt-craft"), choices))
        hint = "Stance of all your craft" if len(own) > 1 else "Stance"
        parts.append(
            select_for(
                hint,
                data(seen, "bt-stances"),
                [option(each, each, EFFECTS[stance]) for each, stance in STANCES.items()],
            )
        )
        done = button_for("I am done", data(seen, "bp-done"), style=SUCCESS)
        parts.append(button_row(done, button_for("Map", data(seen, "bt-map"))))
        parts += ["-# /plot stance with a craft sets it for one."] if len(own) > 1 else []
    return Panel(BLUE, *parts)


def _line(seen: Sight, craft: Craft) -> str:
    place = f"{hex_name(craft.at)} facing {letter(craft.facing)}, {format_components(craft)}"
    mark = "●" if plots.plan_of(seen, craft)[1] else "○"
    stance = plots.stance_of(seen, craft)
    return f"- {mark} {craft.id} {plain(craft.name)}: {stance}, {_state(seen, craft)} · {place}"


def _state(seen: Sight, craft: Craft) -> str:
    plan, plotted = plots.plan_of(seen, craft)
    return f"plotted, {count(len(programme_lines(plan)), 'line')}" if plotted else "nothing plotted"


async def stance_button(interaction: Interaction, control: ButtonData) -> None:
    """What plays each craft when its captain says nothing, and a list that sets it for all."""
    await pressed(interaction, control)
    _, seen = await own_sight(interaction)
    plotting.require_asked(seen)
    await say(interaction, panel=overview_panel(seen))


async def stance_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """The list that sets a stance for all of a side's craft."""
    await pressed(interaction, control)
    await interaction.response.defer()
    seat, seen = await own_sight(interaction)
    stance = STANCES.get(chosen[0] if chosen else "")
    if stance is None:
        raise NotYoursError("That is no stance; use the list again.")
    await replace_message(interaction, await _set_for_all(interaction, seat, seen, stance))


async def stance_for_all(interaction: Interaction, stance: Stance) -> None:
    """The command that does the same."""
    seat, seen = await own_sight(interaction)
    plotting.require_asked(seen)
    await say(interaction, panel=await _set_for_all(interaction, seat, seen, stance))


async def _set_for_all(interaction: Interaction, seat: Seat, seen: Sight, stance: Stance) -> Panel:
    for craft in plots.own_craft(seen):
        key = f"{interaction.id}-{craft.id}"
        seen = await plotting.set_stance(services_of(interaction), seat, seen, craft, stance, key)
    interaction.extras[SIGHT] = None
    return overview_panel(seen, f"✔ Every craft of yours is played by the stance {stance} when you say nothing.")
