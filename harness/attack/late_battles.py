"""Battles of two turns, and what becomes of craft that nobody on the other side sees: rays, blows, beams, orbits, ways out.

Vik's Barnard has a ship with missiles, another that blows itself up, and four craft in hiding, each far from all others; Ada's
Sol has two hulks side by side, of which one can vanish, and a craft in hiding of her own. Everything is done in every evening but
for one secret of Vik's, by the set-up or by a plot. Ada and a visitor listen after each turn; Vik reads what came about in it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from harness.attack.battle_evenings import HIDDEN_PLOT, Heard
from harness.attack.chance import by_asker
from harness.attack.victims import contents
from rules.hexes import Hex
from rules.pentagon_war.designs import BASIC_MISSILE, WeaponBox
from rules.pentagon_war.geometry import BATTLE_MAP
from rules.pentagon_war.state import Battle
from rules.pentagon_war.units import Body, Craft, Lock
from rules.values import Value, field
from rules.values import changed as replace
from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.battle.test_battle_secrets import LOOKS, Listener, Looks
from tests.e2e.ears import stand_still
from tests.e2e.kit import running_table
from tests.rules.pentagon_war.kit import craft
from umpire.battle import setup
from umpire.games.seat import Seat

TURNS_PLAYED: Final = 2
BURNT, ORBITER, LEAVER, KEPT = "B3", "B4", "B5", "B6"
"""Vik's craft in hiding: beside a star, by a planet, on its way out, kept from leaving by what it does not know of."""
HIDDEN_CRAFT: Final = (BURNT, ORBITER, LEAVER, KEPT)
STAR, PLANET, BOMB = (40, 40), (70, 60), (30, 55)
BEAMS: Final = (WeaponBox("beam"),) * 12
"""So many that a hit finds one; all cancel what would pull at their own craft."""


BARE: Final[Mapping[str, int]] = dict.fromkeys(
    ("hull_forward", "hull_aft", "engines", "tanks_full", "tanks_empty", "main_control", "aux_control"), 0
)
"""What a craft is without: the explosion in its own hex has more points than it has boxes left."""


def _hex_at(place: tuple[int, int]) -> Hex:
    return BATTLE_MAP.hex(*place)


def _hider(unit: str, place: tuple[int, int], **more: Any) -> Craft:
    """A craft in hiding, at rest."""
    made = craft(unit, "1010", radar_invisibility=True, **more)
    return replace(made, at=_hex_at(place), hidden=True)


def staged(battle: Battle) -> Battle:
    """The set-up of every evening, in the place of the scenario's."""
    units = (
        replace(craft("S1", "2010"), engines=0),
        replace(craft("S2", "2010", radar_invisibility=True), engines=0, exposed=True),
        _hider("S3", (80, 95)),
        craft("B1", "2060", missiles=(BASIC_MISSILE, BASIC_MISSILE)),
        replace(craft("B2", "1010"), at=_hex_at(BOMB)),
        replace(_hider(BURNT, (45, 45), screens=0, armor=(0,) * 6, weapons=BEAMS), hull_forward=9, final_damage=9),
        _hider(ORBITER, (72, 60)),
        _hider(LEAVER, (95, 10)),
        _hider(KEPT, (95, 95)),
    )
    bodies = (
        Body("sun", "Sun", _hex_at(STAR), star=True, radiation=3),
        Body("amber", "Amber", _hex_at(PLANET), radius=1),
    )
    return replace(
        battle,
        craft={unit.id: unit for unit in units},
        bodies={body.id: body for body in bodies},
        options=replace(battle.options, self_destruction=True),
        locks=tuple(Lock(BURNT, f"B{number}", BURNT, "cancel") for number in range(1, len(BEAMS) + 1)),
        last_turn=0,
    )


PLOTS: Final[Mapping[tuple[int, str], str]] = {
    (1, "B1"): "fire M1 at S1; fire M2 at S1; stance cautious",
    (2, "B1"): "stance cautious",
    (1, "B2"): "stance cautious",
    (2, "B2"): "self-destruct when impulse >= 3",
    **{(turn, unit): f"{HIDDEN_PLOT}\nbeams cancel" for turn in (1, 2) for unit in HIDDEN_CRAFT},
}
"""What Vik plots in every evening, by turn and craft."""
OTHER_PLOTS: Final[Mapping[int, Mapping[str, str]]] = {
    1: {"S3": HIDDEN_PLOT},
    2: {"S2": HIDDEN_PLOT, "S3": HIDDEN_PLOT},
}
"""What Ada plots by turn and craft: one of hers stays in hiding, and her second hulk vanishes before Vik's missiles."""


