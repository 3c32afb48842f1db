"""Cluster War, as capsules deal with it."""

from collections.abc import Mapping
from typing import Final

from render.campaign.letters import turn_texts
from rules.cluster_war.chapters.combat.battle import BattlesAwaited
from rules.cluster_war.model.state.common import SCHEMA
from rules.cluster_war.model.state.war import BattleOutcome
from rules.cluster_war.turn.gm.amend import amend
from rules.cluster_war.turn.month import adjudicate
from rules.cluster_war.turn.setup.new_game import new_game
from rules.cluster_war.turn.setup.scenario import Scenario
from rules.dice import Dice
from rules.values import GameError
from storage import battles, codec, governors
from storage.db import Transaction
from storage.games import GameRow
from umpire.campaign.absent_player import deputize
from umpire.campaign.dashboard import make_dashboard
from umpire.campaign.fought.start import reconcile
from umpire.campaign.gm.default_rulings import take_default_rulings
from umpire.campaign.gm.player_votes import put_votes_off
from umpire.campaign.governed.ai_turns import govern_turn
from umpire.campaign.letter_buttons import with_named_buttons
from umpire.campaign.open_turn import SYSTEM
from umpire.campaign.standing_orders import apply_standing_orders
from umpire.campaign.turn.adjudication import engine_for
from umpire.campaign.turn.battle_outcomes import go_on
from umpire.campaign.turn.blocked_turns import unblock
from umpire.campaign.turn.turns import advance
from umpire.campaign.turn.undo import judge_sheets
from umpire.campaign.views.news import news_since
from umpire.campaign.views.packet_files import draw_packet
from umpire.campaign.views.reports import post_chronicles
from umpire.games.games import get_game
from umpire.services.services import Services
from umpire.systems.contract import Happened, StepOutcome, System


async def _advance(services: Services, game_id: str, by: str, reason: str, expect_turn: int, *, late: bool) -> bool:
    del late  # a month is adjudicated with the orders that there are
    if (await get_game(services, game_id)).turn_state == "battles":
        return await go_on(services, game_id, by, expect_turn)
    await advance(services, game_id, by, reason, expect_turn)
    return True


async def _resumable(tx: Transaction, now: int) -> tuple[tuple[tuple[str, int], ...], int | None]:
    return await battles.ready(tx, now), await battles.next_deadline(tx, now)


async def _reconcile(services: Services) -> None:
    """Standing orders, before anybody orders on top of them; battles' tactical games, for what they came to may be all that a
    month waited for; then default rulings, and chronicles of campaigns that are over."""
    await apply_standing_orders(services)
    await reconcile(services)
    await take_default_rulings(services)
    await post_chronicles(services)


async def _pending_bot_turns(tx: Transaction) -> Mapping[str, int]:
    return await governors.pending_bot_turns(tx, SYSTEM)


async def _reopened(tx: Transaction, services: Services, row: GameRow, *, renewed: bool) -> None:
    del renewed  # nobody is ready until they say so again, whatever the dice
    await judge_sheets(tx, services, row)


def _resolve(
    state: bytes, orders: bytes, seed: bytes, dice_name: str, turn: int, outcomes: tuple[bytes, ...]
) -> StepOutcome:
    told = (codec.decode_value(BattleOutcome, data) for data in outcomes)
    known = {outcome.battle: outcome for outcome in told}
    before = codec.decode_state(state)
    try:
        done = adjudicate(
            before, codec.decode_signed(orders), Dice(seed, dice_name, turn), known, engine_for(before.settings)
        )
    except BattlesAwaited as waits:
        names = ", ".join(battle.id for battle in waits.battles)
        raise GameError(f"Turn {turn} does not end: nothing says how battle {names} ended.") from waits
    return StepOutcome(codec.encode_state(done.state), tuple(codec.EVENTS.encode(event) for event in done.events))


def _amend(state: bytes, amendment: bytes, reason: str) -> StepOutcome:
    done = amend(codec.decode_state(state), codec.AMENDMENTS.decode(amendment), reason)
    return StepOutcome(codec.encode_state(done.state), tuple(codec.EVENTS.encode(event) for event in done.events))


def _happened(data: bytes) -> Happened:
    event = codec.EVENTS.decode(data)
    return Happened(codec.EVENTS.encode(event), event.cause.rolls, event.seen_by)


CAMPAIGNS: Final = System(
    name=SYSTEM,
    schema=SCHEMA,
    noun=turn_texts.NOUN,
    repair="/campaign repair",
    commands=turn_texts.COMMANDS,
    host_knows_all=True,
    has_threads=True,
    reminders=turn_texts.REMINDERS,
    advance=_advance,
    files=draw_packet,
    reopened=_reopened,
    state=lambda data: codec.encode_state(codec.decode_state(data)),
    stands_at=lambda state, turn: codec.decode_state(state).turn == turn,
    is_given=lambda revision, seq: revision == 0 and seq == 0,
    resolve=_resolve,
    amend=_amend,
    order=lambda data: codec.ORDERS.encode(codec.ORDERS.decode(data)),
    happened=_happened,
    made=lambda scenario, seed: codec.encode_state(new_game(codec.from_document(Scenario, scenario), seed)),
    dashboard=make_dashboard,
    news=news_since,
    resumable=_resumable,
    reconcile=_reconcile,
    unblock=unblock,
    give_back=put_votes_off,
    name_buttons=with_named_buttons,
    deputize=deputize,
    pending_bot_turns=_pending_bot_turns,
    play_bot_turn=govern_turn,
)
"""The game master plays no side. The cluster as it was made is given; amendments lead to what follows."""
