"""Dogfights in the umpire: made, flown tap by tap, given up, flown by two; the career that comes of them."""

from contextlib import suppress

import pytest

from rules.air_force.choices import choices
from rules.air_force.events import ManeuversChosen
from rules.air_force.orders import Concede, Hold, PlanEnergy, TurnWishes
from rules.air_force.setup import Wishes
from rules.values import GameError, NotYoursError, WrongPhaseError, changed
from tests.umpire.dogfight.made import begin_dogfight, create_dogfight
from tests.umpire.sweeping import sweep
from tests.umpire.tactical_table import HOST, PLACE, X, Y, take_back_a_concession
from umpire.dogfight import dogfights
from umpire.dogfight.career import career
from umpire.dogfight.codec import DOGFIGHT_CODEC
from umpire.dogfight.dogfights import FightSight, fight_sight
from umpire.games import seats
from umpire.games.seat import Seat
from umpire.services.services import Services
from umpire.tactical import seat_changes, undo
from umpire.tactical.course import advance

MOST_TAPS = 200


async def begun(services: Services, scenario: str, *players: int, wishes: Wishes | None = None) -> list[Seat]:
    """A dogfight whose first sides have these players."""
    game = await create_dogfight(
        services, **PLACE, name="Sortie", scenario=scenario, wishes=wishes or Wishes(), host=HOST
    )
    held = [
        await seats.take(services, game.id, user, side) for user, side in zip(players, ("blue", "red"), strict=False)
    ]
    await begin_dogfight(services, Seat(game.id, "", HOST, is_gm=True))
    return held


async def tap(services: Services, seat: Seat, now: FightSight, idempotency_key: str) -> FightSight:
    """Take the suggestion."""
    chosen = next(choice for choice in choices(now.view) if choice.suggested)
    return await dogfights.decide(services, seat, now, chosen.decision, idempotency_key)


async def test_a_solo_fight_is_flown_tap_by_tap_without_waiting_to_its_end_and_counts(services: Services) -> None:
    (seat,) = await begun(services, "night", X)
    now = await fight_sight(services, seat.game_id, seat.side)
    assert now.standing.case.due is None
    buttons = 0
    while not now.over:
        assert now.standing.asked
        now = await tap(services, seat, now, f"tap-{buttons}")
        buttons += 1
        assert buttons < MOST_TAPS
    assert buttons > now.turn
    assert now.view.known.winner in {"blue", "red", ""}
    assert await sweep(services) == ()
    found = await career(services, X)
    assert (found.sorties, found.wins) == (1, int(now.view.known.winner == "blue"))
    assert found.kills == sum(jet.side == "red" and jet.fate == "shot down" for jet in now.view.known.jets.values())
    assert (await career(services, Y)).sorties == 0
    with pytest.raises(GameError):
        await dogfights.decide(services, seat, now, Hold("P1"), "late")


async def test_a_tap_that_comes_twice_counts_once_and_an_old_one_not_at_all(services: Services) -> None:
    (seat,) = await begun(services, "furball", X)
    first = await fight_sight(services, seat.game_id, seat.side)
    then = await dogfights.decide(services, seat, first, PlanEnergy("P1", 1), "tap")
    again = await dogfights.decide(services, seat, first, PlanEnergy("P1", 1), "tap")
    assert again.standing.result == then.standing.result
    with pytest.raises(WrongPhaseError, match="moved on"):
        await dogfights.decide(services, seat, first, PlanEnergy("P1", 2), "other")


async def test_only_the_pilot_decides_and_only_what_the_rules_allow(services: Services) -> None:
    (seat,) = await begun(services, "furball", X)
    now = await fight_sight(services, seat.game_id, seat.side)
    with pytest.raises(GameError, match="at most three"):
        await dogfights.decide(services, seat, now, PlanEnergy("P1", 3, jink=True), "bad")
    with pytest.raises(NotYoursError):
        await dogfights.decide(services, changed(seat, user_id=Y), now, PlanEnergy("P1"), "stranger")
    assert (await fight_sight(services, seat.game_id, seat.side)).standing.result == now.standing.result


async def test_a_side_sees_its_own_stores_and_not_the_others(services: Services) -> None:
    (seat,) = await begun(services, "furball", X)
    now = await fight_sight(services, seat.game_id, seat.side)
    assert now.view.known.jets["P1"].stores is not None
    assert now.view.known.jets["B1"].stores is None
    onlooker = await fight_sight(services, seat.game_id)
    assert all(jet.stores is None for jet in onlooker.view.known.jets.values())


