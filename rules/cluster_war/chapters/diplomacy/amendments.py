"""The GM's hand on money and on what stands between empires (chapters 5, 11, 13)."""

from typing import Final, Literal

from rules.cluster_war.chapters.diplomacy.treaty_orders import pact_of
from rules.cluster_war.model.economy.income import NO_HANDICAP_PERCENT, check_handicap
from rules.cluster_war.model.state.common import ColonyId, SideId
from rules.cluster_war.model.state.dealings import TradePartner
from rules.cluster_war.model.working.amendment import LONGEST_WORDS, MOST_CPS, Amending, Amendment, Apply, amount
from rules.values import EVERYONE, GameError, IllegalOrderError, changed, quoted

RAIDS_RULE: Final = "CW-5.0-24"
FULL_PERCENT: Final = 100


class SetTreasury(Amendment):
    """Set a side's treasury; never below zero (CW-5.0-19)."""

    side: SideId
    cps: int


class GrantIncome(Amendment):
    """Unusual income for the coming turn: raiding, extortion, gifts (CW-18.0-08)."""

    side: SideId
    cps: int


class SetHandicap(Amendment):
    """What a side's production comes to from now on, in per cent of what its worlds yield; 100 ends a handicap (R-252)."""

    side: SideId
    percent: int


class RaidCps(Amendment):
    """Raiders take CPs from a side's treasury, as many as it has: for `by` as unusual income, or destroyed with ""
    (CW-5.0-24)."""

    side: SideId
    cps: int
    by: SideId = ""


class SetTrade(Amendment):
    """Set a trade agreement with an empire the GM runs; level "none" ends it (CW-11.0-01)."""

    side: SideId
    name: str
    gross: int
    level: Literal["none", "limited", "full"]


class SetPeace(Amendment):
    """Declare two sides at peace or hostile; fleets at peace do not count as an encounter."""

    a: SideId
    b: SideId
    at_peace: bool


class SetEmbassy(Amendment):
    """Two sides have exchanged ambassadors or liaisons, or recall them (CW-13.0-06)."""

    a: SideId
    b: SideId
    exchanged: bool


class Contagion(Amendment):
    """Let parasites, disease or a weapon cross a trade link into a side (CW-11.0-09); `loss` is the per cent of a colony's
    output lost until the GM lifts it."""

    source: str
    side: SideId
    text: str
    colony: ColonyId = ""
    loss: int = 10


def _treasury(turn: Amending, order: SetTreasury) -> None:
    found = turn.side(order.side)
    turn.sides[found.id] = changed(found, treasury=amount(order.cps))
    turn.tell(f"The treasury of {found.name} is now {order.cps} CPs (it was {found.treasury}).", found.id)


def _income(turn: Amending, order: GrantIncome) -> None:
    name = turn.side(order.side).name
    _pay(turn, order.side, amount(order.cps))
    turn.tell(f"{name} receives {order.cps} CPs this turn.", order.side)


def _handicap(turn: Amending, order: SetHandicap) -> None:
    side, now = turn.side(order.side), turn.settings
    check_handicap(side.id, order.percent)
    others = {key: percent for key, percent in now.handicaps.items() if key != side.id}
    given = {} if order.percent == NO_HANDICAP_PERCENT else {side.id: order.percent}
    turn.after = changed(turn.after, settings=changed(now, handicaps={**others, **given}))
    turn.tell(
        f"From now on the production of {side.name} is {order.percent} % of what its worlds yield.",
        EVERYONE,
        rule="CW-5.0-14",
    )


def _pay(turn: Amending, side: SideId, cps: int) -> None:
    income = turn.after.income
    turn.after = changed(turn.after, income={**income, side: income.get(side, 0) + cps})


