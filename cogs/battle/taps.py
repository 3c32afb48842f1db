"""The buttons and lists of battles."""

from collections.abc import Mapping

from cogs.battle import fire, looking, plot_acts, yard
from cogs.kit.picks import PickHandler
from cogs.kit.taps import Handler

TAPS: Mapping[str, Handler] = {
    "bp-done": plot_acts.done_tap,
    "bp-done-yes": plot_acts.done_yes,
    "bp-drop": plot_acts.drop_tap,
    "bp-text": plot_acts.text_tap,
    "bp-show": plot_acts.show_tap,
    "bp-undo": plot_acts.undo_tap,
    "bp-pic": looking.path_tap,
    "fire-plan": fire.plan_tap,
    "ship-save": yard.save_tap,
    "ship-text": yard.text_tap,
    "ship-slip": yard.slip_tap,
    "ship-pic": yard.picture_tap,
}
PICKS: Mapping[str, PickHandler] = {
    "bp-craft": plot_acts.craft_pick,
    "ship-add": yard.add_pick,
    "ship-remove": yard.remove_pick,
}
