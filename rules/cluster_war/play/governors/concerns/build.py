"""What yards build and refit, and what is studied (6.0, 6.4, 6.5, 6.6, 8.0)."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.industry.construction import changed_hull, refit_bays, refit_price
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import research_chance, stations_at
from rules.cluster_war.model.state.common import ColonyId
from rules.cluster_war.model.state.holdings import Colony, Design, Project
from rules.cluster_war.model.unit_design.wounded import crew_grade, is_whole
from rules.cluster_war.play.governors.concerns.expansion import free_worlds
from rules.cluster_war.play.governors.concerns.war import RAIDER_HULL, is_winning
from rules.cluster_war.play.governors.drawing_board import board_of
from rules.cluster_war.play.governors.roster import Role
from rules.cluster_war.play.governors.situation import Line, Proposal, Situation, count_of, used_things
from rules.cluster_war.turn.planning.suggestions.works import open_tasks

BUILD_CONCERN: Final = "build"
ROLE_LINES: Final[dict[Role, Line]] = {"scout": "explore", "surveyor": "explore", "hauler": "settle", "war": "fleet"}
WANTED_ROLES: Final[tuple[Role, ...]] = ("hauler", "surveyor", "scout")
BASE_WORTHY_SIZE: Final = 60
"""From this size on a colony is worth a base over it."""
FIRST_BASE_TURN: Final = 8
"""Before this turn nobody builds bases against whom they have never seen."""
MOST_AT_ONCE: Final = 8
"""So many warships of a kind are laid down at a yard in a turn."""
PILE_TURNS: Final = 4
"""Turns of income from which on what lies in the treasury is thought to pile up."""
A_HULL: Final = 50
"""CPs that pile up for each hull space of warships that is wanted for them."""
SPARE_HULL: Final = 4
"""CPs to spare for each hull space of warships that is wanted for them: as many as it costs, at least."""


def build(situation: Situation) -> Iterator[Proposal]:
    """What is owed on running work; ships of the kinds that are lacking; warships; bases; a garrison."""
    yield from _unpaid_work(situation)
    room = {c.id: situation.planned.free_capacity(c, "shipyard") for c in situation.colonies if c.shipyard_bays}
    yield from _transport(situation, room)
    for role in WANTED_ROLES:
        yield from _lacking(situation, role, room)
    yield from _warships(situation, room)
    yield from _bases(situation)
    yield from _troops(situation)


def _unpaid_work(situation: Situation) -> Iterator[Proposal]:
    """CPs without which finished work is not delivered (CW-5.0-16)."""
    for key, made in sorted(situation.planned.builds.items()):
        owing = made.price - made.paid
        if owing and made.hull_left <= made.capacity and f"continue {key}" not in situation.planned.ordered:
            why = f"{made.count} × {made.design} is nearly done, and {owing} CPs are owed on it"
            yield Proposal(
                BUILD_CONCERN, (ContinueBuild(key, -1, owing),), why, 500, "duty", owing, used_things(f"build/{key}")
            )


def _able(situation: Situation, role: Role) -> list[Design]:
    """Designs for a role that can be built now, by id."""
    roster = situation.roster
    return [d for d in roster.designs if roster.roles[d.id] == role and d.drive > 0 and d.id in roster.able]


def _coming(situation: Situation, role: Role) -> int:
    """Ships of a role under construction."""
    return sum(b.count for b in situation.planned.builds.values() if situation.roster.roles[b.design] == role)


def _wanted(situation: Situation, role: Role) -> int:
    """How many ships of a kind it wants: as many as its nature likes, and no more than there is work for."""
    weights, sizes = situation.weights, len(situation.colonies)
    if role == "hauler":
        grid = situation.settings.colony_freighters == "outside-grid"
        worlds = [w for w in free_worlds(situation) if not (grid and w.hex in situation.main)]
        return min(weights.haulers, 1 + len(worlds) // 2, 1 + len(situation.colonies))
    levels = situation.memoized_all_turn("stars by level", _by_level)
    if role == "scout":
        return min(weights.scouts, 2 + sizes // 4, -(-(levels[""] + levels["map"]) // 3))
    return min(weights.surveyors, 2 + sizes // 3, levels.total() - levels["surveyed"])


def _by_level(situation: Situation) -> Counter[str]:
    return Counter(situation.level(hex_) for hex_ in situation.stars)


def _lacking(situation: Situation, role: Role, room: dict[str, int]) -> Iterator[Proposal]:
    able = _able(situation, role)
    missing = _wanted(situation, role) - situation.count(role) - _coming(situation, role)
    if not able or missing < 1:
        return
    design = min(able, key=lambda d: (-situation.roster.merit(d, role, ""), d.cost, d.id))
    for number in range(min(missing, 2)):
        site = _yard(situation, room, design)
        if site is None:
            return
        have = count_of(situation.count(role), role)
        why = f"{have} for what there is to do; {missing} more wanted"
        order = BuildUnits(site.id, design.id, 1, 0)
        weight = {"hauler": 620, "surveyor": 640, "scout": 600}.get(role, 0) - 40 * number
        uses = used_things(f"new/{role}/{number}")
        yield Proposal(BUILD_CONCERN, (order,), why, weight, ROLE_LINES[role], design.cost, uses)


def _yard(situation: Situation, room: dict[str, int], design: Design) -> Colony | None:
    """The yard that is soonest done with a ship; its room is taken."""
    open_ = [situation.planned.colonies[key] for key, left in room.items() if left > 0]
    safe = [c for c in open_ if not situation.foes(c.hex)] or open_
    best = max(safe, key=lambda c: (min(room[c.id], design.hull), room[c.id], c.id), default=None)
    if best is None or room[best.id] * 4 < design.hull:
        return None
    room[best.id] -= min(room[best.id], design.hull)
    return best


def _transport(situation: Situation, room: dict[str, int]) -> Iterator[Proposal]:
    """A ship that carries troops, for who strikes back by chains of orders and has none (CW-6.5-01)."""
    designs = situation.me.designs
    if not situation.takes_by_chain or not situation.memory.foe or situation.refuses("conquest"):
        return
    held = [ship.design for ship in situation.planned.ships.values()] + [
        made.design for made in situation.planned.builds.values()
    ]
    able = [d for d in situation.roster.designs if d.id in situation.roster.able and d.kind == "ship" and d.barracks]
    if not able or any(designs[key].barracks for key in held) or not is_winning(situation, situation.memory.foe):
        return
    design = max(able, key=lambda d: (situation.roster.merit(d, "assault", ""), d.id))
    site = _yard(situation, room, design)
    if site is not None:
        why = f"we are at war with {situation.view.flags[situation.memory.foe].name}, and their worlds are there to be taken"
        uses = used_things("new/transport")
        order = BuildUnits(site.id, design.id, 1, 0)
        yield Proposal(BUILD_CONCERN, (order,), why, 690, "fleet", design.cost, uses)


def _warships(situation: Situation, room: dict[str, int]) -> Iterator[Proposal]:
    """As many as yards have room for: arms for their CPs, raiders speed, too, and conquerors mass; at times some that carry
    troops. Where not all that fit can be paid, fewer."""
    able = _able(situation, "war")
    short = _hull_wanted(situation) - _hull_held(situation)
    if situation.planned.purse > PILE_TURNS * situation.income > 0:
        short = max(short, 1)  # where CPs pile up there is always one more
    if not able or short < 1:
        return
    weighs = board_of(situation.profile.character, situation.settings).weighs
    able.sort(key=lambda d: (-situation.roster.merit(d, "war", weighs), d.cost, d.id))
    carriers = [d for d in able if d.barracks]
    at_war = situation.memory.foe != ""
    lands = at_war or bool(situation.weights.wars_from)
    lead = carriers[:1] if lands and situation.view.turn % 2 else []
    for number, design in enumerate([*lead, *[d for d in able if d not in lead]][:2]):
        for key in sorted(room, key=lambda k: (-room[k], k)):
            site, most = situation.planned.colonies[key], min(MOST_AT_ONCE, room[key] // design.hull)
            if most < 1 or situation.foes(site.hex):
                continue
            most = min(most, 1 + short // design.hull)
            if short < 1:
                return
            short -= most * design.hull
            room[key] -= most * design.hull
            why = f"{site.name} has room in its yards: " + ("we are at war" if at_war else "a fleet keeps others away")
            for count in sorted({most, -(-most // 2), 1}, reverse=True):
                order = BuildUnits(site.id, design.id, count, 0, fleet=_joins(situation, site, design))
                weight = 400 + (300 if at_war else 0) - 60 * number + 5 * count
                uses = used_things(f"new/war/{site.id}/{design.id}")
                yield Proposal(BUILD_CONCERN, (order,), why, weight, "fleet", design.cost * count, uses)


def _hull_wanted(situation: Situation) -> int:
    """Hull spaces of warships that an empire of this income and nature keeps: more of them at war, beside enemies, and where CPs
    pile up that nothing else wants."""
    base = 80 + situation.income * situation.weights.fleet // 500
    base += max(0, situation.planned.purse - PILE_TURNS * situation.income) // A_HULL
    base += situation.spare // SPARE_HULL
    danger = sum(sum(situation.foes(c.hex).values()) for c in situation.colonies)
    return (base * 2 if situation.memory.foe else base) + danger * 2


def _hull_held(situation: Situation) -> int:
    """Hull spaces of warships that there are, and that are being built."""
    designs, ships = situation.me.designs, situation.planned.ships
    fleets = (f for f in situation.planned.fleets.values() if situation.roles[f.id] == "war")
    held = sum(designs[ships[s].design].hull for f in fleets for s in f.ships)
    builds = situation.planned.builds.values()
    war = (b for b in builds if situation.roster.roles[b.design] == "war")
    return held + sum(designs[b.design].hull * b.count for b in war)


def _joins(situation: Situation, site: Colony, design: Design) -> str:
    """The fleet that new warships join: the strongest of their drive that lies there; of a raider's one that is still small."""
    here = [f for f in situation.of_role("war") if f.hex == site.hex]
    designs, ships = situation.me.designs, situation.planned.ships
    alike = [f for f in here if {designs[ships[s].design].ftl for s in f.ships} == {design.ftl}]
    if situation.profile.character == "raider":
        alike = [f for f in alike if situation.strength(f) < RAIDER_HULL]
    best = max(alike, key=lambda f: (situation.strength(f), f.id), default=None)
    return best.name if best is not None else ""


