"""What the documentation and the program's own texts mention exists: commands, options, make targets, files, settings."""

import ast
import re
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio
from discord import app_commands

import bot
from cogs.common.interactions import BotServices
from cogs.shell.client import AdmiraltyClient, help_topics
from games.known import GAMES
from harness.bench import figures as bench_figures
from tests.absent import absent_groups, is_absent

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
ROOMS = ("cogs", "umpire", "render", "rules", "storage")
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
SLASH = re.compile(r"(?<![\w/.:<~*-])/([a-z]+)((?: [a-z_]+)*)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
SHELL = ("sh", "bat")
DEFINED = re.compile(r"^ *(?:async def|def|class) (\w+)|^ *(\w+): ", re.MULTILINE)

Commands = Mapping[str, tuple[str, ...] | None]
"""By full name: a command's options, or None for a group."""


@pytest_asyncio.fixture
async def commands(tmp_path: Path) -> Commands:
    """The real command tree."""
    client = AdmiraltyClient(cast("BotServices", None), tmp_path / "stamp")
    client.register()
    found: dict[str, tuple[str, ...] | None] = {}
    for command in client.tree.walk_commands():
        options = command.parameters if isinstance(command, app_commands.Command) else None
        found[command.qualified_name] = None if options is None else tuple(o.display_name for o in options)
    return found


def read(path: Path) -> str:
    """A page's text."""
    return path.read_text(encoding="utf-8")


def name(path: Path) -> str:
    """A page as a test's id."""
    return str(path.relative_to(ROOT))


def spans(text: str) -> list[str]:
    """All code spans of a page, and the lines of its blocks for a shell or without a language."""
    return SPAN.findall(BLOCK.sub("", text))


def shell_lines(text: str) -> Iterator[str]:
    """Lines of a page that are to be typed into a shell."""
    for language, block in BLOCK.findall(text):
        if language in SHELL:
            yield from (line.strip() for line in block.splitlines() if line.strip())


def fault(span: str, commands: Commands) -> str:
    """What is wrong with a slash command in a page, "" if nothing is."""
    words = span.removeprefix("/").split(" ")
    path = words[0]
    rest = words[1:]
    if path in absent_groups():
        return ""
    while rest and ":" not in rest[0]:
        path, rest = f"{path} {rest[0]}", rest[1:]
    if path not in commands:
        return f"there is no command /{path}"
    named = [word.partition(":")[0] for word in rest if re.fullmatch(r"[a-z_]+:.*", word)]
    options = commands[path] or ()
    wrong = [option for option in named if option not in options]
    if wrong:
        return f"/{path} has no option {', '.join(wrong)}"
    topic = re.search(r"topic:(\w+)", span)
    return f"/help has no topic {topic[1]}" if topic and topic[1] not in {*help_topics(), *absent_groups()} else ""


@pytest.mark.parametrize("page", PAGES, ids=name)
async def test_every_command_a_page_mentions_exists_with_its_options(page: Path, commands: Commands) -> None:
    mentioned = [span for span in spans(read(page)) if re.match(r"/[a-z]", span)]
    assert [wrong for span in mentioned if (wrong := fault(span, commands))] == []


async def test_faults_are_found(commands: Commands) -> None:
    assert fault("/fleet fly", commands) == "there is no command /fleet fly"
    assert fault("/fleet move speed:9", commands) == "/fleet move has no option speed"
    assert fault("/help topic:love", commands) == "/help has no topic love"
    assert fault("/map show around:2034 radius:6", commands) == ""


async def test_options_a_page_names_alone_belong_to_some_command(commands: Commands) -> None:
    known = {option for options in commands.values() for option in options or ()}
    named = {
        span.partition(":")[0] for page in PAGES for span in spans(read(page)) if re.fullmatch(r"[a-z_]+:[\w ]*", span)
    }
    assert named
    assert absent_groups() or named <= known


@pytest.mark.parametrize("room", ROOMS)
async def test_every_command_the_programs_own_texts_mention_exists(room: str, commands: Commands) -> None:
    tops = {full.split(" ")[0] for full in commands}
    found = [
        (name(path), match)
        for path in sorted((ROOT / room).rglob("*.py"))
        for text in texts(path)
        for match in SLASH.finditer(text)
        if match[1] in tops
    ]
    assert [f"{where}: {match[0][:40]}" for where, match in found if not is_command_named(match, commands)] == []


def is_command_named(match: re.Match[str], commands: Commands) -> bool:
    """Whether a mention in running text names a command, or a group and nothing after it."""
    found, words = match[1], match[2].split()
    while words and commands.get(found, ()) is None:
        if f"{found} {words[0]}" not in commands:
            return " " in found  # a subgroup may be followed by prose: "/gm amend changes the draft"
        found, words = f"{found} {words[0]}", words[1:]
    return found in commands


def texts(path: Path) -> Iterator[str]:
    """The string constants of a module that are no docstrings; pieces of one sentence are joined by the parser."""
    tree = ast.parse(read(path))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_what_a_target_may_be_given_is_not_set_by_the_makefile_itself() -> None:
    makefile = read(ROOT / "Makefile")
    given = set(re.findall(r"\b([A-Z]+)=", " ".join(re.findall(r"^[a-z]+:.*## (.*)", makefile, re.MULTILINE))))
    used = set(re.findall(r"^([A-Z]+) :?= ", makefile, re.MULTILINE))
    assert {"TESTS", "SEED", "FULL"} <= given
    assert "MUTANTS" in used
    assert not given & used


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_make_target_a_page_mentions_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):.*##", read(ROOT / "Makefile"), re.MULTILINE))
    text = read(page)
    mentioned = {m[1] for part in (*spans(text), *shell_lines(text)) if (m := re.match(r"make ([a-z]+)", part))}
    assert mentioned <= targets


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_use_of_the_command_line_a_page_shows_is_understood(page: Path) -> None:
    text = read(page)
    for part in (*spans(text), *shell_lines(text)):
        _, found, words = part.partition("bot.py ")
        if found:
            understood(words)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_of_a_service_that_a_page_shows_is_understood(page: Path) -> None:
    """`admiralty` is bot.py with the service's settings, deploy/admiralty-command."""
    text = read(page)
    lines = [line.strip() for _, block in BLOCK.findall(text) for line in block.splitlines()]
    for part in (*spans(text), *lines):
        if part.startswith("admiralty "):
            understood(part.removeprefix("admiralty "))


