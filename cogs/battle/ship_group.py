"""/ship: systems displays, the library, and the shipyard. /fire: the odds of a shot with their reasons, a fire line planned after
a look at them, arcs on the map."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated, Final

from discord import app_commands
from discord.app_commands import Range

from cogs.battle import dock_handlers, plot_handlers, yard_handlers
from cogs.battle.battle_context import check_current, own_sight, sight_here
from cogs.battle.battle_group import OwnCraft, arms_option, craft_option, design_pairs, designs, target_option
from cogs.battle.look_handlers import craft_seen, send_map, unit_seen
from cogs.battle.plot_panel import data, percent
from cogs.battle.programme_edits import aim_line, check_names, read_plan, with_shot
from cogs.common.command_factory import Pair, ThemeOption, command, fixed, lookup
from cogs.common.components import SUCCESS, ButtonData, button_for, open_form
from cogs.common.interactions import Interaction, defer, say, services_of
from cogs.common.panels import Panel, button_row, cut, line_in, order_line
from render.battle.names import MINUS_SIGN, format_modifier
from render.words.safe_text import count, plain
from rules.pentagon_war.combat.odds import Odds, bolt_table, odds, point_defense_odds
from rules.pentagon_war.notation.write import fire_words
from rules.pentagon_war.programme import FireLine, Programme
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import price
from rules.pentagon_war.state import Shot
from rules.pentagon_war.targeting.targets import arms, check_shot, power_of
from rules.pentagon_war.units import Craft
from rules.values import GameError
from umpire.battle import blueprints, plots
from umpire.battle.battle_files import BattleWish, paint_craft
from umpire.battle.plots import Sight, require_asked


async def start_pairs(interaction: Interaction) -> Iterable[Pair]:
    """What a drawing may begin from."""
    return [("blank: nothing but what is free", yard_handlers.BLANK_DESIGN), *await design_pairs(interaction)]


async def own_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The asker's own drawings."""
    found = await blueprints.list_blueprints(services_of(interaction), interaction.guild_id or 0, interaction.user.id)
    return [(drawing.design.name, drawing.design.name) for drawing in found if drawing.owner == interaction.user.id]


library_option = fixed(designs)
start_option = lookup(start_pairs)
own_option = lookup(own_pairs)
squadron_option = lookup(dock_handlers.squadron_pairs)
Amount = Annotated[Range[int, 1, 60], "How many"]
part_option = fixed(yard_handlers.common_parts)
Name = Range[str, 1, 60]
Drawing = Annotated[Name, "Which", own_option]
Part = Range[str, 1, 200]


