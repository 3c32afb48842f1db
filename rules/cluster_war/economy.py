"""What colonies yield, what a side can spend, and the books at the month's end (CW-5.0)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rules.cluster_war.draft import BudgetLine, Draft
from rules.cluster_war.events import BudgetClosed, IncomeCounted
from rules.cluster_war.state import Body, Colony, GameState, HexId, Race, Settings, Side, SideId
from rules.cluster_war.supply import colonies_of, connected, main_hexes
from rules.cluster_war.tables_of import tables
from rules.cluster_war.trade import trade_lines
from rules.cluster_war.traits import has_trait
from rules.cluster_war.view import Income
from rules.errors import IllegalOrderError
from rules.events import Cause, Modifier

STRATEGIC: Final = 2  # CW-5.0-04
SPECIAL: Final = 5  # CW-5.0-06
SAME_RESOURCE: Final = {"Radioactive Materials": "Radioactives"}  # CW-5.0-03
LOW_INDUSTRY: Final = 250  # CW-3.1-67
LOW_INDUSTRY_RULING: Final = "CW-3.1-67"
EVERY_TURN: Final = "every-turn"
"""`Settings.rulings["CW-3.1-67"] = "every-turn"` takes Low Industry's CPs off each turn's production (docs/rulings.md)."""


def multiplier(resources: Iterable[str], settings: Settings) -> int:
    """What a world's resources multiply its output by: 1, 2 or 5, the highest alone (CW-5.0-07)."""
    found = {SAME_RESOURCE.get(name, name) for name in resources}
    known = tables(settings)
    if found & set(known["CW-TAB-SPECIAL"].keys):
        return SPECIAL
    return STRATEGIC if found & set(known["CW-TAB-STRATEGIC"].keys) else 1


def output(size: int, max_cp: int, resources: Iterable[str], settings: Settings) -> int:
    """CPs a turn from a colony of `size`: capped by the world's maximum, then multiplied (CW-5.0-02, CW-5.0-04)."""
    return min(size, max_cp) * multiplier(resources, settings)


def world_at(place: GameState | Draft, hex_: HexId, orbit: int) -> Body | None:
    """The world in an orbit of a system; None if there is none."""
    system = place.cluster.systems.get(hex_)
    return next((b for b in system.bodies if b.orbit == orbit), None) if system is not None else None


def colony_output(place: GameState | Draft, colony: Colony) -> int:
    """CPs a colony yields a turn."""
    world = world_at(place, colony.hex, colony.orbit)
    if world is None:
        return colony.size
    return output(colony.size, world.max_cp, world.resources, place.settings)


def gross(place: GameState | Draft, side: SideId) -> int:
    """A side's whole production, cut-off colonies included: the base of trade (CW-11.0-07)."""
    total = sum(colony_output(place, c) for c in colonies_of(place, side))
    return _after_low_industry(total, place.sides[side].race, place.settings)


def production(place: GameState | Draft, side: SideId) -> int:
    """CPs that the colonies of the main grid add to the pool this turn (CW-5.0-09, CW-5.0-10)."""
    main = main_hexes(place, side)
    total = sum(colony_output(place, c) for c in colonies_of(place, side) if c.hex in main)
    return _after_low_industry(total, place.sides[side].race, place.settings)


def _after_low_industry(total: int, race: Race, settings: Settings) -> int:
    every_turn = settings.rulings.get(LOW_INDUSTRY_RULING) == EVERY_TURN
    lost = LOW_INDUSTRY if every_turn and has_trait(race.disadvantages, "Low Industry") else 0
    return max(0, total - lost)


def income(state: GameState, side: SideId) -> Income:
    """What the side's pool holds this turn: production, trade, unusual income, treasury (CW-18.0-09).

    The store of a colony that has come back to the grid joins the pool as unusual income.
    """
    main = main_hexes(state, side)
    returned = sum(c.store for c in colonies_of(state, side) if c.hex in main)
    lines = trade_lines(state.trade, side, gross(state, side), state.settings)
    return Income(
        production=production(state, side),
        trade=sum(cps for _, cps in lines),
        unusual=state.income.get(side, 0) + returned,
        treasury=state.sides[side].treasury,
        trade_lines=lines,
    )


def count_income(draft: Draft) -> None:
    """Fill every side's purse, and the stores of colonies that are cut off (CW-5.0-14, CW-5.0-10)."""
    for side in sorted(draft.sides):
        counted = income(draft.start, side)
        draft.purse[side] = counted.available
        modifiers: list[Modifier] = []
        main = main_hexes(draft, side)
        for colony in draft.colonies_of(side):
            yielded = colony_output(draft, colony)
            if colony.hex in main:
                modifiers.append(Modifier(yielded, f"{colony.name} ({colony.hex})"))
                draft.colonies[colony.id] = replace(colony, store=0)
            else:
                draft.colonies[colony.id] = replace(colony, store=colony.store + yielded)
        short = counted.production - sum(m.value for m in modifiers)
        if short:
            modifiers.append(Modifier(short, "Low Industry"))
        modifiers += [Modifier(cps, f"trade with {name}") for name, cps in counted.trade_lines]
        modifiers += [Modifier(counted.unusual, "unusual income")] if counted.unusual else []
        modifiers += [Modifier(counted.treasury, "treasury")] if counted.treasury else []
        draft.say(
            IncomeCounted(
                side=side,
                production=counted.production,
                trade=counted.trade,
                unusual=counted.unusual,
                treasury=counted.treasury,
                cause=Cause("CW-18.0-09", modifiers=tuple(modifiers)),
                seen_by=(side,),
            )
        )


def close_books(draft: Draft) -> None:
    """What is left in each purse becomes the treasury, never below zero (CW-5.0-18, CW-5.0-19)."""
    for side in sorted(draft.sides):
        left = draft.purse[side]
        owner: Side = draft.sides[side]
        draft.sides[side] = replace(owner, treasury=left)
        spent = draft.spent[side]
        draft.say(
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
                seen_by=(side,),
            )
        )


def pay(draft: Draft, side: SideId, line: BudgetLine, cps: int, colony: Colony | None = None) -> None:
    """Take CPs from the pool, or from the colony's store if it is cut off (CW-5.0-10).

    IllegalOrderError, and nothing taken, if there are too few (CW-5.0-19).
    """
    if cps < 0:
        raise IllegalOrderError("An amount of CPs cannot be negative.", rule="CW-5.0-19")
    if colony is not None and not connected(draft, side, colony):
        store = draft.colonies[colony.id].store
        if cps > store:
            raise IllegalOrderError(
                f"{colony.name} is cut off and holds {store} CPs of its own; this needs {cps}.", rule="CW-5.0-10"
            )
        draft.colonies[colony.id] = replace(draft.colonies[colony.id], store=store - cps)
    elif not draft.pay(side, line, cps):
        raise IllegalOrderError(
            f"This needs {cps} CPs and only {draft.purse[side]} were left to spend.", rule="CW-5.0-19"
        )
