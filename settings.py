"""What the operator may set: one frozen value, read from the environment (and .env) when the program starts."""

import errno
import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from dotenv import dotenv_values

from installed import Extra, how_to_install, missing
from storage.address import DatabaseAddress

DEFAULT_PORT = 8311
DEFAULT_DATA = "data"
HERE: Final = Path(__file__).resolve().parent
DOTENV: Final = (HERE if (HERE / "pyproject.toml").is_file() else Path()) / ".env"
"""Beside bot.py; where the program is installed, in the folder that it is started in."""
Offered: TypeAlias = Literal["managers", "everybody"]
Work: TypeAlias = Literal["here", "elsewhere"]


LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class Setting(NamedTuple):
    """A setting as it is told: its name, its default ("" for none), what holds where it is not set if that is not a value of its
    own, and its meaning, in Markdown with links as from docs/. The guide's table and .env.example are made from it."""

    name: str
    default: str
    unset: str
    meaning: str
    example: str = ""
    """As one sets it; "" where the default shows it."""


LISTED: Final = (
    Setting("DISCORD_TOKEN", "", "(none)", "the bot's token; needed by `bot.py run` only", "your-bot-token"),
    Setting("ADMIRALTY_DATA", DEFAULT_DATA, "", "the folder for databases and small files"),
    Setting(
        "ADMIRALTY_DATABASE",
        "",
        "`admiralty.db` in the data folder",
        "path of the SQLite file",
        "/srv/admiralty/games.db",
    ),
    Setting(
        "DATABASE_URL",
        "",
        "(none)",
        "address of a [PostgreSQL](postgresql.md) database, instead of a file; needs the extra `postgres`",
        "postgresql+psycopg://admiralty@localhost/admiralty",
    ),
    Setting(
        "ADMIRALTY_WORKERS",
        "2",
        "",
        "processes that resolve turns and draw pictures, 0 to 64. Use one for each core; 0 uses the bot's own process",
    ),
    Setting(
        "ADMIRALTY_SHARDS", "1", "", "[shards](many-servers.md) in all, 1 to 4096; more than one from 2,500 servers on"
    ),
    Setting(
        "ADMIRALTY_SHARD_IDS",
        "",
        "all",
        "which of them this process serves: `3`, `0-3`, or `standby`; a part of them needs PostgreSQL",
        "0-3",
    ),
    Setting("ADMIRALTY_PORT", str(DEFAULT_PORT), "", "port of the local page of `make play`"),
    Setting(
        "ADMIRALTY_LOG",
        "INFO",
        "",
        "`DEBUG`, `INFO`, `WARNING` or `ERROR`; with the word `json` before or after it, or `json` alone, each line is a "
        "JSON object",
    ),
    Setting(
        "ADMIRALTY_WORK",
        "here",
        "",
        "`elsewhere`: [other processes](postgresql.md#workers-on-other-machines) resolve and draw; needs `DATABASE_URL`",
    ),
    Setting(
        "ADMIRALTY_METRICS",
        "",
        "(none)",
        "address and port of the page of figures for Prometheus, such as `127.0.0.1:9464`; none, no page; needs the extra "
        "`metrics`",
        "127.0.0.1:9464",
    ),
    Setting("ADMIRALTY_METRICS_PUBLIC", "no", "", "`yes` allows an address there that others can reach"),
    Setting(
        "ADMIRALTY_METRICS_DETAILED",
        "no",
        "",
        "`yes` counts each command and task. That can show what other players do, so set it only if no player reads the "
        "figures",
    ),
    Setting(
        "ADMIRALTY_BACKUPS",
        "",
        "(none)",
        "a folder into which the running bot copies its database, a file; none, it makes no backups. On PostgreSQL "
        "`admiralty-backup.timer` makes them",
        "/srv/backups",
    ),
    Setting("ADMIRALTY_BACKUP_HOURS", "24", "", "how old the newest backup there may get"),
    Setting("ADMIRALTY_BACKUPS_KEPT", "14", "", "how many are kept there"),
    Setting(
        "ADMIRALTY_GM_COMMANDS",
        "managers",
        "",
        "who sees the game master's commands: `managers` (Manage Server) or `everybody`; seats decide who may use them",
    ),
    Setting(
        "ADMIRALTY_SITE",
        "",
        "(none)",
        "address of the documentation site (`make docs` builds it); `/rule` then links to a rule's page",
        "https://example.org/admiralty",
    ),
)
"""All settings, in the order in which they are told."""


