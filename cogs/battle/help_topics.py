"""What /help says of battles."""

from collections.abc import Mapping

from cogs.common.help_topic import Topic, fixed_text


def battle() -> str:
    """The Pentagon War."""
    return (
        "**Ship combat, twelve impulses a turn, in a thread of its own.**\n"
        "**1. Begin.** `/battle new` with a side and `against:` plays the bot at once. Without `against:` others take the"
        " free sides by button or `/battle join`, and `/battle begin` opens turn 1. `/battle add` `remove` `options` put "
        "a free battle together.\n"
        "**2. Read the first post:** the map, who fights whom, what each craft carries, the aim.\n"
        "**3. Press Plot.** Choose a stance (★ is advised), or course, thrust, fire and screens by lists. The answer "
        "shows the path, the power and likely shots. **Stance** leaves a whole turn to your captains.\n"
        "**4. Press Done.** When all who were asked are done, the turn is played to its end or to the next stop. You are "
        "asked by direct message (`/notify` silences that). If you do not answer in time, your stances decide.\n"
        "**5. Read the turn's post:** the picture, what was lost and why, a bar for each craft. **Shots and damage** and "
        "**Log** tell the rest, `/battle why` explains a line.\n"
        "**6. At its end:** **Replay all**, **Atlas**, **Rematch**, **Change sides**. `/battle keep` makes a squadron of "
        "survivors, `/ship dock` repairs, refuels and reloads it, `/battle bring` takes it into another battle.\n"
        "**More ways to plot:** `/plot move` `fire` `launch` `act` `stop` `power` `screens` `defend` each set one thing; "
        "`/plot text` is all of it as text; `/plot show` has all your craft at a glance, `/plot stance` lets a stance "
        "play them. `/plot now` decides one thing at the present step; `S1 leave` there takes a craft out when the turn "
        "ends. In the pace segments `/plot done until:` passes over what comes.\n"
        "**Look:** `/battle show` `text` `status` `replay` `atlas`, `/ship show`, and before a shot `/fire odds` `plan` "
        "`arcs`. Hidden craft, plots and missiles' targets stay secret until it is over.\n"
        "**Draw craft:** `/ship yard` with `/ship add` `remove` `text` `save` `list` `share` `delete`; `/ship library` "
        "has ready ones.\n"
        "**Stop:** `/battle concede` gives up at once, `/battle leave` frees your side, `/battle take_over` takes one "
        "over. Its maker has `/battle end` `pause` `extend` `undo` (by consent) and `repair` (a new thread). `/battle "
        "verify` checks dice, `/battle export` is the battle as a file, `/rule` knows the rules by PW ids."
    )


TOPICS: Mapping[str, Topic] = {"battle": Topic(100, "The Pentagon War: battles", fixed_text(battle))}
