"""Setting up a dogfight: a scenario's text and a pilot's wishes to the first moment of turn 1, mistakes told in a sentence."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rules.air_force.changes import card, grid, max_speed
from rules.air_force.jets import SUNS, Jet, Stores, Sun
from rules.air_force.orders import JetId
from rules.air_force.state import Dogfight, Side
from rules.air_force.tables_of import Options, card_of, number, tables
from rules.dice import Roller
from rules.scenario_fields import Fields
from rules.values import Cause, GameError, Value, changed, quoted

FOLDER: Final = Path(__file__).resolve().parents[2] / "scenarios" / "air_force"
DIFFICULTIES: Final = ("easy", "even", "hard")
SIDES_IN_PLAY: Final = 2
ROLLED_SUN: Final = "rolled"
"""In a scenario: the sun's edge is left to a die (JET-X19)."""
SMALLEST_MAP_HEXES: Final = 12
"""Columns and rows of the smallest map."""


class Wishes(Value):
    """What a pilot may choose about a scenario; empty is as the scenario has it."""

    difficulty: str = "even"
    aircraft: str = ""
    sun: str = ""
    bandits: int = 0
    aerobatics: bool = False


class Bandits(Value):
    """How the other side is set at a difficulty: how many fighters, how attentive (percent) and able their pilots are."""

    fighters: int
    attention: int
    marksmanship: int
    initiative: int


def scenarios() -> tuple[str, ...]:
    """The names of the scenarios that come with the game."""
    return tuple(path.stem for path in sorted(FOLDER.glob("*.toml")))


def scenario(name: str) -> str:
    """A scenario's text; GameError names those there are."""
    if name not in scenarios():
        raise GameError(f"{quoted(name)} is not a dogfight; there are {', '.join(scenarios())}.")
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def about(name: str) -> tuple[str, str]:
    """A scenario's title and what it is about."""
    head = tomllib.loads(scenario(name))["dogfight"]
    return str(head["title"]), " ".join(str(head["about"]).split())


def sun_roll(dice: Roller, options: Options) -> tuple[Sun, Cause]:
    """The sun's edge, or night, by one die (JET-X19)."""
    roll = dice.roll("dogfight/setup/sun", 6)
    return _sun(tables(options)["JET-T08"].by_roll(roll.total)["sun"]), Cause("JET-X19", rolls=(roll,))


def new_dogfight(name: str, wishes: Wishes, dice: Roller) -> Dogfight:
    """A scenario that comes with the game, as a pilot wants it; `dice` are used if the sun is left to them."""
    return dogfight_from(scenario(name), wishes, dice, name=name)


