"""Making a battle: its thread, its set-up, its switches; where it is, in words; and its last turn taken back."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from cogs.battle.battle_context import battle_here, host_here, sight_here
from cogs.battle.yard_handlers import find_design
from cogs.common.interactions import Interaction, defer, say, services_of
from cogs.common.members import gone_from
from render.battle.aims import format_aims
from render.words.safe_text import count, plain
from render.words.seat_letters import NOT_HERE
from rules.hexes import distance
from rules.pentagon_war.changes import flying_units
from rules.pentagon_war.geometry import BATTLE_MAP, facing_of, hex_name, letter
from rules.pentagon_war.groups import in_order
from rules.pentagon_war.movement.thrust import format_motion
from rules.pentagon_war.options import switch_names
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn import setup_changes
from rules.pentagon_war.turn.steps import format_moment
from rules.pentagon_war.turn.view import view_for
from rules.pentagon_war.units import Craft
from rules.values import EVERYONE, GameError, changed, quoted
from storage.seats import SeatRow
from umpire.battle import setup
from umpire.battle.plots import Sight
from umpire.games import games, seats
from umpire.games.games import Game

SWITCH_WORDS: Final = {
    "crash_acceleration": "up to twice standard thrust; weapons pay for it (PW-A01)",
    "electronic_warfare": "ECM and ECCM against radar tracks (PW-A09)",
    "evasive_maneuvering": "harder to hit, and to hit with (PW-A12)",
    "self_destruction": "a craft may blow itself up (PW-A20)",
    "ramming": "a craft may ram what is in its hex (PW-B74)",
    "speed_limitations": "very fast craft are worn by dust (PW-A25)",
    "ranged_point_defense": "point defense beyond its own hex (PW-A27)",
    "ranged_pd_ships_only": "and that only at craft (PW-A29)",
    "directional_screens": "designs whose screens aim one way (PW-A30)",
    "hyper_bombs": "bombs that annihilate a hex (PW-A35)",
    "movable_bases": "bases with engines of their own (PW-A39)",
    "planets": "bodies that block, ring and can be orbited (PW-A61)",
    "alert_status": "how ready craft are at the start, 0 to 3 (PW-A75)",
    "fractional_movement": "movement chart with fractions (PW-A46)",
    "midturn_velocity": "thrust counts in the same turn, else from the next (PW-A48)",
    "magbeam_reaction": "beams pull their own craft too (PW-A53)",
    "mass_class": "thrust by mass instead of size: off, round_up, fraction (PW-A57)",
    "trig_speed": "exact speeds across the grid (PW-A60)",
    "custom_missiles": "missiles of one's own design (PW-S69)",
    "special_electronics": "electronics nobody needs to know of (PW-A78)",
    "crash_without_controls": "crash acceleration without controls (PW-A07)",
    "max_absolute_speed": "no craft may go faster than this (PW-C24)",
}
"""Each switch of a battle in a few words, with its rule."""


PACE_TEXTS: Final = {
    "programme": "Turns are plotted as programmes.",
    "segments": "You are asked where something is worth deciding, and may pass.",
    "steps": "You are asked at every step.",
}


def setup_text(
    game: Game, battle: Battle, held: Sequence[SeatRow], gone: Collection[int] = (), *, own: bool = False
) -> str:
    """A set-up: sides with their captains, of whom some are `gone` from the server, and craft; `own` shows its maker the hidden
    craft too that they have placed."""
    seen = view_for(battle, EVERYONE)
    known = battle if own else seen.known
    hidden = setup_changes.unseen_craft(battle)
    shown = [craft for unit, craft in known.craft.items() if unit not in hidden]
    captains = {row.side: row.user_id for row in held if row.side}
    lines = [f"### {plain(game.name)}"]
    for side in battle.sides.values():
        who = captains.get(side.id)
        nobody = "*free*" if game.status == "setup" else "played by its stances"
        holder = f" <@{who}>{NOT_HERE if who in gone else ''}" if who is not None else f" {nobody}" if held else ""
        points = f" ({side.points} points)" if side.points else ""
        lines.append(f"**{plain(side.name)}**{points}{holder}")
        lines += [f"- {craft_line(craft)}" for craft in _ordered(shown) if craft.side == side.id]
    lines += format_aims(seen)
    hours = game.schedule.hours
    lines.append(f"Captains have {count(hours, 'hour')} a stop." if hours else "There is no deadline.")
    lines.append(PACE_TEXTS[battle.pace])
    if game.status == "setup":
        lines.append("-# /battle join takes a side, /battle begin (its host) opens turn 1.")
    return "\n".join(lines)


def _ordered(craft: Iterable[Craft]) -> list[Craft]:
    """Craft in the order of their numbers."""
    return sorted(craft, key=lambda one: in_order(one.id))


def craft_line(craft: Craft) -> str:
    """A craft in a line: id, name, place, facing, velocity."""
    hidden = ", hidden" if craft.hidden else ""
    gone = f" · {craft.fate}" if craft.fate else ""
    place = f"{hex_name(craft.at)} facing {letter(craft.facing)}"
    return f"{craft.id} {plain(craft.name)} at {place}, {format_motion(craft)}{hidden}{gone}"


def status_text(game: Game, seen: Sight, held: Sequence[SeatRow], gone: Collection[int] = ()) -> str:
    """Where the battle stands, whom it waits for, who is `gone` from the server, the craft that the asker knows of."""
    known = seen.view.known
    names = {side.id: plain(side.name) for side in known.sides.values()}
    captains = {row.side: row.user_id for row in held if row.side}
    lines = [f"### {plain(game.name)}"]
    if seen.over:
        if known.winner is None:
            lines.append(f"Ended by its host in turn {seen.turn}.")
        else:
            won = f"{names.get(known.winner, known.winner)} has won" if known.winner else "it is a draw"
            lines.append(f"Over after turn {seen.turn - 1}: {won}.")
    else:
        lines.append(f"It is {format_moment(known.now)}.")
        lines += format_aims(seen.view)
        waits = sorted({one.side for one in seen.standing.result.asked})
        if known.now.impulse and not seen.standing.asked:
            # Whose stop it is in the middle of a turn is that captain's secret.
            lines.append("It waits for a captain's answer.")
        else:
            lines.append(
                f"Waiting for {', '.join(names[side] for side in waits)}." if waits else "Nobody is waited for."
            )
        due = seen.standing.case.due
        if due is not None:
            lines.append(f"Answers are due <t:{due}:F> (<t:{due}:R>); after that stances decide.")
        if seen.standing.asked:
            lines += [f"⚠ You are asked: {plain(ask.reason, 300)}" for ask in known.waiting]
    for side in known.sides.values():
        who = captains.get(side.id)
        played = f"<@{who}>{NOT_HERE if who in gone else ''}" if who is not None else "played by its stances"
        lines.append(f"**{names[side.id]}** {played}")
        lines += [f"- {craft_line(craft)}" for craft in _ordered(known.craft.values()) if craft.side == side.id]
    fliers = len(flying_units(known))
    if fliers:
        lines.append(f"{count(fliers, 'missile, drone or bolt', 'missiles, drones and bolts')} in flight.")
    return "\n".join(lines)


async def add_here(
    interaction: Interaction, design: str, side: str, hex_: str, facing: str, a: str, c: str, name: str
) -> None:
    """Put a craft of the library, or one that the host has drawn, on the map of a set-up."""
    seat = await host_here(interaction)
    services = services_of(interaction)
    found = await find_design(interaction, design)
    at, way, velocity = BATTLE_MAP.parse(hex_.strip()), facing_of(facing), setup_changes.velocity_of(a, c)
    called = " ".join(name.split())
    if called and not called.isprintable():
        raise GameError("A craft's name is one line of ordinary characters.")
    placed: list[Craft] = []

    def put(battle: Battle) -> Battle:
        after, craft = setup_changes.with_craft(battle, side.strip(), found, at, way, velocity, called)
        placed.append(craft)
        return after

    after = await setup.change_set_up(services, seat, put)
    game, craft = await games.get_game(services, seat.game_id), placed[-1]
    where = f"{craft.id} {plain(craft.name)} is at {hex_name(craft.at)}{_apart(after, craft)}"
    cost = spent(after, craft.side)
    await say(interaction, f"✔ {where}\n{cost[0].upper()}{cost[1:]}.\n{setup_text(game, after, (), own=True)}")


FAR_HEXES: Final = 40
"""Hexes from the next craft at which somebody may have meant another hex: ten turns at speed 4."""


def _apart(battle: Battle, craft: Craft) -> str:
    """How far a craft of a set-up is from the nearest one that its maker sees; "" for the first."""
    hidden = setup_changes.unseen_craft(battle)
    others = [each.at for unit, each in battle.craft.items() if unit != craft.id and unit not in hidden]
    if not others:
        return ""
    away = min(distance(craft.at, at) for at in others)
    doubt = f" ⚠ That is far: /battle remove craft:{craft.id} takes it back." if away > FAR_HEXES else ""
    return f", {count(away, 'hex', 'hexes')} from the nearest craft.{doubt}"


def spent(battle: Battle, side: str) -> str:
    """What a side of a set-up has spent of its points, on what its maker sees."""
    hidden = setup_changes.unseen_craft(battle)
    seen = changed(battle, craft={unit: craft for unit, craft in battle.craft.items() if unit not in hidden})
    of = f" of {battle.sides[side].points}" if battle.sides[side].points else ""
    return f"that side has spent {setup_changes.cost(seen, side)}{of} points"


async def remove_here(interaction: Interaction, craft: str) -> None:
    """Take a craft off a set-up."""
    seat = await host_here(interaction)
    services = services_of(interaction)
    wanted = craft.strip()

    def take(battle: Battle) -> Battle:
        names = {key.casefold(): key for key in battle.craft if key not in setup_changes.unseen_craft(battle)}
        if wanted.casefold() not in names:
            raise GameError(f"{quoted(wanted)} is not a craft of this set-up.")
        return setup_changes.without_craft(battle, names[wanted.casefold()])

    after = await setup.change_set_up(services, seat, take)
    game = await games.get_game(services, seat.game_id)
    await say(interaction, f"✔ Taken off.\n{setup_text(game, after, (), own=True)}")


async def options_here(interaction: Interaction, switch: str, value: str) -> None:
    """Show a battle's switches; its host may turn one before it begins."""
    game = await battle_here(interaction)
    services = services_of(interaction)
    if not switch:
        await say(interaction, await options_text(interaction, game))
        return
    seat = await host_here(interaction)
    if not value:
        raise GameError("Say the `value` too: on or off, a number, or a word.")
    await setup.change_set_up(
        services,
        seat,
        lambda battle: setup_changes.with_options(
            battle, setup_changes.switch_option(battle.options, switch.strip(), value)
        ),
    )
    await say(interaction, f"✔ {plain(switch)} is {plain(value)} now.")


async def options_text(interaction: Interaction, game: Game) -> str:
    """All switches of a battle; everybody may read them."""
    if game.status == "setup":
        options = (await setup.load_set_up(services_of(interaction), game.id)).options
    else:
        options = (await sight_here(interaction))[1].view.known.options
    lines = [f"### Switches of {plain(game.name)}"]
    lines += [
        f"{name}: **{setup_changes.option_value(options, name)}** · {SWITCH_WORDS[name]}" for name in switch_names()
    ]
    lines += [f"Table cell {plain(cell)} is {plain(text)}" for cell, text in sorted(options.overrides.items())]
    lines += [f"Ruling {plain(rule)}: {plain(text)}" for rule, text in sorted(options.rulings.items())]
    return "\n".join(lines)


async def status_here(interaction: Interaction) -> None:
    """Where a battle stands, for everybody."""
    game = await battle_here(interaction)
    services = services_of(interaction)
    held = await seats.seats(services, game.id)
    await defer(interaction)
    gone = await gone_from(interaction.client, game, held)
    if game.status == "setup":
        await say(interaction, setup_text(game, await setup.load_set_up(services, game.id), held, gone))
        return
    _, seen = await sight_here(interaction)
    await say(interaction, status_text(game, seen, held, gone))
