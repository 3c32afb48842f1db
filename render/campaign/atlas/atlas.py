"""One side's atlas of a campaign: every turn as that side saw it then, in one page that needs nothing else. What a view tells
it of one turn is sections of plain values by key, every sentence ready to be read."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from render.campaign.atlas.travel import charts, dangers, dealings, travel_tables, voyages
from render.campaign.charts import point_of
from render.campaign.cluster_map.badges import format_war_sign, is_fresh, odd_lines, oddities_of
from render.campaign.cluster_map.ground import format_storms, signs_of
from render.campaign.cluster_map.layout import whole_region
from render.campaign.names import now
from render.canvas.theme import THEMES, banners
from render.page.page import Json, Moment, css, room_for, timeline_of, write_page
from render.words.safe_text import bare, capitalise, count
from rules.cluster_war.chapters.combat.repair_bills import condition
from rules.cluster_war.chapters.encounters.known_specials import bound_words
from rules.cluster_war.chapters.movement.travel_time import when_it_was
from rules.cluster_war.model.economy.supply import extends_grid, supply_lines
from rules.cluster_war.model.state.common import DesignId, HexId, SideId, short_id
from rules.cluster_war.model.state.holdings import Base, Colony, Fleet, Ship
from rules.cluster_war.model.state.sides import KnownBody, KnownSystem
from rules.cluster_war.model.state.view import View, place_name
from rules.cluster_war.model.worlds.step_codes import multiple, plain_multiple

FACILITY_FIELDS: Final = ("shipyard_bays", "light_industry", "heavy_industry", "training", "science_stations")
Works: TypeAlias = Mapping[str, Sequence[str]]
"""Sentences on what is being made, by the place where it is."""
IN_VIEW: Final = 0
"""In the section of what was seen when: the hex is in view now. Other hexes tell the week, and one more."""


def moment_of(view: View) -> Moment:
    """All that an atlas shows of this turn."""
    own = _built(view)
    return {
        "now": {
            "turn": view.turn,
            "week": now(view.turn),
            "figures": _figures(view),
            "all": view.is_gm,
            **charts(view),
        },
        "sides": _sides(view),
        "objects": {here: list(codes) for here, codes in sorted(signs_of(view, whole_region(view)))},
        "weather": dict(format_storms(view, whole_region(view))),
        "places": _places(view),
        "systems": {here: _system(view, system) for here, system in view.systems.items()},
        "colonies": _colonies(view, own) | _foreign_colonies(view),
        "bases": _bases(view, own) | _foreign_bases(view),
        "fleets": {fleet.id: _fleet(view, fleet) for fleet in view.fleets.values()},
        "contacts": _contacts(view),
        "lost": _lost_facts(view),
        "grid": _grid(view),
        "seen": {} if view.is_gm else _seen_facts(view),
        "lanes": _lanes(view),
        "war": _war(view),
        "odd": _odd(view),
        "deals": dealings(view),
        "dangers": dangers(view),
        "voyages": voyages(view),
        "weeks": travel_tables(view),
    }


def _figures(view: View) -> list[Json]:
    """What an empire comes to, for the line under the title and the curve over the turns."""
    if view.is_gm:
        return [count(len(view.colonies), "colony", "colonies"), count(len(view.fleets), "fleet"), 0]
    point = point_of(view)
    facts = [
        f"{view.income.available} CPs to spend",
        count(point.colonies, "colony", "colonies"),
        count(point.fleets, "fleet"),
        count(point.ships, "ship"),
        count(point.systems, "system") + " known",
    ]
    return [*facts, point.income]


def _sides(view: View) -> dict[str, Json]:
    """Each side's name, letter and pattern, and its colour in each palette."""
    looks = [banners(view.flags, theme, view.others) for theme in THEMES.values()]
    return {
        side: {
            "name": bare(first.name),
            "letter": first.letter,
            "pattern": first.pattern,
            "colours": [css(look[side].colour) for look in looks],
            "own": side == view.side,
        }
        for side, first in looks[0].items()
    }


