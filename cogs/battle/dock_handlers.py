"""Squadrons: survivors kept after a battle, their docks as a panel (repairs, fuel, reloads, cargo), and their way into
the next battle."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from discord import SelectOption, ui

from cogs.battle.battle_context import battle_here, pressed
from cogs.battle.host_handlers import craft_line
from cogs.common.command_factory import Pair, plain_text
from cogs.common.components import DANGER, SUCCESS, ButtonData, Field, Form, button_for, number_in, option, select_for
from cogs.common.interactions import Interaction, say, services_of, show_panel
from cogs.common.panels import Panel, Part, button_row, cut
from render.words.safe_text import count, plain
from rules.pentagon_war.campaign import (
    Squadron,
    cargo_passed,
    dock_of,
    fuel_craft,
    fuel_passed,
    mend_squadron,
    reload_dock,
)
from rules.pentagon_war.geometry import BATTLE_MAP, facing_of
from rules.pentagon_war.shipyard import repair
from rules.pentagon_war.shipyard.stores import cargo_passes, content, fuel_passes
from rules.pentagon_war.turn.setup_changes import cost, velocity_of
from rules.pentagon_war.units import Craft, UnitId
from rules.values import GameError
from umpire.battle import squadrons
from umpire.battle.squadrons import KeptSquadron, StartPosition

TEAL: Final = 0x2E8B7F
ALL_CRAFT: Final = "all"
SHIP_DOCK: Final = "/ship dock"


def squadron_panel(kept: KeptSquadron, unit: UnitId = "", said: str = "") -> Panel:
    """A squadron: the dock in which `unit` lies (the first by default) with all that can be done there; while it fights, its
    craft alone."""
    squadron = kept.squadron
    if not squadron.craft:
        return Panel(TEAL, f"{said}\n" if said else "", f"### {plain(kept.name)}\nNothing is left of it.")
    if kept.game:
        return _away(kept, said)
    dock = next((d for d in squadron.docks if any(c.id == unit for c in d.craft)), squadron.docks[0])
    at = dock.craft[0].id
    place = f" · dock {squadron.docks.index(dock) + 1} of {len(squadron.docks)}" if len(squadron.docks) > 1 else ""
    head = f"### {plain(kept.name)}{place}"
    parts: list[Part] = [
        f"{said}\n{head}" if said else head,
        cut("\n".join(_craft(craft) for craft in dock.craft), 1500, "/ship show in a battle"),
        cut(_repairs(dock), 900, "Choose repairs"),
        _buttons(kept, dock, at),
        *_lists(kept, dock, at),
        button_row(
            button_for("Refresh", _data(kept, "sq-open", at)),
            button_for("Let the squadron go", _data(kept, "sq-go", at), style=DANGER),
        ),
    ]
    return Panel(TEAL, *parts)


def choose_panel(found: Sequence[KeptSquadron]) -> Panel:
    """Somebody's squadrons, one to be chosen."""
    lines = [
        f"**{plain(one.name)}** · {count(len(one.squadron.craft), 'craft', 'craft')}{_where(one)}" for one in found
    ]
    chosen = [option(one.name, one.id) for one in found]
    return Panel(
        TEAL,
        cut("\n".join(["### Your squadrons", *lines]), 3000, "/ship dock with a name"),
        select_for("Squadron", ButtonData("sq-choose-one", "", 0), chosen),
    )


def sides_panel(game: str, sides: Sequence[tuple[str, str]]) -> Panel:
    """A battle that is over, for who may keep the survivors of several of its sides."""
    buttons = [
        button_for(f"Keep {name}", ButtonData("sq-keep", game, 0, side), style=SUCCESS) for side, name in sides[:5]
    ]
    return Panel(TEAL, "### Whose survivors?\nYou may keep the survivors of each of these sides.", button_row(*buttons))


def ask_panel(kept: KeptSquadron) -> Panel:
    """Whether a squadron is really to be let go."""
    text = f"### Let {plain(kept.name)} go?\n{count(len(kept.squadron.craft), 'craft', 'craft')} of it are gone for good then."
    yes = button_for("Yes, let it go", _data(kept, "sq-go-yes", ""), style=DANGER)
    return Panel(TEAL, text, button_row(yes, button_for("Not yet", _data(kept, "sq-open", ""))))


def _where(kept: KeptSquadron) -> str:
    if not kept.game:
        return ", at dock"
    return f", {'fights in' if kept.begun else 'is set up for'} **{plain(kept.battle)}**"


def _data(kept: KeptSquadron, action: str, rest: str) -> ButtonData:
    return ButtonData(action, kept.id, kept.version, rest)


