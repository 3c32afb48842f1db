"""What the harnesses play of Cluster War: campaigns."""

from collections.abc import Iterable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from harness.canon import Canon, Hashes
from harness.fuzz.people import OTHER_CHANNEL
from harness.games.rows import BegunGames, Fuzz, PostedPicture, Rows
from playtest.player import GIVE_BUTTON
from render.campaign.cluster_map.draw import draw_cluster_map
from render.campaign.cluster_map.layout import posted_region
from render.campaign.report.pages import write_report
from rules.cluster_war.chapters.combat.battle import BattlesAwaited
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.war import BattleId, BattleOutcome
from rules.cluster_war.play.governors.profile import CHARACTERS, STRENGTHS, Profile
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.views.side_views import view_for
from storage.codec import EVENTS, decode_state
from tests.e2e.kit import CHANNEL, Table
from tests.render.campaign.scene import late_game
from tests.rules.cluster_war.long_war import play as longwar
from tests.rules.cluster_war.long_war.minds import sheet_of
from tests.rules.cluster_war.play.governors.play import Campaign, play_month
from tests.rules.cluster_war.play.governors.world import begun as begin_governed
from tests.rules.cluster_war.play.governors.world import scenario
from umpire.campaign.turn.adjudication import engine_for
from umpire.games.games import game_in

SEED: Final = 7
MONTHS_PLAYED: Final = 36
LONG_MONTHS: Final = 40
ALL_OPTIONS: Final[Mapping[str, Any]] = {
    "terrain": ("Neb", "Ast", "Ion"),
    "flag_officers": True,
    "graded_crews": True,
    "news": "by-courier",
    "detection": "full",
    "reserves": "come-up",
}
LOOKING_COMMANDS: Final[Mapping[str, str]] = {
    "campaign": "info, list, players, rules",
    "race": "show",
    "design": "show, list",
    "empire": "show, designs, system, known, sheet, history, workbook",
    "fleet": "list, show, move, split, merge, rename, mission, load, unload, supply, unsupply, hand, arm, disarm, embark, "
    "disembark, aid, raid, bombard",
    "invade": "fronts, land, army",
    "colony": "list, show, found, settle, expand, strip",
    "build": "units, continue, facility, queue, roster, retool, munitions, refit, scrap, send",
    "base": "list, dismantle, assemble, tow, release, mine",
    "treaty": "list, offer, accept, end, grant, revoke, data, technology, pay, material",
    "research": "start, fund, list, chance",
    "spy": "list, start, counter, fund, change, stop",
    "spymaster": "list, show, societies",
    "officer": "list, show, recruit, assign, rank, crew",
    "psi": "list, research, travel, team, read, combine",
    "psimaster": "minds show",
    "encounter": "list, answer, enter",
    "special": "list",
    "orders": "show, forecast, write, form, upload, ask, contingency, priorities, change, copy",
    "turn": "status, report, why, dice",
    "map": "show, mine, whole, text, battle",
    "plan": "travel, colony, research, officers",
    "gm": "npr show, advance, review, side, sheet, workbook, questions, battle, near, plot, designs, races, audit, problems",
    "": "find",
}


async def begin(table: Table) -> BegunGames:
    """A founded campaign of two, in which somebody gave a seat up, and another campaign elsewhere."""
    campaign = (await table.start("duel_small", sides=["humans"], begin=False)).id
    await _seat(table, "ola", "dominators")
    await table.gm.slash(CHANNEL, "campaign begin")
    await table.settle()
    await table.gm.slash(CHANNEL, "gm seat replace", side="dominators", member=table.dom.id)
    table.flags["dom"] = "Dominators"
    await _give_some_orders(table)
    words = await _words(table)
    other = await _other_campaign(table)
    table.game_id = campaign
    return BegunGames(games=(campaign, other), words=tuple(words), each_counts=True)


async def _seat(table: Table, who: str, side: str) -> None:
    joined = await table.human(who).slash(CHANNEL, "campaign join", side=side)
    assert "leads" in joined.text(), joined


async def _give_some_orders(table: Table) -> None:
    for who in ("ada", "dom"):
        asked = await table.ask(who, "orders ask", text="What now?")
        await table.human(who).click(asked, GIVE_BUTTON)


async def _other_campaign(table: Table) -> str:
    made: dict[str, Any] = {"name": "Another War", "scenario": "duel_small", "schedule": "none"}
    await table.gm.slash(OTHER_CHANNEL, "campaign create", **made)
    await table.vik.slash(OTHER_CHANNEL, "campaign join", side="humans")
    guild, channel = table.sandbox.world.guild().id, table.sandbox.world.channel(OTHER_CHANNEL).id
    return (await game_in(table.services, guild, channel)).id