def understood(words: str) -> None:
    """Fails unless bot.py takes these arguments; a mention may leave out what must follow a subcommand."""
    given = shlex.split(words)
    parser = bot.parser()
    chooser = next(a for a in parser._actions if a.dest == "command")
    choices = cast("Mapping[str, Any]", chooser.choices)
    if given == ["--version"]:
        return
    assert given[0] in choices, f"bot.py has no {given[0]}"
    if len(given) > 1:
        parser.parse_args(given)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_inside_the_project_leads_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(read(page)) if "://" not in link]
    there = [(link, (page.parent / link.partition("#")[0]).resolve()) for link in links]
    assert [link for link, path in there if not path.exists() and not is_absent(path)] == []


@pytest.mark.parametrize("page", [*PAGES, ROOT / "harness" / "README.md"], ids=name)
def test_no_line_of_a_page_is_too_long(page: Path) -> None:
    """120 characters, 180 for a row of a table; blocks of code are as long as they have to be."""
    lines = BLOCK.sub("", read(page)).splitlines()
    assert [line for line in lines if len(line) > (180 if line.startswith("|") else 120)] == []


def test_the_plain_equivalents_in_the_readme_are_those_of_the_makefile() -> None:
    readme = read(ROOT / "README.md")
    lines = list(shell_lines(readme))
    for target in ("play", "run", "test", "ledger"):
        assert f"make {target}" in readme
    recipes = read(ROOT / "Makefile").replace("--quiet --disable-pip-version-check ", "")
    for line in lines:
        if line.startswith(".venv\\Scripts\\"):
            program, _, words = line.removeprefix(".venv\\Scripts\\").partition(" ")
            wanted = f"$(PY) -m pip {words}" if program == "pip" else f"$(PY) {words}"
            assert wanted in recipes
    assert sum(line.startswith(".venv\\Scripts\\") for line in lines) == 4


def test_every_path_of_the_floor_plan_exists() -> None:
    page = read(ROOT / "docs" / "architecture.md")
    paths = {span for span in spans(page) if re.fullmatch(r"[a-z_]+(/[a-z_]+)+(\.py)?/?", span)}
    homes = (ROOT, ROOT / "rules" / "cluster_war", ROOT / "rules" / "pentagon_war")
    assert len(paths) > 20
    assert [path for path in sorted(paths) if not any((home / path).exists() for home in homes)] == []


@pytest.mark.parametrize("game", [game.name for game in GAMES.values() if (ROOT / "rules" / game.name).is_dir()])
def test_the_floor_plan_names_every_folder_of_a_game(game: str) -> None:
    page = read(ROOT / "docs" / "architecture.md")
    rooms = "*/*/__init__.py" if game == "cluster_war" else "*/__init__.py"  # in layers, or not
    folders = {path.parent.name for path in (ROOT / "rules" / game).glob(rooms)}
    assert folders or game == "air_force", "it has no folders"
    lost = {folder for folder in folders if f"`{folder}`" not in page}
    assert not lost, f"docs/architecture.md lacks folders of rules/{game}: {sorted(lost)}"


def defined_names(path: Path) -> set[str]:
    """Every function, class, field and constant that a file or the files of a folder define."""
    files = [path] if path.suffix else path.rglob("*.py")
    return {one or other for file in files for one, other in DEFINED.findall(read(file))}


def section(page: str, title: str) -> str:
    """What stands below a heading, up to the next of its kind."""
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_way_from_a_command_to_the_map_is_ten_files_that_define_what_is_named() -> None:
    rows = re.findall(
        r"^\| \d+ \| \[`(\S+)`\]\(\S+\) \| (.+) \|$",
        section(read(ROOT / "docs" / "architecture.md"), "From `/fleet move` to the map, in ten files"),
        re.MULTILINE,
    )
    assert len(rows) == 10
    named = [(path, name) for path, text in rows for name in SPAN.findall(text) if not name.startswith("/")]
    assert len(named) >= 10
    assert [(path, name) for path, name in named if name not in defined_names(ROOT / path)] == []


def test_what_the_floor_plan_names_of_a_turn_is_defined() -> None:
    page = read(ROOT / "docs" / "architecture.md")
    text = section(page, "The contract of a game") + section(page, "How a turn runs")
    names = {name.partition("(")[0] for name in spans(text) if re.fullmatch(r"[A-Za-z_]+(\([a-z, ]*\))?", name)}
    assert len(names) > 15
    database = {"outbox", "UPDATE"}
    assert sorted(names - database - set[str]().union(*(defined_names(ROOT / room) for room in ROOMS))) == []


def test_the_page_on_performance_has_the_figures_that_make_bench_wrote() -> None:
    page, figures = read(bench_figures.PAGE), bench_figures.kept()
    assert len(figures) > 30
    assert page == bench_figures.with_table(page, figures)
    assert [figure.what for figure in figures if figure.measured > figure.limit] == []
