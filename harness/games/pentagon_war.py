"""What the harnesses play of the Pentagon War: battles, and squadrons that are brought to them."""

import asyncio
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

from harness.attack.battle_evenings import BATTLE_FACTS, HIDDEN_NEWS, NO_NEWS, UNPLAYED, battle
from harness.attack.late_battles import LATE_FACTS, late_battle
from harness.attack.row import Heard, TacticalRow
from harness.attack.squadron_evenings import OWNER, SQUADRON_FACTS, squadron
from harness.canon import Canon, Hashes, bundled
from harness.games.rows import AttackRows, BegunGames, Fuzz, PostedPicture, Rows
from harness.storm.battles import random_start
from render.battle.battle_map.draw import draw_battle_map
from rules.dice import Dice
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.events import EVENT_TYPES
from rules.pentagon_war.programme import Programme
from rules.pentagon_war.shipyard.notation import FOLDER, library, scenario_names
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import new_battle
from rules.pentagon_war.turn.view import view_for
from rules.values import fields
from tests.e2e.battle.battle_kit import begun, new_fight
from tests.e2e.kit import CHANNEL, Table
from tests.render.battle.battle_scene import played
from umpire.battle.codec import BATTLE_CODEC

TURNS_PLAYED: Final = 5
MOST_TURNS: Final = 40
COMMAND_GROUPS: Final = ("battle", "plot", "fire", "ship")


async def begin(table: Table) -> BegunGames:
    """A battle of Ada and Vik, one of the visitor's alone, and one of which a set-up is being made."""
    fight = await begun(table, hours=0)
    await new_fight(table, "visitor", "duel", hours=0)
    await table.human("ola").slash(CHANNEL, "battle new", scenario="free", points=500)
    words = ("S1", "A1", "S", "A", "L1", "B1", "M1", "Kestrel", "kestrel_vee", "duel", "free")
    return BegunGames(games=(fight.game_id,), places=dict.fromkeys(COMMAND_GROUPS, fight.thread), words=words)


def play_battle(name: str, instead: bool = False) -> Heard:
    """A battle with the fact of this name or with what takes its place, or without any."""
    facts = [fact for fact in BATTLE_FACTS if fact.name == name]
    if instead:
        facts = [fact.instead for fact in facts if fact.instead is not None]
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(battle(Path(own), facts))


def play_late_battle(name: str) -> Heard:
    """A battle of several turns with the fact of this name, or without any."""
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(late_battle(Path(own), [fact for fact in LATE_FACTS if fact.name == name]))


def play_squadron(name: str, instead: bool = False) -> Heard:
    """The squadron's evening with the fact of this name or with what takes its place, or without any."""
    acts = next(((fact.instead if instead else fact.acts) for fact in SQUADRON_FACTS if fact.name == name), ())
    with tempfile.TemporaryDirectory() as own:
        return asyncio.run(squadron(Path(own), acts))


ATTACK: Final = (
    *(
        TacticalRow(
            fact.name,
            fact.seen,
            play_battle,
            (fact.name, True) if fact.instead else ("",),
            (fact.name,),
            COMMAND_GROUPS,
            alike=fact.alike,
        )
        for fact in BATTLE_FACTS
    ),
    *(
        TacticalRow(fact.name, fact.seen, play_late_battle, ("",), (fact.name,), COMMAND_GROUPS, proof=(fact.proof,))
        for fact in LATE_FACTS
    ),
    *(
        TacticalRow(
            fact.name,
            fact.seen,
            play_squadron,
            (fact.name, True) if fact.instead else ("",),
            (fact.name,),
            COMMAND_GROUPS,
            OWNER,
        )
        for fact in SQUADRON_FACTS
    ),
)


def _stanced(canon: Canon, battle: Battle, seed: bytes, most: int) -> str:
    """A battle of stances, turn by turn."""
    found = [canon.digest(battle)]
    while battle.winner is None and len(found) <= most:
        result = run_turn(battle, (), Dice(seed, "baseline", battle.now.turn))
        battle = result.battle
        found.append(canon.digest(battle, *result.events))
    return canon.digest(found)


def storm_battle(canon: Canon, number: int) -> str:
    """One battle of `make storm`."""
    return _stanced(canon, random_start(Random(number)), number.to_bytes(32, "big"), TURNS_PLAYED)


def library_battles(canon: Canon) -> Hashes:
    """The ready-made battles, each with three seeds, to their end or for long enough."""
    return {
        f"{name} {seed}": _stanced(
            canon,
            new_battle((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), library()),
            seed.to_bytes(32, "big"),
            MOST_TURNS,
        )
        for name in scenario_names()
        for seed in range(1, 4)
    }


def scenes() -> tuple[PostedPicture, ...]:
    """The maps of ready-made battles, new and played for some turns, as their first sides see them."""
    found = []
    for name, turns in (("duel", 0), ("fleet_action", 1), ("amber_gate", 1), ("hulk_hunt", 1)):
        _, end, _ = played(name, turns)
        view = view_for(end, min(end.sides))
        found.append(
            PostedPicture(
                f"{name} after {turns}",
                partial(draw_battle_map, view, title="A battle"),
                rose="render.battle.battle_map.roster",
            )
        )
    return tuple(found)


ROWS: Final = Rows(
    fuzz=Fuzz(
        begin=begin,
        looking={
            "battle": "status, show, text, replay, atlas, verify, log, why, export",
            "ship": "show, library, text, list",
            "plot": "show, text, done",
            "fire": "odds, arcs",
        },
        fitting=dict.fromkeys(COMMAND_GROUPS, ("ada", "vik")),
        rare={"battle end": 0.2, "battle concede": 0.2, "battle pause": 0.3, "battle take_over": 0.3},
    ),
    attack=AttackRows(
        rows=ATTACK,
        decisions=frozenset(field.name for field in fields(Programme)) - {"craft", "turn"},
        tried=frozenset(fact.of for fact in BATTLE_FACTS),
        untried=UNPLAYED,
        events=tuple(kind.__name__ for kind in EVENT_TYPES),
        news=HIDDEN_NEWS,
        no_news=NO_NEWS,
    ),
    baseline={
        "battles": lambda canon, asked: bundled(canon, storm_battle, asked.battles),
        "library": lambda canon, _: library_battles(canon),
    },
    reader=(BATTLE_CODEC.read, BATTLE_CODEC.events.decode),
    storm=("harness.storm.battles",),
    kills=("tactical", "concession"),
    postgresql=(),
    golden=("battles",),
    scenes=scenes,
)
