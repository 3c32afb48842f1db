"""The Pentagon War's own words in letters: the sentences are those of all tactical games, in `render.words.letters`."""

from typing import Final

from render.words.letters import Words

NOUN: Final = "a battle"
COMMANDS: Final = "its commands begin with /battle, /ship, /plot, /fire"
WORDS: Final = Words(
    short="battle",
    look="/plot show",
    replay="/battle replay",
    join="/battle join takes one that is free",
    if_silent="your stances decide",
    in_a_late_side="its stances play it",
    if_undone="What you had plotted for its beginning is kept; look through it and confirm it anew.",
)
HOW_TO_BEGIN: Final = (
    "Press **Plot** first: it leads each of your craft through the turn by taps (`/plot text` does it as text). "
    "**Done** sends the turn; a craft for which you plot nothing is flown by its stance."
)
"""In the letter that opens the first turn."""
IN_WORDS: Final = ("", "## The map in words", "")
"""Above a map in words at the end of a report."""
