"""A long war, month by month: what is ordered, how its battles are settled, what must hold of each month, and all of it again."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Final, get_args

from render.campaign.report.pages import write_report
from rules.cluster_war.chapters.combat.battle import Battle, BattlesAwaited, Settle
from rules.cluster_war.chapters.combat.battle_amendments import SetBattle, SetBattles, SetDamage, SetSalvage, Way
from rules.cluster_war.chapters.combat.world_amendments import (
    AllowPlanetKiller,
    DeclareConquered,
    SetForce,
    SetOdds,
    SetPeople,
    YieldColony,
)
from rules.cluster_war.chapters.diplomacy.amendments import SetPeace
from rules.cluster_war.chapters.logistics.amendments import CreateShips, RemoveShips
from rules.cluster_war.chapters.logistics.stress import StressEffect
from rules.cluster_war.chapters.officers.amendments import ChangeOfficer, GradeCrews, UseTalent
from rules.cluster_war.model.events.battles import PrizesTaken
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleId, BattleOutcome, Fate, Method, UnitOutcome
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.gm.rulings import AnswerByTheBook
from rules.cluster_war.turn.invariants import broken_invariants
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.cluster_war.turn.war_invariants import standing_amiss
from rules.dice import Dice
from rules.values import GameError, Value, changed
from storage.codec import EVENTS, decode_state, encode_state
from tests.rules.cluster_war.long_war.minds import sheet_of
from tests.rules.cluster_war.long_war.world import HOMES, empires, mark_of
from umpire.campaign.turn.adjudication import engine_for

TURNS: Final = 40
WAR: Final = Settings(battles="quick", largest_battle=40, flag_officers=True, graded_crews=True)
WAYS: Final[tuple[Way, ...]] = ("quick", "narrated", "quick", "fought", "quick", "chair")
LARGEST_AUTO_RESOLVED: Final = 12
"""Battles of more units than this are settled by numbers, so that a campaign ends."""
FATES: Final = get_args(Fate)
WARSHIPS: Final = 6
"""A side with fewer gets a levy."""
DESTROYED: Final = 0.3


class Month(Value):
    """What went into a month, and digests of what came of it."""

    turn: int
    amendments: tuple[Amendment, ...]
    orders: tuple[SignedOrder, ...]
    outcomes: Mapping[BattleId, BattleOutcome]
    rounds: int
    digest: str


@dataclass(slots=True)
class War:
    """A campaign as it is played."""

    seed: int
    start: GameState
    state: GameState
    months: list[Month] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    learned: dict[SideId, set[str]] = field(default_factory=dict)
    """The names that a side has learned with what it held or fought on, for good: it may name fleets after them."""
    amiss: list[str] = field(default_factory=list)


def dice_of(seed: int, turn: int) -> Dice:
    """A month's dice."""
    return Dice(seed.to_bytes(32, "big"), "long war", turn)


def digest(state: GameState, events: tuple[Event, ...]) -> str:
    """A month in a few characters."""
    packed = encode_state(state) + b"".join(str(EVENTS.encode(e)).encode() for e in events)
    return sha256(packed).hexdigest()[:16]


def kept(state: GameState) -> GameState:
    """A state as it is read again, which is how the umpire has it."""
    return decode_state(encode_state(state))


def begun(seed: int, settings: Settings = WAR) -> War:
    """A campaign before its first month."""
    start = empires(settings)
    return War(seed, start, start)


def play_month(war: War) -> Month:
    """The next month: the game master's acts, everybody's orders, battles as they come up, and what must hold of it all."""
    chance = Random(f"{war.seed}/{war.state.turn}")
    amendments = tuple(masters_acts(war.state, chance))
    state = kept(after(war.state, amendments))
    war.amiss += [f"turn {state.turn}, by the game master's hand: {line}" for line in standing_amiss(state)]
    orders = tuple(
        signed
        for side in sorted(state.sides)
        for signed in sheet_of(view_for(state, side), Random(f"{war.seed}/{state.turn}/{side}"))
    )
    dice, settle = dice_of(war.seed, state.turn), engine_for(state.settings)
    outcomes: dict[BattleId, BattleOutcome] = {}
    rounds = 0
    while True:
        rounds += 1
        try:
            done = adjudicate(state, orders, dice, outcomes, settle)
            break
        except BattlesAwaited as waiting:
            for battle in waiting.battles:
                outcomes[battle.id] = settled(state, battle, settle, Random(f"{war.seed}/{battle.id}"), dice)
    again = adjudicate(kept(state), orders, dice, outcomes, settle)
    month = Month(state.turn, amendments, orders, outcomes, rounds, digest(done.state, done.events))
    if digest(again.state, again.events) != month.digest:
        war.amiss.append(f"turn {state.turn}: the month played in one go is another")
    war.amiss += [f"turn {state.turn}: {line}" for line in broken_invariants(state, done.state, done.events)]
    war.amiss += [f"turn {state.turn}: {line}" for line in names_read(war.learned, state, done.state, done.events)]
    war.counted.update(type(e).__name__ for e in done.events)
    war.counted.update(f"battle {b.method}" for b in done.state.battles if b.turn == state.turn)
    war.counted.update(f"order {type(o.order).__name__}" for o in orders)
    war.months.append(month)
    war.state = done.state
    return month


