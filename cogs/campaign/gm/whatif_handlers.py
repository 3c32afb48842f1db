"""/gm whatif and its buttons: a turn forked in private, changed, set beside what was, adopted or thrown away."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from discord import ui

from cogs.campaign.gm import forecast_texts as texts
from cogs.campaign.gm.draft_handlers import GmContext, announce, current_gm, gm_context
from cogs.campaign.gm.gm_panel import GOLD, row
from cogs.campaign.gm.gm_texts import name_of
from cogs.common import components
from cogs.common.interactions import Interaction, defer, replace_message, say, show_panel
from cogs.common.panels import Panel, Part, button_row, clip_text, text_panel
from render.words.safe_text import plain
from rules.values import GameError, WrongPhaseError
from storage.snapshots import Phase
from umpire.campaign.whatif import adoption, differences, fork_edits
from umpire.campaign.whatif.fork import Base, ForkReading, Way
from umpire.campaign.whatif.fork_edits import ForkSheet, ForkStatus

GREY: Final = 0x808080
BASE_LABELS: Final[Mapping[Base, str]] = {
    "published": "Turn {last}, published",
    "draft": "The draft of turn {turn}",
    "open": "Turn {turn}, as it is now",
}
SETTLED_BY: Final[Mapping[str, str]] = {"quick": "by numbers", "chair": "by the engine", "kept": "as it was"}
UNREAD_BUTTON: Final = "This button cannot be read; use /gm whatif again."


async def show(interaction: Interaction, reason: str = "") -> None:
    """How things stand: the what-if there is, or what can be forked. A reason is what everybody reads if it is adopted."""
    gm = await gm_context(interaction)
    if not gm.game.turn:
        raise WrongPhaseError("The campaign has not begun; there is no turn to play differently.")
    if reason:
        read = await fork_edits.set_reason(gm.services, gm.seat, reason)
        await show_panel(interaction, fork_panel(gm, read))
        return
    await show_panel(interaction, _panel(gm, await fork_edits.fork_status(gm.services, gm.seat)))


def _panel(gm: GmContext, found: ForkStatus) -> Panel:
    if found.reading is not None:
        return fork_panel(gm, found.reading)
    made = [
        components.button_for(
            BASE_LABELS[base].format(turn=found.turn, last=found.turn - 1),
            components.data_for(gm.game, "whatif-begin", base),
            style=components.PRIMARY,
        )
        for base in found.bases
    ]
    if found.stale:
        made.append(
            components.button_for("Throw it away", components.data_for(gm.game, "whatif-drop"), style=components.DANGER)
        )
    return Panel(GOLD, texts.begin_text(gm.game, found), *([button_row(*made)] if made else []))


def fork_panel(gm: GmContext, read: ForkReading, done: str = "") -> Panel:
    """A what-if with all that can be done about it."""
    game, fork = gm.game, read.fork
    sides = components.select_for(
        "Orders of a side…",
        components.data_for(game, "whatif-side"),
        [components.option(flag.name, flag.id) for flag in game.sides],
    )
    takes = [
        components.button_for(label, components.data_for(game, "whatif-takes", where), disabled=mine)
        for where, label in (("start", "Amend before"), ("draft", "Amend after"), ("off", "Amend the campaign"))
        for mine in ((where if where != "off" else "") == read.row.takes,)
    ]
    dice = components.button_for(
        "The turn's dice" if fork.drawn else "Other dice",
        components.data_for(game, "whatif-dice", "own" if fork.drawn else "new"),
    )
    more = [] if fork.base == "open" else [dice]
    if fork.changes:
        more.append(components.button_for("Take the last change back", components.data_for(game, "whatif-back")))
    last = (
        components.button_for(
            "What would be different", components.data_for(game, "whatif-diff"), style=components.SUCCESS
        ),
        components.button_for("Throw it away", components.data_for(game, "whatif-drop"), style=components.DANGER),
    )
    parts: list[Part] = [*([done] if done else []), clip_text(texts.fork_text(game, read), 3000), sides]
    return Panel(GOLD, *parts, button_row(*takes), button_row(*more, *last))


async def begin(interaction: Interaction, data: components.ButtonData) -> None:
    """Fork the turn that the button names."""
    gm = await current_gm(interaction, data)
    if data.rest not in BASE_LABELS:
        raise GameError(UNREAD_BUTTON)
    read = await fork_edits.begin(gm.services, gm.seat, cast("Base", data.rest), expect=data.revision)
    await replace_message(interaction, fork_panel(gm, read))


async def look(interaction: Interaction, data: components.ButtonData) -> None:
    """The what-if as it is now."""
    await current_gm(interaction, data)
    await show(interaction)


async def takes(interaction: Interaction, data: components.ButtonData) -> None:
    """Where amendments go from now on."""
    gm = await current_gm(interaction, data)
    if data.rest not in {"start", "draft", "off"}:
        raise GameError(UNREAD_BUTTON)
    where = None if data.rest == "off" else cast("Phase", data.rest)
    read = await fork_edits.set_taking(gm.services, gm.seat, where)
    await replace_message(interaction, fork_panel(gm, read))


async def dice(interaction: Interaction, data: components.ButtonData) -> None:
    """Other dice, or the turn's own."""
    gm = await current_gm(interaction, data)
    read = await fork_edits.set_dice(
        gm.services, gm.seat, drawn=data.rest == "new", idempotency_key=str(interaction.id)
    )
    await replace_message(interaction, fork_panel(gm, read))


