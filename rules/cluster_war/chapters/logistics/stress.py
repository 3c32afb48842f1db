"""The month's end far from home: rations, stress tags, stress checks, and what the game master may say a failed check results
in (CW-4.3-19 to 21)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal, TypeAlias, cast

from rules.cluster_war.chapters.detection.missing_forces import lose_unseen, mustered
from rules.cluster_war.chapters.logistics import rations
from rules.cluster_war.chapters.logistics.ship_transfers import reflag
from rules.cluster_war.chapters.logistics.stores import goods_held, has_munitions, in_supply, rearm, supply_hexes
from rules.cluster_war.chapters.movement.fleets import in_order, new_fleet_id, put_fleet
from rules.cluster_war.model.economy.yields import supply_number
from rules.cluster_war.model.events.event import Event
from rules.cluster_war.model.events.logistics import StressChecked, StressEased, StressRose, SuppliesUsed
from rules.cluster_war.model.events.movement import FleetArrived, FleetDeparted, FleetPassed
from rules.cluster_war.model.events.turn import Amended
from rules.cluster_war.model.state.common import BaseId, DesignId, FleetId, HexId, Settings, ShipId, SideId, short_id
from rules.cluster_war.model.state.game import Question
from rules.cluster_war.model.state.holdings import Base, Fleet, Leg, Ship
from rules.cluster_war.model.state.places import distance
from rules.cluster_war.model.working.amendment import Amendment
from rules.cluster_war.model.working.turn_state import TurnState, secret_keys
from rules.dice import percents
from rules.values import Cause, GameError, Modifier, Roll, Value, changed, quoted

STRESS_EFFECTS: Final = ("damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing")
"""What a failed stress check may come to (CW-4.3-21), as `StressEffect` names it."""
Effect: TypeAlias = Literal["damage", "return", "surrender", "rogue", "mutiny", "retire", "nothing"]
HOMEWARD: Final = ", going home"
"""How the name of a fleet ends whose ships turned back."""
LEAVING_TEXTS = {
    "rogue": "went rogue and obey no longer",
    "mutiny": "mutinied and are lost to you",
    "retire": "left for a neutral world and will not come back",
    "surrender": "surrendered",
}


class SupplyPlace(Value):
    """Whose units, in which fleet ("" for a base), and where: what all events of one group share."""

    side: SideId
    fleet: FleetId
    hex: HexId
    name: str


def supply_and_stress(turn: TurnState) -> None:
    """At the turn's end: reloads inside friendly space, rations and stress outside, checks of all who have a tag."""

    @cache
    def moved() -> frozenset[FleetId]:
        told = (e for e in turn.events if isinstance(e, FleetDeparted | FleetArrived | FleetPassed))
        return frozenset([e.fleet for e in told])

    fleets: defaultdict[SideId, list[Fleet]] = defaultdict(list)
    for fleet in in_order(turn.fleets.values()):
        fleets[fleet.side].append(fleet)
    stocked = has_munitions(turn)
    for side in sorted(turn.sides):
        hexes = supply_hexes(turn, side)
        if stocked:
            rearm(turn, side)
        spare = _bases(turn, side, hexes)
        norms = rations.norms_of(turn.sides[side].designs, turn.settings)
        for fleet in fleets[side]:
            here = SupplyPlace(side, fleet.id, fleet.hex, fleet.name)
            ships = [turn.ships[key] for key in fleet.ships]
            if in_supply(fleet, hexes):
                ships = _relieve(turn, here, ships, norms)
            else:
                bases = spare.get(fleet.hex, {}) if fleet.transit is None else {}
                ships = _neglect(turn, here, ships, bases, norms, moved)
            _check(turn, here, ships)
        for made in spare.values():
            rations.fill_depots(turn, made)
        for base in [b for _, b in sorted(turn.bases.items()) if b.side == side]:
            _check(turn, SupplyPlace(side, "", base.hex, base.name), (turn.bases[base.id],))


