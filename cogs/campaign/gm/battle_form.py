"""The game master's forms for battles: what came of one, who commands, by when, and a battle to come (CW-9.0-02)."""

from collections.abc import Mapping
from typing import Final, Literal, cast

from cogs.campaign.gm.amend_group import parts_of, units_of
from cogs.campaign.gm.battle_panel import battle_panel, settled_panel
from cogs.campaign.gm.draft_handlers import GmContext, announce, answer_ruling, current_gm
from cogs.common.components import ButtonData, Field, Form
from cogs.common.durations import hours_in
from cogs.common.interactions import Interaction, defer, say
from rules.cluster_war.chapters.combat.battle_amendments import SetBattle
from rules.cluster_war.chapters.combat.narration import parse_narration, write_narration
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.model.state.war import NO_EMPIRE
from rules.cluster_war.play.notation import names_of
from rules.values import GameError, quoted
from umpire.campaign.gm import rulings
from umpire.campaign.turn import battle_outcomes
from umpire.campaign.views import side_views

MOST_STORY: Final = 2000
MOST_FATES: Final = 4000
MOST_FIELDS: Final = 5
"""What a form of Discord's holds."""
HOW_FATES: Final = "destroyed: / fled: / captured by SIDE: / damaged PART: / survived: units with commas, or the rest"
SETTLED_BY: Final = ("", "quick", "chair", "fought", "narrated")
BATTLE_TO_COME: Final = "A battle to come"


async def tell_form(interaction: Interaction, data: ButtonData) -> Form:
    """What came of a battle, in the game master's words: every unit's fate, who holds the place, and what is told of it."""
    gm = await current_gm(interaction, data)
    row = (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(data.rest)
    settled = row.outcome
    names = {flag.id: flag.name for flag in gm.game.sides}
    sides = ", ".join(f"{s} ({row.fight.foe})" if s == NO_EMPIRE else s for s in row.fight.sides)
    told = "\n".join(f"{side}: {line}" for side, lines in (settled.told if settled else {}).items() for line in lines)
    start = write_narration(row.fight, settled)
    if len(start) > MOST_FATES:
        raise GameError("So much came of this battle that no form holds it: press As a file, and send it back changed.")
    fields = [
        Field(
            "fates",
            "What became of the units",
            HOW_FATES,
            start,
            long=True,
            needed=True,
            most=MOST_FATES,
        ),
        Field("winner", "Who holds the place", f"{sides} or nobody", settled.winner if settled else "", most=60),
        Field(
            "story",
            "For all who were there",
            "",
            "\n".join(settled.story) if settled else "",
            long=True,
            most=MOST_STORY,
        ),
        Field("told", "For one side alone", "Lines like: humans: Your scouts saw …", told, long=True, most=MOST_STORY),
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
            expect=data.revision,
            idempotency_key=str(later.id),
        )
        announce(later)
        await say(later, panel=await settled_panel(master, data.rest, found))

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
            master.services, master.seat, data.rest, named, expect=data.revision, idempotency_key=key
        )
        announce(later)
        await say(later, panel=await battle_panel(master, found.battle(data.rest), "✔ So it is written down."))

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


async def time_form(interaction: Interaction, data: ButtonData) -> Form:
    """By when a battle must be settled; when its time is over proxies fight it."""
    gm = await current_gm(interaction, data)
    (await battle_outcomes.battles_of(gm.services, gm.seat)).battle(data.rest)
    about = "From now: 72h, 3 days; none for no limit. When it is over, proxies fight it by the engine"

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        master = await current_gm(later, data)
        hours, key = hours_in(given["hours"], 0, battle_outcomes.MOST_HOURS), str(later.id)
        found = await battle_outcomes.put_off(
            master.services, master.seat, data.rest, hours, expect=data.revision, idempotency_key=key
        )
        announce(later)
        await say(later, panel=await battle_panel(master, found.battle(data.rest), "✔ Its time is set."))

    return Form(f"Time for {data.rest}", (Field("hours", "How long", about, "72h", needed=True, most=40),), sent, data)


async def plan_form(interaction: Interaction, data: ButtonData) -> Form:
    """A battle to come: where, how it is settled, who is surprised or ahead, and which units start elsewhere than usual."""
    await current_gm(interaction, data)
    fields = [
        Field("hex", "Where, in the open turn or this draft's next", "0805", needed=True, most=60),
        Field("method", "How it is settled", "quick, chair, fought, narrated; empty for the campaign's way", most=8),
        Field("surprised", "Who cannot act at first", "Sides, separated by commas", most=200),
        Field("advantage", "Points that no player hears of", "humans 10, vermin -5", most=200),
        Field(
            "places",
            "Units elsewhere than usual",
            "centre: humans/DD01 humans/DD02\nedge: vermin/BS01",
            long=True,
            most=2000,
        ),
    ]

    async def sent(later: Interaction, given: Mapping[str, str]) -> None:
        master = await current_gm(later, data)
        names = names_of(await side_views.view(master.services, master.seat))
        order = terms_given(master, names, given)
        await defer(later)
        ruled = await rulings.amend(
            master.services, master.seat, order, BATTLE_TO_COME, expect=data.revision, idempotency_key=str(later.id)
        )
        await answer_ruling(later, master, ruled)

    return Form("A battle to come", fields, sent, data)


def terms_given(gm: GmContext, names: Names, given: Mapping[str, str]) -> SetBattle:
    """The terms of a battle to come as a form says them; GameError."""
    method = given["method"].strip().casefold()
    if method not in SETTLED_BY:
        raise GameError(f"A battle is settled {', '.join(way for way in SETTLED_BY if way)}, not {quoted(method)}.")
    places: dict[str, tuple[str, ...]] = {}
    for line in filter(str.strip, given["places"].splitlines()):
        where, colon, units = line.partition(":")
        if not colon or where.strip().casefold() not in {"centre", "edge"}:
            raise GameError(f"{quoted(line)} is not a place; write it like centre: humans/DD01.")
        places[where.strip().casefold()] = units_of(names, units)
    return SetBattle(
        names.hex(given["hex"]),
        cast("Literal['', 'quick', 'chair', 'fought', 'narrated']", method),
        tuple(gm.side(side) for side in parts_of(given["surprised"])),
        points_of(gm, given["advantage"]),
        places.get("centre", ()),
        places.get("edge", ()),
    )


def points_of(gm: GmContext, text: str) -> dict[str, int]:
    """Points by side, written `humans 10, vermin -5`; GameError."""
    found: dict[str, int] = {}
    for part in parts_of(text):
        side, _, number = part.rpartition(" ")
        if not side or not number.removeprefix("-").removeprefix("+").isdecimal():
            raise GameError(f"{quoted(part)} is not a side with its points; write it like humans 10.")
        found[gm.side(side.strip())] = int(number)
    return found
