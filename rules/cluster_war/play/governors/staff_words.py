"""What a player's staff says of its advice: what is to be done in a few words, and why, as one reads it in a list."""

from typing import Final

from rules.cluster_war.chapters.colonies.founding_orders import FoundColony, SettleInGrid
from rules.cluster_war.chapters.colonies.work_orders import ExpandColony
from rules.cluster_war.chapters.combat.battle_orders import SetEngagement
from rules.cluster_war.chapters.industry.building_orders import BuildUnits, ContinueBuild
from rules.cluster_war.chapters.industry.facility_orders import BuildFacility
from rules.cluster_war.chapters.industry.refit_orders import RefitUnits
from rules.cluster_war.chapters.logistics.cargo_orders import LoadCargo
from rules.cluster_war.chapters.logistics.supply_orders import LoadSupplies
from rules.cluster_war.chapters.movement.move_orders import MoveFleet
from rules.cluster_war.chapters.movement.organising_orders import MergeFleets, SetMission, SplitFleet
from rules.cluster_war.chapters.research.project_orders import FundProject, StartProject
from rules.cluster_war.chapters.research.projects import research_chance, stations_at, worth
from rules.cluster_war.model.holdings.capacity import FACILITIES
from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.state.common import HexId
from rules.cluster_war.model.state.holdings import Design, Fleet
from rules.cluster_war.model.worlds.step_codes import multiple
from rules.cluster_war.play.governors.concerns.explore import EXPLORE_CONCERN
from rules.cluster_war.play.governors.situation import Proposal, Situation
from rules.cluster_war.turn.planning.suggestions.meetings import weeks_text
from rules.cluster_war.turn.planning.suggestions.outlook import (
    arrival_words,
    design_words,
    months_to_come,
    step_words,
    technology_words,
)
from rules.cluster_war.turn.planning.suggestions.works import payback_words

LONGEST_LABEL: Final = 80
BEFOREHAND: Final = (LoadSupplies, LoadCargo, SetMission)
"""Orders that only make another one possible: it is that which is told."""


def main_order(orders: tuple[Order, ...]) -> Order:
    """What orders that belong together come to."""
    return next((order for order in orders if not isinstance(order, BEFOREHAND)), orders[-1])


def label_of(situation: Situation, orders: tuple[Order, ...], text: str) -> str:
    """What is done, in a few words; `text` is the preview's sentence, of which is told where nothing shorter is known."""
    planned = situation.planned
    match main_order(orders):
        case MoveFleet(fleet, legs):
            found = f"{_fleet(situation, fleet)} to {planned.place(legs[-1].to)}"
        case SetMission(fleet, mission):
            verb = {"survey": "surveys", "scout": "scouts"}.get(mission, f"is on {mission} at")
            known = planned.fleets.get(fleet)
            found = f"{_fleet(situation, fleet)} {verb} {planned.place(known.hex) if known is not None else ''}"
        case SplitFleet(fleet):
            found = f"{_fleet(situation, fleet)} parts in {sum(isinstance(o, SplitFleet) for o in orders) + 1}"
        case SetEngagement("", stance, percent):
            found = f"Orders for battle, all other fleets: {stance}, withdraw at {percent} %"
        case ExpandColony(colony):
            found = f"{_site(situation, colony)} grows"
        case SettleInGrid(hex_, orbit):
            found = f"Settle world {orbit} of {planned.place(hex_)}"
        case FoundColony(fleet, hex_, orbit):
            found = f"{_fleet(situation, fleet)} founds world {orbit} of {planned.place(hex_)}"
        case BuildUnits(colony, design, count):
            found = f"{count} × {_design(situation, design).name} at {_site(situation, colony)}"
        case RefitUnits(colony, design):
            found = f"Refit to {_design(situation, design).name} at {_site(situation, colony)}"
        case BuildFacility(colony, facility, amount):
            found = f"{amount} {FACILITIES[facility].name} more at {_site(situation, colony)}"
        case StartProject(name):
            found = f"Begin {name}"
        case FundProject(project):
            known_ = planned.view.projects.get(project)
            found = f"Research: {known_.name}" if known_ is not None else text
        case _:
            found = text.partition(";")[0]
    found = found.rstrip(".")
    return found if len(found) <= LONGEST_LABEL else found[: LONGEST_LABEL - 1].rsplit(" ", 1)[0] + "…"


def many_words(situation: Situation, orders: tuple[Order, ...]) -> tuple[str, str]:
    """How several of its kind are told in one line, and what this one's part of that is; "" for what has a line of its own."""
    match orders:
        case (SetEngagement(fleet, stance),) if fleet:
            return f"Orders for battle: {stance or 'as usual'}", _fleet(situation, fleet)
        case (BuildUnits(colony, design, 1),) if _design(situation, design).kind == "base":
            return f"1 × {_design(situation, design).name} each", _site(situation, colony)
        case _:
            return "", ""


def kin_of(situation: Situation, orders: tuple[Order, ...], reason: str) -> tuple[str, str]:
    """How many of a kind are told in one line where a list would be too long: worlds that pay alike, and which this one is."""
    pays = reason.partition(";")[0]
    match orders:
        case (ExpandColony(colony),):
            return f"Grow what {pays}", _site(situation, colony)
        case (SettleInGrid(hex_, orbit),):
            return f"Settle what {pays}", f"world {orbit} of {situation.planned.place(hex_)}"
        case _:
            return "", ""