def _away(kept: KeptSquadron, said: str) -> Panel:
    lines = [f"- {craft.id} {plain(craft.name)}" for craft in kept.squadron.craft]
    text = "\n".join([f"### {plain(kept.name)}", f"It{_where(kept).removeprefix(',')}.", *lines])
    back = () if kept.begun else (button_for("Take it back", _data(kept, "sq-back", "")),)
    row = button_row(*back, button_for("Refresh", _data(kept, "sq-open", "")))
    return Panel(TEAL, *([said] if said else []), cut(text, 3500, SHIP_DOCK), row)


def _craft(craft: Craft) -> str:
    """A craft's line, and what its cargo boxes hold."""
    short = ", ".join(repair.condition(craft)) or "whole and full"
    crew = "manned" if craft.design.manned else "unmanned"
    line = f"**{craft.id} {plain(craft.name)}** ({crew}): {short}"
    holds = [f"{n}: {content(hold.cargo)}" for n, hold in enumerate(craft.holds, 1) if hold.state == "full"]
    return line + (f"\n-# Cargo {'; '.join(map(plain, holds))}" if holds else "")


def _repairs(dock: repair.Dock) -> str:
    if dock.repaired:
        return "✔ The repairs of this pause are done; the next are after its next battle."
    if not repair.repair_boxes(dock):
        return "Nobody here can repair: that takes repair boxes, on a manned craft or a base or joined to one (PW-S03, PW-A41)."
    much = repair.allowances(dock)
    boxes = count(repair.repair_boxes(dock), "repair box", "repair boxes")
    lines = [
        f"**{boxes}** repair once in this pause: {much['control']} control, {much['drive']} engine or capacitor, "
        f"{much['weapon']} weapon and {much['other']} other boxes; hits on hull and repair boxes go besides (PW-A42, PW-A43)."
    ]
    best = repair.suggest_mends(dock)
    if best:
        lines.append(f"★ Suggested: {', '.join(f'`{repair.mend_line(mend)}`' for mend in best)}")
    elif not repair.has_free_items(dock):
        lines.append("✔ Nothing is broken.")
    return "\n".join(lines)


def _buttons(kept: KeptSquadron, dock: repair.Dock, at: UnitId) -> ui.ActionRow[ui.LayoutView]:
    nothing = (
        dock.repaired
        or not repair.repair_boxes(dock)
        or not (repair.suggest_mends(dock) or repair.has_free_items(dock))
    )
    return button_row(
        button_for("Repair all that can be", _data(kept, "sq-mend", at), style=SUCCESS, disabled=nothing),
        button_for("Choose repairs", _data(kept, "sq-text", at), disabled=nothing),
        button_for("Reload", _data(kept, "sq-reload", at)),
    )


def _lists(kept: KeptSquadron, dock: repair.Dock, at: UnitId) -> Iterator[Part]:
    squadron = kept.squadron
    if len(squadron.docks) > 1:
        chosen = [option(_named(each), each.craft[0].id, chosen=each == dock) for each in squadron.docks]
        yield select_for("Dock", _data(kept, "sq-dock", at), chosen)
    if tanks := list(_tanks(squadron, dock)):
        yield select_for("Refuel", _data(kept, "sq-fuel", at), tanks)
    if fuel := fuel_passes(dock):
        yield select_for("Pass fuel", _data(kept, "sq-tank", at), [
            option(f"{p.giver} gives {p.taker} {count(p.tanks, 'tank')}", f"{p.giver}/{p.taker}/{p.tanks}") for p in fuel
        ])  # fmt: skip
    if cargo := cargo_passes(dock):
        yield select_for("Pass cargo", _data(kept, "sq-hold", at), [
            option(f"{p.giver} box {p.hold} to {p.taker}: {p.what}", f"{p.giver}/{p.hold}/{p.taker}/{p.place}") for p in cargo
        ])  # fmt: skip


def _named(dock: repair.Dock) -> str:
    return ", ".join(f"{craft.id} {craft.name}" for craft in dock.craft)


def _tanks(squadron: Squadron, dock: repair.Dock) -> Iterator[SelectOption]:
    """What a hangar can fill: everything first, then each craft."""
    empty = [craft for craft in dock.craft if craft.tanks_empty]
    if len(empty) > 1:
        yield option(f"★ All of this dock, {count(sum(c.tanks_empty for c in empty), 'point')}", ALL_CRAFT)
    for craft in empty:
        owed = squadron.refuelled.get(craft.id, 0)
        before = f"{count(owed, 'point')} already" if owed else ""
        yield option(f"{craft.id} {craft.name}, {count(craft.tanks_empty, 'point')}", craft.id, before)