async def test_two_players_of_a_duel_wish_for_a_turn_and_it_is_flown_when_both_are_ready(services: Services) -> None:
    blue, red = await begun(services, "duel", X, Y, wishes=Wishes(sun="north"))
    now = await fight_sight(services, blue.game_id, "blue")
    start = now.standing.result
    wishes = TurnWishes("P1", PlanEnergy("P1", 2), levels=1)
    now = await dogfights.wish(services, blue, now, TurnWishes("P1", PlanEnergy("P1", aim=True)), "first thought")
    now = await dogfights.wish(services, blue, now, wishes, "second thought")
    assert dogfights.wished(now, "P1") == wishes
    other = await fight_sight(services, red.game_id, "red")
    assert (dogfights.wished(other, "P1"), other.standing.pending) == (TurnWishes("P1"), ())
    assert (other.standing.result, other.events) == (start, ())
    now = await dogfights.close_wishes(services, blue, now, "ready")
    again = await dogfights.close_wishes(services, blue, now, "ready")
    assert now.standing.result == again.standing.result
    assert (now.standing.asked, now.turn) == (False, 1)
    assert await fight_sight(services, red.game_id, "red") == changed(
        other, standing=(await fight_sight(services, red.game_id, "red")).standing
    )
    with pytest.raises(WrongPhaseError):
        await dogfights.close_wishes(services, blue, now, "once more")
    other = await dogfights.close_wishes(services, red, other, "ready too")
    assert other.turn == 2
    assert other.standing.asked
    turn = await dogfights.turn_seen(services, other, 1)
    (plan,) = [one for one in turn.events if isinstance(one, ManeuversChosen) and one.jet == "P1"]
    assert plan.maneuvers.hard_turns == 2
    assert await sweep(services) == ()


async def test_who_misses_a_deadline_is_flown_by_their_wishes_as_they_stand_and_the_fight_goes_on(
    services: Services,
) -> None:
    blue, red = await begun(services, "duel", X, Y, wishes=Wishes(sun="north"))
    now = await fight_sight(services, blue.game_id, "blue")
    await dogfights.wish(services, blue, now, TurnWishes("P1", PlanEnergy("P1", 3)), "not closed")
    assert await advance(services, blue.game_id, "clock", 1, late=True)
    after = await fight_sight(services, red.game_id, "red")
    assert after.turn == 2
    told = (await dogfights.turn_seen(services, after, 1)).events
    plans = {one.jet: one.maneuvers.hard_turns for one in told if isinstance(one, ManeuversChosen)}
    assert plans["P1"] == 3
    assert "P2" in plans


async def test_a_duels_turn_that_is_taken_back_is_asked_for_again_with_its_wishes(services: Services) -> None:
    held = await begun(services, "duel", X, Y, wishes=Wishes(sun="north"))
    wishes = TurnWishes("P1", PlanEnergy("P1", 2))
    now = await fight_sight(services, held[0].game_id, "blue")
    await dogfights.wish(services, held[0], now, wishes, "wish")
    for seat in held:
        now = await fight_sight(services, seat.game_id, seat.side)
        now = await dogfights.close_wishes(services, seat, now, f"{seat.side} ready")
    await undo.ask(services, Seat(now.standing.case.game.id, "", HOST, is_gm=True), "A slip", 1, idempotency_key="ask")
    for seat in held:
        with suppress(WrongPhaseError):
            await undo.agree(services, seat, 1, idempotency_key=f"{seat.side} agrees")
    now = await fight_sight(services, held[0].game_id, "blue")
    assert (now.turn, now.standing.asked, now.events) == (1, True, ())
    assert dogfights.wished(now, "P1") == wishes


async def test_giving_up_ends_the_fight(services: Services) -> None:
    (seat,) = await begun(services, "escort", X)
    order = DOGFIGHT_CODEC.orders.encode(Concede(seat.side))
    await seat_changes.give_up(services, seat, order, idempotency_key="enough")
    ended = await fight_sight(services, seat.game_id, seat.side)
    assert ended.over
    assert ended.view.known.winner == "red"
    with pytest.raises(WrongPhaseError):
        await seat_changes.give_up(services, seat, order, idempotency_key="again")


async def test_giving_up_ends_a_duel_at_once_whoever_is_asked(services: Services) -> None:
    blue, _ = await begun(services, "duel", X, Y, wishes=Wishes(sun="north"))
    now = await fight_sight(services, blue.game_id, "blue")
    now = await dogfights.close_wishes(services, blue, now, "ready")
    assert not now.standing.asked
    assert await seat_changes.give_up(services, blue, DOGFIGHT_CODEC.orders.encode(Concede("blue")))
    ended = await fight_sight(services, blue.game_id, "red")
    assert ended.view.known.winner == "red"
    assert await take_back_a_concession(services, blue.game_id) == []


async def test_a_dogfight_is_made_of_what_there_is(services: Services) -> None:
    for scenario, wishes in (("waterloo", Wishes()), ("night", Wishes(aircraft="Kite")), ("night", Wishes("mad"))):
        with pytest.raises(GameError):
            await create_dogfight(services, **PLACE, name="No", scenario=scenario, wishes=wishes, host=HOST)
    game = await create_dogfight(services, **PLACE, name="Empty", scenario="night", wishes=Wishes(), host=HOST)
    with pytest.raises(GameError, match="Nobody plays"):
        await begin_dogfight(services, Seat(game.id, "", HOST, is_gm=True))
