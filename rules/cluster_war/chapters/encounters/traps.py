"""Alien weapons and traps that close on who enters their system (CW-B-19 to CW-B-26)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.cluster_war.chapters.detection.sensors import keep_light
from rules.cluster_war.chapters.detection.surveys import known_as
from rules.cluster_war.chapters.detection.unreported import fall_silent
from rules.cluster_war.chapters.encounters import outcomes, specials
from rules.cluster_war.chapters.encounters.foes import fight
from rules.cluster_war.chapters.movement.fleets import came_in, new_fleet_id, put_fleet, ships_of
from rules.cluster_war.chapters.terrain.week_and_month import meet_storm
from rules.cluster_war.model.events.encounters import TrapMet, TrapSprung
from rules.cluster_war.model.events.terrain import HoldsBroken, ShipStruck, ShipsWrecked, TerrainBraved
from rules.cluster_war.model.state.common import HexId, ShipId, SideId, short_id
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.places import Bound, Special, Weather, grid_of, neighbours
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.model.worlds.terrain import hazards_at
from rules.values import Cause, Modifier, changed

MECHANIZED: Final = "Mechanized"
CREWLESS: Final = frozenset({"crewless", "remote", "android"})
FIZZLED_TEXT: Final = "It died down at once."
STORM_CODES: Final = {"storm Grv": "GRV", "storm Ion": "ION", "storm Mag": "MAG"}


OF_THE_STORM: Final = (ShipStruck, ShipsWrecked, HoldsBroken, TerrainBraved)


@dataclass(slots=True)
class ClosingTrap:
    """A trap that closes on a side's fleets in a hex; what is told of it, and what it is made of, come together here."""

    turn: TurnState
    week: int
    hex: HexId
    side: SideId
    trap: str
    special: Special
    fleets: Sequence[Fleet]
    fate: specials.SceneDice
    words: list[str] = field(default_factory=list)
    odds: list[Modifier] = field(default_factory=list)
    lost: list[ShipId] = field(default_factory=list)

    def number(self, name: str) -> int:
        """A whole number of the traps' table."""
        return int(specials.trap_number(self.turn.settings, name))

    def dice(self, name: str) -> int:
        """Dice of the traps' table, rolled."""
        return self.fate.sum(name.replace(" ", "-"), specials.trap_number(self.turn.settings, name))

    def works(self, what: str) -> bool:
        """Whether a trap of 95 per cent takes effect (CW-B-21)."""
        chance = self.number("chance")
        if not self.odds:
            self.odds.append(Modifier(chance, "% chance that it takes effect"))
        return self.fate.hundred(what) <= chance


def spring_traps(turn: TurnState, week: int) -> None:
    """Traps close on fleets that have come into their systems this week, side by side (CW-12.1-04)."""
    if turn.settings.encounters != "played":
        return
    came = came_in(turn, week)
    places = sorted({f.hex for key in came if (f := turn.fleets.get(key)) is not None and f.transit is None})
    for hex_ in places:
        for side in sorted({f.side for f in turn.fleets.at(hex_) if f.id in came}):
            system = turn.cluster.systems.get(hex_)
            special = None if system is None or system.hidden else system.special
            fleets = [f for f in outcomes.fleets_there(turn, side, hex_) if f.id in came]
            if special is not None and fleets and specials.trap_of(special, turn.settings):
                spring(turn, week, hex_, fleets, special, looked=False)


def spring(
    turn: TurnState, week: int, hex_: HexId, fleets: Sequence[Fleet], special: Special, *, looked: bool = True
) -> ClosingTrap:
    """A trap closes on fleets of one side; its survivors tell of it, the game master hears all. `looked` as in `tell_missing`."""
    trap, side = specials.sleeping_trap(special, turn.settings), fleets[0].side
    row = specials.trap_row(turn.settings, trap)
    fate, told = specials.SceneDice(turn, side, f"trap/{hex_}/{week - turn.first_week}"), len(turn.events)
    snare = ClosingTrap(turn, week, hex_, side, trap=trap, special=special, fleets=fleets, fate=fate)
    SNARES[row["does"]](snare)
    if row["stays"] == "no":
        specials.put_special(turn, hex_, None)
    cause = Cause(row["rule"], fleets[0].order, tuple(snare.odds), tuple(snare.fate.rolls))
    text = " ".join((f"{row['seen']}.", *snare.words))
    turn.say(TrapSprung(hex_, week, trap, tuple(f.id for f in fleets), text, cause=cause, seen_by=()))
    alive = any(f.id in turn.fleets for f in fleets)
    if alive or outcomes.is_witnessed(turn, side, hex_):
        turn.tell_side(TrapMet(side, hex_, week, text, tuple(snare.lost), cause=cause))
        _note(turn, side, hex_, f"{row['seen']}.")
    else:
        _silence(turn, told, side)
        outcomes.tell_missing(turn, week, fleets, looked=looked)
    return snare


