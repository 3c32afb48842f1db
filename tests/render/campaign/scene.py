"""A rich late-game view of a 70x70 cluster, built without the generator, and the game master's view of it."""

from fractions import Fraction
from functools import cache
from random import Random

from rules.cluster_war.model.state.common import HexId, Settings
from rules.cluster_war.model.state.holdings import Base, Colony, Design, Fleet, Leg, Project, Ship, Transit
from rules.cluster_war.model.state.places import Link
from rules.cluster_war.model.state.sides import (
    BaseSighting,
    ColonySighting,
    FleetSighting,
    KnownBody,
    KnownSystem,
    Race,
    Side,
)
from rules.cluster_war.model.state.view import Income, View
from rules.hexes import Grid, disk, distance
from rules.values import Flag, changed

SIDES = (
    ("humans", "Humans", 0x4F8CFF),
    ("vermin", "Vermin", 0xD9A441),
    ("dominators", "Dominators", 0xC64FD0),
    ("oolab", "Oolab", 0x3FBF8F),
)
CODES = (
    ("O", 1), ("Ova", 1), ("Og", 1), ("Osg", 1), ("Ofl", 1), ("B", 5), ("A", 4), ("Adw", 1), ("F", 10), ("G", 15),
    ("K", 15), ("M", 12), ("Mva", 2), ("Mg", 2), ("Msg", 2), ("Mfl", 2), ("Neb", 15), ("Ast", 1), ("Grv", 1),
    ("Hyp", 1), ("Ion", 1), ("Rad", 1), ("Mag", 1), ("Neu", 1), ("Wrm", 2),
)  # fmt: skip
NAMES = (
    "Terra",
    "Nova Roma",
    "Halcyon",
    "Far Reach",
    "Cinder",
    "Ostrava",
    "Lüneburg",
    "Port Amity",
    "Gàidheal",
    "Bright Harbour",
)
SHIPS = (
    "Home Guard",
    "First Survey",
    "Long Patrol",
    "Colony Train",
    "Vanguard",
    "Étoile",
    "Picket 7",
    "Hammer",
    "Quiet Watch",
    "Relief",
)
HOMES = {"humans": "1816", "vermin": "5417", "dominators": "1555", "oolab": "5352"}
TURN = 14
SIZE = 70


def design(key: str, name: str, hull: int, cost: int) -> Design:
    """A starship design."""
    return Design(key, name, "ship", hull, cost, Fraction(2), lrs=1, prefix="DD")


def side(key: str) -> Side:
    """An empire with its roster."""
    name, colour = next((n, c) for k, n, c in SIDES if k == key)
    designs = {"dd": design("dd", "Destroyer", 3, 9), "surveyor": design("surveyor", "Surveyor", 4, 14)}
    return Side(key, name, colour, Race(name, "5555"), HOMES[key], 3, 35, designs)


def objects(chance: Random, size: int = SIZE) -> dict[HexId, tuple[str, ...]]:
    """What is on the map: about a third of the hexes, by the printed shares."""
    bag = [code for code, share in CODES for _ in range(share)]
    stars = [code for code in bag if code[0] in "OBAFGKM" and code != "Mag"]
    grid = Grid(size, size, "odd")
    found: dict[HexId, tuple[str, ...]] = {}
    for here in grid.all_hexes():
        if chance.randrange(6) < 2:
            binary = chance.randrange(100) == 0
            found[grid.number(here)] = (chance.choice(stars), chance.choice(stars)) if binary else (chance.choice(bag),)
    for home in HOMES.values():
        found[home] = ("G",)
    return found


def reach(places: list[HexId], radius: int, size: int = SIZE) -> frozenset[HexId]:
    """All hexes of the map within a radius of any of the places."""
    grid = Grid(size, size, "odd")
    return frozenset(grid.number(h) for place in places for h in disk(grid.parse(place), radius) if grid.contains(h))


