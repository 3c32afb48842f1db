"""All rows of battles, dogfights and squadrons: how the two evenings of each are played, and what came of comparing them."""

import asyncio
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from harness.attack.battle_evenings import BATTLE_FACTS, battle
from harness.attack.compared import Verdict, amiss
from harness.attack.dogfight_evenings import COURSE, DOGFIGHT_FACTS, dogfight
from harness.attack.late_battles import LATE_FACTS, late_battle
from harness.attack.late_dogfights import LATE_FLIGHTS, Scenario, late_dogfight
from harness.attack.squadron_evenings import OWNER, SQUADRON_FACTS, squadron
from rules.values import Value

TacticalGame: TypeAlias = Mapping[str, Sequence[str]]
"""What was heard in a battle or a dogfight, by person."""


def play_battle(name: str, instead: bool = False) -> TacticalGame:
    """A battle with the fact of this name or with what takes its place, or without any."""
    facts = [fact for fact in BATTLE_FACTS if fact.name == name]
    if instead:
        facts = [fact.instead for fact in facts if fact.instead is not None]
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(battle(Path(own), facts))


def play_late_battle(name: str) -> TacticalGame:
    """A battle of several turns with the fact of this name, or without any."""
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(late_battle(Path(own), [fact for fact in LATE_FACTS if fact.name == name]))


def play_dogfight(name: str) -> TacticalGame:
    """A dogfight with the fact of this name, or without any."""
    course = next((fact.course for fact in DOGFIGHT_FACTS if fact.name == name), COURSE)
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(dogfight(Path(own), course))


def play_late_dogfight(scenario: Scenario, name: str) -> TacticalGame:
    """A dogfight of several turns with the fact of this name, or without any."""
    fact = next((fact for fact in LATE_FLIGHTS if fact.name == name), None)
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(late_dogfight(Path(own), scenario, fact))


def play_squadron(name: str, instead: bool = False) -> TacticalGame:
    """The squadron's evening with the fact of this name or with what takes its place, or without any."""
    acts = next(((fact.instead if instead else fact.acts) for fact in SQUADRON_FACTS if fact.name == name), ())
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(squadron(Path(own), acts))


class TacticalRow(Value):
    """A secret of a tactical game: `seen` has the rule if others may hear of it, `play` plays an evening, and `without` and
    `with_it` are what it is told for each of the two. The `keeper` reads the words of `proof` with the secret and not without
    it."""

    name: str
    seen: str
    play: Callable[..., TacticalGame]
    without: tuple[object, ...]
    with_it: tuple[object, ...]
    keeper: str = "vik"
    proof: tuple[str, ...] = ()


TACTICAL_ROWS: Final[tuple[TacticalRow, ...]] = (
    *(
        TacticalRow(fact.name, fact.seen, play_battle, (fact.name, True) if fact.instead else ("",), (fact.name,))
        for fact in BATTLE_FACTS
    ),
    *(
        TacticalRow(fact.name, fact.seen, play_late_battle, ("",), (fact.name,), proof=(fact.proof,))
        for fact in LATE_FACTS
    ),
    *(TacticalRow(fact.name, fact.seen, play_dogfight, ("",), (fact.name,)) for fact in DOGFIGHT_FACTS),
    *(
        TacticalRow(
            fact.name,
            fact.seen,
            play_late_dogfight,
            (fact.scenario, ""),
            (fact.scenario, fact.name),
            proof=(fact.proof,),
        )
        for fact in LATE_FLIGHTS
    ),
    *(
        TacticalRow(
            fact.name, fact.seen, play_squadron, (fact.name, True) if fact.instead else ("",), (fact.name,), OWNER
        )
        for fact in SQUADRON_FACTS
    ),
)


def judge_tactical_game(row: TacticalRow, without: TacticalGame, with_it: TacticalGame) -> Verdict:
    """Hold the two evenings of a tactical game beside each other: all but whose secret it is, who must have known of it."""
    victims = [who for who in without if who != row.keeper]
    heard = [who for who in victims if without[who] != with_it[who]]
    wrong = [f"it proves nothing: of {row.keeper}, {why}" for why in unproved(row, without, with_it)]
    if row.seen and not heard:
        wrong.append(f"others may hear of it ({row.seen}), and nobody does")
    for who in [] if row.seen else heard:
        pairs = zip(without[who], with_it[who], strict=False)
        one, other = next(((a, b) for a, b in pairs if a != b), (f"{len(without[who])}", f"{len(with_it[who])}"))
        wrong.append(f"{who} heard of it: {one[:300]!r} became {other[:300]!r}")
    return Verdict(row.name, len(victims), tuple(wrong))


def unproved(row: TacticalRow, without: TacticalGame, with_it: TacticalGame) -> tuple[str, ...]:
    """Why the evening with the secret proves nothing."""
    one, other = without.get(row.keeper, ()), with_it.get(row.keeper, ())
    if one == other:
        return ("nothing was heard of it",)
    return amiss(row.proof, one, other)
