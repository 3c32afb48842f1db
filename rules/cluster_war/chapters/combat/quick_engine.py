"""The quick engine: a battle settled by numbers, round by round, from what its units are; whom a side fires at, and how far
its fire reaches (CW-9.0-02).

Each round every unit rolls one die for all that it fires; sides fire at the same time, at some of the enemy's units until these
are lost, then at the next. Who leaves is under fire once, and longer only where an enemy has orders to pursue (CW-9.0-13). A
battle ends when nobody is left that somebody wants to harm and can. Its numbers are CW-TAB-QUICK, -PARTS and -STANCES.
"""

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Final

from rules.cluster_war.chapters.combat.battle import Aboard, Battle, opens
from rules.cluster_war.chapters.combat.quick_outcome import PRESENT_STATES, Engaged, Loss, Volley, enter, outcome
from rules.cluster_war.chapters.combat.unit_strength import QuickNumbers, StanceEffect, StrengthRatings
from rules.cluster_war.model.state.common import Settings, SideId
from rules.cluster_war.model.state.war import BattleOutcome, Engagement
from rules.cluster_war.model.unit_design.wounded import is_whole
from rules.dice import MOST_DICE, Roller

PRINTED_SETTINGS: Final = Settings()
STORMS: Final = ("Grv", "Ion", "Mag")
"""Terrain in which all weapons reach a short way only (CW-14.0-15)."""
NOBODY_PRESSED: Final = "Nobody attacked, and nobody was harmed."
BATTLE_OVER: Final = "The battle was over: no enemies were left face to face."
NOBODY_DANGEROUS: Final = "Nobody was left who could harm the other."
BROKEN_OFF: Final = "Neither side could end it, and both drew apart."