def _bases(situation: Situation) -> Iterator[Proposal]:
    """A base over each colony of some size that has none, first where enemies were seen; the home world more than one."""
    roster = situation.roster
    able = [d for d in roster.designs if d.kind == "base" and d.id in roster.armed and d.id in roster.able]
    alone = not situation.view.foreign_colonies and not situation.view.foreign_fleets
    if not able or (alone and situation.view.turn < FIRST_BASE_TURN):
        return
    prices = {d.id: d.cost for d in situation.me.designs.values() if d.kind == "base"}
    coming = Counter[ColonyId]()
    for made in situation.planned.builds.values():
        if made.place == "site":
            coming[made.colony] += made.count * situation.me.designs[made.design].cost
    for colony in situation.colonies:
        if colony.size < BASE_WORTHY_SIZE:
            continue
        held = coming[colony.id] + sum(count * prices.get(d, 0) for d, count in colony.garrison.items())
        danger = sum(situation.foes(colony.hex).values())
        wanted = colony.size * (3 if situation.weights.wars_from == 0 else 2) // 2 + danger * 6
        wanted *= 2 if situation.spare else 1
        fitting = [d for d in able if d.cost <= wanted - held]
        if not fitting:
            continue
        design = max(fitting, key=lambda d: (roster.might(d), d.id))
        guarded = f"bases for {held} CPs" if held else "no base"
        why = f"{colony.name} has {colony.size} CPs, and {guarded} over it" + ("; enemies are there" if danger else "")
        weight = 300 + min(200, wanted - held) // 4 + (400 if danger else 0)
        order = BuildUnits(colony.id, design.id, 1, 0)
        line: Line = "duty" if danger and colony == situation.capital else "fleet"
        yield Proposal(BUILD_CONCERN, (order,), why, weight, line, design.cost, used_things(f"base/{colony.id}"))


