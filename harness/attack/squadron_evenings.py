"""Squadrons that are brought into a battle of somebody else's making, and what its maker and the others receive (R-205).

Ada has kept an Ember and a Pale Whisper, which can be invisible. Grace makes a battle and places craft of her own, a hidden one
among them; Vik leads the other side. Ada mends, brings, takes back; Grace, Vik and a visitor listen before and after it begins.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Literal

from harness.attack.chance import by_asker
from harness.attack.victims import contents
from rules.pentagon_war.state import Battle
from rules.values import Value, changed
from sandbox.reply import Reply
from tests.e2e.battle.battle_kit import Fight, new_fight
from tests.e2e.battle.test_battle_secrets import LOOKS, Listener, Looks
from tests.e2e.ears import stand_still
from tests.e2e.kit import CHANNEL, Table, running_table
from umpire.battle import setup
from umpire.games.seat import Seat

Heard = Mapping[str, Sequence[str]]
Act = Literal["refuel", "take back", "bring the ember", "bring the whisper", "bring the whisper elsewhere"]
OWNER: Final = "ada"
OPEN_CRAFT: Final = "X1"
HIDDEN_CRAFT: Final = "X2"
"""Ada's craft, as her squadron calls them."""
BRINGING_PLACES: Final = {
    "bring the ember": {"craft": OPEN_CRAFT, "hex": "1540"},
    "bring the whisper": {"craft": HIDDEN_CRAFT, "hex": "2540", "facing": "B"},
    "bring the whisper elsewhere": {"craft": HIDDEN_CRAFT, "hex": "0544", "facing": "E", "a": "2"},
}
LOOKS_OF_BOTH: Final[Looks] = (
    ("ship dock", {}), ("battle bring", {"squadron": "Indigo", "side": "X", "hex": "1540"}),
    ("battle bring", {"squadron": "Indigo", "side": "Y", "hex": "1540"}), ("battle keep", {}),
)  # fmt: skip
SET_UP: Final[Looks] = (
    ("battle status", {}), ("battle show", {}), ("battle text", {}), ("battle options", {}),
    ("battle show", {"around": "2540", "radius": 6}), ("battle show", {"around": "X3"}), ("ship show", {"craft": "X3"}),
    ("battle remove", {"craft": "X3"}), ("battle remove", {"craft": "X4"}), ("battle remove", {"craft": "Pale Whisper"}),
    *LOOKS_OF_BOTH,
)  # fmt: skip
LOOKS_WHEN_BEGUN: Final[Looks] = (
    *((name, {key: value.replace("B", "X") if isinstance(value, str) else value for key, value in options.items()})
      for name, options in LOOKS),
    *LOOKS_OF_BOTH,
)  # fmt: skip
"""The questions of the other battle evenings, asked of Ada's craft."""
TYPED_OPTIONS: Final = (
    ("battle remove", "craft"), ("battle bring", "squadron"), ("battle bring", "craft"), ("ship dock", "squadron"),
    ("battle show", "around"), ("ship show", "craft"),
)  # fmt: skip


class SquadronFact(Value):
    """What Ada does with her squadron, and what she does in the other evening; `seen` has the rule if it may be heard of."""

    name: str
    acts: tuple[Act, ...]
    instead: tuple[Act, ...] = ()
    seen: str = ""


SQUADRON_FACTS: Final[tuple[SquadronFact, ...]] = (
    SquadronFact("a squadron's hidden craft that was brought", ("bring the whisper",)),
    SquadronFact(
        "where a squadron's hidden craft stands", ("bring the whisper elsewhere",), instead=("bring the whisper",)
    ),
    SquadronFact(
        "how whole a squadron's hidden craft is", ("refuel", "bring the whisper"), instead=("bring the whisper",)
    ),
    SquadronFact("what is done at a squadron's dock", ("refuel",)),
    SquadronFact("a squadron brought and taken back", ("bring the ember", "bring the whisper", "take back")),
    SquadronFact(
        "a squadron's craft that everybody sees",
        ("bring the ember",),
        seen="PW-B83: what is not hidden is on everybody's map",
    ),
)


