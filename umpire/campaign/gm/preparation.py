"""What the game master prepares: systems that fleets will reach, and races that they run themselves (19.0).

Courses are plotted from all sheets, and the contents of systems made on demand. Races are made and changed as whole profiles, and
led through their pseudo-turn.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from render.campaign.letters.ruling_texts import MADE_ON_DEMAND, PREPARED, PSEUDO_TURN, format_race_made
from rules.cluster_war.chapters.colonies.amendments import PrepareSystem
from rules.cluster_war.chapters.npr import amendments
from rules.cluster_war.chapters.npr.advance import advance
from rules.cluster_war.model.orders.order import SignedOrder
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.npr import Npr
from rules.cluster_war.turn.gm.look_ahead import (
    Meeting,
    SaltedDice,
    SystemToPrepare,
    Track,
    due_systems,
    make_contents,
    meetings_ahead,
    plot,
)
from rules.dice import Dice
from rules.values import GameError, Value, changed
from storage import orders
from umpire.campaign.gm.amendments import PlannedAmendment, just
from umpire.campaign.gm.rulings import RulingResult, carry_out
from umpire.campaign.open_turn import standing_at
from umpire.campaign.views import side_views
from umpire.campaign.views.side_views import state_at
from umpire.games.seat import Seat, require_gm
from umpire.services.services import Services

SALT_BYTES = 8
Change: TypeAlias = Callable[[Npr], Npr]
"""Makes a race of a race; it is sent to a worker, so it is a module's function or `functools.partial` of one."""


class PreparationOutlook(Value):
    """All fleets' tracks for so many turns, by fleet; who will meet whom; and what is to be prepared."""

    turn: int
    turns: int
    tracks: Mapping[str, Track]
    meetings: tuple[Meeting, ...]
    due: tuple[SystemToPrepare, ...]


async def look_ahead(services: Services, gm: Seat, turns: int) -> PreparationOutlook:
    """Plot all courses under way and all moves on the open turn's sheets (CW-19.0-03, CW-19.0-22). The game master's alone.

    A draft is plotted as it will be published. GameError for no such number of turns.
    """
    require_gm(gm)
    async with services.storage.reading() as tx:
        row, turn, key = await standing_at(tx, gm.game_id)
        state = await state_at(tx, services, key)
        given = () if key.phase == "draft" else await orders.of_turn(tx, row.id, turn.turn)
    return await services.workers.run(outlook, state, orders.in_force(given), turns, urgent=True)


def outlook(state: GameState, signed: tuple[SignedOrder, ...], turns: int) -> PreparationOutlook:
    """The plot itself; runs in a worker."""
    tracks = plot(state, signed, turns)
    return PreparationOutlook(state.turn, turns, tracks, meetings_ahead(state, tracks), due_systems(state, tracks))


async def prepare(services: Services, gm: Seat, hex_: str, *, fill: bool, idempotency_key: str = "") -> RulingResult:
    """Mark a system as ready for players to find; with `fill`, the dice of Appendix B make its contents anew (CW-19.0-03).

    GameError: no system is there, or with `fill` somebody knows it or lives there.
    """
    salt = services.entropy(SALT_BYTES).hex()
    plan = partial(_filled, hex_, salt) if fill else partial(just, PrepareSystem(hex_))
    why = MADE_ON_DEMAND if fill else PREPARED
    return await carry_out(services, gm, plan, why, idempotency_key=idempotency_key)


def _filled(hex_: str, salt: str, state: GameState, dice: Dice) -> PlannedAmendment:
    salted = SaltedDice(dice, salt)
    made = make_contents(state, hex_, salted)
    return PlannedAmendment(PrepareSystem(hex_, made), tuple(salted.rolls))


class PseudoTurn(Value):
    """What a pseudo-turn brought one race."""

    name: str
    lines: tuple[str, ...]


class PseudoTurns(Value):
    """A pseudo-turn of one race or of all, the turn it was of, and how many dice were rolled."""

    turn: int
    months: tuple[PseudoTurn, ...]
    rolls: int


