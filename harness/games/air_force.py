"""What the harnesses play of the Air Force: dogfights."""

import asyncio
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from harness.attack.dogfight_evenings import COURSE, DOGFIGHT_FACTS, HIDDEN_NEWS, NO_NEWS, UNTRIED_DECISIONS, dogfight
from harness.attack.late_dogfights import LATE_FLIGHTS, Scenario, late_dogfight
from harness.attack.row import Heard, TacticalRow
from harness.canon import Canon, bundled
from harness.games.rows import AttackRows, BegunGames, Fuzz, PostedPicture, Rows
from render.dogfight.draw import draw_dogfight
from rules.air_force import advance as flights
from rules.air_force.choices import Choice
from rules.air_force.events import EVENT_TYPES
from rules.air_force.orders import ORDER_TYPES, TurnWishes
from rules.air_force.setup import DIFFICULTIES, Wishes, new_dogfight, scenarios
from rules.air_force.view import DogfightView, view_for
from rules.dice import Dice
from rules.values import changed
from tests.e2e.dogfight.dogfight_kit import take_off
from tests.e2e.kit import Table
from tests.render.dogfight import dogfight_scene
from tests.rules.air_force.kit import flown, suggested
from umpire.dogfight.codec import DOGFIGHT_CODEC

MOST_TURNS: Final = 40


async def begin(table: Table) -> BegunGames:
    """A dogfight that Vik flies alone."""
    cockpit = await take_off(table, "vik")
    return BegunGames(games=(cockpit.game_id,), places={"dogfight": cockpit.place})


def play_dogfight(name: str) -> Heard:
    """A dogfight with the fact of this name, or without any."""
    course = next((fact.course for fact in DOGFIGHT_FACTS if fact.name == name), COURSE)
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(dogfight(Path(own), course))


def play_late_dogfight(scenario: Scenario, name: str) -> Heard:
    """A dogfight of several turns with the fact of this name, or without any."""
    fact = next((fact for fact in LATE_FLIGHTS if fact.name == name), None)
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(late_dogfight(Path(own), scenario, fact))


ATTACK: Final = (
    *(TacticalRow(fact.name, fact.seen, play_dogfight, ("",), (fact.name,), ("dogfight",)) for fact in DOGFIGHT_FACTS),
    *(
        TacticalRow(
            fact.name,
            fact.seen,
            play_late_dogfight,
            (fact.scenario, ""),
            (fact.scenario, fact.name),
            ("dogfight",),
            proof=(fact.proof,),
        )
        for fact in LATE_FLIGHTS
    ),
)


def one_dogfight(canon: Canon, number: int) -> str:
    """One dogfight to its end: of the program alone, or with a pilot who mostly takes the advice."""
    chance, names, key = Random(number), scenarios(), number.to_bytes(32, "big")
    level = DIFFICULTIES[number // len(names) % len(DIFFICULTIES)]
    wishes = Wishes(level, aerobatics=chance.random() < 0.5)
    fight = new_dogfight(names[number % len(names)], wishes, Dice(key, "baseline", 0))

    def pilot(view: DogfightView, choices: tuple[Choice, ...]) -> Choice:
        return suggested(view, choices) if chance.randrange(4) else choices[chance.randrange(len(choices))]

    flies = bool(number % 2)
    fight = changed(fight, players=("blue",) if flies else ())
    found = [canon.digest(fight)]
    while fight.winner is None and len(found) <= MOST_TURNS:
        dice = Dice(key, "baseline", len(found))
        result = flown(fight, dice, pilot)[0] if flies else flights.run_turn(fight, (), dice)
        fight = result.fight
        found.append(canon.digest(fight, *result.events))
    return canon.digest(found)


def scenes() -> tuple[PostedPicture, ...]:
    """The maps of the four ready-made fights, when they begin and when they are over."""
    found = []
    for name in ("intercept", "escort", "furball", "night"):
        start, end, _ = dogfight_scene.flown(name, 11)
        for when, fight in (("begins", start), ("is over", end)):
            view = view_for(fight, "blue")
            found.append(
                PostedPicture(
                    f"{name} {when}",
                    partial(draw_dogfight, view, title="Over the coast"),
                    rose="render.dogfight.frame",
                )
            )
    return tuple(found)


ROWS: Final = Rows(
    fuzz=Fuzz(
        begin=begin,
        looking={"dogfight": "show, map, card, log, why, replay, verify, career, rules, export, leave"},
        fitting={"dogfight": ("vik", "visitor")},
        rare={"dogfight pause": 0.3, "dogfight take_over": 0.3},
    ),
    attack=AttackRows(
        rows=ATTACK,
        decisions=frozenset(kind.__name__ for kind in ORDER_TYPES),
        tried=frozenset({TurnWishes.__name__}),
        untried=UNTRIED_DECISIONS,
        events=tuple(kind.__name__ for kind in EVENT_TYPES),
        news=HIDDEN_NEWS,
        no_news=NO_NEWS,
    ),
    baseline={"dogfights": lambda canon, asked: bundled(canon, one_dogfight, asked.battles)},
    reader=(DOGFIGHT_CODEC.read, DOGFIGHT_CODEC.events.decode),
    storm=("harness.storm.dogfights",),
    kills=("dogfights",),
    postgresql=("tests/e2e/dogfight/test_dogfight.py",),
    golden=("dogfights",),
    scenes=scenes,
)
