"""The buttons and lists of battles."""

from collections.abc import Mapping

from cogs.battle import fire, looking, plot_handlers, yard
from cogs.common.buttons import Handler
from cogs.common.selects import SelectHandler

BUTTONS: Mapping[str, Handler] = {
    "bp-done": plot_handlers.done_button,
    "bp-done-yes": plot_handlers.done_yes,
    "bp-drop": plot_handlers.drop_button,
    "bp-text": plot_handlers.text_button,
    "bp-show": plot_handlers.show_button,
    "bp-undo": plot_handlers.undo_button,
    "bp-pic": looking.path_button,
    "fire-plan": fire.plan_button,
    "ship-save": yard.save_button,
    "ship-text": yard.text_button,
    "ship-slip": yard.slip_button,
    "ship-pic": yard.picture_button,
}
SELECTS: Mapping[str, SelectHandler] = {
    "bp-craft": plot_handlers.craft_select,
    "ship-add": yard.add_select,
    "ship-remove": yard.remove_select,
}