async def back(interaction: Interaction, data: components.ButtonData) -> None:
    """The last amendment of the what-if is taken back."""
    gm = await current_gm(interaction, data)
    read = await fork_edits.take_back(gm.services, gm.seat, idempotency_key=str(interaction.id))
    await replace_message(interaction, fork_panel(gm, read))


async def drop(interaction: Interaction, data: components.ButtonData) -> None:
    """The what-if is thrown away, whether it is stale or not."""
    gm = await gm_context(interaction)
    if gm.game.id != data.game:
        raise WrongPhaseError("This button belongs to another campaign.")
    there = await fork_edits.discard(gm.services, gm.seat)
    said = "The what-if is thrown away. Nobody knows that there was one." if there else "There is no what-if now."
    await replace_message(interaction, text_panel(said, GREY))


async def diff(interaction: Interaction, data: components.ButtonData) -> None:
    """What would be different, for the game master and for each side, with the button that adopts just this."""
    gm = await current_gm(interaction, data)
    await defer(interaction)
    found = await differences.compare(gm.services, gm.seat)
    buttons = [
        components.button_for(
            "Adopt", components.data_for(gm.game, "whatif-adopt", found.token), style=components.SUCCESS
        ),
        components.button_for("Change it", components.data_for(gm.game, "whatif-look")),
        components.button_for("Throw it away", components.data_for(gm.game, "whatif-drop"), style=components.DANGER),
    ]
    text = texts.compared_text(gm.game, found)
    await say(
        interaction,
        clip_text(text, 1900),
        files=texts.files(gm.game, found),
        buttons=row(*buttons, *_battle_buttons(gm, found)),
    )


def _battle_buttons(gm: GmContext, found: differences.ForkComparison) -> list[ui.Button[ui.LayoutView]]:
    """Another way to settle each battle of people, as long as there is room."""
    made: list[ui.Button[ui.LayoutView]] = []
    for fight in found.battles[:5]:
        for way, words in SETTLED_BY.items():
            if words != fight.how and len(made) < 15:
                made.append(
                    components.button_for(
                        f"{fight.battle} {words}", components.data_for(gm.game, "whatif-fight", f"{fight.battle}.{way}")
                    )
                )
    return made


async def fight(interaction: Interaction, data: components.ButtonData) -> None:
    """A battle settled in another way; the what-if shows it."""
    gm = await current_gm(interaction, data)
    battle, _, way = data.rest.rpartition(".")
    if way not in SETTLED_BY or not battle:
        raise GameError(UNREAD_BUTTON)
    read = await fork_edits.set_battle(gm.services, gm.seat, battle, None if way == "kept" else cast("Way", way))
    await say(interaction, panel=fork_panel(gm, read, f"Battle {plain(battle)} is settled {SETTLED_BY[way]} here."))


