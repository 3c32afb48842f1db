"""Battles of two captains, a host at the table: what one plots and hides, and what the other and an onlooker receive.

Amber Gate: Ada's Sol against Vik's Barnard, whose B3 is not seen to arrive. Vik's secret is plotted, everybody listens;
then Vik's craft are plotted as in every evening, the turn is played, and everybody listens again.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from harness.attack.chance import by_asker
from harness.attack.victims import contents
from rules.hexes import Hex
from rules.pentagon_war.state import Battle
from rules.pentagon_war.turn.setup import hidden_last, renumber_craft
from rules.values import Value, field
from rules.values import changed as replace
from tests.e2e.battle.battle_kit import new_fight
from tests.e2e.battle.test_battle_secrets import Listener
from tests.e2e.ears import stand_still
from tests.e2e.kit import running_table
from umpire.battle import setup
from umpire.games.seat import Seat

Heard = Mapping[str, Sequence[str]]
SINCE_HEADING: Final = "Since you last looked"
HIDDEN_PLOT: Final = "power invisible\nscreens never\ndefend nothing"
"""The plot with which the hidden craft stays hidden through turn 1."""
COURSE: Final = {"B1": "1-2 accelerate\nstance cautious", "B2": "1 accelerate\nstance cautious"}
"""How the others are plotted in every evening, at the end."""


def same(battle: Battle) -> Battle:
    """The set-up as it is."""
    return battle


class BattleFact(Value):
    """A secret of Barnard's: programmes by craft that are plotted and replaced, the hidden craft's own, the set-up.

    `of` is the part of a programme that it is a row of, or what else it is; `seen` has the rule if it may be heard of.
    `last` is plotted at the end in the place of `COURSE`. `instead` is the other evening's, where nothing would tell more.
    """

    name: str
    of: str
    plots: Mapping[str, str] = field(default_factory=dict)
    hidden: str = HIDDEN_PLOT
    change: Callable[[Battle], Battle] = same
    seen: str = ""
    last: Mapping[str, str] = field(default_factory=dict)
    instead: "BattleFact | None" = None
    alike: bool = False
    """Whether it must make no difference to Barnard either."""


def _hidden(battle: Battle, **changes: object) -> Battle:
    craft = next(craft for craft in battle.craft.values() if craft.hidden)
    changed = replace(craft, **changes)  # type: ignore[arg-type]  # fields of a craft, by name
    return replace(battle, craft={**battle.craft, craft.id: changed})


def elsewhere(battle: Battle) -> Battle:
    """The hidden craft starts far from where it was, faces otherwise and is called otherwise."""
    craft = next(craft for craft in battle.craft.values() if craft.hidden)
    return _hidden(battle, at=Hex(craft.at.q + 9, craft.at.r - 14), facing=(craft.facing + 2) % 6, name="Other Whisper")


def absent(battle: Battle) -> Battle:
    """There is no hidden craft. Its number is the last, so that no number is missing."""
    return replace(battle, craft={key: craft for key, craft in battle.craft.items() if not craft.hidden})


def listed_first(battle: Battle) -> Battle:
    """The hidden craft stands before the others in the list from which the set-up is made."""
    there = sorted(battle.craft.values(), key=lambda craft: not craft.hidden)
    first = replace(battle, craft={craft.id: craft for craft in there})
    own = [craft.id for craft in there if craft.side == "B"]
    named = renumber_craft(
        first, dict(zip(first.craft, first.craft, strict=True)) | dict(zip(own, sorted(own), strict=True))
    )
    return renumber_craft(named, hidden_last(named))


STOP: Final = "stop when range < 99"
"""Holds from the first step on."""
CAPTAIN_ASKED_RULE: Final = "PW-S92: that a captain is asked, and when, is seen by everybody (R-060)"
BATTLE_FACTS: Final[tuple[BattleFact, ...]] = (
    BattleFact("power of a craft", "power", {"B1": "power evade A, keep 4", "B2": "power radar off"}),
    BattleFact("moves", "moves", {"B1": "1-2 accelerate\n3 turn B", "B2": "2 turn F"}),
    BattleFact("fire", "fire", {"B1": "fire all at S1 when range <= 9"}),
    BattleFact("stops", "stops", {"B1": "stop when range <= 30 say close"}),
    BattleFact("screens", "screens", {"B1": "screens always"}),
    BattleFact("the most capacitors for screens", "most_reinforced", {"B1": "screens at most 2"}),
    BattleFact("point defence", "defend", {"B1": "defend drones missiles"}),
    BattleFact("systems to lose first", "damage", {"B1": "lose L1"}),
    BattleFact("what a beam does", "beam", {"B1": "beams repel"}),
    BattleFact("what drones do", "drones", {"B1": "drones return"}),
    BattleFact("the rarer acts", "acts", {"B1": "leave when hit >= 99; orbit gatestone when impulse >= 40"}),
    BattleFact("sides to screen first", "screen", {"B1": "screen side 2, 1"}),
    BattleFact("sides to take blows on", "take", {"B1": "take side 3"}),
    BattleFact("stances", "stance", {"B1": "stance flee", "B2": "stance aggressive"}),
    BattleFact("the hidden craft elsewhere", "hidden", change=elsewhere),
    BattleFact("no hidden craft at all", "hidden", hidden="", change=absent),
    BattleFact("the hidden craft's course", "hidden", hidden=f"{HIDDEN_PLOT}\n1 accelerate\n2 turn A"),
    BattleFact("the hidden craft's fire", "hidden", hidden=f"{HIDDEN_PLOT}\nfire all at S1 when range <= 1"),
    BattleFact("the hidden craft's screens", "hidden", hidden="power invisible\nscreens always\ndefend nothing"),
    BattleFact("the hidden craft's stop that never comes", "hidden", hidden=f"{HIDDEN_PLOT}\nstop when range < 1"),
    BattleFact("the hidden craft first in the list of a set-up", "hidden", change=listed_first, alike=True),
    BattleFact(
        "the hidden craft's stop that comes", "hidden", hidden=f"{HIDDEN_PLOT}\n{STOP}", seen=CAPTAIN_ASKED_RULE
    ),
    BattleFact(
        "whose stop it is that comes, a hidden craft's or another's",
        "hidden",
        hidden=f"{HIDDEN_PLOT}\n{STOP}",
        instead=BattleFact("another craft's stop", "stops", last={"B1": f"{COURSE['B1']}\n{STOP}"}),
    ),
)
UNPLAYED: Final[Mapping[str, str]] = {
    "blasts": "none of these craft carries a missile to set off; tests/e2e/battle/test_battle_targets.py flies them",
}
"""Parts of a programme without a row, and why."""
HIDDEN_NEWS: Final[Mapping[str, str]] = {
    "PowerAllocated": "the hidden craft elsewhere",
    "LockOnTried": "the hidden craft elsewhere",
    "Moved": "the hidden craft elsewhere",
    "Rotated": "the hidden craft's course",
    "Accelerated": "the hidden craft's course",
    "ScreensSet": "the hidden craft's screens",
    "Stopped": "the hidden craft's stop that comes",
    "Struck": "a hidden craft that a star burns",
    "BoxHit": "a hidden craft that a star burns",
    "BeamChanged": "a hidden craft beside an explosion",
    "LinkChanged": "a hidden craft's orbit",
    "Gone": "a hidden craft that leaves",
    "NotDone": "a hidden craft that is kept from leaving",
    "TrackLost": "a missile that lost its target, and whom it followed",
}
"""News of a battle that not everybody is told, and a row in whose evening it is told."""
NO_NEWS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        (
            "TurnBegan",
            "RadarJammed",
            "Sighted",
            "Launched",
            "PointDefenseFired",
            "Announced",
            "Fired",
            "Exploded",
            "BattleEnded",
        ),
        "everybody is told of it",
    ),
    "Survived": "everybody is told of it: drones, missiles and bolts are never hidden, and nobody rams what they do not see",
}
"""News of a battle without a row, and why."""


async def battle(folder: Path, facts: Sequence[BattleFact]) -> Heard:
    """Turn 1 with these secrets; what Ada, a visitor and (for proof that they were real) Vik heard."""
    async with running_table(folder, chance=by_asker("a battle")) as table:
        await stand_still(table)
        fight = await new_fight(table, host="gm", scenario="amber_gate", hours=0)
        host = Seat(fight.game_id, "", table.gm.id, is_gm=True)

        def changed(start: Battle) -> Battle:
            for fact in facts:
                start = fact.change(start)
            return start

        await setup.change_set_up(table.services, host, changed)
        await fight.use("ada", "battle join", side="S")
        await fight.use("vik", "battle join", side="B")
        ears = [Listener(fight, "ada"), Listener(fight, "visitor")]
        for each in ears:
            await each.glance()
        await fight.begin("gm")
        for fact in facts:
            for craft, text in fact.plots.items():
                told = await fight.write("vik", text, craft=craft)
                assert "receipt `" in told.text(), (fact.name, told.text())
        hidden = next((fact.hidden for fact in facts if fact.hidden != HIDDEN_PLOT), HIDDEN_PLOT)
        if hidden:
            assert "receipt `" in (await fight.write("vik", hidden, craft="B3")).text()
        proof = [
            str(contents(await fight.use("vik", command, **of)))
            for command, of in (("plot show", {}), ("plot show", {"craft": "B3"}), ("battle text", {}))
        ]
        for each in ears:
            await each.look()
        last = {craft: text for fact in facts for craft, text in fact.last.items()}
        for craft, text in {**COURSE, **last}.items():
            await fight.write("vik", text, craft=craft)
        for who in ("ada", "vik"):
            await fight.done(who)
        for each in ears:
            await each.glance()
        if await fight.turn() == 1:  # a stop has come
            await fight.done("vik")
        assert await fight.turn() == 2
        for each in ears:
            await each.look()
        assert any(SINCE_HEADING in heard for heard in ears[0].heard), "what happened since Ada looked is heard, too"
        return {**{each.who: each.heard for each in ears}, "vik": proof}
