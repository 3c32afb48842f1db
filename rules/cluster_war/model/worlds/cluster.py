"""A whole cluster from settings and dice, with names for its stars (Appendix B). Each hex has rolls of its own, so no change
in one moves another."""

import re
from itertools import chain
from math import gcd
from typing import Final

from rules.cluster_war.model.state.common import HexId, Settings, tables
from rules.cluster_war.model.state.places import Body, Cluster, Special, StarSystem, numbers
from rules.cluster_war.model.worlds.planets import Maker, roll_bodies, roll_deep_space, roll_planetary, roll_wormhole
from rules.dice import Roller
from rules.values import GameError, quoted

_FIRST_WORDS: Final = (
    "Al Bel Cor Dral El Fen Gal Hal Ith Jor Kel Lan Mar Nor Or Pel Quin Ras Sel Tal Ul Ver Wen Yar Zan"
)
_MIDDLE_WORDS: Final = "a ad am an ar e en er i ib id il in ir o om on or u un"
_LAST_WORDS: Final = "bar ca dal dor fa gan ka lis lon ma mir na nis phar ra ris ron sa tar the thos va vis xa zen"
FIRST_SYLLABLES: Final = tuple(_FIRST_WORDS.split())
MIDDLE_SYLLABLES: Final = tuple(_MIDDLE_WORDS.split())
LAST_SYLLABLES: Final = tuple(_LAST_WORDS.split())
NAME_COUNT: Final = len(FIRST_SYLLABLES) * len(MIDDLE_SYLLABLES) * len(LAST_SYLLABLES)
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV")


def star_names(dice: Roller, number: int) -> tuple[str, ...]:
    """`number` different names (at most 12,500), stepping through all there are from one roll."""
    if number > NAME_COUNT:
        raise ValueError(f"there are {NAME_COUNT} names, not {number}")
    start, step = dice.roll("generation/names", NAME_COUNT, 2).faces
    while gcd(step, NAME_COUNT) != 1:
        step += 1
    return tuple(_name((start + step * i) % NAME_COUNT) for i in range(number))


def _name(index: int) -> str:
    rest, first = divmod(index, len(FIRST_SYLLABLES))
    last, middle = divmod(rest, len(MIDDLE_SYLLABLES))
    return FIRST_SYLLABLES[first] + MIDDLE_SYLLABLES[middle] + LAST_SYLLABLES[last]


def world_name(star: str, orbit: int) -> str:
    """What people call a planet: its star's name and its number from within, "Belanris IV"."""
    return f"{star} {ROMAN[orbit - 1] if orbit <= len(ROMAN) else orbit}"


SECTOR_HEXES: Final = 10
FEWEST_SECTORS: Final = 5
MOST_SECTORS: Final = 10
_SECTOR_NAME: Final = re.compile(r"([1-9]|10),([1-9]|10)")


def check_size(settings: Settings) -> None:
    """Refuse a cluster outside 5x5 to 10x10 sectors, or densities that cannot be; GameError (CW-B-01, CW-19.0-10)."""
    across, down = settings.sectors_across, settings.sectors_down
    if not (FEWEST_SECTORS <= across <= MOST_SECTORS and FEWEST_SECTORS <= down <= MOST_SECTORS):
        raise GameError(
            f"A cluster has {FEWEST_SECTORS} to {MOST_SECTORS} sectors each way; {across} by {down} cannot be made.",
            rule="CW-B-01",
        )
    for name in (*settings.sector_density, *settings.sector_percent):
        found = _SECTOR_NAME.fullmatch(name)
        if found is None or int(found[1]) > across or int(found[2]) > down:
            raise GameError(
                f"{quoted(name)} is not a sector of this cluster; sectors run from 1,1 to {across},{down}.",
                rule="CW-B-07",
            )
    for name, most in settings.sector_density.items():
        if not 0 <= most <= 6:
            raise GameError(f"Sector {name} can be occupied on 0 to 6 of a die, not on {most}.", rule="CW-B-07")
    for name, chance in settings.sector_percent.items():
        if not 0 <= chance <= 100:
            raise GameError(f"Sector {name} can be 0 to 100 per cent full, not {chance}.", rule="CW-19.0-10")


def occupied_of(settings: Settings, column: int, row: int) -> tuple[int, int]:
    """How a hex of this column and row is filled: the highest result that does, and the sides of the die.

    A sector with a percentage rolls 1d100 (CW-19.0-10), the others 1d6 (CW-B-04, CW-B-07).
    """
    sector = f"{(column - 1) // SECTOR_HEXES + 1},{(row - 1) // SECTOR_HEXES + 1}"
    if sector in settings.sector_percent:
        return settings.sector_percent[sector], 100
    usual = tables(settings)["CW-TAB-CHANCES"].number("occupied hex", "at most")
    return settings.sector_density.get(sector, usual), 6