def _places(view: View) -> dict[str, Json]:
    """How every hex is called that has more than its number for a name."""
    named = {*view.systems, *(colony.hex for colony in view.colonies.values())}
    called = {here: bare(place_name(view, here)) for here in named}
    return {here: name for here, name in called.items() if name != here}


def _system(view: View, system: KnownSystem) -> Json:
    found: dict[str, Json] = {"level": system.level, "turn": 0 if view.is_gm else system.turn}
    if system.name:
        found["name"] = bare(system.name)
    if system.bodies:
        found["worlds"] = [_world(view, body, system.hex) for body in system.bodies]
    if system.notes:
        found["notes"] = [bare(note, 300) for note in system.notes]
    return found


def _world(view: View, body: KnownBody, here: HexId) -> Json:
    """Orbit, STEP, largest size, price, and what is special, as they stand in a row."""
    price = f"×{plain_multiple(multiple(view.me.race, body.step, view.settings))}" if view.me else ""
    special = [bare(riches) for riches in body.resources or ()]
    special += [f"life: {bare(body.life)}"] if body.life else []
    strain = view.strains.get(f"{here}-{body.orbit}")
    special += [f"stress {strain.stress} %"] if strain and strain.stress else []
    size: Json = "?" if body.max_cp is None else body.max_cp
    return [body.orbit, body.step, size, price, ", ".join(special), bare(body.name)]


def _built(view: View) -> Works:
    """What is under construction, and what is studied, by colony or base and by hex."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for build in sorted(view.builds.values(), key=lambda b: b.id):
        name = _design_name(view, build.side, build.design)
        found[build.colony].append(f"Building {build.count} {name}: {build.paid} of {build.price} CPs paid")
    for project in sorted(view.projects.values(), key=lambda p: p.id):
        if not project.finished_turn:
            step = f"step {project.step} of {project.steps}"
            found[project.hex].append(f"Research: {bare(project.name)}, {step}, {project.cps} CPs gathered")
    return found


def _design_name(view: View, side: SideId, design: DesignId) -> str:
    owner = view.me if view.me is not None and view.me.id == side else view.sides.get(side)
    known = owner.designs.get(design) if owner else None
    return bare(known.name) if known else bare(design)


def _stored_there(view: View, place: Colony | Base) -> list[str]:
    """What is stored and stands ready at a place of one's own."""
    facts = [f"{count(place.store, 'CP')} in store"] if place.store else []
    facts += [f"{count(place.munitions, 'CP')} of munitions"] if place.munitions else []
    units = [
        f"{number} {_design_name(view, place.side, key)}" for key, number in sorted(place.garrison.items()) if number
    ]
    return facts + ([f"Garrison: {', '.join(units)}"] if units else [])


def _colonies(view: View, works: Works) -> dict[str, Json]:
    homes = {(s.home, s.home_orbit) for s in (*view.sides.values(), *((view.me,) if view.me else ()))}
    found: dict[str, Json] = {}
    for key, colony in view.colonies.items():
        facts = [
            f"{what.replace('_', ' ').capitalize()}: {number}"
            for what in FACILITY_FIELDS
            if (number := getattr(colony, what))
        ]
        facts += _stored_there(view, colony)
        facts += ["Strip-mined"] if colony.strip else []
        facts += ["Blockaded"] if colony.blockaded else []
        facts += [f"Output {colony.hindered} % lower"] if colony.hindered else []
        found[key] = {
            "at": colony.hex,
            "orbit": colony.orbit,
            "side": colony.side,
            "name": bare(colony.name),
            "size": colony.size,
            "home": (colony.hex, colony.orbit) in homes,
            "own": True,
            "facts": [*facts, *works.get(key, ()), *works.get(colony.hex, ())],
        }
    return found