def _bases(turn: TurnState, side: SideId, hexes: frozenset[HexId]) -> dict[HexId, dict[BaseId, int]]:
    """Relieve the side's bases in supply and feed the others; what each of those makes to spare, by hex."""
    spare: dict[HexId, dict[BaseId, int]] = {}
    for key, base in sorted(turn.bases.items()):
        if base.side != side:
            continue
        here = SupplyPlace(side, "", base.hex, base.name)
        lacking = rations.lacks_quarters(turn.sides[side].designs[base.design], turn.settings)
        if base.hex in hexes:
            if base.stress and not lacking:
                turn.bases[key] = changed(base, stress=0, failures=0)
                _say_eased(turn, here, (key,))
            continue
        ration, over = rations.feed_base(turn, base)
        spare.setdefault(base.hex, {})[key] = over
        _say_rations(turn, here, ration, turn.bases[key].supplies)
        if ration.short or lacking:
            risen = _higher(turn.bases[key].stress, turn.settings)
            turn.bases[key] = changed(turn.bases[key], stress=risen)
            _say_risen(turn, here, (key,), risen, "CW-4.3-19" if ration.short else "CW-4.3-04")
    return spare


def _relieve(
    turn: TurnState, here: SupplyPlace, ships: list[Ship], norms: Mapping[DesignId, rations.SupplyNorm]
) -> list[Ship]:
    """Units in supply with their quarters have no stress any more (CW-4.3-02, CW-4.3-22); the ships as they are then."""
    strained = [ship for ship in ships if ship.stress or ship.away or ship.failures]
    if not strained:
        return ships
    eased: list[str] = []
    for ship in strained:
        if norms[ship.design].crowded:
            turn.ships[ship.id] = changed(ship, away=0)
            continue
        turn.ships[ship.id] = changed(ship, stress=0, failures=0, away=0)
        if ship.stress:
            eased.append(ship.id)
    if eased:
        _say_eased(turn, here, tuple(eased))
    return [turn.ships[ship.id] for ship in ships]


def _neglect(
    turn: TurnState,
    here: SupplyPlace,
    ships: list[Ship],
    spare: dict[BaseId, int],
    norms: Mapping[DesignId, rations.SupplyNorm],
    moved: Callable[[], Collection[FleetId]],
) -> list[Ship]:
    """A month out of supply: rations, then tags for those who got none or lack quarters; once in total (CW-4.3-04). The ships
    as they are then."""
    sorted_ = rations.berths(turn.sides[here.side].designs, ships, turn.settings)
    ration = rations.feed_fleet(turn, turn.fleets[here.fleet], ships, sorted_, spare, norms, moved)
    if ration.used or ration.cps:
        ships = [turn.ships[ship.id] for ship in ships]
    _say_rations(turn, here, ration, goods_held(ships, "supplies"))
    short = set(ration.short)
    for carrier, craft in sorted_.racked.items():
        short |= {c.id for c in craft} if carrier in short else set()
    short |= {c.id for c in sorted_.loose if c.away} if any(c.id in short for c in sorted_.loose) else set()
    worn = short | {s.id for s in sorted_.ships if norms[s.design].crowded}
    out = {c.id for c in sorted_.loose}
    risen = [ship for ship in ships if ship.id in worn]
    higher = {tag: _higher(tag, turn.settings) for tag in {ship.stress for ship in risen}}
    after: list[Ship] = []
    for ship in ships:
        stress = higher[ship.stress] if ship.id in worn else ship.stress
        away = ship.away + 1 if ship.id in out else ship.away
        if stress != ship.stress or away != ship.away:
            after.append(changed(ship, stress=stress, away=away))
            turn.ships[ship.id] = after[-1]
        else:
            after.append(ship)
    if risen:
        which = tuple([ship.id for ship in risen])
        _say_risen(turn, here, which, max(higher.values()), "CW-4.3-19" if short else "CW-4.3-04")
    return after


