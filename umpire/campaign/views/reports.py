"""What a turn brought, for the seat that asks: report, numbered lines, and the "why" of each line."""

from collections.abc import Mapping

from render.campaign.report.explain import explain
from render.campaign.report.lines import Line, report_lines
from render.campaign.report.pages import write_report
from rules.cluster_war.model.events.battles import BattleFought, BattleSettled
from rules.cluster_war.model.events.event import Event, may_see
from rules.cluster_war.model.state.names import FleetId, HexId
from rules.cluster_war.model.state.view import View
from rules.errors import GameError, WrongPhaseError
from rules.values import Value, field
from storage import events
from umpire.campaign.open_turn import past, present
from umpire.campaign.views.former_names import names_in, start_of
from umpire.campaign.views.side_views import outcome
from umpire.games.games import require_game
from umpire.games.seat import Seat
from umpire.services.services import Services


class Report(Value):
    """A turn's report as one seat may read it: the turn, its name in the campaign, the view after it, and its events; `before`
    are fleets' names before it, where some were lost."""

    campaign: str
    turn: int
    opening: int
    view: View
    events: tuple[Event, ...]
    before: Mapping[FleetId, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The whole report, lines numbered."""
        return write_report(self.view, self.events, campaign=self.campaign, turn=self.turn, before=self.before)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The numbered lines."""
        return report_lines(self.view, self.events, self.before)

    def why(self, number: int) -> str:
        """Why a numbered line came out as it did: order, rule, modifiers, dice. GameError if there is no such line."""
        lines = self.lines
        for line in lines:
            if line.number == number:
                return explain(line.text, [self.events[index] for index in line.events], self.view)
        last = f"1 to {lines[-1].number}" if lines else "none"
        raise GameError(f"The report of turn {self.turn} has no line {number}; its lines are {last}.")

    def filmed(self, number: int) -> tuple[HexId, int] | None:
        """Hex and week of the battle that a numbered line tells of, if it was fought on a map and its reader was there."""
        found = [self.events[index] for line in self.lines if line.number == number for index in line.events]
        for event in found:
            there = isinstance(event, BattleSettled) or (isinstance(event, BattleFought) and bool(event.foes))
            if isinstance(event, BattleFought | BattleSettled) and there and event.method == "chair":
                return event.hex, event.week
        return None


async def report(services: Services, seat: Seat, turn: int | None = None) -> Report:
    """The report of a turn (the last published one by default; for the game master also a draft).

    WrongPhaseError: nothing has been published yet, or not that turn.
    """
    async with services.storage.reading() as tx:
        row = await require_game(tx, seat.game_id)
        now = await present(tx, row)
        drafted = seat.is_gm and not seat.side and now.state == "draft"
        wanted = turn if turn is not None else (now.turn if drafted else now.turn - 1)
        done = now if drafted and wanted == now.turn else None
        if done is None:
            if not 1 <= wanted < now.turn:
                raise WrongPhaseError(
                    f"There is no report of turn {wanted} yet; **{row.name}** is at turn {now.turn}."
                    if wanted
                    else f"**{row.name}** is in its first turn; its first report comes when that is resolved."
                )
            done = await past(tx, row, now, wanted)
        saw = await outcome(tx, services, row, done, seat.side)
        happened = tuple(found.event for found in await events.of_opening(tx, row.id, done.opening))
        before = names_in(await start_of(tx, row.id, done.opening, happened), seat.side)
    seen = happened if not seat.side else tuple(event for event in happened if may_see(event, seat.side))
    return Report(row.name, wanted, done.opening, saw.view, seen, before)
