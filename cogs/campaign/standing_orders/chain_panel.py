"""A chain before it is given: its steps with their turns, what stands in its way, and the lists that choose its fleets."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import discord

from cogs.common.components import MOST_OPTIONS, option
from cogs.common.panels import safe_sentence
from rules.cluster_war.chapters.diplomacy.treaty_orders import pact_of
from rules.cluster_war.model.holdings.order_kind import PlannedState
from rules.cluster_war.model.state.common import FleetId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.play.governors.roster import surveys
from rules.cluster_war.play.governors.situation import Situation
from rules.cluster_war.play.standing_orders.chain_kinds import Chain
from rules.cluster_war.play.standing_orders.chains import chain_title, steps_of
from rules.cluster_war.play.standing_orders.colony_chain import SettleWorld, carrying_room
from rules.cluster_war.play.standing_orders.conquest_chain import ConquerWorld, troops_aboard
from rules.cluster_war.play.standing_orders.goals import situation_of
from rules.cluster_war.play.standing_orders.lines import StandingOrder
from rules.cluster_war.turn.planning.suggestions.meetings import armed_hull
from rules.values import GameError, changed
from umpire.campaign.sheets.order_sheet import OrderSheet

NO_SURVEYOR: Final = "none"
MOST_COMPANIONS: Final = 10
EACH_TURN: Final = (
    "-# Each turn gives the orders of its next step; they are on your sheet, marked ↻, and can be changed or withdrawn. "
    "**Standing orders** shows how far it is and removes it."
)


def chain_text(sheet: OrderSheet, chain: Chain) -> str:
    """The steps of a chain with their turns, or why it cannot begin; a warning where it breaks with a partner."""
    situation = situation_of(sheet.view, sheet.standing)
    lines = [f"### {safe_sentence(chain_title(sheet.view, chain))}"]
    try:
        steps = steps_of(situation, chain)
    except GameError as wrong:
        return "\n".join([*lines, f"⚠ {safe_sentence(str(wrong))}"])
    lines += [f"{o.number}. {safe_sentence(o.text)}" + (f" · turn {o.turn}" if o.turn else "") for o in steps]
    return "\n".join([*lines, *_partners(sheet, chain), EACH_TURN])


def _partners(sheet: OrderSheet, chain: Chain) -> Iterator[str]:
    seen = sheet.view.foreign_colonies.get(chain.world) if isinstance(chain, ConquerWorld) else None
    if seen is not None and pact_of(sheet.view.pacts, sheet.view.side, seen.side) is not None:
        yield f"⚠ You trade with {safe_sentence(sheet.view.all_flags[seen.side].name)}; this is war with them."


class FleetDial:
    """A list of fleets that sets a part of a chain."""

    def __init__(
        self, key: str, hint: str, fleets: Iterable[Fleet], chosen: Sequence[FleetId], part: str, most: int = 1
    ) -> None:
        self.key, self.hint, self.part, self.chosen = key, hint, part, chosen
        self.fleets = list(fleets)[:MOST_OPTIONS]
        self.most = min(most, len(self.fleets))

    @property
    def options(self) -> tuple[discord.SelectOption, ...]:
        """A line for each fleet, where it is."""
        return tuple(option(f.name, f.id, f"at {f.hex}", chosen=f.id in self.chosen) for f in self.fleets)

    def turned(self, one: StandingOrder, keys: Sequence[str]) -> StandingOrder:
        """The draft with what was chosen."""
        value: object = tuple(keys) if self.most > 1 or self.part == "others" else keys[0]
        does = changed(one.does, **{self.part: value})
        if isinstance(does, ConquerWorld):
            does = changed(does, others=tuple(key for key in does.others if key != does.fleet))
        return changed(one, does=does)


def fleet_dials(situation: Situation, chain: Chain) -> Iterator[FleetDial]:
    """Lists of the fleets that a chain could use."""
    planned = situation.planned
    fleets = sorted(planned.fleets.values(), key=lambda f: (f.name.casefold(), f.id))
    match chain:
        case SettleWorld():
            able = [f for f in fleets if carrying_room(situation, f)]
            yield FleetDial("fleet", "Who takes the colonists", able, (chain.fleet,), "fleet")
            if not planned.surveyed(chain.hex):
                eyes = [f for f in fleets if surveys(planned, f)]
                yield FleetDial("surveyor", "Who surveys it", eyes, (chain.surveyor,), "surveyor")
        case ConquerWorld():
            yield FleetDial("fleet", "Who leads and lands", _troopers(planned, fleets), (chain.fleet,), "fleet")
            armed = [f for f in fleets if f.id != chain.fleet and armed_hull(planned, f)]
            yield FleetDial("others", "Who goes along", armed, chain.others, "others", MOST_COMPANIONS)
        case _:
            return


def _troopers(planned: PlannedState, fleets: Iterable[Fleet]) -> list[Fleet]:
    designs = planned.me.designs
    return [
        f
        for f in fleets
        if troops_aboard(planned, (f,)) or any(designs[planned.ships[s].design].barracks for s in f.ships)
    ]
