"""The GM's hand: one amendment at a time, each an event with its reason (CW-1.0-01). Nothing else changes a draft turn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from rules.cluster_war.colonies.mining import reset_stress
from rules.cluster_war.detection.scouting import learn
from rules.cluster_war.events.all import Event
from rules.cluster_war.events.turn import Amended, Narrated
from rules.cluster_war.gm.amend_designs import new_design
from rules.cluster_war.gm.amend_support import apply_support
from rules.cluster_war.gm.amend_works import amend_works
from rules.cluster_war.gm.amendments import (
    AddDesign,
    AddLink,
    AdvanceNprs,
    Amendment,
    ChangeWorld,
    CoreAmendment,
    CreateShips,
    GrantIncome,
    GrantKnowledge,
    GrantSuccess,
    Narrate,
    PlaceFleet,
    PrepareSystem,
    RemoveLink,
    RemoveNpr,
    RemoveShips,
    SetColony,
    SetNpr,
    SetPeace,
    Settle,
    SetTrade,
    SetTreasury,
)
from rules.cluster_war.gm.amendments_support import SupportAmendment
from rules.cluster_war.gm.amendments_works import WorksAmendment
from rules.cluster_war.industry.templates import on_template, start_templates
from rules.cluster_war.npr.edit import advance_nprs, remove_npr, set_npr
from rules.cluster_war.state.dealings import TradePartner
from rules.cluster_war.state.game import GameState
from rules.cluster_war.state.geometry import grid_of
from rules.cluster_war.state.names import HexId, LinkKind, SideId
from rules.cluster_war.state.places import Link, StarSystem
from rules.cluster_war.state.units import Fleet, Ship
from rules.cluster_war.working.turn_state import TurnState
from rules.cluster_war.worlds.jump_map import with_link, without_link
from rules.dice import ScriptedDice
from rules.errors import GameError, IllegalOrderError, quoted
from rules.events import EVERYONE, Cause
from rules.game import Adjudication

RULE = "CW-1.0-01"
LONGEST_WORDS = 4000
MOST_CPS = 1_000_000
MOST_SHIPS = 100
LINES: Mapping[LinkKind, str] = {
    "jump": "jump line",
    "wormhole": "wormhole",
    "held": "held wormhole",
    "gate": "pair of gates",
}


def amend(state: GameState, amendment: Amendment, reason: str) -> Adjudication[GameState, Event]:
    """Carry out one amendment; raises GameError, and changes nothing, when it names what is not there."""
    month = TurnState(state, (), ScriptedDice(()))
    cause = Cause(RULE, override=reason or "the GM's word")
    if isinstance(amendment, SupportAmendment):
        changed, told = apply_support(month, amendment, cause)
    elif isinstance(amendment, WorksAmendment):
        changed, told = amend_works(month, amendment, cause)
    else:
        changed, told = _apply(month, amendment, cause)
    frozen = month.freeze(state.turn, changed.income)
    done = replace(
        frozen,
        trade=changed.trade,
        peace=changed.peace,
        embassies=changed.embassies,
        tasks=changed.tasks,
        questions=changed.questions,
        income=changed.income,
        nprs=changed.nprs,
        prepared=changed.prepared,
    )
    return Adjudication(done, (*month.events, *told))


def _apply(month: TurnState, amendment: CoreAmendment, cause: Cause) -> tuple[GameState, tuple[Event, ...]]:
    """What changes in the draft, the state whose trade, peace, questions and income hold, and the events told."""
    state = month.start
    match amendment:
        case PlaceFleet(fleet, hex_):
            return state, _place(month, fleet, hex_, cause)
        case CreateShips():
            return state, _create(month, amendment, cause)
        case RemoveShips(ships):
            return state, _remove(month, ships, cause)
        case SetTreasury(side, cps):
            found = month.sides[_side(month, side)]
            month.sides[side] = replace(found, treasury=_amount(cps))
            return state, _told(
                f"The treasury of {found.name} is now {cps} CPs (it was {found.treasury}).", cause, side
            )
        case GrantIncome(side, cps):
            name = month.sides[_side(month, side)].name
            income = {**state.income, side: state.income.get(side, 0) + _amount(cps)}
            return replace(state, income=income), _told(f"{name} receives {cps} CPs this turn.", cause, side)
        case GrantKnowledge(side, hex_, level):
            learn(month, _side(month, side), _system(month, hex_), level, week=month.first_week, cause=cause)
            return state, ()
        case GrantSuccess(side, project):
            return state, _success(month, side, project, cause)
        case ChangeWorld():
            return state, _world(month, amendment, cause)
        case SetColony(colony, size):
            return state, _colony(month, colony, size, cause)
        case AddDesign():
            return state, _design(month, amendment, cause)
        case SetTrade(side, name, gross, level):
            kept = tuple(t for t in state.trade if (t.side, t.name.casefold()) != (_side(month, side), name.casefold()))
            trade = kept if level == "none" else (*kept, TradePartner(side, name, _amount(gross), level))
            text = f"Trade with {name}: {level}." if level != "none" else f"Trade with {name} has ended."
            return replace(state, trade=trade), _told(text, cause, side)
        case SetPeace(a, b, at_peace):
            peace = _peace(month, a, b, at_peace=at_peace)
            text = f"{_party_name(month, a)} and {_party_name(month, b)} are {'at peace' if at_peace else 'hostile'}."
            return peace, _told(text, cause, *(side for side in (a, b) if side in month.sides))
        case Narrate(side, text):
            return state, _narrate(month, side, text, cause)
        case Settle(question, answer, tell):
            return _settle(month, question, answer), _answer(month, question, answer, tell, cause)
        case AddLink() | RemoveLink():
            return state, _link(month, amendment, cause)
        case SetNpr(npr):
            verb = "is changed" if npr.id in state.nprs else "is in the game now"
            return set_npr(state, npr), _told(f"{npr.name}, a race of the game master's, {verb}.", cause)
        case RemoveNpr(npr_id):
            return remove_npr(month, npr_id), _told(f"{npr_id}, a race of the game master's, never was.", cause)
        case PrepareSystem(hex_, system):
            return _prepare(month, hex_, system), _told(f"{hex_} is prepared.", cause)
        case AdvanceNprs(nprs, lines):
            told = [f"{n.name}: {line}" for n, had in zip(nprs, lines, strict=True) for line in had]
            monthly = replace(cause, rule="CW-19.0-20")
            return advance_nprs(state, nprs), tuple(e for text in told for e in _told(text, monthly))
        case _:
            assert_never(amendment)


def _told(text: str, cause: Cause, *sides: SideId) -> tuple[Event, ...]:
    return (Amended(text=text, cause=cause, seen_by=sides),)


def _side(month: TurnState, side: SideId) -> SideId:
    if side not in month.sides:
        raise GameError(f"There is no side {quoted(side)}; the sides are {', '.join(sorted(month.sides))}.")
    return side


def _amount(cps: int) -> int:
    if not 0 <= cps <= MOST_CPS:
        raise IllegalOrderError(f"An amount runs from 0 to {MOST_CPS} CPs; {cps} does not.", rule="CW-5.0-19")
    return cps


def _hex(month: TurnState, hex_: HexId) -> HexId:
    grid = grid_of(month.cluster.columns, month.cluster.rows)
    return grid.number(grid.parse(hex_))


def _system(month: TurnState, hex_: HexId) -> StarSystem:
    found = month.cluster.systems.get(_hex(month, hex_))
    if found is None:
        raise GameError(f"{hex_} is empty space; there is nothing to know there.", rule="CW-2.1-01")
    return found


def _fleet(month: TurnState, fleet: str) -> Fleet:
    if fleet not in month.fleets:
        raise GameError(f"There is no fleet {quoted(fleet)}.")
    return month.fleets[fleet]


def _place(month: TurnState, fleet: str, hex_: HexId, cause: Cause) -> tuple[Event, ...]:
    found = _fleet(month, fleet)
    there = _hex(month, hex_)
    month.fleets[fleet] = replace(found, hex=there, transit=None, route=(), pick_up=(), survey=None, course=None)
    return _told(f"{found.name} is now at {there}.", cause, found.side)


def _create(month: TurnState, order: CreateShips, cause: Cause) -> tuple[Event, ...]:
    side = month.sides[_side(month, order.side)]
    design = side.designs.get(order.design)
    if design is None or design.kind != "ship":
        ships = ", ".join(d.id for d in side.designs.values() if d.kind == "ship")
        raise GameError(f"{side.name} has no ship design {quoted(order.design)}; its ships are {ships}.")
    if not 1 <= order.count <= MOST_SHIPS:
        raise GameError(f"Create 1 to {MOST_SHIPS} ships at a time, not {order.count}.")
    there = _hex(month, order.hex)
    keys = []
    for _ in range(order.count):
        key = f"{side.id}/{design.prefix}{month.next_id(f'ship/{side.id}/{design.prefix}'):02d}"
        month.ships[key] = Ship(id=key, side=side.id, design=design.id)
        keys.append(key)
    same = [f for f in month.fleets_of(side.id) if order.fleet and order.fleet in {f.id, f.name} and f.hex == there]
    if same and same[0].transit is None:
        month.fleets[same[0].id] = replace(same[0], ships=same[0].ships + tuple(keys))
        name = same[0].name
    else:
        new = f"{side.id}-F{month.next_id(f'fleet/{side.id}')}"
        name = order.fleet or f"{design.name} group"
        month.fleets[new] = Fleet(id=new, side=side.id, name=name, hex=there, ships=tuple(keys))
    listed = ", ".join(k.rpartition("/")[2] for k in keys)
    return _told(
        f"{order.count} × {design.name} ({listed}) {'joins' if order.count == 1 else 'join'} {name} at {there}.",
        cause,
        side.id,
    )


def _remove(month: TurnState, ships: tuple[str, ...], cause: Cause) -> tuple[Event, ...]:
    if not ships:
        raise GameError("Name at least one ship to remove.")
    unknown = [s for s in ships if s not in month.ships]
    if unknown:
        raise GameError(f"There is no ship {quoted(unknown[0])}; ships are written side/id, like humans/DD01.")
    lost: dict[SideId, list[str]] = {}
    for key in dict.fromkeys(ships):
        lost.setdefault(month.ships[key].side, []).append(key.rpartition("/")[2])
        del month.ships[key]
    for fleet in list(month.fleets.values()):
        left = tuple(s for s in fleet.ships if s in month.ships)
        if not left:
            del month.fleets[fleet.id]
        elif left != fleet.ships:
            month.fleets[fleet.id] = replace(fleet, ships=left)
    return tuple(e for side, ids in sorted(lost.items()) for e in _told(f"Lost: {', '.join(ids)}.", cause, side))


def _success(month: TurnState, side: SideId, project: str, cause: Cause) -> tuple[Event, ...]:
    found = month.projects.get(project)
    if found is None or found.side != _side(month, side) or found.finished_turn:
        raise GameError(f"{month.sides[side].name} has no running project {quoted(project)}.")
    if found.step < found.steps:
        month.projects[project] = replace(found, step=found.step + 1, cps=0)
        return _told(f"A free success: {found.name} is now at step {found.step + 1} of {found.steps}.", cause, side)
    month.projects[project] = replace(found, cps=0, finished_turn=month.turn)
    owner = month.sides[side]
    gained = found.technology or found.name
    if gained not in owner.technologies:
        month.sides[side] = replace(owner, technologies=(*owner.technologies, gained))
    return _told(f"A free success completes {found.name}.", cause, side)


def _world(month: TurnState, order: ChangeWorld, cause: Cause) -> tuple[Event, ...]:
    system = _system(month, order.hex)
    body = next((b for b in system.bodies if b.orbit == order.orbit), None)
    if body is None:
        raise GameError(f"{order.hex} has no world in orbit {order.orbit}.", rule="CW-2.1-01")
    if order.step is not None and (len(order.step) != 4 or any(c not in "0123456789X" for c in order.step)):
        raise GameError("A STEP code is four characters, each 0 to 9 or X, like 5555.", rule="CW-2.1-03")
    new = replace(
        body,
        step=body.step if order.step is None else order.step,
        max_cp=body.max_cp if order.max_cp is None else _amount(order.max_cp),
        resources=body.resources if order.resources is None else order.resources,
    )
    bodies = tuple(new if b.orbit == order.orbit else b for b in system.bodies)
    changed = replace(system, bodies=bodies)
    month.cluster = replace(month.cluster, systems={**month.cluster.systems, system.hex: changed})
    reset_stress(month.strains, f"{system.hex}-{order.orbit}", body.step, new.step)
    owners = tuple(sorted(c.side for c in month.colonies.values() if (c.hex, c.orbit) == (order.hex, order.orbit)))
    for side in owners:
        learn(month, side, changed, "surveyed", week=month.first_week, cause=cause)
    text = f"World {order.orbit} of {order.hex} is now {new.step}, maximum {new.max_cp} CPs."
    return _told(text, cause, *owners)


def _prepare(month: TurnState, hex_: HexId, contents: StarSystem | None) -> GameState:
    """The state with a system marked as ready; what it holds is put into the draft's map."""
    system = _system(month, hex_)
    if contents is not None:
        if (contents.hex, contents.codes) != (system.hex, system.codes):
            raise GameError(f"The stars of {hex_} are on everybody's map; only what is beside them can be made.")
        month.cluster = replace(month.cluster, systems={**month.cluster.systems, system.hex: contents})
    return replace(month.start, prepared=tuple(sorted({*month.start.prepared, system.hex})))


