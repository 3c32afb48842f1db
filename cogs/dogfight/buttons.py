"""The buttons and lists of dogfights."""

from collections.abc import Mapping

from cogs.common.buttons import Handler
from cogs.common.selects import SelectHandler
from cogs.dogfight import handlers, host

BUTTONS: Mapping[str, Handler] = {
    "df-do": handlers.do_button,
    "df-show": handlers.show_button,
    "df-teach": handlers.teach_button,
    "df-card": handlers.card_button,
    "df-log": handlers.log_button,
    "df-why": handlers.why_button,
    "df-replay": handlers.replay_button,
    "df-join": host.join_button,
    "df-mine": host.mine_button,
    "df-again": host.again_button,
    "df-first": host.first_button,
}
SELECTS: Mapping[str, SelectHandler] = {"df-pick": handlers.do_select}
