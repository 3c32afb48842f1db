"""What a missile is after is its owner's secret: two evenings that differ in it alone sound the same to everybody else."""

from pathlib import Path

import pytest

from rules.pentagon_war.state import Battle
from rules.values import changed
from tests.e2e.battle.battle_kit import new_fight
from tests.e2e.battle.test_battle_secrets import Listener, Looks
from tests.e2e.ears import stand_still
from tests.e2e.kit import running_table
from umpire.battle import setup
from umpire.games.seat import Seat

LOOKS: Looks = (
    ("battle status", {}), ("battle show", {}), ("battle show", {"around": "Y1"}), ("battle show", {"arcs": "Y1"}),
    ("battle show", {"source": "Y1", "target": "X1"}), ("battle show", {"source": "Y1", "target": "X2"}),
    ("battle text", {}), ("battle log", {}), ("battle replay", {}), ("battle atlas", {}), ("battle why", {"line": 6}),
    ("ship show", {"craft": "Y1"}), ("ship show", {"craft": "X1"}), ("ship show", {"craft": "X2"}),
    ("plot show", {"craft": "X1"}), ("plot show", {"craft": "X2"}), ("plot show", {"craft": "Y1"}),
    ("plot fire", {"weapons": "L1", "target": "Y1.M1", "craft": "X1"}), ("plot done", {}),
    ("plot fire", {"weapons": "L1", "target": "Y1.M1", "craft": "X2"}), ("plot defend", {"order": "Y1.M1", "craft": "X1"}),
    ("plot stop", {"when": "missile inbound >= 1", "craft": "X2"}), ("plot now", {"line": "X1 defend Y1.M1"}),
    ("plot now", {"line": "X1 fire L1 at Y1.M1"}), ("plot now", {"line": "Y1.M1 detonate"}), ("plot clear", {"craft": "X1"}),
    ("fire odds", {"weapon": "L1", "target": "Y1.M1", "craft": "X1"}),
    ("fire plan", {"weapons": "L1", "target": "Y1.M1", "craft": "X2"}),
    ("battle options", {}), ("battle verify", {"turn": 1}), ("plot clear", {"craft": "X2"}),
)  # fmt: skip
TYPED = (
    ("plot fire", "target"), ("plot launch", "target"), ("fire odds", "target"), ("battle show", "around"),
    ("ship show", "craft"), ("plot now", "take_back"),
)  # fmt: skip


async def evening(folder: Path, target: str) -> tuple[dict[str, list[str]], str]:
    """Vik's missile goes after one of Ada's two craft, which fly as one; what Ada, a visitor and Vik heard."""
    async with running_table(folder) as table:
        await stand_still(table)
        fight = await new_fight(table, scenario="free", hours=0, points=0)
        for design, side, at, facing, speed in (
            ("halyard", "X", "1540", "A", "2"),
            ("halyard", "X", "1540", "A", "2"),
            ("quicksilver", "Y", "1508", "D", "-2"),
        ):
            await fight.use("ada", "battle add", design=design, side=side, hex=at, facing=facing, a=speed)
        host = Seat(fight.game_id, "", table.ada.id, is_gm=True)

        def named(start: Battle) -> Battle:
            return changed(start, craft={unit: changed(craft, name=unit) for unit, craft in start.craft.items()})

        await setup.change_set_up(table.services, host, named)
        await fight.use("ada", "battle join", side="X")
        await fight.use("vik", "battle join", side="Y")
        await fight.begin("ada")
        await fight.write("vik", f"fire M1 at {target}")
        for craft in ("X1", "X2"):
            await fight.write("ada", "stop when launched at >= 1 say it comes\ndefend nothing", craft)
        ears = [Listener(fight, who, LOOKS, TYPED) for who in ("ada", "visitor")]
        for who in ("ada", "vik"):
            await fight.done(who)
        assert "it comes" in (await fight.use("ada", "battle status")).text()
        for each in ears:
            await each.look()
        await fight.done("ada")
        assert await fight.turn() == 2
        for each in ears:
            await each.look()
        known = (await fight.use("vik", "battle text")).text()
        return {each.who: each.heard for each in ears}, known


@pytest.mark.rule("PW-S61")
async def test_what_a_missile_is_after_changes_no_byte_of_what_the_others_receive(tmp_path: Path) -> None:
    for target in ("X1", "X2"):
        (tmp_path / target).mkdir()
    one, ours = await evening(tmp_path / "X1", "X1")
    other, theirs = await evening(tmp_path / "X2", "X2")
    for who, heard in one.items():
        assert len(heard) > 60
        assert [(line, twin) for line, twin in zip(heard, other[who], strict=True) if line != twin] == []
        assert any("Y1.M1" in line for line in heard)
    assert ours != theirs  # its owner reads it
