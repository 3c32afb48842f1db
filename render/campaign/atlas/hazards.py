"""What an atlas needs to warn of a route as an order's preview does: terrain by hex with its odds, what waits in systems, what of
a fleet is open to it and what keeps it from leaving (CW-14.0-04, CW-12.1-04, CW-B-21 to CW-B-24)."""

from fractions import Fraction
from typing import Final

from render.page.page import Json
from render.words.safe_text import bare
from rules.cluster_war.chapters.encounters.known_specials import (
    BONDS,
    HARMFUL,
    battery_range,
    bound_words,
    danger_of,
    in_known_field,
    is_battery,
    known_specials,
)
from rules.cluster_war.chapters.encounters.specials import trap_number
from rules.cluster_war.chapters.terrain.forecast import HYPERMASS, exposure, known_hazards
from rules.cluster_war.chapters.terrain.ship_damage import RULE_OF, TABLES, chance, number
from rules.cluster_war.chapters.terrain.strikes import CRAFT, ZONES
from rules.cluster_war.chapters.terrain.week_and_month import CROSSED, zone_of
from rules.cluster_war.model.state.names import HexId
from rules.cluster_war.model.state.units import Fleet
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.worlds.terrain import NAMES, STORMS, STRONGEST

UNKNOWN: Final = ""
"""In the table of odds: the force that nobody knows, and terrain without any."""


def risks(view: View) -> dict[str, Json]:
    """What is the same for all routes of a turn: odds by kind and force, names, rules; nothing where terrain harms nobody."""
    if view.me is None or not view.settings.terrain:
        return {}
    odds: dict[str, Json] = {}
    for kind in TABLES:
        forces = range(STRONGEST + 1) if kind in STORMS else ()
        odds[kind] = {
            UNKNOWN if force is None else str(force): [
                *_parts(chance(kind, force, view.settings)),
                *_parts(chance(kind, force, view.settings, deadly=True)),
            ]
            for force in (None, *forces)
        }
    told: dict[str, Json] = {
        "odds": odds,
        "names": dict(NAMES),
        "rules": {**RULE_OF, **ZONES, "hypermass": HYPERMASS, "craft": CRAFT},
        "crossed": list(CROSSED),
        "casualties": number("radiation casualties", view.settings),
    }
    return {"risks": told}


def _parts(share: Fraction) -> tuple[int, int]:
    return share.numerator, share.denominator


def dangers(view: View) -> dict[str, Json]:
    """Hexes that may harm who enters: kinds of terrain, the forces of storms with the turn they are of, the radiation zone, and
    what is known to wait there, each with its rule."""
    if view.me is None:
        return {}
    found: dict[HexId, dict[str, Json]] = {}
    for here in sorted({*view.objects, *view.weather}) if view.settings.terrain else ():
        kinds = known_hazards(view, here)
        if not (zone_of(kinds) or {*TABLES, "HYP"} & {*kinds}):
            continue
        seen = view.weather.get(here)
        found[here] = {"kinds": list(kinds), "zone": zone_of(kinds)}
        if seen is not None:
            found[here] |= {"turn": seen.turn, "force": dict(seen.force)}
    for one in known_specials(view):
        if one.kind not in HARMFUL:
            continue
        entry = found.setdefault(one.hex, {})
        waits = entry.setdefault("waits", [])
        assert isinstance(waits, list)
        waits.append([bare(danger_of(view, one), 300), one.rule])
        if is_battery(view.settings, one):
            entry["battery"] = [
                *battery_range(view.settings),
                int(trap_number(view.settings, "battery hits")),
                one.rule,
            ]
    return dict(sorted(found.items()))


def fleet_risks(view: View, fleet: Fleet) -> dict[str, Json]:
    """What of a fleet is open to terrain, and what keeps it where it is."""
    found: dict[str, Json] = {}
    if view.settings.terrain:
        open_ = exposure(view, [view.ships[ship] for ship in fleet.ships])
        found["risk"] = {"ships": open_.ships, "rolling": dict(open_.rolling), "bare": open_.bare, "craft": open_.craft}
    bound = fleet.bound if fleet.bound is not None and fleet.bound.hex == fleet.hex else None
    if bound is not None:
        found["held"] = [bound.until, bound_words(bound), BONDS[bound.why][0]]
    if in_known_field(view, fleet.hex) and (bound is None or bound.why != "field"):
        found["field"] = [int(trap_number(view.settings, "field weeks")), BONDS["field"][0]]
    return found
