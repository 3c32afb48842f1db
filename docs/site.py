"""Pages of the documentation site that are made when it is built: all commands, the rules of the ledgers in our words, the
decisions, and pages beside the docs folder. mkdocs calls this module by its hooks (mkdocs.yml)."""

import posixpath
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

from discord import app_commands

ROOT: Final = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # mkdocs is a program of its own, and starts in its own folder

from cogs.common.interactions import BotServices  # noqa: E402 # the line above finds it
from cogs.shell.client import AdmiraltyClient  # noqa: E402 # likewise
from games.known import GAMES  # noqa: E402 # likewise
from umpire.services.rulebook import Rule, load_rulebook  # noqa: E402 # likewise

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
RULE_ID: Final = re.compile(r"^([A-Z]+)-([A-Z]+|\d+)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made."""
    from mkdocs.structure.files import File  # noqa: PLC0415 # mkdocs is there when it calls

    for path, text in made().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Make links lead to pages of the site. What is not in it, such as a file of the program, is named without a link."""
    source = page.file.src_uri
    here = {site: path for path, site in BESIDE.items()}.get(source, f"docs/{source}")
    return LINK.sub(lambda found: linked(found, here, source), markdown)


def linked(found: re.Match[str], here: str, source: str) -> str:
    """A link of the page `here` (a path of the project), as it is in the page `source` of the site."""
    target, mark, anchor = found[2].partition("#")
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
    return {**pages, "commands.md": commands_page(), "decisions/index.md": decisions_page(), **rule_pages()}


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
    if command.parameters:
        yield ""


def _cell(text: str) -> str:
    return text.replace("<", "&lt;").rstrip(".")


def rule_pages() -> dict[str, str]:
    """A page for each chapter of each game's ledger, and their list. Rulings (R-001) have their own page."""
    chapters: dict[str, list[Rule]] = defaultdict(list)
    for rule in load_rulebook().rules.values():
        found = RULE_ID.match(rule.id)
        if found is not None and found[1] != "R":
            chapters[f"{found[1]}-{found[2]}"].append(rule)
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