def reason_of(situation: Situation, proposal: Proposal, label: str = "") -> str:
    """Why it is advised, beside a `label` whose words are not said again; a governor's own reason where nothing is said of its
    kind here."""
    order = main_order(proposal.orders)
    match order:
        case ExpandColony() | SettleInGrid() | FoundColony():
            found = _payback(situation, order)
        case MoveFleet(fleet, legs) if proposal.concern == EXPLORE_CONCERN:
            found = _voyage(situation, fleet, legs[-1].to)
        case StartProject() | FundProject():
            found = _research(situation, order)
        case BuildUnits(_, design):
            found = design_words(_design(situation, design), situation.settings)
            found += "" if proposal.line in {"explore", "settle"} else f"; {proposal.reason}"
        case SetMission(_, "patrol"):
            found = "nothing else waits for it"
        case MergeFleets():
            found = "they are stronger together"
        case ContinueBuild():
            found = "nearly done; without these CPs it is not delivered"
        case _:
            found = ""
    supplies = sum(order.points for order in proposal.orders if isinstance(order, LoadSupplies))
    told = found or _not_said(situation, order, proposal.reason, label)
    return f"{told}; takes {supplies} supply point{'' if supplies == 1 else 's'} along" if supplies else told


def _not_said(situation: Situation, order: Order, reason: str, label: str) -> str:
    """What a governor's reason says beside a label: without the fleet and the place that the label names."""
    fleet = getattr(order, "fleet", "")
    for said in (label, _fleet(situation, fleet) if fleet else ""):
        rest = reason.removeprefix(said)
        if rest != reason and rest[:1] in {" ", ":", ","}:
            reason = rest.lstrip(" :,")
    if isinstance(order, MoveFleet):
        reason = reason.replace(f" to {situation.planned.place(order.legs[-1].to)}", " there")
    return reason


def _fleet(situation: Situation, fleet: str) -> str:
    known = situation.planned.fleets.get(fleet) or situation.view.fleets.get(fleet)
    return known.name if known is not None else fleet


def _site(situation: Situation, site: str) -> str:
    known = situation.planned.colonies.get(site)
    return known.name if known is not None else situation.planned.place(site.partition("-")[0])


def _design(situation: Situation, design: str) -> Design:
    return situation.me.designs[design]


def _payback(situation: Situation, order: ExpandColony | SettleInGrid | FoundColony) -> str:
    """How soon the CPs come back, and what room the world has."""
    if isinstance(order, ExpandColony):
        colony = situation.view.colonies.get(order.colony)
        if colony is None:
            return ""
        hex_, orbit, size = colony.hex, colony.orbit, colony.size
    else:
        hex_, orbit, size = order.hex, order.orbit, 0
    world = situation.planned.world(hex_, orbit)
    if world is None:
        return ""
    pays = payback_words(multiple(situation.me.race, world.step, situation.settings))
    return f"{pays}; size {size} of {world.max_cp}" if size else f"{pays}; holds {world.max_cp}"


def _voyage(situation: Situation, fleet: str, goal: HexId) -> str:
    """What a scout or survey ship finds at a star."""
    known = situation.planned.fleets.get(fleet)
    level = situation.level(goal)
    if known is None or (goal in situation.fed and level == "surveyed"):
        return ""
    what = "unexplored star" if level in {"", "map"} else "star not yet surveyed"
    weeks = next((weeks for weeks, _ in situation.ways(known, (goal,))), None)
    if weeks is None:
        return ""
    others = [other for other, _ in situation.ways(known, _alike(situation, known, goal, level))]
    far = "nearest " if weeks <= min(others, default=weeks) else ""
    supply = "in supply" if goal in situation.fed else "out of supply"
    return f"{far}{what}, {supply}, {weeks_text(weeks)}"


def _alike(situation: Situation, fleet: Fleet, goal: HexId, level: str) -> set[HexId]:
    """Stars that are known as well as a goal, and that nobody else goes to."""
    unknown = level in {"", "map"}
    alike = {h for h in situation.stars if (situation.level(h) in {"", "map"}) == unknown}
    if not unknown:
        alike = {h for h in alike if situation.level(h) == level}
    return alike - situation.bound - {fleet.hex}


def _research(situation: Situation, order: StartProject | FundProject) -> str:
    """Which step it is, its chance, when all may be done, and what that brings."""
    planned, view = situation.planned, situation.view
    if isinstance(order, StartProject):
        what, hex_, step, steps, held = order.technology or order.name, order.hex, 1, order.steps, 0
    else:
        project = view.projects.get(order.project)
        if project is None:
            return ""
        what, hex_, step, steps = project.technology or project.name, project.hex, project.step, project.steps
        held = project.cps
    me, stations = planned.me, stations_at(view, planned.me.id, hex_)
    total = held + worth(order.cps, me.race)
    chance = research_chance(total, stations, me.race, me.technologies, situation.settings).chance
    task = next((t for t in view.tasks if t.technology.casefold() == what.casefold()), None)
    months = months_to_come(planned, hex_, steps - step + 1, held, order.cps)
    does = technology_words(what, task)
    told = f"{step_words(step, steps, what)}, {chance} % this month, {arrival_words(months)}"
    return f"{told}; {does}" if does else told