class ShipGroup(app_commands.Group, name="ship", description="Spacecraft: their displays, the library, the shipyard"):
    """Spacecraft on paper and on the map."""

    @command("A craft's systems display as your side knows it: what is hit, spent, left")
    async def show(
        self,
        interaction: Interaction,
        craft: Annotated[Range[str, 0, 60], "Which craft of this battle; default: your only one", craft_option] = "",
        theme: ThemeOption = "dark",
    ) -> None:
        _, seen = await sight_here(interaction)
        unit = craft_seen(seen, craft) if craft else plots.craft_named(seen, "").id
        await defer(interaction)
        picture, words = await services_of(interaction).workers.run(paint_craft, seen.view, unit, theme, urgent=True)
        first, _, _ = words.data.decode().partition("\nArmor:")
        await say(interaction, first, files=[picture, words])

    @command("The ready-made designs, or one of them with its display and price")
    async def library_(
        self,
        interaction: Interaction,
        design: Annotated[Range[str, 0, 60], "Which; default: the list", library_option] = "",
        theme: ThemeOption = "dark",
    ) -> None:
        if design:
            await yard_handlers.send_design(interaction, await yard_handlers.find_design(interaction, design), theme)
            return
        lines = [
            f"**{each.name}** ({each.power}, {price(each, blueprints.YARD_OPTIONS)} points) {each.notes}"
            for each in library().values()
        ]
        await say(interaction, "\n".join(["### The library", *lines, "-# /ship library with a name shows one."]))

    @command("A squadron that you kept after a battle: repairs, fuel, reloads, cargo")
    async def dock(
        self,
        interaction: Interaction,
        squadron: Annotated[Range[str, 0, 60], "Which; default: your only one, or the list", squadron_option] = "",
    ) -> None:
        await dock_handlers.dock_here(interaction, squadron)

    @command("The craft you are drawing: price, size class, problems; or begin a new one")
    async def yard(
        self,
        interaction: Interaction,
        start: Annotated[Range[str, 0, 60], "Begin from a design, or blank", start_option] = "",
        name: Annotated[Range[str, 0, 40], "The new craft's name"] = "",
    ) -> None:
        await yard_handlers.start(interaction, start, name)

    @command("Add a system to the craft on your slip")
    async def add(
        self,
        interaction: Interaction,
        part: Annotated[Part, "armor 1, weapon laser L+R, missile basic, gun acid 3, …", part_option],
        amount: Amount = 1,
    ) -> None:
        await yard_handlers.change(interaction, part, amount, adding=True)

    @command("Take a system off the craft on your slip")
    async def remove(
        self, interaction: Interaction, part: Annotated[Part, "As it was added", part_option], amount: Amount = 1
    ) -> None:
        await yard_handlers.change(interaction, part, amount, adding=False)

    @command("The craft on your slip as text, to write or paste")
    async def text(self, interaction: Interaction) -> None:
        await open_form(interaction, await yard_handlers.text_form(interaction))

    @command("Save the craft on your slip under a name")
    async def save(
        self, interaction: Interaction, name: Annotated[Range[str, 0, 40], "A name; default: its own"] = ""
    ) -> None:
        await yard_handlers.keep(interaction, name)

    @command("The craft you have drawn in this server, and those others share")
    async def list_(self, interaction: Interaction) -> None:
        found = await blueprints.list_blueprints(
            services_of(interaction), yard_handlers.guild_of(interaction), interaction.user.id
        )
        if not found:
            raise GameError("You have drawn nothing yet; /ship yard begins a drawing, /ship save keeps it.")
        lines = ["### Drawn in this server"]
        for drawing in found:
            whose = "" if drawing.owner == interaction.user.id else f", by <@{drawing.owner}>"
            shared = ", shared" if drawing.shared else ""
            lines.append(
                f"**{plain(drawing.design.name)}** {price(drawing.design, blueprints.YARD_OPTIONS)} points{shared}{whose}"
            )
        await say(interaction, "\n".join(lines))

    @command("Let everybody in this server build one of your drawings, or no longer")
    async def share(self, interaction: Interaction, name: Drawing) -> None:
        services, guild = services_of(interaction), yard_handlers.guild_of(interaction)
        turned = await blueprints.share(services, guild, interaction.user.id, name)
        state = "Everybody here may build it now" if turned.shared else "It is yours alone again"
        await say(interaction, f"✔ {plain(turned.design.name)}: {state}.")

    @command("Throw one of your drawings away; craft built to it stay")
    async def delete(self, interaction: Interaction, name: Drawing) -> None:
        services, guild = services_of(interaction), yard_handlers.guild_of(interaction)
        gone = await blueprints.throw_away(services, guild, interaction.user.id, name)
        await say(interaction, f"✔ {plain(gone.design.name)} is gone.")


RED: Final = 0xB03A2E
POINT_DEFENSE: Final = "PD"
ShipName = Range[str, 0, 60]
Target = Annotated[Range[str, 1, 40], "What at", target_option]


def odds_text(seen: Sight, craft: Craft, weapon: str, target: str) -> str:
    """A shot's chances if it were fired now, with reasons, power, and what would forbid it. GameError as the rules say."""
    battle = seen.view.known
    head = f"### {craft.id} {plain(craft.name)}: {weapon} at {target}"
    if weapon == POINT_DEFENSE:
        return "\n".join([head, *_chances(point_defense_odds(battle, craft, target), small=True)])
    arm = next((one for one in arms(craft) if one.id == weapon), None)
    if arm is not None and arm.kind == "metal":
        table = ", ".join(f"{hexes}: {points}" for hexes, points in bolt_table(battle).items())
        return f"{head}\nIt launches a bolt. Points by hexes flown: {table}. `PW-B14`"
    shot = Shot(craft.id, weapon, target)
    lines = [head, *_chances(odds(battle, craft, weapon, target), small=False)]
    power = sum(power_of(battle, craft, [shot]).values())
    rest = craft.cpmf.left - power
    after = f"{rest} after it" if rest >= 0 else "too little"
    lines.append(f"Power: {power} of the {craft.cpmf.left} it has now; {after}." if power else "It takes no power.")
    try:
        check_shot(battle, seen.side, shot)
    except GameError as refusal:
        rule = f" `{refusal.rule}`" if refusal.rule else ""
        lines.append(f"⚠ Not now: {refusal}{rule}")
    return "\n".join(lines)


def _chances(found: Odds, *, small: bool) -> Iterator[str]:
    yield f"Hits {percent(found.hit)}, range {found.range}."
    yield _number(found) if small else _roll(found)
    if found.kill:
        yield f"Destroys it {percent(found.kill)}."
    if any(found.points):
        shares = " · ".join(f"{points}: {percent(share)}" for points, share in sorted(found.points.items()) if share)
        yield f"Points {shares}; on average {_tenths(found.mean)}."


