"""What /help says of what all games share."""

from collections.abc import Mapping

from cogs.common.help_topic import Topic, printed
from render.canvas.theme import THEMES
from rules.roll_notation.tree import MOST_DICE, MOST_SIDES


def dice() -> str:
    """Rolling, and checking rolls."""
    return (
        f"`/roll 4d6kh3+2 [attack]` rolls for yourself: up to {MOST_DICE} dice of up to {MOST_SIDES} sides. `kh3` keeps the "
        "highest 3, `kl1` the lowest, `rr1` rolls ones again, `e6` rolls another die for every 6, `mi2` counts at least 2. "
        "Every die is shown.\n"
        "The game's own dice cannot be bent: each turn's seed is promised (by its SHA-256) before orders are given and "
        "told when the turn is published. `/turn dice` shows the promise, `/orders word` mixes a word of yours in, "
        "`/campaign export` gives the file that `python bot.py verify` recomputes."
    )


def accessibility() -> str:
    """Colours, screen readers, keyboards."""
    names = ", ".join(THEMES)
    return (
        f"Maps come in {len(THEMES)} palettes ({names}): `/map mine theme:colour-blind`. There nothing is told by colour alone; "
        "every side also has a pattern and a letter.\n"
        "Every picture has an alt text and a text twin (map.txt); `/map text` gives only the words. Reports are plain text "
        "with numbered lines.\n"
        "Everything works from the keyboard: each button has a command that does the same, and times are shown in your own zone."
    )


def privacy() -> str:
    """What is kept and who sees what."""
    return (
        "Answers to your commands are for you alone. Your reports go to your private thread, which you, the GM and the server's "
        "moderators can open. Other players' commands are built from their side's view, which holds nothing of yours.\n"
        "Kept are your Discord user id, your orders and what you wrote in them, and who did what when. The bot does not read "
        "messages: it needs no privileged intent. `/privacy` says why, gives you all that is kept of you as a file, and removes "
        "it: you become “former player 1”, and your games go on.\n"
        "When a campaign is finished, its dice and secrets are open to its players."
    )


TOPICS: Mapping[str, Topic] = {
    "dice": Topic("Dice, and how to check them", printed(dice)),
    "accessibility": Topic("Colours, text twins, keyboards", printed(accessibility)),
    "privacy": Topic("What is kept, who sees what", printed(privacy)),
}
