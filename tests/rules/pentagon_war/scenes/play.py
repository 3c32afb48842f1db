"""Plays a scene of the Pentagon War: craft drawn as text, decisions in players' notation, whole turns step by step. README.md has
the words."""

import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from rules.dice import Dice, Roller
from rules.pentagon_war.combat.reinforcement import screen_rating
from rules.pentagon_war.events import Event
from rules.pentagon_war.geometry import BATTLE_MAP, facing_of, hex_name
from rules.pentagon_war.notation.decide import parse_decision
from rules.pentagon_war.options import Options
from rules.pentagon_war.orders import Decided
from rules.pentagon_war.shipyard.checks import check_design
from rules.pentagon_war.shipyard.notation import parse_design
from rules.pentagon_war.shipyard.pricing import price
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.engine import check, play_step
from rules.pentagon_war.turn.setup_changes import empty_battle, switch_option, velocity_of, with_craft, with_options
from rules.pentagon_war.units import Body
from rules.values import GameError, Roll, Value, WrongPhaseError, changed
from tests.rules.cluster_war.scenes.expect import fits

FOLDER: Final = Path(__file__).parent
CITED: Final = re.compile(r"PW-[A-Z]\d+")
SEED: Final = bytes(range(32))


class Line(Value):
    """A line of a scene, and the rules that it cites."""

    rules: tuple[str, ...]
    words: str


class Turn(Value):
    """A turn: decisions by impulse ("1: X1 fire L1 at Y1"; 0 is before the first), refused ones, dice, what must hold."""

    decisions: tuple[str, ...]
    refused: tuple[Line, ...]
    dice: Mapping[str, int | Sequence[int]]
    then: tuple[Line, ...]


class Scene(Value):
    """A battle's switches, bodies and craft, and turns of it."""

    name: str
    options: Mapping[str, str]
    bodies: tuple[Mapping[str, Any], ...]
    craft: tuple[Mapping[str, str], ...]
    turns: tuple[Turn, ...]
    unbuilt: tuple[Line, ...]
    rules: tuple[str, ...]


class FixedDice(Roller):
    """A turn's own dice, but for keys that fit a pattern whose faces are fixed (the one that says most counts)."""

    def __init__(self, turn: int, faces: Mapping[str, int | Sequence[int]]) -> None:
        self.real, self.faces = Dice(SEED, "scene", turn), faces
        self.used: set[str] = set()

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        fits_it = (pattern for pattern in self.faces if fnmatchcase(key, pattern))
        fit = max(fits_it, key=lambda pattern: len(pattern.replace("*", "")), default=None)
        if fit is None:
            return self.real.roll(key, sides, count)
        self.used.add(fit)
        shown = self.faces[fit]
        return Roll(key, sides, (shown,) * count if isinstance(shown, int) else tuple(shown))


class Played:
    """A turn that was played: the battle after it, and what happened."""

    def __init__(self, battle: Battle, events: tuple[Event, ...]) -> None:
        self.battle, self.events = battle, events


def scenes() -> Iterator[Scene]:
    """All scenes of the folder, file by file."""
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for part in data["scene"]:
            yield read_scene(part, data.get("design", {}))


def read_scene(part: Mapping[str, Any], designs: Mapping[str, str]) -> Scene:
    """A scene as it is written; `designs` are texts that all scenes of the file may name."""
    assert set(part) <= {"name", "options", "bodies", "craft", "turn", "unbuilt"}, part["name"]
    known = tuple({**one, "design": _design(one["design"], designs)} for one in part["craft"])
    turns, unbuilt = tuple(_turn(one) for one in part["turn"]), tuple(map(_line, part.get("unbuilt", ())))
    stated = [*unbuilt, *(line for one in turns for line in (*one.refused, *one.then))]
    cited = dict.fromkeys(rule for line in stated for rule in line.rules)
    switches, bodies = part.get("options", {}), tuple(part.get("bodies", ()))
    return Scene(part["name"], switches, bodies, known, turns, unbuilt, tuple(cited))


def _design(text: str, designs: Mapping[str, str]) -> str:
    """A design's lines; the first of them may name a design of the file ("scoop; fuel: 1")."""
    first, *more = text.split("; ")
    return "; ".join((designs.get(first, first), *more))


def _turn(part: Mapping[str, Any]) -> Turn:
    assert set(part) <= {"decisions", "refused", "dice", "then"}, part
    refused, then = (tuple(map(_line, part.get(key, ()))) for key in ("refused", "then"))
    return Turn(tuple(part.get("decisions", ())), refused, dict(part.get("dice", {})), then)


def _line(text: str) -> Line:
    cited, _, rest = text.partition(": ")
    rules = tuple(cited.split())
    assert rules, text
    assert all(CITED.fullmatch(rule) for rule in rules), text
    return Line(rules, rest)


def begun(scene: Scene) -> Battle:
    """The battle before its first turn: every craft built by the shipyard's rules and placed as players place theirs."""
    battle = empty_battle({"X": "Side X", "Y": "Side Y"}, scene.name, 0)
    options = battle.options
    for name, text in scene.options.items():
        options = switch_option(options, name, text)
    bodies = {one["id"]: _body(one) for one in scene.bodies}
    battle = changed(with_options(battle, options), bodies=bodies)
    for line in scene.unbuilt:
        _is_unbuilt(line, options)
    for one in scene.craft:
        at = BATTLE_MAP.hex(int(one["at"][:2]), int(one["at"][2:]))
        facing, speed = facing_of(one.get("facing", "A")), velocity_of(one.get("a", "0"), one.get("c", "0"))
        design = parse_design(f"name: {one.get('name', 'Craft')}; {one['design']}", options)
        battle, _ = with_craft(battle, one["side"], design, at, facing, speed)
    return battle


