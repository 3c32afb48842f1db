"""What the commands and forms about the game master's races do alike: read lists, change one part, tell the outcome."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cogs.gm.acts import Chair
from cogs.gm.texts import ruled_text
from cogs.kit.answers import say
from cogs.kit.bench import Interaction, bench_of
from rules.cluster_war.npr.profile import RELATIONS, Npr, NprColony, NprForce
from rules.errors import GameError, quoted
from umpire import others
from umpire.others import Change
from umpire.rulings import Ruled

WORDS = RELATIONS


def listed_in(text: str) -> tuple[str, ...]:
    """A list separated by commas; "none" for an empty one."""
    if text.strip().casefold() == "none":
        return ()
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def percents(text: str) -> tuple[int, ...]:
    """A growth chart; "none" for growth by dice. GameError for what are no whole numbers."""
    parts = [p.strip().removesuffix("%").strip() for p in text.split(",") if p.strip()]
    if text.strip().casefold() == "none":
        return ()
    if any(not p.removeprefix("-").removeprefix("+").isdecimal() or len(p) > 4 for p in parts):
        raise GameError(f"{quoted(text)} is no growth chart; write per cents by month, like 3,2,2,0.")
    return tuple(int(p) for p in parts)


def changed(npr: Npr, changes: Mapping[str, Any]) -> Npr:
    """The race with some of its fields changed; what it settles next counts from a production that was set."""
    done = replace(npr, **changes)
    return replace(done, settled_at=done.gross) if "gross" in changes else done


def force_set(npr: Npr, key: str | None, force: NprForce) -> Npr:
    """The race with a force, a new one or in place of the one with its number; without ships it is gone."""
    old = next((f for f in npr.forces if f.id == key), None)
    if key is not None and old is None:
        raise GameError(f"{npr.name} has no force number {key}.")
    rest = tuple(f for f in npr.forces if f.id != force.id)
    if not force.ships:
        if old is None:
            raise GameError("Name the force's number to take it away.")
        return replace(npr, forces=rest)
    named = replace(force, name=force.name or (old.name if old else f"{force.role.capitalize()} {force.id}"))
    return replace(npr, forces=(*rest, named))


def settled(npr: Npr, colony: NprColony, lost: bool) -> Npr:
    """The race with one colony more, or less."""
    rest = tuple(c for c in npr.colonies if c.id != colony.id)
    if lost:
        if len(rest) == len(npr.colonies):
            raise GameError(f"{npr.name} has no colony at {quoted(colony.id)}.")
        return replace(npr, colonies=rest)
    territory = npr.territory if colony.hex in npr.territory else (*npr.territory, colony.hex)
    return replace(
        npr, colonies=(*rest, colony), territory=territory, sites=tuple(s for s in npr.sites if s != colony.id)
    )


async def change(interaction: Interaction, chair: Chair, race: str, act: Change, reason: str) -> Ruled:
    """Change one race."""
    return await others.change_race(chair.desk, chair.seat, race, act, reason, once=str(interaction.id))


async def tell(interaction: Interaction, chair: Chair, ruled: Ruled) -> None:
    """Say what was changed."""
    bench_of(interaction).deliverer.wake()
    await say(interaction, ruled_text(chair.game, ruled))
