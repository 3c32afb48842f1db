"""A step of the month that meets battles, for whoever tests how a turn waits: humans and dominators meet in week 2, and once
more in week 3 if the humans hold the place. It needs no fleet to go anywhere, and no rule of who attacks whom."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rules.cluster_war.chapters.combat.battle import Aboard, Battle, BattlesAwaited, Combatant, Settle
from rules.cluster_war.model.events.turn import Narrated
from rules.cluster_war.model.state.common import Settings
from rules.cluster_war.model.state.war import BattleOutcome, Engagement, UnitOutcome
from rules.cluster_war.model.working.turn_state import TurnState
from rules.cluster_war.turn import month as months
from rules.dice import Roller
from rules.values import Cause, changed
from umpire.campaign.turn import adjudication

PLACES = ("0805", "0806")
SIDES = ("dominators", "humans")


def battle_of(turn: TurnState, week: int, number: int) -> Battle:
    """A battle of all ships of both, in the week's place."""
    units = tuple(
        Combatant(
            ship.id,
            ship.side,
            turn.sides[ship.side].designs[ship.design],
            ship.name,
            fleet=f"{ship.side}-F1",
            munitions=ship.munitions,
        )
        for ship in sorted(turn.ships.values(), key=lambda one: one.id)
        if ship.side in SIDES
    )
    return Battle(
        id=f"{turn.turn}/{PLACES[0]}/{number}",
        turn=turn.turn,
        week=week,
        hex=PLACES[0],
        kind="fleet action",
        method="narrated",
        sides=SIDES,
        enemies=(SIDES,),
        units=units,
        plans={"humans": Engagement("attack", withdraw_at=30)},
    )


def meet(turn: TurnState, week: int) -> None:
    """Have both meet in the second week, and again in the third if the humans won. A die is rolled before and after."""
    number = week - turn.first_week - 1
    if number not in {1, 2}:
        return
    before = turn.outcomes.get(f"{turn.turn}/{PLACES[0]}/1")
    if number == 2 and (before is None or before.winner != "humans"):
        return
    battle = battle_of(turn, week, number)
    outcome = turn.outcomes.get(battle.id)
    if outcome is None:
        raise BattlesAwaited((battle,))
    luck = turn.dice.roll(f"test/{battle.id}", 100)
    for unit in outcome.units:
        ship = turn.ships[unit.unit]
        if unit.fate == "destroyed":
            fleet = next(f for f in turn.fleets.values() if unit.unit in f.ships)
            turn.fleets[fleet.id] = changed(fleet, ships=tuple(one for one in fleet.ships if one != unit.unit))
            del turn.ships[unit.unit]
        else:
            turn.ships[unit.unit] = changed(ship, battles=ship.battles + 1)
    text = " ".join([f"Battle {battle.id}: {luck.faces[0]}.", *outcome.story])
    turn.say(Narrated(text=text, cause=Cause(rule="CW-9.0-11"), seen_by=battle.sides))


def nobody_dies(battle: Battle, aboard: Aboard, dice: Roller) -> BattleOutcome:
    """An engine that rolls a die and lets everybody live; dominators hold the place."""
    luck = dice.roll(f"battle/{battle.id}/test", 6).faces[0]
    units = tuple(
        UnitOutcome(unit.unit, "survived", unit.wounds, unit.munitions, crates=unit.crates, count=0)
        for unit in battle.units
    )
    return BattleOutcome(battle.id, battle.method, "dominators", units, story=(f"By the engine: {luck}.",))


def peaceful(_: Settings) -> Settle:
    """Makes that engine, whatever the house rules."""
    return nobody_dies


@contextmanager
def battles_every_month() -> Iterator[None]:
    """Months have these battles meanwhile, and both methods that need nobody are that engine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(months, "WEEKLY", (*months.WEEKLY, meet))
        patch.setattr(adjudication, "ENGINES", {"quick": peaceful, "chair": peaceful})
        yield
