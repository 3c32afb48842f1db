"""/battle: make, join and begin a battle; look at it; read its log; end it. Suggestions are made from what the asker's side
sees, so that no list can tell a secret."""

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, TypeAlias

from discord.app_commands import Choice, Range

from cogs.battle import dock_handlers, host_handlers, look_handlers, plot_handlers, setup_handlers
from cogs.battle.battle_context import battle_here, host_here, sight_or_none
from cogs.battle.look_handlers import MapRequest
from cogs.common.command_factory import Completer, Pair, ThemeOption, choices_from, command, fixed, lookup, plain_text
from cogs.common.interactions import Interaction, say, services_of
from cogs.tactical.group import TacticalGroup
from render.words.safe_text import count, plain
from rules.pentagon_war.groups import in_order
from rules.pentagon_war.notation.write import order_lines
from rules.pentagon_war.options import Options, switch_names
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import price
from rules.pentagon_war.turn.setup_changes import option_value, unseen_craft
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile
from umpire.battle import blueprints, setup
from umpire.battle.plots import Sight, own_craft, pending_orders
from umpire.tactical import course

Seen: TypeAlias = Callable[[Sight, Interaction], Iterable[Pair]]


def complete(lister: Seen) -> Completer:
    """Suggestions from the asker's sight; an empty list where there is no battle or it has not begun."""

    async def callback(interaction: Interaction, typed: str) -> list[Choice[str]]:
        seen = await sight_or_none(interaction)
        return [] if seen is None else choices_from(lister(seen, interaction), typed)

    return callback


def own(seen: Sight, _: Interaction) -> Iterable[Pair]:
    """The asker's own craft in play."""
    return [(f"{craft.id} {plain_text(craft.name)}", craft.id) for craft in own_craft(seen)]


def all_craft(seen: Sight, _: Interaction) -> Iterable[Pair]:
    """Every craft on the asker's map."""
    for craft in sorted(seen.view.known.craft.values(), key=lambda c: (c.side != seen.side, in_order(c.id))):
        gone = f" ({craft.fate})" if craft.fate else ""
        yield f"{craft.id} {plain_text(craft.name)}{gone}", craft.id


def targets(seen: Sight, _: Interaction) -> Iterable[Pair]:
    """What the asker might aim at: other sides' craft, what flies, bodies."""
    view = seen.view
    for craft in view.known.craft.values():
        if craft.side != seen.side and not craft.fate:
            yield f"{craft.id} {plain_text(craft.name)}", craft.id
    seekers: tuple[Missile | Drone | Bolt, ...] = (
        *view.known.missiles.values(), *view.known.drones.values(), *view.known.bolts.values(),
    )  # fmt: skip
    for flying in seekers:
        if flying.side != seen.side:
            yield flying.id, flying.id
    for body in view.known.bodies.values():
        yield f"{body.id} {plain_text(body.name)}", body.id


def encounter_options(seen: Sight, interaction: Interaction) -> Iterable[Pair]:
    """What the asker's craft might ram, join or circle, and the ways out of the battle."""
    what = str(getattr(interaction.namespace, "what", "") or "")
    if what == "leave":
        yield from (("by separation", "separation"), ("by acceleration", "acceleration"))
    elif what == "join":
        yield from own(seen, interaction)
    elif what == "orbit":
        yield from ((f"{body.id} {plain_text(body.name)}", body.id) for body in seen.view.known.bodies.values())
    elif what not in {"self-destruct", "separate"}:
        yield from targets(seen, interaction)


def arms(seen: Sight, interaction: Interaction) -> Iterable[Pair]:
    """The weapons of the craft named in the same command, or of the asker's only one."""
    named = str(getattr(interaction.namespace, "craft", "") or "").casefold()
    mine = own_craft(seen)
    craft = next((c for c in mine if c.id.casefold() == named), mine[0] if len(mine) == 1 else None)
    return [] if craft is None else weapons_of(craft)


