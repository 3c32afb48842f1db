"""The tables of docs/sandbox.md that are made from the code: `python -m sandbox.tables docs/sandbox.md` writes them anew.

Between `<!-- table: NAME -->` and `<!-- end -->` stands what `TABLES[NAME]` gives; a test compares the two."""

import ast
import inspect
import re
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox.errors import DiscordError
from sandbox.human import Human
from sandbox.interactions import Core
from sandbox.ratelimit import Fault
from sandbox.rest import ROUTES
from sandbox.web_control import settings
from sandbox.world import empty_world

SANDBOX_FOLDER: Final = Path(__file__).parent
_KIND: Final = re.compile(r"\{(\w+):[^}]*\}")
_PLACE: Final = re.compile(r"<!-- table: (\w+) -->\n.*?<!-- end -->", re.DOTALL)
_FIRST: Final = re.compile(r"^(GET|PUT|POST|PATCH|DELETE) ((and )?/(\{[^}]*\}|[^\s:;,.{])*\.?\s?)*[:;,.]? ?")

LOOSE_ROUTES: Final = {
    "GET /guilds/{guild_id}": "no emoji, stickers, features or pictures",
    "POST /guilds/{guild_id}/channels": "text, announcement and category; other kinds are refused",
    "PATCH /channels/{channel_id}": "name, topic, position, slow mode, overwrites, thread fields",
    "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me": "any text counts as an emoji",
    "POST /guilds/{guild_id}/roles": "name, permissions, colour and mentionable; others are ignored",
    "PATCH /guilds/{guild_id}/members/{user_id}": "time-outs and voice are ignored",
    "GET /users/@me/guilds": "always the whole list",
}
"""What is modelled and not strict, and what is not looked at, by "METHOD template"; every other route is strict."""

MISSING_ROUTES: Final = (
    (r"PATCH /applications/@me|\w+ /applications/\{\}", "editing the application; the application by its id"),
    (r"\w+ /applications/\{\}/(activity-instances|attachment|emojis|entitlements|role-connections).*",
     "application emoji, activities, entitlements, linked roles"),
    (r"(GET|PATCH) /applications/\{\}(/guilds/\{\})?/commands/\{\}", "one command by its id: reading and editing"),
    (r"\w+ /applications/\{\}/guilds/\{\}/commands/(\{\}/)?permissions", "permissions of commands set by a server"),
    (r"\w+ /channels/\{\}/(followers|invites|polls|recipients|send-soundboard-sound|voice-status|webhooks).*",
     "following, invites, polls, group DMs, soundboard, webhooks of a channel"),
    (r"POST /channels/\{\}/messages/\{\}/crosspost", "publishing in announcement channels"),
    (r"\w+ /channels/\{\}/messages/\{\}/reactions(/\{\}(/\{\})?)?", "reading and clearing reactions, those of others"),
    (r"\w+ /channels/\{\}/pins.*", "the old routes of pins (use /messages/pins)"),
    (r"GET /channels/\{\}/(threads/search|users/@me/threads/archived/private)", "searching threads; archived ones of one's own"),
    (r"\w+ /guilds/templates/.*|\w+ /guilds/\{\}/templates.*", "templates"),
    (r"(PATCH|PUT) /guilds/\{\}(/incident-actions)?", "editing a server"),
    (r"\w+ /guilds/\{\}/(audit-logs|auto-moderation|bans|bulk-ban|prune|requests).*",
     "moderation: audit log, rules, bans, pruning"),
    (r"\w+ /guilds/\{\}/(emojis|stickers|soundboard-sounds|scheduled-events|voice-states|regions).*",
     "emoji, stickers, sounds, events, voice"),
    (r"\w+ /guilds/\{\}/(integrations|invites|webhooks|widget|vanity-url|welcome-screen|new-member-welcome|onboarding|preview).*",
     "integrations, invites, webhooks, widget, onboarding"),
    (r"PATCH /guilds/\{\}/(channels|roles|roles/\{\}|members/@me)",
     "moving channels and roles, editing a role, the bot's own profile"),
    (r"(GET|DELETE) /guilds/\{\}/(roles/\{\}|roles/member-counts)", "one role by its id"),
    (r"(PUT|DELETE) /guilds/\{\}/members/\{\}|GET /guilds/\{\}/(members|messages)/search",
     "adding and removing members; searching"),
    (r"\w+ /(invites|lobbies|partner-sdk|skus|soundboard-default-sounds|stage-instances|sticker-packs|stickers|voice).*",
     "invites, lobbies, shops, stages, stickers, voice"),
    (r"GET /oauth2/(@me|keys|userinfo)", "OAuth2 for people"),
    (r"PATCH /users/@me|(GET|PUT|DELETE) /users/@me/(applications|connections|guilds/).*",
     "editing the bot; a person's connections; leaving a server"),
    (r"(GET|PATCH|DELETE) /webhooks/\{\}|(GET|PATCH|DELETE) /webhooks/\{\}/\{\}|POST /webhooks/\{\}/\{\}/\w+",
     "webhooks other than those of interactions"),
)  # fmt: skip
"""Routes of Discord that the sandbox does not have, as expressions on "METHOD /path" with {} for each parameter. A row that
fits a route which is there is left out of the page; where it said more than that route, it is to be written anew."""