def _raid(turn: Amending, order: RaidCps) -> None:
    victim = turn.side(order.side)
    if order.by:
        turn.side(order.by)
    if not 1 <= order.cps <= MOST_CPS:
        raise IllegalOrderError(f"Raiders take 1 to {MOST_CPS} CPs, not {order.cps}.", rule=RAIDS_RULE)
    taken = min(order.cps, victim.treasury)
    turn.sides[victim.id] = changed(victim, treasury=victim.treasury - taken)
    turn.tell(f"Raiders take {taken} CPs from your treasury.", victim.id, rule=RAIDS_RULE)
    if order.by:
        _pay(turn, order.by, taken)
        turn.tell(f"Your raiders bring home {taken} CPs.", order.by, rule=RAIDS_RULE)


def _trade(turn: Amending, order: SetTrade) -> None:
    side, name = turn.side(order.side).id, order.name
    kept = tuple(t for t in turn.start.trade if (t.side, t.name.casefold()) != (side, name.casefold()))
    new = [] if order.level == "none" else [TradePartner(side, name, amount(order.gross), order.level)]
    turn.after = changed(turn.after, trade=(*kept, *new))
    turn.tell(f"Trade with {name}: {order.level}." if new else f"Trade with {name} has ended.", side)


def _peace(turn: Amending, order: SetPeace) -> None:
    names = [_party(turn, side) for side in (order.a, order.b)]
    if order.a == order.b:
        raise GameError("A side is always at peace with itself.")
    turn.after = changed(turn.after, peace=_paired(turn.start.peace, order.a, order.b, on=order.at_peace))
    text = f"{names[0]} and {names[1]} are {'at peace' if order.at_peace else 'hostile'}."
    turn.tell(text, *(side for side in (order.a, order.b) if side in turn.sides))


def _party(turn: Amending, side: SideId) -> str:
    """The name of a side, or of a race the game master runs."""
    return turn.start.nprs[side].name if side in turn.start.nprs else turn.side(side).name


def _paired(pairs: tuple[str, ...], a: SideId, b: SideId, *, on: bool) -> tuple[str, ...]:
    pair = "|".join(sorted((a, b)))
    kept = tuple(p for p in pairs if p != pair)
    return (*kept, pair) if on else kept


def _embassy(turn: Amending, order: SetEmbassy) -> None:
    a, b = turn.side(order.a), turn.side(order.b)
    if a.id == b.id:
        raise GameError("A side needs no ambassadors with itself.")
    turn.after = changed(turn.after, embassies=_paired(turn.start.embassies, a.id, b.id, on=order.exchanged))
    have = "have" if order.exchanged else "have no longer"
    turn.tell(f"{a.name} and {b.name} {have} ambassadors with each other.", a.id, b.id)


def _contagion(turn: Amending, order: Contagion) -> None:
    side = turn.side(order.side)
    linked = pact_of(turn.pacts, order.source, side.id) is not None or any(
        t.side == side.id and t.name.casefold() == order.source.casefold() for t in turn.start.trade
    )
    if not linked:
        raise GameError(f"{quoted(order.source)} has no trade with {side.name}.", rule="CW-11.0-09")
    text = order.text.strip()
    if not text or len(text) > LONGEST_WORDS:
        raise GameError(f"Say what spreads, in 1 to {LONGEST_WORDS} characters.")
    if order.colony:
        colony = turn.colonies.get(order.colony)
        if colony is None or colony.side != side.id or not 0 <= order.loss <= FULL_PERCENT:
            raise GameError(
                f"{quoted(order.colony)} is not one of their colonies, or {order.loss} % is not a loss.",
                rule="CW-11.0-09",
            )
        beside = colony.hindered
        loss = min(FULL_PERCENT - beside, order.loss)
        turn.colonies[colony.id] = changed(colony, hindered=beside + loss)
        text += f" {colony.name} loses {loss} % of its output."
    turn.tell(text, side.id)


APPLY: Final[Apply] = {
    SetTreasury: _treasury,
    GrantIncome: _income,
    SetHandicap: _handicap,
    RaidCps: _raid,
    SetTrade: _trade,
    SetPeace: _peace,
    SetEmbassy: _embassy,
    Contagion: _contagion,
}