def weapons_of(craft: Craft) -> Iterable[Pair]:
    """A craft's weapons that are not destroyed, by id."""
    for weapon in craft.weapons:
        if not weapon.destroyed:
            yield f"{weapon.id} {weapon.kind} {'+'.join(weapon.arcs)}", weapon.id
    for gun in craft.guns:
        if gun.left:
            yield f"{gun.id} {gun.kind} gun, {count(gun.left, 'box', 'boxes')}, {'+'.join(gun.arcs)}", gun.id
    for box in craft.missiles:
        if box.state == "full":
            yield f"{box.id} missile", box.id
    for bay in craft.bays:
        if bay.state == "full":
            yield f"{bay.id} {bay.arm} drone", bay.id


def numbers(seen: Sight, _: Interaction) -> Iterable[Pair]:
    """The asker's pending orders by number."""
    return [(f"{one.number}. {order_lines(one.order)[0]}", str(one.number)) for one in pending_orders(seen)]


async def sides(interaction: Interaction) -> Iterable[Pair]:
    """The sides of this battle; their names are public."""
    game = await battle_here(interaction)
    return [(plain_text(flag.name), flag.id) for flag in game.sides]


def designs() -> Iterable[Pair]:
    """The library's designs."""
    return [(f"{design.name} ({design.power})", key) for key, design in library().items()]


async def design_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The asker's own and shared drawings, then the library."""
    found = await blueprints.list_blueprints(services_of(interaction), interaction.guild_id or 0, interaction.user.id)
    drawn = [
        (f"{drawing.design.name} ({price(drawing.design, blueprints.YARD_OPTIONS)} points, drawn)", drawing.design.name)
        for drawing in found
    ]
    ready = [(f"{d.name} ({d.power}, {price(d, blueprints.YARD_OPTIONS)} points)", key) for key, d in library().items()]
    return [*drawn, *ready]


