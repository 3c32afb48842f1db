"""Where a battle stands, its switches, and giving up."""

from cogs.battle.context import battle_here, captain_here, host_here, sight_here
from cogs.battle.texts import setup_text, status_text
from cogs.common.answers import defer, say
from cogs.common.bot_services import Interaction, bot_services, services_of
from render.canvas.safe_text import plain
from rules.errors import GameError
from rules.pentagon_war.options import switch_names
from rules.pentagon_war.turn.preparing import option_value, switched, with_options
from umpire.battle import set_up
from umpire.bouts import undo
from umpire.games import seats
from umpire.games.games import Game


async def options_here(interaction: Interaction, switch: str, value: str) -> None:
    """Show a battle's switches; its host may turn one before it begins."""
    game = await battle_here(interaction)
    services = services_of(interaction)
    if not switch:
        await say(interaction, await options_text(interaction, game))
        return
    seat = await host_here(interaction)
    battle = await set_up.prepared(services, seat.game_id)
    if not value:
        raise GameError("Say the `value` too: on or off, a number, or a word.")
    options = switched(battle.options, switch.strip(), value)
    await set_up.change_set_up(services, seat, with_options(battle, options))
    await say(interaction, f"✔ {plain(switch)} is {plain(value)} now.")


async def options_text(interaction: Interaction, game: Game) -> str:
    """All switches of a battle; everybody may read them."""
    if game.status == "setup":
        options = (await set_up.prepared(services_of(interaction), game.id)).options
    else:
        options = (await sight_here(interaction))[1].view.known.options
    lines = [f"### Switches of {plain(game.name)}"]
    lines += [f"{name}: **{option_value(options, name)}**" for name in switch_names()]
    lines += [f"Table cell {plain(cell)} is {plain(text)}" for cell, text in sorted(options.overrides.items())]
    lines += [f"Ruling {plain(rule)}: {plain(text)}" for rule, text in sorted(options.rulings.items())]
    return "\n".join(lines)


async def status_here(interaction: Interaction) -> None:
    """Where a battle stands, for everybody."""
    game = await battle_here(interaction)
    services = services_of(interaction)
    held = await seats.seats(services, game.id)
    if game.status == "setup":
        await say(interaction, setup_text(game, await set_up.prepared(services, game.id), held))
        return
    _, seen = await sight_here(interaction)
    await say(interaction, status_text(game, seen, held))


async def undo_here(interaction: Interaction, reason: str) -> None:
    """The host asks to take the last turn back; every other captain agrees, and with the last word it is done."""
    game = await battle_here(interaction)
    services = services_of(interaction)
    await defer(interaction)
    request = await undo.request_of(services, game.id)
    why = " ".join(reason.split())
    if why:
        found = await undo.ask(
            services, await host_here(interaction), why, request.turn, idempotency_key=str(interaction.id)
        )
    elif request.reason:
        found = await undo.agree(
            services, await captain_here(interaction), request.turn, idempotency_key=str(interaction.id)
        )
    else:
        raise GameError("Nobody has asked to take a turn back; who made this battle asks with a `reason`.")
    bot_services(interaction).clock.poke()
    bot_services(interaction).deliverer.wake()
    if found.done:
        await say(interaction, f"✔ Turn {found.turn} is taken back and open again.")
        return
    names = {flag.id: plain(flag.name) for flag in game.sides}
    missing = ", ".join(names[side] for side in found.missing)
    await say(interaction, f"✔ Said. Turn {found.turn} is taken back when these agree with /battle undo: {missing}.")