def _higher(stress: int, settings: Settings) -> int:
    step, most = (
        supply_number("stress for each turn out of supply", settings),
        supply_number("highest stress", settings),
    )
    return min(most, stress + step)


def _check(turn: TurnState, here: SupplyPlace, units: Iterable[Ship | Base]) -> None:
    """Every unit with a tag rolls 1d100; equal or below fails, and the GM is asked what comes of it (CW-4.3-20)."""
    tagged = [unit for unit in units if unit.stress]
    if not tagged:
        return
    keys = [unit.id for unit in tagged]
    rolls = tuple(percents(turn.dice, secret_keys(turn, here.side, keys, before="stress/")))
    tags = tuple([Modifier(unit.stress, f"stress of {short_id(unit.id)}") for unit in tagged])
    failed = [
        (changed(unit, failures=unit.failures + 1), roll)
        for unit, roll in zip(tagged, rolls, strict=True)
        if roll.faces[0] <= unit.stress
    ]
    for unit, _ in failed:
        turn.put_unit(unit)
    cause = Cause("CW-4.3-20", modifiers=tags, rolls=rolls)
    who = tuple([unit.id for unit, _ in failed])
    turn.say(StressChecked(here.side, here.fleet, here.hex, tuple(keys), who, cause=cause, seen_by=(here.side,)))
    if failed:
        _ask(turn, here, failed)


def suggested_effect(failures: int, settings: Settings, *, base: bool = False) -> str:
    """The mildest effect that fits so many failed checks in a row: damage, then going home, then mutiny (CW-4.3-21)."""
    if failures >= supply_number("failed checks before mutiny", settings):
        return "mutiny"
    home = failures >= supply_number("failed checks before a unit turns home", settings) and not base
    return "return" if home else "damage"


def _ask(turn: TurnState, here: SupplyPlace, failed: Sequence[tuple[Ship | Base, Roll]]) -> None:
    """One question a group, with the default that its worst record of failures suggests."""
    default = suggested_effect(max(unit.failures for unit, _ in failed), turn.settings, base=not here.fleet)
    told = "; ".join(
        f"{short_id(unit.id)} ({unit.stress}% stress, rolled {roll.total}, failure {unit.failures})"
        for unit, roll in failed
    )
    text = f"{turn.sides[here.side].name}: {here.name} at {here.hex} failed a stress check: {told}."
    others = [effect for effect in STRESS_EFFECTS if effect != default]
    suggestion = f"{default}. Or one of: {', '.join(others)}."
    choices, subjects = (default, *others), tuple(unit.id for unit, _ in failed)
    turn.put_question(
        "stress", (here.side,), text, "CW-4.3-21", suggestion, here.hex, choices=choices, subjects=subjects
    )


def _say_rations(turn: TurnState, here: SupplyPlace, ration: rations.Ration, left: int) -> None:
    if ration.needed == 0:
        return
    turn.say(
        SuppliesUsed(
            here.side,
            here.fleet,
            here.hex,
            needed=ration.needed,
            made=ration.made,
            cps=ration.cps,
            used=ration.used,
            left=left,
            short=ration.short,
            cause=Cause("CW-4.3-13"),
            seen_by=(here.side,),
        )
    )


def _say_risen(turn: TurnState, here: SupplyPlace, ships: tuple[str, ...], stress: int, rule: str) -> None:
    cause = Cause(rule, modifiers=(Modifier(stress, "the highest tag among them"),))
    turn.say(StressRose(here.side, here.fleet, here.hex, ships, stress, cause=cause, seen_by=(here.side,)))


def _say_eased(turn: TurnState, here: SupplyPlace, ships: tuple[str, ...]) -> None:
    turn.tell_side(StressEased(here.side, here.fleet, here.hex, ships, cause=Cause("CW-4.3-22")))


