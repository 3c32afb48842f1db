"""Sentences on an empire's own affairs: orders that failed, money, colonies, yards, research, treaties, agents."""

from collections.abc import Sequence
from typing import Final

from render.campaign import names
from render.campaign.report.rows import EventRows
from render.words.safe_text import count, format_list, paragraphs, plain
from rules.cluster_war.model.events import colonies, diplomacy, industry, research
from rules.cluster_war.model.events.turn import Amended, Narrated, OrderFailed, OrderWaits, QuestionRaised
from rules.cluster_war.model.holdings.capacity import FACILITIES
from rules.cluster_war.model.state.common import LINE_NAMES, SideId
from rules.cluster_war.model.state.view import View

ROWS: Final = EventRows()


@ROWS.tells(OrderFailed, "failed")
def _order_failed(event: OrderFailed, _: View) -> str:
    return plain(event.reason, 400)


@ROWS.tells(OrderWaits, "fleets")
def _order_waits(event: OrderWaits, _: View) -> str:
    return plain(event.reason, 400)


@ROWS.tells(QuestionRaised, "gm")
def _question_raised(event: QuestionRaised, view: View) -> str:
    where = f" ({names.place(view, event.hex)})" if event.hex else ""
    return f"To be ruled on{where}: {plain(event.text, 600)}"


@ROWS.tells(Narrated, "gm")
def _narrated(event: Narrated, _: View) -> str:
    return paragraphs(event.text)


@ROWS.tells(Amended, "gm")
def _amended(event: Amended, _: View) -> str:
    return paragraphs(event.text)


ROWS.says(
    colonies.DependenceNoticed,
    "diplomacy",
    "{percent} % of your income comes from {partner}: its ways spread among your people.",
)


@ROWS.joins("money", "money", colonies.IncomeCounted, colonies.BudgetClosed, colonies.PrioritiesSet)
def _format_money(
    seen: Sequence[colonies.IncomeCounted | colonies.BudgetClosed | colonies.PrioritiesSet], _: View
) -> str:
    """All that is said of a side's money, in one line; what is 0 is left out."""
    parts: list[str] = []
    rest: list[str] = []
    for event in seen:
        match event:
            case colonies.IncomeCounted():
                parts.append(_income_part(event))
            case colonies.BudgetClosed():
                parts.append(_budget_part(event))
            case colonies.PrioritiesSet():
                cuts = format_list([_line_name(line) for line in event.lines])
                rest.append(f"If CPs run short, cuts fall in this order: {cuts}.")
    return " ".join([*([f"{'; '.join(parts)}."] if parts else []), *rest])


def _income_part(event: colonies.IncomeCounted) -> str:
    sources = (
        (event.production, "production"),
        (event.trade, "trade"),
        (event.unusual, "unusual income"),
        (event.treasury, "from the treasury"),
    )
    total = sum(cps for cps, _ in sources)
    return f"{total} CPs to spend{_in_brackets([f'{cps} {name}' for cps, name in sources if cps])}"


def _budget_part(event: colonies.BudgetClosed) -> str:
    lines = [(int(getattr(event, line)), title) for line, title in LINE_NAMES.items()]
    spent = sum(cps for cps, _ in lines)
    text = (
        f"{spent} CPs spent{_in_brackets([f'{cps} {title}' for cps, title in lines if cps])}"
        if spent
        else "nothing spent"
    )
    return f"{text}, {event.carried} carried over into the treasury" if event.carried else text


def _in_brackets(parts: list[str]) -> str:
    return f" ({format_list(parts)})" if parts else ""


@ROWS.tells(colonies.SpendingCut, "failed")
def _spending_cut(event: colonies.SpendingCut, _: View) -> str:
    what = f"order {event.number} ({_line_name(event.line)}, {event.cps} CPs)"
    return f"Too few CPs: {what} {f'got only {event.kept} CPs' if event.kept else 'was dropped'}."


def _line_name(line: str) -> str:
    return LINE_NAMES.get(line, plain(line))


