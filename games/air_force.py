"""Our Space Age Air Force: a jet dogfight, alone or as a duel."""

from typing import Final

from games.record import GameRecord, Guide

GAME: Final = GameRecord(
    name="air_force",
    order=30,
    ruleset="air-force/2",
    ledger="rules.air_force/ledger.toml",
    rule_example="JET-X18",
    system="umpire.dogfight.entry:DOGFIGHTS",
    kind="umpire.dogfight.kind:DOGFIGHTS",
    face="cogs.dogfight.face:FACE",
    pictures={
        "umpire.dogfight.dogfight_files": ("draw_fight_files", "paint_card_of", "paint_fight", "paint_fight_replay"),
    },
    dice_prefix="dogfight/{}",
    guide=Guide(
        invitation="New here? A ten-minute first game, and three first steps",
        question="Ten minutes? ",
        answer="Fly a dogfight: alone, by buttons. It teaches orders, dice, why and maps as you go.",
        command="dogfight new",
        become="Become {name} and fly: type /dogfight new",
    ),
    tests=("tests/rules/air_force",),
    rows="harness.games.air_force:ROWS",
)
