"""A line added to a craft's turn, and the programme that taps and added lines begin with: where a stance plays, its own turn."""

from cogs.battle.plot_handlers import change, craft_context
from cogs.battle.programme_edits import Edit
from cogs.common.interactions import Interaction, services_of
from rules.pentagon_war.captains.advice import CraftOutlook, outlook
from rules.pentagon_war.programme import Programme, Stance
from rules.pentagon_war.units import Craft, UnitId
from rules.values import changed
from umpire.battle import plots
from umpire.battle.plots import Sight, require_asked


async def add_line(interaction: Interaction, craft: str, edit: Edit) -> None:
    """Add a line that leaves the rest of a turn as it is: where a stance plays the craft, its turn stands in the lines above."""
    context = await craft_context(interaction, craft)
    require_asked(context.seen)
    led = plots.is_ai_led(context.seen, context.craft)
    begun = await start_of(interaction, context.seen, context.craft)
    said = f"✔ Plotted. {kept_text(begun.stance)}" if led else "✔ Plotted."
    await change(interaction, context.craft.id, lambda seen, _: edit(seen, begun), said)


def kept_text(stance: Stance) -> str:
    """What is said where a line is added to a turn that a stance plays."""
    return f"The other lines are the turn as its stance {stance} plays it, so it flies and fires as before."


async def start_of(interaction: Interaction, seen: Sight, craft: Craft) -> Programme:
    """The programme that a tap changes: the plotted one, or what the craft's stance would do where that plays it."""
    plan, _ = plots.plan_of(seen, craft)
    if not plots.is_ai_led(seen, craft):
        return plan
    found = await advice_for(interaction, seen, craft.id, plan.stance)
    return changed(found.drafted, craft=craft.id, turn=seen.turn)


async def advice_for(interaction: Interaction, seen: Sight, unit: UnitId, stance: Stance) -> CraftOutlook:
    """What a craft's captain may be advised, worked out in a worker."""
    return await services_of(interaction).workers.run(outlook, seen.view, unit, stance, urgent=True)
