"""A week's battles: who fights is decided, each is settled, what is left goes on, and what each side hears of it and keeps on
its map (CW-9.0-02, CW-9.0-11, CW-9.7-01, CW-9.7-02, rulings R-070 and R-071)."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final, TypeAlias

from rules.cluster_war.chapters.combat.apply_outcome import LossTally, apply, check_outcome, release
from rules.cluster_war.chapters.combat.battle import Aboard, Battle, BattlesAwaited, Combatant
from rules.cluster_war.chapters.combat.contact import clashes
from rules.cluster_war.chapters.combat.flight import flee, pursue
from rules.cluster_war.chapters.combat.muster import muster, speaking_telepaths, tell_last_words, tell_minds
from rules.cluster_war.chapters.combat.quick_engine import settle as by_numbers
from rules.cluster_war.chapters.combat.unit_strength import StrengthRatings
from rules.cluster_war.chapters.detection import unreported
from rules.cluster_war.chapters.detection.cloaks import reveal
from rules.cluster_war.chapters.detection.sightings import refresh, refresh_bases
from rules.cluster_war.chapters.detection.surveys import scout
from rules.cluster_war.chapters.movement.meetings import MEETING_QUESTION_START
from rules.cluster_war.model.events import raids
from rules.cluster_war.model.events.battles import (
    BattleFought,
    BattleLosses,
    BattleSettled,
    DesignsSeen,
    UnitCount,
    UnitsHurt,
)
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.events.ground import GroundFought, InvasionBeaten, TroopsLanded, WorldConquered
from rules.cluster_war.model.psionics.units import outward_traits
from rules.cluster_war.model.state.common import FleetId, HexId, Settings, SideId
from rules.cluster_war.model.state.sides import DesignSighting
from rules.cluster_war.model.state.war import NO_EMPIRE, BattleOutcome, BattleRecord, SignKind, WarSign
from rules.cluster_war.model.working.turn_state import TurnState, unseen_key
from rules.dice import Roller
from rules.values import Cause, Roll, Value, changed

BY_MACHINE: Final = ("quick", "chair", "fought")
THE_FOE: Final = "the enemy"
"""What is no empire's in the lines of an engine."""
REPORT_RULE: Final = "CW-9.0-11"
BROUGHT_HOME: Final = "CW-9.7-02"
HIDDEN_RULE: Final = "CW-9.7-01"
KEPT_TURNS: Final = 6
"""For so many turns a place of war stays on a map."""
Place: TypeAlias = tuple[SignKind, HexId, SideId]
OF_WAR: Final[frozenset[type[Event]]] = frozenset(
    {
        BattleFought,
        BattleLosses,
        TroopsLanded,
        GroundFought,
        WorldConquered,
        InvasionBeaten,
        raids.WorldBombarded,
        raids.ColonyBombarded,
        raids.PlanetDestroyed,
        raids.TrafficCaught,
        raids.TrafficLost,
        raids.FreighterRobbed,
        raids.RaidersFaced,
    }
)
"""What tells of a place of war: a month has thousands of other events."""


def witnesses(turn: TurnState, battle: Battle, found: LossTally) -> frozenset[SideId]:
    """The sides that have somebody left to tell of the battle: who survived, fled, or looked on from the hex."""
    left = {f.side for f in turn.fleets.at(battle.hex) if f.transit is None}
    left |= {b.side for b in turn.bases.at(battle.hex)} | {c.side for c in turn.colonies.at(battle.hex)}
    left |= {u.side for u in battle.units if u.unit in found.fled}
    return frozenset(left & set(battle.sides))


