"""The Pentagon War: ship combat on hexes with vector movement, twelve impulses a turn."""

from typing import Final

from games.record import GameRecord

GAME: Final = GameRecord(
    name="pentagon_war",
    order=20,
    ruleset="pentagon-war/3",
    ledger="rules.pentagon_war/ledger.toml",
    rule_example="PW-B33",
    system="umpire.battle.entry:BATTLES",
    kind="umpire.battle.kind:BATTLES",
    face="cogs.battle.face:FACE",
    pictures={
        "rules.pentagon_war.captains.advice": ("outlook",),
        "rules.pentagon_war.captains.answers": ("fire_answers",),
        "rules.pentagon_war.captains.offers": ("offers",),
        "rules.pentagon_war.captains.preview": ("preview",),
        "umpire.battle.battle_files": (
            "bind_atlas",
            "draw_battle_files",
            "paint_close",
            "paint_craft",
            "paint_design",
            "paint_map",
            "paint_replay",
            "paint_view",
        ),
    },
    dice_prefix="battle/{}/{}/{}",
    tests=("tests/rules/pentagon_war",),
    rows="harness.games.pentagon_war:ROWS",
)
