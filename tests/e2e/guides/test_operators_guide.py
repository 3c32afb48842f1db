"""The operator's guide and the README, done as they stand there, but for what needs Discord itself."""

import logging
import re
from functools import partial
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from bot import parser
from cogs.shell.doctor import examine
from cogs.shell.live_round import Round
from playtest.player import GIVE_BUTTON
from program.start import JsonLines
from sandbox.connect import sealed_connector
from settings import Settings, read_settings
from storage.address import DatabaseAddress
from tests.e2e.guides.shell import run
from tests.e2e.guides.walk import Walk
from tests.e2e.kit import CHANNEL, Table
from tests.e2e.new_games import NEW
from tests.oversight.kit import ROOT, told_of_everything
from umpire.services.observer import set_about

MAKE = "the Makefile's recipes are what tests/test_docs.py holds the pages to; make would install packages"
DISCORD = "needs Discord itself; the program without a token, and the same bot on the sandbox, are run here"
SERVICE = "a command of a service, as systemd runs it: tests/oversight/test_service_command.py"
PLAIN = {
    "make setup": MAKE,
    "make docs": "builds the documentation site; tests/test_site.py",
    "make run": DISCORD,
    "make play": "a program in a process of its own: tests/browser",
    ".venv\\Scripts\\python": "Windows",
    "Bot": "a page of Discord's",
    "chmod 600 .env": "the operating system's",
    "DISCORD_TOKEN=your-token": "a line of a file, not of a shell",
    "bot": "a word of Discord's",
    "applications.commands": "a word of Discord's",
    "Rules": "a heading of CHANGELOG.md",
    "-wal": "SQLite's",
    "-shm": "SQLite's",
    **dict.fromkeys(
        ("systemctl status admiralty", "systemctl stop admiralty", "systemctl daemon-reload"),
        "systemd's; tests/oversight",
    ),
    "journalctl --namespace=admiralty -u admiralty -f": "systemd's",
    ".venv/bin/python bot.py": "the beginning of a line for a shell",
    "admiralty": "the name of a command, and of a user",
    **dict.fromkeys(
        (
            "admiralty doctor",
            "admiralty db backup /var/lib/admiralty/backups/monday.db",
            "admiralty db backup /var/lib/admiralty/backups/before-the-upgrade.db",
            "admiralty db check /var/lib/admiralty/copy.db",
            "admiralty export g7k2 /var/lib/admiralty/spiral-arm.capsule",
            "admiralty forget 789",
        ),
        SERVICE,
    ),
    **dict.fromkeys(
        (
            "pip install .",
            "pipx install .",
            "uvx --from . admiralty play",
            "pip install '.[postgres,metrics]'",
            "pip install -r requirements.lock",
        ),
        "tests/test_wheel.py",
    ),
    "systemd-run": "systemd's",
    "--new": "refused here, where games are: tests/oversight/test_wrong_database.py",
    "systemctl status": "systemd's",
    "activating": "a word of systemd's; what it is told: tests/oversight/test_server_away.py",
    "copytruncate": "a word of logrotate's",
    "admiralty-backup.timer": "a unit, tests/oversight/test_units.py",
    "up": "a figure of Prometheus' own",
    "data/admiralty.db": "where it is by default",
    "data/admiralty.db-wal": "where it is by default",
    "data/admiralty.db-shm": "where it is by default",
}


@pytest.mark.timeout(900)  # a dozen processes, on a machine that other tests keep busy
@pytest.mark.sqlite  # the guide is of a file, which programs in processes of their own are given; a server: tests/storage
async def test_the_operators_guide_is_done_as_it_stands_there(table: Table, tmp_path: Path) -> None:
    walk = Walk("docs/guide-operator.md", table, PLAIN)
    await run(walk, ".venv/bin/python bot.py doctor", "✗ Token", "1 of 15 checks failed", data=tmp_path, status=1)
    await walk.use("gm", "/campaign create", name="First", scenario="duel_small", schedule="every 1h")
    await walk.turn_to(CHANNEL)
    await run(walk, "bot.py run", "DISCORD_TOKEN", data=tmp_path, status=2)
    offered = [{f"/{each['name']}" for each in table.human(name).commands(CHANNEL)} for name in ("gm", "ada")]
    masters = {"/gm", "/decree", "/special", "/weather", "/signals", "/spymaster", "/psimaster"}
    assert offered[0] - offered[1] == masters
    walk.heard(" ".join(sorted(offered[0])))
    defaults(walk)
    await walk.use("gm", "/campaign info", "I last looked at the deadlines")
    watched(walk)
    await copies(walk, tmp_path)
    await live_run(walk, tmp_path)
    await walk.use("ada", "/roll", dice="2d6")
    await walk.use("vik", "/privacy", "What is kept, and why")
    await run(walk, ".venv/bin/python bot.py forget 789", "Removed", data=tmp_path, given={"789": str(table.dom.id)})
    await walk.use("gm", "/gm seat replace", side="dominators", member=table.vik.id)
    await walk.use("ada", "/privacy")
    walk.done()


