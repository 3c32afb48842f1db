"""A battle to come, set up by its game master in a form: how it is settled, surprise, hidden advantage, places (CW-9.0-02)."""

from collections.abc import Mapping
from typing import Final, Literal, cast

from cogs.campaign.gm.changing import parts_of, units_of
from cogs.campaign.gm.draft_handlers import GmContext, current_gm, tell
from cogs.common.answers import defer
from cogs.common.bot_services import Interaction
from cogs.common.components import ButtonData, Field, Form
from rules.cluster_war.chapters.combat.battle_amendments import SetBattle
from rules.cluster_war.model.orders.names import Names
from rules.cluster_war.play.notation import names_of
from rules.errors import GameError, quoted
from umpire.campaign.gm import rulings
from umpire.campaign.views import side_views

SETTLED_BY: Final = ("", "quick", "chair", "fought", "narrated")
PLANNED: Final = "A battle to come"


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
            master.services, master.seat, order, PLANNED, expect=data.opening, idempotency_key=str(later.id)
        )
        await tell(later, master, ruled)

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
            raise GameError(f"{quoted(line)} is no place; write it like centre: humans/DD01.")
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
            raise GameError(f"{quoted(part)} is no side with its points; write it like humans 10.")
        found[gm.side(side.strip())] = int(number)
    return found
