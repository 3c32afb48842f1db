"""What application commands and autocomplete answers may be."""

import unicodedata
from collections import Counter
from typing import Any

from sandbox.errors import DiscordError, Json, Path, Tree, invalid

MOST = {1: 100, 2: 15, 3: 15}
MOST_CHARACTERS = 8000
SUB, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10


def check_commands(body: Any) -> list[Json]:
    """The list a bot registers in one go; raises 50035 or 30032 (too many)."""
    if not isinstance(body, list):
        raise invalid((), "LIST_TYPE_CONVERT", "")
    tree = Tree()
    seen: Counter[tuple[int, str]] = Counter()
    counts: Counter[int] = Counter()
    for index, each in enumerate(body):
        command = tree.record((index,), each)
        kind = command.get("type") or 1
        check_command(tree, (index,), command)
        name = str(command.get("name"))
        seen[kind, name] += 1
        counts[kind] += 1
        if seen[kind, name] == 2:
            words = "Application command names must be unique"
            tree.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
    tree.check()
    for kind, count in counts.items():
        if count > MOST[kind]:
            raise DiscordError(400, 30032, f"Maximum number of application commands reached ({MOST[kind]})")
    return body


def check_command(tree: Tree, path: Path, command: Json) -> None:
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
    for key in ("contexts", "integration_types"):
        if command.get(key) is not None:
            tree.items((*path, key), command[key], 1, 3)
    if _size(command) > MOST_CHARACTERS:
        words = f"Command exceeds maximum size ({MOST_CHARACTERS})"
        tree.add(path, "APPLICATION_COMMAND_TOO_LARGE", words)


def _size(node: Json) -> int:
    total = sum(len(node[key]) for key in ("name", "description") if isinstance(node.get(key), str))
    total += sum(_size(each) for each in node.get("options") or [] if isinstance(each, dict))
    for each in node.get("choices") or []:
        if isinstance(each, dict):
            total += len(str(each.get("name", ""))) + len(str(each.get("value", "")))
    return total


def _check_name(tree: Tree, path: Path, name: str) -> None:
    def fine(sign: str) -> bool:
        return sign in "-_'" or unicodedata.category(sign)[0] in "LN" or "DEVANAGARI" in unicodedata.name(sign, "")

    if name and (not all(fine(sign) for sign in name) or name.lower() != name):
        tree.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(tree: Tree, path: Path, options: Any, nested: tuple[int, ...]) -> None:
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
        if kind in (SUB, GROUP):
            _check_options(tree, here, option.get("options"), (SUB,) if kind == GROUP else ())
            continue
        if option.get("required") and optional:
            words = "Required options must be placed before non-required options"
            tree.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
        optional = optional or not option.get("required")
        _check_value_option(tree, here, option)


def _check_value_option(tree: Tree, path: Path, option: Json) -> None:
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
    low, high = option.get("min_value"), option.get("max_value")
    if low is not None and high is not None and low > high:
        words = "min_value must be less than or equal to max_value"
        tree.add((*path, "min_value"), "APPLICATION_COMMAND_OPTIONS_RANGE_INVALID", words)


def check_choices(tree: Tree, path: Path, choices: Any, kind: Any) -> None:
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
