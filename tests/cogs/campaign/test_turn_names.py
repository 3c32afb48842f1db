"""One name per turn: what happened in a turn is of that turn wherever it is told."""

import hashlib
from random import Random

from cogs.campaign.common.empire_texts import known_list, system_sheet
from render.campaign.report.pages import write_report
from rules.cluster_war.model.events.detection import SystemLearned
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from rules.dice import Dice
from tests.umpire.campaign.founding.evenings import opened, staff
from umpire.campaign.founding.play_campaign import SOLO_SIDE
from umpire.campaign.turn.adjudication import engine_for

MONTHS = 4


def test_what_is_learned_in_a_turn_is_of_that_turn_in_its_report_and_in_every_sheet() -> None:
    key, state = opened(2)
    learned = 0
    for turn in range(1, MONTHS + 1):
        sheet = staff(view_for(state, SOLO_SIDE), Random(turn))
        dice = Dice(hashlib.sha256(key + bytes([turn])).digest(), "names", turn)
        done = adjudicate(state, sheet, dice, settle=engine_for(state.settings))
        state, view = done.state, view_for(done.state, SOLO_SIDE)
        events = tuple(event for event in done.events if SOLO_SIDE in event.seen_by)
        report = write_report(view, events, campaign="Alone", turn=turn)
        assert f"report of turn {turn}" in report
        for hex_, level in {e.hex: e.level for e in events if isinstance(e, SystemLearned)}.items():
            learned += 1
            assert f"{level.capitalize()} in turn {turn}." in system_sheet(view, hex_)
            assert f"{level} (turn {turn})" in known_list(view)
            assert hex_ in report
    assert learned
