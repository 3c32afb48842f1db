"""/plot: a craft's programme for the turn, line by line or as text; single decisions; saying done."""

from fractions import Fraction
from typing import Annotated, Literal

from discord import app_commands
from discord.app_commands import Range

from cogs.battle import line_handlers, plot_form, plot_handlers
from cogs.battle.battle_group import OwnCraft, act_option, arms_option, number_option, own_option, target_option
from cogs.battle.plot_panel import Until
from cogs.battle.programme_edits import (
    add_act,
    add_defense,
    add_stop,
    aim_line,
    copy_programme,
    set_moves,
    with_another_line,
    with_shot,
)
from cogs.common.command_factory import command, number_of
from cogs.common.components import ButtonData, open_form
from cogs.common.interactions import Interaction
from rules.pentagon_war.geometry import facing_of
from rules.pentagon_war.notation.read import POLICIES, check_span, moves_over, multiple_in, weapons_in
from rules.pentagon_war.programme import Act, ActLine, FireLine, PowerPlan, Stance
from rules.values import GameError, changed
from umpire.battle import plots

Impulse = Range[int, 1, 12]
Letter = Literal["A", "B", "C", "D", "E", "F"]
Name = Range[str, 0, 60]
When = Range[str, 0, 300]
Target = Annotated[Name, "What at; default: the nearest enemy", target_option]
Conditions = Annotated[When, "Conditions: range to Y1 <= 6 and screens of Y1 <= 2 (default: always)"]
First = Annotated[Impulse, "Not before this impulse"]
Last = Annotated[Impulse, "Not after it"]


