"""The buttons and lists of dogfights."""

from collections.abc import Mapping

from cogs.dogfight import acts, host
from cogs.kit.picks import PickHandler
from cogs.kit.taps import Handler

TAPS: Mapping[str, Handler] = {
    "df-do": acts.do_tap,
    "df-show": acts.show_tap,
    "df-teach": acts.teach_tap,
    "df-card": acts.card_tap,
    "df-log": acts.log_tap,
    "df-why": acts.why_tap,
    "df-replay": acts.replay_tap,
    "df-join": host.join_tap,
    "df-mine": host.mine_tap,
    "df-again": host.again_tap,
    "df-first": host.first_tap,
}
PICKS: Mapping[str, PickHandler] = {"df-pick": acts.do_pick}