def _colony(month: TurnState, colony: str, size: int, cause: Cause) -> tuple[Event, ...]:
    found = month.colonies.get(colony)
    if found is None:
        raise GameError(f"There is no colony {quoted(colony)}; a colony is written hex-orbit, like 2034-3.")
    if size == 0:
        del month.colonies[colony]
        builds = [b.id for b in month.builds.values() if b.colony == colony]
        for build in builds:
            del month.builds[build]
        return _told(f"{found.name} is lost.", cause, found.side)
    month.colonies[colony] = replace(found, size=_amount(size))
    return _told(f"{found.name} is now size {size} (it was {found.size}).", cause, found.side)


def _design(month: TurnState, order: AddDesign, cause: Cause) -> tuple[Event, ...]:
    side = month.sides[_side(month, order.side)]
    _amount(order.cost)
    design = new_design(order, side, month.settings)
    hulls = start_templates(side.templates.values(), {**side.designs, design.id: design})
    design = on_template(hulls, design)
    month.sides[side.id] = replace(side, designs={**side.designs, design.id: design}, templates=hulls)
    return _told(f"New design: {design.name}, hull {design.hull}, {design.cost} CPs.", cause, side.id)


def _link(month: TurnState, order: AddLink | RemoveLink, cause: Cause) -> tuple[Event, ...]:
    """Draw or wipe out a line of the map; told to the holder of a wormhole, seen by others where they know it."""
    a, b = sorted((_hex(month, order.a), _hex(month, order.b)))
    if isinstance(order, RemoveLink):
        links = without_link(month.cluster.links, Link(a, b, order.kind))
        text = f"The {LINES[order.kind]} between {a} and {b} is gone."
        holders = {line.side for line in month.cluster.links if line.side and line not in links}
    else:
        holders = {_side(month, order.side)} if order.side else set()
        links = with_link(month.cluster.links, Link(a, b, order.kind, order.side))
        text = f"A {LINES[order.kind]} now joins {a} and {b}."
    month.cluster = replace(month.cluster, links=links)
    return _told(text, cause, *sorted(holders))