def _foreign_colonies(view: View) -> dict[str, Json]:
    return {
        key: {
            "at": seen.hex,
            "orbit": seen.orbit,
            "side": seen.side,
            "name": "",
            "size": "?" if seen.size is None else seen.size,
            "home": False,
            "own": False,
            "facts": [_seen_at(view, seen.week)],
            "week": seen.week,
        }
        for key, seen in view.foreign_colonies.items()
    }


def _bases(view: View, works: Works) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, base in view.bases.items():
        owner = view.me if view.me is not None and view.me.id == base.side else view.sides.get(base.side)
        if owner is None:
            continue
        ready = [] if base.ready <= view.turn else [f"Works from turn {base.ready} on"]
        tow = [f"In tow by {bare(view.fleets[base.towed_by].name)}"] if base.towed_by in view.fleets else []
        found[key] = {
            "at": base.hex,
            "orbit": base.orbit,
            "side": base.side,
            "name": bare(base.name) or short_id(key),
            "own": True,
            "node": extends_grid(owner.designs[base.design], base, view.turn),
            "facts": [
                _design_name(view, base.side, base.design),
                *ready,
                *tow,
                *_stored_there(view, base),
                *works.get(key, ()),
            ],
        }
    return found


def _foreign_bases(view: View) -> dict[str, Json]:
    return {
        key: {
            "at": seen.hex,
            "orbit": seen.orbit,
            "side": seen.side,
            "name": count(seen.bases, "base"),
            "own": False,
            "node": False,
            "facts": [f"{count(seen.hull, 'hull space')} in all", _seen_at(view, seen.week)],
            "week": seen.week,
        }
        for key, seen in view.foreign_bases.items()
    }


def _fleet(view: View, fleet: Fleet) -> Json:
    number = fleet.id.rsplit("-", 1)[-1]
    found: dict[str, Json] = {
        "at": fleet.hex,
        "side": fleet.side,
        "name": bare(fleet.name) or number,
        "ships": [_ship(view, view.ships[ship]) for ship in fleet.ships if ship in view.ships],
        "route": [leg.to for leg in fleet.route],
        "facts": _doing(fleet),
    }
    if fleet.transit is not None:
        going = fleet.transit
        found |= {"from": going.origin, "to": going.to, "departs": going.departs, "arrives": going.arrives}
    elif fleet.course is not None:
        found["course"] = list(fleet.course.path)
        found["due"] = list(fleet.course.due)
    return found


def _doing(fleet: Fleet) -> list[str]:
    """A fleet's mission, and what keeps it from acting."""
    facts = [f"Mission: {fleet.mission}"] if fleet.mission != "none" else []
    return facts + ([capitalise(bound_words(fleet.bound))] if fleet.bound is not None else [])


def _ship(view: View, ship: Ship) -> str:
    """`DD01 Destroyer "Hood": 20 CPs aboard, stress 5 %`."""
    name = f" “{bare(ship.name)}”" if ship.name else ""
    notes = [f"{ship.cargo} CPs aboard"] if ship.cargo else []
    notes += [f"{count(ship.supplies, 'supply point')}"] if ship.supplies else []
    notes += [f"{ship.munitions + ship.crated} CPs of munitions"] if ship.munitions + ship.crated else []
    notes += [f"stress {ship.stress} %"] if ship.stress else []
    notes += [bare(text) for text in condition(view, ship)]
    text = f"{short_id(ship.id)} {_design_name(view, ship.side, ship.design)}{name}"
    return f"{text}: {', '.join(notes)}" if notes else text


def _contacts(view: View) -> dict[str, Json]:
    return {
        key: {
            "at": seen.hex,
            "side": seen.side,
            "name": bare(seen.contact),
            "ships": seen.ships,
            "facts": [f"{count(seen.ships, 'ship')}, {count(seen.hull, 'hull space')}", _seen_at(view, seen.week)],
            "week": seen.week,
        }
        for key, seen in view.foreign_fleets.items()
    }


