"""A tactical battle fought to its end by stances alone: who breaks off, who is let go, and who leaves when time is up."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from dataclasses import field as made
from typing import Final, TypeAlias

from rules.bridge.battle import NO_ORDERS, BattleField, bring_reserve, reserve_of
from rules.bridge.dice import GradedDice
from rules.bridge.losses import gone_of, remove_craft
from rules.bridge.tables_of import number
from rules.cluster_war.chapters.combat.battle import Battle, opens
from rules.cluster_war.model.state.common import Settings, SideId
from rules.dice import Roller
from rules.pentagon_war import state as tactical
from rules.pentagon_war.captains.advance import run_turn
from rules.pentagon_war.events import Event, Gone
from rules.pentagon_war.shipyard.pricing import boxes_left
from rules.pentagon_war.turn.engine import decide_winner
from rules.pentagon_war.units import Craft, UnitId
from rules.values import changed

FULL_PERCENT: Final = 100
SKIP_DRIVE: Final = "skip"
Watch: TypeAlias = Callable[[tactical.Battle, tactical.Battle, tuple[Event, ...]], object]


@dataclass(slots=True)
class BattleCourse:
    """A battle as it was fought: its end, the camp that holds the field ("" for none), its turns, and what is told of it.

    `left` is when each craft left, `lost` when each was destroyed, `broke` when each side began to withdraw, `came` when each
    side's reserve came up; `field_` is that on which it ended, with these in it.
    """

    field_: BattleField
    battle: tactical.Battle
    winner: str = ""
    turns: int = 0
    left: dict[UnitId, int] = made(default_factory=dict)
    lost: dict[UnitId, int] = made(default_factory=dict)
    broke: dict[SideId, int] = made(default_factory=dict)
    came: dict[SideId, int] = made(default_factory=dict)
    timed_out: bool = False


def fight(
    field_: BattleField, battle: Battle, dice: Roller, settings: Settings, watch: Watch = lambda *_: None
) -> BattleCourse:
    """Play a field to its end. Rolls have keys "battle/<id>/chair/<the engine's own key>", so turns are in them. `watch` is shown
    each turn: how it began, how the engine left it, and what happened in it."""
    fought = BattleCourse(field_, field_.battle)
    behind = _behind(field_, battle, settings)
    whole = _hull(field_, field_.battle.craft)
    whole.update(behind)
    most = number(settings, "turns")
    fought.battle = decide_winner(fought.battle)
    first = opens(battle, dice)
    _skip_out(fought, battle, [s for s in whole if battle.plans.get(s, NO_ORDERS).stance == "evade"])
    while fought.battle.winner is None and fought.turns < most:
        fought.turns += 1
        surprised = field_.surprised if fought.turns == 1 else frozenset()
        aim = fought.field_.aim if fought.turns > 1 or not first else _with_initiative(field_, first, settings)
        rolls = GradedDice(
            dice, f"battle/{battle.id}/chair", aim, number(settings, "points a pip"), surprised
        )  # fmt: skip
        before = fought.battle
        result = run_turn(before, (), rolls)
        fought.battle = result.battle
        watch(before, result.battle, result.events)
        _thin_out(fought)
        _note(fought, before, any(isinstance(event, Gone) for event in result.events))
        _hold_on(fought, behind)
        if fought.battle.winner is None:
            _break_off(fought, battle, whole, behind)
            _bring_up(fought, battle, whole, behind, settings)
            _let_go(fought, battle)
    if fought.battle.winner is None:
        _time_is_up(fought, battle, {side: boxes - behind[side] for side, boxes in whole.items()})
    fought.winner = fought.battle.winner or ""
    return fought


def _behind(field_: BattleField, battle: Battle, settings: Settings) -> Counter[SideId]:
    """The boxes of each side's reserve that can come up; of none where the campaign's reserves do not."""
    found: Counter[SideId] = Counter()
    if settings.reserves == "come-up":
        front = _hull(field_, field_.battle.craft)
        for side in sorted(front):
            if reserve_of(field_, side, settings) and battle.plans.get(side, NO_ORDERS).stance != "evade":
                more = bring_reserve(field_, side, battle, settings)
                found[side] = _hull(more, more.battle.craft)[side] - front[side]
    return found


def _hold_on(fought: BattleCourse, behind: Collection[SideId]) -> None:
    """Nobody has won while a camp without a craft left has a reserve that can come up."""
    there = {craft.side for craft in fought.battle.craft.values() if not craft.fate}
    if any(fought.field_.camp_of(side) not in there and side not in fought.broke for side in behind):
        fought.battle = changed(fought.battle, winner=None)


def _bring_up(
    fought: BattleCourse, battle: Battle, whole: Mapping[SideId, int], behind: Counter[SideId], settings: Settings
) -> None:
    """The reserve of a side comes up that has nobody left in front, or has lost so much as it says, unless it withdraws."""
    now, limit = _hull(fought.field_, fought.battle.craft) + behind, number(settings, "reserve")
    for side in sorted(behind):
        own = [unit for unit, f in fought.field_.formations.items() if f.first.side == side]
        front = any(not fought.battle.craft[unit].fate for unit in own)
        hurt = (whole[side] - now[side]) * FULL_PERCENT >= limit * whole[side]
        if side in fought.broke or (front and not hurt):
            continue
        more = bring_reserve(fought.field_, side, battle, settings)
        new = {unit: more.battle.craft[unit] for unit in more.formations if unit not in fought.field_.formations}
        stances = {**fought.battle.stances, **{unit: more.battle.stances[unit] for unit in new}}
        fought.battle = changed(fought.battle, craft={**fought.battle.craft, **new}, stances=stances)
        fought.field_, fought.came[side] = more, fought.turns
        del behind[side]


def _skip_out(fought: BattleCourse, battle: Battle, sides: Collection[SideId]) -> None:
    """Of sides that leave, those with skip drives are gone at once (CW-4.0-17), but in an inhibitor's field (CW-B-23)."""
    if battle.inhibited:
        return
    gone = [
        unit
        for unit, formation in sorted(fought.field_.formations.items())
        if formation.first.side in sides and formation.first.design.ftl == SKIP_DRIVE
        and not fought.battle.craft[unit].fate and fought.battle.craft[unit].engines
    ]  # fmt: skip
    if gone:
        _part(fought, gone)
        fought.battle = decide_winner(fought.battle)


