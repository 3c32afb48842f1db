"""The buttons and lists of battles."""

from collections.abc import Mapping

from cogs.battle import dock, fire, looking, opening, plot_form, plot_handlers, tap_handlers, yard
from cogs.battle.letter_buttons import done_button, look_button, map_button, weapons_button
from cogs.common.buttons import Handler
from cogs.common.forms import FormMaker, opener
from cogs.common.selects import SelectHandler

FORMS: Mapping[str, FormMaker] = {
    "bp-text": plot_form.text_form,
    "ship-text": yard.text_form,
    "sq-text": dock.text_form,
}
BUTTONS: Mapping[str, Handler] = {
    **{action: opener(make) for action, make in FORMS.items()},
    "bp-concede": plot_handlers.concede_yes,
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
    "bt-done": done_button,
    "bt-look": look_button,
    "bt-more": tap_handlers.more_button,
    "bt-out": tap_handlers.out_button,
    "bt-unline": tap_handlers.undo_button,
    "bt-map": map_button,
    "bt-plot": tap_handlers.plot_button,
    "bt-lead": tap_handlers.lead_button,
    "bt-taps": tap_handlers.taps_button,
    "bt-undo": tap_handlers.undo_button,
    "bt-stance": plot_handlers.stance_button,
    "bt-weapons": weapons_button,
    "bt-open": opening.refresh_button,
    "bt-take": opening.take_button,
    "fire-plan": fire.plan_button,
    "sq-back": dock.back_button,
    "sq-go": dock.go_button,
    "sq-go-yes": dock.go_yes,
    "sq-keep": dock.keep_button,
    "sq-mend": dock.mend_button,
    "sq-open": dock.open_button,
    "sq-reload": dock.reload_button,
    "ship-save": lambda interaction, _: yard.keep(interaction, "", replace_it=True),
    "ship-slip": lambda interaction, _: yard.show(interaction, replace_it=True),
    "ship-pic": lambda interaction, _: yard.send_slip(interaction),
}
SELECTS: Mapping[str, SelectHandler] = {
    "bp-craft": plot_handlers.craft_select,
    "bt-add": tap_handlers.add_select,
    "bt-at": tap_handlers.at_select,
    "bt-from": tap_handlers.from_select,
    "bt-line": tap_handlers.line_select,
    "bt-when": tap_handlers.when_select,
    "bt-course": tap_handlers.course_select,
    "bt-craft": tap_handlers.craft_select,
    "bt-fire": tap_handlers.fire_select,
    "bt-screens": tap_handlers.screens_select,
    "bt-stances": plot_handlers.stance_select,
    "bt-thrust": tap_handlers.thrust_select,
    "sq-choose-one": dock.one_select,
    "sq-dock": dock.dock_select,
    "sq-fuel": dock.fuel_select,
    "sq-hold": dock.hold_select,
    "sq-tank": dock.tank_select,
    "ship-add": lambda interaction, _, chosen: yard.change_part(interaction, chosen, adding=True),
    "ship-remove": lambda interaction, _, chosen: yard.change_part(interaction, chosen, adding=False),
}