async def setup_craft_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The craft of a set-up, for its host alone."""
    seat = await host_here(interaction)
    battle = await setup.load_set_up(services_of(interaction), seat.game_id)
    hidden = unseen_craft(battle)
    return [
        (f"{craft.id} {plain_text(craft.name)}", unit) for unit, craft in battle.craft.items() if unit not in hidden
    ]


def option_pairs() -> Iterable[Pair]:
    """The switches of a battle with their usual values."""
    return [(f"{name} (usually {option_value(Options(), name)})", name) for name in switch_names()]


own_option = complete(own)
OwnCraft = Annotated[Range[str, 0, 60], "Which of your craft", own_option]
craft_option = complete(all_craft)
target_option = complete(targets)
act_option = complete(encounter_options)
arms_option = complete(arms)
number_option = complete(numbers)
side_option = lookup(sides)


Letter = Literal["A", "B", "C", "D", "E", "F"]
Turn = Range[int, 1, 1000]
PastTurn = Annotated[Turn, "Which turn"]
LatestTurn = Annotated[Turn | None, "Which turn; default: the latest"]
design_option = lookup(design_pairs)
switch_option = fixed(option_pairs)
placed_option = lookup(setup_craft_pairs)
squadron_option = lookup(dock_handlers.squadron_pairs)
veteran_option = lookup(dock_handlers.craft_pairs)


class BattleGroup(TacticalGroup, name="battle", description="The Pentagon War: battles in threads of their own"):
    """Battles as a whole."""

    @command("Open turn 1 (for who made the battle)")
    async def begin(self, interaction: Interaction) -> None:
        await setup_handlers.begin_here(interaction)

    @command("Put a craft on the map before the battle begins (for who made it)")
    async def add(
        self,
        interaction: Interaction,
        design: Annotated[Range[str, 1, 60], "A design of the library, or one of your own", design_option],
        side: Annotated[Range[str, 1, 20], "Whose", side_option],
        hex_: Annotated[Range[str, 1, 10], "Where: column and row, like 1520"],
        facing: Annotated[Letter, "Which way it faces"] = "A",
        a: Annotated[
            Range[str, 1, 10], "How fast it moves along A, straight up the map, in hexes a turn: 3, -1/2 (down), 2 3/4"
        ] = "0",
        c: Annotated[
            Range[str, 1, 10], "How fast along C, to the right and down: hexes a turn; -2 is to the left and up"
        ] = "0",
        name: Annotated[Range[str, 0, 40], "Its name"] = "",
    ) -> None:
        await host_handlers.add_here(interaction, design, side, hex_, facing, a, c, name)

    @command("Bring a squadron that you kept, or one craft of it, before the battle begins")
    async def bring(
        self,
        interaction: Interaction,
        squadron: Annotated[Range[str, 1, 60], "Which of your squadrons", squadron_option],
        side: Annotated[Range[str, 1, 20], "For whom: a side that you have taken", side_option],
        hex_: Annotated[Range[str, 1, 10], "Where: column and row, like 1520"],
        facing: Annotated[Letter, "Which way it faces"] = "A",
        a: Annotated[Range[str, 1, 10], "How fast along A, straight up the map, in hexes a turn"] = "0",
        c: Annotated[Range[str, 1, 10], "How fast along C, to the right and down"] = "0",
        craft: Annotated[Range[str, 0, 20], "One craft of it; default: all, in one hex", veteran_option] = "",
    ) -> None:
        await dock_handlers.bring_here(interaction, squadron, side, hex_, facing, a, c, craft)

    @command("Keep a side's survivors as a squadron when the battle is over (for who commanded it)")
    async def keep(
        self,
        interaction: Interaction,
        name: Annotated[Range[str, 0, 40], "What the squadron is called"] = "",
        side: Annotated[Range[str, 0, 20], "Whose; default: your own", side_option] = "",
    ) -> None:
        await dock_handlers.keep_here(interaction, side, name)

    @command("Take a craft off the map before the battle begins (for who made it)")
    async def remove(
        self, interaction: Interaction, craft: Annotated[Range[str, 1, 20], "Which", placed_option]
    ) -> None:
        await host_handlers.remove_here(interaction, craft)

    @command("The battle's optional rules and house rules; its maker may change them before it begins")
    async def options(
        self,
        interaction: Interaction,
        switch: Annotated[Range[str, 0, 100], "Which, or a table's cell like PW-T20/1/multiplier", switch_option] = "",
        value: Annotated[Range[str, 0, 60], "on or off, a number, a word"] = "",
    ) -> None:
        await host_handlers.options_here(interaction, switch, value)

    @command("The battle's state, whom it waits for, all craft you know of")
    async def status(self, interaction: Interaction) -> None:
        await host_handlers.status_here(interaction)

    @command("The map as your side sees it; arcs, a line of fire, a region on request")
    async def show(
        self,
        interaction: Interaction,
        around: Annotated[
            Range[str, 0, 40], "A craft or a hex in the middle; default: all that is in play", craft_option
        ] = "",
        radius: Annotated[Range[int, 1, 40], "How many hexes around it"] = 8,
        arcs: Annotated[Range[str, 0, 40], "A craft whose firing arcs and ranges are shown", craft_option] = "",
        source: Annotated[Range[str, 0, 40], "A line of fire from this craft or hex", craft_option] = "",
        target: Annotated[Range[str, 0, 40], "To this one", craft_option] = "",
        theme: ThemeOption = "dark",
    ) -> None:
        await look_handlers.show_here(interaction, MapRequest(around, radius, arcs, source, target, theme))

    @command("The map in words: every craft, what flies, bodies, as your side sees them")
    async def text(self, interaction: Interaction) -> None:
        await look_handlers.text_here(interaction)

    @command("A turn, or the whole battle, as a moving picture of what your side saw")
    async def replay(
        self,
        interaction: Interaction,
        turn: LatestTurn = None,
        whole: Annotated[bool, "The whole battle"] = False,
        theme: ThemeOption = "dark",
    ) -> None:
        await look_handlers.replay_here(interaction, turn, theme, all_of_it=whole)

    @command("The battle as a page for your browser: every impulse, to the box; it needs no network")
    async def atlas(self, interaction: Interaction) -> None:
        await look_handlers.atlas_here(interaction)

    @command("Give the battle up")
    async def concede(self, interaction: Interaction) -> None:
        await plot_handlers.ask_concede(interaction)

    @command("End the battle for all (for who made it); everything can still be read")
    async def end(
        self, interaction: Interaction, reason: Annotated[Range[str, 0, 300], "Why; everybody reads it"] = ""
    ) -> None:
        game = await course.abandon(services_of(interaction), await host_here(interaction), reason)
        why = f" {plain(reason, 300)}" if reason else ""
        await say(interaction, f"**{plain(game.name)}** is over by its host's word.{why}", public=True)
