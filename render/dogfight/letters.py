"""The dogfight's own words in letters: the sentences are those of all tactical games, in `render.words.letters`."""

from typing import Final

from render.words.letters import Words

NOUN: Final = "a dogfight"
COMMANDS: Final = "its commands are under /dogfight"
WORDS: Final = Words(
    short="dogfight",
    look="/dogfight show",
    replay="/dogfight replay",
    join="/dogfight join takes one that is free",
    if_silent="your doctrine decides",
    in_a_late_side="its doctrine flies it",
    if_undone="You are asked again from its beginning.",
    untold="You see the seeds when the fight is over, because they would show jets you do not see.",
)
HOW_TO_GO_ON: Final = "Refresh your view, or open it here."
"""In the letter that says whose turn it is."""
