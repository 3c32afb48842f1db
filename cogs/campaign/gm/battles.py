"""The game master's battles: looked at, settled by numbers, by the engine or by their word, put off, commanders named."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, cast

import discord

from cogs.campaign.common.campaign_context import gm_here
from cogs.campaign.common.ready_handlers import RED
from cogs.campaign.gm.battle_plans import plan_form
from cogs.campaign.gm.battle_texts import METHODS, battle_text, battles_text
from cogs.campaign.gm.draft_handlers import GmContext, announce, current_gm, gm_context
from cogs.campaign.gm.gm_panel import GOLD
from cogs.common.answers import defer, replace_message, say, show_panel
from cogs.common.autocomplete import Pair, asked
from cogs.common.bot_services import Interaction, services_of
from cogs.common.components import (
    DANGER,
    PRIMARY,
    ButtonData,
    Field,
    Form,
    FormMaker,
    Handler,
    SelectHandler,
    button_for,
    data_for,
    number_in,
    opener,
    option,
    select_for,
)
from cogs.common.files import fetched
from cogs.common.panels import Panel, Part, button_row
from render.words.safe_text import plain
from rules.cluster_war.chapters.combat.narration import parse_narration, read_account, write_account, write_narration
from rules.cluster_war.model.state.war import NO_EMPIRE, Method
from rules.errors import GameError, quoted
from storage.battles import BattleRow
from umpire.campaign.turn import battle_outcomes
from umpire.campaign.turn.battle_outcomes import WaitingBattles
from umpire.campaign.views import side_views
from umpire.games import games
from umpire.outbox.courier import File

BY_ITSELF: Final[Mapping[Method, str]] = {"quick": "By numbers", "chair": "By the engine"}
STORY: Final = 2000
FATES: Final = 4000
MOST_FIELDS: Final = 5
"""What a form of Discord's holds."""
MOST_FILE: Final = 1_000_000
HOW: Final = "destroyed: / fled: / captured by SIDE: / damaged PART: / survived: units with commas, or the rest"


async def battle_pairs(interaction: Interaction) -> Iterable[Pair]:
    """The battles of the present turn, those that wait first."""
    found = await battle_outcomes.battles_of(services_of(interaction), await gm_here(interaction))
    rows = sorted(found.battles, key=lambda row: row.state == "settled")
    return [(f"{row.battle}: {row.fight.kind} at {row.fight.hex} ({row.state})", row.battle) for row in rows]


battle_option = asked(battle_pairs)


async def show_battles(interaction: Interaction, battle: str = "") -> None:
    """The battles of the turn, or one of them with all that can be done about it."""
    gm = await gm_context(interaction)
    found = await battle_outcomes.battles_of(gm.services, gm.seat)
    if battle:
        await show_panel(interaction, await _one(gm, found.battle(battle.strip())))
    else:
        await show_panel(interaction, await _all(gm, found))


async def _all(gm: GmContext, found: WaitingBattles, done: str = "") -> Panel:
    """All battles and a list to choose one from; a single one that waits is shown whole."""
    left = [row for row in found.battles if row.state != "settled"]
    if len(left) == 1 and len(found.battles) == 1:
        return await _one(gm, left[0], done)
    parts: list[Part] = [*([done] if done else []), battles_text(gm.game, found.waits, found.battles)]
    if found.battles and found.waits:
        lines = [
            option(f"{row.battle}: {row.fight.kind} at {row.fight.hex}", row.battle, row.state)
            for row in sorted(found.battles, key=lambda row: row.state == "settled")
        ]
        parts.append(select_for("Which battle?", data_for(gm.game, "gm-battle"), lines))
    if not found.waits:
        parts.append(button_row(button_for("A battle to come", data_for(gm.game, "gm-battle-plan"))))
    return Panel(GOLD, *parts)