def _peace(month: TurnState, a: SideId, b: SideId, *, at_peace: bool) -> GameState:
    if _party(month, a) == _party(month, b):
        raise GameError("A side is always at peace with itself.")
    pair = "|".join(sorted((a, b)))
    kept = tuple(p for p in month.start.peace if p != pair)
    return replace(month.start, peace=(*kept, pair) if at_peace else kept)


def _party(month: TurnState, side: SideId) -> SideId:
    """A side, or a race the game master runs."""
    return side if side in month.start.nprs else _side(month, side)


def _party_name(month: TurnState, side: SideId) -> str:
    npr = month.start.nprs.get(side)
    return npr.name if npr else month.sides[side].name


def _narrate(month: TurnState, side: SideId, text: str, cause: Cause) -> tuple[Event, ...]:
    if not text.strip() or len(text) > LONGEST_WORDS:
        raise GameError(f"A narrative has 1 to {LONGEST_WORDS} characters; this has {len(text)}.")
    seen = (EVERYONE,) if side == EVERYONE else (_side(month, side),)
    return (Narrated(text=text.strip(), cause=cause, seen_by=seen),)


def _settle(month: TurnState, question: str, answer: str) -> GameState:
    found = next((q for q in month.start.questions if q.id == question), None)
    if found is None:
        raise GameError(f"There is no question {quoted(question)}.")
    if found.settled_turn:
        raise GameError(f"{question} was settled in turn {found.settled_turn}.")
    if not answer.strip() or len(answer) > LONGEST_WORDS:
        raise GameError(f"An answer has 1 to {LONGEST_WORDS} characters.")
    settled = replace(found, answer=answer.strip(), settled_turn=month.turn)
    return replace(month.start, questions=tuple(settled if q.id == question else q for q in month.start.questions))


def _answer(month: TurnState, question: str, answer: str, tell: tuple[SideId, ...], cause: Cause) -> tuple[Event, ...]:
    found = next(q for q in month.start.questions if q.id == question)
    for side in tell:
        if side != EVERYONE:
            _side(month, side)
    text, why = answer.strip(), replace(cause, rule=found.rule)
    if not tell:
        return _told(f"{question} is settled: {text}", why)
    return (Narrated(text=text, cause=why, seen_by=tell),)
