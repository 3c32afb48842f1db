"""What application commands and autocomplete answers may be."""

import unicodedata
from collections import Counter
from typing import Any

from sandbox.errors import DiscordError, FormErrors, Json, Path, invalid

MOST_COMMANDS = {1: 100, 2: 15, 3: 15}
COMMAND_CONTEXTS = (0, 1, 2)
"""Where a command may be offered: in servers, in direct messages with the bot, in others' direct messages."""
INSTALL_TYPES = (0, 1)
"""Who may have the bot: servers, people."""
MOST_PERMISSIONS = (1 << 54) - 1
CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
MOST_CHARACTERS = 8000
SUB, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10


def check_commands(body: Any) -> list[Json]:
    """The list a bot registers in one go; raises 50035 or 30032 (too many)."""
    if not isinstance(body, list):
        raise invalid((), "LIST_TYPE_CONVERT", "")
    tree = FormErrors()
    seen: Counter[tuple[int, str]] = Counter()
    for index, each in enumerate(body):
        command = tree.record((index,), each)
        check_command(tree, (index,), command)
        seen[key_of(command)] += 1
        if seen[key_of(command)] == 2:
            _used_twice(tree, (index,))
    tree.check()
    _check_count(body)
    return body


def check_one(command: Json, others: list[Json]) -> None:
    """One command that is made or changed beside the others of its scope; raises 50035 or 30032 (too many)."""
    tree = FormErrors()
    check_command(tree, (), command)
    if key_of(command) in {key_of(each) for each in others}:
        _used_twice(tree, ())
    tree.check()
    _check_count([*others, command])


def key_of(command: Json) -> tuple[int, str]:
    """What no two commands of a scope have alike: kind and name."""
    return command.get("type") or 1, str(command.get("name"))


