"""A squadron as a panel: its craft in one dock, what repair boxes can mend there, what may be filled and handed over."""

from collections.abc import Iterator, Sequence
from typing import Final

from discord import SelectOption, ui

from cogs.common.buttons import DANGER, SUCCESS, ButtonData, button_for
from cogs.common.panels import Panel, Part, button_row, cut
from cogs.common.selects import option, select_for
from render.words.safe_text import count, plain
from rules.pentagon_war.campaign import Squadron
from rules.pentagon_war.shipyard.repair import (
    Dock,
    allowances,
    condition,
    has_free_items,
    mend_line,
    repair_boxes,
    suggested,
)
from rules.pentagon_war.shipyard.stores import cargo_passes, content, fuel_passes
from rules.pentagon_war.units import Craft, UnitId
from umpire.battle.squadrons import Kept

TEAL: Final = 0x2E8B7F
ALL: Final = "all"
SAYS: Final = "/ship dock"


def squadron_panel(kept: Kept, unit: UnitId = "", said: str = "") -> Panel:
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


def choose_panel(found: Sequence[Kept]) -> Panel:
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
    return Panel(TEAL, "### Whose survivors?\nYou may keep those of each of these sides.", button_row(*buttons))


def ask_panel(kept: Kept) -> Panel:
    """Whether a squadron is really to be let go."""
    text = f"### Let {plain(kept.name)} go?\n{count(len(kept.squadron.craft), 'craft', 'craft')} of it are gone for good then."
    yes = button_for("Yes, let it go", _data(kept, "sq-go-yes", ""), style=DANGER)
    return Panel(TEAL, text, button_row(yes, button_for("Not yet", _data(kept, "sq-open", ""))))


def _where(kept: Kept) -> str:
    if not kept.game:
        return ", at dock"
    return f", {'fights in' if kept.begun else 'is set up for'} **{plain(kept.battle)}**"


def _data(kept: Kept, action: str, rest: str) -> ButtonData:
    return ButtonData(action, kept.id, kept.version, rest)


def _away(kept: Kept, said: str) -> Panel:
    lines = [f"- {craft.id} {plain(craft.name)}" for craft in kept.squadron.craft]
    text = "\n".join([f"### {plain(kept.name)}", f"It{_where(kept).removeprefix(',')}.", *lines])
    back = () if kept.begun else (button_for("Take it back", _data(kept, "sq-back", "")),)
    row = button_row(*back, button_for("Refresh", _data(kept, "sq-open", "")))
    return Panel(TEAL, *([said] if said else []), cut(text, 3500, SAYS), row)


def _craft(craft: Craft) -> str:
    """A craft's line, and what its cargo boxes hold."""
    short = ", ".join(condition(craft)) or "whole and full"
    crew = "manned" if craft.design.manned else "unmanned"
    line = f"**{craft.id} {plain(craft.name)}** ({crew}): {short}"
    holds = [f"{n}: {content(hold.cargo)}" for n, hold in enumerate(craft.holds, 1) if hold.state == "full"]
    return line + (f"\n-# Cargo {'; '.join(map(plain, holds))}" if holds else "")


def _repairs(dock: Dock) -> str:
    if dock.repaired:
        return "✔ The repairs of this pause are done; the next are after its next battle."
    if not repair_boxes(dock):
        return "Nobody here can repair: that takes repair boxes, on a manned craft or a base or joined to one (PW-S03, PW-A41)."
    much = allowances(dock)
    boxes = count(repair_boxes(dock), "repair box", "repair boxes")
    lines = [
        f"**{boxes}** mend once in this pause: {much['control']} control, {much['drive']} engine or capacitor, "
        f"{much['weapon']} weapon and {much['other']} other boxes; hits on hull and repair boxes go besides (PW-A42, PW-A43)."
    ]
    best = suggested(dock)
    if best:
        lines.append(f"★ Suggested: {', '.join(f'`{mend_line(mend)}`' for mend in best)}")
    elif not has_free_items(dock):
        lines.append("✔ Nothing is broken.")
    return "\n".join(lines)


def _buttons(kept: Kept, dock: Dock, at: UnitId) -> ui.ActionRow[ui.LayoutView]:
    nothing = dock.repaired or not repair_boxes(dock) or not (suggested(dock) or has_free_items(dock))
    return button_row(
        button_for("Repair all that can be", _data(kept, "sq-mend", at), style=SUCCESS, disabled=nothing),
        button_for("Choose repairs", _data(kept, "sq-text", at), disabled=nothing),
        button_for("Reload", _data(kept, "sq-reload", at)),
    )


def _lists(kept: Kept, dock: Dock, at: UnitId) -> Iterator[Part]:
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


def _named(dock: Dock) -> str:
    return ", ".join(f"{craft.id} {craft.name}" for craft in dock.craft)


def _tanks(squadron: Squadron, dock: Dock) -> Iterator[SelectOption]:
    """What a hangar can fill: everything first, then each craft."""
    empty = [craft for craft in dock.craft if craft.tanks_empty]
    if len(empty) > 1:
        yield option(f"★ All of this dock, {count(sum(c.tanks_empty for c in empty), 'point')}", ALL)
    for craft in empty:
        owed = squadron.refuelled.get(craft.id, 0)
        before = f"{count(owed, 'point')} already" if owed else ""
        yield option(f"{craft.id} {craft.name}, {count(craft.tanks_empty, 'point')}", craft.id, before)
