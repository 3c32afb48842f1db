"""Setting up a battle: a scenario's text to the battle at the first phase of turn 1, every mistake told in a sentence."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, TypeVar

from rules.hexes import Hex
from rules.pentagon_war.commission import commission, ready_craft
from rules.pentagon_war.designs import Design
from rules.pentagon_war.geometry import BATTLE_MAP, facing_of, hex_name
from rules.pentagon_war.options import Options, switch_names, tables
from rules.pentagon_war.positions import body_at, check_start
from rules.pentagon_war.shipyard.checks import check_design, check_links
from rules.pentagon_war.shipyard.pricing import price
from rules.pentagon_war.state import Battle, BattleSide
from rules.pentagon_war.turn.aims import EDGES
from rules.pentagon_war.units import Aim, Body, Craft, SideId, UnitId, Velocity
from rules.scenario_fields import Fields
from rules.values import GameError, IllegalOrderError, changed, quoted

_ID: Final = re.compile(r"[A-Za-z][A-Za-z0-9]{0,11}")
_NUMBERED: Final = re.compile(r"(?P<letters>[A-Za-z]+)[1-9][0-9]*")
_COMPONENT: Final = re.compile(
    r"(?P<sign>-?)(?:(?P<whole>\d{1,2})(?: (?P<part>\d{1,4}/[1-9]\d{0,3}))?|(?P<only>\d{1,4}/[1-9]\d{0,3}))"
)
_BODY_EDGE: Final = re.compile(r"(?P<axis>column|row) ?(?P<sign>[<>]=) ?(?P<number>-?\d{1,3})")
SETUP_NUMBERS: Final = {"alert_status": (0, 3), "max_absolute_speed": (1, 24)}
MASS_CLASSES: Final = ("off", "round_up", "fraction")
MOST_RADIUS: Final = 20
MOST_TURNS: Final = 1000
MOST_POINTS: Final = 1_000_000
FEWEST_SIDES: Final = 2
AIM_KINDS: Final[tuple[Literal["leave", "save", "sink", "hold"], ...]] = ("leave", "save", "sink", "hold")


def new_battle(text: str, designs: Mapping[str, Design]) -> Battle:
    """The battle a scenario's TOML describes, its designs found by id; GameError says what is wrong in it.

    Tables: `[battle]` (title, about, points, last_turn, edge, `[battle.options]`), `[[side]]`, `[[craft]]`, `[[body]]`
    (PW-B87, PW-M28, PW-S01).
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"The scenario is not readable as TOML: {error}.") from None
    return battle_from(data, designs)


def battle_from(data: Mapping[str, Any], designs: Mapping[str, Design]) -> Battle:
    """The same from the parsed TOML."""
    scenario = Fields(data, "the file")
    head = scenario.part("battle")
    title, _about = head.text("title", ""), head.text("about", "")
    points = head.number("points", 0, 0, MOST_POINTS)
    last_turn = head.number("last_turn", 0, 0, MOST_TURNS)
    edge = _edge(head)
    options = _options(head.part("options"))
    head.done()
    sides = _sides(scenario.parts("side"), points)
    bodies = _unique(_bodies(scenario.parts("body")), "body")
    craft = _unique([_craft(entry, sides, designs, options) for entry in scenario.parts("craft")], "craft")
    aims = tuple(_aim(entry, sides, craft, last_turn) for entry in scenario.parts("aim"))
    scenario.done()
    battle = Battle(sides, craft, options, title, bodies=bodies, last_turn=last_turn, edge=edge, aims=aims or None)
    _check_together(battle)
    return renumber_craft(battle, hidden_last(battle))


def hidden_last(battle: Battle) -> dict[UnitId, UnitId]:
    """What each craft of a set-up is to be called, so that those which begin hidden come last and no gap tells of them
    (PW-S92): ids that share their letters (B1, B2, B3) share their numbers out anew, visible craft in the order they had.
    Of the hidden the set-up's maker sees those that they have placed, so those that somebody brought come last of all (R-205)."""
    brought = battle.enlisted or {}
    new = dict(zip(battle.craft, battle.craft, strict=True))
    alike: dict[str, list[UnitId]] = {}
    for unit in battle.craft:
        if found := _NUMBERED.fullmatch(unit):
            alike.setdefault(found["letters"], []).append(unit)
    for letters, ids in alike.items():
        ids.sort(key=lambda unit: int(unit.removeprefix(letters)))
        ranks = {unit: (battle.craft[unit].hidden, battle.craft[unit].hidden and unit in brought) for unit in ids}
        new.update(zip(sorted(ids, key=ranks.__getitem__), ids, strict=True))
    return new


