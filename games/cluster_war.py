"""Cluster War: a space empire game in monthly turns, for 2 to 10 players and a game master."""

from typing import Final

from games.record import GameRecord, Guide

GAME: Final = GameRecord(
    name="cluster_war",
    order=10,
    ruleset="cluster-war-3/5",
    ledger="rules.cluster_war/ledger.toml",
    rule_example="CW-8.0-14",
    system="umpire.campaign.entry:CAMPAIGNS",
    face="cogs.campaign.face:FACE",
    turns={
        "rules.cluster_war.play.standing_orders.evaluate": ("evaluate",),
        "umpire.campaign.fought.rooms": ("read_back", "set_up_battle"),
        "umpire.campaign.governed.ai_turns": ("think",),
        "umpire.campaign.sheets.sheet_checks": ("check_in_turn",),
        "umpire.campaign.sheets.staff": ("advise_from",),
        "umpire.campaign.turn.adjudication": ("make_game", "make_game_around", "resolve", "settle_by"),
        "umpire.campaign.turn.culprits": ("find_culprit",),
    },
    pictures={
        "umpire.campaign.absent_player": ("_make",),
        "umpire.campaign.designs.drawings": ("paint",),
        "umpire.campaign.gm.gm_queries": ("outlook", "paint_overview"),
        "umpire.campaign.sheets.maps": ("paint_map",),
        "umpire.campaign.sheets.workbook": ("write_workbook",),
        "umpire.campaign.solo": ("plan_solo",),
        "umpire.campaign.views.side_views": ("bind", "paint_film", "paint_history", "write_course"),
        "umpire.campaign.views.battle_films": ("paint_battle", "paint_film", "paint_fronts"),
        "umpire.campaign.views.reports": ("bind_chronicle", "last_seen", "tell_awards"),
        "umpire.campaign.views.news": ("read_news",),
        "umpire.campaign.views.packet_files": ("draw",),
        "umpire.campaign.whatif.adoption": ("look_on",),
        "umpire.campaign.whatif.differences": ("work_out",),
        "umpire.campaign.whatif.fork_edits": ("view_at",),
        "umpire.campaign.whatif.fork_adjudication": ("plan_change", "play_job"),
        "umpire.campaign.whatif.rehearsals": ("work_out",),
    },
    preload=(
        "umpire.campaign.views.packet_files",
        "umpire.campaign.sheets.maps",
        "umpire.campaign.turn.adjudication",
    ),
    needs=("pentagon_war",),
    guide=Guide(
        person="Ada",
        about="{name} leads an empire in the demo campaign. Every window can be somebody else.",
        channel="campaign",
        place="The table everybody sees. Your own reports and maps come to your private thread, marked with a lock.",
        commands=("help", "turn status"),
    ),
    tests=("tests/rules/cluster_war",),
    rows="harness.games.cluster_war:ROWS",
)