def watched(walk: Walk) -> None:
    """The units that are copied are there, the log's lines hold what they should, and every figure to watch exists."""
    for name in re.findall(r"/srv/admiralty/deploy/(\S+)", walk.block("useradd")):
        assert list((ROOT / "deploy").glob(name)), name
    assert (ROOT / "deploy" / "admiralty-command").exists()
    walk.heard(walk.block("admiralty doctor"))
    for setting in (
        "ADMIRALTY_LOG=json",
        "ADMIRALTY_METRICS=127.0.0.1:9464",
        "ADMIRALTY_METRICS_PUBLIC=yes",
        "ADMIRALTY_METRICS_DETAILED=yes",
    ):
        read_settings(dict([setting.split("=")]), None)  # SettingsError for one that is not taken
        walk.heard(setting)
    set_about(game="g7k2", turn=1, letter="abc", command="command map")
    record = logging.LogRecord("admiralty", logging.ERROR, "", 0, "wrong", None, (ValueError, ValueError(), None))
    record.code = "A1B2C3"
    walk.heard(JsonLines().format(record))
    set_about()
    address = read_settings({"ADMIRALTY_METRICS": "127.0.0.1:9464"}, None).metrics
    assert f'["{address}"]' in walk.block("scrape_configs")
    walk.heard(generate_latest(told_of_everything().registry).decode())


async def copies(walk: Walk, folder: Path) -> None:
    """Backup, export, import, verify and adjudicate, while the bot runs."""
    (folder / "backups").mkdir()
    await run(walk, ".venv/bin/python bot.py db backup backups/admiralty-monday.db", "Backed up", data=folder)
    assert (folder / "backups/admiralty-monday.db").exists()
    line = ".venv/bin/python bot.py db backup --to backups --keep 14"
    await run(walk, line, "Backed up: backups/admiralty-", data=folder)
    await run(walk, ".venv/bin/python bot.py db check", "is sound and up to date", data=folder)
    await run(walk, "bot.py db backup", "Backed up", data=folder)
    walk.heard("admiralty-backup.db.part")
    walk.block("systemctl stop admiralty")
    (folder / "copy.db").write_bytes((folder / "backups/admiralty-monday.db").read_bytes())
    await run(walk, "bot.py db check copy.db", f"{folder}/copy.db is sound", data=folder)
    for who, side in (("ada", "humans"), ("dom", "dominators")):
        await walk.also(who, "campaign join", side=side)
    walk.table.flags = {"ada": "Human Union", "dom": "The Dominion"}
    await walk.also("gm", "campaign begin")
    await walk.table.settle()
    await walk.use("gm", "/campaign info", walk.table.game_id)
    world = walk.table.sandbox.world
    given = {
        "g7k2": walk.table.game_id,
        "123": str(world.guild().id),
        "456": str(world.channel("war-room").id),
        "789": str(walk.table.gm.id),
    }
    await run(walk, ".venv/bin/python bot.py export g7k2 spiral-arm.capsule", "Written", data=folder, given=given)
    line = ".venv/bin/python bot.py import spiral-arm.capsule --guild 123 --channel 456 --gm 789"
    await run(walk, line, "/campaign resume", data=folder, given=given, adding=("--keep-players",))
    walk.here = "war-room"
    await walk.use("gm", "/campaign resume")
    line = ".venv/bin/python bot.py verify spiral-arm.capsule"
    await run(walk, line, "rolls checked", data=folder)
    await run(walk, ".venv/bin/python bot.py adjudicate g7k2", data=folder, given=given)
    walk.here = CHANNEL
    await walk.also("gm", "gm publish")
    await walk.table.tick()
    await run(walk, ".venv/bin/python bot.py db backup", "Backed up", data=folder, adding=("new.db",))


