"""An open campaign: made with its seats and its plan, changed in single transactions, until its cluster is made (CW-19.0-08).

The cluster is made once, when every race is approved. The checklist of the book says how far setting up has come.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from render.campaign.letters.campaign_texts import format_cluster_made, format_cluster_made_for_side, format_founded
from rules.cluster_war.model.race_design.sheet import SetUpProgress, may_design_races, step_refused
from rules.cluster_war.model.state.common import tables
from rules.cluster_war.turn.setup.races import start_side
from rules.cluster_war.turn.setup.scenario import Scenario, StartSide
from rules.dice import SEED_BYTES
from rules.values import GameError, Value, WrongPhaseError, changed, quoted
from storage import documents, governors, snapshots, turns
from storage import games as rows
from storage import seats as seat_rows
from storage.codec import from_document, to_document
from storage.db import Transaction
from storage.documents import DocumentRow, DocumentState
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.governors import GovernorRow
from storage.seats import SeatRow
from storage.snapshots import SnapshotKey
from umpire.campaign.founding.ai_races import ai_drafts
from umpire.campaign.founding.homes import check_others
from umpire.campaign.founding.plan import FEWEST_SEATS, SEAT_NAMES, FoundingPlan, check_plan, settings_of_plan
from umpire.campaign.founding.race_draft import HOME_MAX_CP, RaceDraft, judge, with_units
from umpire.campaign.founding.switches import with_handicap
from umpire.campaign.turn.adjudication import make_game
from umpire.games.games import (
    OPEN_SCENARIO,
    Game,
    get_game,
    has_gm_screen,
    is_open,
    require_game,
    require_unfinished,
    sides_of,
)
from umpire.games.membership import gone_players
from umpire.games.new_game import GameBeginning, NewGame, create
from umpire.games.notices import public
from umpire.games.seat import Seat, note, require_gm
from umpire.outbox.outbox import Letter, Target, enqueue, target_of
from umpire.services.services import Services

RECRUIT, VALUES, RACES, MAP, DATA, HOMES, OTHERS = range(1, 8)
"""The steps of CW-19.0-T01."""
OPENING_TRIES = 4
FOUNDED_SCENARIO = "founded"


class SeatState(Value):
    """How far a seat has come, as everybody may know it. `led` is its governor where the bot leads it and makes its race; `gone`:
    its holder is not on the server."""

    side: str
    name: str
    user_id: int | None
    state: DocumentState
    led: GovernorRow | None = None
    gone: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether its race keeps nobody waiting: it is approved, or the bot makes it."""
        return self.state == "approved" or self.led is not None


class Founding(Value):
    """An open campaign, or one that was: its plan and its seats. `made` once there is a cluster."""

    game: Game
    plan: FoundingPlan
    seats: tuple[SeatState, ...]
    made: bool

    @property
    def can_be_made(self) -> bool:
        """Whether every race is approved or the bot's, and nothing but the game master's word is missing."""
        return not self.made and all(seat.is_ready for seat in self.seats)


async def found_game(services: Services, new: NewGame, plan: FoundingPlan) -> Game:
    """Make an open campaign: seats to take, races to design. The dice of its cluster are promised now.

    GameError: a bad name, plan, schedule or option, or a channel where another game is still on.
    """
    check_plan(plan)
    noted = {"seats": plan.seats}
    begun = GameBeginning(services.entropy(SEED_BYTES), _seats(plan.seats), None, noted, action="campaign.founded")
    async with services.storage.transaction() as tx:
        row = await create(tx, services, new, lambda _: begun)
        await documents.begin(tx, row.id, "campaign", to_document(plan), row.created_at)
        await _add_races(tx, row.id, SEAT_NAMES[: plan.seats], row.created_at)
        await enqueue(tx, services, _announced(row, new.host))
    return await get_game(services, row.id)


async def founding(services: Services, game_id: str) -> Founding:
    """A campaign's plan and how far its seats have come; WrongPhaseError for one made from a ready scenario."""
    async with services.storage.reading() as tx:
        row = await require_game(tx, game_id)
        paper = await _paper(tx, row)
        races = {race.side: race for race in await documents.of_game(tx, game_id, "race")}
        held = {seat.side: seat.user_id for seat in await seat_rows.of_game(tx, game_id) if seat.side}
        led = {one.side: one for one in await governors.of_game(tx, game_id) if one.role != "deputy"}
        gone = await gone_players(tx, game_id)
    game = await get_game(services, game_id)
    states = tuple(
        SeatState(
            flag.id, flag.name, held.get(flag.id), races[flag.id].state, led.get(flag.id), held.get(flag.id) in gone
        )
        for flag in game.sides
        if flag.id in races
    )
    return Founding(game, from_document(FoundingPlan, paper.document), states, not game.is_open)


