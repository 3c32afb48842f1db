"""Commands from methods and from rows: what an option is for, and what is offered for it, stands beside its type.

`fleet: Annotated[str, "Which fleet", fleet_option]` is an option of a method, with its description and, if any, its suggestions.
A command that only makes one value is a row, whose options fill the fields of their names:
`merge = order_of(MergeFleets, "Join a fleet to another one")(fleet=FLEET("The fleet that joins"), into=FLEET("It joins"))`.
A last underscore of a command's or an option's name is not shown. Suggestions are the 25 pairs that fit best what was typed."""

import asyncio
import functools
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from types import NoneType
from typing import Annotated, Any, Concatenate, Final, Literal, ParamSpec, TypeAlias, TypeVar, get_args, get_origin

from discord import app_commands
from discord.app_commands import Choice, Range

from cogs.common.interactions import Interaction, services_of
from render.canvas.theme import ThemeName
from rules.typed_text import folded
from rules.values import GameError, NotationError, Value, changed, fields, quoted
from umpire.services.nearest import nearest
from umpire.services.services import Slot

MOST_CHOICES = 25


LONGEST_LABEL = 100


NOT_HELD = 4


MOST_KNOWN: Final = 16_384
AT_ONCE: Final = 500
"""So many pairs are looked at before others have their turn."""


LabelKey: TypeAlias = tuple[int, str, str, str]
LABEL_CACHE: Final[Slot[LabelKey, str]] = Slot(limit=4000)
"""The values of labels that were suggested lately."""


OFFERED_EXTRA = "admiralty-offered"
"""Where a command's extras hold the completers of its options."""


OFFERED_SECONDS: Final = 0.9
"""How long suggestions are looked up before none are offered."""


_looking: Final[set["asyncio.Future[list[Choice[str]]]"]] = set()
"""What is still being looked up: it goes on, so that the next letter finds it."""


Pair: TypeAlias = tuple[str, str]
"""What is shown, and what is sent as the option's value."""


Completer: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


def choices_from(pairs: Iterable[Pair], typed: str) -> list[Choice[str]]:
    """The 25 pairs that fit best what was typed: the one that it is the label or value of, those that begin with it, then
    those that hold it at a word's beginning, then those that hold it at all; where there is none, those nearest to it."""
    wanted = _wanted(typed)
    known = list(pairs)
    return _best(known, [_rank(_known(text), _known(value), wanted) for text, value in known], typed)


async def choices_in_parts(pairs: Iterable[Pair], typed: str) -> list[Choice[str]]:
    """The same for what may be thousands, such as the worlds of a cluster: others have their turn in between."""
    wanted = _wanted(typed)
    known: list[Pair] = []
    ranks: list[int] = []
    for text, value in pairs:
        known.append((text, value))
        ranks.append(_rank(_known(text), _known(value), wanted))
        if len(known) % AT_ONCE == 0:
            await asyncio.sleep(0)
    return _best(known, ranks, typed)


@functools.lru_cache(maxsize=MOST_KNOWN)
def _known(text: str) -> str:
    """`folded`; a list is looked through again at every letter that is typed."""
    return folded(text)


def _wanted(typed: str) -> str:
    return folded(typed) or typed.strip()  # of signs that nobody sees nothing is left, and nothing is meant


def _best(known: Sequence[Pair], ranks: Sequence[int], typed: str) -> list[Choice[str]]:
    fit = sorted((place for place, rank in enumerate(ranks) if rank < NOT_HELD), key=lambda place: ranks[place])
    chosen = fit or nearest(typed, [text for text, _ in known])
    return [
        Choice(name=short(known[place][0]), value=known[place][1][:LONGEST_LABEL]) for place in chosen[:MOST_CHOICES]
    ]


def _rank(text: str, value: str, wanted: str) -> int:
    cut = text if len(text) <= LONGEST_LABEL else folded(short(text))
    if wanted in (text, value, cut) or (text and wanted.startswith(f"{text} ·")):
        return 0  # a list may show more behind a label, like how long it takes to get there
    if text.startswith(wanted) or value.startswith(wanted):
        return 1
    at = text.find(wanted)
    if at < 0:
        return NOT_HELD
    return 3 if text[at - 1].isalnum() else 2


def short(text: str) -> str:
    """A label that a suggestion can hold, cut between words."""
    return text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 1].rsplit(' ', 1)[0]}…"


def plain_text(text: str) -> str:
    """A player's name for something, as safe text without markdown escapes: choices are shown as they stand."""
    return "".join(c for c in text if c.isprintable())


def fixed(pairs: Callable[[], Iterable[Pair]]) -> Completer:
    """Suggestions that are the same for everybody."""

    async def callback(_: Interaction, typed: str) -> list[Choice[str]]:
        return choices_from(pairs(), typed)

    return callback