async def _words(table: Table) -> list[str]:
    view = await table.view()
    found: set[str] = {"humans", "dominators", "Terra", "SC", "DD", "DD01", "Beams"}
    for fleet in view.fleets.values():
        found |= {str(fleet.id), fleet.name}
    for colony in view.colonies.values():
        found |= {str(colony.id), colony.name, str(colony.hex)}
    return sorted(found)


def war(canon: Canon, months: int) -> Hashes:
    """A campaign of six empires that the bot leads: states, events, orders, views and reports."""
    found = scenario("six_empires", **ALL_OPTIONS)
    seats = {
        side.id: Profile(CHARACTERS[n % len(CHARACTERS)], STRENGTHS[n % len(STRENGTHS)])
        for n, side in enumerate(found.sides)
    }
    game = Campaign(SEED, begin_governed(found, SEED), seats)
    hashes = {"start": canon.digest(game.state)}
    for month in range(1, months + 1):
        play_month(game)
        views = [view_for(game.state, side) for side in sorted(game.state.sides)]
        seen = [(view, tuple(event for event in game.events if view.side in event.seen_by)) for view in views]
        reports = [write_report(view, told) for view, told in seen]
        hashes |= _month(canon, month, game.state, game.events)
        hashes[f"{month:02} orders"] = canon.digest(game.sheets)
        hashes[f"{month:02} views"] = canon.digest(*views)
        hashes[f"{month:02} reports"] = canon.digest(*reports)
    print(f"  {game.orders} orders, {sum(game.counted.values())} things counted", flush=True)
    return hashes


def long_war(canon: Canon, months: int) -> Hashes:
    """The war of `make longwar`: states and events."""
    state = longwar.begun(SEED).state
    hashes = {"start": canon.digest(state)}
    for month in range(1, months + 1):
        chance = Random(f"{SEED}/{state.turn}")
        state = longwar.kept(longwar.after(state, tuple(longwar.masters_acts(state, chance))))
        orders = tuple(
            signed
            for side in sorted(state.sides)
            for signed in sheet_of(view_for(state, side), Random(f"{SEED}/{state.turn}/{side}"))
        )
        dice, settle = longwar.dice_of(SEED, state.turn), engine_for(state.settings)
        outcomes: dict[BattleId, BattleOutcome] = {}
        while True:
            try:
                done = adjudicate(state, orders, dice, outcomes, settle)
                break
            except BattlesAwaited as waiting:
                for one in waiting.battles:
                    outcomes[one.id] = longwar.settled(state, one, settle, Random(f"{SEED}/{one.id}"), dice)
        state = done.state
        hashes |= _month(canon, month, state, done.events)
    return hashes


def _month(canon: Canon, month: int, state: GameState, told: Iterable[object]) -> Hashes:
    return {f"{month:02} state": canon.digest(state), f"{month:02} events": canon.digest(*told)}


def scenes() -> tuple[PostedPicture, ...]:
    """The map of a turn's message, of an empire in turn 14."""
    view = late_game()
    return (
        PostedPicture(
            "an empire in turn 14",
            partial(draw_cluster_map, view, region=posted_region(view), in_report=True, campaign="The Shattered Reach"),
        ),
    )


ROWS: Final = Rows(
    fuzz=Fuzz(
        begin=begin,
        looking=LOOKING_COMMANDS,
        fitting={"gm": ("gm",), "decree": ("gm",), "spymaster": ("gm",), "campaign": ("gm", "ada", "vik")},
        rare={"campaign finish": 0.05, "campaign handover": 0.1, "campaign leave": 0.3, "gm seat hold": 0.3},
    ),
    baseline={
        "war": lambda canon, asked: war(canon, asked.months or MONTHS_PLAYED),
        "longwar": lambda canon, asked: long_war(canon, asked.months or LONG_MONTHS),
    },
    reader=(decode_state, EVENTS.decode),
    kills=("lives", "governed", "digests", "reminders", "battles", "fought", "absence", "forks", "book", "votes"),
    kills_of_two=("lives", "governed", "digests", "reminders"),
    postgresql=("tests/umpire/campaign/turn/test_turns_at_once.py", "tests/e2e/campaign/test_orders.py"),
    golden=("campaigns", "render"),
    scenes=scenes,
)