def plain(template: str) -> str:
    """A route's template with {} for each parameter, so that names do not matter."""
    return re.sub(r"\{[^}]*\}", "{}", template)


def _note(doc: str | None) -> str:
    first = (doc or "").split("\n", maxsplit=1)[0].strip().rstrip(".")
    return _FIRST.sub("", first, count=1)


def routes() -> str:
    """Every route there is, how far it is true, and what is said of it."""
    lines = ["| route | state | |", "|---|---|---|"]
    for each in ROUTES:
        template = _KIND.sub(r"{\1}", each.template)
        loose = LOOSE_ROUTES.get(f"{each.method} {template}", "")
        note = "; ".join(part for part in (_note(each.handler.__doc__), loose) if part)
        lines.append(
            f"| `{each.method} {template}` | {'modelled' if loose else 'strict'} | {note.replace('|', ' or ')} |"
        )
    return "\n".join(lines)


def missing() -> str:
    """What there is not: it is answered 404 and noted, so that a test can see it."""
    there = {f"{each.method} {plain(each.template)}" for each in ROUTES}
    left = [words for pattern, words in MISSING_ROUTES if not any(re.fullmatch(pattern, each) for each in there)]
    return "\n".join(["| missing |", "|---|", *(f"| {words} |" for words in left)])


