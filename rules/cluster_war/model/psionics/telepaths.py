"""Minds at a distance: who speaks with home and who hears it there; ghost ships, disguises and silence (CW-15.1-12,
CW-15.1-13, -16, -17).

A ghost is shown to those it deludes as a fleet of its side with so many ships and hull spaces. Its key starts with a sign no
side's id has, so that it never meets a fleet.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Protocol

from rules.cluster_war.model.psionics.abilities import is_reached
from rules.cluster_war.model.psionics.units import DELUSION, TELEPATHY, can_act, unit_abilities, working_abilities
from rules.cluster_war.model.state.common import BaseId, ColonyId, DesignId, FleetId, Settings, ShipId, SideId
from rules.cluster_war.model.state.holdings import Base, Colony, Design, Fleet, Ship
from rules.cluster_war.model.state.psionics import Ghost, Minds, Silence, Sway, is_deluded, lasts
from rules.cluster_war.model.state.sides import PSIONIC, Officer, Side
from rules.cluster_war.model.state.war import OfficerId

TELEPATH_TALENT: Final = "advanced telepathy"
"""How an officer's talent names the ability."""


class PsionicWorld(Protocol):
    """The true state of things: a state or a turn's draft."""

    @property
    def settings(self) -> Settings: ...

    @property
    def sides(self) -> Mapping[SideId, Side]: ...

    @property
    def colonies(self) -> Mapping[ColonyId, Colony]: ...

    @property
    def bases(self) -> Mapping[BaseId, Base]: ...

    @property
    def fleets(self) -> Mapping[FleetId, Fleet]: ...

    @property
    def ships(self) -> Mapping[ShipId, Ship]: ...

    @property
    def officers(self) -> Mapping[OfficerId, Officer]: ...


def speaks_afar(ship: Ship, designs: Mapping[DesignId, Design], week: int, settings: Settings) -> bool:
    """Whether a ship has a unit of advanced telepaths aboard that can act: its own crew, or forces it carries."""
    if TELEPATHY in working_abilities(ship, designs[ship.design], week, settings):
        return True
    carried = (designs[d] for d, count in ship.crates.items() if count and d in designs)
    return can_act(ship, week) and any(TELEPATHY in unit_abilities(design, settings) for design in carried)


def hears_afar(world: PsionicWorld, side: SideId, week: int) -> bool:
    """Whether a unit or officer of advanced telepaths is at a side's home world to hear those far away."""
    owner, settings = world.sides[side], world.settings
    designs = owner.designs
    able = {key for key, design in designs.items() if TELEPATHY in unit_abilities(design, settings)}
    if able:
        home = world.colonies.get(f"{owner.home}-{owner.home_orbit}")
        if home is not None and home.side == side and any(n and d in able for d, n in home.garrison.items()):
            return True
        if any(b.side == side and b.hex == owner.home and b.design in able for b in world.bases.values()):
            return True
        near = (f for f in world.fleets.values() if f.side == side and f.hex == owner.home and f.transit is None)
        if any(speaks_afar(world.ships[ship], designs, week, settings) for fleet in near for ship in fleet.ships):
            return True
    return settings.psionics and any(
        officer.side == side and _is_telepath(officer) and _at_home(world, owner, officer)
        for officer in world.officers.values()
    )


def in_touch(world: PsionicWorld, fleet: Fleet, week: int) -> bool:
    """Whether a fleet is in touch with home by telepaths, however far away it is (CW-15.1-12)."""
    designs = world.sides[fleet.side].designs
    aboard = (world.ships[ship] for ship in fleet.ships)
    return any(speaks_afar(s, designs, week, world.settings) for s in aboard) and hears_afar(world, fleet.side, week)


def _is_telepath(officer: Officer) -> bool:
    return any(talent.startswith(PSIONIC) and TELEPATH_TALENT in talent.casefold() for talent in officer.talents)


def _at_home(world: PsionicWorld, owner: Side, officer: Officer) -> bool:
    """Whether an officer is at the home world: there, aboard something there, or in the pool, which is kept there."""
    if officer.post is None:
        return True
    unit = officer.post.unit.partition("|")[0]
    if unit in world.colonies or unit in world.bases:
        place = world.colonies.get(unit) or world.bases.get(unit)
        return place is not None and place.hex == owner.home
    return any(
        unit in f.ships and f.hex == owner.home and f.transit is None
        for f in world.fleets.values()
        if f.side == owner.id
    )