async def races(services: Services, gm: Seat) -> tuple[Npr, ...]:
    """All races of the game master's, by name."""
    require_gm(gm)
    view = await side_views.view(services, gm)
    return tuple(sorted(view.nprs.values(), key=lambda npr: npr.name.casefold()))


async def make(
    services: Services, gm: Seat, name: str, home: str, change: Change, *, idempotency_key: str = ""
) -> RulingResult:
    """A new race with a colony on its home world. GameError: its name or a part of its profile cannot be."""
    plan = partial(_plan_race, name, home, change, services.entropy(SALT_BYTES).hex())
    return await carry_out(services, gm, plan, format_race_made(name), idempotency_key=idempotency_key)


def _plan_race(name: str, home: str, change: Change, salt: str, state: GameState, _: Dice) -> PlannedAmendment:
    called = amendments.slug_of(name)
    if called in state.nprs:
        raise GameError(f"There is a race called {state.nprs[called].name} already.")
    bare = Npr(id=called, name=name.strip(), home=home, gross=0, advanced=state.turn - 1, salt=salt)
    return PlannedAmendment(amendments.SetNpr(amendments.with_home_colony(state, change(bare))))


async def change_race(
    services: Services, gm: Seat, name: str, change: Change, reason: str, *, idempotency_key: str = ""
) -> RulingResult:
    """A race as `change` makes it of what it is now. GameError: there is none of that name, or it cannot be so."""
    return await carry_out(services, gm, partial(_changed, name, change), reason, idempotency_key=idempotency_key)


def _changed(name: str, change: Change, state: GameState, _: Dice) -> PlannedAmendment:
    npr = amendments.npr_named(state.nprs, name)
    return PlannedAmendment(amendments.SetNpr(changed(change(npr), id=npr.id, salt=npr.salt)))


async def remove(services: Services, gm: Seat, name: str, reason: str, *, idempotency_key: str = "") -> RulingResult:
    """Take a race out of the game. GameError if there is none of that name."""
    return await carry_out(services, gm, partial(_removed, name), reason, idempotency_key=idempotency_key)


def _removed(name: str, state: GameState, _: Dice) -> PlannedAmendment:
    return PlannedAmendment(amendments.RemoveNpr(amendments.npr_named(state.nprs, name).id))


async def pseudo_turn(services: Services, gm: Seat, name: str = "", *, idempotency_key: str = "") -> PseudoTurns:
    """Lead one race, or all that have not had this turn, through it (CW-19.0-20).

    GameError: there is no race. WrongPhaseError: all have had this turn.
    """
    reason = PSEUDO_TURN
    ruled = await carry_out(services, gm, partial(_advanced, name), reason, idempotency_key=idempotency_key)
    if ruled.planned is None or not isinstance(done := ruled.planned.amendment, amendments.AdvanceNprs):
        return PseudoTurns(ruled.turn, (), 0)
    months = tuple(PseudoTurn(npr.name, lines) for npr, lines in zip(done.nprs, done.lines, strict=True))
    return PseudoTurns(done.nprs[0].advanced, months, len(ruled.planned.rolls))


def _advanced(name: str, state: GameState, dice: Dice) -> PlannedAmendment:
    chosen = [amendments.npr_named(state.nprs, name)] if name else _waiting(state)
    months = [advance(state, npr, dice) for npr in chosen]
    amendment = amendments.AdvanceNprs(tuple(m.npr for m in months), tuple(m.lines for m in months))
    return PlannedAmendment(amendment, tuple(roll for m in months for roll in m.rolls))


def _waiting(state: GameState) -> list[Npr]:
    """The races that have not had this turn; where all have, the first, which says so."""
    everyone = sorted(state.nprs.values(), key=lambda npr: npr.id)
    if not everyone:
        raise GameError("You run no race yet; make one with /gm npr set.")
    return [npr for npr in everyone if npr.advanced < state.turn] or everyone[:1]
