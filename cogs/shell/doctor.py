"""`bot.py doctor`: what a first evening on a real server trips over, here and at Discord, and how to mend each."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

import aiohttp
import discord

from cogs.common.refusals import PERMISSIONS_ASKED, missing_permissions
from cogs.shell.client import check_refused
from cogs.shell.log_redaction import hide
from rules.values import Value
from settings import Settings
from umpire.services.doctor import Check, check_program, check_shards, local_checks
from umpire.services.doctor_service import INSTALLED_UNITS, check_service, service_checks
from umpire.services.pulse import check_running

API_URL: Final = "https://discord.com/api/v10"
DEVELOPER_PORTAL: Final = "the Developer Portal, https://discord.com/developers/applications"
ANSWER_SECONDS: Final = 10
MOST_SKEW: Final = 10
MOST_COMMANDS: Final = 100
MOST_SURPRISE: Final = 200
UNEXPECTED_ANSWER: Final = (
    "Try again in some minutes. If it stays so, tell the makers of the bot this line; what else was found holds."
)
PRIVILEGED_INTENTS: Final = {
    "Presence": (1 << 12) | (1 << 13),
    "Server Members": (1 << 14) | (1 << 15),
    "Message Content": (1 << 18) | (1 << 19),
}


Tell: TypeAlias = Callable[[Check], None]


class Answer(Value):
    """What Discord's API said: status, JSON document, and its own time (UTC) from the Date header."""

    status: int
    data: Any
    at: datetime | None


class DiscordLine:
    """A line to Discord's API with the bot's token."""

    def __init__(self, session: aiohttp.ClientSession, token: str, api: str) -> None:
        self._session, self._token, self._api = session, token, api

    async def get(self, path: str) -> Answer:
        """GET a path of the API. aiohttp.ClientError, OSError or TimeoutError if it cannot be reached."""
        headers = {"Authorization": f"Bot {self._token}"}
        async with self._session.get(f"{self._api}{path}", headers=headers) as answer:
            said = answer.headers.get("Date")
            is_json = answer.content_type == "application/json"
            data = await answer.json() if is_json else None
            return Answer(answer.status, data, parsedate_to_datetime(said) if said else None)


def utc_now() -> datetime:
    """The time of this machine."""
    return datetime.now(UTC)


async def examine(
    settings: Settings,
    *,
    api: str = API_URL,
    out: Callable[[str], None] = print,
    now: Callable[[], datetime] = utc_now,
    connector: aiohttp.BaseConnector | None = None,
    live: Callable[[Tell], Awaitable[object]] | None = None,
    installed: Path = INSTALLED_UNITS,
) -> int:
    """Run all checks and print a line for each as soon as it is known; 0 if all is in order, 1 otherwise. The token is never
    printed, and a check that ends in a fault of its own is one that failed.

    `live` plays a round on Discord itself and tells its steps; it is left out where Discord cannot be reached or refuses the
    token. `installed` is where this machine's units of systemd are.
    """
    database = settings.database_for("admiralty.db")
    found = Findings(lambda check: out(hide(check.line(), settings.token)))
    found.tell(check_program(settings))
    found.tell(check_settings(settings))
    await found.of("Service", lambda: check_service(settings, installed))
    await found.of("This machine", lambda: local_checks(settings.data, database))
    await found.of("Running bot", lambda: check_running(database, now().timestamp()))
    await found.of("Shards", lambda: check_shards(database, settings.shards))
    await found.of("Operation", lambda: service_checks(settings, now()))
    await found.of("Command list", lambda: check_refused(settings.data))
    await found.at_discord("Discord", discord_checks(settings.token, api, now, found.tell, connector))
    if live is not None and all(check.ok for check in found.checks if check.name in {"Discord", "Token"}):
        await found.at_discord("Live round", live(found.tell))
    wrong = sum(not check.ok for check in found.checks)
    out("All is in order." if not wrong else f"{wrong} of {len(found.checks)} checks failed. Fix them from the top.")
    return 1 if wrong else 0