def _troops(situation: Situation) -> Iterator[Proposal]:
    """Battalions for the home world's barracks: some to hold it, more for whoever means to land (CW-6.5-01)."""
    ground = [d for d in situation.roster.designs if d.kind == "ground" and not d.requires]
    ground = [d for d in ground if not d.gear and d.id in situation.roster.able]
    if not ground:
        return
    design = min(ground, key=lambda d: (-d.cost // d.hull if situation.weights.wars_from else d.cost, d.id))
    for colony in situation.colonies:
        if not colony.training or not colony.size:
            continue
        held = sum(colony.garrison.get(d.id, 0) for d in situation.me.designs.values() if d.kind == "ground")
        free = situation.planned.free_capacity(colony, "training") // design.hull
        count = min(free, 12 + colony.size // 50 - held, 6)
        if count > 0:
            why = f"{colony.name} has {count_of(held, 'battalion')} to hold it, and room to train {free}"
            order = BuildUnits(colony.id, design.id, count, 0)
            cost = design.cost * count
            yield Proposal(BUILD_CONCERN, (order,), why, 180, "fleet", cost, used_things(f"train/{colony.id}"))


REFIT_CONCERN: Final = "refit"
REFIT_GAIN_PERCENT: Final = 30
"""Percent by which a ship must fight better after it."""
REFIT_PRICE_PERCENT: Final = 60
"""Percent of a new ship's price that a refit costs, at most."""


def refit(situation: Situation) -> Iterator[Proposal]:
    """Whole ships of war at own yards, in peace; a design a fleet at a time, as many as the yard has bays for this month."""
    if situation.memory.foe or situation.memory.beaten:
        return
    designs, ships = situation.me.designs, situation.planned.ships
    busy = {ship for made in situation.planned.builds.values() for ship in made.refits}
    yards = {c.hex: c for c in reversed(situation.colonies) if c.shipyard_bays}
    for fleet in situation.of_role("war"):
        site = yards.get(fleet.hex)
        if site is None or situation.foes(fleet.hex) or busy & set(fleet.ships):
            continue
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for ship in fleet.ships:
            if is_whole(ships[ship].wounds):
                alike[ships[ship].design].append(ship)
        room = situation.planned.free_capacity(site, "shipyard")
        for old, found in sorted(alike.items()):
            new = _better(situation, designs[old])
            if new is None:
                continue
            count = min(len(found), room // max(1, refit_bays(changed_hull(designs[old], new))))
            if count < 1:
                continue
            cost = count * refit_price(designs[old].cost, new.cost)
            gain = situation.roster.might(new) * 100 // max(1, situation.roster.might(designs[old])) - 100
            why = f"{count} × {designs[old].name} of {fleet.name} fight {gain} % better as {new.name}, for {cost} CPs"
            order = RefitUnits(site.id, new.id, tuple(found[:count]))
            uses = used_things(f"fleet/{fleet.id}", f"refit/{site.id}")
            yield Proposal(REFIT_CONCERN, (order,), why, 300 + min(200, gain), "fleet", cost, uses)


def _better(situation: Situation, old: Design) -> Design | None:
    """What a ship may become and should: the best that fights on the same hull with the same drive and crew, and is dearer by
    less than a new one would be."""
    roster = situation.roster
    now = roster.might(old)
    found = [
        d
        for d in roster.designs
        if (d.kind, d.hull, d.ftl, crew_grade(d)) == (old.kind, old.hull, old.ftl, crew_grade(old))
        and d.drive >= old.drive
        and roster.might(d) * 100 >= now * (100 + REFIT_GAIN_PERCENT)
        and d.cost >= old.cost
        and refit_price(old.cost, d.cost) * 100 <= d.cost * REFIT_PRICE_PERCENT
        and d.id in roster.able
    ]
    return max(found, key=lambda d: (roster.might(d), d.id), default=None)


RESEARCH_CONCERN: Final = "research"
LEAST_STEP_CPS: Final = 25
"""Below this many CPs nothing can succeed (CW-8.0-01)."""
ENOUGH_STEP_CPS: Final = 1200
"""CPs in a step after which more add little."""
POOR_CPS: Final = 150
"""CPs a turn below which nobody begins anything."""
UPKEEP_CPS: Final = 10
"""CPs that keep a project from lapsing until there are more."""


def research(situation: Situation) -> Iterator[Proposal]:
    """Running projects, those furthest on first; something new where nothing runs."""
    running = [p for _, p in sorted(situation.view.projects.items()) if not p.finished_turn]
    running = [p for p in running if f"fund {p.id}" not in situation.planned.ordered]
    running.sort(key=lambda p: (-p.step * 100 // p.steps, -p.cps, p.id))
    for place, project in enumerate(running):
        yield from _fund(situation, project, place)
    begun = sum(thing.startswith("start ") for thing in situation.planned.ordered)
    most = 1 + situation.income * situation.weights.research // 30000 + situation.spare // ENOUGH_STEP_CPS
    if len(running) + begun < most:
        yield from _begin(situation)


def _fund(situation: Situation, project: Project, place: int) -> Iterator[Proposal]:
    stations = stations_at(situation.view, situation.me.id, project.hex)
    most = max(LEAST_STEP_CPS, ENOUGH_STEP_CPS - project.cps)
    me = situation.me
    chance = research_chance(project.cps + most, stations, me.race, me.technologies, situation.settings).chance
    why = f"{project.name}, step {project.step} of {project.steps}: up to {chance} % with {most} CPs more"
    uses = used_things(f"project/{project.id}")
    if project.cps:
        kept = min(UPKEEP_CPS, most)
        lapses = f"{project.name} would lose the {project.cps} CPs that are in it"
        yield Proposal(RESEARCH_CONCERN, (FundProject(project.id, kept),), lapses, 100, "duty", kept, uses)
    weight = 500 - 20 * place
    yield Proposal(
        RESEARCH_CONCERN,
        (FundProject(project.id, most),),
        why,
        weight,
        "research",
        most,
        uses,
        least=min(LEAST_STEP_CPS, most),
    )


def _begin(situation: Situation) -> Iterator[Proposal]:
    """What the campaign lays down that is not begun, the easiest first."""
    if situation.income < POOR_CPS:
        return
    cps = ENOUGH_STEP_CPS if situation.spare >= ENOUGH_STEP_CPS else ENOUGH_STEP_CPS // 4
    for found in open_tasks(situation.planned):
        order = found.order
        if isinstance(order, StartProject):
            begun = StartProject(order.name, order.hex, order.steps, cps, order.technology, order.incremental)
            uses = used_things("project/new")
            yield Proposal(
                RESEARCH_CONCERN,
                (begun,),
                found.reason,
                300,
                "research",
                cps,
                uses,
                least=LEAST_STEP_CPS,
            )
