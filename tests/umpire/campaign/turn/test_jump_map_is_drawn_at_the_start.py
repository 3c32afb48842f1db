"""A jump map cannot be worked out from a seed that is told: it is drawn when the campaign is made, shown when needed."""

import json

import pytest

from games.known import GAMES
from rules.cluster_war.chapters.colonies.amendments import AddLink
from rules.cluster_war.chapters.industry.amendments import AddDesign
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.jump_map import JUMP_MAP_COUNTER, draw_jump_map
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.setup.new_game import DICE_GAME, DICE_TURN, new_game
from rules.cluster_war.turn.views.side_views import gm_view, view_for
from rules.dice import Dice, Roller, mix
from rules.values import Roll, changed
from storage import turns as turn_rows
from storage.codec import decode_state
from tests.umpire.capsules.capsule_kit import records, states_of
from tests.umpire.world import World, duel
from umpire.campaign.gm import rulings
from umpire.capsules import capsule_commands
from umpire.games import games
from umpire.games.games import require_game
from umpire.games.seeds import is_told

STRING = AddDesign("humans", "Needle", "ship", 20, 90, "4", lrs=1, ftl="string")
SEED = bytes(range(32))


class Heard(Roller):
    """Dice that remember their keys."""

    def __init__(self, dice: Roller) -> None:
        self.dice = dice
        self.keys: list[str] = []

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        self.keys.append(key)
        return self.dice.roll(key, sides, count)

    def percent(self, key: str) -> Roll:
        return self.roll(key, 100)


@pytest.mark.rule("CW-B-56", "CW-18.0-07")
async def test_the_told_seed_of_the_turn_that_first_needs_jump_lines_does_not_tell_them(world: World) -> None:
    await rulings.amend(world.services, world.gm, STRING, "A gift")
    await world.advance(1)
    async with world.services.storage.reading() as tx:
        opened = await turn_rows.find(tx, world.id, 1)
    assert opened is not None
    state = decode_state((await states_of(world.services.storage, world.id))[2, "start", 0])
    assert state.cluster.links
    told = Dice(mix(opened.seed, dict(opened.words)), opened.dice_name, 1)
    bare = changed(state.cluster, links=())
    assert draw_jump_map(bare, told, state.settings) != state.cluster.links
    async with world.services.storage.reading() as tx:
        made = await turn_rows.find(tx, world.id, 0)
    assert made is not None
    async with world.services.storage.reading() as tx:
        assert not is_told(await require_game(tx, world.id), made, "turn"), (
            "the seed that drew the map waits for the end"
        )
    assert draw_jump_map(bare, Dice(made.seed, DICE_GAME, DICE_TURN), state.settings) == state.cluster.links


@pytest.mark.rule("CW-B-56")
async def test_a_finished_campaign_is_the_one_its_seed_makes(world: World) -> None:
    await world.advance(1)
    await games.finish(world.services, world.gm, "over")
    capsule = await capsule_commands.export_capsule(world.services, world.gm)
    found = await capsule_commands.verify(world.services, capsule)
    assert found.differences == ()
    assert json.loads(capsule.splitlines()[0])["game"]["ruleset"] == GAMES["cluster_war"].ruleset
    assert records(capsule, "turn")[0]["seed"]


def jumps(view: View) -> tuple[Link, ...]:
    """The jump lines on a map."""
    return tuple(link for link in view.links if link.kind == "jump")


def needy(state: GameState) -> GameState:
    """The humans have learned to find warp points while scouting."""
    humans = state.sides["humans"]
    humans = changed(humans, technologies=(*humans.technologies, "Warp Point Sensors"))
    return changed(state, sides={**state.sides, "humans": humans})


@pytest.mark.rule("CW-B-56", "CW-4.0-19")
def test_lines_show_to_those_who_can_find_them_and_to_the_game_master_when_somebody_can() -> None:
    state = new_game(duel, SEED)
    assert state.cluster.links
    for side in state.sides:
        assert view_for(state, side).links == ()
    assert jumps(gm_view(state)) == ()
    assert JUMP_MAP_COUNTER not in state.counters
    able = needy(state)
    assert 0 < len(view_for(able, "humans").links) < len(state.cluster.links)
    assert view_for(able, "dominators").links == ()
    dice = Heard(Dice(SEED, "g", 1))
    after = adjudicate(able, (), dice).state
    assert [key for key in dice.keys if key.startswith("generation/")] == []
    assert after.cluster.links == state.cluster.links
    assert jumps(gm_view(able)) == jumps(gm_view(after)) == state.cluster.links


@pytest.mark.rule("CW-B-56")
async def test_a_line_of_the_game_masters_opens_the_map_to_them(world: World) -> None:
    state = new_game(duel, SEED)
    free = next(h for h in ("0101", "0102", "0103") if all(h not in (line.a, line.b) for line in state.cluster.links))
    await rulings.amend(world.services, world.gm, AddLink(free, "1010"), "An old road")
    state = decode_state((await states_of(world.services.storage, world.id))[1, "start", 1])
    assert {(line.a, line.b) for line in jumps(gm_view(state))} > {(free, "1010")}


def test_a_campaign_without_jump_lines_has_none() -> None:
    never = changed(duel, settings=changed(duel.settings, jump_map="never"))
    assert new_game(never, SEED).cluster.links == ()
