"""A battle that its players are to fight gets a tactical game: set up, given a thread by whoever can make one, begun at once; and
tactical games are kept in step with their campaigns: closed when their battle no longer needs them, paused and resumed with the
campaign, given to whoever holds the seat now; and played to their end when the battle's time is over.

Captains are reminded once when the time is nearly over. Keeping in step is done by a look that may come as often as it likes
and finds what is out of step."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from render.campaign.letters.battle_texts import (
    NOBODY_PLAYS,
    WHY_CLOSED,
    format_battle_name,
    format_fought_in,
    format_no_tactical_game,
)
from rules.cluster_war.model.state.common import SideId
from rules.dice import SEED_BYTES, format_salt, mix
from rules.values import GameError, Value, WrongPhaseError, changed
from storage import audit, battles, games, seats, snapshots, turns
from storage.battles import UNWANTED_MARK, BattleRow
from storage.codec import pack
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.seats import SeatRow
from storage.snapshots import SnapshotKey
from umpire.battle.codec import BATTLE_CODEC
from umpire.battle.kind import BATTLE
from umpire.campaign.fought import fought_letters
from umpire.campaign.fought.rooms import BattleLink, BattleSetUp, set_up_battle, stir, under_way
from umpire.campaign.open_turn import present
from umpire.campaign.turn.turn_inputs import PLAYER_COMMANDER
from umpire.games.games import PART_OF, end, pause, resume, settings_of, sides_of
from umpire.games.new_game import GameBeginning, NewGame, create
from umpire.games.options import GameSettings, Options, Schedule
from umpire.games.seat import Seat, note
from umpire.games.seat_history import ever_held
from umpire.outbox.outbox import enqueue
from umpire.services.services import Services
from umpire.tactical.course import SIDE_COLOURS, advance, open_first

BATTLES_ACTOR: Final = "battles"
"""Who acts in the log: the month's battles themselves."""
STOPS_A_BATTLE: Final = 6
"""A captain has this part of a battle's time for one stop, a day at most."""
LONGEST_STOP: Final = 24
SALT_BYTES: Final = 16


class BattleToStart(Value):
    """A battle whose tactical game is to be made: where the campaign is played, what the tactical game is called, and its
    thread, whose name tells nobody who fights and where; whether that is `open` to everybody."""

    game: str
    revision: int
    battle: str
    guild_id: int
    channel_id: int
    title: str
    thread: str
    asked_at: int
    open: bool = False


class PreparedBattle(Value):
    """One that is set up and has captains: it needs a thread."""

    battle: BattleToStart
    set_up: BattleSetUp


async def battles_to_start(services: Services) -> tuple[BattleToStart, ...]:
    """All battles of running campaigns on this process's servers that wait for their tactical game."""
    found = []
    async with services.storage.reading() as tx:
        for battle in await battles.unmade(tx):
            row = await games.find(tx, battle.game)
            if row is not None and services.shards.is_home(row.guild_id):
                title = format_battle_name(battle.fight.world, battle.fight.hex)
                place = (row.guild_id, row.channel_id)
                named = (title, f"Battle · {row.name}")
                all_ = settings_of(row).options.spectators == "everybody"
                found.append(
                    BattleToStart(row.id, battle.revision, battle.battle, *place, *named, battle.asked_at, open=all_)
                )
    return tuple(found)


async def prepare(services: Services, wanted: BattleToStart) -> PreparedBattle | None:
    """Set a battle up. None, and the game master is told why, if it cannot be fought so: it waits for them then."""
    async with services.storage.reading() as tx:
        found = await _wanted(tx, wanted)
        if found is None:
            return None
        row, battle = found
        turn = await present(tx, row)
        packed = await snapshots.load_packed(tx, await snapshots.require(tx, row.id, battle.revision))
        held = await seats.of_game(tx, row.id)
    names, seed = {flag.id: flag.name for flag in sides_of(row)}, mix(turn.seed, turn.words)
    why = ""
    try:
        set_up = await services.workers.run(
            set_up_battle, battle.fight, packed, names, wanted.title, seed, turn.dice_name
        )
        if not any(_captains(set_up, battle, held).values()):
            why = NOBODY_PLAYS
    except GameError as refused:
        why = str(refused)
    if not why:
        return PreparedBattle(wanted, set_up)
    await refuse_tactical_game(services, wanted, format_no_tactical_game(why))
    return None


