"""Squadrons: survivors kept after a battle, their docks (repairs, fuel, reloads, cargo), their way into the next battle."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from cogs.battle.context import battle_here, pressed
from cogs.battle.dock_panel import ALL, ask_panel, choose_panel, sides_panel, squadron_panel
from cogs.battle.host import craft_line
from cogs.common.answers import say, show_panel
from cogs.common.autocomplete import Pair, plain_text
from cogs.common.bot_services import Interaction, services_of
from cogs.common.buttons import ButtonData, number_in
from cogs.common.forms import Field, Form
from render.words.safe_text import count, plain
from rules.errors import GameError
from rules.pentagon_war.campaign import (
    Squadron,
    cargo_passed,
    dock_of,
    fuel_passed,
    fuelled,
    mended,
    reloaded,
)
from rules.pentagon_war.geometry import MAP, facing_of
from rules.pentagon_war.shipyard.repair import broken, lines_of, read_mends, suggested
from rules.pentagon_war.turn.preparing import cost, velocity_of
from rules.pentagon_war.units import UnitId
from umpire.battle import squadrons
from umpire.battle.squadrons import Kept, Place

LONGEST: Final = 4000


def guild_of(interaction: Interaction) -> int:
    """The server whose squadrons are meant; GameError in a direct message."""
    if interaction.guild_id is None:
        raise GameError("Squadrons are kept by server: use this in one.")
    return interaction.guild_id


async def squadron_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The asker's own squadrons."""
    found = await squadrons.known(services_of(interaction), interaction.guild_id or 0, interaction.user.id)
    return [(f"{one.name} ({count(len(one.squadron.craft), 'craft', 'craft')})", one.id) for one in found]


async def craft_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The craft of the asker's squadron that is named in the same command."""
    named = str(getattr(interaction.namespace, "squadron", "") or "")
    found = await squadrons.find(services_of(interaction), interaction.guild_id or 0, interaction.user.id, named)
    return [(f"{craft.id} {plain_text(craft.name)}", craft.id) for craft in found.squadron.craft]


async def keep_here(interaction: Interaction, side: str, name: str) -> None:
    """Keep the survivors of this thread's battle, which is over."""
    await _keep(interaction, (await battle_here(interaction)).id, side.strip(), name)


async def keep_button(interaction: Interaction, control: ButtonData) -> None:
    """The same by the button below what posts the battle's end; with a side in it, of that side."""
    await pressed(interaction, control)
    await _keep(interaction, control.game, control.rest, "")


async def _keep(interaction: Interaction, game: str, side: str, name: str) -> None:
    services, user = services_of(interaction), interaction.user.id
    guild_of(interaction)
    sides = await squadrons.keepable(services, game, user)
    if not side and len(sides) > 1:
        await show_panel(interaction, sides_panel(game, sides))
        return
    kept = await squadrons.keep(services, game, user, side or sides[0][0], name)
    said = f"✔ Kept as **{plain(kept.name)}**: {count(len(kept.squadron.craft), 'craft', 'craft')}. /ship dock leads here again."
    await show_panel(interaction, squadron_panel(kept, said=said))


async def dock_here(interaction: Interaction, wanted: str) -> None:
    """A squadron at dock; without a word the only one, or a list of them."""
    services, guild = services_of(interaction), guild_of(interaction)
    if not wanted.strip():
        found = await squadrons.known(services, guild, interaction.user.id)
        if len(found) > 1:
            await say(interaction, panel=choose_panel(found))
            return
    kept = await squadrons.find(services, guild, interaction.user.id, wanted)
    await say(interaction, panel=squadron_panel(kept))


async def bring_here(
    interaction: Interaction, squadron: str, side: str, hex_: str, facing: str, a: str, c: str, craft: str
) -> None:
    """Put a squadron of one's own on the map of this thread's battle before it begins."""
    services, guild, user = services_of(interaction), guild_of(interaction), interaction.user.id
    game = await battle_here(interaction)
    found = await squadrons.find(services, guild, user, squadron)
    place = Place(MAP.parse(hex_.strip()), facing_of(facing), velocity_of(a, c))
    kept, battle, came = await squadrons.bring(
        services, guild, user, found.id, game.id, side.strip(), place, craft.strip()
    )
    own = [craft for craft in battle.craft.values() if craft.id in {each.id for each in came}]
    lines = [f"✔ **{plain(kept.name)}** is in {plain(game.name)}, as it is: {count(len(own), 'craft', 'craft')}."]
    lines += [f"- {craft_line(each)}" for each in own]
    of = f" of {battle.sides[side.strip()].points}" if battle.sides[side.strip()].points else ""
    lines.append(
        f"That side has spent {cost(battle, side.strip())}{of} points. /ship dock takes it back before the battle begins."
    )
    await say(interaction, "\n".join(lines))


async def _show(interaction: Interaction, control: ButtonData, unit: UnitId = "", said: str = "") -> None:
    kept = await squadrons.find(services_of(interaction), guild_of(interaction), interaction.user.id, control.game)
    await show_panel(interaction, squadron_panel(kept, unit or control.rest, said))


