"""What `bot.py work` does: every function that the bot has worker processes run, by its module and name. tests/work holds the
list against the program, so that nothing is missing from it.

An amendment's `work_out` is not here: it is given a function, which no parcel takes, and is done by the bot's own workers."""

from typing import Final

from umpire.services.remote_work import Kinds

KINDS: Final = Kinds(
    turns={
        "rules.cluster_war.play.standing_orders.evaluate": ("stand",),
        "umpire.bout_kinds.known": ("opening_stop", "progress"),
        "umpire.campaign.fought.staging": ("read_back", "stage"),
        "umpire.campaign.governed.ai_turns": ("think",),
        "umpire.campaign.turn.adjudication": ("make_game", "make_game_around", "resolve", "settle_by"),
    },
    pictures={
        "rules.pentagon_war.captains.advice": ("outlook",),
        "rules.pentagon_war.captains.offers": ("offers",),
        "rules.pentagon_war.captains.preview": ("preview",),
        "umpire.battle.battle_files": (
            "bind_atlas",
            "draw_battle_files",
            "paint_craft",
            "paint_design",
            "paint_map",
            "paint_replay",
        ),
        "umpire.campaign.absent_player": ("_make",),
        "umpire.campaign.designs.design_sheets": ("paint",),
        "umpire.campaign.gm.look_ahead": ("outlook",),
        "umpire.campaign.gm.gm_queries": ("paint_overview",),
        "umpire.campaign.sheets.maps": ("paint_map",),
        "umpire.campaign.sheets.workbook": ("write_workbook",),
        "umpire.campaign.solo": ("plan_solo",),
        "umpire.campaign.views.history": ("bind", "paint_film", "paint_history", "tell"),
        "umpire.campaign.views.chronicle": ("bind_chronicle",),
        "umpire.campaign.views.battle_films": ("paint_battle", "paint_film", "paint_fronts"),
        "umpire.campaign.views.reports": ("last_seen",),
        "umpire.campaign.views.news": ("read_news",),
        "umpire.campaign.views.packet_files": ("draw",),
        "umpire.campaign.whatif.adopting": ("look_on",),
        "umpire.campaign.whatif.differences": ("work_out",),
        "umpire.campaign.whatif.forking": ("view_at",),
        "umpire.campaign.whatif.playing": ("plan_change", "play_job"),
        "umpire.campaign.whatif.rehearsing": ("work_out",),
        "umpire.capsules.capsule_commands": ("_replay", "_verify"),
        "umpire.dogfight.dogfight_files": ("draw_fight_files", "paint_card_of", "paint_fight", "paint_fight_replay"),
    },
)