def names_read(
    learned: dict[SideId, set[str]], before: GameState, state: GameState, events: tuple[Event, ...]
) -> Iterator[str]:
    """Names that a side gave its own and that another side can read: in what it sees after a month, or in what it is told of
    it. Who takes a colony or a base, or fights on a world's ground, learns what it is called."""
    for side in state.sides:
        view = view_for(state, side)
        told = tuple(e for e in events if side in e.seen_by)
        ashore = {*view.fronts, *(getattr(e, "world", "") for e in told)}
        worlds = (*before.colonies.values(), *state.colonies.values())
        bases = (*before.bases.values(), *state.bases.values())
        taken = learned.setdefault(side, set())
        taken |= {world.name for world in worlds if world.name and (world.side == side or world.id in ashore)}
        prized = {e.hex for e in told if isinstance(e, PrizesTaken) and e.bases}  # and perhaps lost again
        taken |= {base.name for base in bases if base.name and (base.side == side or base.hex in prized)}
        hidden = re.compile("|".join(re.escape(name) for name in sorted(taken, key=len, reverse=True)) or "$")
        for what, read in (("view", repr(view)), ("events", repr(told)), ("report", write_report(view, told))):
            text = hidden.sub("", read)
            for other in state.sides:
                if other != side and mark_of(other) in text:
                    at = text.index(mark_of(other))
                    yield f"{side} reads a name of {other}'s in its {what}: {text[max(at - 200, 0) : at + 240]}"


def settled(state: GameState, battle: Battle, settle: Settle, chance: Random, dice: Dice) -> BattleOutcome:
    """What people say came of a battle: a proxy fights it, or the game master tells it unit by unit."""
    if battle.method == "fought":
        aboard = {side: state.sides[side].designs for side in battle.sides}
        method: Method = "chair" if sum(u.count for u in battle.units) <= LARGEST_AUTO_RESOLVED else "quick"
        fought = settle(changed(battle, method=method), aboard, dice)
        return changed(fought, method="fought")
    return told(battle, chance)


def told(battle: Battle, chance: Random) -> BattleOutcome:
    """A story of the game master's in which anything can happen to any unit."""
    units = []
    for unit in battle.units:
        fate: Fate = chance.choice(("survived", "survived", *FATES))
        foes = sorted({b if a == unit.side else a for a, b in battle.enemies if unit.side in {a, b}})
        if fate == "captured" and not foes:
            fate = "destroyed"
        layout = [name for name, n in unit.design.layout.items() if n and name not in unit.wounds.destroyed]
        wounds = unit.wounds
        if fate != "destroyed" and layout and chance.random() < 0.5:
            part = chance.choice(layout)
            if part not in wounds.damaged:
                gone = {**wounds.destroyed, part: 1}
                hurt = {**wounds.damaged, part: 1}
                lost = chance.random() < DESTROYED
                wounds = changed(wounds, destroyed=gone) if lost else changed(wounds, damaged=hurt)
        crates = {d: chance.randint(0, n) for d, n in unit.crates.items()}
        left = chance.randint(0, unit.count) if "|" in unit.unit else 0
        captor = chance.choice(foes) if fate == "captured" else ""
        units.append(UnitOutcome(unit.unit, fate, wounds, chance.randint(0, unit.munitions), crates, captor, left))
    winner = chance.choice(("", *battle.sides))
    return BattleOutcome(battle.id, battle.method, winner, tuple(units), ("So it was.",))


def masters_acts(state: GameState, chance: Random) -> list[Amendment]:
    """What the game master does before a month: how battles go, peace and war, reinforcements."""
    way = WAYS[state.turn % len(WAYS)]
    acts: list[Amendment] = [SetBattles(way, LARGEST_AUTO_RESOLVED if way == "chair" else 40)]
    sides = sorted(state.sides)
    if state.turn % 7 == 3:
        a, b = chance.sample(sides, 2)
        acts.append(SetPeace(a, b, f"{min(a, b)}|{max(a, b)}" not in state.peace))
    if state.turn % 5 == 1:
        acts.append(AnswerByTheBook("stress"))
    if chance.random() < 0.3:
        fleet = chance.choice(sorted(state.fleets.values(), key=lambda f: f.id))
        acts.append(SetBattle(fleet.hex, chance.choice(("", "quick", "narrated")), (fleet.side,), {fleet.side: 3}))
    for side in sides:
        armed = sum(s.side == side and s.design in {"DD", "CA"} for s in state.ships.values())
        here = HOMES[side]
        if armed < WARSHIPS:
            acts.append(CreateShips(side, "DD", 2, here, f"Levy {state.turn} {mark_of(side)}"))
        for design, name in (("TR", "Landing Force"), ("RD", "Black Sail"), ("FF", "Convoy"), ("TE", "Workshop")):
            if not any(s.side == side and s.design == design for s in state.ships.values()):
                acts.append(CreateShips(side, design, 1, here, f"{name} {state.turn} {mark_of(side)}"))
    return acts + wild_acts(state, chance)


