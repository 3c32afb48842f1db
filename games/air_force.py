"""Our Space Age Air Force: a jet dogfight, alone or as a duel."""

from typing import Final

from games.record import Game

GAME: Final = Game(
    name="air_force",
    order=30,
    ruleset="air-force/1",
    ledger="rules.air_force/ledger.toml",
    rule_example="JET-X18",
    system="umpire.dogfight.entry:DOGFIGHTS",
    kind="umpire.dogfight.kind:DOGFIGHTS",
    face="cogs.dogfight.face:FACE",
    pictures={
        "umpire.dogfight.dogfight_files": ("draw_fight_files", "paint_card_of", "paint_fight", "paint_fight_replay"),
    },
)
