"""What colonies and trade bring, what a side can spend, and the books at the end of the turn (CW-11.0, CW-5.0)."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from rules.cluster_war.model.economy.holds import room_aboard, stow_cps
from rules.cluster_war.model.economy.supply import colonies_of, main_grid, main_hexes
from rules.cluster_war.model.economy.yields import MiningYield, colony_output, mining_yields, neighbours, supply_number
from rules.cluster_war.model.events.colonies import BudgetClosed, DependenceNoticed, IncomeCounted
from rules.cluster_war.model.state.common import ColonyId, HexId, Settings, SideId, tables
from rules.cluster_war.model.state.dealings import TradePartner, TradeRecord
from rules.cluster_war.model.state.game import GameState
from rules.cluster_war.model.state.sides import Race, Side, has_trait
from rules.cluster_war.model.state.view import Income, Yield
from rules.cluster_war.model.working.turn_state import TurnState
from rules.values import Cause, GameError, Modifier, changed, quoted

TRADE_LEVELS_TABLE: Final = "CW-11.0-T01"
CAP_RULING: Final = "CW-11.0-06"
TOTAL_CAP: Final = "total"
"""`Settings.rulings["CW-11.0-06"] = "total"` caps all agreements of a side together instead of each by itself."""


def share(partner_gross: int, own_gross: int, level: Literal["none", "limited", "full"], settings: Settings) -> int:
    """CPs one agreement brings: 5% or 10% of the partner's gross, at most 25% of the own, rounded down (CW-11.0-06)."""
    table = tables(settings)[TRADE_LEVELS_TABLE]
    percent = table.number(level, "income_percent_of_partner_gross")
    return min(partner_gross * percent // 100, _cap(own_gross, level, settings))


def _cap(own_gross: int, level: str, settings: Settings) -> int:
    return own_gross * tables(settings)[TRADE_LEVELS_TABLE].number(level, "cap_percent_of_own_gross") // 100


def trade_lines(
    partners: Sequence[TradePartner], side: SideId, own_gross: int, settings: Settings
) -> tuple[tuple[str, int], ...]:
    """What each partner brings the side this turn, as (partner, CPs), in the order the agreements stand (CW-11.0-08)."""
    lines: list[tuple[str, int]] = []
    total = 0
    for partner in partners:
        if partner.side != side:
            continue
        gained = share(partner.gross, own_gross, partner.level, settings)
        if settings.rulings.get(CAP_RULING) == TOTAL_CAP:
            gained = min(gained, max(0, _cap(own_gross, partner.level, settings) - total))
        total += gained
        lines.append((partner.name, gained))
    return tuple(lines)


def intelligence_bonus(level: Literal["none", "limited", "full"], settings: Settings) -> int:
    """Percent that a trade level adds to either partner's intelligence operations against the other (CW-11.0-10)."""
    return tables(settings)[TRADE_LEVELS_TABLE].number(level, "intel_bonus_percent")


def dependence(lines: Sequence[tuple[str, int]], production: int, settings: Settings) -> tuple[tuple[str, int], ...]:
    """Partners that bring so much of production and trade together that a society leans on them, with the percent,
    rounded down (CW-11.0-11)."""
    total = production + sum(cps for _, cps in lines)
    least = supply_number("percent of income that makes dependent", settings)
    shares = ((name, cps * 100 // total) for name, cps in lines if total)
    return tuple((name, percent) for name, percent in shares if percent >= least)


LOW_INDUSTRY: Final = "Low Industry"
LOW_INDUSTRY_RULING: Final = "CW-3.1-67"
HANDICAP: Final = "Handicap"
NO_HANDICAP_PERCENT: Final = 100
"""What a side without a handicap produces, in per cent of what its worlds yield."""
LEAST_HANDICAP: Final = 25
MOST_HANDICAP: Final = 400
EVERY_TURN: Final = "every-turn"
"""`Settings.rulings["CW-3.1-67"] = "every-turn"` takes Low Industry's CPs off each turn's production (docs/rulings)."""


def gross(place: GameState | TurnState, side: SideId, dug: Sequence[MiningYield] | None = None) -> int:
    """A side's whole production, cut-off colonies included: the base of trade (CW-11.0-07). Here and below `dug` is what `mined`
    gives of the place, where the caller has it already."""
    total = sum(colony_output(place, c) for c in colonies_of(place, side))
    total += sum(m.cps for m in _mined(place, dug) if m.side == side)
    return _after_low_industry(total, place.sides[side].race, place.settings)


def _mined(place: GameState | TurnState, dug: Sequence[MiningYield] | None) -> Sequence[MiningYield]:
    return mining_yields(place) if dug is None else dug


def yields(place: GameState | TurnState, side: SideId, dug: Sequence[MiningYield] | None = None) -> tuple[Yield, ...]:
    """What each of a side's colonies makes this turn, and then what its mining stations collect; what is in the main grid adds
    to the pool (CW-5.0-09, CW-5.0-10, CW-7.1-02)."""
    main = main_hexes(place, side)
    people = [Yield(c.id, c.hex, c.orbit, colony_output(place, c), c.hex in main) for c in colonies_of(place, side)]
    found = _mined(place, dug)
    pooled = mined_for_pool(place, side, found)
    stations = [Yield(m.who, m.hex, m.orbit, m.cps, m in pooled, m.stations) for m in found if m.side == side]
    return (*people, *stations)


def mined_for_pool(
    place: GameState | TurnState, side: SideId, dug: Sequence[MiningYield] | None = None
) -> tuple[MiningYield, ...]:
    """What a side's stations collect inside its main grid: it joins the pool (CW-7.1-11)."""
    found = tuple(m for m in _mined(place, dug) if m.side == side)
    grid = main_grid(place, side) if found else frozenset[HexId]()
    return tuple(m for m in found if m.hex in grid)


def _after_low_industry(total: int, race: Race, settings: Settings) -> int:
    if settings.rulings.get(LOW_INDUSTRY_RULING) != EVERY_TURN or not has_trait(race.disadvantages, LOW_INDUSTRY):
        return total
    return max(0, total + tables(settings)["CW-TAB-RACIAL-DISADV"].number(LOW_INDUSTRY, "CPs"))


def handicap(made: int, side: SideId, settings: Settings) -> int:
    """The CPs that a side's handicap adds to a production of `made`, or takes from it, rounded down (R-252)."""
    return made * settings.handicaps.get(side, NO_HANDICAP_PERCENT) // NO_HANDICAP_PERCENT - made


def check_handicap(side: str, percent: int) -> None:
    """GameError for a handicap that nobody could play with (R-252)."""
    if not LEAST_HANDICAP <= percent <= MOST_HANDICAP:
        allowed = f"{LEAST_HANDICAP} to {MOST_HANDICAP}"
        raise GameError(f"A handicap is {allowed} per cent of production, not {percent} as for {quoted(side)}.")


def partners_of(state: GameState, side: SideId, dug: Sequence[MiningYield] | None = None) -> tuple[TradePartner, ...]:
    """All a side trades with: empires the GM runs, then players', each with its gross of this turn (CW-11.0-03)."""
    mine = [t for t in state.trade if t.side == side]
    for pact in state.pacts:
        if side in {pact.a, pact.b}:
            other = pact.b if pact.a == side else pact.a
            mine.append(TradePartner(side, state.sides[other].name, gross(state, other, dug), pact.level))
    return tuple(mine)


def income(state: GameState, side: SideId, dug: Sequence[MiningYield] | None = None) -> Income:
    """What the side's pool holds this turn: production, trade, unusual income, treasury (CW-18.0-09).

    The store of a colony or base that has come back to the grid joins the pool as unusual income.
    """
    found = _mined(state, dug)
    main = main_hexes(state, side)
    returned = sum(c.store for c in colonies_of(state, side) if c.hex in main)
    stores = [b for b in state.bases.values() if b.side == side and b.store]
    grid = main_grid(state, side) if stores else frozenset[HexId]()
    returned += sum(b.store for b in stores if b.hex in grid)
    made = yields(state, side, found)
    whole = _after_low_industry(sum(y.cps for y in made), state.sides[side].race, state.settings)
    lines = trade_lines(partners_of(state, side, found), side, whole, state.settings)
    pooled = sum(y.cps for y in made if y.pooled)
    earned = _after_low_industry(pooled, state.sides[side].race, state.settings)
    given = handicap(earned, side, state.settings)
    return Income(
        production=earned + given,
        trade=sum(cps for _, cps in lines),
        unusual=state.income.get(side, 0) + returned,
        treasury=state.sides[side].treasury,
        trade_lines=lines,
        yields=made,
        handicap=given,
    )


def count_income(turn: TurnState) -> None:
    """Fill every side's purse, and the stores of colonies that are cut off (CW-5.0-14, CW-5.0-10)."""
    dug = mining_yields(turn.start)
    for side in sorted(turn.sides):
        counted = income(turn.start, side, dug)
        turn.purse[side] = counted.available
        record_trade(turn, side, counted)
        modifiers: list[Modifier] = []
        main = main_hexes(turn, side)
        for colony in colonies_of(turn, side):
            yielded = colony_output(turn, colony)
            if colony.hex in main:
                modifiers.append(Modifier(yielded, f"{colony.name} ({colony.hex})"))
                if colony.store:
                    turn.colonies[colony.id] = changed(colony, store=0)
            else:
                turn.colonies[colony.id] = changed(colony, store=colony.store + yielded)
        modifiers += _collect(turn, side, dug)
        short = counted.production - counted.handicap - sum(m.value for m in modifiers)
        if short:
            modifiers.append(Modifier(short, LOW_INDUSTRY))
        if counted.handicap:
            modifiers.append(Modifier(counted.handicap, HANDICAP))
        modifiers += [Modifier(cps, f"trade with {name}") for name, cps in counted.trade_lines]
        modifiers += [Modifier(counted.unusual, "unusual income")] if counted.unusual else []
        modifiers += [Modifier(counted.treasury, "treasury")] if counted.treasury else []
        cause = Cause("CW-18.0-09", modifiers=tuple(modifiers))
        turn.tell_side(
            IncomeCounted(side, counted.production, counted.trade, counted.unusual, counted.treasury, cause=cause)
        )


def record_trade(turn: TurnState, side: SideId, counted: Income) -> None:
    """Keep what each partner brought (CW-11.0-08); a society that begins to lean on one is shown to the GM (CW-11.0-11)."""
    if not counted.trade_lines:
        return
    kept = turn.trade_history.get(side, ())
    leaning = dict(dependence(counted.trade_lines, counted.production, turn.settings))
    levels = {p.name: p.level for p in partners_of(turn.start, side)}
    before = {r.partner for r in kept if r.turn == turn.turn - 1 and r.dependent}
    turn.trade_history[side] = (
        *kept,
        *(TradeRecord(turn.turn, name, levels[name], cps, name in leaning) for name, cps in counted.trade_lines),
    )
    for name, percent in leaning.items():
        if name not in before:
            _notice_dependence(turn, side, name, percent)


def _notice_dependence(turn: TurnState, side: SideId, partner: str, percent: int) -> None:
    rule = "CW-11.0-11"
    text = f"{turn.sides[side].name} draws {percent}% of its income from {partner}."
    hint = "Count it in situational modifiers: loyalty, unrest, spies, what the people want of a war with them."
    turn.put_question("dependence", (side,), text, rule, hint)
    turn.tell_side(DependenceNoticed(side, partner, percent, cause=Cause(rule)))


def _collect(turn: TurnState, side: SideId, dug: Sequence[MiningYield]) -> list[Modifier]:
    """Put what the side's stations mined where it belongs: the pool (told in the modifiers), a base's store, the bays."""
    pooled = mined_for_pool(turn.start, side, dug)
    for base in [b for b in turn.bases.values() if b.side == side and b.store]:
        if base.hex in main_grid(turn, side):
            turn.bases[base.id] = changed(base, store=0)
    for mine in (m for m in dug if m.side == side and m not in pooled):
        if mine.who in turn.bases:
            base = turn.bases[mine.who]
            turn.bases[base.id] = changed(base, store=base.store + mine.cps)
        elif mine.who in turn.colonies:
            colony = turn.colonies[mine.who]
            turn.colonies[colony.id] = changed(colony, store=colony.store + mine.cps)
        elif mine.who in turn.fleets:
            fleet = turn.fleets[mine.who]
            ships = {s: turn.ships[s] for s in fleet.ships}
            designs = turn.sides[side].designs
            cps = min(mine.cps, room_aboard(designs, ships.values(), turn.settings))
            turn.ships.update(stow_cps(designs, ships, cps, turn.settings))
    sizes = neighbours(turn.start, side) if pooled else {}
    return [Modifier(m.cps, f"{m.stations} mining stations at {m.hex}-{m.orbit}{_beside(m, sizes)}") for m in pooled]


def _beside(mine: MiningYield, sizes: Mapping[ColonyId, int]) -> str:
    """Whose people leave the stations less than the whole world (R-061)."""
    size = sizes.get(f"{mine.hex}-{mine.orbit}")
    return "" if size is None else f", beside a colony of {size} CPs"


def close_books(turn: TurnState) -> None:
    """What is left in each purse becomes the treasury, never below zero (CW-5.0-18, CW-5.0-19)."""
    for side in sorted(turn.sides):
        left = turn.purse[side]
        owner: Side = turn.sides[side]
        turn.sides[side] = changed(owner, treasury=left)
        spent = turn.spent[side]
        turn.tell_side(
            BudgetClosed(
                side=side,
                ships=spent["ships"],
                infrastructure=spent["infrastructure"],
                bases=spent["bases"],
                ground=spent["ground"],
                colonies=spent["colonies"],
                research=spent["research"],
                carried=left,
                cause=Cause("CW-5.0-18"),
            )
        )