class SettingsError(Exception):
    """A setting cannot be used; the text names it and what would be right."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where something listens on this machine."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class ShardPlan:
    """Which shards of `total` this process is to serve: `first` to `last`, both included. `stands_by`: none of its own, but
    those of a process that is lost."""

    total: int = 1
    first: int = 0
    last: int = 0
    stands_by: bool = False

    @property
    def is_all(self) -> bool:
        """Whether there is no other process."""
        return not self.stands_by and (self.first, self.last) == (0, self.total - 1)


@dataclass(frozen=True, slots=True)
class Settings:
    """The operator's choices.

    `token` is never shown: it is left out of the repr, and so is `database`, the address of a PostgreSQL database (which may
    hold a password) or the path of an SQLite file.
    `workers` is how many processes resolve and draw (0: in the bot's own process). `port` is the sandbox page's.
    `gm_commands` is whom Discord offers the game master's commands in a server, until its managers decide otherwise.
    `log_json`: a log line is a JSON object. `metrics` is where /metrics is served, None for nowhere, and
    `metrics_detailed` whether it tells single commands apart. `backups` is the folder into
    which the running bot copies its database every `backup_hours`, of which it keeps `backups_kept`; None for never.
    `work` says who resolves and draws: these processes, or those of `bot.py work`, for which these stand by.
    `shards`: which part of Discord's servers this process serves. `site` is the documentation site's address, without a
    slash at its end.
    """

    token: str = field(default="", repr=False)
    data: Path = Path(DEFAULT_DATA)
    database: DatabaseAddress | None = field(default=None, repr=False)
    workers: int = 2
    port: int = DEFAULT_PORT
    log_level: str = "INFO"
    gm_commands: Offered = "managers"
    log_json: bool = False
    metrics: Address | None = None
    metrics_detailed: bool = False
    backups: Path | None = None
    backup_hours: int = 24
    backups_kept: int = 14
    work: Work = "here"
    shards: ShardPlan = ShardPlan()
    site: str = ""

    def database_for(self, name: str) -> DatabaseAddress:
        """The database to open: the one set, or `name` in the data folder."""
        return self.database or DatabaseAddress.of(self.data / name)

    @property
    def timers_backups(self) -> Path:
        """The folder into which deploy/systemd/admiralty-backup.timer has backups put."""
        return self.data / "backups"


def read_settings(environment: Mapping[str, str], dotenv: Path | None = DOTENV) -> Settings:
    """Read the settings; the environment wins over the .env file. Raises SettingsError naming what is wrong."""
    values: dict[str, str] = {}
    if dotenv is not None and dotenv.is_file():
        values.update({k: v for k, v in dotenv_values(dotenv).items() if v is not None})
    values.update(environment)
    log_level, log_json = _log(values.get("ADMIRALTY_LOG", ""))
    backups = values.get("ADMIRALTY_BACKUPS", "").strip()
    return Settings(
        token=values.get("DISCORD_TOKEN", "").strip(),
        data=Path(values.get("ADMIRALTY_DATA", DEFAULT_DATA)),
        database=_database(values),
        workers=_whole(values, "ADMIRALTY_WORKERS", 2, 0, 64),
        port=_whole(values, "ADMIRALTY_PORT", DEFAULT_PORT, 0, 65535),
        log_level=log_level,
        gm_commands=_offered(values.get("ADMIRALTY_GM_COMMANDS", "")),
        log_json=log_json,
        metrics=_address(values.get("ADMIRALTY_METRICS", ""), public=_yes(values, "ADMIRALTY_METRICS_PUBLIC")),
        metrics_detailed=_yes(values, "ADMIRALTY_METRICS_DETAILED"),
        backups=Path(backups) if backups else None,
        backup_hours=_whole(values, "ADMIRALTY_BACKUP_HOURS", 24, 1, 24 * 365),
        backups_kept=_whole(values, "ADMIRALTY_BACKUPS_KEPT", 14, 1, 10_000),
        work=_work(values),
        shards=_shards(values),
        site=_site(values.get("ADMIRALTY_SITE", "")),
    )


def _database(values: Mapping[str, str]) -> DatabaseAddress | None:
    """DATABASE_URL is the address of a server, ADMIRALTY_DATABASE the path of a file: never both; None for neither."""
    address, path = values.get("DATABASE_URL", "").strip(), values.get("ADMIRALTY_DATABASE", "")
    if address and path:
        raise SettingsError("DATABASE_URL and ADMIRALTY_DATABASE are both set; keep the one that the games are in.")
    if address and "://" not in address:
        raise SettingsError(
            "DATABASE_URL is not the address of a database: postgresql+psycopg://admiralty:password@localhost/admiralty is one; "
            "the path of an SQLite file goes into ADMIRALTY_DATABASE."
        )
    return DatabaseAddress.of(address or path) if address or path else None


def _work(values: Mapping[str, str]) -> Work:
    """Work elsewhere is asked for in a database that others can reach."""
    text = values.get("ADMIRALTY_WORK", "").strip().casefold()
    known: dict[str, Work] = {"": "here", "here": "here", "elsewhere": "elsewhere"}
    if text not in known:
        raise SettingsError(f"ADMIRALTY_WORK is {text!r}; it must be here or elsewhere.")
    if known[text] == "elsewhere" and not values.get("DATABASE_URL", "").strip():
        raise SettingsError("ADMIRALTY_WORK is elsewhere, which needs PostgreSQL; set DATABASE_URL, or here.")
    return known[text]


def _shards(values: Mapping[str, str]) -> ShardPlan:
    """A number of shards and this process's range of them; a part of them needs a database that several processes can share."""
    total = _whole(values, "ADMIRALTY_SHARDS", 1, 1, 4096)
    text = values.get("ADMIRALTY_SHARD_IDS", "").strip()
    if not text:
        return ShardPlan(total, 0, total - 1)
    said = f"ADMIRALTY_SHARD_IDS is {text!r}"
    if not values.get("ADMIRALTY_SHARDS", "").strip():
        raise SettingsError(f"{said}, but ADMIRALTY_SHARDS does not say how many shards there are in all.")
    if text.casefold() == "standby":
        plan = ShardPlan(total, stands_by=True)
    else:
        first, _, last = text.partition("-")
        last = last if "-" in text else first
        if not all(part.isascii() and part.isdecimal() for part in (first, last)) or int(first) > int(last):
            raise SettingsError(f"{said}; it must be a number such as 3, a range such as 0-3, or standby.")
        if int(last) >= total:
            raise SettingsError(f"{said}, but of ADMIRALTY_SHARDS={total} the last one is {total - 1}: the first is 0.")
        plan = ShardPlan(total, int(first), int(last))
    database = _database(values)
    if not plan.is_all and not (database and database.is_server):
        raise SettingsError(
            f"{said}, so other processes have the other shards; but games are kept in an SQLite file, which is for one process. "
            "Leave it unset, and this process serves all of them, or set DATABASE_URL to a PostgreSQL database."
        )
    return plan


def _site(text: str) -> str:
    """An address that a link in a message can hold."""
    address = text.strip().rstrip("/")
    if address and not re.fullmatch(r"https?://[\w.:-]+(?:/[\w./~%-]*)?", address, re.ASCII):
        raise SettingsError(f"ADMIRALTY_SITE is {text!r}; it must be an address such as https://example.org/admiralty.")
    return address


def _offered(text: str) -> Offered:
    offered: dict[str, Offered] = {"": "managers", "managers": "managers", "everybody": "everybody"}
    found = offered.get(text.strip().casefold())
    if found is None:
        raise SettingsError(f"ADMIRALTY_GM_COMMANDS is {text!r}; it must be managers or everybody.")
    return found


def _whole(values: Mapping[str, str], name: str, default: int, low: int, high: int) -> int:
    text = values.get(name, "").strip()
    if not text:
        return default
    if not text.isdecimal() or not low <= int(text) <= high:
        raise SettingsError(f"{name} is {text!r}; it must be a whole number from {low} to {high}.")
    return int(text)


def _log(text: str) -> tuple[str, bool]:
    """A level, the word json, or both, in any order."""
    words = text.upper().replace(",", " ").split()
    levels = [word for word in words if word in LEVELS]
    if len(levels) + words.count("JSON") != len(words) or len(levels) > 1 or words.count("JSON") > 1:
        raise SettingsError(
            f"ADMIRALTY_LOG is {text!r}; it must be DEBUG, INFO, WARNING or ERROR, or json, or json and one of these."
        )
    return levels[0] if levels else "INFO", "JSON" in words


def _yes(values: Mapping[str, str], name: str) -> bool:
    """A setting that is yes or no; no by default."""
    text = values.get(name, "")
    if text.strip().casefold() not in {"", "no", "yes"}:
        raise SettingsError(f"{name} is {text!r}; it must be no or yes.")
    return text.strip().casefold() == "yes"


def _address(text: str, *, public: bool) -> Address | None:
    """Where /metrics is served: a port of this machine alone, unless it is said that others may read it."""
    if not text.strip():
        return None
    host, _, port = text.strip().rpartition(":")
    host = (host.removeprefix("[").removesuffix("]") or "127.0.0.1").casefold()
    try:
        found = ipaddress.ip_address("127.0.0.1" if host == "localhost" else host)
    except ValueError:
        found = None
    if found is None or not (port.isascii() and port.isdecimal() and int(port) <= 65535):
        raise SettingsError(f"ADMIRALTY_METRICS is {text!r}; it must be an address and a port such as 127.0.0.1:9464.")
    if not found.is_loopback and not public:
        raise SettingsError(
            f"ADMIRALTY_METRICS is {text!r}, which others can reach; use 127.0.0.1, or set ADMIRALTY_METRICS_PUBLIC to yes."
        )
    return Address(str(found), int(port))


def missing_extras(settings: Settings) -> dict[Extra, str]:
    """The extras that these settings need and that are not installed, each with a sentence."""
    asked: tuple[tuple[Extra, str], ...] = (
        *((("postgres", "DATABASE_URL"),) if settings.database and settings.database.is_server else ()),
        *((("metrics", "ADMIRALTY_METRICS"),) if settings.metrics is not None else ()),
    )
    return {extra: text for extra, setting in asked if (text := missing(extra, setting))}


def check_extras(settings: Settings) -> None:
    """SettingsError if these settings need an extra that is not installed; it says how to install it."""
    for extra, text in missing_extras(settings).items():
        raise SettingsError(f"{text} {how_to_install(extra)}")


def check_kept(database: Path, stamp: Path) -> None:
    """SettingsError if the bot has run from this folder and its database is gone: nobody is to find their games forgotten."""
    if stamp.is_file() and not (database.is_file() and database.stat().st_size):
        raise SettingsError(
            f"The folder {database.parent} has held games, but {database.name} is missing or empty. Put it or a backup "
            f"back; to begin anew, remove {stamp.name}."
        )


def port_trouble(port: int, wrong: OSError) -> str:
    """Why the sandbox cannot listen, in one sentence, and what to do."""
    if wrong.errno == errno.EADDRINUSE:
        return f"Port {port} is taken; set ADMIRALTY_PORT to another one (or stop the other program)."
    why = wrong.strerror or type(wrong).__name__
    return f"Port {port} of this machine cannot be used ({why}); set ADMIRALTY_PORT to another one."
