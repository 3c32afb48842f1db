"""Squadrons: survivors kept after a battle, what is done with them at dock, and their way into the next battle and home.

A squadron that was entered in a battle comes home when anybody next looks at it and the battle is over: with what it lost if the
battle was decided, as it went in if its host ended it. That is saved in one transaction, under the version that was read, so that
it happens once.
"""

from collections.abc import Callable
from typing import Final

from rules.hexes import Hex
from rules.pentagon_war.campaign import Squadron, came_home, survivors
from rules.pentagon_war.geometry import Facing
from rules.pentagon_war.shipyard.notation_items import LONGEST_NAME, NAME_MARKS, free_text
from rules.pentagon_war.state import Battle, Enlisted
from rules.pentagon_war.turn.setup_changes import with_veteran, without_craft
from rules.pentagon_war.units import Craft, SideId, UnitId, Velocity
from rules.values import GameError, NotYoursError, Value, WrongPhaseError, changed, quoted
from storage import audit, games, seats
from storage import craft as rows
from storage.codec import from_document, to_document
from storage.craft import SquadronRow
from storage.db import Transaction
from storage.games import GameRow
from umpire.battle.kind import BATTLE
from umpire.battle.setup import read_set_up, save_set_up
from umpire.games.games import is_closed, require_game, sides_of
from umpire.games.new_game import new_id
from umpire.games.seat import note
from umpire.services.services import Services
from umpire.tactical.course import in_setup

MOST_SQUADRONS: Final = 20
"""Squadrons with craft of one user in one server."""
IMPORTED: Final = "game.imported"


class KeptSquadron(Value):
    """A squadron as its holder knows it. `game` and `battle` are the id and name of the battle that it fights in, "" at dock;
    `begun` says whether that has begun. `version` tells one state of it from another, so it is what buttons carry."""

    id: str
    name: str
    version: int
    squadron: Squadron
    game: str = ""
    battle: str = ""
    begun: bool = False


class StartPosition(Value):
    """Where and how fast craft begin."""

    at: Hex
    facing: Facing
    velocity: Velocity


async def list_squadrons(services: Services, guild: int, user: int) -> tuple[KeptSquadron, ...]:
    """A user's squadrons that have craft, those that fight included, by name."""
    async with services.storage.reading() as tx:
        found = await rows.squadrons_of_owner(tx, guild, user)
        if not any(row.battle for row in found):
            return tuple([kept for row in found if (kept := await _kept_squadron(tx, row)).squadron.craft])
    async with services.storage.transaction() as tx:
        home = [await _settled(tx, services, row) for row in await rows.squadrons_of_owner(tx, guild, user)]
        return tuple([kept for row in home if (kept := await _kept_squadron(tx, row)).squadron.craft])


async def find(services: Services, guild: int, user: int, wanted: str) -> KeptSquadron:
    """One's own squadron by name or id; without a word one's only one. GameError: none, or several."""
    found = await list_squadrons(services, guild, user)
    if not found:
        raise NotYoursError(
            "You have no squadron in this server; Keep the survivors (or /battle keep) below a battle that is over makes one."
        )
    word = " ".join(wanted.split()).casefold()
    fits = [one for one in found if word in {one.id, one.name.casefold()}] if word else list(found)
    if len(fits) == 1:
        return fits[0]
    names = ", ".join(one.name for one in found)
    if word:
        raise NotYoursError(f"{quoted(wanted)} is not one of your squadrons; you have {names}.")
    raise GameError(f"Say which squadron; you have {names}.")