class StressEffect(Amendment):
    """What a failed stress check comes to for ships or bases (CW-4.3-21); `question` is settled with it.

    "return" sends ships to the nearest own colony, "surrender" gives them to the side `to`; without `to`, and with
    "rogue", "mutiny" and "retire", they leave the game's rolls and are the GM's to play.
    """

    units: tuple[str, ...]
    effect: Effect
    to: SideId = ""
    question: str = ""


def default_effect(question: Question) -> StressEffect:
    """What the rules suggest for a failed stress check, ready to be carried out; GameError for any other question."""
    if question.kind != "stress" or not question.choices:
        raise GameError(f"{question.id} is not a stress check.")
    return StressEffect(question.subjects, cast("Effect", question.choices[0]), question=question.id)


class SettledCheck(Value):
    """What came of failed checks of one side's units, in words for that side; not `known`: nobody is left to tell it, and the
    game master alone reads them (CW-12.0-02)."""

    side: SideId
    units: tuple[str, ...]
    text: str
    known: bool = True

    @property
    def readers(self) -> tuple[SideId, ...]:
        """Whom it is told beside the game master."""
        return (self.side,) if self.known else ()


def apply_effect(turn: TurnState, effect: StressEffect, cause: Cause) -> tuple[Event, ...]:
    """Carry an effect out on all its units, and tell their owners; GameError, and nothing changed, when it names what is
    not there."""
    return tuple(Amended(text=one.text, cause=cause, seen_by=one.readers) for one in outcome(turn, effect))


def outcome(turn: TurnState, effect: StressEffect, *, alone: bool = True) -> tuple[SettledCheck, ...]:
    """Carry an effect out on all its units: what is to be told of it; GameError as `apply_effect`.

    `alone`: the words stand by themselves and say whose fleet it is and why; else they stand behind that.
    """
    units = tuple(dict.fromkeys(effect.units))
    found = [turn.ships.get(u) or turn.bases.get(u) for u in units]
    unknown = [u for u, f in zip(units, found, strict=True) if f is None]
    if unknown or not units:
        missing = quoted(unknown[0]) if unknown else "that"
        raise GameError(f"There is no ship or base {missing}; units are written side/id, like humans/DD01.")
    told: list[SettledCheck] = []
    for side in sorted({f.side for f in found if f is not None}):
        mine = [f for f in found if f is not None and f.side == side]
        if effect.effect in LEAVING_TEXTS:
            told += _leave(turn, side, mine, effect, alone=alone)
        else:
            who = _failed(turn.fleets.values(), mine) if alone else _ids(mine)
            told.append(SettledCheck(side, tuple(u.id for u in mine), _apply(turn, side, mine, effect, who)))
        if effect.effect == "surrender" and effect.to:
            text = f"{_ids(mine)} of {turn.sides[side].name} surrendered to you."
            told.append(SettledCheck(effect.to, (), text))
    return tuple(told)


def _leave(
    turn: TurnState, side: SideId, mine: Sequence[Ship | Base], effect: StressEffect, *, alone: bool
) -> Iterator[SettledCheck]:
    """Units leave their side; of those of which nobody is left to tell it learns no more than that they are gone."""
    muster = mustered(turn, side, [u.id for u in mine])
    ships = tuple(u.id for u in mine if isinstance(u, Ship))
    for unit in mine:
        if isinstance(unit, Base):
            del turn.bases[unit.id]
    if effect.effect == "surrender" and effect.to:
        _hand_over(turn, ships, effect.to)
    else:
        for fleet in muster.fleets:
            put_fleet(turn, changed(fleet, ships=tuple(s for s in fleet.ships if s not in ships)))
        for key in ships:
            del turn.ships[key]
    silent = lose_unseen(turn, muster)
    for known in (True, False):
        units = [u for u in mine if (u.id not in silent) is known]
        if units:
            who = _failed(muster.fleets, units) if alone else _ids(units)
            yield SettledCheck(side, tuple(u.id for u in units), f"{who}: they {LEAVING_TEXTS[effect.effect]}.", known)


