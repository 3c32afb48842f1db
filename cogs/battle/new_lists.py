"""Suggestions for making a battle: sides of the scenario that is being typed, designs, switches, craft already placed."""

from collections.abc import Iterable

from cogs.battle.context import host_here
from cogs.battle.host import read_scenario
from cogs.common.autocomplete import Pair, plain_text
from cogs.common.bot_services import Interaction, services_of
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.library import library
from rules.pentagon_war.shipyard.pricing import price
from rules.pentagon_war.turn.preparing import option_value, switch_names
from umpire.battle import blueprints, set_up


async def scenario_side_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The sides of the scenario named in the same command."""
    battle = read_scenario(str(getattr(interaction.namespace, "scenario", "") or ""), 0)
    return [(plain_text(side.name), side.id) for side in battle.sides.values()]


async def design_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The asker's own and shared drawings, then the library."""
    found = await blueprints.known(services_of(interaction), interaction.guild_id or 0, interaction.user.id)
    drawn = [
        (f"{drawing.design.name} ({price(drawing.design, blueprints.YARD)} points, drawn)", drawing.design.name)
        for drawing in found
    ]
    ready = [(f"{d.name} ({d.power}, {price(d, blueprints.YARD)} points)", key) for key, d in library().items()]
    return [*drawn, *ready]


async def setup_craft_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The craft of a set-up, for its host alone."""
    seat = await host_here(interaction)
    battle = await set_up.prepared(services_of(interaction), seat.game_id)
    return [(f"{craft.id} {plain_text(craft.name)}", craft.id) for craft in battle.craft.values()]


def option_pairs() -> Iterable[Pair]:
    """The switches of a battle with their usual values."""
    return [(f"{name} (usually {option_value(Options(), name)})", name) for name in switch_names()]
