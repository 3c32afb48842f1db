"""Forms: a few fields of text, and what is done with them when they are sent."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

import discord
from discord import ui

from cogs.common.bot_services import Interaction
from cogs.common.errors import answer_error
from storage.changes import watch

MOST_ABOUT: Final = 100
MOST_BACK: Final = 1500
KEPT_SECONDS: Final = 900
AGAIN: Final = "Open it again with my text"
Done: TypeAlias = Callable[[Interaction, Mapping[str, str]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Field:
    """One field: its key, what it is called, what is to be written, and what stands there already."""

    key: str
    label: str
    about: str = ""
    value: str = ""
    long: bool = False
    needed: bool = False
    most: int = 4000


class Form(ui.Modal):
    """A form of up to five fields; `done` is given the answers by key. `mend` is the button that opens it again after a
    refusal, with what was written."""

    def __init__(self, title: str, fields: Sequence[Field], done: Done, *, mend: str = AGAIN) -> None:
        super().__init__(title=title[:45])
        self.mend = mend
        self.fields = tuple(fields)
        self.done = done
        self.inputs: dict[str, ui.TextInput[ui.LayoutView]] = {}
        for field in fields:
            made: ui.TextInput[ui.LayoutView] = ui.TextInput(
                custom_id=field.key,
                style=discord.TextStyle.paragraph if field.long else discord.TextStyle.short,
                default=field.value[: field.most] or None,
                required=field.needed,
                max_length=field.most,
            )
            self.inputs[field.key] = made
            self.add_item(ui.Label(text=field.label[:45], description=_short(field.about) or None, component=made))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override] # our client's interaction
        """Do what the form is for."""
        watch()
        await self.done(interaction, {key: made.value for key, made in self.inputs.items()})

    async def on_error(self, interaction: Interaction, error: Exception) -> None:  # type: ignore[override] # as above
        """The same answers as for commands; nobody has to type a long text again."""
        long = [made.value for made in self.inputs.values() if made.style is discord.TextStyle.paragraph and made.value]
        below = to_copy("\n".join(long), MOST_BACK) if long else ""
        written = {key: made.value for key, made in self.inputs.items()}
        await answer_error(interaction, error, below, again(self.filled(written)))

    def filled(self, written: Mapping[str, str]) -> "Form":
        """The same form with what was written into it."""
        fields = [replace(field, value=written.get(field.key, field.value)) for field in self.fields]
        return Form(self.title, fields, self.done, mend=self.mend)


class _Again(ui.View):
    """A button that opens a form, for a quarter of an hour; after that the text is still there to be copied."""

    def __init__(self, form: Form) -> None:
        super().__init__(timeout=KEPT_SECONDS)
        self.form = form
        self.reopen.label = form.mend

    @ui.button(label=AGAIN, style=discord.ButtonStyle.primary)
    async def reopen(self, interaction: discord.Interaction, _: "ui.Button[_Again]") -> None:
        """Open the form as it was written."""
        await interaction.response.send_modal(self.form.filled({}))


def again(form: Form) -> ui.View:
    """What stands under the answer to a refused form: a button that opens it with what was written."""
    return _Again(form)


def _short(about: str) -> str:
    """As much of a description as Discord takes, never half a word."""
    return about if len(about) <= MOST_ABOUT else about[: MOST_ABOUT - 2].rpartition(" ")[0].rstrip(",;") + " …"


def to_copy(text: str, most: int) -> str:
    """What somebody wrote into a form, given back as a block that can be copied; at most `most` characters of it."""
    return f"What you wrote, to copy and mend:\n```\n{text.replace('`', chr(39))[:most]}\n```"