def renumber_craft(battle: Battle, new: Mapping[UnitId, UnitId]) -> Battle:
    """A set-up with its craft called so."""
    craft = {new[unit]: changed(found, id=new[unit]) for unit, found in battle.craft.items()}
    brought = {new[unit]: one for unit, one in (battle.enlisted or {}).items() if unit in new}
    stances = {new.get(unit, unit): way for unit, way in battle.stances.items()}
    return changed(battle, craft=craft, stances=stances, enlisted=brought or None)


def _check_together(battle: Battle) -> None:
    """GameError for a set-up whose pieces do not fit one another."""
    for side in battle.sides.values():
        if not any(craft.side == side.id for craft in battle.craft.values()):
            raise GameError(f"The side {side.name} has no craft; give it at least one.", rule="PW-B87")
        cost = sum(price(craft.design, battle.options) for craft in battle.craft.values() if craft.side == side.id)
        if side.points and cost > side.points:
            raise GameError(f"{side.name}'s craft cost {cost} points; it may spend {side.points}.", rule="PW-S01")
        check_joints(battle, side.id)
    for craft in battle.craft.values():
        check_place(battle, craft)
    both = sorted(set(battle.craft) & set(battle.bodies))
    if both:
        raise GameError(f"{quoted(both[0])} is the id of a craft and of a body; each id is used once.")


def check_joints(battle: Battle, side: SideId) -> None:
    """GameError if craft of a side are built to be joined and one lacks its half of the link (PW-S142)."""
    designs = [craft.design for craft in battle.craft.values() if craft.side == side]
    for problem in check_links(designs):
        raise GameError(problem.text, rule=problem.rule)


def check_place(battle: Battle, craft: Craft) -> None:
    """GameError if a craft would start in a body or beyond the map's edge (PW-A62, PW-M26)."""
    body, edge = body_at(battle, craft.at), battle.edge
    if body is not None:
        raise GameError(f"{craft.name} would start inside {body.name}, at {hex_name(craft.at)}.", rule="PW-A62")
    column, row = BATTLE_MAP.offset(craft.at)
    if edge is not None and not (edge[0] <= column <= edge[2] and edge[1] <= row <= edge[3]):
        raise GameError(f"{craft.name} would start beyond the map's edge, at {hex_name(craft.at)}.", rule="PW-M26")


def _edge(head: Fields) -> tuple[int, int, int, int] | None:
    numbers = head.texts("edge")
    if not numbers:
        return None
    if len(numbers) != 2:
        raise head.wrong("edge", 'the two corner hexes of the map, like ["0101", "4040"]')
    first, last = (BATTLE_MAP.offset(BATTLE_MAP.parse(number)) for number in numbers)
    if first[0] > last[0] or first[1] > last[1]:
        raise head.wrong("edge", "the first corner up and left of the second")
    return (*first, *last)


def _options(given: Fields) -> Options:
    """The switches a scenario names; GameError for one there is not."""
    options = Options(overrides=given.words("overrides"), rulings=given.words("rulings"))
    changes: dict[str, Any] = {}
    for name in filter(given.has, switch_names()):
        if name in SETUP_NUMBERS:
            changes[name] = given.number(name, None, *SETUP_NUMBERS[name])
        elif name == "mass_class":
            changes[name] = given.choice(name, MASS_CLASSES, "off")
        else:
            changes[name] = given.flag(name)
    given.done()
    options = changed(options, **changes)
    tables(options)  # a house rule that names no cell is refused here
    return options


def _sides(entries: tuple[Fields, ...], points: int) -> dict[SideId, BattleSide]:
    sides = []
    for entry in entries:
        side = BattleSide(
            _id(entry),
            entry.text("name"),
            entry.number("points", points, 0, MOST_POINTS),
            entry.number("initiative", 0),
        )
        entry.done()
        sides.append(side)
    if len(sides) < FEWEST_SIDES:
        raise GameError(f"A battle has at least {FEWEST_SIDES} sides; add a [[side]] table for each.", rule="PW-B87")
    return _unique(sides, "side")


