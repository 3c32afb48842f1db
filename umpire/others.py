"""Races that the game master runs: made and changed as whole profiles, and led through their pseudo-turn (19.0)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rules.cluster_war.amendments import AdvanceNprs, RemoveNpr, SetNpr
from rules.cluster_war.npr.advance import advance
from rules.cluster_war.npr.edit import npr_named, slug_of, with_home_colony
from rules.cluster_war.npr.profile import Npr
from rules.cluster_war.state import GameState
from rules.dice import Dice, Roll
from rules.errors import GameError
from umpire import views
from umpire.desk import Umpire
from umpire.rulings import Planned, Ruled, carry_out
from umpire.seat import Seat, require_gm

SALT_BYTES = 8
Change = Callable[[Npr, GameState], Npr]


@dataclass(frozen=True, slots=True)
class Month:
    """What a pseudo-turn brought one race, with the dice behind it."""

    name: str
    lines: tuple[str, ...]
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Advanced:
    """A pseudo-turn of one race or of all, and the turn it was of."""

    turn: int
    months: tuple[Month, ...]


async def races(desk: Umpire, gm: Seat) -> tuple[Npr, ...]:
    """All races of the game master's, by name."""
    require_gm(gm)
    view = await views.view(desk, gm)
    return tuple(sorted(view.nprs.values(), key=lambda npr: npr.name.casefold()))


async def make(desk: Umpire, gm: Seat, name: str, home: str, change: Change, *, once: str = "") -> Ruled:
    """A new race with a colony on its home world. GameError: its name or a part of its profile cannot be."""
    salt = desk.entropy(SALT_BYTES).hex()

    def plan(state: GameState, _: Dice) -> Planned:
        called = slug_of(name)
        if called in state.nprs:
            raise GameError(f"There is a race called {state.nprs[called].name} already.")
        bare = Npr(id=called, name=name.strip(), home=home, gross=0, advanced=state.turn - 1, salt=salt)
        return Planned(SetNpr(with_home_colony(state, change(bare, state))))

    return await carry_out(desk, gm, plan, f"A race: {name}", once=once)


async def change_race(desk: Umpire, gm: Seat, name: str, change: Change, reason: str, *, once: str = "") -> Ruled:
    """A race as `change` makes it of what it is now. GameError: there is none of that name, or it cannot be so."""

    def plan(state: GameState, _: Dice) -> Planned:
        npr = npr_named(state.nprs, name)
        return Planned(SetNpr(replace(change(npr, state), id=npr.id, salt=npr.salt)))

    return await carry_out(desk, gm, plan, reason, once=once)


async def remove(desk: Umpire, gm: Seat, name: str, reason: str, *, once: str = "") -> Ruled:
    """Take a race out of the game. GameError if there is none of that name."""
    return await carry_out(
        desk, gm, lambda state, _: Planned(RemoveNpr(npr_named(state.nprs, name).id)), reason, once=once
    )


async def pseudo_turn(desk: Umpire, gm: Seat, name: str = "", *, once: str = "") -> Advanced:
    """Lead one race, or all that have not had this turn, through it (CW-19.0-20).

    GameError: there is no race. WrongPhaseError: all have had this turn.
    """
    made: list[Month] = []
    turns: list[int] = []

    def plan(state: GameState, dice: Dice) -> Planned:
        made.clear()
        turns[:] = [state.turn]
        chosen = [npr_named(state.nprs, name)] if name else _waiting(state)
        months = [advance(state, npr, dice) for npr in chosen]
        made.extend(Month(m.npr.name, m.lines, m.rolls) for m in months)
        amendment = AdvanceNprs(tuple(m.npr for m in months), tuple(m.lines for m in months))
        return Planned(amendment, tuple(roll for m in months for roll in m.rolls))

    await carry_out(desk, gm, plan, "The pseudo-turn of the game master's races", once=once)
    return Advanced(turns[0] if turns else 0, tuple(made))


def _waiting(state: GameState) -> list[Npr]:
    """The races that have not had this turn; where all have, the first, which says so."""
    everyone = sorted(state.nprs.values(), key=lambda npr: npr.id)
    if not everyone:
        raise GameError("You run no race yet; make one with /gm npr set.")
    return [npr for npr in everyone if npr.advanced < state.turn] or everyone[:1]
