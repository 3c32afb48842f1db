"""Weeks in players' words: turn t runs from week 4(t-1) to week 4t (CW-1.0-03, CW-4.1-04)."""

from rules.cluster_war.model.state.names import WEEKS_PER_TURN


def moment(week: int) -> str:
    """An absolute week in words: `turn 7`, or `turn 6, week 2` when it falls inside a turn (CW-4.1-04)."""
    turn, rest = divmod(max(week, 0), WEEKS_PER_TURN)
    return f"turn {turn + 1}" + (f", week {rest}" if rest else "")


def short_moment(week: int) -> str:
    """The same for labels: `T7`, `T6w2`."""
    turn, rest = divmod(max(week, 0), WEEKS_PER_TURN)
    return f"T{turn + 1}" + (f"w{rest}" if rest else "")


def now(turn: int) -> int:
    """The absolute week at which orders for `turn` are given."""
    return (turn - 1) * WEEKS_PER_TURN
