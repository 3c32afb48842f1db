"""What an atlas needs to measure a route and warn of it as orders' previews do, and what an empire has agreed with others.

Odds of terrain, what waits in systems, what of a fleet is open to it (CW-14.0-04, CW-12.1-04, CW-B-21 to CW-B-24)."""

from contextlib import suppress
from fractions import Fraction
from typing import Final

from render.page.page import Json
from render.words.safe_text import bare
from rules.cluster_war.chapters.encounters import known_specials
from rules.cluster_war.chapters.encounters.specials import trap_number
from rules.cluster_war.chapters.movement.journey import GATE, WORMHOLE
from rules.cluster_war.chapters.movement.move_orders import MOST_LEGS
from rules.cluster_war.chapters.movement.navigation import Mode, chart_in, mode_of
from rules.cluster_war.chapters.movement.travel_time import weeks
from rules.cluster_war.chapters.terrain.forecast import HYPERMASS_RULE, exposure, known_hazards
from rules.cluster_war.chapters.terrain.ship_damage import DAMAGE_TABLES, RULE_OF, chance_of_harm, number
from rules.cluster_war.chapters.terrain.strikes import SMALL_CRAFT_RULE, ZONE_RULES
from rules.cluster_war.chapters.terrain.week_and_month import CROSSED_TERRAIN, zone_of
from rules.cluster_war.model.orders.names import Names, fleet_text
from rules.cluster_war.model.state.common import WEEKS_PER_TURN, HexId, Settings, SideId
from rules.cluster_war.model.state.holdings import Fleet
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.state.view import View
from rules.cluster_war.model.unit_design.drive_kinds import drive_of, travel_number
from rules.cluster_war.model.worlds.terrain import STORMS, STRONGEST_FORCE, TERRAIN_NAMES, kind_of
from rules.cluster_war.play.notation import names_of
from rules.values import IllegalOrderError

UNKNOWN_FORCE: Final = ""
"""In the table of odds: the force that nobody knows, and terrain without any."""


