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
    "**Plot** plots your turn by taps, `/plot text` as text; `/battle show` draws the map, **Done** sends the turn."
)
"""In the letter that opens the first turn."""
