"""`bot.py doctor`: what a first evening on a real server trips over, here and at Discord, and how to mend each."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord

from cogs.common.permissions import ASKED, missing_permissions
from cogs.shell.redact import hide
from rules.values import Value
from settings import Settings
from umpire.services.doctor import Check, check_shards, local_checks
from umpire.services.doctor_service import INSTALLED, check_service, service_checks
from umpire.services.pulse import check_running

API: Final = "https://discord.com/api/v10"
PORTAL: Final = "the Developer Portal, https://discord.com/developers/applications"
SECONDS: Final = 10
MOST_SKEW: Final = 10
MOST_COMMANDS: Final = 100
PRIVILEGED: Final = {
    "Presence": (1 << 12) | (1 << 13),
    "Server Members": (1 << 14) | (1 << 15),
    "Message Content": (1 << 18) | (1 << 19),
}


class Answer(Value):
    """What Discord's API said: status, JSON document, and its own time (UTC) from the Date header."""

    status: int
    data: Any
    at: datetime | None


class Line:
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
    api: str = API,
    out: Callable[[str], None] = print,
    now: Callable[[], datetime] = utc_now,
    connector: aiohttp.BaseConnector | None = None,
    live: Callable[[], Awaitable[Sequence[Check]]] | None = None,
    installed: Path = INSTALLED,
) -> int:
    """Run all checks and print a line for each; 0 if all is in order, 1 otherwise. The token is never printed.

    `live` plays a round on Discord itself; it is left out where Discord cannot be reached or refuses the token. `installed` is
    where this machine's units of systemd are.
    """
    checks = [check_settings(settings)]
    service = await asyncio.to_thread(check_service, settings, installed)
    checks += [] if service is None else [service]
    checks += await asyncio.to_thread(local_checks, settings.data, settings.database_for("admiralty.db"))
    checks.append(await asyncio.to_thread(check_running, settings.database_for("admiralty.db"), now().timestamp()))
    checks.append(await asyncio.to_thread(check_shards, settings.database_for("admiralty.db"), settings.shards))
    checks += await asyncio.to_thread(service_checks, settings, now())
    found = await discord_checks(settings.token, api, now, connector)
    checks += found
    if live is not None and all(check.ok for check in found if check.name in {"Discord", "Token"}):
        checks += await live()
    for check in checks:
        out(hide(check.line(), settings.token))
    wrong = sum(not check.ok for check in checks)
    out("All is in order." if not wrong else f"{wrong} of {len(checks)} checks failed; mend them from the top.")
    return 1 if wrong else 0


def check_settings(settings: Settings) -> Check:
    """The settings that were read, without secrets."""
    token = "set" if settings.token else "not set"
    form = "JSON" if settings.log_json else "plain lines"
    text = f"token {token}, data in {settings.data}, {settings.workers} workers, log at {settings.log_level} as {form}"
    return Check("Settings", True, text)


def check_token_form(token: str) -> Check | None:
    """What is wrong with a token by its looks alone; None if it may be one."""
    fetch = f"Copy it from {PORTAL} (your application, Bot, Reset Token) into .env, on a line DISCORD_TOKEN=your-token"
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
    token: str, api: str, now: Callable[[], datetime], connector: aiohttp.BaseConnector | None = None
) -> list[Check]:
    """All checks that need Discord; only the first that failed where the rest would make no sense."""
    formed = check_token_form(token)
    if formed is not None:
        return [formed]
    limit = aiohttp.ClientTimeout(total=SECONDS)
    try:
        async with aiohttp.ClientSession(timeout=limit, connector=connector, trust_env=connector is None) as session:
            return await _ask(Line(session, token, api), now)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as wrong:
        mend = "Check this machine's network, firewall and proxy (HTTPS_PROXY), then try again."
        return [Check("Discord", False, f"it cannot be reached ({type(wrong).__name__})", mend)]


async def _ask(line: Line, now: Callable[[], datetime]) -> list[Check]:
    gateway = await line.get("/gateway")
    checks = [check_clock(gateway.at, now())]
    me = await line.get("/users/@me")
    checks.append(check_token(me))
    if not checks[-1].ok:
        return checks
    application = await line.get("/applications/@me")
    checks.append(check_application(application))
    number = str((application.data or {}).get("id", me.data["id"]))
    checks.append(check_commands(await line.get(f"/applications/{number}/commands")))
    checks += check_guilds(await line.get("/users/@me/guilds"), number)
    return checks


def check_clock(theirs: datetime | None, ours: datetime) -> Check:
    """This machine's clock agrees with Discord's to some seconds; deadlines are kept by it."""
    if theirs is None:
        return Check("Clock", True, "Discord told no time to compare with")
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
        mend = f"It was reset or mistyped: make a new one in {PORTAL} (Bot, Reset Token) and set DISCORD_TOKEN."
        return Check("Token", False, "Discord refuses it", mend)
    return Check("Token", False, f"Discord answered {answer.status}", "Try again in some minutes.")


def check_application(answer: Answer) -> Check:
    """Nothing in the application's settings keeps commands or invitations from working; no privileged intent is needed."""
    if answer.status != 200:
        return Check("Application", False, f"Discord answered {answer.status}", "Try again in some minutes.")
    if answer.data.get("interactions_endpoint_url"):
        text = "its commands are sent to an Interactions Endpoint URL, not to this bot"
        return Check("Application", False, text, f"Clear that field in {PORTAL} (General Information).")
    if answer.data.get("bot_require_code_grant"):
        text = "it requires an OAuth2 code grant, so the invite link does not work"
        return Check("Application", False, text, f"Switch that off in {PORTAL} (Bot).")
    flags = int(answer.data.get("flags") or 0)
    switched = [name for name, bits in PRIVILEGED.items() if flags & bits]
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
    return [*(check_guild(guild) for guild in answer.data), invited]


def check_guild(guild: dict[str, Any]) -> Check:
    """The bot's permissions in one server. Channels may still take some away; the game master is told when one does."""
    name = "".join(c for c in str(guild["name"]) if c.isprintable())
    lacks = missing_permissions(discord.Permissions(int(guild["permissions"])))
    if not lacks:
        return Check(f"Server {name}", True, "all permissions are given")
    mend = "Give the bot's role these in Server Settings, Roles; or invite it again with the link below."
    return Check(f"Server {name}", False, f"lacks {', '.join(lacks)}", mend)


def invite_link(application: str) -> str:
    """The link that invites the bot with its scopes and permissions."""
    return discord.utils.oauth_url(int(application), permissions=ASKED, scopes=("bot", "applications.commands"))
