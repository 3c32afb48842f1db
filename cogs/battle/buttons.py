"""The buttons and lists of battles."""

from collections.abc import Mapping

from cogs.battle import fire, looking, plot_handlers, yard
from cogs.common.buttons import Handler
from cogs.common.selects import PickHandler

TAPS: Mapping[str, Handler] = {
    "bp-done": plot_handlers.done_tap,
    "bp-done-yes": plot_handlers.done_yes,
    "bp-drop": plot_handlers.drop_tap,
    "bp-text": plot_handlers.text_tap,
    "bp-show": plot_handlers.show_tap,
    "bp-undo": plot_handlers.undo_tap,
    "bp-pic": looking.path_tap,
    "fire-plan": fire.plan_tap,
    "ship-save": yard.save_tap,
    "ship-text": yard.text_tap,
    "ship-slip": yard.slip_tap,
    "ship-pic": yard.picture_tap,
}
PICKS: Mapping[str, PickHandler] = {
    "bp-craft": plot_handlers.craft_pick,
    "ship-add": yard.add_pick,
    "ship-remove": yard.remove_pick,
}