STRAIN_TEXT: Final = "A month of strip-mining brought the stress of world {orbit} of {hex} to {stress} %"
ROWS.says(colonies.ColonyFounded, "colonies", "{colony} founded at {hex}, orbit {orbit}: size {size} for {cps} CPs.")
ROWS.says(colonies.ColonyGrew, "colonies", "{colony} grew from size {before} to {after} for {cps} CPs.")
ROWS.says(
    colonies.WorldRecovered,
    "colonies",
    "Left alone, world {orbit} of {hex} has recovered: its STEP code is {step} again.",
)
ROWS.says(
    colonies.WorldStrained, "colonies", f"{STRAIN_TEXT}; it held.", harmed=f"{STRAIN_TEXT}, and the world was harmed."
)


@ROWS.tells(colonies.MiningSet, "colonies")
def _mining_set(event: colonies.MiningSet, view: View) -> str:
    who, world = names.holder_name(view, event.who), f"world {event.orbit} of {names.place(view, event.hex)}"
    if event.stopped:
        return f"{who} stops {'strip-mining' if event.strip else 'mining'} {world}."
    return f"{who} {'strip-mines' if event.strip else 'mines'} {world}; the CPs count from next turn."


SCRAP_TAKERS: Final = {
    "pool": "the empire's pool",
    "store": "the place's own store",
    "ships": "the cargo bays there",
}
ROWS.says(
    industry.BuildHalted, "building", "{build}: work on {design} at {colony} stood still: you have no {resource}."
)
ROWS.says(
    industry.FactoryRetooled,
    "colonies",
    "{amount} light industry at {colony} was re-tooled and makes {line} from now on.",
)
ROWS.says(
    industry.MunitionsMade,
    "building",
    "Munitions for {cps} CPs made at {colony}, where {stock} CPs of them are in stock.",
)
ROWS.says(industry.RefitStarted, "building", "{build}: refit to {units} begun at {colony}, {price} CPs, {turns:turn}.")
ROWS.says(
    industry.BuildProgressed,
    "building",
    "{build}: {hull_left:hull space} left to build.",
    unpaid="{build}: {hull_left:hull space} left to build, {unpaid} CPs still to pay.",
)
ROWS.says(
    industry.UnitsRefitted,
    "building",
    "{build}: the refit at {colony} ends, because none of its ships is left.",
    ships="{build}: refit done at {colony}: {units} ({ships}).",
    count="{build}: refit done at {colony}: {units}.",
)
ROWS.says(
    industry.CrashFlawShown,
    "fleets",
    "{ship}, built in haste, held together {occasion}.",
    failed="{ship}, built in haste, failed {occasion}: {fault}.",
)
ROWS.says(
    industry.BaseTowed, "fleets", "{fleet} took {base} in tow at {hex}.", released="{fleet} let {base} go {where}."
)


@ROWS.tells(industry.BuildStarted, "building")
def _build_started(event: industry.BuildStarted, view: View) -> str:
    what = names.units_name(view, event.side, event.design, event.count)
    paid = f"{event.price} CPs" if event.paid >= event.price else f"{event.paid} of {event.price} CPs paid"
    at = names.colony_name(view, event.colony)
    return f"{names.number(event.build)}: {what} started at {at}, {paid}, {count(event.turns, 'turn')}."


@ROWS.tells(industry.UnitsDelivered, "building")
def _units_delivered(event: industry.UnitsDelivered, view: View) -> str:
    text = f"{names.number(event.build)}: {names.units_name(view, event.side, event.design, event.count)} delivered"
    at = names.colony_name(view, event.colony)
    if event.ships:
        what = "It is" if len(event.ships) == 1 else "They are"
        joined = f" {what} in {names.fleet_name(view, event.fleet)}." if event.fleet else ""
        return f"{text} at {at} ({names.ship_names(event.ships)}).{joined}"
    return f"{text} and held at {at}."


@ROWS.tells(industry.FacilityBuilt, "colonies")
def _facility_built(event: industry.FacilityBuilt, view: View) -> str:
    built = FACILITIES[event.facility].name if event.facility in FACILITIES else plain(event.facility)
    return f"{names.colony_name(view, event.colony)} now has {event.amount} more {built}, for {event.cps} CPs."