def _with_craft_moved(unit: str, place: tuple[int, int], **more: Any) -> Callable[[Battle], Battle]:
    """A hidden craft is elsewhere, or otherwise."""

    def change(battle: Battle) -> Battle:
        there = replace(battle.craft[unit], at=_hex_at(place), **more)
        return replace(battle, craft={**battle.craft, unit: there})

    return change


def same(battle: Battle) -> Battle:
    """The set-up as it is."""
    return battle


class LateFact(Value):
    """A secret of Vik's: the set-up as changed, and plots by turn and craft in the place of `PLOTS`.

    `proof` is read by Vik at the end with the secret and not without it; `seen` has the rule if others may hear of it.
    """

    name: str
    proof: str
    change: Callable[[Battle], Battle] = same
    plots: Mapping[tuple[int, str], str] = field(default_factory=dict)
    seen: str = ""


LATE_FACTS: Final[tuple[LateFact, ...]] = (
    LateFact("a hidden craft that a star burns", "of the star", _with_craft_moved(BURNT, (41, 40))),
    LateFact("a hidden craft beside an explosion", "by explosion", _with_craft_moved(BURNT, (31, 55))),
    LateFact(
        "a hidden craft that an explosion destroys",
        "is destroyed",
        _with_craft_moved(BURNT, BOMB, final_damage=1, **BARE),
        seen="PW-B63: a craft that explodes is seen by everybody, whatever hid it",
    ),
    LateFact("a hidden craft's beam that is cut", "cuts", plots={(2, BURNT): f"{HIDDEN_PLOT}\nbeams cut"}),
    LateFact("a hidden craft's orbit", "orbit", plots={(1, ORBITER): f"{HIDDEN_PLOT}\norbit amber"}),
    LateFact(
        "a hidden craft that leaves", "leaves", plots={(1, LEAVER): f"{HIDDEN_PLOT}\nleave separation", (2, LEAVER): ""}
    ),
    LateFact(
        "a hidden craft that is kept from leaving",
        "could not do",
        plots={(1, KEPT): f"{HIDDEN_PLOT}\nleave separation"},
    ),
    LateFact(
        "a missile that lost its target, and whom it followed",
        "follows its target no longer",
        plots={(1, "B1"): "fire M1 at S2; fire M2 at S2; stance cautious"},
    ),
)


def _of_each(command: str, option: str, values: Iterable[object]) -> Looks:
    """The same question about each of these."""
    return tuple((command, {option: value}) for value in values)


QUESTION_COMMANDS: Final[Looks] = (
    *LOOKS,
    *_of_each("battle why", "line", range(2, 13)),
    *_of_each("ship show", "craft", HIDDEN_CRAFT),
    ("battle show", {"around": "6040", "radius": 20}),
    ("battle verify", {"turn": 2}),
)


async def late_battle(folder: Path, facts: Sequence[LateFact]) -> Heard:
    """The evening with these secrets; what Ada and a visitor heard, and what Vik read at its end."""
    plots = {**PLOTS, **{key: text for fact in facts for key, text in fact.plots.items()}}
    async with running_table(folder, chance=by_asker("a late battle, 2")) as table:
        await stand_still(table)
        fight = await new_fight(table, host="gm", scenario="amber_gate", hours=0)

        def changed(start: Battle) -> Battle:
            start = staged(start)
            for fact in facts:
                start = fact.change(start)
            return start

        await setup.change_set_up(table.services, Seat(fight.game_id, "", table.gm.id, is_gm=True), changed)
        await fight.use("ada", "battle join", side="S")
        await fight.use("vik", "battle join", side="B")
        ears = [Listener(fight, who, QUESTION_COMMANDS) for who in ("ada", "visitor")]
        for each in ears:
            await each.glance()
        await fight.begin("gm")
        proof: list[str] = []
        for turn in range(1, TURNS_PLAYED + 1):
            await _plotted(fight, "vik", {unit: text for (when, unit), text in plots.items() if when == turn})
            await _plotted(fight, "ada", OTHER_PLOTS[turn])
            for who in ("ada", "vik"):
                await fight.done(who)
            assert await fight.turn() == turn + 1
            for each in ears:
                await each.look()
            proof += [str(contents(await fight.use("vik", command))) for command in ("battle log", "battle text")]
        return {**{each.who: each.heard for each in ears}, "vik": proof}


async def _plotted(fight: Fight, who: str, plots: Mapping[str, str]) -> None:
    for unit, text in plots.items():
        if not text:  # it is gone by then
            continue
        told = await fight.write(who, text, craft=unit)
        assert "receipt `" in told.text(), (unit, told.text())