def lookup(lister: Callable[[Interaction], Awaitable[Iterable[Pair]]]) -> Completer:
    """Suggestions that must be looked up; an empty list instead of an error."""

    async def callback(interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            return choices_from(await lister(interaction), typed)
        except GameError:
            return []

    return callback


def in_time(offers: Completer) -> Completer:
    """The same suggestions, or none where they take too long to look up, since suggestions cannot be put off.

    Discord waits for three seconds. What was begun goes on, so that the next letter finds it."""

    @functools.wraps(offers)
    async def callback(interaction: Interaction, typed: str) -> list[Choice[str]]:
        looking = asyncio.ensure_future(offers(interaction, typed))
        _looking.add(looking)
        looking.add_done_callback(_looked)
        await asyncio.wait((looking,), timeout=OFFERED_SECONDS)
        return looking.result() if looking.done() else []

    return callback


def _looked(looking: "asyncio.Future[list[Choice[str]]]") -> None:
    _looking.discard(looking)
    if not looking.cancelled():
        looking.exception()  # one that came too late is nobody's; one in time is told where it was waited for


ThemeOption = Annotated[ThemeName, "Colours"]


def number_of(text: str) -> int:
    """An order's number as typed or picked; NotationError for anything else."""
    digits = text.strip().rstrip(".")
    if not digits.isdecimal() or not digits.isascii() or not 1 <= len(digits) <= 4 or not int(digits):
        raise NotationError(f"{quoted(text)} is not an order's number; /orders show numbers them.")
    return int(digits)


T = TypeVar("T")
P = ParamSpec("P")
V = TypeVar("V", bound=Value)
GroupT = TypeVar("GroupT", bound=app_commands.Group)
Making: TypeAlias = Callable[..., T]
"""A group's method: `self`, what it makes the value with, then the command's options. It makes the value or refuses."""
Finish: TypeAlias = Callable[[Interaction, Callable[[Any], T], Mapping[str, Any]], Awaitable[None]]
"""Given the interaction, the method with its options filled in, and the options that the method does not have."""
Running: TypeAlias = Callable[Concatenate[GroupT, Interaction, P], Coroutine[Any, Any, None]]
"""A group's method that answers an interaction, given the command's options."""


class NamedCommand(app_commands.Command[Any, ..., None]):
    """A command that has the name under which it stands in its group."""

    def __set_name__(self, owner: type[Any], name: str) -> None:
        """Take the name."""
        super().__set_name__(owner, name)
        self.name = name.rstrip("_")


class Option(Value):
    """An option of a row. Its type, and what it is if it is left out, are its field's, unless it says its own.

    `read` makes the field's value of what was given: it gets what names are looked up in, the option, and those `beside` it,
    which fill no field. It is not asked about what was left out where the field has a default, or is to hold no text then.
    """

    about: str
    kind: Any = None
    offers: Completer | None = None
    read: Callable[..., Any] | None = None
    default: Any = ...
    needed: bool = False
    """Whether it cannot be left out although its field has a default."""
    to: str = ""
    """The fields it fills, by spaces, if that is not the one of its own name; `read` makes a value for each of several."""
    beside: str = ""

    def __call__(self, about: str = "", **other: Any) -> "Option":
        """The same kind of option with another description, other suggestions, another field."""
        return changed(self, about=about or self.about, **other)


def number(about: str, least: int, most: int, **other: Any) -> Option:
    """A whole number."""
    return Option(about, Range[int, least, most], **other)


def text(about: str, least: int, most: int, **other: Any) -> Option:
    """Text of so many characters."""
    return Option(about, Range[str, least, most], **other)


def strip_text(_: object, given: str) -> str:
    """Reads text without the blanks around it."""
    return given.strip()


def comma_parts(_: object, given: str) -> tuple[str, ...]:
    """Reads parts separated by commas."""
    return tuple(part.strip() for part in given.split(",") if part.strip())


def command(description: str) -> Callable[[Running[GroupT, P]], app_commands.Command[GroupT, P, None]]:
    """A command with the method's name and options."""

    def made(run: Running[GroupT, P]) -> app_commands.Command[GroupT, P, None]:
        extras = declare_options(run, inspect.signature(run))
        return app_commands.command(name=run.__name__.rstrip("_"), description=description, extras=extras)(run)

    return made


def command_of(
    making: Making[T],
    finish: Finish[T],
    description: str,
    more: Sequence[inspect.Parameter] = (),
) -> app_commands.Command[Any, ..., None]:
    """A command with the method's name and options, and `more` of them, which makes a value and finishes with it."""
    this, tool, *options = inspect.signature(making).parameters.values()
    asked = [option.name for option in options]
    beside = {option.name: option.default for option in more}

    @functools.wraps(making)
    async def run(self: object, interaction: Interaction, **given: Any) -> None:
        own = {name: value for name, value in given.items() if name in asked}
        others = {name: given.get(name, usual) for name, usual in beside.items()}
        await finish(interaction, lambda found: making(self, found, **own), others)

    seen = inspect.Signature([this, tool.replace(name="interaction", annotation=Interaction), *options, *more])
    extras = declare_options(run, seen)
    return NamedCommand(name=making.__name__.rstrip("_"), description=description, callback=run, extras=extras)


def making_of(made: type[V], rows: Mapping[str, Option | str]) -> Making[V]:
    """What a method would do that makes one value of its options; TypeError for fields that are not there or get nothing."""
    there = {field.name: field for field in fields(made)}
    options = {name: row if isinstance(row, Option) else Option(row) for name, row in rows.items()}
    beside = {other for option in options.values() for other in option.beside.split()}
    filled = {name: (option.to or name.rstrip("_")).split() for name, option in options.items() if name not in beside}
    given_to = {each for to in filled.values() for each in to}
    if wrong := given_to ^ {name for name, field in there.items() if field.required or name in given_to}:
        raise TypeError(f"a command for {made.__name__} has fields that are not there, or lacks some: {wrong}")
    shown = {
        name: _parameter_of(option, there[filled[name][0]] if name in filled else None)
        for name, option in options.items()
    }

    def making(_: object, tool: object, **given: Any) -> V:
        said = {name: given.get(name, option.default) for name, option in shown.items()}
        values: dict[str, Any] = {}
        for name, to in filled.items():
            option, value, usual = options[name], said[name], shown[name].default
            if option.default is ... and value == usual and not option.beside:
                continue
            unsaid = value == usual == "" and there[to[0]].type is str and not option.beside
            if option.read is not None and not unsaid:
                value = option.read(tool, value, *(said[other] for other in option.beside.split()))
            values |= dict(zip(to, value, strict=True)) if to[1:] else {to[0]: value}
        return made(**values)

    place = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(name, place) for name in ("self", "tool")]
    parameters += [option.replace(name=name) for name, option in shown.items()]
    making.__qualname__ = f"{made.__name__}.making"  # discord.py tells by this that it has a `self`
    making.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined] # its options are its row's
    return making