def _body(one: Mapping[str, Any]) -> Body:
    """A body by its fields; `at` is a printed hex, a name of its own it need not have."""
    edge = one.get("edge")
    place = BATTLE_MAP.parse(one["at"])
    return Body(**{"name": one["id"], **one, "at": place, "edge": None if edge is None else tuple(edge)})


def _is_unbuilt(line: Line, options: Options) -> None:
    """A design as text, " | ", and words of the sentence that says why no yard builds it."""
    text, _, because = line.words.partition(" | ")
    found = [(p.rule, p.text) for p in check_design(parse_design(f"name: Craft; {text}", options), options)]
    assert any(rule in line.rules and because in said for rule, said in found), f"{line.words}\nIt said: {found}"


def play(battle: Battle, turn: Turn) -> Played:
    """Play a whole turn, each decision at the first step of its impulse at which it may be made."""
    waiting = [(int(head), parse_decision(text)) for head, _, text in (one.partition(": ") for one in turn.decisions)]
    open_: list[Line] = list(turn.refused)
    dice, events, number = FixedDice(battle.now.turn, turn.dice), list[Event](), battle.now.turn
    while battle.now.turn == number and battle.winner is None:
        open_ = [line for line in open_ if not _is_refused(battle, line)]
        now: list[Decided] = []
        for impulse, decision in [one for one in waiting if one[0] == battle.now.impulse]:
            refusal = _refusal(battle, decision)
            if isinstance(refusal, WrongPhaseError):
                continue
            assert refusal is None, f"{decision} was refused: {refusal}"
            now.append(Decided(_side_of(decision), decision))
            waiting.remove((impulse, decision))
        done = play_step(battle, now, dice)
        battle, events = done.state, [*events, *done.events]
    assert not waiting, f"never made: {waiting}"
    assert not open_, f"never refused: {open_}"
    assert dice.used == set(turn.dice), f"never rolled: {set(turn.dice) - dice.used}"
    return Played(battle, tuple(events))


def _side_of(decision: Any) -> str:
    unit = getattr(decision, "craft", None) or getattr(decision, "unit", None) or getattr(decision, "drone", None)
    return str(unit or decision.missile)[0]


def _is_refused(battle: Battle, line: Line) -> bool:
    """Whether a line's time has come; it must then be refused in its words, by its rule."""
    order, _, because = line.words.partition(" | ")
    head, _, text = order.partition(": ")
    if int(head) != battle.now.impulse:
        return False
    decision = parse_decision(text)
    refusal = _refusal(battle, decision)
    if isinstance(refusal, WrongPhaseError):
        return False
    assert refusal is not None, f"{line.words}\nIt was allowed."
    assert because in str(refusal), f"{line.words}\nIt said: {refusal} [{refusal.rule}]"
    assert refusal.rule in line.rules, f"{line.words}\nBy {refusal.rule}"
    return True


def _refusal(battle: Battle, decision: Any) -> GameError | None:
    """Why a decision may not be made at this step; None if it may."""
    try:
        check(battle, _side_of(decision), decision)
    except GameError as refusal:
        return refusal
    return None


def holds(played: Played, line: Line) -> None:
    """Assert a statement; fails with its text and what was there in its place."""
    sort, *words = shlex.split(line.words)
    match sort:
        case "told":
            kind, *parts = words
            of_kind = [e for e in played.events if type(e).__name__ == kind]
            assert any(fits(e, parts) for e in of_kind), f"{line.words}\nThere was: {of_kind}"
        case "never":
            kind, *parts = words
            there = [e for e in played.events if type(e).__name__ == kind and fits(e, parts)]
            assert not there, f"{line.words}\nThere was: {there}"
        case "craft" | "drone" | "missile" | "bolt":
            name, *parts = words
            unit = _units(played.battle, sort).get(name)
            assert unit is not None, f"{line.words}\nThere is none."
            shown = _Shown(unit, played.battle)
            assert fits(shown, parts), f"{line.words}\nThere is: {unit}"
        case "no":
            assert words[1] not in _units(played.battle, words[0]), line.words
        case _:
            raise AssertionError(f"{line.words}: no sort of thing: {sort}")


def _units(battle: Battle, sort: str) -> Mapping[str, Any]:
    return {"craft": battle.craft, "drone": battle.drones, "missile": battle.missiles, "bolt": battle.bolts}[sort]


class _Shown:
    """A unit with what players read of it beside its fields: its `hex`, the `rating` of its screens, its design's `price`."""

    def __init__(self, unit: Any, battle: Battle) -> None:
        self._unit, self._battle = unit, battle

    @property
    def hex(self) -> str:
        return hex_name(self._unit.at)

    @property
    def rating(self) -> int:
        return screen_rating(self._unit)

    @property
    def price(self) -> int:
        return price(self._unit.design, self._battle.options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._unit, name)