def players_for(settings: Settings) -> tuple[int, int]:
    """The fewest and most players a cluster of this size suits: 15 to 10 sectors each (CW-B-02)."""
    sectors = settings.sectors_across * settings.sectors_down
    return sectors // 15, sectors // 10


BINARY_CODE: Final = "Bin"
WORMHOLE_CODE: Final = "Wrm"
WITHOUT_PLANETS: Final = ("va", "fl")


def generate(settings: Settings, dice: Roller) -> Cluster:
    """The cluster these dice make; GameError for a size or density that cannot be (CW-B-01 to CW-B-55)."""
    check_size(settings)
    columns, rows = settings.sectors_across * SECTOR_HEXES, settings.sectors_down * SECTOR_HEXES
    maker = Maker(settings, tables(settings), dice, columns, rows)
    occupied = [
        [occupied_of(settings, column, row) for row in range(1, rows + 1, SECTOR_HEXES)]
        for column in range(1, columns + 1, SECTOR_HEXES)
    ]
    names = star_names(dice, columns * rows)
    systems: dict[HexId, StarSystem] = {}
    for place, (number, name) in enumerate(zip(chain(*numbers(columns, rows)), names, strict=True)):
        most, sides = occupied[place // rows // SECTOR_HEXES][place % rows // SECTOR_HEXES]
        if dice.roll(f"generation/{number}/occupied", sides).total <= most:
            systems[number] = roll_system(maker, number, name)
    return Cluster(columns, rows, systems)


def roll_system(maker: Maker, here: HexId, name: str = "") -> StarSystem:
    """What an occupied hex holds; only stars are named (CW-B-05 to CW-B-34)."""
    return roll_contents(maker, here, roll_object(maker, here), name)


def roll_contents(maker: Maker, here: HexId, codes: tuple[str, ...], name: str = "") -> StarSystem:
    """What there is beside objects that are known already (CW-B-08 to CW-B-34)."""
    star = name if is_star(codes[0]) else ""
    bodies: tuple[Body, ...] = ()
    if may_have_planets(codes):
        special, bodies, destination = roll_planetary(maker, here, roll_bodies(maker, here, codes[0]))
    else:
        special, destination = roll_deep_space(maker, here)
    if maker.settings.natural_wormholes == "none":
        special, destination = _without_wormhole(special), ""
    if codes == (WORMHOLE_CODE,):
        text, end = roll_wormhole(maker, here, f"generation/{here}/wormhole")
        destination = end or destination
        if not end:
            special = _also(special, text)
    return StarSystem(here, codes, bodies, special, destination, star)


def _without_wormhole(special: Special | None) -> Special | None:
    """No wormhole hides anywhere in a campaign without natural ones (CW-4.0-24)."""
    return None if special is not None and special.kind.casefold() == "wormhole" else special


def _also(special: Special | None, wormhole: str) -> Special:
    """The special of a wormhole that leaves the map: the GM must know whither."""
    if special is None:
        return Special("Wormhole", (f"Wormhole: {wormhole}",))
    return Special(special.kind, (*special.details, f"Wormhole: {wormhole}"), special.orbit)


def roll_object(maker: Maker, here: HexId) -> tuple[str, ...]:
    """The object codes of an occupied hex; two stars for a binary (CW-B-05, CW-B-06).

    A wormhole is rolled again where the campaign has none (CW-4.0-24).
    """
    table = maker.tables["CW-B-T01"]
    code = table.by_roll(maker.dice.percent(f"generation/{here}/object").total)["code"]
    again = 1
    while code == WORMHOLE_CODE and maker.settings.natural_wormholes == "none":
        code = table.by_roll(maker.dice.percent(f"generation/{here}/object/{again}").total)["code"]
        again += 1
    if code != BINARY_CODE:
        return (code,)
    stars: list[str] = []
    attempt = 1
    while len(stars) < 2:
        face = maker.dice.percent(f"generation/{here}/binary/{attempt}").total
        found = table.by_roll(face)["code"]
        stars += [found] if is_star(found) else []
        attempt += 1
    return tuple(stars)


def is_star(code: str) -> bool:
    """Whether an object code is a star of a spectral class (CW-2.0-04)."""
    return code[0] in "OBAFGKM" and code[1:] in {"", "va", "g", "sg", "fl", "dw"}


def may_have_planets(codes: tuple[str, ...]) -> bool:
    """Stars have planets, but not beside a flare or variable star; nothing else has (CW-B-08)."""
    return all(is_star(code) and code[1:] not in WITHOUT_PLANETS for code in codes)