def settle(owner: str, stars: list[HexId], number: int, chance: Random) -> dict[str, Colony]:
    """A home and `number` colonies near it."""
    grid = Grid(SIZE, SIZE, "odd")
    home = grid.parse(HOMES[owner])
    at = {star: grid.parse(star) for star in stars}
    near = sorted(stars, key=lambda s: (max(abs(at[s].q - home.q), abs(at[s].r - home.r)), s))[1:]
    places = [HOMES[owner], *chance.sample(near[: number * 3], number)]
    colonies = {}
    for index, here in enumerate(places):
        size = 120 if index == 0 else chance.randrange(2, 40)
        name = NAMES[index % len(NAMES)] if index < 14 else ""
        colony = Colony(f"{here}-3", owner, name, here, 3, size, shipyard_bays=12 if index == 0 else 0)
        colonies[colony.id] = colony
    return colonies


def fleets(
    owner: str, stars: list[HexId], colonies: dict[str, Colony], number: int, chance: Random
) -> tuple[dict[str, Fleet], dict[str, Ship]]:
    """Fleets at and between places, a third of them under way."""
    here = [c.hex for c in colonies.values()]
    grid = Grid(SIZE, SIZE, "odd")
    places = {star: grid.parse(star) for star in stars}
    now = (TURN - 1) * 4
    made: dict[str, Fleet] = {}
    ships: dict[str, Ship] = {}
    for index in range(1, number + 1):
        crew = tuple(f"{owner}/DD{index * 20 + n:02}" for n in range(chance.randrange(1, 7)))
        ships |= {ship: Ship(ship, owner, "dd") for ship in crew}
        at = chance.choice(here)
        start = grid.parse(at)
        close = [s for s, place in places.items() if 3 <= max(abs(place.q - start.q), abs(place.r - start.r)) <= 11]
        transit: Transit | None = None
        route: tuple[Leg, ...] = ()
        if index % 3 == 0:
            transit = Transit(at, chance.choice(close), now - chance.randrange(1, 6), now + chance.randrange(1, 9))
            if index % 2 == 0:
                route = (Leg(chance.choice(close)),)
        elif index % 4 == 0:
            at = chance.choice(close)
        name = SHIPS[index % len(SHIPS)] if index % 5 else ""
        key = f"{owner}-F{index}"
        made[key] = Fleet(key, owner, name, at, crew, route, transit, mission="patrol" if index % 2 else "none")
    return made, ships


def known(stars: list[HexId], seen: frozenset[HexId], chance: Random) -> dict[HexId, KnownSystem]:
    """Most systems in what was seen, scouted or surveyed."""
    systems = {}
    for here in stars:
        if here in seen and chance.randrange(3):
            surveyed = chance.randrange(2) == 0
            bodies = tuple(
                KnownBody(orbit, f"{chance.randrange(10)}555", max_cp=chance.randrange(4, 80) if surveyed else None)
                for orbit in range(1, chance.randrange(2, 6))
            )
            systems[here] = KnownSystem(here, "surveyed" if surveyed else "scouted", chance.randrange(1, TURN), bodies)
    return systems


@cache
def late_game(number: int = 26, fleet_number: int = 48) -> View:
    """The Humans' view in turn 14: an empire, three neighbours half known, most of the map never seen."""
    chance = Random(14)
    places = objects(chance)
    stars = sorted(
        h for h, codes in places.items() if codes[0] not in {"Neb", "Ast", "Grv", "Hyp", "Ion", "Rad", "Mag"}
    )
    colonies = settle("humans", stars, number, chance)
    own, ships = fleets("humans", stars, colonies, fleet_number, chance)
    homes = [c.hex for c in colonies.values()]
    grid = reach(homes, 2)
    standing = [f.hex for f in own.values() if f.transit is None]
    sighted = reach(homes, 3) | reach(standing, 2)
    seen = reach(homes, 8) | reach(standing, 6) | reach(["4020", "4422", "2840"], 5)
    weeks = {here: (TURN - 1) * 4 if here in sighted else chance.randrange(8, 50) for here in sorted(seen | sighted)}
    others = {s: settle(s, stars, 9, chance) for s, _, _ in SIDES if s != "humans"}
    spotted = {
        c.id: ColonySighting(c.id, c.side, c.hex, c.orbit, weeks.get(c.hex, 30), c.size if i % 2 else None)
        for held in others.values()
        for i, c in enumerate(held.values())
        if i < 6
    }
    near = sorted(here for here in stars if here in seen)
    contacts = {
        f"C{n}": FleetSighting(f"C{n}", SIDES[1 + n % 3][0], place, 1 + n % 6, 4 + n, weeks[place])
        for n, place in enumerate(chance.sample(near, 28), 1)
    }
    systems = known(stars, frozenset(weeks), chance)
    for index, here in enumerate(homes[:10]):
        systems[here] = changed(systems.get(here, KnownSystem(here, "surveyed", 1)), name=NAMES[index])
    return View(
        side="humans",
        turn=TURN,
        columns=SIZE,
        rows=SIZE,
        settings=Settings(),
        flags={key: Flag(key, name, colour) for key, name, colour in SIDES},
        me=side("humans"),
        objects=places,
        systems=systems,
        colonies=colonies,
        fleets=own,
        ships=ships,
        builds={},
        projects={"humans-P1": Project("humans-P1", "humans", "Shield theory", HOMES["humans"], 2)},
        foreign_fleets=contacts,
        foreign_colonies=spotted,
        grid=grid,
        sighted=sighted,
        seen=weeks,
        income=Income(214, 18, 0, 35),
        counters={"fleet": fleet_number},
        sides={},
        grids={},
        questions=(),
        met=("vermin", "oolab"),
    )


