"""Lists (selects) that survive a restart, as the buttons of `cogs.common.buttons` do: what they set is in their custom id."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Self, TypeAlias, cast

import discord

from cogs.common.bot_services import Interaction
from cogs.common.buttons import ButtonClient, ButtonData, answered, data_in

TEMPLATE = r"admp\|(?P<action>[a-z-]{1,20})\|(?P<game>[a-z0-9]{0,16})\|(?P<opening>\d{1,9})\|(?P<rest>.{0,60})"
MOST_OPTIONS = 25

SelectHandler: TypeAlias = Callable[[Interaction, ButtonData, Sequence[str]], Awaitable[None]]


class SelectClient(ButtonClient):
    """A client that knows what each list does, too."""

    selects: Mapping[str, SelectHandler]


def option(label: str, value: str, about: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """One line of a list, cut to what Discord takes."""
    return discord.SelectOption(
        label=_cut(label), value=value[:100], description=_cut(about) if about else None, default=chosen
    )


def select_for(
    hint: str,
    data: ButtonData,
    options: Iterable[discord.SelectOption],
    *,
    least: int = 1,
    most: int = 1,
    disabled: bool = False,
) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """A list in a row of its own; `most` 0 lets all of its options be chosen."""
    shown = list(options)[:MOST_OPTIONS]
    return discord.ui.ActionRow(
        discord.ui.Select(
            custom_id=_custom_id(data),
            placeholder=hint[:150],
            options=shown,
            min_values=least,
            max_values=most or len(shown),
            disabled=disabled,
        )
    )


class ActionSelect(discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template=TEMPLATE):
    """Any of our lists, found by its custom id and handed to its handler with what was chosen."""

    def __init__(self, data: ButtonData) -> None:
        super().__init__(discord.ui.Select(custom_id=_custom_id(data)))
        self.data = data

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.View], match: re.Match[str], /
    ) -> Self:
        """Read what the list carries."""
        return cls(data_in(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand over to the action's handler."""
        client, values = cast("SelectClient", interaction.client), tuple(self.item.values)
        handler = client.selects.get(self.data.action)
        await answered(interaction, handler and (lambda mine: handler(mine, self.data, values)), "list")


def _custom_id(data: ButtonData) -> str:
    return f"admp|{data.action}|{data.game}|{data.opening}|{data.rest}"


def _cut(text: str) -> str:
    return text if len(text) <= 100 else text[:99] + "…"
