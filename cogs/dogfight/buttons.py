"""The buttons and lists of dogfights."""

from collections.abc import Mapping

from cogs.common.buttons import Handler
from cogs.common.selects import PickHandler
from cogs.dogfight import handlers, host

TAPS: Mapping[str, Handler] = {
    "df-do": handlers.do_tap,
    "df-show": handlers.show_tap,
    "df-teach": handlers.teach_tap,
    "df-card": handlers.card_tap,
    "df-log": handlers.log_tap,
    "df-why": handlers.why_tap,
    "df-replay": handlers.replay_tap,
    "df-join": host.join_tap,
    "df-mine": host.mine_tap,
    "df-again": host.again_tap,
    "df-first": host.first_tap,
}
PICKS: Mapping[str, PickHandler] = {"df-pick": handlers.do_pick}
