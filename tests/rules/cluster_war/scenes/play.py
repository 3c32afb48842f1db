"""Plays a scene: founds the campaign as the program does, gives each order as its player types it, resolves real months."""

import shlex
import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any, Final, get_origin, get_type_hints

import msgspec
import pytest

from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import Order, SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.play.notation import format_order, names_of, parse_order
from rules.cluster_war.turn.gm.amend import AMENDMENT_TYPES, amend
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.planning.check import check
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import read_scenario
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice, Roller
from rules.values import GameError, Roll
from tests.rules.cluster_war.scenes.case import BASE, Month, Refusal, Scene, laid_over, sided

SEED: Final = bytes(range(32))
GAME: Final = "scene"
WORDS: Final[Mapping[str, type[Amendment]]] = {kind.__name__: kind for kind in AMENDMENT_TYPES}


class Played:
    """A month that was played: the state before and after it, and what happened."""

    def __init__(self, before: GameState, after: GameState, events: tuple[Event, ...]) -> None:
        self.before, self.after, self.events = before, after, events


class FixedDice(Roller):
    """A month's own dice, but for keys that begin in a way that has its face fixed (the longest such beginning counts); `*` in it
    stands for anything."""

    def __init__(self, turn: int, faces: Mapping[str, int]) -> None:
        self.real, self.faces = Dice(SEED, GAME, turn), faces
        self.used: set[str] = set()

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        start = max((start for start in self.faces if fnmatchcase(key, f"{start}*")), key=len, default=None)
        if start is None:
            return self.real.roll(key, sides, count)
        self.used.add(start)
        return Roll(key, sides, (min(self.faces[start], sides),) * count)


def founded(scene: Scene) -> GameState:
    """The campaign before its first orders, as a scenario's file makes it."""
    common = tomllib.loads(BASE.read_text(encoding="utf-8"))
    own = dict(scene.founding)
    sides = own.pop("sides", {})
    return new_game(read_scenario(sided(laid_over(common, own), sides)), SEED)


def play(state: GameState, month: Month) -> Played:
    """Carry out the master's lines, give all orders and resolve the month; whatever it says of itself must add up."""
    for line in month.master:
        state = amended(state, line)
    sheets = {side: sheet_of(state, side, lines) for side, lines in month.orders.items()}
    for refusal in month.refused:
        is_refused(state, sheets.get(refusal.side, ()), refusal)
    orders = tuple(signed for sheet in sheets.values() for signed in sheet)
    dice = FixedDice(state.turn, month.dice)
    done = adjudicate(state, orders, dice)
    assert dice.used == set(month.dice), f"never rolled: {set(month.dice) - dice.used}"
    assert not broken_invariants(state, done.state, done.events)
    return Played(state, done.state, done.events)


def sheet_of(state: GameState, side: str, lines: tuple[str, ...]) -> tuple[SignedOrder, ...]:
    """A side's sheet from lines of text, each checked on what it sees; what is written back reads the same."""
    view = view_for(state, side)
    sheet: tuple[SignedOrder, ...] = ()
    for number, line in enumerate(lines, 1):
        names = names_of(view, sheet)
        order: Order = check(view, sheet, parse_order(line, names)).order
        sheet = (*sheet, SignedOrder(f"{side}-{state.turn}-{number}", side, number, order))
        names = names_of(view, sheet)
        assert format_order(parse_order(format_order(order, names), names), names) == format_order(order, names)
    return sheet


def is_refused(state: GameState, sheet: tuple[SignedOrder, ...], refusal: Refusal) -> None:
    """Assert that a side hears why it cannot give an order on top of its sheet."""
    view = view_for(state, refusal.side)
    names = names_of(view, sheet)
    with pytest.raises(GameError) as refused:
        check(view, sheet, parse_order(refusal.order, names))
    assert refusal.because in str(refused.value), refusal.order


def amended(state: GameState, line: str) -> GameState:
    """The state after a line of the master's: an amendment's name, then its fields ("CreateShips side=humans count=2")."""
    name, *fields = shlex.split(line)
    kind = WORDS[name]
    types = get_type_hints(kind)
    said = dict(part.split("=", 1) for part in fields)
    values = {key: _value(state, types[key], text) for key, text in said.items()}
    return amend(state, msgspec.convert(values, kind, strict=False), "the scene").state


def _value(state: GameState, kind: Any, text: str) -> object:
    """A field's value from text: "a+b" is a tuple, "a:1+b:2" a table, "@humans/Guard" the id of the fleet of that name."""
    if text.startswith("@"):
        side, _, name = text[1:].partition("/")
        return next(f.id for f in state.fleets.values() if (f.side, f.name) == (side, name))
    if get_origin(kind) is tuple:
        return [part for part in text.split("+") if part]
    if get_origin(kind) is not None and ":" in text:
        return dict(part.split(":", 1) for part in text.split("+"))
    return text
