"""Suggestions in battles: made from what the asker's side sees, so that no list can tell a secret."""

from collections.abc import Callable, Iterable
from typing import Annotated, TypeAlias

from discord.app_commands import Choice, Range

from cogs.battle.battle_context import battle_here, host_here, sight_or_none
from cogs.battle.host_handlers import read_scenario
from cogs.common.command_factory import Completer, Pair, asked, choices_from, plain_text
from cogs.common.interactions import Interaction, services_of
from render.words.safe_text import count
from rules.pentagon_war.notation.write import order_lines
from rules.pentagon_war.options import Options, switch_names
from rules.pentagon_war.shipyard.notation import library
from rules.pentagon_war.shipyard.pricing import price
from rules.pentagon_war.turn.preparing import option_value, unseen
from rules.pentagon_war.units import Bolt, Craft, Drone, Missile
from umpire.battle import blueprints, set_up
from umpire.battle.plots import Sight, own_craft, pending

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
    for craft in sorted(seen.view.known.craft.values(), key=lambda c: (c.side != seen.side, c.id)):
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


def met(seen: Sight, interaction: Interaction) -> Iterable[Pair]:
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
    return [(f"{one.number}. {order_lines(one.order)[0]}", str(one.number)) for one in pending(seen)]


async def sides(interaction: Interaction) -> Iterable[Pair]:
    """The sides of this battle; their names are public."""
    game = await battle_here(interaction)
    return [(plain_text(flag.name), flag.id) for flag in game.sides]


def designs() -> Iterable[Pair]:
    """The library's designs."""
    return [(f"{design.name} ({design.power})", key) for key, design in library().items()]


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
    hidden = unseen(battle)
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
act_option = complete(met)
arms_option = complete(arms)
number_option = complete(numbers)
side_option = asked(sides)