class Findings:
    """What was found so far, each check told as soon as it is known."""

    def __init__(self, say: Callable[[Check], None]) -> None:
        self._say = say
        self.checks: list[Check] = []

    def tell(self, check: Check) -> None:
        """One more."""
        self.checks.append(check)
        self._say(check)

    async def of(self, name: str, look: Callable[[], Check | Iterable[Check] | None]) -> None:
        """What a look at this machine finds, in a thread. A fault of its own is told under the name."""
        try:
            seen = await asyncio.to_thread(look)
        except Exception as wrong:  # noqa: BLE001 # the doctor is asked when something is strange
            self.tell(surprise(name, wrong))
            return
        for check in () if seen is None else (seen,) if isinstance(seen, Check) else seen:
            self.tell(check)

    async def at_discord(self, name: str, work: Awaitable[object]) -> None:
        """Do what tells its own checks. A fault of its own is told under the name, and what was told before stands."""
        try:
            await work
        except Exception as wrong:  # noqa: BLE001 # as above
            self.tell(surprise(name, wrong))


def check_settings(settings: Settings) -> Check:
    """The settings that were read, without secrets."""
    token = "set" if settings.token else "not set"
    form = "JSON" if settings.log_json else "plain lines"
    text = f"token {token}, data in {settings.data}, {settings.workers} workers, log at {settings.log_level} as {form}"
    return Check("Settings", True, text)


def check_token_form(token: str) -> Check | None:
    """What is wrong with a token by its looks alone; None if it may be one."""
    fetch = f"Copy it from {DEVELOPER_PORTAL} (your application, Bot, Reset Token) into .env, on a line DISCORD_TOKEN=your-token"
    if not token:
        return Check("Token", False, "DISCORD_TOKEN is not set", f"{fetch}. (`make play` needs none.)")
    if token.lower().startswith("bot "):
        mend = "Set DISCORD_TOKEN to the token alone, without that word."
        return Check("Token", False, 'it begins with "Bot "', mend)
    if not token.isascii() or not token.isprintable() or " " in token or token[0] in "\"'":
        return Check("Token", False, "it holds characters that no token has", f"{fetch}, without quotes or blanks.")
    if token.count(".") != 2:
        return Check("Token", False, "it does not look like a bot token (three parts with dots between)", fetch)
    return None


async def discord_checks(
    token: str,
    api: str,
    now: Callable[[], datetime],
    tell: Tell,
    connector: aiohttp.BaseConnector | None = None,
) -> None:
    """Tell all checks that need Discord; only the first that failed where the rest would make no sense."""
    formed = check_token_form(token)
    if formed is not None:
        tell(formed)
        return
    limit = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
    try:
        async with aiohttp.ClientSession(timeout=limit, connector=connector, trust_env=connector is None) as session:
            await _ask(DiscordLine(session, token, api), now, tell)
    except (aiohttp.ClientError, TimeoutError, OSError) as wrong:
        mend = "Check this machine's network, firewall and proxy (HTTPS_PROXY), then try again."
        tell(Check("Discord", False, f"it cannot be reached ({type(wrong).__name__})", mend))


async def _ask(line: DiscordLine, now: Callable[[], datetime], tell: Tell) -> None:
    gateway = await line.get("/gateway")
    tell(check_clock(gateway.at, now()))
    me = await line.get("/users/@me")
    token = _looked("Token", check_token, me)
    tell(token)
    if not token.ok:
        return
    application = await line.get("/applications/@me")
    tell(_looked("Application", check_application, application))
    number = str(_part(application.data, "id") or _part(me.data, "id") or "")
    tell(_looked("Commands", check_commands, await line.get(f"/applications/{number}/commands")))
    for check in check_guilds(await line.get("/users/@me/guilds"), number):
        tell(check)


def _looked(name: str, check: Callable[[Answer], Check], answer: Answer) -> Check:
    try:
        return check(answer)
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        return surprise(name, wrong)


def _part(data: Any, key: str) -> Any:
    return data.get(key) if isinstance(data, dict) else None


def surprise(name: str, wrong: Exception) -> Check:
    """A check that could not be carried out: an answer of a shape that nobody thought of, or a fault of this program."""
    told = f"{type(wrong).__name__}: {wrong}"[:MOST_SURPRISE]
    return Check(name, False, f"it could not be looked at ({told})", UNEXPECTED_ANSWER)


