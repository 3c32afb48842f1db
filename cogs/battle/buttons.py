"""The buttons and lists of battles."""

from collections.abc import Mapping

from cogs.battle import (
    all_craft,
    conceding,
    fire,
    letter_buttons,
    lines,
    looking,
    opening,
    plot_form,
    plot_handlers,
    taps,
    yard,
)
from cogs.common.buttons import Handler
from cogs.common.forms import FormMaker, opener
from cogs.common.selects import SelectHandler

FORMS: Mapping[str, FormMaker] = {"bp-text": plot_form.text_form, "ship-text": yard.text_form}
BUTTONS: Mapping[str, Handler] = {
    **{action: opener(make) for action, make in FORMS.items()},
    "bp-concede": conceding.concede_yes,
    "bp-done": plot_handlers.done_button,
    "bp-done-yes": plot_handlers.done_yes,
    "bp-drop": plot_handlers.drop_button,
    "bp-leave": plot_handlers.leave_button,
    "bp-pass": plot_handlers.pass_button,
    "bp-show": plot_handlers.show_button,
    "bp-undo": plot_handlers.undo_button,
    "bp-pic": looking.path_button,
    "bt-begin": opening.begin_button,
    "bt-begin-yes": opening.begin_yes,
    "bt-done": letter_buttons.done_button,
    "bt-look": letter_buttons.look_button,
    "bt-more": lines.more_button,
    "bt-out": lines.out_button,
    "bt-unline": lines.undo_button,
    "bt-map": letter_buttons.map_button,
    "bt-plot": taps.plot_button,
    "bt-lead": taps.lead_button,
    "bt-taps": taps.taps_button,
    "bt-undo": taps.undo_button,
    "bt-stance": all_craft.stance_button,
    "bt-weapons": letter_buttons.weapons_button,
    "bt-open": opening.refresh_button,
    "bt-take": opening.take_button,
    "fire-plan": fire.plan_button,
    "ship-save": lambda interaction, _: yard.keep(interaction, "", replace_it=True),
    "ship-slip": lambda interaction, _: yard.show(interaction, replace_it=True),
    "ship-pic": lambda interaction, _: yard.send_slip(interaction),
}
SELECTS: Mapping[str, SelectHandler] = {
    "bp-craft": plot_handlers.craft_select,
    "bt-add": lines.add_select,
    "bt-at": lines.at_select,
    "bt-from": lines.from_select,
    "bt-line": lines.line_select,
    "bt-when": lines.when_select,
    "bt-course": taps.course_select,
    "bt-craft": taps.craft_select,
    "bt-fire": taps.fire_select,
    "bt-screens": taps.screens_select,
    "bt-stances": all_craft.stance_select,
    "bt-thrust": taps.thrust_select,
    "ship-add": lambda interaction, _, chosen: yard.change_part(interaction, chosen, adding=True),
    "ship-remove": lambda interaction, _, chosen: yard.change_part(interaction, chosen, adding=False),
}