def dogfight_from(text: str, wishes: Wishes, dice: Roller, *, name: str = "own") -> Dogfight:
    """The dogfight a scenario's TOML describes; GameError says what is wrong in it.

    Tables: `[dogfight]`, `[options]`, `[difficulty.easy]` and so on, two `[[side]]` (the pilot's first), `[[jet]]`.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"The scenario is not readable as TOML: {error}.") from None
    whole = Fields(data, "the file")
    head = whole.part("dogfight")
    title, _ = head.text("title"), head.text("about", "")
    options = _options(whole.part("options"), wishes)
    columns = head.number("columns", number(options, "map_columns"), SMALLEST_MAP_HEXES, 100)
    rows = head.number("rows", number(options, "map_rows"), SMALLEST_MAP_HEXES, 100)
    sun = wishes.sun or head.choice("sun", (*SUNS, ROLLED_SUN), ROLLED_SUN)
    if wishes.sun:
        head.text("sun", "")
    head.done()
    sides = _sides(whole)
    level = _level(whole, wishes)
    fight = Dogfight(
        sides, jets={}, sun=sun_roll(dice, options)[0] if sun == ROLLED_SUN else _sun(sun), options=options, title=title,
        scenario=name, difficulty=wishes.difficulty if level else "", columns=columns, rows=rows,
    )  # fmt: skip
    jets = _jets(whole, fight, wishes, level)
    whole.done()
    for side in sides.values():
        if not any(jet.side == side.id for jet in jets.values()):
            raise GameError(f"{side.name} has no jet; give it at least one.", rule="JET-X21")
    return changed(fight, jets=jets)


def _options(given: Fields, wishes: Wishes) -> Options:
    options = Options(given.flag("aerobatics") or wishes.aerobatics, given.words("overrides"), given.words("rulings"))
    given.done()
    tables(options)  # a house rule that names no cell is refused here
    number(options, "map_rows")
    return options


def _sun(text: str) -> Sun:
    found = next((sun for sun in SUNS if sun == text), None)
    if found is None:
        raise GameError(f"The sun can be at the north, east, south or west edge, or it is night; not {quoted(text)}.")
    return found


def _sides(whole: Fields) -> Mapping[str, Side]:
    sides: dict[str, Side] = {}
    for entry in whole.parts("side"):
        side = Side(entry.slug("id"), entry.text("name"))
        entry.done()
        sides[side.id] = side
    if len(sides) != SIDES_IN_PLAY:
        raise GameError("A dogfight has two sides; give each a [[side]] table with an id of its own.")
    return sides


def _level(whole: Fields, wishes: Wishes) -> Bandits | None:
    """The bandits of the wished difficulty; None for a duel, which has none."""
    levels = whole.part("difficulty")
    found: dict[str, Bandits] = {}
    for name in DIFFICULTIES:
        if levels.has(name):
            row = levels.part(name)
            found[name] = Bandits(
                row.number("fighters", 1, 0, 8),
                row.number("attention", 100, 0, 100),
                row.number("marksmanship", 0, -6, 6),
                row.number("initiative", 0, -6, 6),
            )
            row.done()
    levels.done()
    if wishes.difficulty not in DIFFICULTIES:
        raise GameError(f"{quoted(wishes.difficulty)} is not a difficulty; there are {', '.join(DIFFICULTIES)}.")
    if not found:
        return None
    if wishes.difficulty not in found:
        raise GameError(f"This scenario has no {wishes.difficulty} bandits.")
    level = found[wishes.difficulty]
    return changed(level, fighters=wishes.bandits) if wishes.bandits else level


def _jets(whole: Fields, fight: Dogfight, wishes: Wishes, level: Bandits | None) -> Mapping[JetId, Jet]:
    """The jets of the scenario: the pilot's in the aircraft they want, as many bandits as are wanted."""
    own = next(iter(fight.sides))
    jets: dict[JetId, Jet] = {}
    fighters = 0
    for entry in whole.parts("jet"):
        jet = _jet(entry, fight)
        if jet.id in jets:
            raise GameError(f"The jet {quoted(jet.id)} is in the scenario twice; each id is used once.")
        if jet.crew == "player" and jet.side == own and wishes.aircraft:
            card = card_of(fight.options, wishes.aircraft)
            if not (card.guns or card.missiles):
                raise GameError(f"{card.name} carries no weapon; fly a fighter.", rule="JET-X12")
            jet = _armed(fight, changed(jet, type=card.name))
        if level is not None and jet.side != own:
            if jet.role == "fighter":
                fighters += 1
                if fighters > level.fighters:
                    continue
            jet = changed(jet, attention=level.attention, marksmanship=level.marksmanship, bonus=level.initiative)
        jets[jet.id] = changed(jet, speed=min(jet.speed, max_speed(fight, jet)))
    if level is not None and level.fighters > fighters:
        raise GameError(f"This scenario has at most {fighters} bandits.")
    return jets


def _jet(entry: Fields, fight: Dogfight) -> Jet:
    low, high = number(fight.options, "altitude_min"), number(fight.options, "altitude_max")
    side = entry.text("side")
    if side not in fight.sides:
        raise GameError(f"A jet flies for {quoted(side)}, which is not a side of this dogfight.")
    kind = card_of(fight.options, entry.text("type"))
    jet = Jet(
        id=entry.text("id"),
        name=entry.text("name"),
        side=side,
        type=kind.name,
        at=grid(fight).parse(entry.text("hex")),
        heading=entry.number("heading", None, 1, 6),
        altitude=entry.number("altitude", 5, low, high),
        speed=entry.number("speed", 4, 1, kind.max_speed),
        stores=None,
        crew="player" if entry.flag("player") else "doctrine",
        role="guarded" if entry.flag("guarded") else "fighter",
    )
    armed = _armed(fight, jet)
    held = armed.stores
    if held is None:
        raise ValueError("an armed jet has stores")
    fuel = entry.number("fuel", held.fuel, 0, 99)
    missiles = entry.number("missiles", held.missiles, 0, 9)
    guns = entry.number("guns", held.guns, 0, 9)
    entry.done()
    return changed(armed, stores=Stores(fuel, guns, missiles))


def _armed(fight: Dogfight, jet: Jet) -> Jet:
    """The jet with what its card carries and full tanks (JET-X12, JET-X15)."""
    kind = card(fight, jet)
    return changed(jet, stores=Stores(number(fight.options, "fuel_start"), kind.guns, kind.missiles))