async def _one(gm: GmContext, row: BattleRow, done: str = "") -> Panel:
    """One battle whole, with the ways to settle it."""
    view = await side_views.view(gm.services, gm.seat)
    thread = (await games.get_game(gm.services, row.bout)).channel_id if row.has_bout else None
    parts: list[Part] = [*([done] if done else []), battle_text(gm.game, row, view.fleets, thread)]
    back = button_for("All battles", data_for(gm.game, "gm-battles"))
    tell = data_for(gm.game, "gm-battle-tell", row.battle)
    if row.state == "settled":
        file = button_for("As a file", data_for(gm.game, "gm-battle-file", row.battle))
        return Panel(GOLD, *parts, button_row(button_for("Set an error right", tell), file, back))
    ways = [
        button_for(label, data_for(gm.game, "gm-battle-ask", f"{row.battle}.{method}"))
        for method, label in BY_ITSELF.items()
    ]
    if await battle_outcomes.as_before(gm.services, gm.seat, row.battle) is not None:
        ways.append(button_for("As before", data_for(gm.game, "gm-battle-ask", f"{row.battle}.before")))
    fights = row.has_bout or row.wants_bout
    words = "Close the bout" if fights else "Let them fight"
    more = (
        button_for(words, data_for(gm.game, "gm-battle-bout", f"{row.battle}.{'no' if fights else 'yes'}")),
        button_for("More time", data_for(gm.game, "gm-battle-time", row.battle)),
        button_for("Who commands", data_for(gm.game, "gm-battle-who", row.battle)),
        back,
    )
    file = button_for("As a file", data_for(gm.game, "gm-battle-file", row.battle))
    return Panel(GOLD, *parts, button_row(button_for("Narrate", tell, style=PRIMARY), *ways, file), button_row(*more))


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
    battle, _, way = data.rest.rpartition(".")
    row = (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(battle)
    how = "as it was settled before the turn was taken back" if way == "before" else METHODS[_method(way)]
    text = (
        f"### Settle battle {row.battle} {how}?\nThe result stands (`CW-9.0-12`). If it is the last battle that waits, the month "
        "goes on at once."
    )
    yes = button_for("Yes, settle it", data_for(gm.game, "gm-battle-now", data.rest), style=DANGER)
    await say(interaction, panel=Panel(RED, text, button_row(yes, button_for("Cancel", data_for(gm.game, "gm-drop")))))


async def settle_now(interaction: Interaction, data: ButtonData) -> None:
    """The yes to settling a battle by a way that needs nobody."""
    gm = await current_gm(interaction, data)
    battle, _, way = data.rest.rpartition(".")
    await interaction.response.defer()
    known = await battle_outcomes.as_before(gm.services, gm.seat, battle) if way == "before" else _method(way)
    if known is None:
        raise GameError("That battle did not come up just so before; settle it anew.")
    key = f"{data.action}:{data.opening}:{data.rest}"
    found = await battle_outcomes.settle(gm.services, gm.seat, battle, known, expect=data.opening, idempotency_key=key)
    announce(interaction)
    await replace_message(interaction, await _settled(gm, battle, found))


async def bout(interaction: Interaction, data: ButtonData) -> None:
    """The players of a battle fight it, or no longer."""
    gm = await current_gm(interaction, data)
    battle, _, way = data.rest.rpartition(".")
    key, fight = str(interaction.id), way == "yes"
    found = await battle_outcomes.have_fought(
        gm.services, gm.seat, battle, fight=fight, expect=data.opening, idempotency_key=key
    )
    announce(interaction)
    said = (
        "✔ Its players fight it in a thread of its own, as soon as that is made."
        if fight
        else "✔ It is yours to settle."
    )
    await replace_message(interaction, await _one(gm, found.battle(battle), said))


async def _settled(gm: GmContext, battle: str, found: WaitingBattles) -> Panel:
    if any(row.state != "settled" for row in found.battles) and found.opening == gm.game.opening:
        return await _all(gm, found, f"✔ Battle `{battle}` is settled.")
    now = await games.get_game(gm.services, gm.game.id)
    text = f"✔ Battle `{battle}` is settled, and turn {gm.game.turn} has gone on to its end."
    if now.turn_state == "draft":
        review = button_row(button_for("Review", data_for(now, "gm-review"), style=PRIMARY))
        return Panel(GOLD, f"{text} Its draft waits for you.", review)
    if now.turn_state == "battles":
        return Panel(GOLD, f"✔ Battle `{battle}` is settled; the month goes on when **{plain(now.name)}** is resumed.")
    return Panel(GOLD, f"{text} It is published, and turn {now.turn} is open.")


async def tell_form(interaction: Interaction, data: ButtonData) -> Form:
    """What came of a battle, in the game master's words: every unit's fate, who holds the place, and what is told of it."""
    gm = await current_gm(interaction, data)
    row = (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(data.rest)
    settled = row.outcome
    names = {flag.id: flag.name for flag in gm.game.sides}
    sides = ", ".join(f"{s} ({row.fight.foe})" if s == NO_EMPIRE else s for s in row.fight.sides)
    told = "\n".join(f"{side}: {line}" for side, lines in (settled.told if settled else {}).items() for line in lines)
    start = write_narration(row.fight, settled)
    if len(start) > FATES:
        raise GameError("So much came of this battle that no form holds it: press As a file, and send it back changed.")
    fields = [
        Field(
            "fates",
            "What became of the units",
            HOW,
            start,
            long=True,
            needed=True,
            most=FATES,
        ),
        Field("winner", "Who holds the place", f"{sides} or nobody", settled.winner if settled else "", most=60),
        Field(
            "story", "For all who were there", "", "\n".join(settled.story) if settled else "", long=True, most=STORY
        ),
        Field("told", "For one side alone", "Lines like: humans: Your scouts saw …", told, long=True, most=STORY),
    ]
    if settled is not None:
        fields.append(Field("reason", "Why it is set right", "Kept in the log", needed=True, most=200))

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        master = await current_gm(later, data)
        now = (await battle_outcomes.battles_of(master.services, master.seat)).battle(data.rest)
        outcome = parse_narration(now.fight, given["fates"], given["winner"], given["story"], given["told"], names)
        await defer(later)
        found = await battle_outcomes.settle(
            master.services,
            master.seat,
            data.rest,
            outcome,
            reason=given.get("reason", ""),
            expect=data.opening,
            idempotency_key=str(later.id),
        )
        announce(later)
        await say(later, panel=await _settled(master, data.rest, found))

    return Form(f"Battle {data.rest}", fields, sent, data)


async def who_form(interaction: Interaction, data: ButtonData) -> Form:
    """Who commands each side of a battle: its player, the game master, or a proxy by name."""
    gm = await current_gm(interaction, data)
    row = (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(data.rest)
    about = "Its player, the game master, or a proxy by name"
    sides = row.fight.sides
    many = len(sides) > MOST_FIELDS
    fields = [
        Field(side, row.fight.called(side, {}), about, row.commanders.get(side, ""), needed=True, most=60)
        for side in sides
    ]
    if many:
        lines = "\n".join(f"{side}: {row.commanders.get(side, '')}" for side in sides)
        fields = [
            Field("lines", "Who commands each side", f"A line each. {about}", lines, long=True, needed=True, most=2000)
        ]

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        master = await current_gm(later, data)
        key = str(later.id)
        named = commanders_in(given["lines"]) if many else given
        found = await battle_outcomes.appoint(
            master.services, master.seat, data.rest, named, expect=data.opening, idempotency_key=key
        )
        announce(later)
        await say(later, panel=await _one(master, found.battle(data.rest), "✔ So it is written down."))

    return Form(f"Who commands in {data.rest}", fields, sent, data)


def commanders_in(text: str) -> Mapping[str, str]:
    """Commanders by side, written in lines like `humans: Uncle Bob`; GameError."""
    found: dict[str, str] = {}
    for line in filter(str.strip, text.splitlines()):
        side, colon, who = line.partition(":")
        if not colon:
            raise GameError(f"{quoted(line)} names no commander; write it like humans: Uncle Bob.")
        found[side.strip()] = who.strip()
    return found


async def as_file(interaction: Interaction, data: ButtonData) -> None:
    """A battle's forces as a file, with lines for what came of it."""
    gm = await current_gm(interaction, data)
    row = (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(data.rest)
    name = f"battle-{row.battle.replace('/', '-')}.txt"
    text = (
        f"Battle `{row.battle}` with all its forces. Fight it wherever you like, write what came of it below them, and send the "
        "file back with /gm battle (`CW-9.0-04`)."
    )
    await say(interaction, text, files=[File(name, write_account(row.fight, row.outcome).encode())])


async def take_file(interaction: Interaction, battle: str, file: discord.Attachment, reason: str) -> None:
    """What a file says came of a battle, settled so."""
    gm = await gm_context(interaction)
    await defer(interaction)
    found = await battle_outcomes.battles_of(gm.services, gm.seat)
    left = [row.battle for row in found.battles if row.state != "settled"]
    row = found.battle(battle.strip() or (left[0] if len(left) == 1 else ""))
    try:
        text = (await fetched(file, MOST_FILE)).decode()
    except UnicodeDecodeError as wrong:
        raise GameError("That is no text file; press As a file for one that can be sent back.") from wrong
    names = {flag.id: flag.name for flag in gm.game.sides}
    outcome = read_account(row.fight, text, names)
    after = await battle_outcomes.settle(
        gm.services,
        gm.seat,
        row.battle,
        outcome,
        reason=reason,
        expect=found.opening,
        idempotency_key=str(interaction.id),
    )
    announce(interaction)
    await say(interaction, panel=await _settled(gm, row.battle, after))


async def time_form(interaction: Interaction, data: ButtonData) -> Form:
    """By when a battle must be settled; when its time is over proxies fight it."""
    gm = await current_gm(interaction, data)
    (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(data.rest)
    about = "From now; 0 for no limit. When they are over, proxies fight it by the engine"

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        master = await current_gm(later, data)
        hours, key = number_in(given["hours"].strip(), 4), str(later.id)
        found = await battle_outcomes.put_off(
            master.services, master.seat, data.rest, hours, expect=data.opening, idempotency_key=key
        )
        announce(later)
        await say(later, panel=await _one(master, found.battle(data.rest), "✔ Its time is set."))

    return Form(f"Time for {data.rest}", (Field("hours", "Hours", about, "72", needed=True, most=4),), sent, data)


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
    "gm-battle-bout": bout,
    "gm-battle-file": as_file,
}
SELECTS: Final[Mapping[str, SelectHandler]] = {"gm-battle": chosen}