GHOST_PREFIX: Final = "~~ghost/"
NO_SILENCE: Final = Silence(until=-1)


class Minded(Protocol):
    """A state or a turn's draft, as far as it knows of minds."""

    @property
    def turn(self) -> int: ...

    @property
    def minds(self) -> Minds: ...

    @property
    def sides(self) -> Mapping[SideId, Side]: ...

    @property
    def settings(self) -> Settings: ...


def ghost_key(ghost: Ghost) -> FleetId:
    """The key of a ghost among fleets: "~~ghost/G3"."""
    return f"{GHOST_PREFIX}{ghost.id}"


def ghosts_before(world: Minded, side: SideId) -> Iterator[Ghost]:
    """The ghosts in the minds of a side in this turn, by their ids; none in minds that no delusion reaches (CW-15.0-10)."""
    if not world.minds.ghosts or not is_reached(world.sides[side], DELUSION, world.settings):
        return
    for _, ghost in sorted(world.minds.ghosts.items()):
        if lasts(ghost.until, world.turn) and is_deluded(ghost.seen_by, ghost.side, side):
            yield ghost


def as_fleet(ghost: Ghost) -> Fleet:
    """A ghost as a fleet without ships of its own."""
    return Fleet(ghost_key(ghost), ghost.side, "", ghost.hex, ())


def size_as_seen(world: Minded, side: SideId, fleet: Fleet, size: tuple[int, int]) -> tuple[int, int]:
    """The ships and hull spaces that a side sees of a fleet of this `size`: those of its disguise, if it has one."""
    worn = world.minds.disguises.get(fleet.id)
    if worn is None or not lasts(worn.until, world.turn) or not is_deluded(worn.seen_by, fleet.side, side):
        return size
    return (worn.ships, worn.hull) if is_reached(world.sides[side], DELUSION, world.settings) else size


def seen_size(world: Minded, side: SideId, fleet: Fleet, size: tuple[int, int]) -> tuple[int, int]:
    """As `size_as_seen`, for ghosts as well."""
    if not fleet.id.startswith(GHOST_PREFIX):
        return size_as_seen(world, side, fleet, size)
    ghost = world.minds.ghosts[fleet.id.removeprefix(GHOST_PREFIX)]
    return ghost.ships, ghost.hull


def silence_of(world: Minded, fleet: FleetId) -> Silence:
    """The communications silence that a fleet keeps in this turn; level 0 and no surprise without one."""
    kept = world.minds.silences.get(fleet)
    return kept if kept is not None and lasts(kept.until, world.turn) else NO_SILENCE


def sway_over(world: Minded, unit: str) -> Sway | None:
    """The hold over a unit or colony in this turn, None without one."""
    held = world.minds.sways.get(unit)
    return held if held is not None and lasts(held.until, world.turn) else None


def caught_key(turn: int, hex_: str, side: SideId) -> str:
    """How `Minds.caught` names a side that is surprised in a turn and hex whatever it foresees (CW-15.1-04)."""
    return f"{turn}/{hex_}/{side}"


def known_to(minds: Minds, side: SideId, turn: int, fleets: Mapping[FleetId, Fleet]) -> Minds:
    """What of all this a side knows: its own ghosts, disguises and silences, and its holds over its own units and over colonies,
    whose ids all know."""
    return Minds(
        ghosts={key: g for key, g in minds.ghosts.items() if g.side == side and lasts(g.until, turn)},
        disguises={key: d for key, d in minds.disguises.items() if key in fleets and lasts(d.until, turn)},
        silences={key: s for key, s in minds.silences.items() if key in fleets and lasts(s.until, turn)},
        sways={
            key: s
            for key, s in minds.sways.items()
            if s.by == side and lasts(s.until, turn) and _is_known_to(key, side)
        },
        crafts={key: text for key, text in minds.crafts.items() if key.partition("/")[0] == side},
    )


def _is_known_to(key: str, side: SideId) -> bool:
    owner, slash, _ = key.partition("/")
    return not slash or owner == side
