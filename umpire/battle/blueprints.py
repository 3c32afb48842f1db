"""Spacecraft that players draw: the one on a user's slip, and those kept under a name in a server."""

from typing import Final

from rules.pentagon_war.designs import Design
from rules.pentagon_war.options import Options
from rules.pentagon_war.shipyard.checks import check_design
from rules.pentagon_war.shipyard.notation import format_design, parse_design
from rules.values import GameError, IllegalOrderError, NotYoursError, Value, changed, quoted
from storage import craft as rows
from storage.craft import BlueprintRow
from umpire.services.services import Services

UNNAMED_BLUEPRINT: Final = ""
"""The name under which lies what a user is drawing just now."""
MOST_BLUEPRINTS: Final = 50
"""Drawings of one user in one server."""
YARD_OPTIONS: Final = Options(
    directional_screens=True, hyper_bombs=True, movable_bases=True, custom_missiles=True, special_electronics=True
)
"""A yard builds everything there is; a battle's own switches are looked at when the craft is put on its map."""


class Blueprint(Value):
    """A drawing: whose, its design, whether everybody on the server may build it."""

    owner: int
    design: Design
    shared: bool


async def slip(services: Services, guild: int, owner: int) -> Design | None:
    """What lies on a user's slip."""
    async with services.storage.reading() as tx:
        row = await rows.find_blueprint(tx, guild, owner, UNNAMED_BLUEPRINT)
    return None if row is None else _read(row).design


async def put_on_slip(services: Services, guild: int, owner: int, design: Design) -> None:
    """Put a design on the slip, in the place of what was there."""
    async with services.storage.transaction() as tx:
        await rows.put_blueprint(
            tx, BlueprintRow(guild, owner, UNNAMED_BLUEPRINT, format_design(design), False, services.seconds())
        )


async def save_blueprint(services: Services, guild: int, owner: int, design: Design, name: str) -> Blueprint:
    """Save a design under a name (its own by default). IllegalOrderError if it may not be built; GameError for too many."""
    called = changed(design, name=" ".join(name.split()) or design.name)
    called = parse_design(format_design(called), YARD_OPTIONS)  # a name that cannot be read back is refused here
    problems = check_design(called, YARD_OPTIONS)
    if problems:
        raise IllegalOrderError(f"It cannot be built as it is: {problems[0].text}", rule=problems[0].rule)
    async with services.storage.transaction() as tx:
        mine = [
            row
            for row in await rows.blueprints_of_guild(tx, guild)
            if row.owner == owner and row.name != UNNAMED_BLUEPRINT
        ]
        before = next((row for row in mine if row.name.casefold() == called.name.casefold()), None)
        if before is None and len(mine) >= MOST_BLUEPRINTS:
            raise GameError(f"You keep {MOST_BLUEPRINTS} drawings in this server; delete one first.")
        if before is not None:
            await rows.remove_blueprint(tx, guild, owner, before.name)
        shared = before is not None and before.shared
        await rows.put_blueprint(
            tx, BlueprintRow(guild, owner, called.name, format_design(called), shared, services.seconds())
        )
    return Blueprint(owner, called, shared)


async def list_blueprints(services: Services, guild: int, user: int) -> tuple[Blueprint, ...]:
    """A user's own drawings, then those that others share."""
    async with services.storage.reading() as tx:
        found = [
            row
            for row in await rows.blueprints_of_guild(tx, guild)
            if row.name != UNNAMED_BLUEPRINT and (row.owner == user or row.shared)
        ]
    return tuple(_read(row) for row in sorted(found, key=lambda row: (row.owner != user, row.name.casefold())))


async def find(services: Services, guild: int, user: int, name: str) -> Blueprint:
    """A drawing by name, the user's own before shared ones. NotYoursError if there is none."""
    wanted = name.strip().casefold()
    for drawing in await list_blueprints(services, guild, user):
        if drawing.design.name.casefold() == wanted:
            return drawing
    raise NotYoursError(
        f"{quoted(name)} is not a design of the library or one of your drawings; /ship library lists them."
    )


async def share(services: Services, guild: int, owner: int, name: str) -> Blueprint:
    """Let everybody on the server build a drawing, or no longer. NotYoursError if it is not the user's own."""
    mine = await _own(services, guild, owner, name)
    async with services.storage.transaction() as tx:
        turned = changed(mine, shared=not mine.shared)
        await rows.put_blueprint(
            tx,
            BlueprintRow(guild, owner, mine.design.name, format_design(mine.design), turned.shared, services.seconds()),
        )
    return turned


async def throw_away(services: Services, guild: int, owner: int, name: str) -> Blueprint:
    """Delete one's own drawing; battles that use it keep their craft."""
    mine = await _own(services, guild, owner, name)
    async with services.storage.transaction() as tx:
        await rows.remove_blueprint(tx, guild, owner, mine.design.name)
    return mine


async def _own(services: Services, guild: int, owner: int, name: str) -> Blueprint:
    found = await find(services, guild, owner, name)
    if found.owner != owner:
        raise NotYoursError(f"{found.design.name} is somebody else's drawing.")
    return found


def _read(row: BlueprintRow) -> Blueprint:
    return Blueprint(row.owner, parse_design(row.sheet, YARD_OPTIONS), row.shared)
