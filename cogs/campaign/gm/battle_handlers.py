"""What the game master does about battles: they are looked at, settled by numbers, by the engine or by a file, or fought."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

import discord

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.common.sheet_handlers import RED
from cogs.campaign.gm.battle_form import plan_form, tell_form, time_form, who_form
from cogs.campaign.gm.battle_panel import (
    AS_BEFORE,
    BY_ITSELF,
    METHOD_TEXTS,
    BattleRef,
    battle_panel,
    battles_panel,
    settled_panel,
)
from cogs.campaign.gm.draft_handlers import announce, current_gm, gm_context
from cogs.common.command_factory import Pair, lookup
from cogs.common.components import DANGER, ButtonData, FormMaker, Handler, SelectHandler, button_for, data_for, opener
from cogs.common.files import fetch_bytes
from cogs.common.interactions import Interaction, defer, replace_message, say, services_of, show_panel
from cogs.common.panels import Panel, button_row
from rules.cluster_war.chapters.combat.narration import read_account, write_account
from rules.cluster_war.model.state.war import Method
from rules.values import GameError
from umpire.campaign.turn import battle_outcomes
from umpire.outbox.courier import File

MOST_FILE: Final = 1_000_000


async def battle_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The battles of the present turn, those that wait first."""
    found = await battle_outcomes.battles_of(services_of(interaction), await gm_here(interaction))
    rows = sorted(found.battles, key=lambda row: row.state == "settled")
    return [(f"{row.battle}: {row.fight.kind} at {row.fight.hex} ({row.state})", row.battle) for row in rows]


battle_option = lookup(battle_pairs)


async def show_battles(interaction: Interaction, battle: str = "") -> None:
    """The battles of the turn, or one of them with all that can be done about it."""
    gm = await gm_context(interaction)
    found = await battle_outcomes.battles_of(gm.services, gm.seat)
    if battle:
        await show_panel(interaction, await battle_panel(gm, found.battle(battle.strip())))
    else:
        await show_panel(interaction, await battles_panel(gm, found))


async def battles(interaction: Interaction, data: ButtonData) -> None:
    """The battles as they are now."""
    await current_gm(interaction, data)
    await show_battles(interaction)


async def chosen(interaction: Interaction, data: ButtonData, values: Sequence[str]) -> None:
    """One battle of the list."""
    await current_gm(interaction, data)
    await show_battles(interaction, values[0] if values else "")


async def ask(interaction: Interaction, data: ButtonData) -> None:
    """Whether it is to be settled so: a result stands."""
    gm = await current_gm(interaction, data)
    ref = BattleRef.of(data)
    row = (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(ref.battle)
    how = "as it was settled before the turn was taken back" if ref.way == AS_BEFORE else METHOD_TEXTS[_method(ref.way)]
    text = (
        f"### Settle battle {row.battle} {how}?\nThe result is final (`CW-9.0-12`). If it is the last battle that waits, the "
        "month goes on at once."
    )
    yes = button_for("Yes, settle it", ref.data(gm.game, "gm-battle-now"), style=DANGER)
    await say(interaction, panel=Panel(RED, text, button_row(yes, button_for("Cancel", data_for(gm.game, "gm-drop")))))


async def settle_now(interaction: Interaction, data: ButtonData) -> None:
    """The yes to settling a battle by a way that needs nobody."""
    gm = await current_gm(interaction, data)
    ref = BattleRef.of(data)
    await interaction.response.defer()
    known = (
        await battle_outcomes.as_before(gm.services, gm.seat, ref.battle) if ref.way == AS_BEFORE else _method(ref.way)
    )
    if known is None:
        raise GameError("That battle did not come up just so before; settle it anew.")
    key = f"{data.action}:{data.revision}:{data.rest}"
    found = await battle_outcomes.settle(
        gm.services, gm.seat, ref.battle, known, expect=data.revision, idempotency_key=key
    )
    announce(interaction)
    await replace_message(interaction, await settled_panel(gm, ref.battle, found))


async def tactical(interaction: Interaction, data: ButtonData) -> None:
    """The players of a battle fight it, or no longer."""
    gm = await current_gm(interaction, data)
    ref = BattleRef.of(data)
    key, fight = str(interaction.id), ref.way == "yes"
    found = await battle_outcomes.have_fought(
        gm.services, gm.seat, ref.battle, fight=fight, expect=data.revision, idempotency_key=key
    )
    announce(interaction)
    said = (
        "✔ Its players fight it in a thread of its own, as soon as that is made."
        if fight
        else "✔ It is yours to settle."
    )
    await replace_message(interaction, await battle_panel(gm, found.battle(ref.battle), said))


async def as_file(interaction: Interaction, data: ButtonData) -> None:
    """A battle's forces as a file, with lines for what came of it."""
    gm = await current_gm(interaction, data)
    row = (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(data.rest)
    name = f"battle-{row.battle.replace('/', '-')}.txt"
    text = (
        f"Battle `{row.battle}` with all its forces. Fight it wherever you like, write the result below them, and send the "
        "file back with /gm battle (`CW-9.0-04`)."
    )
    await say(interaction, text, files=[File(name, write_account(row.fight, row.outcome, gm.game.id).encode())])


async def take_file(interaction: Interaction, battle: str, file: discord.Attachment, reason: str) -> None:
    """What a file says came of a battle, settled so."""
    gm = await gm_context(interaction)
    await defer(interaction)
    found = await battle_outcomes.battles_of(gm.services, gm.seat)
    left = [row.battle for row in found.battles if row.state != "settled"]
    row = found.battle(battle.strip() or (left[0] if len(left) == 1 else ""))
    try:
        text = (await fetch_bytes(file, MOST_FILE)).decode()
    except UnicodeDecodeError as wrong:
        raise GameError("That is not a text file; press As a file for one that can be sent back.") from wrong
    names = {flag.id: flag.name for flag in gm.game.sides}
    outcome = read_account(row.fight, text, names, gm.game.id)
    after = await battle_outcomes.settle(
        gm.services,
        gm.seat,
        row.battle,
        outcome,
        reason=reason,
        expect=found.revision,
        idempotency_key=str(interaction.id),
    )
    announce(interaction)
    await say(interaction, panel=await settled_panel(gm, row.battle, after))


def _method(way: str) -> Method:
    if way not in BY_ITSELF:
        raise GameError("This button cannot be read; use /gm battle again.")
    return cast("Method", way)


FORMS: Final[Mapping[str, FormMaker]] = {
    "gm-battle-tell": tell_form,
    "gm-battle-who": who_form,
    "gm-battle-time": time_form,
    "gm-battle-plan": plan_form,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    **{action: opener(make) for action, make in FORMS.items()},
    "gm-battles": battles,
    "gm-battle-ask": ask,
    "gm-battle-now": settle_now,
    "gm-battle-tactical": tactical,
    "gm-battle-file": as_file,
}
SELECTS: Final[Mapping[str, SelectHandler]] = {"gm-battle": chosen}
