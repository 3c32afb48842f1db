"""Every line of a programme that a panel shows can be typed back as it stands there."""

import re

from hypothesis import given

from cogs.battle.plot_panel import shorter
from rules.pentagon_war.notation.read import parse_programme
from rules.pentagon_war.notation.write import programme_lines
from rules.pentagon_war.programme import Programme
from tests.rules.pentagon_war.notation.test_programmes import PROGRAMMES


@given(PROGRAMMES)
def test_the_numbered_lines_of_a_panel_are_the_programme_that_they_show(programme: Programme) -> None:
    shown = [f"{number}. `{shorter(line)}`" for number, line in enumerate(programme_lines(programme), 1)]
    as_source = "\n".join(shown)
    as_displayed = re.sub(r"(?m)^(\d+\. )`(.*)`$", r"\1\2", as_source)
    for copied in (as_source, as_displayed, as_displayed.replace("\n", "\r\n")):
        assert parse_programme(copied, "X1", programme.turn) == programme
