"""The game's record, which the entry point `admiralty.games` names; nothing is imported before it is needed."""

from typing import Final

from games.record import GameRecord

GAME: Final = GameRecord(
    name="sea_duel",
    order=100,
    ruleset="sea-duel/1",
    ledger="sea_duel/ledger.toml",
    rule_example="SEA-04",
    system="sea_duel.seen:SYSTEM",
    kind="sea_duel.kind:KIND",
    face="sea_duel.face:FACE",
    pictures={"sea_duel.seen": ("draw_files", "paint")},
)