async def open_button(interaction: Interaction, control: ButtonData) -> None:
    """The squadron as it is now."""
    await _show(interaction, control)


async def dock_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """Another dock of the squadron."""
    await _show(interaction, control, chosen[0] if chosen else "")


async def one_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """One of several squadrons."""
    await _show(interaction, ButtonData(control.action, chosen[0] if chosen else "", 0))


async def _work(
    interaction: Interaction, control: ButtonData, change: Callable[[Squadron], Squadron], said: Callable[[Kept], str]
) -> None:
    """Something done at the dock that a control names, in the state of the squadron in which it was shown."""
    services, guild = services_of(interaction), guild_of(interaction)
    kept = await squadrons.work(services, guild, interaction.user.id, control.game, control.opening, change)
    await show_panel(interaction, squadron_panel(kept, control.rest, said(kept)))


async def mend_button(interaction: Interaction, control: ButtonData) -> None:
    """The repairs that are suggested."""
    at = control.rest
    await _work(
        interaction,
        control,
        lambda kept: mended(kept, at, suggested(dock_of(kept, at))),
        lambda _: "✔ Repaired: all that can be in this pause.",
    )


async def reload_button(interaction: Interaction, control: ButtonData) -> None:
    """Everything filled that the dock's cargo suffices for."""
    await _work(interaction, control, lambda kept: reloaded(kept, control.rest), lambda _: "✔ Reloaded out of cargo.")


async def fuel_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """Tanks filled at a hangar, of one craft or of the dock."""
    one = chosen[0] if chosen else ALL

    def filled(kept: Squadron) -> Squadron:
        return fuelled(kept, [craft.id for craft in dock_of(kept, control.rest).craft] if one == ALL else [one])

    def said(kept: Kept) -> str:
        owed = sum(kept.squadron.refuelled.values())
        return f"✔ Refuelled. {count(owed, 'point')} of fuel will be added to this squadron's price in its next battle."

    await _work(interaction, control, filled, said)


def _parts(chosen: Sequence[str], wanted: int) -> list[str]:
    """What an option of a list carries; GameError for one that is not ours."""
    found = chosen[0].split("/") if chosen else []
    if len(found) != wanted:
        raise GameError("This list cannot be read; use /ship dock again.")
    return found


async def tank_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """Fuel handed from one craft to another."""
    giver, taker, tanks = _parts(chosen, 3)
    await _work(
        interaction,
        control,
        lambda kept: fuel_passed(kept, giver, taker, number_in(tanks)),
        lambda _: f"✔ {giver} has given {taker} {count(number_in(tanks), 'tank')} of fuel.",
    )


async def hold_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """A box of cargo handed from one craft to another."""
    giver, hold, taker, place = _parts(chosen, 4)
    await _work(
        interaction,
        control,
        lambda kept: cargo_passed(kept, giver, number_in(hold), taker, number_in(place)),
        lambda _: f"✔ Cargo box {hold} of {giver} is in box {place} of {taker} now.",
    )


async def text_form(interaction: Interaction, control: ButtonData) -> Form:
    """Repairs as lines, the suggested ones at first."""
    kept = await squadrons.find(services_of(interaction), guild_of(interaction), interaction.user.id, control.game)
    dock = dock_of(kept.squadron, control.rest)
    all_of = lines_of(mend for craft in dock.craft for _, _, mend in broken(craft))
    about = "A line for each system: `X1 engine x2`. All of it is done at once, and once in this pause."
    fields = [
        Field("mends", "Repairs", about, lines_of(suggested(dock)), long=True, most=LONGEST),
        Field("broken", "Everything that is broken, to copy from", "", all_of, long=True, most=LONGEST),
    ]

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        def repaired(squadron: Squadron) -> Squadron:
            return mended(squadron, control.rest, read_mends(dock_of(squadron, control.rest), given["mends"]))

        await _work(later, control, repaired, lambda _: "✔ Repaired as you wrote.")

    return Form(f"Repairs of {kept.name}", fields, sent, control)


async def back_button(interaction: Interaction, control: ButtonData) -> None:
    """Take the squadron off the map of a battle that has not begun."""
    services, guild = services_of(interaction), guild_of(interaction)
    kept = await squadrons.take_back(services, guild, interaction.user.id, control.game, control.opening)
    await show_panel(interaction, squadron_panel(kept, said="✔ Taken back; it is at dock."))


async def go_button(interaction: Interaction, control: ButtonData) -> None:
    """Ask whether the squadron is really to be let go."""
    kept = await squadrons.find(services_of(interaction), guild_of(interaction), interaction.user.id, control.game)
    await show_panel(interaction, ask_panel(kept))


async def go_yes(interaction: Interaction, control: ButtonData) -> None:
    """The button that means it."""
    services, guild = services_of(interaction), guild_of(interaction)
    gone = await squadrons.let_go(services, guild, interaction.user.id, control.game, control.opening)
    await show_panel(interaction, squadron_panel(gone, said="✔ Let go."))
