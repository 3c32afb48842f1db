"""Buttons, lists (selects) and forms that survive a restart: what to do, in which game and revision, is in their custom id.

Nothing of an open form is kept in memory. When it is sent it is made anew from its custom id and then carried out, whichever
process opened it, so a restart in between changes nothing. What cannot be carried out is given back with the sentence that
says why."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Self, TypeAlias, cast

import discord
from discord import ui

from cogs.common.command_names import log_about
from cogs.common.errors import answer_error
from cogs.common.interactions import BotServices, Interaction, say, services_of
from cogs.common.threads import reopened
from cogs.common.typed_options import plain_value
from rules.values import GameError, Value, WrongPhaseError, changed
from storage.db import uncounted, watch
from umpire import people
from umpire.games.games import Game
from umpire.outbox.courier import File

CUSTOM_ID_PATTERN = r"\|(?P<action>[a-z-]{1,20})\|(?P<game>[a-z0-9]{0,16})\|(?P<revision>\d{1,9})\|(?P<rest>.{0,60})"
BUTTON_TEMPLATE = "adm" + CUSTOM_ID_PATTERN
FORM_TEMPLATE = "admf" + CUSTOM_ID_PATTERN

PRIMARY: Final = discord.ButtonStyle.primary
SECONDARY: Final = discord.ButtonStyle.secondary
SUCCESS: Final = discord.ButtonStyle.success
DANGER: Final = discord.ButtonStyle.danger


class ButtonData(Value):
    """What a button carries: an action, the game's id, the revision of the turn it was made for, and details."""

    action: str
    game: str
    revision: int
    rest: str = ""

    @property
    def custom_id(self) -> str:
        """Of a button."""
        return f"adm|{self.action}|{self.game}|{self.revision}|{self.rest}"

    @property
    def form_id(self) -> str:
        """Of the form that it opens."""
        return f"admf|{self.action}|{self.game}|{self.revision}|{self.rest}"


Handler: TypeAlias = Callable[[Interaction, ButtonData], Awaitable[None]]


class ButtonClient(discord.Client):
    """A client that knows what each button does."""

    bot: BotServices
    buttons: Mapping[str, Handler]


def data_for(game: Game, action: str, rest: str = "") -> ButtonData:
    """What a control made for the game's present revision carries."""
    return ButtonData(action, game.id, game.revision, rest)


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


class ActionButton(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=BUTTON_TEMPLATE):
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
    return ButtonData(match["action"], match["game"], int(match["revision"]), match["rest"])


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


SELECT_TEMPLATE = r"admp\|(?P<action>[a-z-]{1,20})\|(?P<game>[a-z0-9]{0,16})\|(?P<revision>\d{1,9})\|(?P<rest>.{0,60})"
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
            custom_id=_select_id(data),
            placeholder=hint[:150],
            options=shown,
            min_values=least,
            max_values=most or len(shown),
            disabled=disabled,
        )
    )


class ActionSelect(discord.ui.DynamicItem[discord.ui.Select[discord.ui.View]], template=SELECT_TEMPLATE):
    """Any of our lists, found by its custom id and handed to its handler with what was chosen."""

    def __init__(self, data: ButtonData) -> None:
        super().__init__(discord.ui.Select(custom_id=_select_id(data)))
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


def _select_id(data: ButtonData) -> str:
    return f"admp|{data.action}|{data.game}|{data.revision}|{data.rest}"


def _cut(text: str) -> str:
    return text if len(text) <= 100 else text[:99] + "…"


MOST_ABOUT: Final = 100
OPEN: Final = "Open the form"
OPEN_AGAIN: Final = "Open it again with my text"
OLD_FORM: Final = "This form is from an older version of the bot; use the command."
WHAT_YOU_WROTE: Final = "What you wrote, to copy and fix:"
WRITTEN_IN_FILE: Final = "What you wrote is in the file below."
Done: TypeAlias = Callable[[Interaction, Mapping[str, str]], Awaitable[None]]


class Field(Value):
    """One field: its key, what it is called, what is to be written, and what stands there already."""

    key: str
    label: str
    about: str = ""
    value: str = ""
    long: bool = False
    needed: bool = False
    most: int = 4000


class Form(ui.Modal):
    """A form of up to five fields; `done` is given the answers by key. `data` is what `FormMaker` makes it from when it is sent.
    `mend` is the button that opens it again after a refusal, with what was written."""

    def __init__(
        self, title: str, fields: Sequence[Field], done: Done, data: ButtonData, *, mend: str = OPEN_AGAIN
    ) -> None:
        super().__init__(title=title[:45], custom_id=data.form_id)
        self.data = data
        self.mend = mend
        self.fields = tuple(fields)
        self.done = done
        for field in fields:
            made: ui.TextInput[ui.LayoutView] = ui.TextInput(
                custom_id=field.key,
                style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
                default=field.value[: field.most] or None,
                required=field.needed,
                max_length=field.most,
            )
            self.add_item(ui.Label(text=field.label[:45], description=_short(field.about) or None, component=made))
        self.stop()  # discord.py is not to keep it: it is found by its custom id

    def filled(self, written: Mapping[str, str]) -> "Form":
        """The same form with what was written into it."""
        fields = [changed(field, value=written.get(field.key, field.value)) for field in self.fields]
        return Form(self.title, fields, self.done, self.data, mend=self.mend)