LONGEST_FIELD: Final = 4000


def guild_of(interaction: Interaction) -> int:
    """The server whose squadrons are meant; GameError in a direct message."""
    if interaction.guild_id is None:
        raise GameError("Squadrons are kept by server: use this in one.")
    return interaction.guild_id


async def squadron_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The asker's own squadrons."""
    found = await squadrons.list_squadrons(services_of(interaction), interaction.guild_id or 0, interaction.user.id)
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
    kept = await squadrons.keep_squadron(services, game, user, side or sides[0][0], name)
    said = f"✔ Kept as **{plain(kept.name)}**: {count(len(kept.squadron.craft), 'craft', 'craft')}. /ship dock leads here again."
    await show_panel(interaction, squadron_panel(kept, said=said))


async def dock_here(interaction: Interaction, wanted: str) -> None:
    """A squadron at dock; without a word the only one, or a list of them."""
    services, guild = services_of(interaction), guild_of(interaction)
    if not wanted.strip():
        found = await squadrons.list_squadrons(services, guild, interaction.user.id)
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
    place = StartPosition(BATTLE_MAP.parse(hex_.strip()), facing_of(facing), velocity_of(a, c))
    kept, battle, came = await squadrons.bring_squadron(
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
    interaction: Interaction,
    control: ButtonData,
    change: Callable[[Squadron], Squadron],
    said: Callable[[KeptSquadron], str],
) -> None:
    """Something done at the dock that a control names, in the state of the squadron in which it was shown."""
    services, guild = services_of(interaction), guild_of(interaction)
    kept = await squadrons.change_squadron(services, guild, interaction.user.id, control.game, control.revision, change)
    await show_panel(interaction, squadron_panel(kept, control.rest, said(kept)))


async def mend_button(interaction: Interaction, control: ButtonData) -> None:
    """The repairs that are suggested."""
    at = control.rest
    await _work(
        interaction,
        control,
        lambda kept: mend_squadron(kept, at, repair.suggest_mends(dock_of(kept, at))),
        lambda _: "✔ Repaired: all that can be in this pause.",
    )


async def reload_button(interaction: Interaction, control: ButtonData) -> None:
    """Everything filled that the dock's cargo suffices for."""
    await _work(
        interaction, control, lambda kept: reload_dock(kept, control.rest), lambda _: "✔ Reloaded out of cargo."
    )


async def fuel_select(interaction: Interaction, control: ButtonData, chosen: Sequence[str]) -> None:
    """Tanks filled at a hangar, of one craft or of the dock."""
    one = chosen[0] if chosen else ALL_CRAFT

    def filled(kept: Squadron) -> Squadron:
        return fuel_craft(
            kept, [craft.id for craft in dock_of(kept, control.rest).craft] if one == ALL_CRAFT else [one]
        )

    def said(kept: KeptSquadron) -> str:
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
    all_of = repair.lines_of(mend for craft in dock.craft for _, _, mend in repair.broken_boxes(craft))
    about = "A line for each system: `X1 engine x2`. All of it is done at once, and once in this pause."
    fields = [
        Field("mends", "Repairs", about, repair.lines_of(repair.suggest_mends(dock)), long=True, most=LONGEST_FIELD),
        Field("broken", "Everything that is broken, to copy from", "", all_of, long=True, most=LONGEST_FIELD),
    ]

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        def repaired(squadron: Squadron) -> Squadron:
            return mend_squadron(
                squadron, control.rest, repair.read_mends(dock_of(squadron, control.rest), given["mends"])
            )

        await _work(later, control, repaired, lambda _: "✔ Repaired as you wrote.")

    return Form(f"Repairs of {kept.name}", fields, sent, control)


async def back_button(interaction: Interaction, control: ButtonData) -> None:
    """Take the squadron off the map of a battle that has not begun."""
    services, guild = services_of(interaction), guild_of(interaction)
    kept = await squadrons.take_back(services, guild, interaction.user.id, control.game, control.revision)
    await show_panel(interaction, squadron_panel(kept, said="✔ Taken back; it is at dock."))


async def go_button(interaction: Interaction, control: ButtonData) -> None:
    """Ask whether the squadron is really to be let go."""
    kept = await squadrons.find(services_of(interaction), guild_of(interaction), interaction.user.id, control.game)
    await show_panel(interaction, ask_panel(kept))


async def go_yes(interaction: Interaction, control: ButtonData) -> None:
    """The button that means it."""
    services, guild = services_of(interaction), guild_of(interaction)
    gone = await squadrons.let_go(services, guild, interaction.user.id, control.game, control.revision)
    await show_panel(interaction, squadron_panel(gone, said="✔ Let go."))