async def change_plan(
    services: Services, gm: Seat, change: Callable[[FoundingPlan], FoundingPlan], what: str
) -> Founding:
    """Change the plan of an open campaign and save it at once. GameError if it could not be played so.

    More seats are added open; fewer are taken from the end, and only while nobody sits there.
    """
    require_gm(gm)
    async with services.storage.transaction() as tx:
        row = await require_open(tx, gm.game_id)
        paper = await _paper(tx, row)
        before = from_document(FoundingPlan, paper.document)
        after = check_others(check_plan(change(before)))
        if after != before:
            await documents.save(tx, paper, "draft", to_document(after), services.seconds())
            if after.seats != before.seats:
                await _reseat(tx, services, row, before.seats, after.seats)
            await note(tx, services, row.id, gm.actor, "plan.changed", what=what)
    return await founding(services, gm.game_id)


async def require_open(tx: Transaction, game_id: str) -> GameRow:
    """The row of a game that is still being made; WrongPhaseError for one that has its cluster."""
    row = await require_unfinished(tx, game_id)
    if not is_open(row):
        raise WrongPhaseError(
            f"**{row.name}** has its cluster; its plan and its races can no longer be changed.", rule="CW-19.0-08"
        )
    return row


async def plan_in(tx: Transaction, row: GameRow) -> FoundingPlan:
    """The plan of a founded game, in the caller's transaction."""
    return from_document(FoundingPlan, (await _paper(tx, row)).document)


async def close_plan(tx: Transaction, services: Services, row: GameRow) -> None:
    """Mark the plan as carried out, in the transaction that gives the game its cluster."""
    paper = await _paper(tx, row)
    await documents.save(tx, paper, "approved", paper.document, services.seconds())


async def _paper(tx: Transaction, row: GameRow) -> DocumentRow:
    found = await documents.find(tx, row.id, "campaign")
    if found is None:
        raise WrongPhaseError(
            f"**{row.name}** was made from a ready scenario, so its races and rules were not designed here."
        )
    return found


async def _reseat(tx: Transaction, services: Services, row: GameRow, before: int, after: int) -> None:
    now = services.seconds()
    for side, name, _ in SEAT_NAMES[after:before]:
        seat = await seat_rows.find(tx, row.id, side)
        race = await documents.find(tx, row.id, "race", side)
        if seat is None or race is None:
            raise LookupError(f"game {row.id} has no seat {side}")
        if seat.user_id is not None:
            raise GameError(
                f"{name} has a player: take the seat from them first (/gm seat hold), or keep {before} seats."
            )
        if seat.thread_id is not None or race.version > 1:
            raise GameError(f"{name} has been played from already and stays; keep {quoted(str(before))} seats.")
        await documents.remove(tx, race)
        await governors.remove(tx, row.id, side)
        await seat_rows.remove(tx, row.id, side, 0)
    for side, _, _ in SEAT_NAMES[before:after]:
        await seat_rows.add(tx, SeatRow(row.id, side, 0, None))
    await _add_races(tx, row.id, SEAT_NAMES[before:after], now)
    await rows.bump(tx, row.id, row.version, scenario=_seats(after))


async def _add_races(tx: Transaction, game_id: str, seats: Sequence[tuple[str, str, int]], now: int) -> None:
    for side, _, _ in seats:
        await documents.begin(tx, game_id, "race", to_document(RaceDraft()), now, side=side)


def _announced(row: GameRow, gm_user_id: int) -> Letter:
    text = format_founded(row.name, gm_user_id, may_play=has_gm_screen(row))
    return Letter("public", row.id, 0, "", Target("channel", row.channel_id), text)


def _seats(count: int) -> dict[str, Any]:
    return {
        OPEN_SCENARIO: True,
        "sides": [{"id": side, "name": name, "colour": colour} for side, name, colour in SEAT_NAMES[:count]],
    }


def with_seats(plan: FoundingPlan, seats: int) -> FoundingPlan:
    """The plan for another number of seats; GameError outside 2 to 10."""
    if not FEWEST_SEATS <= seats <= len(SEAT_NAMES):
        raise GameError(f"A campaign has {FEWEST_SEATS} to {len(SEAT_NAMES)} seats, not {seats}.", rule="CW-19.0-01")
    return changed(plan, seats=seats)


def progress_of(now: Founding) -> SetUpProgress:
    """Which steps have begun and which are done."""
    finished = {VALUES}
    begun = {RECRUIT, RACES}
    if all(seat.user_id is not None or seat.is_ready for seat in now.seats):
        finished.add(RECRUIT)
    if all(seat.is_ready for seat in now.seats):
        finished.add(RACES)
    if now.made:
        finished |= {RACES, MAP, DATA, HOMES}
    if now.made or not now.plan.others:
        finished.add(OTHERS)
    return SetUpProgress(frozenset(begun | finished), frozenset(finished))


def checklist(now: Founding) -> Iterator[str]:
    """A line for each step: done, under way, or what it waits for."""
    settings, progress = settings_of_plan(now.plan), progress_of(now)
    table = tables(settings)["CW-19.0-T01"]
    for key in table.keys:
        step = int(key)
        waits = step_refused(step, progress, settings)
        if step in progress.finished:
            stand = "done"
        elif waits is not None:
            stand = f"waits for {waits.text.partition(' waits for ')[2].removesuffix('.')}"
        else:
            stand = "under way" if step in progress.begun else "may begin"
        yield f"{step}. {table.cell(key, 'content')}: {stand}"
    if not may_design_races(progress):
        yield "Races are final: the map has been shown."


