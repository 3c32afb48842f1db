"""What must have held when the curtain falls: every command used, every letter delivered once, no secret read by others."""

from collections.abc import Iterator
from typing import Any

from demo.actor import Actor
from demo.cast import Cast
from demo.collect import FRONT, REPORT, Delivered, read_by, repeated_refs
from demo.reading import fleets
from demo.rivals import titles
from demo.stage import CHANNEL

Json = dict[str, Any]


def commands_of(actor: Actor) -> set[str]:
    """Every command of the tree, by its full name, as Discord lists it to a person."""
    return {name for command in actor.human.commands(CHANNEL) for name in _leaves(command, "")}


def _leaves(node: Json, above: str) -> Iterator[str]:
    name = f"{above} {node['name']}".strip()
    inner = [option for option in node.get("options", []) if option["type"] in (1, 2)]
    if not inner:
        yield name
    for option in inner:
        yield from _leaves(option, name)


def check_commands(cast: Cast) -> list[str]:
    """Commands nobody used; none should be left."""
    unused = sorted(commands_of(cast.gm) - set(cast.book.used))
    cast.book.check(not unused, f"commands nobody used: {', '.join(unused)}")
    return unused


def check_delivery(cast: Cast, delivered: list[Delivered]) -> None:
    """Each side got each turn's packet as often as the turn was published, and no letter came twice anywhere."""
    for each in delivered:
        cast.book.check(each.times == cast.published, f"{each.side} got {dict(each.times)}, not {dict(cast.published)}")
        for turn, files in each.files.items():
            wanted = {"map.png", "map.txt"} | ({REPORT} if turn else set())
            usual = {name for name in files if not name.startswith(FRONT)}
            cast.book.check(usual == wanted and all(files.values()), f"{each.side}, turn {turn}: {sorted(files)}")
    rooms = tuple(f"{cast.bill.sides[rival.side]} · " for rival in cast.bill.rivals)
    for actor in cast.actors:
        theirs = [thread.name for thread in actor.human.threads(CHANNEL) if thread.name.startswith(rooms)]
        cast.book.check(not theirs, f"{actor.name} can open threads of the bot's empires: {theirs}")
    for actor in (*cast.actors, cast.gm):
        again = repeated_refs(actor.hears(actor.place))
        cast.book.check(not again, f"letters that {actor.name} got twice: {again}")
    again = repeated_refs(cast.visitor.hears(CHANNEL))
    cast.book.check(not again, f"public letters that came twice: {again}")


async def own_names(cast: Cast) -> dict[str, set[str]]:
    """What each side has called its fleets and colonies, as it reads them itself."""
    found: dict[str, set[str]] = {}
    for side, empire in cast.empires.items():
        names = set(await fleets(empire.actor)) | set(empire.doctrine.colonies[: empire.named])
        found[side] = names | set(empire.doctrine.scouts) | set(empire.doctrine.haulers)
    return found


def check_secrets(cast: Cast, delivered: list[Delivered], names: dict[str, set[str]]) -> None:
    """No name that a side gave to something stands in anything another side has read, nor in public; and what the bot's empires
    got and planned has come to no player."""
    papers = tuple(titles(cast))
    for each in delivered:
        people = [cast.actor(each.side), cast.players[each.side]]
        told = "\n".join(_unasked(text) for text in read_by(each, people))
        read = [title for title in papers if title in told]
        cast.book.check(not read, f"{each.side} has papers of the bot's: {read}")
        for side, secrets in names.items():
            if side != each.side:
                leaked = sorted(name for name in secrets if name in told)
                cast.book.check(not leaked, f"{each.side} has read names of {side}: {leaked}")
    public = "\n".join(m.text() for m in cast.visitor.hears(CHANNEL) if not m.ephemeral)
    leaked = sorted(name for secrets in (*names.values(), papers) for name in secrets if name in public)
    cast.book.check(not leaked, f"public posts hold names of fleets or colonies, or papers: {leaked}")


def _unasked(entry: str) -> str:
    """A diary entry without what the player typed, and without a refusal that repeats it."""
    if not entry.startswith("> "):
        return entry
    answer = entry.partition("\n")[2]
    return "" if answer.startswith("⚠") else answer


def check_stage(cast: Cast) -> None:
    """No unknown route, no error in the log."""
    unknown = cast.stage.sandbox.unknown_routes
    cast.book.check(not unknown, f"routes the sandbox does not have: {unknown}")
    for error in cast.stage.log.errors:
        cast.book.problems.append(f"logged: {error}")
