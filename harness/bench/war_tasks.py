"""What the bench has a worker do: fight a battle from the admiral's chair, and note when it was at what."""

from pathlib import Path
from time import process_time

from rules.bridge.auto_resolve import settle
from rules.cluster_war.chapters.combat.battle import Combatant
from tests.rules.bridge.fleets import battle, combatant, dice, printed_designs

SHIPS = ("duel_small/humans/DD", "duel_small/humans/CA", "duel_small/humans/DD") * 4


def twelve_a_side(said: str, word: str, seed: int) -> float:
    """Fight it and note the word; the processor seconds that it took."""
    known = printed_designs()
    units: list[Combatant] = [
        combatant(f"{side}-{n}", side, known[name]) for side in ("amber", "blue") for n, name in enumerate(SHIPS)
    ]
    start = process_time()
    settle(battle(*units), {}, dice(f"worker {seed}"))
    spent = process_time() - start
    with Path(said).open("a") as file:
        file.write(word + "\n")
    return spent