async def keepable(services: Services, game_id: str, user: int) -> tuple[tuple[SideId, str], ...]:
    """The sides whose survivors a user may keep, with their names, those with survivors if there are any: those they command,
    and for the host those that nobody commands. NotYoursError for everybody else; WrongPhaseError as `keep_squadron`."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        battle = await _decided(tx, row)
        found = await _keepable(tx, row, user)
        return tuple(each for each in found if battle.enlisted or survivors(battle, each[0]) is not None) or found


async def _keepable(tx: Transaction, row: GameRow, user: int) -> tuple[tuple[SideId, str], ...]:
    held = await seats.of_game(tx, row.id)
    mine = {seat.side for seat in held if seat.user_id == user}
    commanded = {seat.side for seat in held if seat.user_id is not None}
    names = {flag.id: flag.name for flag in sides_of(row)}
    found = [side for side in names if side in mine or ("" in mine and side not in commanded)]
    if not found:
        raise NotYoursError("Only who commanded a side of this battle may keep its survivors.")
    return tuple((side, names[side]) for side in found)


async def keep_squadron(services: Services, game_id: str, user: int, side: SideId, name: str = "") -> KeptSquadron:
    """Keep the survivors of a side as a squadron of the user; one that is kept already is given as it is, or renamed.

    WrongPhaseError: the battle goes on, was ended by its host's word, or is a part of a campaign or a copy from elsewhere.
    NotYoursError: another commanded that side. GameError: nothing of it is left, or too many squadrons.
    """
    async with services.storage.transaction() as tx:
        row = await require_game(tx, game_id)
        battle = await _decided(tx, row)
        called = dict(await _keepable(tx, row, user)).get(side)
        if called is None:
            raise NotYoursError("Only who commanded that side may keep its survivors.")
        before = await rows.squadron_kept_from(tx, game_id, side)
        if before is not None:
            if before.owner != user:
                raise NotYoursError(f"The survivors of {called} are somebody's squadron already.")
            return await _kept_squadron(tx, await _again(tx, services, before, called, name))
        left = survivors(battle, side)
        if left is None:
            ids = sorted({one.squadron for one in (battle.enlisted or {}).values()})
            came = [
                each for key in ids if (each := await rows.find_squadron(tx, key)) is not None and each.owner == user
            ]
            back = ", ".join(each.name for each in came)
            raise GameError(
                f"{back} is at dock again: /ship dock shows it."
                if back
                else f"No craft of {called} is left to be kept; what squadrons brought is at their docks (/ship dock)."
            )
        mine = await rows.squadrons_of_owner(tx, row.guild_id, user)
        if sum(bool(_read(each).craft) for each in mine) >= MOST_SQUADRONS:
            raise GameError(f"You keep {MOST_SQUADRONS} squadrons in this server; let one go first (/ship dock).")
        made = SquadronRow(
            id=await _new_id(tx, services),
            guild=row.guild_id,
            owner=user,
            name=_name(name, called, row.name, mine),
            origin=game_id,
            side=side,
            battle="",
            version=1,
            document=to_document(left),
            changed_at=services.seconds(),
        )
        await rows.add_squadron(tx, made)
        await note(tx, services, game_id, str(user), "squadron.kept", side=side, craft=len(left.craft))
        return await _kept_squadron(tx, made)


async def _again(tx: Transaction, services: Services, row: SquadronRow, side: str, name: str) -> SquadronRow:
    """A squadron that was kept already, under another name if one is wanted. GameError if nothing of it is left."""
    home = await _settled(tx, services, row)
    if not _read(home).craft:
        raise GameError(f"The survivors of {side} were kept already, and nothing of that squadron is left.")
    others = tuple(each for each in await rows.squadrons_of_owner(tx, row.guild, row.owner) if each.id != row.id)
    called = _name(name, side, "", others) if name.strip() else home.name
    return home if called == home.name else await rows.save_squadron(tx, changed(home, name=called))


async def _decided(tx: Transaction, row: GameRow) -> Battle:
    """The last state of a battle that craft can be kept from; WrongPhaseError for any other."""
    if row.system != BATTLE:
        raise WrongPhaseError(f"**{row.name}** is no battle of the Pentagon War.")
    if is_closed(row):
        raise WrongPhaseError(f"**{row.name}** belongs to a campaign; its craft go back there.")
    if row.status != "finished":
        raise WrongPhaseError("Nothing is repaired, reloaded or taken home while the battle goes on.", rule="PW-A41")
    if await audit.of_actions(tx, row.id, IMPORTED):
        raise WrongPhaseError(
            f"**{row.name}** is a copy that was read in from a file; its craft are kept where it was played."
        )
    battle = await read_set_up(tx, row)
    if battle.winner is None:
        raise WrongPhaseError(
            f"**{row.name}** was ended by its host's word: it has no result, and squadrons are as they were before."
        )
    return battle


def _name(wanted: str, side: str, battle: str, mine: tuple[SquadronRow, ...]) -> str:
    """A name that none of the user's squadrons has; GameError for one that cannot stand or is taken."""
    taken = {each.name.casefold() for each in mine if _read(each).craft}
    if wanted.strip():
        called = free_text(wanted, "name")
        if called.casefold() in taken:
            raise GameError(f"You have a squadron called {called}; choose another name.")
        return called
    plain = "".join(c if c.isalnum() or c in NAME_MARKS else " " for c in f"{side} of {battle}")
    start = " ".join(plain.split())[: LONGEST_NAME - 4].strip() or "Squadron"
    return next(name for n in range(1, 1000) if (name := start if n == 1 else f"{start} {n}").casefold() not in taken)


async def _new_id(tx: Transaction, services: Services) -> str:
    while await rows.find_squadron(tx, found := await new_id(tx, services)) is not None:
        continue
    return found


async def change_squadron(
    services: Services, guild: int, user: int, squadron: str, version: int, change: Callable[[Squadron], Squadron]
) -> KeptSquadron:
    """Do something with a squadron at dock. NotYoursError: somebody else's. WrongPhaseError: it fights, or has changed since
    this version was shown (a button that was pressed twice); whatever `change` refuses changes nothing."""
    async with services.storage.transaction() as tx:
        row = await _own(tx, services, guild, user, squadron)
        if row.battle:
            raise WrongPhaseError(
                f"{row.name} is in **{(await require_game(tx, row.battle)).name}**; it docks when that is over.",
                rule="PW-A41",
            )
        _check_version(row, version)
        return await _kept_squadron(tx, await _save(tx, services, row, change(_read(row))))