def _parameter_of(option: Option, field: Any) -> inspect.Parameter:
    """An option as a method would have it; `field` is what it fills, None for one beside another."""
    default = option.default
    if default is ... and field is not None and not field.required and not option.needed:
        default = field.default_factory() if callable(field.default_factory) else field.default
        default = "" if option.read is not None else default
    kind = option.kind or _kind_of(field.type)
    return inspect.Parameter(
        "option",
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=inspect.Parameter.empty if default is ... else default,
        annotation=Annotated[kind, option.about, option.offers],
    )


def _kind_of(kind: Any) -> Any:
    """A field's type as an option's: of words all but the empty one; that, and None, is what is left out."""
    among = [each for each in get_args(kind) if each not in {"", None, NoneType}]
    return kind if not among else Literal[tuple(among)] if isinstance(among[0], str) else among[0]


def declare_options(run: Callable[..., Any], signature: inspect.Signature) -> dict[Any, Any]:
    """Tell discord.py of a command's options: their types, descriptions, suggestions and shown names.

    Returns the command's extras, in which `completer_of` finds what is offered for its options.
    """
    plain, about, offered = [], {}, {}
    for option in signature.parameters.values():
        kind, name = option.annotation, option.name
        told: tuple[Any, ...] = kind.__metadata__ if get_origin(kind) is Annotated else ()
        plain.append(option.replace(annotation=kind.__origin__) if told else option)
        if told:
            about[name] = told[0]
        if told[1:] and told[1] is not None:
            offered[name] = in_time(told[1])
    run.__signature__ = signature.replace(parameters=plain)  # type: ignore[attr-defined] # discord.py reads it
    app_commands.describe(**about)(run)
    app_commands.rename(**{name: name.rstrip("_") for name in about if name.endswith("_")})(run)
    app_commands.autocomplete(**{name: remembering(name, made) for name, made in offered.items()})(run)
    return offering(**offered)


def remembering(option: str, completer: Completer) -> Completer:
    """The completer, which remembers what labels it offered to whom."""

    async def callback(interaction: Interaction, typed: str) -> list[Choice[str]]:
        choices = await completer(interaction, typed)
        offered = services_of(interaction).cache.of(LABEL_CACHE)
        for choice in choices:
            if choice.name != choice.value and (key := label_key(interaction, option, choice.name)) is not None:
                offered.put(key, choice.value)
        return choices

    return callback


def label_key(interaction: Interaction, option: str, label: str) -> LabelKey | None:
    """What a label is remembered under that was offered for an option (by its parameter's name) of this command."""
    command = interaction.command
    return None if command is None else (interaction.user.id, command.qualified_name, option, folded(label))


def offering(**offered: Completer) -> dict[Any, Any]:
    """A command's extras by which `completer_of` knows its completers, by the parameter's name."""
    return {OFFERED_EXTRA: offered}


def completer_of(parameter: app_commands.Parameter) -> Completer | None:
    """What makes the suggestions of a command's option; None for one without, and for a command that was made by hand."""
    offered: Mapping[str, Completer] = parameter.command.extras.get(OFFERED_EXTRA, {})
    return offered.get(parameter.name)