async def refuse_tactical_game(services: Services, wanted: BattleToStart, why: str) -> None:
    """A battle gets no tactical game; the game master is told, and settles it or tries again."""
    async with services.storage.transaction() as tx:
        found = await _wanted(tx, wanted)
        if found is None:
            return
        row, battle = found
        await games.bump(tx, row.id, row.version)
        await battles.save(tx, changed(battle, tactical=UNWANTED_MARK))
        await note(tx, services, row.id, BATTLES_ACTOR, "battle.unfought", battle=battle.battle, why=why)
        await enqueue(tx, services, fought_letters.note_for_gm(row, battle.fight.turn, battle, why))


async def open_tactical_game(services: Services, ready: PreparedBattle, thread_id: int) -> str:
    """Make and begin the tactical game in its thread; gives its id, "" if the battle does not wait for one any more."""
    made = ""
    try:
        async with services.storage.transaction() as tx:
            found = await _wanted(tx, ready.battle)
            if found is None:
                return ""
            made, asked = await _open(tx, services, *found, ready, thread_id)
    except StaleStateError:
        return ""  # the game moved on in this moment: whoever looks next sees how it stands
    if not asked:
        await advance(services, made, BATTLES_ACTOR, ready.set_up.battle.now.turn)
    return made


async def _wanted(tx: Transaction, wanted: BattleToStart) -> tuple[GameRow, BattleRow] | None:
    """The campaign and the battle, if that still waits for a tactical game."""
    row = await games.find(tx, wanted.game)
    if row is None or row.status != "running" or row.revision != wanted.revision:
        return None
    if (await present(tx, row)).state != "battles":
        return None
    found = [one for one in await battles.of_revision(tx, row.id, row.revision) if one.battle == wanted.battle]
    return (row, found[0]) if found and found[0].wants_tactical_game else None


async def _open(
    tx: Transaction, services: Services, row: GameRow, battle: BattleRow, ready: PreparedBattle, thread_id: int
) -> tuple[str, bool]:
    set_up, held = ready.set_up, await seats.of_game(tx, row.id)
    captains = _captains(set_up, battle, held)
    users = {seat.side: seat.user_id for seat in held if seat.side}
    players = {camp: users.get(side) for camp, side in captains.items()}
    link = BattleLink(row.id, battle.revision, battle.battle, set_up.camps, captains)
    salts = {camp: format_salt(0, services.entropy(SALT_BYTES).hex()) for camp in set_up.battle.sides}
    playing = tuple(camp for camp, user in players.items() if user is not None)
    state = pack(BATTLE_CODEC.write(changed(set_up.battle, salts=salts, players=playing)))
    masters = [seat for seat in held if not seat.side and seat.user_id is not None]

    def begin(tactical_id: str) -> GameBeginning:
        sides = [
            {"id": camp, "name": side.name, "colour": SIDE_COLOURS[at % len(SIDE_COLOURS)]}
            for at, (camp, side) in enumerate(set_up.battle.sides.items())
        ]
        scenario = {"sides": sides, "title": ready.battle.title, PART_OF: link.document(tactical_id)}
        return GameBeginning(services.entropy(SEED_BYTES), scenario, state, {"scenario": ready.battle.title})

    host = masters[0].user_id if masters and masters[0].user_id is not None else 0
    settings = GameSettings(_schedule(battle, services.seconds()), Options(solo=True))
    new = NewGame(BATTLE, row.guild_id, thread_id, ready.battle.title, host, settings, row.gm_role_id)
    tactical = await create(tx, services, new, begin)
    for slot, seat in enumerate(masters[1:], 1):
        await seats.add(tx, SeatRow(tactical.id, "", slot, seat.user_id))
    for camp, user in players.items():
        if user is not None:
            await seats.seat_user(tx, tactical.id, camp, None, user)
            await note(tx, services, tactical.id, BATTLES_ACTOR, "seat.taken", side=camp, user=user)
    await games.bump(tx, row.id, row.version)
    await battles.save(tx, changed(battle, tactical=tactical.id))
    await stir(tx, row.id, row.revision, link)
    turn = battle.fight.turn
    await note(
        tx, services, row.id, BATTLES_ACTOR, "battle.opened", turn=turn, battle=battle.battle, tactical=tactical.id
    )
    told = [letter for seat in held if link.camp_of(seat.side) for letter in
            fought_letters.briefing_letters(row, turn, seat, tactical, link, set_up)]  # fmt: skip
    begun = format_fought_in(thread_id)
    await enqueue(tx, services, *told, fought_letters.note_for_gm(row, turn, battle, begun))
    looking = settings_of(row).options.spectators
    await enqueue(tx, services, fought_letters.start_letter(tactical, battle, set_up, players, looking))
    start = await open_first(tx, services, tactical, set_up.battle.now.turn, state, BATTLES_ACTOR)
    return tactical.id, bool(start.asked)