async def let_go(services: Services, guild: int, user: int, squadron: str, version: int) -> KeptSquadron:
    """Part with a squadron for good; its survivors cannot be kept again. WrongPhaseError as `change_squadron`."""
    return await change_squadron(
        services, guild, user, squadron, version, lambda kept: changed(kept, docks=(), refuelled={})
    )


async def bring_squadron(
    services: Services,
    guild: int,
    user: int,
    squadron: str,
    game_id: str,
    side: SideId,
    place: StartPosition,
    unit: UnitId = "",
) -> tuple[KeptSquadron, Battle, tuple[Craft, ...]]:
    """Put a squadron, or one craft of it, on the map of a battle that has not begun; the battle's state, and what came.

    NotYoursError: not one's own squadron, or a side that somebody else has. WrongPhaseError: it is in another battle.
    GameError: no such craft, or it may not be in this battle.
    """
    async with services.storage.transaction() as tx:
        row = await in_setup(tx, game_id)
        if row.guild_id != guild:
            raise NotYoursError("That battle is in another server; a squadron fights where it is kept.")
        own = await _own(tx, services, guild, user, squadron)
        held = await seats.of_game(tx, game_id)
        if not any(seat.user_id == user and seat.side in {"", side} for seat in held):
            raise NotYoursError("Take that side with /battle join first: a squadron fights for who commands it.")
        if own.battle not in {"", game_id}:
            raise WrongPhaseError(f"{own.name} is in **{(await require_game(tx, own.battle)).name}** already.")
        kept, battle, units = _read(own), await read_set_up(tx, row), []
        wanted = [craft for craft in kept.craft if not unit or craft.id.casefold() == unit.strip().casefold()]
        if not wanted:
            raise NotYoursError(f"{quoted(unit)} is not a craft of {own.name}; it has {_ids(kept)}.")
        for craft in wanted:
            of = Enlisted(own.id, craft.id, kept.refuelled.get(craft.id, 0))
            battle, _ = with_veteran(battle, side, craft, place.at, place.facing, place.velocity, of)
            units.append(craft.id)
        await save_set_up(tx, services, row, battle, str(user))
        after = await _save(tx, services, changed(own, battle=game_id), kept)
        came = [key for key, one in (battle.enlisted or {}).items() if one.squadron == own.id and one.craft in units]
        return await _kept_squadron(tx, after), battle, tuple(battle.craft[key] for key in came)


async def take_back(services: Services, guild: int, user: int, squadron: str, version: int) -> KeptSquadron:
    """Take a squadron off the map of a battle that has not begun. WrongPhaseError: it has begun, or the squadron is at dock."""
    async with services.storage.transaction() as tx:
        own = await _own(tx, services, guild, user, squadron)
        if not own.battle:
            raise WrongPhaseError(f"{own.name} is at dock.")
        _check_version(own, version)
        row = await in_setup(tx, own.battle)
        battle = await read_set_up(tx, row)
        while key := next((unit for unit, one in (battle.enlisted or {}).items() if one.squadron == own.id), ""):
            battle = without_craft(battle, key)
        await save_set_up(tx, services, row, battle, str(user))
        return await _kept_squadron(tx, await _save(tx, services, changed(own, battle=""), _read(own)))


def _ids(kept: Squadron) -> str:
    return ", ".join(f"{craft.id} {craft.name}" for craft in kept.craft)


def _check_version(row: SquadronRow, version: int) -> None:
    if row.version != version:
        raise WrongPhaseError(f"{row.name} has changed since this was shown; look at it again with /ship dock.")


async def _own(tx: Transaction, services: Services, guild: int, user: int, squadron: str) -> SquadronRow:
    row = await rows.find_squadron(tx, squadron)
    if row is None or (row.guild, row.owner) != (guild, user):
        raise NotYoursError("That squadron is not yours; /ship dock shows yours.")
    return await _settled(tx, services, row)


async def _settled(tx: Transaction, services: Services, row: SquadronRow) -> SquadronRow:
    """A squadron, home again if the battle that it was entered in is over or has it no longer."""
    if not row.battle:
        return row
    game, squadron = await games.find(tx, row.battle), _read(row)
    if game is not None and game.status in {"running", "paused"}:
        return row
    battle = None if game is None else await read_set_up(tx, game)
    if battle is not None and game is not None:
        if game.status == "setup" and any(one.squadron == row.id for one in (battle.enlisted or {}).values()):
            return row
        if game.status == "finished" and battle.winner is not None:
            squadron = came_home(squadron, battle, row.id)
    return await _save(tx, services, changed(row, battle=""), squadron)


async def _save(tx: Transaction, services: Services, row: SquadronRow, squadron: Squadron) -> SquadronRow:
    return await rows.save_squadron(tx, changed(row, document=to_document(squadron), changed_at=services.seconds()))


async def _kept_squadron(tx: Transaction, row: SquadronRow) -> KeptSquadron:
    game = await games.find(tx, row.battle) if row.battle else None
    if game is None:
        return KeptSquadron(row.id, row.name, row.version, _read(row))
    return KeptSquadron(row.id, row.name, row.version, _read(row), game.id, game.name, begun=game.status != "setup")


def _read(row: SquadronRow) -> Squadron:
    return from_document(Squadron, row.document)