def _silence(turn: TurnState, first: int, side: SideId) -> None:
    """Of what a storm did to ships of which nobody is left, the game master alone hears (CW-13.0-04)."""
    for at in range(first, len(turn.events)):
        event = turn.events[at]
        if isinstance(event, OF_THE_STORM) and event.side == side:
            turn.events[at] = changed(event, seen_by=())


def _note(turn: TurnState, side: SideId, hex_: HexId, text: str) -> None:
    """Survivors put it on their side's sheet of the system."""
    known, system = turn.knowledge[side], turn.cluster.systems.get(hex_)
    if system is None:
        return
    entry = known.systems.get(hex_) or known_as(system, "map", turn.turn)
    if text not in entry.notes:
        entry = changed(entry, notes=(*entry.notes, text))
        turn.learn(side, systems={**known.systems, hex_: entry})


def _alive(snare: ClosingTrap) -> list[Fleet]:
    return [f for f in (snare.turn.fleets.get(f.id) for f in snare.fleets) if f is not None]


def _ships(snare: ClosingTrap) -> list[ShipId]:
    return [ship.id for fleet in _alive(snare) for ship in ships_of(snare.turn, fleet)]


def _storm(snare: ClosingTrap) -> None:
    """A storm of force 1d3-1 stands in the hex from now on, and who raised it is in it (CW-B-20, ruling R-168)."""
    turn = snare.turn
    code = STORM_CODES[specials.trap_row(turn.settings, snare.trap)["does"]]
    if code not in turn.settings.terrain:
        snare.words.append(FIZZLED_TEXT)
        return
    force = snare.dice("storm force")
    raged = code in hazards_at(turn, snare.hex)
    raise_storm(turn, snare.hex, code, force, fixed=True)
    snare.odds.append(Modifier(force, "force of the storm"))
    snare.words.append(f"Its force is {force}.")
    if not raged:
        before = {s for f in snare.fleets for s in f.ships}
        meet_storm(turn, [f.id for f in snare.fleets], snare.hex, snare.week, code)
        snare.lost += sorted(s for s in before if s not in turn.ships)


def raise_storm(turn: TurnState, hex_: HexId, code: str, force: int, *, fixed: bool) -> None:
    """A storm of a code of terrain ("ION") rages in a hex beside what the map shows there (CW-B-20, CW-A-32). A `fixed` one keeps
    its force; the force of others is rolled for again each turn (CW-14.0-11)."""
    before = turn.weather.get(hex_, Weather())
    force_now = {**before.force, code: force}
    kept = tuple(sorted({*before.fixed, code})) if fixed else tuple(kind for kind in before.fixed if kind != code)
    raised = tuple(sorted({*before.raised, code}))
    turn.weather[hex_] = changed(before, force=force_now, fixed=kept, raised=raised)


def _bomb(snare: ClosingTrap) -> None:
    """The leading ship sets off a nuclear bomb of level 1d4, on 1 to 95 (CW-B-21)."""
    ship = outcomes.leader(snare.turn, snare.fleets)
    name = ship.name or short_id(ship.id)
    if not snare.works("bomb"):
        snare.words.append(f"It did not go off under {name}.")
        return
    level = snare.dice("bomb level")
    snare.odds.append(Modifier(level, "level of the bomb"))
    gone = outcomes.hit(snare.turn, snare.week, _alive(snare), {ship.id: level * snare.number("bomb damage")})
    snare.lost += gone
    snare.words.append(f"{name} took a blast of level {level}{' and is gone' if gone else ''}.")


