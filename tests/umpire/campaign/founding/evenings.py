"""Measure evenings of `make play`: `python -m tests.umpire.campaign.founding.evenings --seeds 1 12 --player newcomer`.

Twelve months each, on the campaign's own map and with its own rivals; without a database, so that many can be played. Told is
when what happened first to whom plays alone, and what it cost.
"""

import argparse
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

from rules.cluster_war.chapters.combat.arms import is_warship
from rules.cluster_war.model.events.battles import BattleFought
from rules.cluster_war.model.events.turn import OrderFailed
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.cluster_war.play.governors.govern import advise, govern, in_turn
from rules.cluster_war.play.governors.situation import GovernorMemory
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.planning.suggestions import voyages, works
from rules.cluster_war.turn.planning.suggestions.meetings import Suggestion
from rules.cluster_war.turn.setup.scenario import Scenario, load_scenario
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from rules.values import GameError
from storage.codec import decode_state, unpack
from tests.rules.cluster_war.play.governors.play import OVERTAKEN, illegal
from tests.rules.cluster_war.play.governors.random_player import random_sheet
from tests.rules.cluster_war.play.governors.signing import signed
from tests.rules.cluster_war.play.governors.worth import worth
from umpire.campaign.founding.play_campaign import RIVALS, SEEDS_TRIED, SOLO_SIDE, for_an_evening
from umpire.campaign.governed.ai_turns import key_of
from umpire.campaign.turn.adjudication import engine_for as methods
from umpire.campaign.turn.adjudication import make_game_around

MONTHS: Final = 12
SCENARIO: Final = Path(__file__).parents[4] / "scenarios" / "four_empires.toml"
Player = Callable[[View, Random], tuple[SignedOrder, ...]]


def ready_only(view: View, chance: Random) -> tuple[SignedOrder, ...]:
    """A player who only presses ready."""
    del view, chance
    return ()


def newcomer(view: View, chance: Random) -> tuple[SignedOrder, ...]:
    """A player who explores with all that is advised, takes the first advice for colonies, yards and research, and never makes
    war or a treaty."""
    del chance
    sheet: tuple[SignedOrder, ...] = ()
    asked: list[Callable[[View, tuple[SignedOrder, ...]], tuple[Suggestion, ...]]] = [
        *([voyages.explore] * 4), works.colonies, works.colonies, works.build, works.research,
    ]  # fmt: skip
    for number, advice in enumerate(asked, 1):
        for found in advice(view, sheet)[:1]:
            try:
                preview = check(view, sheet, found.order)
            except GameError:
                continue
            sheet = (*sheet, SignedOrder(f"{view.side}-{view.turn}-R{number}", view.side, number, preview.order))
    return sheet


def staff(view: View, chance: Random) -> tuple[SignedOrder, ...]:
    """A player who gives all that the staff advises, every month, and nothing else."""
    del chance
    return tuple(
        SignedOrder(f"{view.side}-{view.turn}-S{number}", view.side, number, order)
        for number, order in enumerate(in_turn(advise(view)), 1)
    )


PLAYERS: Final[Mapping[str, Player]] = {
    "ready": ready_only,
    "newcomer": newcomer,
    "staff": staff,
    "random": random_sheet,
}


@dataclass(slots=True)
class Evening:
    """When what happened first, by turn; 0 for never. `contact` is the month after which the player has met a rival; `battle` is
    any at all, `own` one of the player's (all of them are in `fought`), `left` the hull of the player's ships of war after the
    month of that one, in percent of what it was; `lost` whether others hold their home world at the end, `worth` what they are
    worth then in percent of the richest rival, `homes` hexes from the player's home to each rival's.
    """

    seed: int
    homes: list[int]
    contact: int = 0
    word: int = 0
    quarrel: int = 0
    battle: int = 0
    own: int = 0
    fought: list[str] = field(default_factory=list)
    left: int = 100
    lost: bool = False
    worth: int = 0
    amiss: list[str] = field(default_factory=list)


@lru_cache(maxsize=1)
def _scenario() -> Scenario:
    return for_an_evening(load_scenario(SCENARIO))


def opened(seed: int) -> tuple[bytes, GameState]:
    """The seed that is taken, and the state in which the first turn opens."""
    seeds = tuple(hashlib.sha256(f"evening {seed}/{n}".encode()).digest() for n in range(SEEDS_TRIED))
    key, packed = make_game_around(_scenario(), seeds, SOLO_SIDE)
    return key, decode_state(unpack(packed))


