"""What /help says of battles."""

from collections.abc import Mapping

from cogs.common.help_topic import Topic, fixed_text


def battle() -> str:
    """The Pentagon War."""
    return (
        "**Ship combat, twelve impulses a turn, in a thread of its own.** `/battle new` makes one (name a side and a "
        "stance and you play the bot at once); `/battle join` `leave` `begin` `status` do what they say. A free battle is put "
        "together with `/battle add` `remove` `options`.\n"
        "**Plot** your whole turn: the button **Plot** below each turn's post suggests stances with ★ and has lists for course, "
        "thrust, fire and screens; `/plot move` turns and accelerates, `/plot fire` `launch` shoot when your conditions hold, "
        "`/plot act` (**More lines** on the panel) rams, joins (no ships of a campaign), parts, enters an orbit, leaves, "
        "`/plot stop` asks in mid-turn, `/plot power` `screens` "
        "`defend` set the rest, `/plot text` is all of it as text. "
        "Each answer shows the path, the power left, likely shots and what would be refused. `/plot done` sends it; when all "
        "who were asked are done, the turn is played to its end or to the next stop; in the pace segments `/plot done until:` "
        "passes over what comes. `/plot now` with `S1 leave` takes a craft out of the battle when the turn ends, if it may.\n"
        "**If you do not answer** in time, your craft fight by their stance: `/plot stance`, for all or for one; `/plot show` "
        "has all your craft at a glance. You are asked by direct message (`/notify` silences that). "
        "`/plot now` decides a single thing "
        "at the present step, or for a later one of the impulse.\n"
        "**Look** with `/battle show` `text` `log` `why` `replay` `atlas`, at a craft with `/ship show`, before a shot with "
        "`/fire odds` `plan` `arcs`. Radar-invisible craft, plots and missiles' targets stay secret; when the battle is over, "
        "`/battle replay` shows the whole truth and `/battle verify` checks a turn's dice.\n"
        "**Draw** your own craft: `/ship yard` with `/ship add` `remove` `text` `save` `list` `share` `delete`; `/ship library` "
        "holds ready ones.\n"
        "**Afterwards** `/battle keep` makes a squadron of your survivors, `/ship dock` repairs, refuels and reloads it, "
        "`/battle bring` takes it into another battle as it is.\n"
        "`/battle concede` gives up, `/battle end` (its maker's) ends it, "
        "`/battle undo` takes a turn back by consent, `/battle pause` `extend` (its maker's) keep the clock. "
        "`/battle take_over` gives a side to another captain, `/battle export` is the battle as a file. "
        "`/battle repair` makes a new thread where yours was deleted. "
        "`/rule` knows the rules by PW ids."
    )


TOPICS: Mapping[str, Topic] = {"battle": Topic(100, "The Pentagon War: battles", fixed_text(battle))}
