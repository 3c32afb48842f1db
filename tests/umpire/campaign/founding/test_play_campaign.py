"""The campaign of `make play`: alone against three bot players, in which something happens within an evening."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

import pytest

from playtest.clock import ManualClock
from playtest.entropy import by_draw
from rules.cluster_war.model.events.battles import BattleFought
from rules.cluster_war.model.events.detection import ColonySighted, FleetSighted
from rules.cluster_war.model.events.event import may_see
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.values import GameError
from storage import documents, events, governors, snapshots, turns
from storage.db import Storage
from tests.rules.cluster_war.play.governors.random_player import random_sheet
from tests.umpire.sweeping import sweep
from tests.umpire.table import SUNDAY, now_at, texts
from tests.workers_inline import InlineWorkers
from umpire.campaign.founding import play_campaign
from umpire.campaign.founding.play_campaign import CAMPAIGN_NAME, PLAYERS_BY_SIDE, RIVALS, SOLO_SIDE
from umpire.campaign.gm.default_rulings import take_default_rulings
from umpire.campaign.governed import ai_sides
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.sheets import orders
from umpire.campaign.views import side_views
from umpire.campaign.views.side_views import state_at
from umpire.games import games, seats
from umpire.games.games import Game
from umpire.games.seat import Seat
from umpire.services.services import Services

GUILD, CHANNEL, MONTHS = 7, 70, 12
SCENARIO: Final = Path(__file__).parents[4] / "scenarios" / "four_empires.toml"
USERS: Final = {"gm": 9, **{name: 100 + n for n, name in enumerate(PLAYERS_BY_SIDE.values())}}


@dataclass(slots=True)
class Evening:
    """When what happened first, by turn; 0 for never. `battle` is any at all, `own` one of the player's."""

    contact: int = 0
    quarrel: int = 0
    battle: int = 0
    own: int = 0
    said: Mapping[str, int] = field(default_factory=dict)


async def begun(storage: Storage, chance: str) -> tuple[Services, Game]:
    """The campaign, with its first turn open."""
    services = Services(storage, InlineWorkers(), ManualClock(SUNDAY, frozen=True), by_draw(chance))
    await play_campaign.seed(services, SCENARIO, GUILD, CHANNEL, USERS)
    await play_campaign.begin(services, GUILD)
    [game] = await games.games_of(services, GUILD, SYSTEM)
    return services, game


async def play(services: Services, game: Game, months: int, *, simple: bool, chance: str = "") -> None:
    """So many months of a player who presses ready at once, or who gives some of what is suggested first."""
    ada = Seat(game.id, SOLO_SIDE, USERS["ada"])
    for _ in range(months):
        turn = (await now_at(services, game)).turn
        if simple:
            view = await side_views.view(services, ada)
            given = [one.order for one in random_sheet(view, Random(f"{chance}/{turn}"))]
            try:
                await orders.enter(services, ada, given)
            except GameError as wrong:
                raise AssertionError(f"turn {turn}: {wrong}") from wrong
        await orders.set_ready(services, ada, ready=True)
        [due] = await sweep(services)
        assert due.reason == "All are ready."
        now = await now_at(services, game)
        assert (now.turn, now.turn_state) == (turn + 1, "open")


async def looked_back(services: Services, game: Game) -> Evening:
    """What there was in it, and when first."""
    found = Evening()
    async with services.storage.reading() as tx:
        for turn in await turns.of_game(tx, game.id):
            for one in await events.of_revision(tx, game.id, turn.revision):
                event = one.event
                if isinstance(event, FleetSighted | ColonySighted) and may_see(event, SOLO_SIDE):
                    found.contact = found.contact or turn.turn
                if isinstance(event, BattleFought):
                    found.battle = found.battle or turn.turn
                    found.own = found.own or (turn.turn if may_see(event, SOLO_SIDE) else 0)
            for row in await governors.bot_turns_of(tx, game.id, turn.revision):
                assert not row.failed
                cross = bool(row.memory.foe or row.memory.probed)
                cross = cross or any(said.occasion in {"threat", "war"} for said in row.plan.said)
                found.quarrel = found.quarrel or (turn.turn if cross else 0)
    return found