def _with_initiative(field_: BattleField, side: SideId, settings: Settings) -> Mapping[UnitId, int]:
    """The crews' aim in the first turn, in which the side with the initiative shoots better."""
    more = number(settings, "initiative")
    return {u: aim + more * (field_.formations[u].first.side == side) for u, aim in field_.aim.items()}


def _thin_out(fought: BattleCourse) -> None:
    """Squadrons lose craft as they would one by one: each with the last final damage of one, and all its rest."""
    craft = dict(fought.battle.craft)
    for unit, formation in fought.field_.formations.items():
        many, now = len(formation.members), craft[unit]
        if many == 1 or now.fate == "destroyed":
            continue
        craft[unit] = remove_craft(now, gone_of(now, many), many)
    fought.battle = changed(fought.battle, craft=craft)


def _note(fought: BattleCourse, before: tactical.Battle, anybody: bool) -> None:
    if not anybody:
        return
    for unit, craft in sorted(fought.battle.craft.items()):
        if craft.fate and not before.craft[unit].fate:
            (fought.lost if craft.fate == "destroyed" else fought.left)[unit] = fought.turns


def _hull(field_: BattleField, craft: Mapping[UnitId, Craft]) -> Counter[SideId]:
    """What is left of each side: boxes of what is not destroyed."""
    found: Counter[SideId] = Counter()
    for unit, formation in field_.formations.items():
        if craft[unit].fate != "destroyed":
            found[formation.first.side] += sum(boxes_left(craft[unit]).values())
    return found


