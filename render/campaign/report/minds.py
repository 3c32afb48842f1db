"""Sentences on what minds did to others."""

from typing import Final

from render.campaign.report.names import fleet_name, place, ship_names
from render.campaign.report.rows import Rows
from render.campaign.weeks import moment
from render.words.safe_text import count, listed, plain
from rules.cluster_war.model.events import minds as events
from rules.cluster_war.model.state.view import View

ROWS: Final = Rows()
ROWS.says(
    events.SurpriseForeseen,
    "battles",
    "Your combat precogs at {hex} were warned, {week}: nobody took you by surprise.",
)
ROWS.says(
    events.SurpriseSprung,
    "battles",
    "Your ships came to {hex} in silence, {week}, and took their enemies by surprise.",
)
ROWS.says(events.ListenersNoticed, "gm", "Your telepaths felt that somebody listened to them; they could not tell who.")


@ROWS.tells(events.MindsInBattle, "battles")
def _in_battle(event: events.MindsInBattle, view: View) -> str:
    units = count(event.units, "unit")
    worse = f"{event.points} % harder to hit" if event.points > 0 else f"{-event.points} % easier to hit"
    return f"{event.how.capitalize()} made {units} of yours {worse} in the battle at {place(view, event.hex)}."


@ROWS.tells(events.LastWordsHeard, "battles")
def _last_words(event: events.LastWordsHeard, view: View) -> str:
    told = f"Nobody came back from {place(view, event.hex)}, {moment(event.week)}, but the telepaths aboard "
    return f"{told}{ship_names(event.ships)} told those at home what they saw to the end."


@ROWS.tells(events.DowsersFelt, "discoveries")
def _felt(event: events.DowsersFelt, view: View) -> str:
    found = listed([plain(line).removesuffix(".") for line in event.found])
    return f"The dowsers of {fleet_name(view, event.fleet)} felt what is hidden at {place(view, event.hex)}: {found}."


@ROWS.tells(events.WordsOverheard, "gm")
def _overheard(event: events.WordsOverheard, view: View) -> str:
    flag = view.all_flags.get(event.of)
    return f"Your telepaths caught messages of {plain(flag.name if flag else event.of)}: {plain(event.text)}"


@ROWS.tells(events.MindsBent, "gm")
def _bent(event: events.MindsBent, _: View) -> str:
    return f"{event.ability.capitalize()}: {plain(event.text).rstrip('.')}."
