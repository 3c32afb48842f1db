"""Campaigns among governors compared field by field with what was approved: every order, what it is said to do, every event.

Each campaign is played by other rules of the house. Its file holds one month's orders and events in full; of every month how many
events there were of each kind, and digests of all orders and events; and digests of what each side reads in some of them. If a
change of the rules was meant, `GOLDEN=write` writes the files; read the difference before it is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import pytest

from rules.cluster_war.model.orders.order import OrderPreview, SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.play.governors.profile import Profile
from rules.cluster_war.play.governors.situation import GovernorPlan
from rules.cluster_war.play.notation import format_order, names_of
from rules.cluster_war.play.sheets.warfare import war_of_all
from rules.cluster_war.play.sheets.workbook import all_sheets
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import forecast, plan_sheet
from rules.cluster_war.turn.planning.suggestions import dealings, meetings, sieges, voyages, works
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice
from rules.values import Value, field
from tests.approved import digest, listed, record_line, same_as_golden, tally
from tests.rules.cluster_war.play.governors.by_chance import amendments_by_chance, lines_by_chance, orders_by_chance
from tests.rules.cluster_war.play.governors.play import Campaign, Player, play_month
from tests.rules.cluster_war.play.governors.world import begun, scenario, seed_bytes
from umpire.campaign.turn import adjudication

SUGGESTED: Final = (
    dealings.treaties, meetings.battle_orders, meetings.raids, meetings.targets, works.suggest_repairs,
    works.colonies, sieges.invasions, sieges.armies, dealings.operations, dealings.posts, voyages.explore, sieges.war,
    works.build, works.research,
)  # fmt: skip


class Played(Value):
    """A campaign to play: its seed, hexes between homes, who governs, its months, the one shown in full, the house's rules."""

    seed: int
    apart: int
    seats: Mapping[str, Player]
    months: int
    shown: int
    rules: Mapping[str, Any] = field(default_factory=dict)


READ: Final = 6
"""What is read is looked at each sixth month, and at the end."""
CAMPAIGNS: Final = {
    "conquest": Played(1, 5, {"humans": Profile("conqueror", "hard"), "vermin": Profile("raider", "hard")}, 14, 14),
    "officers": Played(
        2,
        5,
        {"humans": Profile("conqueror", "hard"), "vermin": Profile("raider", "even")},
        15,
        10,
        {"terrain": ("Neb", "Ast"), "flag_officers": True},
    ),
    "couriers": Played(
        3, 5, {"dominators": Profile("trader", "easy"), "vermin": "random"}, 13, 5, {"news": "by-courier"}
    ),
}


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_is_played_as_it_was_approved(name: str) -> None:
    played = CAMPAIGNS[name]
    game = Campaign(
        played.seed,
        begun(scenario("four_empires", tuple(played.seats), **played.rules), played.seed, apart=played.apart),
        played.seats,
    )
    lines: list[str] = []
    for month in range(1, played.months + 1):
        began = game.state
        play_month(game)
        ordered, events = [*_ordered(game, began)], [*listed("Events", game.events)]
        lines += ["", f"# Month {month}", tally(game.events)]
        lines += [f"orders {digest(map(record_line, ordered))}, events {digest(events)}"]
        if month % READ == 0 or month == played.months:
            lines += [f"{what}: {digest(read)}" for what, read in _read(game.state)]
        if month == played.shown:
            lines += [*(f"  {one.line}\n    {one.preview.text}" for one in ordered if one.preview), *events]
    lines += ["", "# By chance", *(f"{what}: {digest(said)}" for what, said in _by_chance(game.state, played.seed))]
    same_as_golden(f"campaigns/{name}.txt", "\n".join(lines[1:]) + "\n")


class Ordered(Value):
    """An order as it is kept, as players write it, and its preview; or a governor's plan for a month."""

    kept: SignedOrder | None = None
    line: str = ""
    preview: OrderPreview | None = None
    plan: GovernorPlan | None = None


def _ordered(game: Campaign, began: GameState) -> Iterator[Ordered]:
    for side in sorted(began.sides):
        view, sheet = view_for(began, side), tuple(order for order in game.sheets if order.side == side)
        names, previews = names_of(view, sheet), plan_sheet(view, sheet)[1]
        yield from (Ordered(each, format_order(each.order, names), previews[each.id]) for each in sheet)
        yield Ordered(plan=game.plans.get(side))


def _read(state: GameState) -> Iterator[tuple[str, list[str]]]:
    """What each side and the game master read at a month's end, by what it is: views, sheets, suggestions."""
    views = [view_for(state, side) for side in sorted(state.sides)]
    for view in views:
        yield f"{view.side}, view", [record_line(view)]
        yield f"{view.side}, sheets", [record_line(each) for each in all_sheets(view)]
        yield f"{view.side}, suggestions", [record_line(suggest(view, ())) for suggest in SUGGESTED]
        yield f"{view.side}, forecast", [record_line(forecast(view, ()))]
    yield "game master", [record_line(gm_view(state)), record_line(war_of_all(views))]


def _by_chance(state: GameState, seed: int) -> Iterator[tuple[str, Sequence[str]]]:
    """Orders of every kind by chance: what is said to each, how it is written and read; the month in which all that are allowed
    are carried out, also those that cannot be together; and amendments of every kind."""
    orders: list[SignedOrder] = []
    for side in sorted(state.sides):
        view, chance = view_for(state, side), Random(f"{seed}/{side}")
        said, allowed = orders_by_chance(state, view, chance)
        orders += allowed
        yield f"{side}, {len(allowed)} of {len(said)} orders", said
        yield f"{side}, lines", [*lines_by_chance(state, view, chance)]
    done = adjudicate(
        state,
        tuple(orders),
        Dice(seed_bytes(seed), "by chance", state.turn),
        settle=adjudication.engine_for(state.settings),
    )
    yield tally(done.events), [*map(record_line, done.events), record_line(done.state)]
    told_of = [*amendments_by_chance(state, Random(seed))]
    yield f"{len(told_of)} amendments", told_of
