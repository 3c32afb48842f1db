"""Measure the governors: `python -m harness.governors.run --games 4 --turns 40 --seed 1` (make governors).

Four parts, or one of them by `--part`: campaigns among governors alone; each character against a random legal player; each
strength against the one below it, in pairs of games with the homes swapped; and even ones of which one has a handicap, likewise.
Seeds are counted up from the first.
"""

import argparse
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import Any, Final

from rules.cluster_war.model.economy.income import NO_HANDICAP_PERCENT
from rules.cluster_war.model.state.common import SideId
from rules.cluster_war.play.governors.profile import CHARACTERS, STRENGTHS, Profile
from rules.cluster_war.turn.setup.scenario import Scenario
from rules.values import changed
from tests.rules.cluster_war.play.governors.play import Campaign, Player, play_month
from tests.rules.cluster_war.play.governors.world import begun, scenario
from tests.rules.cluster_war.play.governors.worth import worth

HANDICAPS: Final = (75, 125, 150)
MOST_SECONDS: Final = 0.150
EARLY_TURNS: Final = 20
"""Turns after which growth is compared."""
SCENARIO_NAMES: Final = ("four_empires", "six_empires")
DETAIL_SETTINGS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"terrain": ("Neb", "Ast"), "flag_officers": True},
    {"news": "by-courier"},
    {"detection": "full"},
)
"""House rules that campaigns are played with in turn."""