async def _keep_survivors(table: Table) -> str:
    """A battle that Ada has won without a shot, its survivors kept with an empty tank; the squadron's name."""
    fight = await new_fight(table, scenario="free", hours=0, points=0)
    for who, side in (("ada", "X"), ("vik", "Y")):
        await fight.use(who, "battle join", side=side)
    for design, side, at in (("ember", "X", "1520"), ("pale_whisper", "X", "1560"), ("halyard", "Y", "1514")):
        placed = await fight.use("ada", "battle add", design=design, side=side, hex=at)
        assert placed.text().startswith("✔"), placed.text()

    def dry(start: Battle) -> Battle:
        whisper = start.craft[HIDDEN_CRAFT]
        emptied = changed(whisper, tanks_full=0, tanks_empty=whisper.design.fuel_tanks)
        return changed(start, craft={**start.craft, HIDDEN_CRAFT: emptied})

    await setup.change_set_up(table.services, Seat(fight.game_id, "", table.ada.id, is_gm=True), dry)
    await fight.begin("ada")
    await fight.concede("vik")
    kept = await fight.use("ada", "battle keep", name="Indigo")
    assert "✔ Kept as" in kept.text(), kept.text()
    return "Indigo"


async def _carry_out(table: Table, fight: Fight, act: Act) -> None:
    """One of Ada's acts; it must work."""
    if act in BRINGING_PLACES:
        place = BRINGING_PLACES[act]
        came = await fight.use("ada", "battle bring", squadron="Indigo", side="X", **place)
        assert "as it is: 1 craft" in came.text(), came.text()
        return
    dock: Reply = await table.ada.slash(CHANNEL, "ship dock", squadron="Indigo")
    if act == "take back":
        back = await fight.press("ada", dock, "Take it back")
        assert "it is at dock" in back.text(), back.text()
        return
    dock = await table.ada.select(dock, "Dock", HIDDEN_CRAFT)
    filled = await table.ada.select(dock, "Refuel", dock.control("Refuel").options[0][1])
    assert "Refuelled" in filled.text(), filled.text()


async def squadron(folder: Path, acts: Sequence[Act]) -> Heard:
    """The evening in which Ada does this; what its maker, the other captain and a visitor heard, and what Ada reads of it."""
    async with running_table(folder, chance=by_asker("a squadron")) as table:
        await stand_still(table)
        await _keep_survivors(table)
        fight = await new_fight(table, host="gm", scenario="free", hours=0, points=0)
        await fight.use("ada", "battle join", side="X")
        await fight.use("vik", "battle join", side="Y")
        ears = [Listener(fight, who, SET_UP, TYPED_OPTIONS) for who in ("gm", "vik", "visitor")]
        placed = [
            await fight.use("gm", "battle add", design="halyard", side=side, hex=at)
            for side, at in (("Y", "1510"), ("X", "1520"))
        ]
        for act in acts:
            await _carry_out(table, fight, act)
        for design, at in (("pale_whisper", "3030"), ("ember", "2030")):
            placed.append(await fight.use("gm", "battle add", design=design, side="X", hex=at))
        for told in placed:
            assert told.text().startswith("✔"), told.text()
            ears[0]._note("battle add", contents(told))
        proof = [str(contents(await table.ada.slash(CHANNEL, "ship dock", squadron="Indigo")))]
        for each in ears:
            await each.ask()
        await fight.begin("gm")
        proof.append(str(contents(await fight.use("ada", "battle text"))))
        for each in ears:
            each.looks = LOOKS_WHEN_BEGUN
            await each.ask()
            each.read()
        return {**{each.who: each.heard for each in ears}, "ada": proof}
