"""Dogfights in the umpire: made, flown tap by tap, given up, flown by two; the career that comes of them."""

import pytest

from rules.air_force.choices import choices
from rules.air_force.orders import Concede, Hold, PlanEnergy
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
from umpire.tactical import seat_changes

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


async def test_two_players_fly_a_duel_each_asked_in_his_turn(services: Services) -> None:
    held = await begun(services, "duel", X, Y, wishes=Wishes(sun="north"))
    asked: set[str] = set()
    for count in range(MOST_TAPS):
        sights = [await fight_sight(services, seat.game_id, seat.side) for seat in held]
        if sights[0].over or len(asked) == 2:
            break
        turn = [(seat, now) for seat, now in zip(held, sights, strict=True) if now.standing.asked]
        assert len(turn) == 1
        seat, now = turn[0]
        asked.add(seat.side)
        await tap(services, seat, now, f"duel-{count}")
    assert asked == {"blue", "red"}


async def test_giving_up_ends_the_fight(services: Services) -> None:
    (seat,) = await begun(services, "escort", X)
    order = DOGFIGHT_CODEC.orders.encode(Concede(seat.side))
    await seat_changes.give_up(services, seat, order, idempotency_key="enough")
    ended = await fight_sight(services, seat.game_id, seat.side)
    assert ended.over
    assert ended.view.known.winner == "red"
    with pytest.raises(WrongPhaseError):
        await seat_changes.give_up(services, seat, order, idempotency_key="again")


async def test_who_gave_up_a_turn_that_is_taken_back_flies_it_again(services: Services) -> None:
    held = await begun(services, "duel", X, Y, wishes=Wishes(sun="north"))
    looks = [await fight_sight(services, seat.game_id, seat.side) for seat in held]
    (waiting,) = [seat for seat, now in zip(held, looks, strict=True) if not now.standing.asked]
    order = DOGFIGHT_CODEC.orders.encode(Concede(waiting.side))
    assert not await seat_changes.give_up(services, waiting, order)
    with pytest.raises(WrongPhaseError, match="given up already"):
        await seat_changes.give_up(services, waiting, order)
    assert await take_back_a_concession(services, waiting.game_id) == []
    assert not await seat_changes.give_up(services, waiting, order)


async def test_a_dogfight_is_made_of_what_there_is(services: Services) -> None:
    for scenario, wishes in (("waterloo", Wishes()), ("night", Wishes(aircraft="Kite")), ("night", Wishes("mad"))):
        with pytest.raises(GameError):
            await create_dogfight(services, **PLACE, name="No", scenario=scenario, wishes=wishes, host=HOST)
    game = await create_dogfight(services, **PLACE, name="Empty", scenario="night", wishes=Wishes(), host=HOST)
    with pytest.raises(GameError, match="Nobody plays"):
        await begin_dogfight(services, Seat(game.id, "", HOST, is_gm=True))