def _roll(found: Odds) -> str:
    """What is rolled, with every modifier and their sum, and what that must come to."""
    if not found.modifiers and found.needed is None:
        return "It is not rolled for whether it hits." if found.hit == 1 else "Its points follow 2d6."
    plus = sum(term.value for term in found.modifiers)
    dice = f"2d6{''.join(f' {format_modifier(term)}' for term in found.modifiers)}"
    dice += f" = 2d6 {MINUS_SIGN if plus < 0 else '+'}{abs(plus)}" if len(found.modifiers) > 1 else ""
    if found.needed is None:
        return f"Roll: {dice}; its points follow the sum."
    bare = found.needed - plus
    face = f": {bare} or more on the dice" if bare <= 12 else ": more than two dice show"
    return f"Roll: {dice}; {found.needed} or more hits{face if plus else ''}."


def _number(found: Odds) -> str:
    """The number that a die of point defense must not exceed, and what makes it."""
    if not found.modifiers:
        return f"Roll: 1d6; {found.needed} or less hits."
    first, *rest = found.modifiers
    made = f"{first.value} ({plain(first.reason, 120)}){''.join(f' {format_modifier(term)}' for term in rest)}"
    return f"Roll: 1d6; {made} = {found.needed} or less hits."


def _tenths(value: Fraction) -> str:
    tenths = (value * 20 + 1) // 2
    return f"{tenths // 10}.{tenths % 10}"


class FireGroup(
    app_commands.Group, name="fire", description="Shots: their odds, a fire line after a look at them, arcs"
):
    """Fire, before it is committed."""

    @command("A shot's odds right now: chance, damage, modifiers with reasons, power")
    async def odds(
        self,
        interaction: Interaction,
        weapon: Annotated[Range[str, 1, 20], "Which weapon; PD for point defense", arms_option],
        target: Target,
        craft: OwnCraft = "",
    ) -> None:
        _, seen = await own_sight(interaction)
        own = plots.craft_named(seen, craft)
        await say(interaction, odds_text(seen, own, weapon.strip().upper(), unit_seen(seen, target)))

    @command("Look at the odds, then put the shot into the programme with a button")
    async def plan(
        self,
        interaction: Interaction,
        weapons: Annotated[Range[str, 1, 200], "L1 L2, or one", arms_option],
        target: Target,
        when: Annotated[Range[str, 0, 300], "Conditions: range to Y1 <= 6 (default: as soon as it can)"] = "",
        craft: OwnCraft = "",
    ) -> None:
        _, seen = await own_sight(interaction)
        require_asked(seen)
        own = plots.craft_named(seen, craft)
        aim = unit_seen(seen, target)
        shot = aim_line(seen, FireLine(()), weapons, aim, when)
        check_names(seen, own, Programme(own.id, seen.turn, fire=(shot,)))
        await say(interaction, panel=plan_panel(seen, own, shot, aim))

    @command("The map with a craft's firing arcs and ranges")
    async def arcs(
        self,
        interaction: Interaction,
        craft: Annotated[ShipName, "Whose; default: your only craft", craft_option] = "",
        theme: ThemeOption = "dark",
    ) -> None:
        _, seen = await sight_here(interaction)
        unit = craft_seen(seen, craft) if craft else plots.craft_named(seen, "").id
        await send_map(interaction, seen, BattleWish(theme=theme, arcs_of=unit))


def plan_panel(seen: Sight, craft: Craft, shot: FireLine, target: str) -> Panel:
    """The odds of each weapon of a fire line, and the button that plots it."""
    texts: list[str] = []
    for weapon in shot.weapons[:6]:
        try:
            texts.append(odds_text(seen, craft, weapon, target))
        except GameError as unknown:
            texts.append(f"**{weapon}** {unknown}")
    if len(shot.weapons) > len(texts):
        texts.append(f"… and {count(len(shot.weapons) - len(texts), 'weapon')} more")
    row = button_row(
        button_for("Plot this shot", data(seen, "fire-plan", craft.id), style=SUCCESS),
        button_for("Cancel", data(seen, "bp-drop")),
    )
    return Panel(RED, cut("\n".join(texts), 3000, "/fire odds"), order_line(fire_words(shot)), row)


async def plan_button(interaction: Interaction, control: ButtonData) -> None:
    """The button that puts the shown fire line into the programme."""
    line = line_in(interaction.message)
    if not line:
        raise GameError("The shot's text is no longer on this message; use /fire plan again.")
    _, seen = await own_sight(interaction)
    check_current(seen, control.game, control.revision)
    craft = plots.craft_named(seen, control.rest)
    await plot_handlers.change(
        interaction, craft.id, lambda seen, plan: with_shot(plan, *read_plan(seen, plan, line).fire)
    )