async def live_run(walk: Walk, folder: Path) -> None:
    """The checklist, on the sandbox."""
    await diagnosed(walk, Settings(data=folder, token=walk.table.sandbox.token))
    await walk.use("ada", "/help", "first five minutes")
    await walk.do("ada", "orders", "Giving orders")
    await walk.use("ada", "/roll dice:4d6kh3")
    await walk.use("ada", "/fleet move", "leaves", fleet="Lantern One", to=str(await goal(walk)))
    await walk.do("ada", GIVE_BUTTON, "✔ Order given.")
    form = await walk.use("ada", "/orders write")
    assert form.modal is not None, "a restart with an open form is tests/e2e/test_forms_restart.py"
    await walk.use("ada", "/orders ready")
    await walk.also("dom", "orders ready")
    await walk.table.tick()
    await walk.use("gm", "/gm review", "humans-report.md")
    await walk.use("gm", "/gm publish", "is open")
    await walk.table.settle()
    assert "report.md" in [file.filename for file in walk.table.last_in_room("ada").attachments]
    assert "report.md" in [file.filename for file in walk.table.last_in_room("dom").attachments]
    await walk.use("gm", "/campaign repair", "in order")
    await walk.also("gm", "decree book", kind="stress")
    await walk.also("gm", "special list")
    await walk.also("gm", "spymaster list")
    await walk.also("gm", "psimaster minds show")
    await walk.also("gm", "weather dangers", kinds="none", reason="It was so")
    await walk.also("gm", "signals play", detection="full", reason="It was so")
    given = await walk.use("gm", "/campaign export")
    (folder / "mine.capsule").write_bytes(given.attachments[0].read())
    await run(walk, ".venv/bin/python bot.py verify", "rolls checked", data=folder, adding=("mine.capsule",))
    copy = str(folder / "backups/admiralty-monday.db")
    await run(walk, "bot.py doctor", copy, data=folder, status=1, ADMIRALTY_DATABASE=copy)


async def goal(walk: Walk) -> str | int | float:
    """Where a scout may go."""
    return (await walk.suggested("ada", "fleet move", "to", fleet="Lantern One"))[0].value


async def diagnosed(walk: Walk, settings: Settings) -> None:
    """`bot.py doctor --live` with a token, of a Discord that is the sandbox."""
    line = walk.shell(".venv/bin/python bot.py doctor --live 1234567890")
    assert parser().parse_args(line.partition("bot.py ")[2].split()).live == 1234567890
    lines: list[str] = []
    sandbox = walk.table.sandbox
    live = partial(
        Round(sandbox.world.channel("table-talk").id).play, sandbox.token,
        connector=sealed_connector(), guild_ready_timeout=0.05,
    )  # fmt: skip
    url = f"{sandbox.url}/api/v10"
    assert await examine(settings, api=url, out=lines.append, connector=sealed_connector(), live=live) == 0, lines
    walk.heard("\n".join(lines))


def defaults(walk: Walk) -> None:
    """The table of settings says what is so when nothing is set, and every value it names is taken."""
    rows = re.findall(r"^\| `([A-Z_]+)` \| (.*?) \| (.*?) \|$", walk.page.read_text(encoding="utf-8"), re.MULTILINE)
    for name, default, meaning in rows:
        value = default.strip("`") if default.startswith("`") and default.endswith("`") else ""
        assert read_settings({name: value}, None) == read_settings({}, None), name
        if name == "ADMIRALTY_LOG":
            for level in re.findall(r"`([A-Z]+)`", meaning):
                assert read_settings({name: level}, None).log_level == level
                assert read_settings({name: f"{level} json"}, None).log_json
    assert read_settings({}, None).database_for("admiralty.db") == DatabaseAddress("file", "data/admiralty.db")
    assert read_settings({"ADMIRALTY_GM_COMMANDS": "everybody"}, None).gm_commands == "everybody"
    walk.heard("ADMIRALTY_GM_COMMANDS=everybody")
    walk.heard("\n".join(" ".join(row) for row in rows))


HEADS = ("Cluster War", "The Pentagon War", "Our Space Age Air Force", "It resolves whole turns")
README = {
    **dict.fromkeys(("make test", "make ledger"), MAKE),
    "make play FRESH=1": MAKE,
    "make play TABLE=1": MAKE,
    "git clone <the address of this repository> admiralty": "the reader's own clone",
    "cd admiralty": "the reader's own clone",
    "py -m venv .venv": "Windows",
    ".venv\\Scripts\\pip install --require-hashes -r requirements.lock": "Windows",
    ".venv\\Scripts\\python bot.py play": "Windows",
    ".venv\\Scripts\\pip install --require-hashes -r requirements-dev.lock": "Windows",
    ".venv\\Scripts\\python -m pytest -n 3 --dist loadfile": "Windows",
    "make play": PLAIN["make play"],
    "make run": DISCORD,
    "DISCORD_TOKEN=your-token": "a line of a file, not of a shell",
    "Ada": "a person of the page: tests/browser",
    "Your first turn": "a heading of the page: tests/browser",
    "I am ready": "a button of the page: tests/browser",
    "Why?": "a button of the page: tests/browser",
    **dict.fromkeys(HEADS, "the head of a line about the product"),
}


async def test_the_commands_of_the_readme_are_done_as_they_stand_there(table: Table, tmp_path: Path) -> None:
    walk = Walk("README.md", table, README)
    if "dogfight new" in NEW:
        await walk.use("ada", "/dogfight new", "takes off in")
    await run(walk, "python bot.py doctor", ".env", data=tmp_path, status=1)
    walk.done()