async def side(interaction: Interaction, data: components.ButtonData, values: Sequence[str]) -> None:
    """A side's orders in the what-if, with the form that changes them."""
    gm = await current_gm(interaction, data)
    await show_panel(
        interaction,
        sheet_panel(gm, await fork_edits.sheet_in(gm.services, gm.seat, gm.side(values[0] if values else ""))),
    )


def sheet_panel(gm: GmContext, sheet: ForkSheet) -> Panel:
    """A side's orders in the what-if."""
    lines = [f"{label}. {plain(text, 200)}" for label, text in sheet.lines] or ["No orders."]
    head = f"### Orders of {name_of(gm.game, sheet.side)} in the what-if, turn {sheet.reading.fork.turn}"
    buttons = (
        components.button_for(
            "Change them", components.data_for(gm.game, "whatif-orders", sheet.side), style=components.PRIMARY
        ),
        components.button_for("Back", components.data_for(gm.game, "whatif-look")),
    )
    return Panel(GOLD, clip_text("\n".join([head, *lines]), 3500), button_row(*buttons))


async def orders_form(interaction: Interaction, control: components.ButtonData) -> components.Form:
    """Orders of a side taken off and added, in the what-if alone."""
    asked = await current_gm(interaction, control)
    side_id = asked.side(control.rest)
    fields = (
        components.Field("off", "Take off", "Numbers as shown, separated by commas: 2, w1", most=300),
        components.Field(
            "add", "Add, one a line", 'Like on /orders write: move "1st Fleet" to 2034', long=True, most=3500
        ),
    )

    async def sent(interaction: Interaction, given: Mapping[str, str]) -> None:
        gm = await current_gm(interaction, control)
        await defer(interaction)
        off = [part.strip().casefold() for part in given["off"].replace(",", " ").split()]
        lines = [line.strip() for line in given["add"].splitlines() if line.strip()]
        sheet = await fork_edits.set_orders(
            gm.services, gm.seat, side_id, off, lines, idempotency_key=str(interaction.id)
        )
        await say(interaction, panel=sheet_panel(gm, sheet))

    return components.Form(f"Orders of {name_of(asked.game, side_id)}", fields, sent, control)


async def adopt(interaction: Interaction, data: components.ButtonData) -> None:
    """The what-if becomes the campaign, just as it was shown."""
    gm = await current_gm(interaction, data)
    await defer(interaction)
    key = f"{data.action}:{data.game}:{data.revision}:{data.rest}"
    done = await adoption.adopt(gm.services, gm.seat, data.rest, idempotency_key=key)
    announce(interaction)
    turn = done.game.turn
    if done.again:
        await say(interaction, "✔ Adopted already; nothing was done twice.")
        return
    how = (
        f"resolved so as a draft of turn {turn}"
        if done.game.turn_state == "draft"
        else f"published; turn {turn} is open"
    )
    lines = [f"✔ The what-if is what was played now: {how}."]
    if done.kept or done.gone:
        lines.append(f"Orders for turn {turn}: {done.kept} kept, {done.gone} withdrawn. Their players are notified.")
    lines += [f"⚠ {plain(text, 300)}" for text in done.left_out]
    await say(interaction, "\n".join(lines))


FORMS: Final[Mapping[str, components.FormMaker]] = {"whatif-orders": orders_form}
BUTTONS: Final[Mapping[str, components.Handler]] = {
    "whatif-begin": begin,
    "whatif-look": look,
    "whatif-takes": takes,
    "whatif-dice": dice,
    "whatif-back": back,
    "whatif-drop": drop,
    "whatif-diff": diff,
    "whatif-fight": fight,
    "whatif-adopt": adopt,
    **{action: components.opener(make) for action, make in FORMS.items()},
}
SELECTS: Final[Mapping[str, components.SelectHandler]] = {"whatif-side": side}