class PlotGroup(app_commands.Group, name="plot", description="Your craft's programme for the turn, and saying done"):
    """Plotting; every change is answered with a receipt."""

    @command("A craft's programme and where it leads; without a craft, all your craft at a glance")
    async def show(self, interaction: Interaction, craft: OwnCraft = "") -> None:
        await plot_handlers.show_one_or_all(interaction, craft)

    @command("Turn and accelerate on an impulse, or over several")
    async def move(
        self,
        interaction: Interaction,
        impulse: Annotated[Impulse, "On which impulse"],
        until: Annotated[Impulse | None, "And on every impulse up to this one"] = None,
        turn: Annotated[Letter | None, "Face this way"] = None,
        accelerate: Annotated[Range[str, 0, 12], "How many times standard: 1, 3/2, 2; default: coast"] = "",
        brake: Annotated[bool, "A ramscoop brakes instead"] = False,
        craft: OwnCraft = "",
    ) -> None:
        multiple = multiple_in(accelerate.strip()) if accelerate or brake else Fraction(0)
        moves = moves_over(impulse, until or impulse, facing_of(turn) if turn else None, multiple, brake=brake)
        await plot_handlers.change(interaction, craft, lambda _, plan: set_moves(plan, moves))

    @command("Fire weapons at a target when conditions hold")
    async def fire(
        self,
        interaction: Interaction,
        weapons: Annotated[Range[str, 1, 200], "L1 L2, or all", arms_option],
        target: Target = "",
        when: Conditions = "",
        narrow: Annotated[bool, "As one salvo of identical weapons"] = False,
        doubled: Annotated[bool, "A capacitor into each beam"] = False,
        first: First = 1,
        last: Last = 12,
        craft: OwnCraft = "",
    ) -> None:
        line = FireLine((), narrow=narrow, doubled=doubled, first=first, last=last)
        await self._shoot(interaction, craft, weapons, target, line, when)

    @command("Launch missiles, drones or metal bolts when conditions hold")
    async def launch(
        self,
        interaction: Interaction,
        weapons: Annotated[Range[str, 1, 200], "M1 M2, D1 or LM1", arms_option],
        target: Target = "",
        when: Conditions = "",
        rail: Annotated[bool, "Missiles by magnetic rail, twice as fast"] = False,
        first: First = 1,
        last: Last = 12,
        craft: OwnCraft = "",
    ) -> None:
        await self._shoot(interaction, craft, weapons, target, FireLine((), rail=rail, first=first, last=last), when)

    async def _shoot(
        self, interaction: Interaction, craft: str, weapons: str, target: str, line: FireLine, when: str
    ) -> None:
        check_span(line.first, line.last)
        await plot_handlers.change(
            interaction, craft, lambda seen, plan: with_shot(plan, aim_line(seen, line, weapons, target, when))
        )

    @command("The turn's power: radar, invisibility, ECM, evasion, what is kept for screens")
    async def power(
        self,
        interaction: Interaction,
        radar: Annotated[bool, "Off: nobody sees it, it locks on to nothing"] = True,
        invisible: Annotated[bool, "Radar invisibility"] = False,
        ecm: Annotated[Range[int, 0, 999], "Points of ECM"] = 0,
        eccm: Annotated[Range[int, 0, 999], "Points of ECCM"] = 0,
        double: Annotated[Range[str, 0, 60], "Held beams to double: B1 B2"] = "",
        evade: Annotated[Literal["no", "A", "C", "both"], "Evasive maneuvers"] = "no",
        keep: Annotated[Range[int, 0, 999], "Capacitors that fire may not touch"] = 0,
        craft: OwnCraft = "",
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
        await plot_handlers.change(interaction, craft, lambda _, plan: changed(plan, power=power))

    @command("Ram, join, separate, enter orbit, self-destruct, or leave the battle, as soon as conditions hold")
    async def act(
        self,
        interaction: Interaction,
        what: Annotated[Act, "What it does, once it is legal"],
        target: Annotated[Name, "What is rammed or joined, the body; the way out; default: any", act_option] = "",
        when: Annotated[When, "Conditions: armor <= 0; self-destruct needs some, or always"] = "",
        first: First = 1,
        last: Last = 12,
        craft: OwnCraft = "",
    ) -> None:
        await plot_handlers.change(interaction, craft, add_act(ActLine(what, first=first, last=last), target, when))

    @command("Stop the battle and ask you when conditions hold")
    async def stop(
        self,
        interaction: Interaction,
        when: Annotated[Range[str, 1, 300], "range to Y1 < 3; missile inbound >= 1; armor <= 0"],
        note: Annotated[Range[str, 0, 100], "What to remind you of"] = "",
        craft: OwnCraft = "",
    ) -> None:
        await line_handlers.add_line(interaction, craft, add_stop(when, " ".join(note.split())))

    @command("When screens are reinforced, and by how much at most")
    async def screens(
        self,
        interaction: Interaction,
        policy: Annotated[Literal["never", "to stop all", "to save armor", "always"], "When"],
        most: Annotated[Range[int, 0, 99], "Points at most, each impulse"] = 99,
        craft: OwnCraft = "",
    ) -> None:
        chosen = POLICIES[policy]
        await plot_handlers.change(
            interaction, craft, lambda _, plan: changed(plan, screens=chosen, most_reinforced=most)
        )

    @command("What point defense shoots at first")
    async def defend(
        self,
        interaction: Interaction,
        order: Annotated[
            Range[str, 1, 200], "missiles, drones, craft, or units, the first to be shot first; nothing for none"
        ],
        craft: OwnCraft = "",
    ) -> None:
        await plot_handlers.change(interaction, craft, add_defense(order))

    @command("What plays a craft when you say nothing or do not answer")
    async def stance(
        self,
        interaction: Interaction,
        stance: Annotated[Stance, "How it fights by itself"],
        craft: Annotated[Name, "Which of your craft; default: all of them", own_option] = "",
    ) -> None:
        await plot_handlers.stance(interaction, craft, stance)

    @command("The whole programme as text, to write or paste")
    async def text(self, interaction: Interaction, craft: OwnCraft = "") -> None:
        control = ButtonData("bp-text", "", 0, craft)
        await open_form(interaction, await plot_form.text_form(interaction, control))

    @command("Copy last turn's programme, or another craft's")
    async def copy(
        self,
        interaction: Interaction,
        craft: OwnCraft = "",
        source: Annotated[Name, "The craft to copy from; default: its own last turn", own_option] = "",
    ) -> None:
        context = await plot_handlers.craft_context(interaction, craft)
        if source:
            plan, plotted = plots.plan_of(context.seen, plots.craft_named(context.seen, source))
            found = plan if plotted else None
        else:
            found = context.seen.view.known.programmes.get(context.craft.id)
        if found is None:
            raise GameError("There is no programme to copy: nothing was plotted there.")
        await plot_handlers.change(interaction, context.craft.id, copy_programme(found), "✔ Copied.")

    @command("Take a craft's programme back, or one numbered line of it")
    async def clear(
        self,
        interaction: Interaction,
        craft: OwnCraft = "",
        line: Annotated[Range[int, 1, 99] | None, "Which line of the receipt; default: everything"] = None,
    ) -> None:
        if line is None:
            await plot_handlers.clear(interaction, craft)
        else:
            await plot_handlers.change(interaction, craft, with_another_line(line, None), f"✔ Line {line} is gone.")

    @command("Take your last change of a programme back; once more brings it back")
    async def undo(self, interaction: Interaction, craft: OwnCraft = "") -> None:
        await plot_handlers.undo(interaction, craft)

    @command("Decide something for this very step: X1 turn B, X1 fire L1 at Y1, X1 launch M1 …")
    async def now(
        self,
        interaction: Interaction,
        line: Annotated[Range[str, 0, 400], "A unit, then what it does"] = "",
        take_back: Annotated[Range[str, 0, 4], "Instead: a decision's number, to take it back", number_option] = "",
    ) -> None:
        if take_back:
            await plot_handlers.take_back(interaction, number_of(take_back))
        elif line:
            await plot_handlers.decide(interaction, line)
        else:
            raise GameError("Write the decision as a `line`, like X1 turn B, or the number to `take_back`.")

    @command("Say that you are done: the battle goes on when all who were asked are")
    async def done(
        self,
        interaction: Interaction,
        until: Annotated[Until | None, "In the pace segments: pass, and be asked again only then"] = None,
    ) -> None:
        await plot_handlers.ask_done(interaction, until)