def _bind(snare: ClosingTrap, ships: Sequence[ShipId], bound: Bound) -> None:
    """Keep ships where they are: whole fleets as they are, parts of one as a fleet of their own."""
    for before in _alive(snare):
        held = tuple(s for s in before.ships if s in ships)
        if not held:
            continue
        outcomes.stop(snare.turn, before.id)
        fleet = snare.turn.fleets[before.id]
        if len(held) < len(fleet.ships):
            key = new_fleet_id(snare.turn, fleet.side)
            put_fleet(
                snare.turn, changed(fleet, id=key, name=f"{fleet.name}, held", ships=held, bound=bound, mission="none")
            )
            put_fleet(snare.turn, changed(fleet, ships=tuple(s for s in fleet.ships if s not in held)))
        else:
            put_fleet(snare.turn, changed(fleet, bound=bound, mission="none"))


def _siphon(snare: ClosingTrap) -> None:
    """The ships cannot act for a week, until they are restored (CW-B-22)."""
    weeks = snare.number("siphon weeks")
    _bind(snare, _ships(snare), Bound("siphon", snare.hex, snare.week + weeks))
    snare.odds.append(Modifier(weeks, "week in which nothing works"))
    snare.words.append(f"Nothing works aboard for {weeks} week{'' if weeks == 1 else 's'}.")


def _drain(snare: ClosingTrap) -> None:
    """As a computer siphon; crews of machines are lost on 1 to 95, ship by ship (CW-B-21, CW-B-22)."""
    turn = snare.turn
    gone = [s for s in _ships(snare) if _is_mechanical(turn, s) and snare.works(f"crew/{short_id(s)}")]
    _lose_crews(snare, gone)
    if _alive(snare):
        _siphon(snare)


def _neural(snare: ClosingTrap) -> None:
    """Biological crews are lost on 1 to 95, ship by ship (CW-B-21)."""
    turn = snare.turn
    _lose_crews(snare, [s for s in _ships(snare) if not _is_mechanical(turn, s) and snare.works(f"crew/{short_id(s)}")])
    if _alive(snare) and not snare.words:
        snare.words.append("Nobody aboard felt anything.")


def _is_mechanical(turn: TurnState, key: ShipId) -> bool:
    ship = turn.ships[key]
    side = turn.sides[ship.side]
    return side.race.biology.startswith(MECHANIZED) or bool(CREWLESS & {*side.designs[ship.design].traits})


def _lose_crews(snare: ClosingTrap, ships: Sequence[ShipId]) -> None:
    if ships:
        names = ", ".join(short_id(s) for s in ships)
        outcomes.lose(snare.turn, snare.week, _alive(snare), ships)
        snare.lost += ships
        snare.words.append(f"Nobody is left alive aboard {names}.")


def _field(snare: ClosingTrap) -> None:
    """No FTL, jump or skip drive works in the system: what holds who wants to leave is in `movement` (CW-B-23)."""
    for fleet in _alive(snare):
        outcomes.stop(snare.turn, fleet.id)
    weeks = snare.number("field weeks")
    snare.words.append(f"To get out, a fleet takes {weeks} weeks under ordinary drive to the edge of the field.")


def _battery(snare: ClosingTrap) -> None:
    """It is awake from now on, and fires week by week (CW-B-24)."""
    specials.put_special(snare.turn, snare.hex, specials.with_line(snare.special, specials.AWAKE_LABEL, "yes"))


def _nova(snare: ClosingTrap) -> None:
    """The ships and the system are gone on 1 to 95 (CW-B-21)."""
    turn = snare.turn
    if not snare.works("nova"):
        snare.words.append("Nothing happened.")
        return
    snare.words.append("The star is gone, and all that went around it.")
    for side in sorted({f.side for f in turn.fleets.at(snare.hex) if f.transit is None}):
        fleets = outcomes.fleets_there(turn, side, snare.hex)
        ships = tuple(s for f in fleets for s in f.ships)
        outcomes.lose(turn, snare.week, fleets, ships)
        if side == snare.side:
            snare.lost += ships
        else:
            outcomes.tell_missing(turn, snare.week, fleets)
    _tell_silent(turn, snare.hex, snare.week)
    burn_system(turn, snare.hex)


def _tell_silent(turn: TurnState, hex_: HexId, week: int) -> None:
    """Whoever has colonies or bases in a system that ends hears that nothing more comes from them, and not why (CW-13.0-04)."""
    for side in sorted(turn.sides):
        worlds = [f"{c.name} ({c.id})" for c in turn.colonies.at(hex_) if c.side == side]
        bases = [b.name or short_id(b.id) for b in turn.bases.at(hex_) if b.side == side]
        if worlds or bases:
            fall_silent(turn, side, hex_, week, (*worlds, *bases))