@ROWS.tells(industry.UnitsScrapped, "building")
def _units_scrapped(event: industry.UnitsScrapped, view: View) -> str:
    to = SCRAP_TAKERS.get(event.to, plain(event.to))
    which = f" ({names.ship_names(event.ships)})" if event.ships else ""
    what = names.units_name(view, event.side, event.design, event.count) + which
    return f"{what} scrapped at {names.place(view, event.hex)}: {event.cps} CPs for {to}."


@ROWS.tells(industry.PartsLoaded, "fleets")
def _parts_loaded(event: industry.PartsLoaded, view: View) -> str:
    taken = f"{_built_name(event, view)} taken apart at {names.place(view, event.hex)}"
    return f"{taken}; the parts are aboard {names.fleet_name(view, event.fleet)}."


@ROWS.tells(industry.BaseAssembled, "building")
def _base_assembled(event: industry.BaseAssembled, view: View) -> str:
    where = names.orbit_name(view, event.hex, event.orbit)
    new = event.cps - event.from_parts
    spent = f", with {new} CPs from the cargo bays" if new else ""
    return f"{names.fleet_name(view, event.fleet)} put together {_built_name(event, view)} {where}{spent}."


def _built_name(event: industry.PartsLoaded | industry.BaseAssembled, view: View) -> str:
    if event.what == "shipyard":
        return f"{event.amount} shipyard bays"
    return names.units_name(view, event.side, event.what, event.amount)


ROWS.says(
    research.ResearchLapsed,
    "research",
    "{name} ({project}): not funded, so {lost} CPs of work in this step were lost.",
    place="{name} ({project}): no place to work is left at {place}, so {lost} CPs of work in this step were lost.",
)
ROWS.says(research.LevelGained, "research", "{technology} reached level {level}.")
ROWS.says(research.MaterialGiven, "research", "{side} lets {taker} have {material} for research.")
ROWS.says(
    research.TransferPaid,
    "research",
    "{cps} CPs paid for {technology}: it does not work yet.",
    works="{cps} CPs paid for {technology}: it works.",
)


@ROWS.tells(research.ResearchRolled, "research")
def _research_rolled(event: research.ResearchRolled, _: View) -> str:
    step = f"step {event.step} of {event.steps}, {event.cps} CPs, chance {event.chance} %"
    if event.catastrophe:
        return f"{_project_name(event)}: a catastrophe in the laboratory ({step})."
    if event.finished:
        return f"{_project_name(event)}: finished! ({step})"
    return f"{_project_name(event)}: {'success' if event.success else 'no success yet'} ({step})."


@ROWS.tells(research.TechnologyGiven, "research")
def _technology_given(event: research.TechnologyGiven, view: View) -> str:
    what = "research data on" if event.kind == "data" else "the technology"
    given = f"{names.side_name(view, event.side)} gave {names.side_name(view, event.taker)} {what} {plain(event.technology)}"
    if event.kind == "data":
        return f"{given}; development is still to be done."
    works = "works" if event.works else "does not work yet"
    return f"{given}{f' and paid the fee of {event.cps} CPs' if event.cps else ''}; it {works}."


@ROWS.tells(research.ProposalWorks, "research")
def _proposal_works(event: research.ProposalWorks, _: View) -> str:
    does = f": {plain(event.effect)}" if event.effect else "."
    gives = f" With it you have {plain(', '.join(event.gives))}." if event.gives else ""
    return f"{plain(event.technology)} works{does}{gives}"


def _project_name(event: research.ResearchRolled) -> str:
    return f"{plain(event.name)} ({names.number(event.project)})"


RIGHT_WORDS: Final = {
    "supply": "draw supplies at its colonies",
    "rearm": "take munitions at its colonies",
    "aid": "land CPs at its colonies",
}
ROWS.says(diplomacy.TradeOffered, "diplomacy", "{side} offered {taker} {level} trade.")
ROWS.says(diplomacy.TradeAgreed, "diplomacy", "{sides} agreed on {level} trade; it brings income from next turn.")
ROWS.says(
    diplomacy.TradeEnded,
    "diplomacy",
    "{side} ended trade with {other}.",
    offer="{side} is not interested in trade with {other}.",
)


