"""The cluster of an open campaign: made once, when every race is approved (CW-19.0-08)."""

from rules.cluster_war.turn.setup.convert import start_side
from rules.cluster_war.turn.setup.scenario import Scenario, StartSide
from rules.errors import GameError, WrongPhaseError
from storage import games as rows
from storage import governors, papers, snapshots, turns
from storage import seats as seat_rows
from storage.codec import from_document, to_document
from storage.db import Transaction
from storage.errors import StaleStateError
from storage.games import GameRow
from storage.snapshots import SnapshotKey
from umpire.campaign.founding.ai_races import led_drafts
from umpire.campaign.founding.open_campaign import close_plan, plan_in, require_open
from umpire.campaign.founding.plan import Plan, settings_of_plan
from umpire.campaign.founding.race_draft import HOME_MAX_CP, RaceDraft, judge, with_units
from umpire.campaign.founding.switches import with_handicap
from umpire.campaign.turn.adjudication import make_game
from umpire.games.audit import note
from umpire.games.games import Game, get_game, is_walled, require_unfinished, sides_of
from umpire.games.notices import public
from umpire.games.seat import Seat, require_gm
from umpire.outbox.outbox import Letter, enqueue, target_of
from umpire.services.services import Services

TRIES = 4
SCENARIO = "founded"


async def make_cluster(services: Services, gm: Seat) -> Game:
    """Roll the cluster, place the homes, seed the colonies: the campaign can begin. It is done once.

    WrongPhaseError: there is a cluster already, or a race is not approved. GameError: this map has no room for them.
    """
    require_gm(gm)
    for _ in range(TRIES):
        async with services.storage.reading() as tx:
            row = await require_open(tx, gm.game_id)
            scenario = await scenario_of(tx, row)
            making = await turns.find(tx, row.id, 0)
        if making is None:
            raise LookupError(f"game {row.id} has no opening 0")
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
    drafts: dict[str, RaceDraft] = dict(await led_drafts(tx, row, plan))
    waiting: list[str] = []
    for flag in sides_of(row):
        if flag.id in drafts:
            continue
        paper = await papers.find(tx, row.id, "race", flag.id)
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
        check_still(flag.name, drafts[flag.id], plan, told=not is_walled(row))
        sides.append(side_of(drafts[flag.id], plan, flag.id, flag.colour))
    names = [side.name.casefold() for side in sides]
    for flag, side in zip(sides_of(row), sides, strict=True):
        if names.count(side.name.casefold()) > 1:
            raise GameError(f"Two races are called {side.name}; hand {flag.name}'s back for another name.")
    for other in plan.others:
        if other.name.casefold() in names:
            raise GameError(f"A player's race and one of yours are both called {other.name}; rename yours in the plan.")
    return Scenario(
        id=SCENARIO,
        name=row.name,
        blurb=plan.blurb,
        settings=settings,
        sides=tuple(sides),
        home_max_cp=HOME_MAX_CP,
        others=plan.others,
        placement=plan.placement,
    )


def check_still(name: str, draft: RaceDraft, plan: Plan, *, told: bool = True) -> None:
    """GameError if an approved race no longer fits the plan, which changed after it; it is `told` why unless the plan's maker may
    know nothing of races."""
    judged = judge(draft, plan)
    for finding in (*judged.problems, *judged.package):
        if not told:
            raise GameError(f"{name}'s race no longer fits the campaign: take the last changes of the plan back.")
        raise GameError(f"{name}'s race no longer fits the campaign, hand it back: {finding.text}", rule=finding.rule)


def side_of(draft: RaceDraft, plan: Plan, side: str, colour: int) -> StartSide:
    """A race as one side of the scenario."""
    settings = settings_of_plan(plan)
    sheet = with_units(draft, settings).sheet
    home = draft.home_name or f"Home of the {sheet.name.removeprefix('The ')}"
    return start_side(sheet, side, colour, home, settings)


async def _letters(tx: Transaction, row: GameRow, scenario: Scenario) -> list[Letter]:
    names = ", ".join(side.name for side in scenario.sides)
    letters = [
        public(row, 0, f"The cluster of **{row.name}** is made. In it live: {names}. The first turn opens soon.")
    ]
    for seat in await seat_rows.of_game(tx, row.id):
        target = target_of(seat) if seat.side else None
        if target is not None:
            text = f"The cluster of **{row.name}** is made; your race can no longer be changed. Your map comes with turn 1."
            letters.append(Letter("notice", row.id, 0, seat.side, target, text))
    return letters