def _lost_facts(view: View) -> dict[str, Json]:
    """Own ships of which nobody has heard any more, where they were last heard of."""
    return {
        heard.fleet: {
            "at": heard.hex,
            "side": heard.fleet.rpartition("-")[0],
            "name": bare(heard.name) or heard.fleet.rsplit("-", 1)[-1],
            "ships": len(heard.ships),
            "facts": [count(len(heard.ships), "ship"), f"Last heard of {when_it_was(heard.week)}"],
            "week": heard.week,
        }
        for heard in view.vanished
    }


def _seen_at(view: View, week: int) -> str:
    return "In view now" if week >= now(view.turn) else f"Last seen {when_it_was(week)}"


def _grid(view: View) -> dict[str, Json]:
    """Whose supply grid a hex is in: one's own for a player, all of them for the game master."""
    grids = view.grids if view.is_gm else {view.side: view.grid}
    found: defaultdict[HexId, list[Json]] = defaultdict(list)
    for side in sorted(grids):
        for here in grids[side]:
            found[here].append(side)
    return dict(found)


def _seen_facts(view: View) -> dict[str, Json]:
    earlier: dict[str, Json] = {here: week + 1 for here, week in view.seen.items()}
    return earlier | dict.fromkeys(view.sighted, IN_VIEW)


def _war(view: View) -> dict[str, Json]:
    """Places of war, each in words, and whether it is of the last month or goes on."""
    return {
        key: {
            "at": sign.hex,
            "kind": sign.kind,
            "fresh": is_fresh(view, sign),
            "text": capitalise(format_war_sign(view, sign)),
        }
        for key, sign in sorted(view.signs.items())
    }


def _odd(view: View) -> dict[str, Json]:
    """What is known to wait in systems, and where ambassadors are: marks by hex, and each in words."""
    area = whole_region(view)
    words: defaultdict[HexId, list[Json]] = defaultdict(list)
    for here, text in odd_lines(view, area):
        words[here].append(capitalise(text))
    return {
        odd.hex: {"marks": [[mark.kind, mark.waits] for mark in odd.marks], "says": words[odd.hex]}
        for odd in oddities_of(view, area)
    }


def _lanes(view: View) -> dict[str, Json]:
    """Lines between hexes; what joins parts of a supply grid counts as one."""
    found: dict[str, Json] = {
        f"{link.kind}/{link.a}/{link.b}/{link.side}": [link.kind, link.a, link.b, link.side, *([True] * link.one_way)]
        for link in view.links
    }
    for side in sorted(view.sides) if view.is_gm else [view.side]:
        found |= {f"supply/{a}/{b}/{side}": ["supply", a, b, side] for a, b in supply_lines(view, side)}
    return found


SCRIPT_NAMES: Final = (
    "routes.js",
    "hazards.js",
    "stars.js",
    "words.js",
    "route_page.js",
    "ground.js",
    "painting.js",
    "cluster.js",
)
SCRIPTS: Final = tuple(("render.campaign.atlas", name) for name in SCRIPT_NAMES)
"""The page's own scripts, in the order in which they build on each other."""


def write_atlas(moments: Sequence[Moment], last: View, campaign: str) -> bytes:
    """The page of these turns, oldest first; `last` is the side's view of the last of them. Where they do not all fit, the
    oldest are left out, and the page says so."""
    flag = last.all_flags.get(last.side)
    name = "Game master" if flag is None else bare(flag.name, 40)
    title = f"{bare(campaign, 60)}: atlas of {name}"
    about: dict[str, Json] = {
        "campaign": bare(campaign, 60),
        "name": name,
        "columns": last.columns,
        "rows": last.rows,
        "side": last.side,
        "home": last.me.home if last.me else "",
    }
    return write_page(title, about, timeline_of(moments, room_for(title, about, SCRIPTS)), SCRIPTS)
