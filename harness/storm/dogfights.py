"""Random dogfights without an illegal state: `python -m harness.storm.dogfights 10000`.

Every seat is flown by a pilot who picks any of their choices by a die; after every turn the whole state is looked over.
"""

import sys

from rules.air_force.changes import grid, max_speed
from rules.air_force.choices import Choice
from rules.air_force.jets import SUNS
from rules.air_force.setup import DIFFICULTIES, Wishes, new_dogfight, scenarios
from rules.air_force.state import Dogfight
from rules.air_force.tables_of import Options, aircraft, number
from rules.air_force.view import DogfightView
from rules.dice import Dice
from rules.values import changed
from tests.rules.air_force.kit import flown, suggested

MOST_TURNS = 60


def _armed(options: Options) -> tuple[str, ...]:
    """The aircraft a pilot may choose."""
    return tuple(card.name for card in aircraft(options).values() if card.guns or card.missiles)


def illegal(fight: Dogfight) -> str:
    """What is wrong with a dogfight between two turns; "" if nothing is."""
    options = fight.options
    for jet in fight.jets.values():
        held = jet.stores
        if held is None or min(held.fuel, held.guns, held.missiles) < 0:
            return f"{jet.id} holds {held}"
        if not number(options, "altitude_min") <= jet.altitude <= number(options, "altitude_max"):
            return f"{jet.id} is at altitude {jet.altitude}"
        # a jet hit in combat keeps its Speed until its next energy phase cuts it to the new maximum
        if not 0 <= jet.speed <= max_speed(fight, changed(jet, hits=0)):
            return f"{jet.id} has Speed {jet.speed}"
        if not grid(fight).contains(jet.at) or jet.heading not in range(1, 7):
            return f"{jet.id} is at {jet.at} heading {jet.heading}"
        if (jet.hits >= number(options, "hits_to_destroy")) != (jet.fate == "shot down"):
            return f"{jet.id} with {jet.hits} hits is {jet.fate or 'flying'}"
    if fight.winner is None and (fight.now.phase != 1 or fight.queue or fight.gain or fight.flight):
        return f"the turn does not begin at its beginning: {fight.now}"
    return ""


def one(seed: int) -> int:
    """A random dogfight to its end; the number of its turns. AssertionError for an illegal state."""
    chance = Dice(seed.to_bytes(32, "big"), "storm", 0)

    def pick(what: str, among: int) -> int:
        return chance.roll(what, among).total - 1

    names, cards = scenarios(), _armed(new_dogfight("duel", Wishes(), chance).options)
    wishes = Wishes(
        DIFFICULTIES[pick("difficulty", 3)],
        cards[pick("aircraft", len(cards))],
        SUNS[pick("sun", len(SUNS))],
        aerobatics=pick("aerobatics", 2) == 1,
    )
    fight = changed(new_dogfight(names[pick("scenario", len(names))], wishes, chance), players=("blue",))
    asked = 0

    def pilot(view: DogfightView, found: tuple[Choice, ...]) -> Choice:
        nonlocal asked
        asked += 1
        return found[pick(f"tap/{asked}", len(found))] if pick(f"mood/{asked}", 4) else suggested(view, found)

    for turn in range(1, MOST_TURNS):
        if fight.winner is not None:
            return turn
        before = {name: jet for name, jet in fight.jets.items() if not jet.flying}
        fight = flown(fight, Dice(seed.to_bytes(32, "big"), "dogfight", turn), pilot)[0].fight
        wrong = illegal(fight)
        if wrong:
            raise AssertionError(f"seed {seed}, turn {turn}: {wrong}")
        if any(fight.jets[name] != jet for name, jet in before.items()):
            raise AssertionError(f"seed {seed}, turn {turn}: a jet that is gone was changed")
    raise AssertionError(f"seed {seed}: no end after {MOST_TURNS} turns")


def stormed(games: int, first: int = 1) -> int:
    """How many random dogfights were played; AssertionError at the first illegal state."""
    return sum(one(seed) > 0 for seed in range(first, first + games))


if __name__ == "__main__":
    print(f"{stormed(int(sys.argv[1]))} random dogfights, no illegal state")