def _used_twice(tree: FormErrors, path: Path) -> None:
    words = "Application command names must be unique"
    tree.add((*path, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)


def _check_count(commands: list[Json]) -> None:
    for kind, count in Counter(each.get("type") or 1 for each in commands).items():
        if count > MOST_COMMANDS[kind]:
            raise DiscordError(400, 30032, f"Maximum number of application commands reached ({MOST_COMMANDS[kind]})")


def check_command(tree: FormErrors, path: Path, command: Json) -> None:
    """One command, its options and its 8,000 characters."""
    kind = command.get("type") or 1
    tree.one_of((*path, "type"), kind, (1, 2, 3))
    name = tree.text((*path, "name"), command.get("name"), 32, 1, needed=True)
    if kind == 1:
        _check_name(tree, (*path, "name"), name)
        tree.text((*path, "description"), command.get("description"), 100, 1, needed=True)
        _check_options(tree, path, command.get("options"), (SUB, GROUP))
    else:
        if command.get("description"):
            words = "Context menu commands cannot have description"
            tree.add((*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", words)
        if command.get("options"):
            words = "Context menu commands cannot have options"
            tree.add((*path, "options"), "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS", words)
    for key, allowed in (("contexts", COMMAND_CONTEXTS), ("integration_types", INSTALL_TYPES)):
        if command.get(key) is not None:
            given = tree.items((*path, key), command[key], 1, len(allowed))
            for index, each in enumerate(given):
                tree.one_of((*path, key, index), each, allowed)
            tree.unique((*path, key), given)
    _check_permissions(tree, (*path, "default_member_permissions"), command.get("default_member_permissions"))
    _check_localized(tree, path, command, named=kind == 1)
    if _size(command) > MOST_CHARACTERS:
        words = f"Command exceeds maximum size ({MOST_CHARACTERS})"
        tree.add(path, "APPLICATION_COMMAND_TOO_LARGE", words)


def _check_permissions(tree: FormErrors, path: Path, given: Any) -> None:
    """Permission bits: a number, or one written as text, as it is given back."""
    number = int(given) if isinstance(given, str) and given.isdecimal() else given
    tree.number(path, number, 0, MOST_PERMISSIONS)


def _check_localized(tree: FormErrors, path: Path, node: Json, *, named: bool) -> None:
    """Names and descriptions in other languages have the sizes of the others; `named`: names the same signs."""
    for key, most in (("name_localizations", 32), ("description_localizations", 100)):
        if node.get(key) is None:
            continue
        for locale, text in tree.record((*path, key), node[key]).items():
            here = (*path, key, locale)
            found = tree.text(here, text, most, 1, needed=True)
            if named and key == "name_localizations":
                _check_name(tree, here, found)


def _size(node: Json) -> int:
    total = sum(len(node[key]) for key in ("name", "description") if isinstance(node.get(key), str))
    total += sum(_size(each) for each in node.get("options") or [] if isinstance(each, dict))
    for each in node.get("choices") or []:
        if isinstance(each, dict):
            total += len(str(each.get("name", ""))) + len(str(each.get("value", "")))
    return total


def _check_name(tree: FormErrors, path: Path, name: str) -> None:
    def fine(sign: str) -> bool:
        script = unicodedata.name(sign, "").partition(" ")[0]
        return sign in "-_'" or unicodedata.category(sign)[0] in "LN" or script in ("DEVANAGARI", "THAI")

    if name and (not all(fine(sign) for sign in name) or name.lower() != name):
        tree.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(tree: FormErrors, path: Path, options: Any, nested: tuple[int, ...]) -> None:
    names: set[str] = set()
    optional = False
    given = tree.items((*path, "options"), options, 0, 25)
    kinds = {each.get("type") in (SUB, GROUP) for each in given if isinstance(each, dict)}
    if len(kinds) > 1:
        words = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        tree.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words)
    for index, each in enumerate(given):
        here = (*path, "options", index)
        option = tree.record(here, each)
        kind = option.get("type")
        tree.one_of((*here, "type"), kind, (*nested, 3, 4, 5, 6, 7, 8, 9, 10, 11))
        name = tree.text((*here, "name"), option.get("name"), 32, 1, needed=True)
        _check_name(tree, (*here, "name"), name)
        tree.text((*here, "description"), option.get("description"), 100, 1, needed=True)
        if name in names:
            words = "Option name already exists"
            tree.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", words)
        names.add(name)
        _check_localized(tree, here, option, named=True)
        if kind in (SUB, GROUP):
            _check_options(tree, here, option.get("options"), (SUB,) if kind == GROUP else ())
            continue
        if option.get("required") and optional:
            words = "Required options must be placed before non-required options"
            tree.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional = optional or not option.get("required")
        _check_value_option(tree, here, option)


def _check_value_option(tree: FormErrors, path: Path, option: Json) -> None:
    kind = option.get("type")
    if option.get("choices"):
        check_choices(tree, (*path, "choices"), option["choices"], kind)
        if option.get("autocomplete"):
            words = "Autocomplete options cannot have choices"
            tree.add(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", words)
    if option.get("autocomplete") and kind not in (STRING, INTEGER, NUMBER):
        words = "Autocomplete is only for string, integer and number options"
        tree.add((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE", words)
    tree.number((*path, "min_length"), option.get("min_length"), 0, 6000)
    tree.number((*path, "max_length"), option.get("max_length"), 1, 6000)
    for index, each in enumerate(tree.items((*path, "channel_types"), option.get("channel_types"), 0, 25)):
        tree.one_of((*path, "channel_types", index), each, CHANNEL_TYPES)
    if kind in (INTEGER, NUMBER):
        for key in ("min_value", "max_value"):
            _check_limit(tree, (*path, key), option.get(key), whole=kind == INTEGER)
    for least, most in (("min_value", "max_value"), ("min_length", "max_length")):
        low, high = option.get(least), option.get(most)
        if isinstance(low, int | float) and isinstance(high, int | float) and low > high:
            words = f"{least} must be less than or equal to {most}"
            tree.add((*path, least), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", words)


def _check_limit(tree: FormErrors, path: Path, given: Any, *, whole: bool) -> None:
    if whole:
        tree.number(path, given, -(2**53), 2**53)
    elif given is not None and (isinstance(given, bool) or not isinstance(given, int | float)):
        tree.add(path, "NUMBER_TYPE_COERCE", f'Value "{given}" is not a number.')


def check_choices(tree: FormErrors, path: Path, choices: Any, kind: Any) -> None:
    """Up to 25 choices: names of 1-100 characters, values of the option's type, texts of at most 100."""
    for index, each in enumerate(tree.items(path, choices, 0, 25)):
        here = (*path, index)
        choice = tree.record(here, each)
        tree.text((*here, "name"), choice.get("name"), 100, 1, needed=True)
        value = choice.get("value")
        if kind == STRING:
            tree.text((*here, "value"), value, 100, 1, needed=True)
        elif isinstance(value, bool) or not isinstance(value, int if kind == INTEGER else (int, float)):
            tree.add((*here, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