class TargetQueue:
    """Whom a side fires at: some of its enemies in turn, each until it is lost."""

    def __init__(self, targets: list[Engaged], numbers: QuickNumbers) -> None:
        width = max(1, len(targets) * numbers.whole("spread") // 100)
        self.front, self.waiting, self.turn, self.now = targets[:width], iter(targets[width:]), 0, 0

    def next(self) -> Engaged | None:
        """The next unit to be fired at, None when all are lost."""
        if not self.front:
            return None
        self.now = self.turn % len(self.front)
        self.turn += 1
        found = self.front[self.now]
        if found.is_lost:  # another side has seen to it
            self.lost()
            return self.next()
        return found

    def lost(self) -> None:
        """The unit fired at last is lost: fire goes to one that waits."""
        after = next(self.waiting, None)
        if after is None:
            self.front.pop(self.now)
        else:
            self.front[self.now] = after


def pour(
    fired: Volley,
    aim: int,
    face: int,
    aims: TargetQueue,
    against: Mapping[SideId, int],
    away: int,
    numbers: QuickNumbers,
) -> None:
    """One unit's fire: at one of the enemy as much as ends it, the rest at the next. `face` of a d100 moves all its hits.

    `away` is by how much who leaves is harder to hit. A single shot hits or misses; of more, the share that hits lies about the
    chance, the nearer the more there are.
    """
    shot, least, most = numbers.points("shot"), numbers.whole("least"), numbers.whole("most")
    points, breakers, missiles = fired
    left = points + breakers + missiles
    shots = max(1, left // shot)
    swing = numbers.whole("luck") * (2 * face - 101) // (10 * isqrt(100 * shots))
    while left and (target := aims.next()) is not None:
        chance = aim - target.worth.cover + against[target.side] - (away if target.state == "leaving" else 0)
        chance = min(most, max(least, chance))
        hits = min(100, max(0, chance + swing)) if shots > 1 else 100 if face > 100 - chance else 0
        whole, enough = left * hits, max(shot, target.needs(missiles)) * 100
        if whole <= enough:
            target.take(points * hits // 100, breakers * hits // 100, missiles * hits // 100)
            left = 0
        else:
            one, other, third = (each * enough // whole + 1 for each in (points, breakers, missiles))
            target.take(one * hits // 100, other * hits // 100, third * hits // 100)
            points, breakers, missiles = max(0, points - one), max(0, breakers - other), max(0, missiles - third)
            left = points + breakers + missiles
        if target.is_lost:
            aims.lost()


def settle(
    battle: Battle,
    aboard: Aboard,
    roller: Roller,
    settings: Settings = PRINTED_SETTINGS,
    ratings: StrengthRatings | None = None,
) -> BattleOutcome:
    """What comes of a battle by numbers, every unit accounted for once. What is `aboard` does not fight.

    Each round rolls d100s under "battle/<id>/quick/<round>", one for each unit that fires, in the order of sides and units. The
    roller adds a word to these keys where a campaign's seed is told (docs/roll-keys.md). `ratings` are those of the settings,
    for several battles.
    """
    known = ratings or StrengthRatings(settings)
    field = _Battlefield(battle, known)
    field.opening = opens(battle, roller)
    end = BROKEN_OFF
    for number in range(1, field.numbers.whole("rounds") + 1):
        found = field.ending()
        if found:
            end = found
            break
        field.play(number, roller)
    field.part()
    return outcome(battle, field.units, field.losses, end, field.winner(), roller, known)


class _Battlefield:
    """A battle while it is settled: who is in it, and what each side wants."""

    def __init__(self, battle: Battle, ratings: StrengthRatings) -> None:
        self.battle, self.under = battle, f"battle/{battle.id}"
        self.numbers = ratings.numbers
        self.units = _enter(battle, ratings)
        self.of = {side: [u for u in self.units if u.side == side and u.state != "ashore"] for side in battle.sides}
        self.enemies: dict[SideId, list[SideId]] = {side: [] for side in battle.sides}
        for one, other in battle.enemies:
            self.enemies[one].append(other)
            self.enemies[other].append(one)
        self.plans = {side: battle.plans.get(side, Engagement()) for side in battle.sides}
        self.hulls = {side: sum(u.hull for u in units) for side, units in self.of.items()}
        self.carried = {side: sum(u.carried for u in units) for side, units in self.of.items()}
        self.leaving: set[SideId] = set()
        self.losses: list[Loss] = []
        self.opening: SideId = ""

    def manner(self, side: SideId) -> StanceEffect:
        """How a side behaves, by its stance."""
        return self.numbers.manners[self.plans[side].stance]

    def play(self, number: int, roller: Roller) -> None:
        """One round: reserves come up, who leaves turns away, everybody fires at once, and what is lost is gone."""
        surprised = set(self.battle.surprised) if number == 1 else set()
        for side in self.battle.sides:
            if side not in surprised:
                self._decide(side, number)
        self._mercy(number)
        firing = [u for side in self.battle.sides if side not in surprised for u in self.of[side] if self._fires(u)]
        if firing:
            self._fire(firing, number, roller)
        for unit in self.units:
            if unit.state in PRESENT_STATES and unit.is_lost:
                self._lose(unit, number)
            elif unit.state == "leaving" and unit.away <= number:
                unit.state = "fled"

    def _fires(self, unit: Engaged) -> bool:
        return unit.state in PRESENT_STATES and unit.is_armed

    def _lose(self, unit: Engaged, number: int, captor: SideId = "") -> None:
        unit.state = "captured" if captor else "destroyed"
        self.losses.append(Loss(number, unit, captor))

    # --- What sides do

    def _decide(self, side: SideId, number: int) -> None:
        """A side's reserve comes up, and the side turns away, as its orders have it."""
        if not any(self._faces(side, enemy) for enemy in self.enemies[side]):
            return
        lost, plan = self.lost(side), self.plans[side]
        front = [u for u in self.of[side] if u.state == "fighting"]
        leaves = not self.manner(side).stays or (plan.withdraw_at and lost >= plan.withdraw_at)
        if leaves or not any(u.is_armed for u in self.of[side] if u.state in {"fighting", "reserve"}):
            self.leaving.add(side)
        if side in self.leaving:
            self._turn_away(side, number)
        elif not front or lost >= self.numbers.whole("reserve"):
            for unit in self.of[side]:
                if unit.state == "reserve":
                    unit.state = "fighting"

    def _turn_away(self, side: SideId, number: int) -> None:
        hunters = [
            u.pace
            for enemy in self.enemies[side]
            if self.plans[enemy].pursue and enemy not in self.leaving
            for u in self.of[enemy]
            if u.state == "fighting" and u.is_armed and u.can_move
        ]
        longest = self.numbers.whole("caught up")
        number += self.numbers.whole("parting") - 1
        for unit in self.of[side]:
            if unit.state == "reserve":
                unit.state = "fled" if unit.can_move else "fighting"
            elif unit.state == "fighting" and unit.skips and not self.battle.inhibited:
                unit.state = "fled"
            elif unit.state == "fighting" and unit.can_move:
                best = max(hunters, default=0)
                more = longest if best > unit.pace else longest // 2 if hunters and best == unit.pace else 0
                unit.state, unit.away = "leaving", number + more

    def _mercy(self, number: int) -> None:
        """Who can neither fight nor leave is taken by an enemy that has marines, or destroyed, at once."""
        for side in self.battle.sides:
            if self._could_harm(side):
                continue
            victors = [e for e in self.enemies[side] if self._pressed(side, e) and self._could_harm(e)]
            if not victors:
                continue
            captor = next(
                (v for v in victors if any(u.worth.marines and u.state in PRESENT_STATES for u in self.of[v])), ""
            )
            for unit in self.of[side]:
                if unit.state == "fighting" and not unit.can_move:
                    self._lose(unit, number, "" if unit.small else captor)

    def lost(self, side: SideId) -> int:
        """The percentage of its hull that a side has lost in this battle."""
        gone = sum(u.hull if u.state in {"destroyed", "captured"} else u.hurt for u in self.of[side])
        whole = self.hulls[side] - self.carried[side]
        return 100 * max(0, gone - self.carried[side]) // max(1, whole)

    # --- Fire

    def _fire(self, firing: Sequence[Engaged], number: int, roller: Roller) -> None:
        """Everybody who can fires at once: what a unit still has is counted before any of it hits."""
        rolled = roller.roll(f"{self.under}/quick/{number}", 100, min(len(firing), MOST_DICE)).faces
        for unit in self.units:
            if unit.state in PRESENT_STATES:
                unit.begin_round()
        volleys = [(unit, unit.volley(), rolled[at % len(rolled)]) for at, unit in enumerate(firing)]
        aims = {side: TargetQueue(self._targets(side, number), self.numbers) for side in self.battle.sides}
        against = {side: self.manner(side).against for side in self.battle.sides}
        base = {side: self._base(side, number) for side in self.battle.sides}
        storm = self.numbers.whole("storm") if any(code in STORMS for code in self.battle.terrain) else 0
        away = self.numbers.whole("screened") + storm
        for unit, fired, face in volleys:
            pour(fired, base[unit.side] + unit.worth.aim, face, aims[unit.side], against, away, self.numbers)

    def _base(self, side: SideId, number: int) -> int:
        """Percent of its fire that hits, before who fires and who is fired at; better in the first round with the initiative."""
        advantage = min(self.numbers.whole("advantage"), self.battle.advantage.get(side, 0))
        first = self.numbers.whole("initiative") if number == 1 and side == self.opening else 0
        return self.numbers.whole("accuracy") + self.manner(side).fire + advantage + first

    def _targets(self, side: SideId, number: int) -> list[Engaged]:
        """A side's enemies in the order in which it fires at them, the weakest first; those that others stand before only when
        these are lost."""
        seen = [
            u
            for enemy in self.enemies[side]
            for u in self.of[enemy]
            if u.state in PRESENT_STATES and not (number == 1 and u.worth.cloaked)
        ]
        found = [u for u in seen if not self._screened(u)] or seen
        ranked = [((u.toughness, u.who.unit, at), u) for at, u in enumerate(found)]
        return [u for _, u in sorted(ranked, key=lambda pair: pair[0])]

    def _screened(self, unit: Engaged) -> bool:
        """Whether others of its side stand before it."""
        protected = self.plans[unit.side].protect
        return bool(protected) and unit.who.fleet == protected

    # --- The end

    def _there(self, side: SideId) -> bool:
        return any(u.state in PRESENT_STATES or u.state == "reserve" for u in self.of[side])

    def _faces(self, side: SideId, enemy: SideId) -> bool:
        return self._there(side) and self._there(enemy)

    def _could_harm(self, side: SideId) -> bool:
        return any(u.is_armed for u in self.of[side] if u.state in PRESENT_STATES or u.state == "reserve")

    def _pressed(self, side: SideId, enemy: SideId) -> bool:
        """Whether these two face each other and one of them brings on a fight."""
        return self._faces(side, enemy) and (self.manner(side).presses or self.manner(enemy).presses)

    def ending(self) -> str:
        """Why the battle is over, "" while it goes on."""
        if not any(self._faces(*pair) for pair in self.battle.enemies):
            return BATTLE_OVER
        pressed = [pair for pair in self.battle.enemies if self._pressed(*pair)]
        if not pressed:
            return NOBODY_PRESSED
        if not any(self._could_harm(a) or self._could_harm(b) for a, b in pressed):
            return NOBODY_DANGEROUS
        return ""

    def part(self) -> None:
        """Whoever was on its way out when the battle ended is away, unless its enemies are gone."""
        for unit in self.units:
            if unit.state == "leaving":
                unit.state = "fled" if any(self._faces(unit.side, e) for e in self.enemies[unit.side]) else "fighting"

    def winner(self) -> SideId:
        """Who holds the place: of the sides that are left, where none faces an enemy, the one with the most hull."""
        left = {
            side: sum(u.hull - u.hurt for u in units if u.state in {"fighting", "reserve"})
            for side, units in self.of.items()
        }
        standing = [side for side in self.battle.sides if left[side]]
        if not standing or any(self._faces(*pair) for pair in self.battle.enemies):
            return ""
        return max(standing, key=lambda side: (left[side], -self.battle.sides.index(side)))


def _enter(battle: Battle, ratings: StrengthRatings) -> list[Engaged]:
    entered = []
    for unit in battle.units:
        worth = ratings.strength(unit)
        spaces = 1 if is_whole(unit.wounds) else sum(ratings.layout(unit.design).values())
        entered += [enter(unit, worth, ratings.numbers, spaces) for _ in range(unit.count)]
    return entered
