"""/plot: a craft's programme for the turn, line by line or as text; single decisions; saying done."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.battle import plot_handlers
from cogs.battle.choices import arms_option, number_option, own_option, target_option
from cogs.battle.plan_edits import aimed, copied, defending, moved, stopping, with_shot, without_line
from cogs.common.autocomplete import Completer
from cogs.common.bot_services import Interaction
from cogs.common.option_numbers import number_of
from rules.errors import GameError
from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.notation.read import POLICIES, check_span, moves_over, multiple_in, weapons_in
from rules.pentagon_war.programme import FireLine, PowerPlan, Stance
from umpire.battle import plots

Impulse = Range[int, 1, 12]
Letter = Literal["A", "B", "C", "D", "E", "F"]
Name = Range[str, 0, 60]
When = Range[str, 0, 300]
CRAFT = "Which of your craft"
AIMED: Final = {
    "target": "What at; leave out for the nearest enemy",
    "when": "Conditions: range to Y1 <= 6 and screens of Y1 <= 2 (leave out for always)",
    "first": "Not before this impulse",
    "last": "Not after it",
    "craft": CRAFT,
}
"""What /plot fire and /plot launch say of the options that they share."""
AIMED_LISTS: Final[Mapping[str, Completer]] = {"craft": own_option, "weapons": arms_option, "target": target_option}


class PlotGroup(app_commands.Group, name="plot", description="Your craft's programme for the turn, and saying done"):
    """Plotting; every change is answered with a receipt."""

    @app_commands.command(description="A craft's programme, where it leads, what would be refused")
    @app_commands.describe(craft=CRAFT)
    @app_commands.autocomplete(craft=own_option)
    async def show(self, interaction: Interaction, craft: Name = "") -> None:
        await plot_handlers.show(interaction, craft)

    @app_commands.command(description="Turn and accelerate on an impulse, or over several")
    @app_commands.describe(
        impulse="On which impulse",
        until="And on every impulse up to this one",
        turn="Face this way",
        accelerate="How many times standard: 1, 3/2, 2; leave out to coast",
        brake="A ramscoop brakes instead",
        craft=CRAFT,
    )
    @app_commands.autocomplete(craft=own_option)
    async def move(
        self,
        interaction: Interaction,
        impulse: Impulse,
        until: Impulse | None = None,
        turn: Letter | None = None,
        accelerate: Range[str, 0, 12] = "",
        brake: bool = False,
        craft: Name = "",
    ) -> None:
        multiple = multiple_in(accelerate.strip()) if accelerate or brake else Fraction(0)
        moves = moves_over(impulse, until or impulse, facing_of(turn) if turn else None, multiple, brake=brake)
        await plot_handlers.change(interaction, craft, lambda _, plan: moved(plan, moves))

    @app_commands.command(description="Fire weapons at a target when conditions hold")
    @app_commands.describe(
        weapons="L1 L2, or all",
        narrow="As one salvo of identical weapons",
        doubled="A capacitor into each beam",
        **AIMED,
    )
    @app_commands.autocomplete(**AIMED_LISTS)
    async def fire(
        self,
        interaction: Interaction,
        weapons: Range[str, 1, 200],
        target: Name = "",
        when: When = "",
        narrow: bool = False,
        doubled: bool = False,
        first: Impulse = 1,
        last: Impulse = 12,
        craft: Name = "",
    ) -> None:
        line = FireLine((), narrow=narrow, doubled=doubled, first=first, last=last)
        await self._shoot(interaction, craft, weapons, target, line, when)

    @app_commands.command(description="Launch missiles, drones or metal bolts when conditions hold")
    @app_commands.describe(
        weapons="M1 M2, D1 or LM1",
        rail="Missiles by magnetic rail, twice as fast",
        **AIMED,
    )
    @app_commands.autocomplete(**AIMED_LISTS)
    async def launch(
        self,
        interaction: Interaction,
        weapons: Range[str, 1, 200],
        target: Name = "",
        when: When = "",
        rail: bool = False,
        first: Impulse = 1,
        last: Impulse = 12,
        craft: Name = "",
    ) -> None:
        await self._shoot(interaction, craft, weapons, target, FireLine((), rail=rail, first=first, last=last), when)

    async def _shoot(
        self, interaction: Interaction, craft: str, weapons: str, target: str, line: FireLine, when: str
    ) -> None:
        check_span(line.first, line.last)
        await plot_handlers.change(
            interaction, craft, lambda seen, plan: with_shot(plan, aimed(seen, line, weapons, target, when))
        )

    @app_commands.command(description="The turn's power: radar, invisibility, ECM, evasion, what is kept for screens")
    @app_commands.describe(
        radar="Off: nobody sees it, it locks on to nothing",
        invisible="Radar invisibility",
        ecm="Points of ECM",
        eccm="Points of ECCM",
        double="Held beams to double: B1 B2",
        evade="Evasive manoeuvres",
        keep="Capacitors that fire may not touch",
        craft=CRAFT,
    )
    @app_commands.autocomplete(craft=own_option)
    async def power(
        self,
        interaction: Interaction,
        radar: bool = True,
        invisible: bool = False,
        ecm: Range[int, 0, 999] = 0,
        eccm: Range[int, 0, 999] = 0,
        double: Range[str, 0, 60] = "",
        evade: Literal["no", "A", "C", "both"] = "no",
        keep: Range[int, 0, 999] = 0,
        craft: Name = "",
    ) -> None:
        power = PowerPlan(
            radar_on=radar and not invisible,
            invisible=invisible,
            ecm=ecm,
            eccm=eccm,
            doubled=weapons_in(double),
            evade="" if evade == "no" else evade,
            keep=keep,
        )
        await plot_handlers.change(interaction, craft, lambda _, plan: replace(plan, power=power))

    @app_commands.command(description="Stop the battle and ask you when conditions hold")
    @app_commands.describe(
        when="range to Y1 < 3; missile inbound >= 1; armor <= 0", note="What to remind you of", craft=CRAFT
    )
    @app_commands.autocomplete(craft=own_option)
    async def stop(
        self, interaction: Interaction, when: Range[str, 1, 300], note: Range[str, 0, 100] = "", craft: Name = ""
    ) -> None:
        await plot_handlers.change(interaction, craft, stopping(when, " ".join(note.split())))

    @app_commands.command(description="When screens are reinforced, and by how much at most")
    @app_commands.describe(policy="When", most="Points at most, each impulse", craft=CRAFT)
    @app_commands.autocomplete(craft=own_option)
    async def screens(
        self,
        interaction: Interaction,
        policy: Literal["never", "to stop all", "to save armor", "always"],
        most: Range[int, 0, 99] = 99,
        craft: Name = "",
    ) -> None:
        chosen = POLICIES[policy]
        await plot_handlers.change(
            interaction, craft, lambda _, plan: replace(plan, screens=chosen, most_reinforced=most)
        )

    @app_commands.command(description="What point defense shoots at first")
    @app_commands.describe(
        order="missiles, drones, craft, or units, the first to be shot first; nothing for none", craft=CRAFT
    )
    @app_commands.autocomplete(craft=own_option)
    async def defend(self, interaction: Interaction, order: Range[str, 1, 200], craft: Name = "") -> None:
        await plot_handlers.change(interaction, craft, defending(order))

    @app_commands.command(description="What plays a craft when you say nothing or do not answer")
    @app_commands.describe(stance="How it fights by itself", craft=CRAFT)
    @app_commands.autocomplete(craft=own_option)
    async def stance(self, interaction: Interaction, stance: Stance, craft: Name = "") -> None:
        await plot_handlers.stance(interaction, craft, stance)

    @app_commands.command(description="The whole programme as text, to write or paste")
    @app_commands.describe(craft=CRAFT)
    @app_commands.autocomplete(craft=own_option)
    async def text(self, interaction: Interaction, craft: Name = "") -> None:
        await plot_handlers.open_text(interaction, craft)

    @app_commands.command(description="Copy last turn's programme, or another craft's")
    @app_commands.describe(craft=CRAFT, source="The craft to copy from; leave out for its own last turn")
    @app_commands.autocomplete(craft=own_option, source=own_option)
    async def copy(self, interaction: Interaction, craft: Name = "", source: Name = "") -> None:
        context = await plot_handlers.craft_context(interaction, craft)
        if source:
            plan, plotted = plots.plan_of(context.seen, plots.craft_named(context.seen, source))
            found = plan if plotted else None
        else:
            found = context.seen.view.known.programmes.get(context.craft.id)
        if found is None:
            raise GameError("There is no programme to copy: nothing was plotted there.")
        await plot_handlers.change(interaction, context.craft.id, copied(found), "✔ Copied.")

    @app_commands.command(description="Take a craft's programme back, or one numbered line of it")
    @app_commands.describe(craft=CRAFT, line="Which line of the receipt; leave out for everything")
    @app_commands.autocomplete(craft=own_option)
    async def clear(self, interaction: Interaction, craft: Name = "", line: Range[int, 1, 99] | None = None) -> None:
        if line is None:
            await plot_handlers.clear(interaction, craft)
        else:
            await plot_handlers.change(interaction, craft, without_line(line), f"✔ Line {line} is gone.")

    @app_commands.command(description="Take your last change of a programme back; once more brings it back")
    @app_commands.describe(craft=CRAFT)
    @app_commands.autocomplete(craft=own_option)
    async def undo(self, interaction: Interaction, craft: Name = "") -> None:
        await plot_handlers.undo(interaction, craft)

    @app_commands.command(
        description="Decide something for this very step: X1 turn B, X1 fire L1 at Y1, X1 launch M1 …"
    )
    @app_commands.describe(line="A unit, then what it does", take_back="Instead: a decision's number, to take it back")
    @app_commands.autocomplete(take_back=number_option)
    async def now(
        self, interaction: Interaction, line: Range[str, 0, 400] = "", take_back: Range[str, 0, 4] = ""
    ) -> None:
        if take_back:
            await plot_handlers.take_back(interaction, number_of(take_back))
        elif line:
            await plot_handlers.decide(interaction, line)
        else:
            raise GameError("Write the decision as a `line`, like X1 turn B, or the number to `take_back`.")

    @app_commands.command(description="Say that you are done: the battle goes on when all who were asked are")
    async def done(self, interaction: Interaction) -> None:
        await plot_handlers.ask_done(interaction)
