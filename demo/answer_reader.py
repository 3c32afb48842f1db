"""What a player reads off the bot's answers: fleets, stars, worlds, projects, money. Nothing here knows more than the text."""

import re

from demo.stage import Actor
from playtest.player import full_text
from rules.hexes import Grid, distance
from rules.values import Value

CLUSTER_SIZE = 70
"""Hexes across and down the campaign's cluster, as every player can count them on the map."""
_GRID = Grid(CLUSTER_SIZE, CLUSTER_SIZE, low="odd")
_FLEET = re.compile(r"(?P<name>.+) \((?:at (?P<at>\d{4})|to (?P<to>\d{4}), (?P<eta>.+)), (?P<ships>\d+) ships?\)")
_KNOWN = re.compile(
    r"^(?:\*\*new\*\* )?(\d{4})(?: .*?)? · (map|scouted|surveyed) \(turn (\d+)\) · (\d+) worlds", re.MULTILINE
)
_WORLD = re.compile(r"^\s+(\d{4}) .*?orbit (\d+): STEP (\w{4}), up to (\d+) CPs at ([\d.]+) CPs? each", re.MULTILINE)
_ETA = re.compile(r"turn (\d+)(?:, week (\d))?")
_LEFT = re.compile(r"left (\d+)\*\*")
_CARGO = re.compile(r"cargo (\d+) of (\d+) CPs")
_SHIP = re.compile(r"`([A-Z]+\d+)`")
_PART = re.compile(r"^Your (fleets|colonies): .*\n((?:  .*\n)*)", re.MULTILINE)
_OWN_FLEET = re.compile(r": F\d+ (?P<name>.+?), (?P<ships>\d+) ships?")
_SIZE = re.compile(r", size (\d+) CPs")
_PROJECT = re.compile(r"(?P<name>.+) \(step \d+ of \d+, \d+ CPs\)")


class ListedFleet(Value):
    """A fleet of one's own as the list of suggestions shows it."""

    id: str
    name: str
    at: str
    """Its hex; "" in FTL space."""
    to: str
    arrives: int
    """The turn in which it arrives; 0 when it lies still."""
    ships: int


class KnownWorld(Value):
    """A free surveyed world."""

    hex: str
    orbit: int
    most: int
    each: float
    """CPs that each CP of size costs."""

    @property
    def key(self) -> str:
        """As commands take it."""
        return f"{self.hex}-{self.orbit}"


class EmpireHoldings(Value):
    """What an empire holds."""

    fleets: frozenset[str]
    """Their names."""
    ships: int
    colonies: int
    size: int
    """CPs of all colonies together."""

    def exceeds(self, other: "EmpireHoldings") -> bool:
        """Whether it is more than another: larger colonies in all, and more colonies and ships together."""
        return self.size > other.size and self.colonies + self.ships > other.colonies + other.ships


async def fleets(actor: Actor) -> dict[str, ListedFleet]:
    """Own fleets by name."""
    found = {}
    for choice in await actor.suggest("fleet show", "fleet"):
        match = _FLEET.fullmatch(choice.name)
        if match:
            eta = _ETA.search(match["eta"] or "")
            arrives = int(eta[1]) if eta else 0
            at, to = match["at"] or "", match["to"] or ""
            found[match["name"]] = ListedFleet(str(choice.value), match["name"], at, to, arrives, int(match["ships"]))
    return found


async def stars(actor: Actor, home: str, reach: int) -> tuple[str, ...]:
    """Hexes with something on the cluster map around home, column by column, as the suggestions list them."""
    column = int(home[:2])
    found: dict[str, None] = {}
    for each in range(max(1, column - reach), min(CLUSTER_SIZE, column + reach) + 1):
        for choice in await actor.suggest("fleet move", "to", f"{each:02d}"):
            value = str(choice.value)
            if value[:2] == f"{each:02d}" and hexes_apart(home, value) <= reach:
                found[value] = None
    return tuple(sorted(found, key=lambda hex_: (hexes_apart(home, hex_), hex_)))


async def known_levels(actor: Actor) -> dict[str, str]:
    """How well each known system is known: hex -> level."""
    return {hex_: level for hex_, level, _, _ in _KNOWN.findall(full_text(await actor.use("empire known")))}


async def worlds(actor: Actor, home: str, reach: int) -> tuple[KnownWorld, ...]:
    """Worlds worth settling around home, the cheapest growth first, from the map in words."""
    text = full_text(await actor.use("map text", around=home, radius=reach))
    found = []
    for hex_, orbit, _, most, each in _WORLD.findall(text):
        found.append(KnownWorld(hex_, int(orbit), int(most), float(each)))
    return tuple(sorted(found, key=lambda w: (w.each, hexes_apart(home, w.hex), -w.most)))


async def cargo(actor: Actor, fleet: str) -> tuple[int, int]:
    """CPs aboard a fleet and its room for them in all."""
    match = _CARGO.search((await actor.use("fleet show", fleet=fleet)).text())
    return (int(match[1]), int(match[2])) if match else (0, 0)


async def ships_of(actor: Actor, fleet: str) -> list[str]:
    """The ships of a fleet as its sheet lists them."""
    return _SHIP.findall((await actor.use("fleet show", fleet=fleet)).text())


async def projects(actor: Actor) -> dict[str, str]:
    """Running projects: name -> id."""
    found = {}
    for choice in await actor.suggest("research fund", "project"):
        match = _PROJECT.fullmatch(choice.name)
        if match:
            found[match["name"]] = str(choice.value)
    return found


def holdings(text_map: str) -> EmpireHoldings:
    """What a side holds by its map in words."""
    parts = dict(_PART.findall(text_map))
    own, sizes = _OWN_FLEET.findall(parts.get("fleets", "")), _SIZE.findall(parts.get("colonies", ""))
    return EmpireHoldings(
        frozenset(name for name, _ in own), sum(int(n) for _, n in own), len(sizes), sum(map(int, sizes))
    )


def money_left(text: str) -> int:
    """CPs left on a receipt."""
    match = _LEFT.search(text)
    return int(match[1]) if match else 0


def hexes_apart(a: str, b: str) -> int:
    """Hexes between two hex numbers, counted on the map (odd columns lie half a hex lower)."""
    return distance(_GRID.parse(a), _GRID.parse(b))