async def make_cluster(services: Services, gm: Seat) -> Game:
    """Roll the cluster, place the homes, seed the colonies: the campaign can begin. It is done once.

    WrongPhaseError: there is a cluster already, or a race is not approved. GameError: this map has no room for them.
    """
    require_gm(gm)
    for _ in range(OPENING_TRIES):
        async with services.storage.reading() as tx:
            row = await require_open(tx, gm.game_id)
            scenario = await scenario_of(tx, row)
            making = await turns.find(tx, row.id, 0)
        if making is None:
            raise LookupError(f"game {row.id} has no revision 0")
        packed = await services.workers.run(make_game, scenario, making.seed, urgent=True)
        try:
            async with services.storage.transaction() as tx:
                now = await require_unfinished(tx, gm.game_id)
                if now.version != row.version or await scenario_of(tx, await require_open(tx, gm.game_id)) != scenario:
                    raise StaleStateError(f"game {row.id} has moved on")  # noqa: TRY301 # rolls back; tried again below
                await rows.bump(tx, row.id, row.version, scenario=to_document(scenario))
                await snapshots.add_packed(tx, SnapshotKey(row.id, 0, "start", 0), packed)
                await close_plan(tx, services, row)
                await note(tx, services, row.id, gm.actor, "cluster.made", sides=len(scenario.sides))
                await enqueue(tx, services, *await _letters(tx, row, scenario))
            return await get_game(services, gm.game_id)
        except StaleStateError:
            continue
    raise GameError("The campaign is being changed from many places at once; try again in a moment.")


async def scenario_of(tx: Transaction, row: GameRow) -> Scenario:
    """The open campaign as a scenario, with the bot's own races for seats that it leads; WrongPhaseError names the seats whose
    races are not ready."""
    plan = await plan_in(tx, row)
    drafts: dict[str, RaceDraft] = dict(await ai_drafts(tx, row, plan))
    waiting: list[str] = []
    for flag in sides_of(row):
        if flag.id in drafts:
            continue
        paper = await documents.find(tx, row.id, "race", flag.id)
        if paper is None or paper.state != "approved":
            waiting.append(flag.name)
        else:
            drafts[flag.id] = from_document(RaceDraft, paper.document)
    if waiting:
        raise WrongPhaseError(
            f"The cluster is made when every race is approved; these are not: {', '.join(waiting)}.", rule="CW-19.0-08"
        )
    led = {one.side for one in await governors.of_game(tx, row.id) if one.role != "deputy"}
    settings = with_handicap(settings_of_plan(plan), plan.switches, led)
    sides = []
    for flag in sides_of(row):
        check_still(flag.name, drafts[flag.id], plan, told=not has_gm_screen(row))
        sides.append(side_of(drafts[flag.id], plan, flag.id, flag.colour))
    names = [side.name.casefold() for side in sides]
    for flag, side in zip(sides_of(row), sides, strict=True):
        if names.count(side.name.casefold()) > 1:
            raise GameError(f"Two races are called {side.name}; hand {flag.name}'s back for another name.")
    for other in plan.others:
        if other.name.casefold() in names:
            raise GameError(
                f"A player's race and one of your races are both called {other.name}; rename yours in the plan."
            )
    return Scenario(
        id=FOUNDED_SCENARIO,
        name=row.name,
        blurb=plan.blurb,
        settings=settings,
        sides=tuple(sides),
        home_max_cp=HOME_MAX_CP,
        others=plan.others,
        placement=plan.placement,
    )


def check_still(name: str, draft: RaceDraft, plan: FoundingPlan, *, told: bool = True) -> None:
    """GameError if an approved race no longer fits the plan, which changed after it; it is `told` why unless the plan's maker may
    know nothing of races."""
    judged = judge(draft, plan)
    for finding in (*judged.problems, *judged.package):
        if not told:
            raise GameError(f"{name}'s race no longer fits the campaign: take the last changes of the plan back.")
        raise GameError(f"{name}'s race no longer fits the campaign, hand it back: {finding.text}", rule=finding.rule)


def side_of(draft: RaceDraft, plan: FoundingPlan, side: str, colour: int) -> StartSide:
    """A race as one side of the scenario."""
    settings = settings_of_plan(plan)
    sheet = with_units(draft, settings).sheet
    home = draft.home_name or f"Home of the {sheet.name.removeprefix('The ')}"
    return start_side(sheet, side, colour, home, settings)


async def _letters(tx: Transaction, row: GameRow, scenario: Scenario) -> list[Letter]:
    letters = [public(row, 0, format_cluster_made(row.name, [side.name for side in scenario.sides]))]
    for seat in await seat_rows.of_game(tx, row.id):
        target = target_of(seat) if seat.side else None
        if target is not None:
            text = format_cluster_made_for_side(row.name)
            letters.append(Letter("notice", row.id, 0, seat.side, target, text))
    return letters
