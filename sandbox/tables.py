"""The tables of docs/sandbox.md that are made from the code: `python -m sandbox.tables docs/sandbox.md` writes them anew.

Between `<!-- table: NAME -->` and `<!-- end -->` stands what `TABLES[NAME]` gives; a test compares the two."""

import ast
import inspect
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sandbox.ratelimit import Fault
from sandbox.rest import ROUTES
from sandbox.web_control import PARTS, settings

HERE: Final = Path(__file__).parent
_KIND: Final = re.compile(r"\{(\w+):[^}]*\}")
_PLACE: Final = re.compile(r"<!-- table: (\w+) -->\n.*?<!-- end -->", re.DOTALL)
_FIRST: Final = re.compile(r"^(GET|PUT|POST|PATCH|DELETE) ((and )?/(\{[^}]*\}|[^\s:;,.{])*\.?\s?)*[:;,.]? ?")

LOOSE: Final = {
    "GET /guilds/{guild_id}": "no emoji, stickers, features or pictures",
    "POST /guilds/{guild_id}/channels": "text, announcement and category; other kinds are refused",
    "PATCH /channels/{channel_id}": "name, topic, position, overwrites, and a thread's own fields; others are ignored",
    "GET /channels/{channel_id}/messages/pins": "the whole list at once, by when the message was sent",
    "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji}/@me": "any text counts as an emoji",
    "POST /guilds/{guild_id}/roles": "name, permissions, colour and mentionable; others are ignored",
    "PATCH /guilds/{guild_id}/members/{user_id}": "time-outs and voice are ignored",
    "GET /users/@me/guilds": "always the whole list",
}
"""What is modelled and not strict, and what is not looked at, by "METHOD template"; every other route is strict."""

MISSING: Final = (
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
"""Routes of Discord that the sandbox does not have, as expressions on "METHOD /path" with {} for each parameter."""


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
        loose = LOOSE.get(f"{each.method} {template}", "")
        note = "; ".join(part for part in (_note(each.handler.__doc__), loose) if part)
        lines.append(
            f"| `{each.method} {template}` | {'modelled' if loose else 'strict'} | {note.replace('|', ' or ')} |"
        )
    return "\n".join(lines)


def missing() -> str:
    """What there is not: it is answered 404 and noted, so that a test can see it."""
    return "\n".join(["| missing |", "|---|", *(f"| {words} |" for _, words in MISSING)])


def _number(node: ast.expr) -> int | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def _words(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(each.value if isinstance(each, ast.Constant) else "…" for each in node.values)  # type: ignore[misc]  # pieces of a text are texts
    return "…"


def refusals() -> set[tuple[int, int, str]]:
    """(code, HTTP status, sentence) of every refusal in the code, read from its source."""
    found: set[tuple[int, int, str]] = set()
    for path in sorted(HERE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            names = [each.id for each in (node.func, *node.args[:1]) if isinstance(each, ast.Name)]
            arguments = node.args[1:] if "partial" in names else node.args
            if not any(each.endswith("Error") for each in names) or len(arguments) < 3:
                continue
            status, code = _number(arguments[0]), _number(arguments[1])
            if status is not None and code is not None and 400 <= status < 500:
                found.add((code, status, _words(arguments[2])))
    return found | _unknowns()


def _unknowns() -> set[tuple[int, int, str]]:
    source = (HERE / "errors.py").read_text("utf-8")
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
    told = {f"{part.prefix}.{name}": words for part in PARTS for name, words in _documented(type(part.fresh())).items()}
    lines = ["| setting | begins at | |", "|---|---|---|"]
    lines += [f"| `{name}` | {str(value).lower()} | {told.get(name, '')} |" for name, value in settings().items()]
    return "\n".join(lines)


def faults() -> str:
    """What the kinds of faults do, as `Fault` says it."""
    return inspect.cleandoc(Fault.__doc__ or "").split("\n\n", maxsplit=1)[-1]


TABLES: Final[dict[str, Callable[[], str]]] = {
    "routes": routes,
    "missing": missing,
    "errors": errors,
    "rates": rates,
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