def wild_acts(state: GameState, chance: Random) -> list[Amendment]:
    """The game master's hand in the war: damage, salvage, officers, crews, forces and worlds by their word."""
    acts: list[Amendment] = []
    ships = sorted(state.ships)
    worlds = sorted(state.colonies)
    ship = state.ships[chance.choice(ships)]
    design = state.sides[ship.side].designs[ship.design]
    part = chance.choice(sorted(design.layout) or ["Bridge"])
    other = chance.choice(sorted(state.sides))
    acts.append(
        chance.choice(
            (
                SetDamage((ship.id,), part, damaged=1),
                SetDamage((ship.id,), part, destroyed=1),
                SetDamage((ship.id,), loose=2),
                SetDamage((ship.id,)),
                GradeCrews((ship.id,), chance.choice(("green", "veteran", "elite"))),
                StressEffect((ship.id,), chance.choice(("surrender", "mutiny", "return", "damage")), other),
                RemoveShips((ship.id,)),
                YieldColony(chance.choice(worlds), other),
                AllowPlanetKiller(ship.side, ship.design, on=chance.random() < 0.5),
            )
        )
    )
    holds = [s.id for s in state.ships.values() if s.design in {"TR", "TE", "FF", "RD"}]
    if holds:
        acts.append(
            SetSalvage(chance.choice(sorted(holds)), chance.choice(("Beam emitter 3", "Bridge", "Barracks")), 1)
        )
    if state.officers:
        officer = chance.choice(sorted(state.officers))
        acts.append(ChangeOfficer(officer, strategy=chance.randint(-2, 2), talent=chance.choice(("", "lucky"))))
        acts.append(UseTalent(officer, "lucky", "Fortune", 2))
    if state.surfaces:
        world = chance.choice(sorted(state.surfaces))
        surface = state.surfaces[world]
        acts.append(SetForce(world, f"A{900 + state.turn}", side=other, design="INF", teams=7))
        acts.append(SetPeople(world, "Hostile"))
        acts.append(SetOdds(world, other, 1, -1))
        if chance.random() < 0.2:
            acts.append(DeclareConquered(world, other))
        if surface.forces and chance.random() < 0.3:
            acts.append(SetForce(world, chance.choice(sorted(surface.forces)), teams=0))
    return acts


def after(state: GameState, amendments: tuple[Amendment, ...]) -> GameState:
    """The state with the game master's acts done; those that cannot be are left."""
    for one in amendments:
        try:
            state = amend(state, one, "War").state
        except GameError:
            continue
    return state


NEEDED: Final[Mapping[str, int]] = {
    "battles": 60,
    "battle quick": 10,
    "battle chair": 3,
    "battle fought": 5,
    "battle narrated": 5,
    "TroopsLanded": 10,
    "invasions ended": 5,
    "RaidBegun": 20,
    "raids caught": 3,
    "raids not caught": 10,
    "WorldBombarded": 3,
    "UnitRepaired": 20,
    "OfficerRecruited": 20,
    "OfficerLost": 3,
    "PrizesTaken": 3,
}
"""The least that a war of forty turns has to have seen."""


def lacking(war: War, needed: Mapping[str, int] = NEEDED) -> list[str]:
    """What a war has had too little of."""
    seen = Counter(war.counted)
    seen["battles"] = sum(n for what, n in war.counted.items() if what.startswith("battle "))
    seen["invasions ended"] = seen["WorldConquered"] + seen["InvasionBeaten"]
    seen["raids caught"] = seen["TrafficCaught"]
    seen["raids not caught"] = seen["TrafficSought"] - seen["TrafficCaught"]
    return [f"{seen[what]} of {what}, not {least}" for what, least in needed.items() if seen[what] < least]


def replayed(war: War) -> list[str]:
    """The whole campaign once more from its start, by orders and outcomes alone: the months that come otherwise."""
    state, amiss = war.start, []
    for month in war.months:
        state = kept(after(state, month.amendments))
        done = adjudicate(
            state, month.orders, dice_of(war.seed, month.turn), month.outcomes, engine_for(state.settings)
        )
        if digest(done.state, done.events) != month.digest:
            amiss.append(f"turn {month.turn} came otherwise")
        state = kept(done.state)
    return amiss