def _break_off(fought: BattleCourse, battle: Battle, whole: Mapping[SideId, int], behind: Mapping[SideId, int]) -> None:
    """Sides that have lost what they may lose begin to withdraw, and so does everybody without a weapon left (CW-9.7-05)."""
    now = _hull(fought.field_, fought.battle.craft) + Counter(behind)
    for side, all_ in sorted(whole.items()):
        limit = battle.plans.get(side, NO_ORDERS).withdraw_at
        if limit and side not in fought.broke and (all_ - now[side]) * FULL_PERCENT >= limit * all_:
            fought.broke[side] = fought.turns
    _skip_out(fought, battle, [side for side, turn in fought.broke.items() if turn == fought.turns])
    for unit, craft in sorted(fought.battle.craft.items()):
        side = fought.field_.formations[unit].first.side
        flees = side in fought.broke or (craft.engines > 0 and not is_armed(craft))
        if not craft.fate and flees and fought.battle.stances[unit] != "flee":
            fought.battle = changed(fought.battle, stances={**fought.battle.stances, unit: "flee"})


def is_armed(craft: Craft) -> bool:
    """Whether a craft can still shoot or launch anything."""
    arms = any(not weapon.destroyed and weapon.kind != "beam" for weapon in craft.weapons)
    return arms or any(gun.left for gun in craft.guns) or any(box.state == "full" for box in craft.missiles)


def _let_go(fought: BattleCourse, battle: Battle) -> None:
    """A camp that does nothing but flee gets away, unless an enemy of it has orders to pursue (CW-9.0-13)."""
    field_ = fought.field_
    living = [craft for craft in fought.battle.craft.values() if not craft.fate]
    for camp, sides in field_.camps.items():
        own = [craft for craft in living if craft.side == camp]
        running = [craft for craft in own if fought.battle.stances[craft.id] == "flee" and craft.engines]
        others = {field_.formations[craft.id].first.side for craft in living if craft.side != camp}
        if any(craft not in running and (is_armed(craft) or not craft.engines) for craft in own) or not running:
            continue
        if any(battle.plans.get(other, NO_ORDERS).pursue for other in others - set(sides)):
            continue
        _part(fought, [craft.id for craft in running])
    fought.battle = decide_winner(fought.battle)


def _part(fought: BattleCourse, units: Iterable[UnitId]) -> None:
    """These craft leave the battle."""
    craft = dict(fought.battle.craft)
    for unit in units:
        craft[unit] = changed(craft[unit], fate="disengaged", hidden=False)
        fought.left[unit] = fought.turns
    fought.battle = changed(fought.battle, craft=craft)


def _time_is_up(fought: BattleCourse, battle: Battle, whole: Mapping[SideId, int]) -> None:
    """Whoever came withdraws from who holds the centre; where nobody does, the camp that lost less holds the field."""
    fought.timed_out = True
    field_ = fought.field_
    living = [craft for craft in fought.battle.craft.values() if not craft.fate]
    now = _hull(field_, fought.battle.craft)
    order = []
    for camp, sides in field_.camps.items():
        own = [craft for craft in living if craft.side == camp]
        holds = any(field_.formations[craft.id].first.place == "centre" for craft in own)
        wants = any(battle.plans.get(side, NO_ORDERS).stance != "evade" for side in sides)
        share = (
            sum(whole.get(s, 0) - now[s] for s in sides) * FULL_PERCENT // max(1, sum(whole.get(s, 0) for s in sides))
        )
        if own:
            order.append((not holds, not wants, share, camp))
    stays = min(order)[3] if order else ""
    _part(fought, [craft.id for craft in living if craft.side != stays])
    fought.battle = decide_winner(fought.battle)


def call_off(fought: BattleCourse, battle: Battle) -> None:
    """Time is up for a battle that somebody else has fought: who leaves, and who holds the field, is as in the chair."""
    fought.battle = changed(fought.battle, winner=None)
    _time_is_up(fought, battle, _hull(fought.field_, fought.field_.battle.craft))
    fought.winner = fought.battle.winner or ""
