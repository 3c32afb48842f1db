"""A month that a rule's fault makes impossible to resolve: what is in its way is told and set aside, and the campaign goes on."""

from collections.abc import Collection, Mapping, Sequence

import pytest

from rules.cluster_war.chapters.combat.contact import Confrontation, clashes
from rules.cluster_war.chapters.movement.hazards import is_held
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.state.common import FleetId, HexId, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.working.turn_state import TurnState
from tests.e2e.campaign import default_rulings_kit
from tests.e2e.campaign.default_rulings_kit import SIDES, all_in_room, public
from tests.e2e.campaign.orders_kit import Given, give
from tests.e2e.kit import CHANNEL, Table
from umpire.campaign.views.view_cache import CachedView, make_views

pytestmark = pytest.mark.in_place


def fail_to_leave(monkeypatch: pytest.MonkeyPatch, broken: FleetId) -> None:
    """The rule that holds a fleet back falls over whenever this fleet leaves."""

    def faulty(turn: TurnState, fleet: Fleet, week: int) -> bool:
        if fleet.id == broken:
            raise RuntimeError("a fault of the program")
        return is_held(turn, fleet, week)

    monkeypatch.setattr("rules.cluster_war.chapters.movement.under_way.is_held", faulty)


def fail_to_fight(monkeypatch: pytest.MonkeyPatch, broken: FleetId) -> None:
    """The rule that finds battles falls over wherever this fleet is."""

    def faulty(turn: TurnState, week: int, places: Collection[HexId] | None = None) -> tuple[Confrontation, ...]:
        if turn.fleets[broken].transit is None:
            raise RuntimeError("a fault of the program")
        return clashes(turn, week, places)

    monkeypatch.setattr("rules.cluster_war.chapters.combat.weekly_battles.clashes", faulty)


async def fail_twice(table: Table, *names: str) -> None:
    """These people are ready, the month fails, and fails again ten minutes later."""
    for name in names:
        await table.human(name).slash(CHANNEL, "orders ready")
    await table.tick()
    assert (await table.game()).turn == 1, "it failed"
    table.clock.forward(minutes=11)
    await table.tick()
    await table.tick()


@pytest.mark.rule("CW-1.0-01")
async def test_where_nobody_rules_an_order_in_the_way_is_set_aside_and_the_month_goes_on(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await default_rulings_kit.under_way(table)
    view = await table.view("blue")
    fleets = sorted(f for f, found in view.fleets.items() if found.side == "blue")
    fail_to_leave(monkeypatch, fleets[1])
    near = [hex_ for hex_ in sorted(view.objects) if hex_ != view.fleets[fleets[0]].hex][:1]
    for fleet in fleets[:2]:
        name = view.fleets[fleet].name
        await give(table, "gm", Given("fleet move", f'move "{name}" to {near[0]}', {"fleet": name, "to": near[0]}))
    await fail_twice(table, *SIDES)
    after = await table.view("blue")
    assert (await table.game()).turn == 2
    name = view.fleets[fleets[1]].name
    assert f'move "{name}" to {near[0]}' in all_in_room(table, "gm").split("set aside for this turn")[1]
    assert "set aside for this turn" not in all_in_room(table, "dom")
    assert "Something that belongs to Humans is set aside" in public(table)
    assert name not in public(table)
    assert near[0] not in public(table)
    assert after.fleets[fleets[1]].hex == view.fleets[fleets[1]].hex
    assert after.fleets[fleets[0]].transit is not None, "all other orders are carried out"


@pytest.mark.rule("CW-1.0-01")
async def test_where_nobody_rules_a_fleet_in_the_way_is_out_of_the_month_and_back_in_the_next(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await default_rulings_kit.under_way(table)
    view = await table.view("gold")
    broken = min(f for f, found in view.fleets.items() if found.side == "gold")
    fail_to_fight(monkeypatch, broken)
    await fail_twice(table, *SIDES)
    assert (await table.game()).turn == 2
    assert view.fleets[broken].name in all_in_room(table, "dom").split("set aside for this turn")[1]
    away = (await table.view("gold")).fleets[broken]
    assert away.ships == view.fleets[broken].ships
    monkeypatch.undo()
    for name in SIDES:
        await table.human(name).slash(CHANNEL, "orders ready")
    for _ in range(3):
        await table.tick()
    assert (await table.game()).turn == 3
    back = (await table.view("gold")).fleets[broken]
    assert (back.hex, back.ships, back.transit) == (view.fleets[broken].hex, view.fleets[broken].ships, None)


@pytest.mark.rule("CW-1.0-01")
async def test_a_game_master_is_told_what_is_in_the_way_and_goes_on_without_it_by_a_button(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.start(review=False, early=True)
    view = await table.view("humans")
    broken = min(f for f, found in view.fleets.items() if found.side == "humans")
    name, near = view.fleets[broken].name, next(h for h in sorted(view.objects) if h != view.fleets[broken].hex)
    fail_to_leave(monkeypatch, broken)
    await give(table, "ada", Given("fleet move", f'move "{name}" to {near}', {"fleet": name, "to": near}))
    await fail_twice(table, "ada", "vik", "dom")
    told = table.gm.messages(table.room("gm"))
    (letter,) = [seen for seen in told if "has failed twice" in seen.text()]
    assert "Human Union's order `move" in letter.text()
    assert (await table.game()).turn == 1, "the game master decides"
    done = await table.gm.click(letter, "Set it aside and go on")
    await table.settle()
    assert "Turn 1 is resolved and published" in done.text()
    assert (await table.game()).turn == 2
    assert f'move "{name}" to {near}' in "".join(seen.text() for seen in table.ada.messages(table.room("ada")))
    assert (await table.view("humans")).fleets[broken].hex == view.fleets[broken].hex


@pytest.mark.rule("CW-1.0-01")
async def test_where_the_month_itself_is_resolved_nobodys_order_is_set_aside(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await default_rulings_kit.under_way(table)
    view = await table.view("blue")
    fleet = min(f for f, found in view.fleets.items() if found.side == "blue")
    name, near = view.fleets[fleet].name, next(h for h in sorted(view.objects) if h != view.fleets[fleet].hex)
    await give(table, "gm", Given("fleet move", f'move "{name}" to {near}', {"fleet": name, "to": near}))

    async def faulty(*_: object) -> None:
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr("umpire.campaign.turn.turns.open_next", faulty)
    await fail_twice(table, *SIDES)
    assert (await table.game()).turn == 1
    assert "set aside" not in all_in_room(table, "gm") + public(table)
    assert "No order and no fleet is in the way" in public(table)
    monkeypatch.undo()
    table.clock.forward(minutes=11)
    await table.tick()
    assert (await table.game()).turn == 2
    assert (await table.view("blue")).fleets[fleet].transit is not None, "the order was kept and is carried out"


@pytest.mark.rule("CW-1.0-01")
async def test_what_a_side_sees_is_a_part_of_the_month_that_is_tried(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await default_rulings_kit.under_way(table)
    view = await table.view("gold")
    broken = min(f for f, found in view.fleets.items() if found.side == "gold")

    def faulty(before: GameState, after: GameState, events: Sequence[Event], turn: int) -> Mapping[SideId, CachedView]:
        found = after.fleets[broken].transit
        if found is None or found.origin != found.to:
            raise RuntimeError("a fault of the program")
        return make_views(before, after, events, turn)

    monkeypatch.setattr("umpire.campaign.turn.adjudication.make_views", faulty)
    await fail_twice(table, *SIDES)
    assert (await table.game()).turn == 2
    assert view.fleets[broken].name in all_in_room(table, "dom").split("set aside for this turn")[1]