FormMaker: TypeAlias = Callable[[Interaction, ButtonData], Awaitable[Form]]
"""Makes the form that a control or command of this data opens, for whoever asks; refuses as the control would."""


class FormClient(SelectClient):
    """A client that knows how each form is made."""

    forms: Mapping[str, FormMaker]


def opener(make: FormMaker) -> Handler:
    """The button that opens a form."""

    async def pressed(interaction: Interaction, data: ButtonData) -> None:
        await open_form(interaction, await make(interaction, data))

    return pressed


async def open_form(interaction: Interaction, form: Form) -> None:
    """Answer with a form, or with the button that opens it where the answer was put off."""
    if interaction.response.is_done():
        ready = Form(form.title, form.fields, form.done, form.data, mend=OPEN)
        written = {field.key: field.value for field in form.fields}
        await say(
            interaction, f"**{form.title}**: the form is ready.", buttons=await again(interaction, ready, written)
        )
        return
    await interaction.response.send_modal(form)


async def submitted(interaction: discord.Interaction) -> None:
    """Carry out a form that was sent. Whatever goes wrong, its writer hears it and keeps what they wrote."""
    mine, written = cast("Interaction", interaction), written_in(interaction)
    form: Form | None = None
    watch()
    log_about(interaction)
    try:
        form = await _opened_form(mine, str(_sent(interaction).get("custom_id", "")))
        await form.done(mine, {field.key: plain_value(field.key, written.get(field.key, "")) for field in form.fields})
    except Exception as error:  # noqa: BLE001 # discord.py would only log it; the player must hear
        await give_back(mine, error, form, written)


async def give_back(interaction: Interaction, error: Exception, form: Form | None, written: Mapping[str, str]) -> None:
    """Why a form was not carried out, with all long texts that stand in it, and a button that opens it again as it was.

    Where it cannot be opened again (`form` None) everything that was written is given back.
    """
    long = [field.key for field in form.fields if field.long] if form else list(written)
    text = "\n".join(written[key] for key in long if written.get(key))
    buttons = None
    if form is not None:
        try:
            buttons = await again(interaction, form, written)
        except Exception:  # noqa: BLE001 # the database may be what is broken; then everything is given back as text
            text = "\n".join(value for value in written.values() if value)
    await answer_error(interaction, error, lambda room: returned(text, room), buttons)


async def again(interaction: Interaction, form: Form, written: Mapping[str, str]) -> ui.View:
    """What stands under the answer to a refused form: a button that opens it with what was written, for a day."""
    draft = str(interaction.id)
    with uncounted():  # what was written is kept, but nothing was done
        await people.keep_draft(services_of(interaction), interaction.user.id, draft, form.custom_id, written)
    view = ui.View(timeout=None)
    data = ButtonData("form-again", form.data.game, 0, draft)
    view.add_item(ui.Button(label=form.mend, style=PRIMARY, custom_id=data.custom_id))
    view.stop()
    return view


async def reopen(interaction: Interaction, data: ButtonData) -> None:
    """The button that opens a form with what was written into it; where it can no longer be opened the text is given back."""
    draft = await people.kept_draft(services_of(interaction), interaction.user.id, data.rest)
    if draft is None:
        raise GameError("What you wrote is kept for a day, and that is over; it is still above, to be copied.")
    try:
        form = await _opened_form(interaction, draft.form)
    except GameError as error:
        await give_back(interaction, error, None, draft.written)
        return
    await open_form(interaction, form.filled(draft.written))


def written_in(interaction: discord.Interaction) -> dict[str, str]:
    """What was written into a form, by field, as Discord sends it."""
    return dict(_written(_sent(interaction).get("components")))


def to_copy(text: str, most: int) -> str:
    """What somebody wrote into a form, given back as a block that can be copied; "" where it is longer than `most`."""
    block = f"{WHAT_YOU_WROTE}\n```\n{text.replace('`', chr(39))}\n```"
    return block if len(block) <= most else ""


def returned(text: str, room: int) -> tuple[str, tuple[File, ...]]:
    """All that somebody wrote: as a block if there is room for it, or else as a file."""
    if not text:
        return "", ()
    block = to_copy(text, room)
    return (block, ()) if block else (WRITTEN_IN_FILE, (File("your-text.txt", text.encode()),))


async def _opened_form(interaction: Interaction, custom_id: str) -> Form:
    data = form_data(custom_id)
    make = None if data is None else cast("FormClient", interaction.client).forms.get(data.action)
    if data is None or make is None:
        raise WrongPhaseError(OLD_FORM)
    return await make(interaction, data)


def _sent(interaction: discord.Interaction) -> Mapping[str, object]:
    return cast("Mapping[str, object]", interaction.data or {})


def _written(part: object) -> Iterator[tuple[str, str]]:
    """The text fields below a part of what Discord sends."""
    if isinstance(part, Sequence) and not isinstance(part, str):
        for each in part:
            yield from _written(each)
    elif isinstance(part, Mapping):
        if isinstance(part.get("custom_id"), str) and isinstance(part.get("value"), str):
            yield part["custom_id"], part["value"]
        yield from _written(part.get("components"))
        yield from _written(part.get("component"))


def _short(about: str) -> str:
    """As much of a description as Discord takes, never half a word."""
    return about if len(about) <= MOST_ABOUT else about[: MOST_ABOUT - 2].rpartition(" ")[0].rstrip(",;") + " …"


BUTTONS: Final[Mapping[str, Handler]] = {"form-again": reopen}
