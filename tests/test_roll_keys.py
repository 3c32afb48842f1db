"""Every roll key has its row in docs/roll-keys.md, and what is secret is not rolled from a seed that is told.

Keys are collected from the source (every call of dice) and from campaigns that are founded and played.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from games.known import GAMES
from games.record import GameRecord
from rules.cluster_war.chapters.espionage.order_checks import StartCounter
from rules.cluster_war.chapters.npr.advance import advance
from rules.cluster_war.chapters.research.project_orders import StartProject
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import Npr, NprForce
from rules.cluster_war.model.state.places import Strain
from rules.cluster_war.turn.gm.look_ahead import SaltedDice, make_contents
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.setup.new_game import DICE_GAME, new_game
from rules.cluster_war.turn.setup.scenario import load_scenario
from rules.dice import Dice, Roller
from rules.pentagon_war.designs import DroneArm, GunKind, WeaponKind
from rules.roll_notation.resolve import resolve, rolls_of
from rules.roll_notation.tree import parse
from rules.values import Roll, Value, changed
from tests.lists import assert_listed

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "roll-keys.md"
RULES = {GAMES[name].rules.replace(".", "/"): GAMES[name] for name in GAMES}
"""The games by the folders of their rules."""
ROOMS = (*(room for room in RULES if (ROOT / room).is_dir()), "rules/bridge", "umpire", "cogs", "render")
WORD = "0123456789abcdef"
EVERYBODY = "everybody"

CARRIERS = {
    "rules/bridge/dice.py:roll": "the tactical engine's keys; a shot's begins with `aimed/` and ends with its side's word; "
    "under a campaign's battle, who settles it adds the word",
    "rules/cluster_war/chapters/combat/quick_engine.py:_fire": "a round, under its battle's key; who settles it adds the word",
    "rules/cluster_war/chapters/combat/battle.py:opens": "a side's initiative, under its battle's key; the word as above",
    "rules/cluster_war/chapters/combat/quick_outcome.py:_wounds": "a unit's wounds, under its battle's key; the word as above",
    "rules/cluster_war/chapters/combat/weekly_battles.py:roll": "adds the word to a key of `battle/`",
    "rules/cluster_war/chapters/combat/ground/skirmish.py:contest": "an attack of a fight, under its key `ground/…`",
    "rules/cluster_war/chapters/combat/ground/skirmish.py:shots": "shots of a fight, under its key",
    "rules/cluster_war/chapters/combat/ground/skirmish.py:direction_on_vehicle": "from where an attack strikes, under its key",
    "rules/cluster_war/chapters/combat/ground/skirmish.py:direction_on_base": "from where an attack strikes, under its key",
    "rules/cluster_war/chapters/combat/ground/upkeep.py:_check": "rolls `ground-stress/…` with the word, for an army at once",
    "rules/cluster_war/chapters/encounters/specials.py:throw": "rolls `trap/…` and `scene/…` with the side's word",
    "rules/cluster_war/chapters/encounters/batteries.py:_fire": "rolls `battery/…` with a word of all sides together",
    "rules/cluster_war/turn/gm/look_ahead.py:roll": "adds the word to a key of `generation/`",
    "rules/cluster_war/chapters/industry/construction.py:flaw_check": "rolls `crash/…` and its `/fault`",
    "rules/cluster_war/chapters/logistics/stress.py:_check": "rolls `stress/…` with the word, for all units of a group at once",
    "rules/cluster_war/chapters/officers/ratings.py:roll_ratings": "rolls `officer/…` with the word, rating by rating",
    "rules/cluster_war/model/worlds/terrain.py:next_weather": "a storm's force, `weather/…`; whoever asks adds the word",
    "rules/cluster_war/model/worlds/planets.py:at_most": "rolls what a part of `generation/` hands it",
    "rules/cluster_war/model/worlds/planets.py:sum": "rolls what a part of `generation/` hands it",
    "rules/cluster_war/model/worlds/planets.py:roll_bodies": "parts of a system, under its key",
    "rules/cluster_war/model/worlds/planets.py:_step": "parts of a planet, under its key",
    "rules/cluster_war/model/worlds/planets.py:roll_life": "a part of a planet, under its key",
    "rules/cluster_war/model/worlds/planets.py:roll_deep_space": "parts of a special, under its key",
    "rules/cluster_war/model/worlds/planets.py:roll_planetary": "parts of a special, under its key",
    "rules/cluster_war/model/worlds/planets.py:roll_resource": "parts of a special, under its key",
    "rules/cluster_war/model/worlds/planets.py:follow": "parts of a special, under its key",
    "rules/cluster_war/model/worlds/planets.py:roll_wormhole": "a wormhole, under its key",
    "rules/cluster_war/model/worlds/planets.py:_elsewhere": "where it leads, under its key",
    "umpire/capsules/capsule_replay.py:_faces": "rolls again what a capsule holds",
}
"""Functions that roll under a key they are handed or put together elsewhere; their keys are heard in play, or looked at here."""


class Row(Value):
    """A line of the page: keys of a form, who may know what they make, and when their seed is told."""

    form: str
    who: str
    told: str

    @property
    def secret(self) -> bool:
        return "<word>" in self.form

    def fits(self, key: str) -> bool:
        return _pattern(self.form).fullmatch(key) is not None


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = re.split(r"(<[^>]+>)", form)
    named = {"<word>": r"(?:[0-9a-f]{16})", "<…>": r".+", "<side/unit>": r"[^/]+/[^/]+", "<hex-hex>": r"\d{4}-\d{4}"}
    named |= {
        "<arm>": _any(WeaponKind, GunKind, DroneArm),
        "<air-arm>": "(?:gun|missile)",
        "<what>": "(?:initiative|order)",
    }
    named |= {"<hex>": r"\d{4}", "<orbit>": r"\d{1,2}", "<number>": r"\d+"}
    return re.compile("".join(named.get(p, r"[^/]+") if p.startswith("<") else re.escape(p) for p in parts))


def _any(*kinds: object) -> str:
    """One of the words of these literal types."""
    return f"(?:{'|'.join(word for kind in kinds for word in get_args(kind))})"


@cache
def rows() -> tuple[Row, ...]:
    """The page's rows, in its order."""
    found = re.findall(
        r"^\| `([^`]+)` \| [^|]+ \| ([^|]+) \| (\w+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    return tuple(Row(form, who.strip(), told) for form, who, told in found)


def fitting(key: str) -> list[Row]:
    """The rows that a key fits; one with a word before those without."""
    return sorted((row for row in rows() if row.fits(key)), key=lambda row: not row.secret)


# --- What the source says


class Call(Value):
    """A call of dice: where, and the keys it may roll under, what it fills in as "{}"; none if it is handed the key."""

    site: str
    forms: tuple[str, ...]


def calls() -> Iterator[Call]:
    """Every call of dice in the games and the rooms above them."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)):
                for node in ast.walk(function):
                    if isinstance(node, ast.Call) and _is_roll(node):
                        yield Call(
                            f"{path.relative_to(ROOT)}:{function.name}", tuple(_forms(node.args[0], path, function))
                        )


def _is_roll(node: ast.Call) -> bool:
    """Whether dice are asked; a method that asks its own object's is looked at itself."""
    if isinstance(node.func, ast.Name) and node.func.id == "percents":  # of `rules.dice`
        return len(node.args) == 2 and isinstance(node.args[0], ast.Attribute) and node.args[0].attr == "dice"
    if not (isinstance(node.func, ast.Attribute) and node.func.attr in {"roll", "percent"} and node.args):
        return False
    return not (isinstance(node.func.value, ast.Name) and node.func.value.id == "self")


def _forms(key: ast.expr, path: Path, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    match key:
        case ast.IfExp():
            yield from _forms(key.body, path, function)  # the other is for campaigns that have no salts
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr():
            yield "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in key.values)
        case ast.Call(
            func=ast.Name(id=("key" | "secret_key" | "unseen_key") as name)
            | ast.Attribute(attr=("key" | "secret_key" | "unseen_key") as name)
        ):
            game = game_at(path)
            if name != "key" and "cluster_war" in path.parts:
                yield from (f"{form}/{WORD}" for form in _forms(key.args[-1], path, function))
                return
            first = next((at for at, a in enumerate(key.args) if isinstance(a, ast.Constant)), 1)
            parts = [str(a.value) if isinstance(a, ast.Constant) else "{}" for a in key.args[first:]]
            yield "/".join((game.dice_prefix if game else "", *parts, *([WORD] if name == "secret_key" else [])))
        case ast.Name(id=name):
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
                    yield from _forms(node.value, path, function)
        case _:
            return


def game_at(path: Path) -> GameRecord | None:
    """The game in whose rules a file is; of the bridge between two, the one whose keys it makes."""
    for room, game in RULES.items():
        if path.is_relative_to(ROOT / room):
            return game
    return None


def has_row(form: str) -> bool:
    """Whether some filling of what a form leaves open has a row."""
    blanks = form.count("{}")
    for filled in product(("0101", "x", "x/y", "0101-0102", "1", WORD, "laser", "gun", "order"), repeat=blanks):
        key = form.format(*filled)
        if fitting(key):
            return True
    return False


def test_the_page_says_of_every_key_who_may_know_it_and_when_its_seed_is_told() -> None:
    assert len(rows()) > 40
    assert len(rows()) == len(re.findall(r"^\| `", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert len({row.form for row in rows()}) == len(rows())
    assert {row.told for row in rows()} == {"end", "turn"}


def test_what_only_some_may_know_is_not_rolled_from_a_told_seed_without_a_secret_word() -> None:
    assert [row for row in rows() if row.told == "turn" and (row.who != EVERYBODY) != row.secret] == []


def test_every_call_of_dice_in_the_source_has_its_row() -> None:
    found = list(calls())
    assert len(found) > 40
    open_ = {call.site for call in found if not call.forms or any(form.startswith("{}") for form in call.forms)}
    where = "tests/test_roll_keys.py: CARRIERS, of rolls whose key this test cannot read"
    there = {call.site for call in found}
    assert_listed(open_ | (CARRIERS.keys() & there), CARRIERS, where)
    keyed = [(call.site, form) for call in found for form in call.forms if not form.startswith("{}")]
    lost = [f"{site} rolls {form}" for site, form in keyed if not has_row(form)]
    assert lost == [], f"{PAGE.relative_to(ROOT)}: write a row for each"


# --- What is heard in play


class Heard(Roller):
    """Dice that remember the keys they were asked for."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.keys: set[str] = set()

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        self.keys.add(key)
        return self.dice.roll(key, sides, count)

    def percent(self, key: str) -> Roll:
        return self.roll(key, 100)


def heard_at_the_making(monkeypatch: pytest.MonkeyPatch, name: str) -> tuple[GameState, set[str]]:
    """A founded campaign, and the keys that its making rolled."""
    keys: set[str] = set()
    plain = Dice.roll

    def roll(self: Dice, key: str, sides: int, count: int = 1) -> Roll:
        if self.game == DICE_GAME:
            keys.add(key)
        return plain(self, key, sides, count)

    with monkeypatch.context() as patch:
        patch.setattr(Dice, "roll", roll)
        state = new_game(load_scenario(ROOT / "scenarios" / f"{name}.toml"), bytes(range(32)))
    return state, keys


def lively(state: GameState) -> GameState:
    """The campaign with strip-mined and harmed worlds, and ships under stress."""
    worlds = sorted(c.id for c in state.colonies.values())
    colonies = {key: changed(c, strip=key == worlds[0]) for key, c in state.colonies.items()}
    empty = next(
        h for h, s in sorted(state.cluster.systems.items()) if s.bodies and all(c.hex != h for c in colonies.values())
    )
    harmed = Strain(10, "5555", side=min(state.sides))
    orbit = state.cluster.systems[empty].bodies[0].orbit
    ships = {key: changed(s, stress=50, low_quality=True) for key, s in state.ships.items()}
    return changed(state, colonies=colonies, strains={f"{empty}-{orbit}": harmed}, ships=ships)


@pytest.mark.parametrize("name", ["duel_small", "six_empires"])
def test_every_key_of_a_campaign_that_is_founded_and_played_has_its_row(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    state, made = heard_at_the_making(monkeypatch, name)
    assert [key for key in made if not any(row.told == "end" for row in fitting(key))] == []
    assert any(key.startswith("generation/jump-map/") for key in made)
    dice = Heard(Dice(bytes(32), "g", 1))
    orders = [
        SignedOrder(f"{s}-1-{number}", s, number, order)
        for s, side in state.sides.items()
        for number, order in enumerate((StartProject("Beams", side.home, 3, 100), StartCounter(100)), 1)
    ]
    adjudicate(lively(state), tuple(orders), dice)
    roots = {key.partition("/")[0] for key in dice.keys}
    assert {"research", "strip-mining", "fallow", "spy"} <= roots
    assert not roots & {"generation", "setup"}, "nothing is generated from a turn's seed"
    # A sound key is one whose row it fits, with the word of a side where the row asks for one.
    told = {key: [row for row in fitting(key) if row.told == "turn"] for key in dice.keys}
    assert [key for key, found in told.items() if not found] == []
    assert [key for key, found in told.items() if found[0].who != EVERYBODY and not found[0].secret] == []


def test_the_game_masters_dice_have_their_rows() -> None:
    state = new_game(load_scenario(ROOT / "scenarios" / "duel_small.toml"), bytes(range(32)))
    home = next(h for h, s in sorted(state.cluster.systems.items()) if s.bodies)
    eye = NprForce("1", "Eye", home, 1, 10, "scout")
    hive = Npr(id="hive", name="The Hive", home=home, gross=400, forces=(eye,), relations={"humans": 0}, salt=WORD)
    salted = SaltedDice(Dice(bytes(32), "g", 1), WORD)
    known = {h for k in state.knowledge.values() for h in k.systems}
    settled = {c.hex for c in state.colonies.values()}
    free = next(h for h, s in sorted(state.cluster.systems.items()) if s.bodies and h not in known | settled)
    make_contents(state, free, salted)
    keys = [roll.key for roll in (*advance(state, hive, Dice(bytes(32), "g", 1)).rolls, *salted.rolls)]
    assert len(keys) > 5
    for key in keys:
        first = fitting(key)[0]
        assert (first.told, first.secret) == ("turn", True), key


def test_players_own_dice_have_their_rows() -> None:
    result = resolve(parse("4d6 + 2d10 + 6d6e6"), Dice(bytes(32), "g", 1), "roll/11/1")
    for roll in rolls_of(result):
        assert [row.who for row in fitting(roll.key) if row.told == "turn"][:1] == [EVERYBODY], roll.key
