"""Buttons that survive a restart: what to do, in which game and which playing of the turn, is in their custom id."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Self, TypeAlias, cast

import discord

from cogs.common.bot_services import BotServices, Interaction
from cogs.common.command_names import log_about
from cogs.common.errors import answer_error
from cogs.common.threads import reopened
from rules.errors import GameError, WrongPhaseError
from rules.values import Value
from storage.db import watch
from umpire.games.games import Game

CARRIED = r"\|(?P<action>[a-z-]{1,20})\|(?P<game>[a-z0-9]{0,16})\|(?P<opening>\d{1,9})\|(?P<rest>.{0,60})"
TEMPLATE = "adm" + CARRIED
FORM_TEMPLATE = "admf" + CARRIED

PRIMARY: Final = discord.ButtonStyle.primary
SECONDARY: Final = discord.ButtonStyle.secondary
SUCCESS: Final = discord.ButtonStyle.success
DANGER: Final = discord.ButtonStyle.danger


class ButtonData(Value):
    """What a button carries: an action, the game's id, the opening of the turn it was made for, and details."""

    action: str
    game: str
    opening: int
    rest: str = ""

    @property
    def custom_id(self) -> str:
        """Of a button."""
        return f"adm|{self.action}|{self.game}|{self.opening}|{self.rest}"

    @property
    def form_id(self) -> str:
        """Of the form that it opens."""
        return f"admf|{self.action}|{self.game}|{self.opening}|{self.rest}"


Handler: TypeAlias = Callable[[Interaction, ButtonData], Awaitable[None]]


class ButtonClient(discord.Client):
    """A client that knows what each button does."""

    bot: BotServices
    buttons: Mapping[str, Handler]


def data_for(game: Game, action: str, rest: str = "") -> ButtonData:
    """What a control made for the game's present opening carries."""
    return ButtonData(action, game.id, game.opening, rest)


def button_for(
    label: str,
    data: ButtonData,
    *,
    style: discord.ButtonStyle = SECONDARY,
    emoji: str | None = None,
    disabled: bool = False,
) -> discord.ui.Button[discord.ui.LayoutView]:
    """A button for a panel."""
    return discord.ui.Button(label=label[:80], style=style, custom_id=data.custom_id, emoji=emoji, disabled=disabled)


USER_DIGITS = 20


def number_in(text: str, most: int = 9) -> int:
    """A number of at most so many digits that a button carries; GameError for one that is not ours."""
    if not text.isdecimal() or not text.isascii() or len(text) > most:
        raise GameError("This button cannot be read; use the command again.")
    return int(text)


def check_asked(data: ButtonData, user_id: int) -> None:
    """WrongPhaseError unless the button, a yes to what cannot be taken back, carries the id of who was asked."""
    if number_in(data.rest, USER_DIGITS) != user_id:
        raise WrongPhaseError("This button is somebody else's; use the command yourself.")


class ActionButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=TEMPLATE):
    """Any of our buttons, found by its custom id and handed to its handler."""

    def __init__(self, data: ButtonData) -> None:
        super().__init__(discord.ui.Button(custom_id=data.custom_id, label="…"))
        self.data = data

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> Self:
        """Read what the button carries."""
        return cls(data_in(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand over to the action's handler."""
        client = cast("ButtonClient", interaction.client)
        handler = client.buttons.get(self.data.action)
        await answered(interaction, handler and (lambda mine: handler(mine, self.data)), "button")


def data_in(match: re.Match[str]) -> ButtonData:
    """What a custom id carries, by the groups of its template."""
    return ButtonData(match["action"], match["game"], int(match["opening"]), match["rest"])


def form_data(custom_id: str) -> ButtonData | None:
    """What a form's custom id carries; None for one that is not ours."""
    match = re.fullmatch(FORM_TEMPLATE, custom_id)
    return None if match is None else data_in(match)


async def answered(
    interaction: discord.Interaction, work: Callable[[Interaction], Awaitable[None]] | None, what: str
) -> None:
    """Do what a control is for; every error gets its answer, as for commands. None is a control that nobody knows."""
    mine = cast("Interaction", interaction)
    watch()
    log_about(interaction)
    try:
        if work is None:
            raise WrongPhaseError(f"This {what} is from an older version of the bot; use the command.")  # noqa: TRY301 # answered below
        await reopened(mine.channel)  # in an archived thread no message can be changed
        await work(mine)
    except Exception as error:  # noqa: BLE001 # discord.py would only log it; the player must hear
        await answer_error(mine, error)