@ROWS.tells(diplomacy.RightsChanged, "diplomacy")
def _rights_changed(event: diplomacy.RightsChanged, view: View) -> str:
    verb = "lets" if event.granted else "no longer lets"
    return f"{names.side_name(view, event.side)} {verb} {names.side_name(view, event.taker)} {RIGHT_WORDS[event.kind]}."


@ROWS.tells(diplomacy.AmbassadorsSent, "diplomacy")
def _ambassadors_sent(event: diplomacy.AmbassadorsSent, view: View) -> str:
    giver, taker = names.side_name(view, event.side), names.side_name(view, event.taker)
    if event.recalled:
        return f"{giver} recalled its ambassadors from {taker}."
    if event.exchanged:
        return f"{giver} and {taker} have exchanged ambassadors."
    return f"{giver} sent ambassadors to {taker}; embassies are exchanged when theirs come."


LONGEST_RESULT: Final = 4000
ROWS.says(diplomacy.OperationLapsed, "research", "{name}: not funded, so {lost} CPs of work in this step were lost.")
ROWS.says(diplomacy.CounterStands, "research", "{name}: your counter-intelligence lasts until turn {until}.")
ROWS.says(
    diplomacy.IntrusionNoticed,
    "diplomacy",
    "Agents of others are at work among your people; nobody knows whose they are.",
)


@ROWS.tells(diplomacy.OperationAwaited, "research")
def _operation_awaited(event: diplomacy.OperationAwaited, view: View) -> str:
    step = f"{event.step} with {event.cps} CPs, {event.chance} % as far as you know"
    return f"{_operation_name(event.name, event.target, view)}: a ruling says what happens ({step})."


@ROWS.tells(diplomacy.OperationRolled, "research")
def _operation_rolled(event: diplomacy.OperationRolled, view: View) -> str:
    step = f"{event.step} with {event.cps} CPs, {event.chance} % as far as you know"
    how = "it has succeeded!" if event.finished else "success" if event.success else "no success yet"
    more = f" {plain(event.text, LONGEST_RESULT)}" if event.text else ""
    return f"{_operation_name(event.name, event.target, view)}: {how} ({step}).{more}"


@ROWS.tells(diplomacy.OperationEnded, "research")
def _operation_ended(event: diplomacy.OperationEnded, view: View) -> str:
    return f"{_operation_name(event.name, event.target, view)} is over. {plain(event.text, LONGEST_RESULT)}"


@ROWS.tells(diplomacy.OperationWeighed, "gm")
def _operation_weighed(event: diplomacy.OperationWeighed, view: View) -> str:
    die = f"the die showed {event.roll}" if event.roll else "no die"
    step = f"{event.step}, {event.chance} %, {die}: {event.result}"
    return f"{names.side_name(view, event.side)}, {_operation_name(event.name, event.target, view)} ({step})."


@ROWS.tells(diplomacy.AgentsCaught, "diplomacy")
def _agents_caught(event: diplomacy.AgentsCaught, view: View) -> str:
    goal = f" Their goal: {plain(event.goal, LONGEST_RESULT)}." if event.goal else ""
    return f"Agents of {names.side_name(view, event.by)} were caught among your people ({plain(event.kind)}).{goal}"


@ROWS.tells(diplomacy.MischiefDone, "losses")
def _mischief_done(event: diplomacy.MischiefDone, view: View) -> str:
    return f"{names.place(view, event.hex)}: {plain(event.text, LONGEST_RESULT)}"


@ROWS.tells(diplomacy.LeaderKilled, "losses")
def _leader_killed(event: diplomacy.LeaderKilled, _: View) -> str:
    after = f" {plain(event.successor)} takes their place." if event.successor else ""
    return f"{plain(event.name)} was killed by unknown hands.{after}"


def _operation_name(name: str, target: SideId, view: View) -> str:
    return f"{plain(name)} against {names.side_name(view, target)}" if target else f"Counter-intelligence {plain(name)}"