def _ids(units: Iterable[Ship | Base]) -> str:
    return ", ".join(short_id(u.id) for u in units)


def _failed(fleets: Iterable[Fleet], units: Sequence[Ship | Base]) -> str:
    """Which units of which of these fleets failed their check, as the fleets were before anything came of it."""
    parts = []
    for fleet in fleets:
        here = [u for u in units if u.id in fleet.ships]
        parts += [f"{_ids(here)} of {fleet.name}"] if here else []
    parts += [f"the base {_ids([u])}" for u in units if isinstance(u, Base)]
    said = "; ".join(parts)
    return f"{said[0].upper()}{said[1:]} failed a stress check" if said else f"{_ids(units)} failed a stress check"


def _apply(turn: TurnState, side: SideId, units: Sequence[Ship | Base], effect: StressEffect, who: str) -> str:
    """The change for units that stay with their side; what it reads, `who` before it."""
    one = len(units) == 1
    if effect.effect == "nothing":
        return f"{who}: the {'crew pulls itself' if one else 'crews pull themselves'} together."
    if effect.effect == "damage":
        for unit in units:
            turn.put_unit(changed(unit, damage=unit.damage + 1))
        return f"{who}: {'a component' if one else 'one component of each'} takes 1 damage."
    ships = tuple(u.id for u in units if isinstance(u, Ship))
    if len(ships) < len(units):
        raise GameError("A base cannot go home; choose another effect.", rule="CW-4.3-21")
    return f"{who}: {'it turns' if one else 'they turn'} back to {send_home(turn, side, ships)}."


def send_home(turn: TurnState, side: SideId, ships: tuple[ShipId, ...]) -> HexId:
    """Send ships, apart from the rest of their fleets, to the side's nearest colony; its hex."""
    goal = ""
    for fleet in [f for f in turn.fleets_of(side) if set(f.ships) & set(ships)]:
        here = fleet.transit.to if fleet.transit is not None else fleet.hex
        colonies = sorted({c.hex for c in turn.colonies.values() if c.side == side})
        if not colonies:
            raise GameError(f"{turn.sides[side].name} has no colony to go home to.", rule="CW-4.3-21")
        goal = min(colonies, key=lambda h: (distance(turn.cluster, here, h), h))
        going = tuple(s for s in fleet.ships if s in ships)
        home = changed(fleet, ships=going, route=(Leg(goal),), mission="none", survey=None, mining=None, pick_up=())
        if len(going) < len(fleet.ships):
            home = changed(
                home, id=new_fleet_id(turn, side), name=f"{fleet.name.removesuffix(HOMEWARD)}{HOMEWARD}", order=""
            )
            put_fleet(turn, changed(fleet, ships=tuple(s for s in fleet.ships if s not in going)))
        put_fleet(turn, home)
    return goal


def _hand_over(turn: TurnState, ships: tuple[ShipId, ...], to: SideId) -> None:
    """Ships change their flag where they are: new ids, and their designs on the new owner's roster."""
    if to not in turn.sides:
        raise GameError(f"There is no side {quoted(to)}; the sides are {', '.join(sorted(turn.sides))}.")
    for fleet in [f for f in list(turn.fleets.values()) if set(f.ships) & set(ships)]:
        if fleet.transit is not None:
            raise GameError(f"{fleet.name} is in FTL space; nobody can take its surrender there.", rule="CW-4.1-06")
        taken = tuple(s for s in fleet.ships if s in ships)
        put_fleet(turn, changed(fleet, ships=tuple(s for s in fleet.ships if s not in taken)))
        new = tuple(reflag(turn, turn.ships.pop(key), to) for key in taken)
        prize = Fleet(new_fleet_id(turn, to), to, f"Prizes at {fleet.hex}", fleet.hex, new)
        put_fleet(turn, prize)