def check_clock(theirs: datetime | None, ours: datetime) -> Check:
    """This machine's clock agrees with Discord's to some seconds; deadlines are kept by it."""
    if theirs is None:
        return Check("Clock", True, "Discord sent no time to compare with")
    skew = round((ours - theirs).total_seconds())
    if abs(skew) <= MOST_SKEW:
        return Check("Clock", True, "agrees with Discord's")
    how = "ahead of" if skew > 0 else "behind"
    mend = "Switch time synchronisation on (timedatectl set-ntp true, or your system's settings)."
    return Check("Clock", False, f"{abs(skew)} s {how} Discord's, so deadlines would be off", mend)


def check_token(answer: Answer) -> Check:
    """Discord takes the token."""
    if answer.status == 200:
        return Check("Token", True, f"good; the bot is {answer.data['username']}")
    if answer.status == 401:
        mend = (
            f"It was reset or mistyped: make a new one in {DEVELOPER_PORTAL} (Bot, Reset Token) and set DISCORD_TOKEN."
        )
        return Check("Token", False, "Discord refuses it", mend)
    return Check("Token", False, f"Discord answered {answer.status}", "Try again in some minutes.")


def check_application(answer: Answer) -> Check:
    """Nothing in the application's settings keeps commands or invitations from working; no privileged intent is needed."""
    if answer.status != 200:
        return Check("Application", False, f"Discord answered {answer.status}", "Try again in some minutes.")
    if answer.data.get("interactions_endpoint_url"):
        text = "its commands are sent to an Interactions Endpoint URL, not to this bot"
        return Check("Application", False, text, f"Clear that field in {DEVELOPER_PORTAL} (General Information).")
    if answer.data.get("bot_require_code_grant"):
        text = "it requires an OAuth2 code grant, so the invite link does not work"
        return Check("Application", False, text, f"Switch that off in {DEVELOPER_PORTAL} (Bot).")
    flags = int(answer.data.get("flags") or 0)
    switched = [name for name, bits in PRIVILEGED_INTENTS.items() if flags & bits]
    more = f"; {', '.join(switched)} may be switched off, the bot does not use it" if switched else ""
    return Check("Application", True, f"no privileged intent is needed{more}")


def check_commands(answer: Answer) -> Check:
    """The commands that Discord knows of the bot, which at its first start are none."""
    if answer.status != 200:
        mend = "Invite the bot with the link below: it carries the scope applications.commands."
        return Check("Commands", False, f"Discord answered {answer.status}", mend)
    known = len(answer.data)
    if known > MOST_COMMANDS:
        return Check("Commands", False, f"{known} are registered, {MOST_COMMANDS} are the most", "Start the bot once.")
    return Check("Commands", True, f"{known} are registered" if known else "none yet; the first start registers them")


def check_guilds(answer: Answer, application: str) -> list[Check]:
    """The bot is in a server and may do there what it needs to; always with the link that invites it."""
    link = invite_link(application)
    invited = Check("Invite link", True, link)
    if answer.status != 200:
        return [Check("Servers", False, f"Discord answered {answer.status}", "Try again in some minutes."), invited]
    if not answer.data:
        return [Check("Servers", False, "the bot is in none", f"Invite it: {link}"), invited]
    if not isinstance(answer.data, list):
        return [Check("Servers", False, "Discord's list of servers is no list", UNEXPECTED_ANSWER), invited]
    return [*(check_guild(guild) for guild in answer.data), invited]


def check_guild(guild: Mapping[str, Any]) -> Check:
    """The bot's permissions in one server. Channels may still take some away; the game master is told when one does."""
    name = "".join(c for c in str(_part(guild, "name") or _part(guild, "id")) if c.isprintable())
    given = str(_part(guild, "permissions"))
    if not given.isdecimal():
        return Check(f"Server {name}", False, "Discord did not say which permissions the bot has", UNEXPECTED_ANSWER)
    lacks = missing_permissions(discord.Permissions(int(given)))
    if not lacks:
        return Check(f"Server {name}", True, "all permissions are given")
    mend = "Give the bot's role these in Server Settings, Roles; or invite it again with the link below."
    return Check(f"Server {name}", False, f"lacks {', '.join(lacks)}", mend)


def invite_link(application: str) -> str:
    """The link that invites the bot with its scopes and permissions."""
    return discord.utils.oauth_url(
        int(application), permissions=PERMISSIONS_ASKED, scopes=("bot", "applications.commands")
    )
