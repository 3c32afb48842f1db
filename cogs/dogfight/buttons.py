"""The buttons and lists of dogfights."""

from collections.abc import Mapping

from cogs.common.buttons import Handler
from cogs.common.selects import SelectHandler
from cogs.dogfight import handlers, host

BUTTONS: Mapping[str, Handler] = {
    "df-do": handlers.do_button,
    "df-show": handlers.show_button,
    "df-teach": handlers.teach_button,
    "df-card": handlers.reading_button(lambda interaction, seen: handlers.send_card(interaction, seen, "", "dark")),
    "df-log": handlers.reading_button(lambda interaction, seen: handlers.send_log(interaction, seen, None)),
    "df-why": handlers.reading_button(lambda interaction, seen: handlers.send_why(interaction, seen, None, None)),
    "df-odds": handlers.reading_button(handlers.send_odds),
    "df-replay": handlers.reading_button(
        lambda interaction, seen: handlers.send_replay(interaction, seen, None, "dark")
    ),
    "df-join": lambda interaction, data: host.join_here(interaction, data.game),
    "df-mine": host.mine_button,
    "df-again": host.again_button,
    "df-first": host.first_button,
}
SELECTS: Mapping[str, SelectHandler] = {"df-pick": handlers.do_select}