@pytest.mark.parametrize("simple", [False, True], ids=["ready only", "some orders"])
async def test_an_evening_has_a_first_contact_a_quarrel_and_a_battle(storage: Storage, *, simple: bool) -> None:
    services, game = await begun(storage, "evening 1")
    assert [row.side for row in await ai_sides.governors_of(services, game.id)] == sorted(RIVALS)
    await play(services, game, MONTHS, simple=simple, chance="evening 1")
    found = await looked_back(services, game)
    assert 0 < found.contact <= (3 if simple else 5)
    assert 0 < found.quarrel <= 8
    assert 0 < found.battle <= found.own <= MONTHS
    assert [text for text in await texts(services, game, "notice") if "(led by the bot) writes to you" in text]


async def test_rivals_are_of_different_characters_and_everybody_may_know(storage: Storage) -> None:
    services, game = await begun(storage, "rivals")
    assert {row.side: row.character for row in await ai_sides.governors_of(services, game.id)} == {
        side: profile.character for side, profile in RIVALS.items()
    }
    assert len({profile.character for profile in RIVALS.values()}) == len(RIVALS)
    held = {seat.side: seat.user_id for seat in await seats.seats(services, game.id)}
    assert held == {"": USERS["ada"], SOLO_SIDE: USERS["ada"], **dict.fromkeys(RIVALS)}


async def test_it_needs_nobody_else(storage: Storage) -> None:
    services, game = await begun(storage, "nobody else")
    assert (game.options.gm, game.options.wall, game.options.review, game.deadline) == ("book", True, False, None)
    await play(services, game, 4, simple=True, chance="nobody else")
    await take_default_rulings(services)
    now = await now_at(services, game)
    async with services.storage.reading() as tx:
        drawn = await documents.of_game(tx, game.id, "design")
        state = await state_at(tx, services, await snapshots.require(tx, game.id, now.revision))
    assert {paper.side for paper in drawn} >= {"vermin"}  # the bot's own designs
    assert {paper.state for paper in drawn} <= {"approved", "returned"}
    waiting = [one for one in state.questions if not one.settled_turn]
    assert {one.kind for one in waiting if not one.choices} == set()  # a scene waits for its own player
    for kind in ("public", "notice", "packet", "reminder"):
        assert [text for text in await texts(services, game, kind) if "game master" in text.casefold()] == []


async def test_a_start_that_was_killed_in_the_midst_goes_on(storage: Storage) -> None:
    services = Services(storage, InlineWorkers(), ManualClock(SUNDAY, frozen=True), by_draw("killed"))
    await play_campaign.seed(services, SCENARIO, GUILD, CHANNEL, USERS)
    [game] = await games.games_of(services, GUILD, SYSTEM)
    await seats.leave(services, Seat(game.id, SOLO_SIDE, USERS["ada"]))
    for side in RIVALS:
        await ai_sides.dismiss(services, game.id, side, "9")
    await play_campaign.seed(services, SCENARIO, GUILD, CHANNEL, USERS)
    assert await games.games_of(services, GUILD, SYSTEM) == (game,)
    assert len(await ai_sides.governors_of(services, game.id)) == len(RIVALS)
    assert (await seats.seat_of(services, game.id, USERS["ada"])).side == SOLO_SIDE


async def test_a_table_of_people_has_a_whole_cluster_and_no_rivals(storage: Storage) -> None:
    services = Services(storage, InlineWorkers(), ManualClock(SUNDAY, frozen=True), by_draw("table"))
    await play_campaign.seed(services, SCENARIO, GUILD, CHANNEL, USERS, table=True)
    [game] = await games.games_of(services, GUILD, SYSTEM)
    assert (game.name, game.options.review) == (CAMPAIGN_NAME, True)
    assert await ai_sides.governors_of(services, game.id) == ()
    assert {seat.user_id for seat in await seats.seats(services, game.id)} == set(USERS.values())
    assert play_campaign.for_an_evening(load_scenario(SCENARIO)).placement == "near"