def risks(view: View) -> dict[str, Json]:
    """What is the same for all routes of a turn: odds by kind and force, names, rules; nothing where terrain harms nobody."""
    if view.me is None or not view.settings.terrain:
        return {}
    odds: dict[str, Json] = {}
    for kind in DAMAGE_TABLES:
        forces = range(STRONGEST_FORCE + 1) if kind in STORMS else ()
        odds[kind] = {
            UNKNOWN_FORCE if force is None else str(force): [
                *_parts(chance_of_harm(kind, force, view.settings)),
                *_parts(chance_of_harm(kind, force, view.settings, deadly=True)),
            ]
            for force in (None, *forces)
        }
    fields: dict[str, Json] = {
        "odds": odds,
        "names": dict(TERRAIN_NAMES),
        "rules": {**RULE_OF, **ZONE_RULES, "hypermass": HYPERMASS_RULE, "craft": SMALL_CRAFT_RULE},
        "crossed": list(CROSSED_TERRAIN),
        "casualties": number("radiation casualties", view.settings),
    }
    return {"risks": fields}


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
        if not (zone_of(kinds) or {*DAMAGE_TABLES, "HYP"} & {*kinds}):
            continue
        seen = view.weather.get(here)
        found[here] = {"kinds": list(kinds), "zone": zone_of(kinds)}
        if seen is not None:
            found[here] |= {"turn": seen.turn, "force": dict(seen.force)}
    for one in known_specials.known_specials(view):
        if one.kind not in known_specials.HARMFUL_KINDS:
            continue
        entry = found.setdefault(one.hex, {})
        waits = entry.setdefault("waits", [])
        assert isinstance(waits, list)
        waits.append([bare(known_specials.danger_of(view, one), 300), one.rule])
        if known_specials.is_battery(view.settings, one):
            entry["battery"] = [
                *known_specials.battery_range(view.settings),
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
        found["held"] = [bound.until, known_specials.bound_words(bound), known_specials.BONDS[bound.why][0]]
    if known_specials.in_known_field(view, fleet.hex) and (bound is None or bound.why != "field"):
        found["field"] = [int(trap_number(view.settings, "field weeks")), known_specials.BONDS["field"][0]]
    return found


SECOND_STAGE: Final = "second stage"


def charts(view: View) -> dict[str, Json]:
    """What is the same for all fleets of a side, in one turn."""
    if view.me is None:
        return {}
    chart, settings = chart_in(view), view.settings
    chart_facts: dict[str, Json] = {
        "gates": sorted(chart.gates),
        "passes": dict(chart.passes),
        "monopoles": chart.monopoles or not settings.monopoles,
        "pushAdds": travel_number("hexes a push adds", settings),
        "delay": travel_number("weeks lost at asteroids", settings),
        "forming": max(1, travel_number("weeks a wormhole forms", settings)),
        "string": max(0, settings.string_weeks),
        "range": drive_of(WORMHOLE, settings).range,
        "natural": settings.natural_wormholes == "travel",
        "month": WEEKS_PER_TURN,
        "legs": MOST_LEGS,
        **risks(view),
    }
    return {"chart": chart_facts}


def voyages(view: View) -> dict[str, Json]:
    """How each own fleet travels, by its id: by its own drive, by gate and by wormhole, or why it cannot; and how an order
    names it."""
    if view.me is None:
        return {}
    names = names_of(view)
    return {fleet.id: _voyage(view, fleet, names) for fleet in view.fleets.values()}


def _voyage(view: View, fleet: Fleet, names: Names) -> Json:
    found: dict[str, Json] = {"line": fleet_text(names, fleet.id), "at": fleet.hex}
    if fleet.transit is not None:
        found["why"] = f"It is in FTL space until it reaches {fleet.transit.to} and cannot be called back."
        return found
    try:
        found["drive"] = _drive(_mode(view, fleet), view.settings)
    except IllegalOrderError as refused:
        found["why"] = str(refused)
    with suppress(IllegalOrderError):
        found["hull"] = _mode(view, fleet, GATE).hull
    return found | fleet_risks(view, fleet)


def _mode(view: View, fleet: Fleet, by: str = "") -> Mode:
    designs = view.me.designs if view.me else {}
    return mode_of(fleet.name, designs, [view.ships[ship] for ship in fleet.ships], view.settings, by)


def _drive(mode: Mode, settings: Settings) -> Json:
    drive = mode.drive
    fields: dict[str, Json] = {
        "family": drive.family,
        "name": drive.name,
        "rating": mode.rating,
        "pushes": drive.pushes,
    }
    if drive.family == SECOND_STAGE:
        fields["table"] = str(mode.gravity)
    if drive.family == "displacement":
        fields |= {"month": mode.month, "needs": drive.id == "jump"}
    if drive.family != "linear":
        shut = {code for code in drive.banned if kind_of(code) in settings.terrain}
        fields |= {"closed": {code: TERRAIN_NAMES[kind_of(code)] for code in sorted(shut)}} if shut else {}
    if drive.family == "linear":
        fields |= {"month": mode.month, "banned": sorted(drive.banned), "delays": sorted(drive.delays)}
    if drive.family == "wormhole":
        fields["range"] = drive.range
    return fields


def travel_tables(view: View) -> dict[str, Json]:
    """Weeks by hexes, from none to as far as the map is wide, for every rating in G that own fleets have (CW-4.0-01)."""
    if view.me is None:
        return {}
    ratings: set[Fraction] = set()
    for fleet in view.fleets.values():
        try:
            mode = _mode(view, fleet)
        except IllegalOrderError:
            continue
        if mode.drive.family == SECOND_STAGE and mode.gravity > 0:
            ratings.add(mode.gravity)
    far = _widest(view)
    return {str(rating): [weeks(n, rating, view.settings) for n in range(far + 1)] for rating in sorted(ratings)}


def _widest(view: View) -> int:
    """Hexes between the corners of the map that lie furthest apart."""
    columns, rows = view.columns % 100, view.rows % 100
    ends = [f"{column:02}{row:02}" for column in (1, columns) for row in (1, rows)]
    return max(distance(view, one, other) for one in ends for other in ends)


def dealings(view: View) -> dict[str, Json]:
    """One entry a partner: sentences, the CPs that their trade brings this turn, and the ends of a line to draw."""
    if view.me is None:
        return {}
    found: dict[str, Json] = {}
    brings = {bare(name): cps for name, cps in view.income.trade_lines}
    for side, flag in view.all_flags.items():
        if side == view.side:
            continue
        name = bare(flag.name)
        facts = _agreed(view, side)
        cps = brings.pop(name, 0)
        facts += [f"Trade brings {cps} CPs a turn"] if cps else []
        if facts:
            found[side] = _partner_entry(view, name, side, facts, cps)
    for name, cps in brings.items():
        found[f"/{name}"] = _partner_entry(view, name, "", [f"Trade brings {cps} CPs a turn"], cps)
    return found


def _agreed(view: View, side: SideId) -> list[str]:
    """Every agreement and offer between the viewer and one other empire."""
    facts = [
        f"Trade agreement: {pact.level}, since turn {pact.since}" for pact in view.pacts if side in {pact.a, pact.b}
    ]
    facts += [f"You offer {offer.level} trade" for offer in view.offers if offer.taker == side]
    facts += [f"They offer {offer.level} trade" for offer in view.offers if offer.giver == side]
    facts += [f"You grant them {right.kind}" for right in view.rights if right.taker == side]
    facts += [f"They grant you {right.kind}" for right in view.rights if right.giver == side]
    facts += ["At peace"] if side in view.peace else []
    facts += ["Ambassadors exchanged"] if side in view.embassies else []
    return facts


def _partner_entry(view: View, name: str, side: SideId, facts: list[str], cps: int) -> Json:
    ends = _ends(view, side)
    return {"name": name, "side": side, "facts": list(facts), "cps": cps, **({"ends": list(ends)} if ends else {})}


def _ends(view: View, side: SideId) -> tuple[HexId, HexId] | None:
    """The home, and the nearest world known to be the partner's."""
    if view.me is None:
        return None
    home = view.me.home
    theirs = sorted((distance(view, home, c.hex), c.hex) for c in view.foreign_colonies.values() if c.side == side)
    return (home, theirs[0][1]) if theirs else None
