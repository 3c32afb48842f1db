"""Places of work: colonies, and bases that stand alone in a colony's shape; and what they hold in garrison."""

from collections.abc import MutableMapping
from dataclasses import replace
from typing import Protocol

from rules.cluster_war.economy.holds import recounted
from rules.cluster_war.state.designs import Design
from rules.cluster_war.state.holdings import Base, Colony
from rules.cluster_war.state.names import BaseId, ColonyId, DesignId, HexId
from rules.cluster_war.state.sides import Side
from rules.errors import IllegalOrderError, NotYoursError, quoted


class Places(Protocol):
    """Where a side's places are found, and replaced."""

    @property
    def owner(self) -> Side: ...

    @property
    def turn(self) -> int: ...

    @property
    def colonies(self) -> MutableMapping[ColonyId, Colony]: ...

    @property
    def bases(self) -> MutableMapping[BaseId, Base]: ...


def own_colony(places: Places, colony: ColonyId) -> Colony:
    """One of the side's colonies; NotYoursError names those it has."""
    found = places.colonies.get(colony)
    if found is None or found.side != places.owner.id:
        own = [f"{c.name} ({c.hex})" for c in places.colonies.values() if c.side == places.owner.id]
        raise NotYoursError(f"You have no colony {quoted(colony)}. Your colonies: {', '.join(own[:8]) or 'none'}.")
    return found


def find_site(places: Places, site: str) -> Colony:
    """An own colony, or an own base that stands and works, in a colony's shape; NotYoursError, IllegalOrderError."""
    base = places.bases.get(site)
    if base is None or base.side != places.owner.id:
        return own_colony(places, site)
    if base.towed_by or base.ready > places.turn:
        raise IllegalOrderError(f"{base.name} is not at work this turn.", rule="CW-5.1-08")
    return as_site(base, places.owner.designs[base.design])


def as_site(base: Base, design: Design) -> Colony:
    """A base that stands alone as a place of work: its design's facilities and no people."""
    return Colony(
        id=base.id,
        side=base.side,
        name=base.name,
        hex=base.hex,
        orbit=base.orbit,
        size=0,
        shipyard_bays=design.shipyard_bays,
        light_industry=design.light_industry,
        heavy_industry=design.heavy_industry,
        training=design.training,
        science_stations=design.science_stations,
        store=base.store,
        garrison=base.garrison,
        munitions=base.munitions,
        tooling=base.tooling,
        retooling=base.retooling,
        low_quality=base.weak,
        strip=base.strip,
    )


def bases_at(places: Places, hex_: HexId) -> list[Colony]:
    """A side's own bases in a hex that are at work, as places."""
    designs = places.owner.designs
    return [
        as_site(base, designs[base.design])
        for _, base in sorted(places.bases.items())
        if base.side == places.owner.id and base.hex == hex_ and not base.towed_by and base.ready <= places.turn
    ]


def put_site(places: Places, site: Colony) -> None:
    """Store a changed place of work."""
    base = places.bases.get(site.id)
    if base is None:
        places.colonies[site.id] = site
        return
    places.bases[site.id] = replace(
        base,
        store=site.store,
        garrison=site.garrison,
        munitions=site.munitions,
        tooling=site.tooling,
        retooling=site.retooling,
        weak=site.low_quality,
        strip=site.strip,
    )


def take_units(site: Colony, design: DesignId, count: int, *, weak: bool) -> tuple[Colony, int]:
    """The place without `count` units of its garrison, and how many of those were crash-built.

    `weak` takes the crash-built ones first, else they stay as long as others are there. IllegalOrderError with too few.
    """
    held = site.garrison.get(design, 0)
    if not 1 <= count <= held:
        raise IllegalOrderError(f"{site.name} holds {held} of them, not {count}.", rule="CW-6.6-04")
    flawed = site.low_quality.get(design, 0)
    gone = min(flawed, count) if weak else max(0, count - (held - flawed))
    low = recounted(site.low_quality, design, -gone)
    return replace(site, garrison=recounted(site.garrison, design, -count), low_quality=low), gone


def add_units(site: Colony, design: DesignId, count: int, weak: int = 0) -> Colony:
    """The place with `count` units more in its garrison, `weak` of them crash-built."""
    low = recounted(site.low_quality, design, weak)
    return replace(site, garrison=recounted(site.garrison, design, count), low_quality=low)