def tell_outcome(
    turn: TurnState,
    battle: Battle,
    outcome: BattleOutcome,
    found: LossTally,
    names: Mapping[FleetId, str],
    seen: frozenset[SideId],
) -> list[tuple[SideId, FleetId]]:
    """Tell the game master all of a battle, each side of its own losses, and those with survivors the rest. `names` are the
    fleets' as the battle began, `seen` the sides with survivors. Gives the fleets that vanished without a word (CW-12.0-02), each
    with its side."""
    vanished: list[tuple[SideId, FleetId]] = []
    kept = BattleRecord(
        id=battle.id,
        turn=battle.turn,
        week=battle.week,
        hex=battle.hex,
        kind=battle.kind,
        method=outcome.method,
        sides=battle.sides,
        winner=outcome.winner,
        lost={side: found.hull[side] // 10 for side in battle.sides if found.hull[side]},
        foe=battle.foe,
    )
    turn.battles.append(kept)
    head = (battle.id, battle.hex, battle.week, battle.kind, outcome.method)
    turn.say(
        BattleSettled(
            *head,
            battle.sides,
            outcome.winner,
            destroyed=tuple(found.destroyed),
            captured=tuple(found.captured),
            fled=tuple(found.fled),
            losses=found.losses(),
            purses=found.paid(),
            story=outcome.story,
            fleets=tuple(names),
            foe=battle.foe,
            cause=Cause(REPORT_RULE),
            seen_by=(),
        )
    )
    machine, empires = outcome.method in BY_MACHINE, [side for side in battle.sides if side != NO_EMPIRE]
    calls = {side: turn.sides[side].name for side in empires} | {NO_EMPIRE: THE_FOE} if machine else {}
    for side in empires:
        if battle.foe and side not in seen:
            continue  # nothing more is heard of its fleets, and no more: what befell them was no other empire's doing
        words = outcome.told.get(side, ()) if side in seen or outcome.method == "narrated" else ()
        if side in seen:
            foes = _foes(battle, side)
            story = tuple(_with_names(line, calls) for line in (*outcome.story, *words))
            lost, cause = _seen_lost(battle, found, foes), Cause(REPORT_RULE)
            on, by = battle.blows_of(side)
            ends = (foes, outcome.winner, story, lost, battle.foe)
            turn.tell_side(BattleFought(side, *head, *ends, struck=on, struck_by=by, cause=cause))
        elif words:
            turn.tell_side(BattleFought(side, *head, (), "", words, cause=Cause(REPORT_RULE)))
        gone = side not in seen and unreported.has_no_witness(turn, side, battle.hex)
        vanished += _tell_losses(turn, battle, side, found, names, reported=side in seen, gone=gone)
        _tell_hurt(turn, battle, side, found, names)
        if side in seen:
            if not battle.foe:
                _learn_designs(turn, battle, side)
            tell_minds(turn, battle, side)
    return vanished


def _with_names(line: str, calls: Mapping[SideId, str]) -> str:
    """A line of an engine's, which knows sides by their ids alone, with their names."""
    for side, name in calls.items():
        if side not in line:
            continue
        line = re.sub(rf"(?<!\w){re.escape(side)}(?!\w)", name.replace("\\", ""), line)
    return line[:1].upper() + line[1:] if line.startswith(THE_FOE) else line


def _foes(battle: Battle, side: SideId) -> tuple[SideId, ...]:
    return tuple(b if a == side else a for a, b in battle.enemies if side in {a, b})


def _seen_lost(battle: Battle, found: LossTally, foes: Collection[SideId]) -> tuple[UnitCount, ...]:
    """What a side's survivors saw of its enemies' losses: units by the names of their designs."""
    gone = {*found.destroyed, *found.captured}
    counts: Counter[tuple[SideId, str]] = Counter()
    for unit in battle.units:
        if unit.side in foes:
            counts[unit.side, unit.design.name] += int(unit.unit in gone)
            counts[unit.side, unit.design.name] += found.defenders[unit.unit]
    return tuple(UnitCount(side, name, n) for (side, name), n in sorted(counts.items()) if n)


def _by_fleet(battle: Battle, side: SideId) -> dict[FleetId, list[Combatant]]:
    """A side's units by fleet, "" for its bases and the defenders of its worlds."""
    found: dict[FleetId, list[Combatant]] = {}
    for unit in battle.units:
        if unit.side == side:
            found.setdefault(unit.fleet, []).append(unit)
    return found


def _tell_losses(
    turn: TurnState,
    battle: Battle,
    side: SideId,
    found: LossTally,
    names: Mapping[FleetId, str],
    *,
    reported: bool,
    gone: bool,
) -> list[tuple[SideId, FleetId]]:
    """Tell a side what it lost; where nobody of its own can tell (`gone`), fleets have vanished: those are given back."""
    vanished: list[tuple[SideId, FleetId]] = []
    destroyed, captured = set(found.destroyed), set(found.captured)
    for fleet, units in _by_fleet(battle, side).items():
        lost = tuple(u.unit for u in units if u.unit in destroyed)
        taken = tuple(u.unit for u in units if u.unit in captured)
        held = tuple(UnitCount(side, u.name, found.defenders[u.unit]) for u in units if found.defenders[u.unit])
        if not reported:
            lost, taken = tuple(u.unit for u in units if u.unit in destroyed | captured), ()
        if gone and fleet and lost:
            unreported.vanish(turn, side, fleet, names.get(fleet, ""), lost, battle.hex)
            vanished.append((side, fleet))
        elif gone and lost:
            unreported.fall_silent(turn, side, battle.hex, battle.week, (u.name for u in units if u.unit in lost))
        elif lost or taken or held:
            head = (battle.id, battle.hex, battle.week, names.get(fleet, ""))
            cause = Cause(REPORT_RULE if reported else HIDDEN_RULE)
            turn.tell_side(BattleLosses(side, fleet, *head, lost, taken, held, reported, cause=cause))
    return vanished


def _tell_hurt(turn: TurnState, battle: Battle, side: SideId, found: LossTally, names: Mapping[FleetId, str]) -> None:
    hurt = set(found.hurt)
    for fleet, units in _by_fleet(battle, side).items():
        ships = tuple(u.unit for u in units if u.unit in hurt)
        if ships:
            name = names.get(fleet, "")
            turn.tell_side(UnitsHurt(side, fleet, battle.id, battle.hex, name, ships, cause=Cause(REPORT_RULE)))


def _learn_designs(turn: TurnState, battle: Battle, side: SideId) -> None:
    """Survivors bring home the enemy's designs as they saw them, without what nobody can see: price, notes, materials, what
    their crews can do by their minds."""
    known = dict(turn.knowledge[side].designs)
    fresh: dict[SideId, list[str]] = {}
    for foe in _foes(battle, side):
        for unit in battle.units:
            if unit.side != foe or unit.reserve:
                continue
            key = f"{foe}/{unit.design.id}"
            seen = outward_traits(unit.design.traits)
            bare = changed(unit.design, cost=0, note="", requires=(), template="", line="", traits=seen)
            if key not in known or known[key].design != bare:
                names = fresh.setdefault(foe, [])
                if unit.design.name not in names:
                    names.append(unit.design.name)
            known[key] = DesignSighting(foe, bare, turn.turn)
    turn.learn(side, designs=known)
    for foe, names in fresh.items():
        told = (foe, battle.hex, battle.week, tuple(names))
        turn.tell_side(DesignsSeen(side, *told, cause=Cause(BROUGHT_HOME)))


class _BattleDice(Value, Roller):
    """The month's dice for a battle: each key ends with a word of all sides together, since who was not there could work out
    the battle's dice, once the turn's seed is told, and so what came of it."""

    dice: Roller
    end: str

    def roll(self, key: str, sides: int, count: int = 1) -> Roll:
        """Roll for `key` and the word."""
        return self.dice.roll(f"{key}{self.end}", sides, count)


def fight_battles(turn: TurnState, week: int) -> None:
    """At a week's end: whoever attacks fights, all battles are settled, then their outcomes hold, in the order of the hexes.

    Nothing happens in a campaign whose meetings are put before its game master, but where they said that a meeting is to be
    settled otherwise. BattlesAwaited, before anything has changed, if people have to settle any of the week's battles.
    """
    places = None if turn.settings.battles != "ask" else _named_places(turn)
    if places is not None and not places:
        return
    battles = muster(turn, week, clashes(turn, week, places))
    awaited = tuple(b for b in battles if b.id not in turn.outcomes and not _settled_here(turn, b))
    if awaited:
        raise BattlesAwaited(awaited)
    outcomes = [outcome_of(turn, battle) for battle in battles]
    lost: list[tuple[SideId, FleetId]] = []
    for battle, outcome in zip(battles, outcomes, strict=True):
        lost += _conclude(turn, battle, outcome)
    names = unreported.forget_week(turn, lost)
    if battles:
        refresh(turn, week)
        refresh_bases(turn, week)
    if lost:
        scout(turn, week)
        unreported.rename_meetings(turn, names)


def _named_places(turn: TurnState) -> frozenset[HexId]:
    """The hexes in which the game master has said how battles of this turn are settled."""
    return frozenset(h for h, terms in turn.start.terms.items() if terms.turn == turn.turn and terms.method)


def _settled_here(turn: TurnState, battle: Battle) -> bool:
    """Whether the turn settles the battle itself: by numbers, or in the admiral's chair where there is an engine."""
    return battle.method == "quick" or (battle.method == "chair" and turn.settle is not None)


def outcome_of(turn: TurnState, battle: Battle, settings: Settings | None = None) -> BattleOutcome:
    """What came of a battle, with every unit accounted for; GameError if one is not. BattlesAwaited if people settle it and have
    not yet. `settings` are those of its numbers, if not the month's."""
    outcome = turn.outcomes.get(battle.id)
    if outcome is None:
        aboard, dice = _aboard(turn, battle), battle_dice(turn)
        if battle.method == "quick":
            terms = settings or turn.settings
            ratings = turn.memoized("ratings", "", (terms,), lambda: StrengthRatings(terms))
            outcome = by_numbers(battle, aboard, dice, terms, ratings)
        elif battle.method == "chair" and turn.settle is not None:
            outcome = turn.settle(battle, aboard, dice)
        else:
            raise BattlesAwaited((battle,))
    check_outcome(battle, outcome)
    return outcome


def battle_dice(turn: TurnState) -> Roller:
    """The month's dice for battles, whoever has them settled: nobody who was not there can work them out."""
    return _BattleDice(turn.dice, unseen_key(turn, ""))


def _aboard(turn: TurnState, battle: Battle) -> Aboard:
    return {side: turn.sides[side].designs for side in battle.sides if side != NO_EMPIRE}


def _conclude(turn: TurnState, battle: Battle, outcome: BattleOutcome) -> list[tuple[SideId, FleetId]]:
    """Let an outcome hold; the fleets that vanished in it without a word, each with its side."""
    names = {key: turn.fleets[key].name for key in dict.fromkeys(u.fleet for u in battle.units) if key}
    fought = {unit.fleet or unit.unit for unit in battle.units if not unit.reserve}
    reveal(turn, sorted(fought), "fighting a battle")
    afar = speaking_telepaths(turn, battle)
    found = apply(turn, battle, outcome)
    seen = witnesses(turn, battle, found)
    for side, ships in afar.items():
        if side not in seen:
            tell_last_words(turn, battle, side, ships)
    vanished = tell_outcome(turn, battle, outcome, found, names, seen | frozenset(afar))
    fled = flee(turn, battle, found.fled)
    if outcome.winner:
        pursue(turn, battle, outcome.winner, fled)
    release(turn, battle)
    _close_meeting(turn, battle)
    return vanished


def _close_meeting(turn: TurnState, battle: Battle) -> None:
    """The meeting that led to the battle is settled by it; the game master is not asked."""
    for at, question in enumerate(turn.questions):
        here = (
            question.kind == "encounter"
            and question.hex == battle.hex
            and question.text.startswith(MEETING_QUESTION_START)
        )
        if here and question.settled_turn in {0, turn.turn}:
            turn.questions[at] = changed(question, answer=f"Battle {battle.id}.", settled_turn=turn.turn)


def note_war(turn: TurnState) -> None:
    """At the month's end: put down, for each side, the places of war that its own reports tell of, and forget old ones. A side
    that was told nothing keeps nothing."""
    told = [(event, place) for event in turn.events if type(event) in OF_WAR for place in _places(event)]
    for side in sorted(turn.sides):
        old = turn.knowledge[side].signs
        heard = [place for event, place in told if may_see(event, side)]
        if not old and not heard:
            continue
        signs = {key: sign for key, sign in old.items() if sign.turn > turn.turn - KEPT_TURNS}
        for kind, here, by in heard:
            key = f"{kind}/{here}"
            before = signs.get(key)
            if before is None or before.turn < turn.turn:
                before = WarSign(kind, here, turn.turn, count=0)
            signs[key] = changed(before, by=by or before.by, count=before.count + 1)
        turn.learn(side, signs=dict(sorted(signs.items())))


def _places(event: Event) -> Iterator[Place]:
    """Where an event tells its hearer of war, and whose it was as far as they know."""
    match event:
        case BattleFought():
            yield "battle", event.hex, event.winner if event.winner != NO_EMPIRE else ""
        case BattleLosses() if not event.reported:
            yield "battle", event.hex, ""
        case TroopsLanded():
            yield "ground", event.hex, event.side
        case GroundFought():
            yield "ground", event.hex, ""
        case WorldConquered():
            yield "ground", event.hex, event.side
        case InvasionBeaten():
            yield "ground", _hex(event.world), ""
        case raids.WorldBombarded():
            yield "bombarded", event.hex, event.side
        case raids.ColonyBombarded():
            yield "bombarded", _hex(event.colony), event.by
        case raids.PlanetDestroyed():
            yield "bombarded", event.hex, ""
        case raids.TrafficCaught():
            yield "raid", event.hex, event.side
        case raids.TrafficLost() | raids.FreighterRobbed():
            yield "raid", event.hex, event.by
        case raids.RaidersFaced():
            yield "raid", event.hex, ""
        case _:
            pass


def _hex(world: str) -> HexId:
    """The hex of a colony's id, "hex-orbit"."""
    return world.partition("-")[0]
