"""Pages of the documentation site that are made when it is built: all commands, the rules of the ledgers in our words, the
decisions, and pages beside the docs folder. mkdocs calls this module by its hooks (mkdocs.yml)."""

import posixpath
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from discord import AppCommandOptionType, app_commands

ROOT: Final = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # mkdocs is a program of its own, and starts in its own folder

from cogs.common.interactions import BotServices  # noqa: E402 # the line above finds it
from cogs.shell.client import AdmiraltyClient  # noqa: E402 # likewise
from games.known import GAMES  # noqa: E402 # likewise
from settings import LISTED  # noqa: E402 # likewise
from umpire.services.rulebook import Rule, load_rulebook, page_of  # noqa: E402 # likewise

BESIDE: Final = {
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "CHANGELOG.md": "project/changes.md",
    "harness/README.md": "project/harness.md",
}
"""Pages beside the docs folder, and where they are in the site."""
FOLDERS: Final = {"docs/decisions": "decisions/index.md"}
SHOWN: Final = (".md", ".png", ".gif")
LINK: Final = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
RULING: Final = re.compile(r"^## (R-\d{3}) .*$", re.MULTILINE)
SAMPLE: Final = re.compile(r"`/([a-z][a-z_ ]*?)((?: [a-z_]+:[^`]+?)+)`")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made."""
    from mkdocs.structure.files import File  # noqa: PLC0415 # mkdocs is there when it calls

    for path, text in made().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Make links lead to pages of the site. What is not in it, such as a file of the program, is named without a link."""
    source = page.file.src_uri
    if source.startswith("rulings/"):  # anchors that /rule links to
        markdown = RULING.sub(lambda found: f"{found[0]} {{#{found[1].lower()}}}", markdown)
    here = {site: path for path, site in BESIDE.items()}.get(source, f"docs/{source}")
    return LINK.sub(lambda found: linked(found, here, source), markdown)


def linked(found: re.Match[str], here: str, source: str) -> str:
    """A link of the page `here` (a path of the project), as it is in the page `source` of the site."""
    target, mark, anchor = found[2].partition("#")
    anchor = anchor[:5] if re.match(r"r-\d{3}-", anchor) else anchor
    if not target or ":" in target:
        return found[0]
    path = posixpath.normpath(posixpath.join(posixpath.dirname(here), target))
    site = BESIDE.get(path) or FOLDERS.get(path)
    if site is None and path.startswith("docs/") and path.endswith(SHOWN):
        site = path.removeprefix("docs/")
    if site is None:
        return found[1]
    return f"[{found[1]}]({posixpath.relpath(site, posixpath.dirname(source) or '.')}{mark}{anchor})"


def made() -> dict[str, str]:
    """The pages that are made, by their path in the site."""
    pages = {site: (ROOT / path).read_text(encoding="utf-8") for path, site in BESIDE.items()}
    return {
        **pages,
        "commands.md": commands_page(),
        "settings.md": settings_page(),
        "decisions/index.md": decisions_page(),
        **rule_pages(),
    }


def settings_page() -> str:
    """Every setting: what it does, its default, an example."""
    parts = ["# Settings", "", "Set them in the environment or in `.env`. [How to](guide-operator.md#settings).", ""]
    for one in LISTED:
        default = one.unset or f"`{one.default}`"
        parts += [f"## {one.name}", "", f"{one.meaning[0].upper()}{one.meaning[1:]}.", "", f"- Default: {default}"]
        parts += [f"- Example: `{one.name}={one.example or one.default}`", ""]
    return "\n".join(parts)


def decisions_page() -> str:
    """The list of decisions."""
    found = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    heads = [path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in found]
    lines = [f"- [{head}]({path.name})" for path, head in zip(found, heads, strict=True)]
    return "\n".join(
        ["# Decisions", "", "Why the program is built as it is. Numbers are not consecutive.", "", *lines, ""]
    )


def commands_page() -> str:
    """Every command with its options, by its first word."""
    with tempfile.TemporaryDirectory() as folder:
        client = AdmiraltyClient(cast("BotServices", None), Path(folder) / "stamp")
        client.register()
        tops = sorted(client.tree.get_commands(), key=lambda one: one.name)
    parts = [
        "# Commands",
        "",
        "Type `/` and the first letters in Discord. Options in brackets may be left out. Discord shows commands marked "
        "*game master* only to members with Manage Server, unless your server decides differently.",
    ]
    for top in tops:
        if isinstance(top, app_commands.ContextMenu):
            continue
        master = " (*game master*)" if top.default_permissions is not None else ""
        parts += ["", f"## /{top.name}{master}", ""]
        if isinstance(top, app_commands.Group):
            parts += [f"{top.description}.", ""]
        for command in _commands_of(top):
            parts += _command(command)
    return "\n".join([*parts, ""])