def campaign(seed: int, turns: int) -> list[str]:
    """A campaign among governors of all characters and strengths: what was amiss in it."""
    found = scenario(SCENARIO_NAMES[seed % 2], **DETAIL_SETTINGS[seed // 2 % len(DETAIL_SETTINGS)])
    players: dict[SideId, Player] = {
        side.id: Profile(CHARACTERS[(seed + n) % len(CHARACTERS)], STRENGTHS[(seed + n) % len(STRENGTHS)])
        for n, side in enumerate(found.sides)
    }
    game, start = Campaign(seed, begun(found, seed), players), perf_counter()
    for _ in range(turns):
        if game.state.turn == turns - turns // 4:
            game.seconds.clear()  # the late game is what counts
        play_month(game)
    half, most = median(game.seconds) * 1000, max(game.seconds) * 1000
    within = sum(s <= MOST_SECONDS for s in game.seconds) * 100 // len(game.seconds)
    late = f"a late turn {half:.0f} ms, at most {most:.0f}, {within} % within 150"
    overtaken = f"{len(game.failed)} overtaken by events"
    did = ", ".join(f"{what} {game.counted[what]}" for what in EVENTS_COUNTED if game.counted[what])
    took = f"{perf_counter() - start:.0f} s"
    print(
        f"seed {seed}: {turns} turns, {game.orders} orders, {len(game.amiss)} amiss, {overtaken}, {late}; {did}; {took}"
    )
    for line in game.amiss:
        print(f"  {line}", flush=True)
    return [f"seed {seed}: {line}" for line in game.amiss]


EVENTS_COUNTED: Final = (
    "ColonyFounded",
    "BattleSettled",
    "RaidBegun",
    "TroopsLanded",
    "WorldConquered",
    "TradeAgreed",
    "said war",
    "drew war",
    "drew base",
    "drew hauler",
    "drew surveyor",
    "drew scout",
    "drew assault",
    "UnitsRefitted",
)


def twins(seed: int) -> Scenario:
    """Two empires that are alike in all but their names."""
    found = scenario("four_empires", ("humans",))
    one = found.sides[0]
    other = changed(one, id="others", name="Other Union", colour=0xAA3377, home_name="Erde")
    del seed
    return changed(found, sides=(one, other))


def duel(
    seed: int, one: Player, other: Player, *, turned: int = 0, percent: int = NO_HANDICAP_PERCENT
) -> Mapping[SideId, int]:
    """What two twins are worth after EARLY turns, the first governed by `one` and with a handicap of `percent`."""
    found = twins(seed)
    found = changed(found, settings=changed(found.settings, handicaps={"humans": percent}))
    game = Campaign(seed, begun(found, seed, turned=turned, apart=12), {"humans": one, "others": other})
    for _ in range(EARLY_TURNS):
        play_month(game)
    return {side: worth(game.state, side) for side in game.players}


def against_chance(seed: int, games: int) -> list[str]:
    """Each character against a random legal player."""
    amiss: list[str] = []
    for character in CHARACTERS:
        ahead, shares = 0, []
        for n in range(seed, seed + games):
            done = duel(n, Profile(character, STRENGTHS[n % len(STRENGTHS)]), "random", turned=n % 2)
            ahead += done["humans"] > done["others"]
            shares.append(done["humans"] / max(1, done["others"]))
        print(
            f"{character} outgrew a random player in {ahead} of {games}, worth times {min(shares):.1f} to {max(shares):.1f}"
        )
        amiss += [f"{character} won {ahead} of {games}"] if ahead * 100 < games * 95 else []
    return amiss


def strengths(seed: int, games: int) -> list[str]:
    """Each strength against the one below it, pairs of games with the homes swapped."""
    amiss: list[str] = []
    for less, more in (("easy", "even"), ("even", "hard")):
        won = Counter[str]()
        for n in range(seed, seed + games):
            character = CHARACTERS[n % len(CHARACTERS)]
            pair = [duel(n, Profile(character, more), Profile(character, less), turned=t) for t in (0, 1)]  # type: ignore[arg-type] # strengths
            ours, theirs = (sum(done[side] for done in pair) for side in ("humans", "others"))
            won["pairs"] += ours > theirs
            won["games"] += sum(done["humans"] > done["others"] for done in pair)
        print(
            f"{more} beat {less} in {won['pairs']} of {games} pairs ({won['games']} of {2 * games} games)", flush=True
        )
        amiss += [f"{more} won {won['pairs']} of {games}"] if won["pairs"] * 100 < games * 75 else []
    return amiss


def handicaps(seed: int, games: int) -> list[str]:
    """What a handicap does between even governors: pairs of games with the homes swapped; nothing is amiss with any outcome."""
    for percent in HANDICAPS:
        won, shares = Counter[str](), []
        for n in range(seed, seed + games):
            even = Profile(CHARACTERS[n % len(CHARACTERS)], "even")
            pair = [duel(n, even, even, turned=t, percent=percent) for t in (0, 1)]
            ours, theirs = (sum(done[side] for done in pair) for side in ("humans", "others"))
            won["pairs"] += ours > theirs
            won["games"] += sum(done["humans"] > done["others"] for done in pair)
            shares.append(ours / max(1, theirs))
        print(
            f"{percent} % won {won['pairs']} of {games} pairs ({won['games']} of {2 * games} games), worth times "
            f"{min(shares):.2f} to {max(shares):.2f}, half of them {median(shares):.2f}",
            flush=True,
        )
    return []


def main() -> int:
    """Play what is asked for; 1 if anything was amiss."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--part", choices=("campaigns", "chance", "strengths", "handicaps"), action="append")
    asked = parser.parse_args()
    parts: dict[str, Callable[[], list[str]]] = {
        "campaigns": lambda: [line for n in range(asked.games) for line in _caught(asked.seed + n, asked.turns)],
        "chance": lambda: against_chance(asked.seed, asked.games),
        "strengths": lambda: strengths(asked.seed, asked.games),
        "handicaps": lambda: handicaps(asked.seed, asked.games),
    }
    amiss = [line for part in asked.part or parts for line in parts[part]()]
    print("\n".join(amiss[:100]))
    return 1 if amiss else 0


def _caught(seed: int, turns: int) -> list[str]:
    """A campaign, or how it broke down."""
    try:
        return campaign(seed, turns)
    except Exception:  # noqa: BLE001 # a measurement goes on, and tells
        return [f"seed {seed} broke down: {traceback.format_exc()}"]


if __name__ == "__main__":
    sys.exit(main())
