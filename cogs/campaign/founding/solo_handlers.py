"""The form of a campaign for one: lists that change it in place, and a button that begins in a private thread."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final

import discord

from cogs.common import components
from cogs.common.interactions import Interaction, bot_services, replace_message, say, services_of
from cogs.common.panels import Panel, Part, button_row, text_panel
from cogs.common.thread_keeper import see_to_threads
from cogs.tactical.threads import new_thread
from render.campaign.letters.aim_texts import AIMS, format_aim_option
from render.words.safe_text import count, plain
from rules.cluster_war.play.governors.profile import CHARACTERS, STRENGTHS, Character, Strength
from rules.values import GameError
from umpire.campaign import solo
from umpire.campaign.founding.switches import HANDICAPS

GREEN: Final = 0x6FBF4B
PEOPLE_TEXTS: Final[Mapping[str, str]] = {
    "humans": "At home anywhere, good at nothing in particular: the best to begin with",
    "vermin": "Many, quick to grow, on warp drives",
    "dominators": "Proud and well armed, on foldspace drives",
    "oolab": "Of the sea, patient, on void jammers",
    "kestrels": "Fast and far ranging, on jump drives",
    "weavers": "Old and few, by warp points",
}
CHARACTER_TEXTS: Final[Mapping[Character, str]] = {
    "explorer": "Scouts, surveys, says hello to everybody",
    "trader": "Growth and treaties; trusts first",
    "builder": "Industry, and keeps to itself",
    "raider": "Fast ships, and from turn 10 on your freighters",
    "conqueror": "From turn 8 on takes what is near and weak",
    "hermit": "Few worlds, well held; fights when attacked",
}
STRENGTH_TEXTS: Final[Mapping[Strength, str]] = {
    "easy": "Looks four months ahead and overlooks a quarter: for a first campaign",
    "even": "Looks ten months ahead",
    "hard": "Looks two years ahead and overlooks nothing",
}


HANDICAP_TEXTS: Final[Mapping[int, str]] = {
    75: "A lighter game: rivals produce three quarters of what their worlds yield",
    100: "No handicap: all produce by the same rules",
    125: "A harder game: rivals produce a quarter more than their worlds yield",
    150: "The hardest: rivals produce half as much again",
}


def wish_in(text: str) -> solo.SoloWish:
    """What controls carry: empire, rivals, character, strength, handicap and aim, "humans.3.surprise.easy.100.turns-24"; what
    older forms leave out is as usual. GameError for anything else."""
    side, rivals, character, strength, handicap, aim = (*text.split("."), "", "", "", "", "")[:6]
    handicap = handicap or str(solo.USUAL_HANDICAP)
    known: solo.Characters | None = next((one for one in CHARACTERS if one == character), None)
    known = "surprise" if character == solo.SURPRISE_CHARACTER else known
    how = next((one for one in STRENGTHS if one == strength), None)
    if known is None or how is None:
        raise GameError("This form cannot be read; use /campaign solo again.")
    return solo.check_wish(
        solo.SoloWish(
            side, components.number_in(rivals, 2), known, how, components.number_in(handicap, 3), aim or solo.USUAL_AIM
        )
    )


def wish_text(wish: solo.SoloWish) -> str:
    """The wish as `wish_in` reads it."""
    return f"{wish.side}.{wish.rivals}.{wish.character}.{wish.strength}.{wish.handicap}.{wish.aim}"


def solo_panel(wish: solo.SoloWish) -> Panel:
    """The form with this wish in it."""
    names = {side.id: side.name for side in solo.empires().sides}
    text = (
        "### A campaign of your own\n"
        f"You lead **{plain(names[wish.side])}** against {count(wish.rivals, 'rival')} led by the bot. You need nobody else: "
        "default rulings decide what no rule covers. A month passes when you press **I am ready**, today or next week. The "
        "map is small, and you will meet them soon."
    )
    begin = components.button_for(
        "Begin", components.ButtonData("solo-begin", "", 0, wish_text(wish)), style=components.SUCCESS
    )
    return Panel(GREEN, text, *_lists(wish, names), button_row(begin), "-# Change what you like, or just press Begin.")


def _lists(wish: solo.SoloWish, names: Mapping[str, str]) -> Iterable[Part]:
    empire = [
        components.option(name, side, PEOPLE_TEXTS.get(side, ""), chosen=side == wish.side)
        for side, name in names.items()
    ]
    yield _list("Your empire", "side", wish, empire)
    rivals = [
        components.option(count(n, "rival"), str(n), RIVAL_TEXTS.get(n, ""), chosen=n == wish.rivals)
        for n in range(1, solo.MOST_RIVALS + 1)
    ]
    yield _list("How many rivals", "rivals", wish, rivals)
    natures = [
        components.option(
            "Surprise me",
            solo.SURPRISE_CHARACTER,
            "Each of its own character",
            chosen=wish.character == solo.SURPRISE_CHARACTER,
        )
    ]
    natures += [components.option(f"All {c}s", c, CHARACTER_TEXTS[c], chosen=c == wish.character) for c in CHARACTERS]
    yield _list("Their character", "character", wish, natures)
    strong = [components.option(s.capitalize(), s, STRENGTH_TEXTS[s], chosen=s == wish.strength) for s in STRENGTHS]
    yield _list("Their strength", "strength", wish, strong)
    industry = [
        components.option(f"Rivals produce {n} %", str(n), HANDICAP_TEXTS[n], chosen=n == wish.handicap)
        for n in HANDICAPS
    ]
    yield _list("Their industry", "handicap", wish, industry)
    ends = [
        components.option(f"The campaign {format_aim_option(one)}", one, chosen=one == wish.aim)
        for one in AIMS
        if one != "share-50" or wish.rivals > 1
    ]
    yield _list("How it is won and ends", "aim", wish, ends)


RIVAL_TEXTS: Final[Mapping[int, str]] = {
    1: "A duel",
    3: "Room to choose friends and enemies",
    5: "A crowd, and a month takes longest",
}


def _list(hint: str, what: str, wish: solo.SoloWish, options: list[discord.SelectOption]) -> Part:
    return components.select_for(hint, components.ButtonData(f"solo-{what}", "", 0, wish_text(wish)), options)


SOLO_CHOICES: Final = ("side", "rivals", "character", "strength", "handicap", "aim")


async def ask_solo(interaction: Interaction) -> None:
    """The form, with an answer in each list; GameError where no thread can be made."""
    channel_for(interaction)
    await solo.check_room(services_of(interaction), interaction.user.id)
    await say(interaction, panel=solo_panel(solo.SoloWish()))


def channel_for(interaction: Interaction) -> discord.TextChannel:
    """The channel below which the campaign gets its thread."""
    channel = interaction.channel
    found = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(found, discord.TextChannel):
        raise GameError("Use this in a text channel of a server: your campaign gets a private thread there.")
    return found


async def changed(interaction: Interaction, data: components.ButtonData, values: Sequence[str], *, part: str) -> None:
    """One list of the form."""
    parts = dict(zip(SOLO_CHOICES, wish_text(wish_in(data.rest)).split("."), strict=True))
    parts[part] = values[0] if values else ""
    await replace_message(interaction, solo_panel(wish_in(".".join(parts.values()))))


async def begin(interaction: Interaction, data: components.ButtonData) -> None:
    """The button: a private thread, a campaign in it, its first month open."""
    wish, user, bot = wish_in(data.rest), interaction.user, bot_services(interaction)
    channel = channel_for(interaction)
    await solo.check_room(bot.services, user.id)
    await interaction.response.defer()
    empire = next(side.name for side in solo.empires().sides if side.id == wish.side)
    title = f"{empire} alone"
    async with new_thread(bot, channel, f"{title} · {user.display_name}", private=True) as thread:
        game = await solo.begin_solo(bot.services, channel.guild.id, thread.id, user.id, title, wish)
    problems = await see_to_threads(interaction.client, game)
    bot.clock.poke()
    bot.deliverer.wake()
    text = (
        f"✔ **{plain(game.name)}** has begun in <#{thread.id}>: your map comes there, and your dashboard with all its buttons. "
        "Only you see that thread."
    )
    await replace_message(interaction, text_panel("\n".join([text, *(f"⚠ {p}" for p in problems)]), GREEN))


BUTTONS: Final[Mapping[str, components.Handler]] = {"solo-begin": begin}
SELECTS: Final[Mapping[str, components.SelectHandler]] = {
    f"solo-{part}": partial(changed, part=part) for part in SOLO_CHOICES
}
