"""Places of work: colonies, and bases that stand alone in a colony's shape; and what they hold in garrison."""

from rules.cluster_war.model.economy.holds import recounted
from rules.cluster_war.model.state.designs import Design
from rules.cluster_war.model.state.holdings import Base, Colony
from rules.cluster_war.model.state.names import DesignId
from rules.cluster_war.model.unit_design.wounded import working
from rules.errors import IllegalOrderError
from rules.values import changed


def as_site(base: Base, design: Design) -> Colony:
    """A base that stands alone as a place of work: what works of its design's facilities, and no people (CW-9.6-04)."""
    design = working(design, base.wounds)
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
    return changed(site, garrison=recounted(site.garrison, design, -count), low_quality=low), gone


def add_units(site: Colony, design: DesignId, count: int, weak: int = 0) -> Colony:
    """The place with `count` units more in its garrison, `weak` of them crash-built."""
    low = recounted(site.low_quality, design, weak)
    return changed(site, garrison=recounted(site.garrison, design, count), low_quality=low)