def burn_system(turn: TurnState, hex_: HexId) -> None:
    """A star, its worlds and all that was on and over them are gone; the light is on every map until its side looks there, this
    week or years later (CW-12.1-02)."""
    for colony in [c.id for c in turn.colonies.at(hex_)]:
        del turn.colonies[colony]
        turn.surfaces.pop(colony, None)
        for build in [b.id for b in turn.builds.at(colony)]:
            del turn.builds[build]
    for base in [b.id for b in turn.bases.at(hex_)]:
        del turn.bases[base]
        for build in [b.id for b in turn.builds.at(base)]:
            del turn.builds[build]
    system = turn.cluster.systems[hex_]
    keep_light(turn, sorted(turn.sides), hex_, system.codes, ())
    turn.cluster = changed(turn.cluster, systems={h: s for h, s in turn.cluster.systems.items() if h != hex_})


def _mines(snare: ClosingTrap) -> None:
    """A large minefield: each ship takes damage."""
    points = {
        s: snare.fate.sum(f"mines/{short_id(s)}", specials.trap_number(snare.turn.settings, "mine damage"))
        for s in _ships(snare)
    }
    gone = outcomes.hit(snare.turn, snare.week, _alive(snare), points)
    snare.lost += gone
    snare.odds.append(Modifier(sum(points.values()), "points of damage"))
    snare.words.append(
        f"{', '.join(short_id(s) for s in gone)} lost to mines." if gone else "The mines have left their marks."
    )


def _throw(snare: ClosingTrap, to: HexId) -> None:
    for fleet in _alive(snare):
        outcomes.stop(snare.turn, fleet.id)
        put_fleet(snare.turn, changed(snare.turn.fleets[fleet.id], hex=to, mission="none"))
    snare.words.append(f"We are in {to} now.")


def _hole(snare: ClosingTrap) -> None:
    """Ships are thrown through a one-way worm hole, to any other hex of the map (CW-B-25)."""
    cluster = snare.turn.cluster
    grid = grid_of(cluster.columns, cluster.rows)
    others = [h for h in (grid.number(each) for each in grid.all_hexes()) if h != snare.hex]
    _throw(snare, others[snare.fate.throw("hole", len(others)).total - 1])


def _channel(snare: ClosingTrap) -> None:
    """Ships are flung out of the system, to a hex beside it (CW-B-25)."""
    beside = sorted(h for h in neighbours(snare.turn.cluster, snare.hex) if h != snare.hex)
    _throw(snare, beside[snare.fate.throw("channel", len(beside)).total - 1])


def _stasis(snare: ClosingTrap) -> None:
    """Ship and crew are frozen in time on 1 to 95, ship by ship, until the game master frees them (CW-B-21)."""
    held = [s for s in _ships(snare) if snare.works(f"stasis/{short_id(s)}")]
    if held:
        _bind(snare, held, Bound("stasis", snare.hex))
        snare.words.append(f"{', '.join(short_id(s) for s in held)} do not answer, and do not move.")


def _duel(snare: ClosingTrap, foe: str) -> None:
    fought = fight(snare.turn, snare.week, _alive(snare), foe, 1, specials.hurt_of(snare.special))
    snare.lost += fought.lost
    snare.words.append(fought.text)
    left = (
        specials.with_line(
            specials.with_line(snare.special, specials.AWAKE_LABEL, "yes"), specials.HURT_LABEL, f"{fought.hurt} %"
        )
        if fought.left
        else None
    )
    specials.put_special(snare.turn, snare.hex, left)


SNARES: Final[Mapping[str, Callable[[ClosingTrap], None]]] = {
    **dict.fromkeys(STORM_CODES, _storm),
    "bomb": _bomb,
    "siphon": _siphon,
    "drain": _drain,
    "neural": _neural,
    "field": _field,
    "battery": _battery,
    "nova": _nova,
    "mines": _mines,
    "hole": _hole,
    "channel": _channel,
    "stasis": _stasis,
    "fight platform": lambda snare: _duel(snare, "platform"),
    "fight planetoid": lambda snare: _duel(snare, "planetoid"),
}
"""What each trap does, by the words of its row."""