def evening(seed: int, player: Player, months: int = MONTHS) -> Evening:
    """An evening: every order of the rivals' is looked at as the sheet looks at it, and the books after every month."""
    key, state = opened(seed)
    home = state.sides[SOLO_SIDE].home
    homes = {side: distance(state.cluster, home, other.home) for side, other in sorted(state.sides.items())}
    found = Evening(seed, [homes[side] for side in RIVALS])
    memories: dict[SideId, GovernorMemory] = {}
    for _ in range(months):
        turn = state.turn
        turn_key = hashlib.sha256(key + turn.to_bytes(4, "big")).digest()
        sheets = list(player(view_for(state, SOLO_SIDE), Random(f"{seed}/{turn}")))
        for side, profile in RIVALS.items():
            view = view_for(state, side)
            plan = govern(view, profile, key_of(turn_key, side), memories.get(side, GovernorMemory()))
            memories[side] = plan.memory
            sheet = signed(plan, side, turn)
            found.amiss += illegal(view, sheet, one_by_one=False)
            sheets += sheet
            if any(said.to == SOLO_SIDE for said in plan.said):
                found.word = found.word or turn
            threatens = any(s.to == SOLO_SIDE and s.occasion in {"threat", "war"} for s in plan.said)
            if SOLO_SIDE in {plan.memory.foe, *plan.memory.probed} or threatens:
                found.quarrel = found.quarrel or turn
        done = adjudicate(state, tuple(sheets), Dice(turn_key, "evening", turn), settle=methods(state.settings))
        found.amiss += broken_invariants(state, done.state, done.events)
        for event in done.events:
            if (
                isinstance(event, OrderFailed)
                and event.side != SOLO_SIDE
                and not any(w in event.reason for w in OVERTAKEN)
            ):
                found.amiss.append(f"turn {turn}, {event.side}: {event.reason}")
            if isinstance(event, BattleFought):
                found.battle = found.battle or turn
                if event.side == SOLO_SIDE and any(foe in RIVALS for foe in event.foes):
                    found.own = found.own or turn
                    who = " and ".join(event.foes)
                    place = "home" if event.hex == home else event.hex
                    found.fought.append(f"turn {turn} at {place} with {who}, held by {event.winner or 'nobody'}")
        if found.own == turn:
            found.left = _hull(done.state) * 100 // max(1, _hull(state))
        state = done.state
        if not found.contact and view_for(state, SOLO_SIDE).met:
            found.contact = turn
    most = max(worth(state, side) for side in RIVALS)
    found.worth = worth(state, SOLO_SIDE) * 100 // max(1, most)
    found.lost = state.colonies[f"{home}-{state.sides[SOLO_SIDE].home_orbit}"].side != SOLO_SIDE
    return found


def _hull(state: GameState) -> int:
    """Hull spaces of the player's ships of war."""
    designs = state.sides[SOLO_SIDE].designs
    mine = (designs[ship.design] for ship in state.ships.values() if ship.side == SOLO_SIDE)
    return sum(design.hull for design in mine if is_warship(design, state.settings))


def main() -> None:
    """Play what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs=2, default=(1, 12), metavar=("FIRST", "LAST"))
    parser.add_argument("--player", choices=tuple(PLAYERS), action="append")
    parser.add_argument("--months", type=int, default=MONTHS)
    asked = parser.parse_args()
    for name in asked.player or PLAYERS:
        first, last = asked.seeds
        own = 0
        for seed in range(first, last + 1):
            start = perf_counter()
            one = evening(seed, PLAYERS[name], asked.months)
            own += bool(one.own)
            firsts = (
                f"contact {one.contact}, word {one.word}, quarrel {one.quarrel}, battle {one.battle}, own {one.own}"
            )
            firsts += f" (hull left {one.left} %)"
            home = "lost" if one.lost else "held"
            at_end = f"home {home}, worth {one.worth} %, {len(one.amiss)} amiss, {perf_counter() - start:.0f} s"
            print(f"{name} {seed}: homes {one.homes}, {firsts}; {at_end}; {'; '.join(one.fought)}", flush=True)
            for line in one.amiss[:5]:
                print("   ", line)
        print(f"{name}: a battle of the player's own in {own} of {last - first + 1}", flush=True)


if __name__ == "__main__":
    main()