def _commands_of(
    top: app_commands.Group | app_commands.Command[Any, ..., Any],
) -> Iterator[app_commands.Command[Any, ..., Any]]:
    if isinstance(top, app_commands.Command):
        yield top
        return
    for one in sorted(top.walk_commands(), key=lambda each: each.qualified_name):
        if isinstance(one, app_commands.Command):
            yield one


def _command(command: app_commands.Command[Any, ..., Any]) -> Iterator[str]:
    options = [o.display_name if o.required else f"[{o.display_name}]" for o in command.parameters]
    yield f"**`/{' '.join([command.qualified_name, *options])}`** {_cell(command.description)}."
    yield ""
    for option in command.parameters:
        choices = f": {', '.join(choice.name for choice in option.choices)}" if option.choices else ""
        yield f"- `{option.display_name}` {_cell(str(option.description))}{choices}"
    master = (command.root_parent or command).default_permissions is not None
    yield f"- Who may see it: {'members with Manage Server' if master else 'everybody'}"
    yield f"- Example: `{_samples().get(command.qualified_name) or sample(command)}`"
    yield ""


@cache
def _samples() -> dict[str, str]:
    """A command as a guide shows it, by its name."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "docs").glob("**/*.md")):
        for match in SAMPLE.finditer(path.read_text(encoding="utf-8")):
            found.setdefault(match[1], match[0].strip("`"))
    return found


def sample(command: app_commands.Command[Any, ..., Any]) -> str:
    """A command with a value for each option that it needs."""
    words = [f"{one.display_name}:{_value(one)}" for one in command.parameters if one.required]
    return f"/{' '.join([command.qualified_name, *words])}"


def _value(option: app_commands.Parameter) -> str:
    if option.choices:
        return str(option.choices[0].name)
    kind = option.type
    if kind in (AppCommandOptionType.integer, AppCommandOptionType.number):
        return str(option.min_value or 1)
    known = {
        AppCommandOptionType.boolean: "True",
        AppCommandOptionType.user: "@Ada",
        AppCommandOptionType.channel: "#war",
    }
    return known.get(kind, f"({option.display_name})")


def _cell(text: str) -> str:
    return text.replace("<", "&lt;").rstrip(".")


def rule_pages() -> dict[str, str]:
    """A page for each chapter of each game's ledger, and their list. Rulings (R-001) have their own page."""
    chapters: dict[str, list[Rule]] = defaultdict(list)
    for rule in load_rulebook().rules.values():
        if not rule.page:
            chapters[posixpath.basename(page_of(rule.id)).upper()].append(rule)
    names = {game.rule_example.partition("-")[0]: game.name.replace("_", " ").title() for game in GAMES.values()}
    head = ["# Rules", "", "The rules as the bot plays them, in our own words. `/rule` shows them in Discord."]
    index, pages, last = head, {}, ""
    for chapter, rules in chapters.items():
        game = names.get(chapter.partition("-")[0], chapter.partition("-")[0])
        if game != last:
            index += ["", f"## {game}", ""]
            last = game
        page = f"rules/{chapter.lower()}.md"
        index += [f"- [{chapter}]({posixpath.basename(page)}): {rules[0].title} and {len(rules) - 1} more"]
        pages[page] = "\n".join([f"# {game}, {chapter}", "", *(line for rule in rules for line in _rule(rule))])
    return {"rules/index.md": "\n".join([*index, ""]), **pages}


def _rule(rule: Rule) -> Iterator[str]:
    yield f"## {rule.id} {_cell(rule.title)} {{#{rule.id.lower()}}}"
    yield f"\n{_escaped(rule.text)}\n"
    if rule.examples:
        yield "\n".join(f"- Example: {_escaped(one)}" for one in rule.examples) + "\n"
    if rule.ruling:
        yield f"**Ruling.** {_escaped(rule.ruling)}\n"


def _escaped(text: str) -> str:
    return re.sub(r"([*_\[\]<#|])", r"\\\1", text)