def _captains(set_up: BattleSetUp, battle: BattleRow, held: Sequence[SeatRow]) -> Mapping[str, SideId]:
    """Whose player commands each camp: of those sides whose player is to, the one that brings most; "" for none."""
    played = {seat.side for seat in held if seat.side and seat.user_id is not None}
    found = {}
    for camp, sides in set_up.camps.items():
        able = [
            side
            for side in sides
            if side in played and battle.commanders.get(side, PLAYER_COMMANDER) == PLAYER_COMMANDER
        ]
        found[camp] = min(able, key=lambda side: (-set_up.hull.get(side, 0), side), default="")
    return found


def _schedule(battle: BattleRow, now: int) -> Schedule:
    if battle.deadline is None:
        return Schedule()
    return Schedule("every", hours=max(1, min(LONGEST_STOP, (battle.deadline - now) // 3600 // STOPS_A_BATTLE)))


MOST_STOPS: Final = 2000
LAST_CALL: Final = "tactical.last_call"
LAST_CALL_PART: Final = 6
"""A captain is reminded when this part of a battle's time is left."""
LONGEST_LAST_CALL_SECONDS: Final = 12 * 3600


async def play_out(services: Services, tactical: str, by: str) -> None:
    """Have stances play what is left of a tactical game: whoever is asked is not waited for any more. GameError if it does not
    end."""
    for _ in range(MOST_STOPS):
        async with services.storage.reading() as tx:
            row = await games.find(tx, tactical)
            held = await seats.of_game(tx, tactical)
            turn = None if row is None else await turns.find(tx, tactical, row.revision)
        if row is None or turn is None or row.status == "finished":
            return
        if row.status == "paused":
            host = next((seat.user_id for seat in held if not seat.side and seat.user_id is not None), 0)
            await resume(services, Seat(tactical, "", host, is_gm=True))
        try:
            await advance(services, tactical, by, turn.turn, late=True)
        except WrongPhaseError:
            continue  # somebody was faster
    raise GameError(f"The tactical game {tactical} does not end.")


async def course_of(tx: Transaction, tactical: str) -> tuple[bytes, ...]:
    """A tactical game as it stood when each of its turns began that stands, and at last at its end."""
    found = [row for row in await turns.of_game(tx, tactical) if row.turn >= 1 and row.state != "undone"]
    return tuple([await snapshots.load_packed(tx, SnapshotKey(tactical, row.revision, "start", 0)) for row in found])


async def reconcile(services: Services) -> None:
    """Look at all tactical games of campaigns once."""
    async with services.storage.reading() as tx:
        found = await under_way(tx)
    for tactical, link in found:
        # Somebody may change the campaign in this moment: the next look sees how it stands.
        with suppress(StaleStateError):
            await _reconcile(services, tactical, link)


async def _reconcile(services: Services, tactical: GameRow, link: BattleLink) -> None:
    async with services.storage.reading() as tx:
        row = await games.find(tx, link.game)
        battle = await _battle(tx, link)
        why = await _why_over(tx, tactical, link, row, battle)
        host = next(
            (s.user_id for s in await seats.of_game(tx, tactical.id) if not s.side and s.user_id is not None), 0
        )
    if why or row is None or battle is None:
        async with services.storage.transaction() as tx:
            now = await games.find(tx, tactical.id)
            if now is not None and now.status != "finished":
                await end(tx, services, now, BATTLES_ACTOR, why)
                if row is not None and row.revision == link.revision:
                    await stir(tx, row.id, row.revision, link)
                await enqueue(tx, services, fought_letters.closing_letter(tactical, why))
        return
    try:
        if row.status == "paused" and tactical.status == "running":
            await pause(services, Seat(tactical.id, "", host, is_gm=True, program=BATTLES_ACTOR))
        elif row.status == "running" and tactical.status == "paused":
            await resume(services, Seat(tactical.id, "", host, is_gm=True, program=BATTLES_ACTOR))
    except WrongPhaseError:
        return  # another process has just done it
    async with services.storage.transaction() as tx:
        await _seat(tx, services, tactical, link)
        if row.status == "running":
            await _remind(tx, services, tactical, battle)
            await _hurry(tx, services, row, tactical, battle)


async def _battle(tx: Transaction, link: BattleLink) -> BattleRow | None:
    found = await battles.of_revision(tx, link.game, link.revision)
    return next((one for one in found if one.battle == link.battle), None)


async def _why_over(
    tx: Transaction, tactical: GameRow, link: BattleLink, row: GameRow | None, battle: BattleRow | None
) -> str:
    """Why a tactical game is not to be fought any more, "" if it is."""
    if row is None or row.status == "finished":
        return WHY_CLOSED["campaign"]
    turn = await turns.find(tx, row.id, row.revision)
    if row.revision != link.revision or turn is None or turn.state != "battles":
        return WHY_CLOSED["turn"]
    if battle is None:
        return WHY_CLOSED["battle"]
    if battle.state == "settled":
        return WHY_CLOSED["settled"]
    return "" if battle.tactical == tactical.id else WHY_CLOSED["closed"]


async def _seat(tx: Transaction, services: Services, tactical: GameRow, link: BattleLink) -> None:
    """Whoever has given a seat of the campaign up commands nothing any more; who has it now does. A deputy stays, and a side
    that was left to its admirals is theirs until somebody new has the seat."""
    held = {seat.side: seat.user_id for seat in await seats.of_game(tx, tactical.id) if seat.side}
    now = {seat.side: seat.user_id for seat in await seats.of_game(tx, link.game) if seat.side}
    ever, here = await ever_held(tx, link.game), await ever_held(tx, tactical.id)
    for camp, side in link.captains.items():
        was, new = held.get(camp), now.get(side)
        former = {user for user, one in ever if one == side and user != new}
        if was not in former and (
            was is not None or new is None or (new, camp) in here or not _had_camp(former, here, camp)
        ):
            continue
        heir = None if new in held.values() else new
        if was == heir or not await seats.seat_user(tx, tactical.id, camp, was, heir):
            continue
        action = {"action": "seat.held_open"} if heir is None else {"action": "seat.taken", "user": heir}
        await note(tx, services, tactical.id, BATTLES_ACTOR, side=camp, was=was, **action)


def _had_camp(former: set[int], here: set[tuple[int, str]], camp: str) -> bool:
    """Whether one of those who have given the seat up had the camp."""
    return any((user, camp) in here for user in former)


async def _remind(tx: Transaction, services: Services, tactical: GameRow, battle: BattleRow) -> None:
    if battle.deadline is None:
        return
    span = min(LONGEST_LAST_CALL_SECONDS, (battle.deadline - battle.asked_at) // LAST_CALL_PART)
    told = [act.detail.get("due") for act in await audit.of_actions(tx, tactical.id, LAST_CALL)]
    if not battle.deadline - span <= services.seconds() < battle.deadline or battle.deadline in told:
        return
    await note(tx, services, tactical.id, BATTLES_ACTOR, LAST_CALL, due=battle.deadline)
    for seat in await seats.of_game(tx, tactical.id):
        if seat.side:
            await enqueue(tx, services, *fought_letters.last_call(tactical, seat, battle.deadline))


async def _hurry(tx: Transaction, services: Services, row: GameRow, tactical: GameRow, battle: BattleRow) -> None:
    """Where every captain has left a battle to their admirals nobody is waited for: its time is over."""
    now = services.seconds()
    left = all(seat.user_id is None for seat in await seats.of_game(tx, tactical.id) if seat.side)
    if left and (battle.deadline is None or battle.deadline > now):
        await games.bump(tx, row.id, row.version)
        await battles.save(tx, changed(battle, deadline=now))
        await note(tx, services, row.id, BATTLES_ACTOR, "battle.left", battle=battle.battle)