def _craft(entry: Fields, sides: Mapping[SideId, BattleSide], designs: Mapping[str, Design], options: Options) -> Craft:
    """One craft ready for turn 1 at this battle's alert status, hidden if it can be (PW-A75, PW-S92)."""
    unit, plan, side = _id(entry), entry.text("design"), entry.text("side")
    if plan not in designs:
        raise GameError(f"{unit} is of the design {quoted(plan)}, which nobody has drawn.")
    if side not in sides:
        raise GameError(f"{unit} flies for {quoted(side)}, which is not a side of this battle.")
    design = designs[plan]
    name = entry.text("name", design.name)
    velocity = Velocity(_component(entry, "a"), _component(entry, "c"))
    at, facing = _hex(entry), facing_of(entry.text("facing", "A"))
    entry.done()
    problems = check_design(design, options)
    if problems:
        raise IllegalOrderError(f"{name}: this design cannot fight here. {problems[0].text}", rule=problems[0].rule)
    check_start(design, velocity, options)
    return ready_craft(commission(design, unit, name, side, at, facing, velocity, options), options)


def _aim(entry: Fields, sides: Mapping[SideId, BattleSide], craft: Mapping[UnitId, Craft], last_turn: int) -> Aim:
    """What a side is to do: `what` and `craft`, with `edge` and `line` to leave, or `hex` and `line` to hold (R-261)."""
    side, what = entry.text("side"), entry.choice("what", AIM_KINDS, "save")
    if side not in sides:
        raise entry.wrong("side", "a side of this battle")
    if what != "leave" and not last_turn:
        raise entry.wrong("what", "leave where the battle has no last turn")
    if what == "hold":
        aim = Aim(side, what, line=entry.number("line", 0, 0, 99), at=_hex(entry))
    else:
        aim = Aim(side, what, entry.text("craft"))
        if aim.unit not in craft or (craft[aim.unit].side == side) == (what == "sink") or craft[aim.unit].hidden:
            raise entry.wrong("craft", "a craft of another side" if what == "sink" else "a craft of that side")
    if what == "leave":
        aim = changed(aim, edge=entry.choice("edge", EDGES, "top"), line=entry.number("line", 1, -999, 999))
    entry.done()
    return aim


def _component(entry: Fields, name: str) -> Fraction:
    """A velocity component: a whole number, or text like "-2 1/2" (PW-M05)."""
    text = entry.written(name)
    found = _COMPONENT.fullmatch(text)
    if found is None:
        raise entry.wrong(name, 'a number like 3, "-1/2" or "2 3/4"')
    size = Fraction(found["only"]) if found["only"] else int(found["whole"]) + Fraction(found["part"] or 0)
    return -size if found["sign"] else size


def _bodies(entries: tuple[Fields, ...]) -> list[Body]:
    bodies = []
    for entry in entries:
        body = Body(
            id=_id(entry),
            name=entry.text("name"),
            at=_hex(entry),
            radius=entry.number("radius", 0, -1, MOST_RADIUS),
            atmosphere=entry.flag("atmosphere"),
            gas_giant=entry.flag("gas_giant"),
            edge=_body_edge(entry),
            installations=entry.texts("installations"),
        )
        entry.done()
        bodies.append(body)
    return bodies


def _body_edge(entry: Fields) -> tuple[Literal["column", "row"], int, Literal[-1, 1]] | None:
    """The map edge a gas giant stands beyond, written "column >= 40" (PW-A71)."""
    text = entry.text("edge", "")
    if not text:
        return None
    found = _BODY_EDGE.fullmatch(text)
    if found is None:
        raise entry.wrong("edge", "the map edge it is beyond, like column >= 40 or row <= 1")
    axis: Literal["column", "row"] = "column" if found["axis"] == "column" else "row"
    return axis, int(found["number"]), 1 if found["sign"] == ">=" else -1


def _hex(entry: Fields) -> Hex:
    return BATTLE_MAP.parse(entry.text("hex"))


def _id(entry: Fields) -> UnitId:
    unit = entry.text("id")
    if not _ID.fullmatch(unit):
        raise entry.wrong("id", "a short word of letters and digits like X1")
    return unit


Named = TypeVar("Named", Craft, Body, BattleSide)


def _unique(things: Sequence[Named], what: str) -> dict[str, Named]:
    """The things by id; GameError if an id stands twice."""
    found = {thing.id: thing for thing in things}
    if len(found) != len(things):
        ids = [thing.id for thing in things]
        twice = next(name for name in ids if ids.count(name) > 1)
        raise GameError(f"The {what} {quoted(twice)} is in the scenario twice; each id is used once.")
    return found