def _number(node: ast.expr) -> int | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def _words(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(each.value if isinstance(each, ast.Constant) else "…" for each in node.values)  # type: ignore[misc]  # pieces of a text are texts
    return "…"


def _called(node: ast.expr) -> str:
    """The name of a class or function, also as one of a module's; "" for what is neither."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _refusal(node: ast.Call, kinds: set[str]) -> tuple[int, int, str] | None:
    names = [name for each in (node.func, *node.args[:1]) if (name := _called(each))]
    kind = next((each for each in names if each in kinds), None)
    given = [each for each in node.args if _called(each) != (kind or "")]
    if kind is None or (names[0] != kind and names[0] != "partial") or len(given) < 2:
        return None
    numbers = [found for each in given if (found := _number(each)) is not None]
    codes = [each for each in numbers if each == 0 or each >= 10_000]
    statuses = [each for each in numbers if 400 <= each < 500] or [429]  # only a limit's own class leaves it out
    words = [_words(each) for each in given if isinstance(each, (ast.JoinedStr, ast.Name)) or _is_text(each)]
    return (codes[0], statuses[0], words[0] if words else "…") if codes else None


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def refusals() -> set[tuple[int, int, str]]:
    """(code, HTTP status, sentence) of every refusal in the code, read from its source."""
    kinds = {DiscordError.__name__, *(each.__name__ for each in DiscordError.__subclasses__())}
    found = _unknowns()
    for path in sorted(SANDBOX_FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            one = _refusal(node, kinds) if isinstance(node, ast.Call) else None
            if one is not None:
                found.add(one)
    return found


def _unknowns() -> set[tuple[int, int, str]]:
    source = (SANDBOX_FOLDER / "errors.py").read_text("utf-8")
    tree = next(n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef) and n.name == "unknown")
    table = next(n for n in ast.walk(tree) if isinstance(n, ast.Dict))
    pairs = zip(table.keys, table.values, strict=True)
    return {(_number(value) or 0, 404, f"Unknown {_words(key)}") for key, value in pairs if key is not None}


def errors() -> str:
    """Every code the sandbox answers with."""
    lines = ["| code | status | message |", "|---|---|---|"]
    lines += [f"| {code} | {status} | {words} |" for code, status, words in sorted(refusals())]
    return "\n".join(lines)


def _documented(owner: type) -> dict[str, str]:
    """What the text below each field of a class says."""
    (body,) = [
        n for n in ast.parse(inspect.cleandoc("\n" + inspect.getsource(owner))).body if isinstance(n, ast.ClassDef)
    ]
    found: dict[str, str] = {}
    for field, text in zip(body.body, body.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            found[field.target.id] = " ".join(_words(text.value).split())
    return found


def rates() -> str:
    """Every setting of rates and limits, its value at the start, and what it is."""
    owners = Core(empty_world(), time.time).settable
    told = {
        f"{part}.{name}": words for part, owner in owners.items() for name, words in _documented(type(owner)).items()
    }
    lines = ["| setting | begins at | |", "|---|---|---|"]
    lines += [f"| `{name}` | {str(value).lower()} | {told.get(name, '')} |" for name, value in settings().items()]
    return "\n".join(lines)


_REACTION: Final = re.compile(r"^MESSAGE_REACTION_[A-Z]+$")
BUILT_EVENTS: Final = {
    "MESSAGE_…": ("MESSAGE_CREATE", "MESSAGE_UPDATE"),
    "…_…": tuple(f"{noun}_{verb}" for noun in ("CHANNEL", "THREAD") for verb in ("CREATE", "UPDATE", "DELETE")),
    "GUILD_MEMBER_…": ("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE"),
}
"""Names of events that the code puts together, and what comes of them."""


def events_sent() -> set[str]:
    """The name of every event that reaches a bot, read from the source."""
    found: set[str] = set()
    for path in sorted(SANDBOX_FOLDER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.IfExp):  # a name that depends on what was done
                found |= {name for name in (_words(node.body), _words(node.orelse)) if _REACTION.match(name)}
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            page_alone = any(each.arg == "to_bot" and _words(each.value) == "False" for each in node.keywords)
            if called in ("Event", "dispatch", "to_all") and not page_alone:
                names = [_words(each) for each in node.args[:2] if isinstance(each, (ast.Constant, ast.JoinedStr))]
                for name in names:
                    found |= set(BUILT_EVENTS.get(name, (name,) if name.isupper() else ()))
    return found


def events() -> str:
    """Every event a bot may get."""
    return textwrap.fill(", ".join(f"`{name}`" for name in sorted(events_sent())) + ".", 118, break_on_hyphens=False)


def people() -> str:
    """What a `Human` can do."""
    lines = ["| `Human` | |", "|---|---|"]
    for name, member in vars(Human).items():
        if name.startswith("_") or not (inspect.isfunction(member) or isinstance(member, property)):
            continue
        given = "" if isinstance(member, property) else _parameters(member)
        first = " ".join(inspect.cleandoc(member.__doc__ or "").split("\n\n", maxsplit=1)[0].split())
        lines.append(f"| `{name}{given}` | {first} |")
    return "\n".join(lines)


def _parameters(function: Callable[..., object]) -> str:
    shown = []
    for each in list(inspect.signature(function).parameters.values())[1:]:
        stars = "*" if each.kind is each.VAR_POSITIONAL else "**" if each.kind is each.VAR_KEYWORD else ""
        needed = "=…" if each.kind is each.KEYWORD_ONLY else ""
        shown.append(f"{stars}{each.name}{needed if each.default is each.empty else f'={each.default!r}'}")
    return f"({', '.join(shown)})"


def faults() -> str:
    """What the kinds of faults do, as `Fault` says it."""
    return inspect.cleandoc(Fault.__doc__ or "").split("\n\n", maxsplit=1)[-1]


TABLES: Final[dict[str, Callable[[], str]]] = {
    "routes": routes,
    "missing": missing,
    "errors": errors,
    "rates": rates,
    "events": events,
    "people": people,
    "faults": faults,
}


def filled(page: str) -> str:
    """The page with every table written anew; KeyError for a table that there is not."""
    return _PLACE.sub(lambda found: f"<!-- table: {found[1]} -->\n{TABLES[found[1]]()}\n<!-- end -->", page)


def main() -> int:
    """Writes the tables of the pages that are named; 0 always."""
    for name in sys.argv[1:]:
        path = Path(name)
        before = path.read_text("utf-8")
        after = filled(before)
        if after != before:
            path.write_text(after, "utf-8")
        print(f"{path}: {'written' if after != before else 'as it was'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