@cache
def game_master(number: int = 18, fleet_number: int = 40) -> View:
    """The game master's view of all four empires."""
    base = late_game()
    chance = Random(15)
    places = dict(base.objects)
    stars = sorted(
        h for h, codes in places.items() if codes[0] not in {"Neb", "Ast", "Grv", "Hyp", "Ion", "Rad", "Mag"}
    )
    colonies: dict[str, Colony] = {}
    own: dict[str, Fleet] = {}
    ships: dict[str, Ship] = {}
    grids = {}
    for key, _, _ in SIDES:
        held = settle(key, stars, number, chance)
        moving, crews = fleets(key, stars, held, fleet_number, chance)
        colonies |= held
        own |= moving
        ships |= crews
        grids[key] = reach([c.hex for c in held.values()], 2)
    return changed(
        base,
        side="",
        me=None,
        colonies=colonies,
        fleets=own,
        ships=ships,
        foreign_fleets={},
        foreign_colonies={},
        grid=frozenset(),
        sighted=frozenset(),
        seen={},
        sides={key: side(key) for key, _, _ in SIDES},
        grids=grids,
        income=Income(0, 0, 0, 0),
    )


def networked(view: View) -> View:
    """The same view with what a side with string drives, gates and bases knows: lines of every kind, and bases."""
    grid = Grid(SIZE, SIZE, "odd")
    near = [h for h in sorted(view.systems) if view.systems[h].level == "surveyed"]
    at = {here: grid.parse(here) for here in near}
    lines = [
        Link(min(here, there), max(here, there))
        for here in near
        for there in sorted(near, key=lambda h: (distance(at[here], at[h]), h))[1:3]
    ]
    homes = sorted(c.hex for c in view.colonies.values())
    lines.append(Link("2015", "2526", "wormhole"))
    lines.append(Link(homes[0], homes[-1], "wormhole"))
    lines.append(Link("1012", "1816", "gate"))
    lines.append(Link("1816", "2411", "held", "humans"))
    designs = {
        "ws": Design("ws", "Way Station", "base", 30, 100, lrs=1, comm=1, prefix="WS"),
        "fort": Design("fort", "Fort", "base", 60, 300, prefix="FT"),
    }
    me = None if view.me is None else changed(view.me, designs={**view.me.designs, **designs})
    sides = {key: changed(owner, designs={**owner.designs, **designs}) for key, owner in view.sides.items()}
    bases = {
        "humans/WS01": Base("humans/WS01", "humans", "ws", "Lantern", "1420", 2),
        "humans/WS02": Base("humans/WS02", "humans", "ws", "Halfway", "2221"),
        "humans/FT01": Base("humans/FT01", "humans", "fort", "Bastion", "1816", 1),
    }
    foreign = {"2313-2/vermin": BaseSighting("vermin", "2313", 2, 3, 90, (TURN - 1) * 4)}
    return changed(
        view,
        me=me,
        sides=sides,
        links=tuple(dict.fromkeys(lines)),
        bases=bases,
        foreign_bases={} if view.is_gm else foreign,
    )
