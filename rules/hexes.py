"""Hexes with vertical columns: axial for sums, column and row at the edges, integers only."""

from typing import Final, Literal

from rules.values import GameError, NotationError, Value, quoted

MOST_MAP_HEXES: Final = 100


class Hex(Value, order=True):
    """One hex in axial coordinates; on a `Grid`, `q` is the column's number."""

    q: int
    r: int


# From the hex straight up, clockwise.
DIRECTIONS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def neighbors(here: Hex) -> tuple[Hex, Hex, Hex, Hex, Hex, Hex]:
    """The six hexes around `here`, from the one straight up, clockwise."""
    q, r = here.q, here.r
    return Hex(q, r - 1), Hex(q + 1, r - 1), Hex(q + 1, r), Hex(q, r + 1), Hex(q - 1, r + 1), Hex(q - 1, r)


def distance(a: Hex, b: Hex) -> int:
    """How many hexes the shortest path from `a` to `b` is long."""
    dq, dr = a.q - b.q, a.r - b.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2  # the largest of the three is as large as the other two together


def ring(center: Hex, n: int) -> tuple[Hex, ...]:
    """The hexes at distance `n` from `center`, from the one straight up, clockwise; the center alone for 0."""
    if n < 0:
        raise ValueError(f"a ring cannot have the radius {n}")
    if n == 0:
        return (center,)
    found: list[Hex] = []
    q, r = center.q, center.r - n
    for dq, dr in DIRECTIONS[2:] + DIRECTIONS[:2]:
        for _ in range(n):
            found.append(Hex(q, r))
            q, r = q + dq, r + dr
    return tuple(found)


def disk(center: Hex, n: int) -> tuple[Hex, ...]:
    """The hexes within distance `n` of `center`, ring by ring from the middle."""
    return tuple(h for radius in range(n + 1) for h in ring(center, radius))


def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The straight line from `a` to `b`, one step per hex of distance, both ends included.

    A step is one hex, or both hexes (in their order) where the line runs along the hexside between them; the rule that
    asks decides which counts. Exact integers: `line(b, a)` is the same line reversed, and turning or mirroring the map
    turns or mirrors the line.
    """
    return tuple(step(a, b, i) for i in range(distance(a, b) + 1))


def step(a: Hex, b: Hex, i: int) -> tuple[Hex, ...]:
    """Step `i` of the straight line from `a` to `b`, 0 being `a` itself: see `line`."""
    length = distance(a, b)
    if length == 0:
        return (a,)
    dq, dr = b.q - a.q, b.r - a.r
    # One of q, r and -q-r changes by exactly one a step; the other two lie between two neighbouring hexes.
    if abs(dq) == length:
        q = a.q + i * dq // length
        return tuple(Hex(q, r) for r in _nearest(a.r * length + i * dr, length))
    if abs(dr) == length:
        r = a.r + i * dr // length
        return tuple(Hex(q, r) for q in _nearest(a.q * length + i * dq, length))
    total = a.q + a.r + i * (dq + dr) // length
    return tuple(Hex(q, total - q) for q in _nearest(a.q * length + i * dq, length))


def _nearest(numerator: int, denominator: int) -> tuple[int, ...]:
    """The whole number nearest to a fraction; both neighbours when it lies halfway."""
    whole, rest = divmod(numerator, denominator)
    if 2 * rest == denominator:
        return whole, whole + 1
    return (whole,) if 2 * rest < denominator else (whole + 1,)


class Grid(Value):
    """A map of `columns` by `rows` hexes, both counted from 1; `low` names the columns that sit half a hex lower."""

    columns: int
    rows: int
    low: Literal["odd", "even"]

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= MOST_MAP_HEXES and 1 <= self.rows <= MOST_MAP_HEXES):
            raise GameError(
                f"A map has 1 to {MOST_MAP_HEXES} columns and rows; {self.columns} by {self.rows} does not fit."
            )

    def _shift(self, column: int) -> int:
        return column // 2 if self.low == "odd" else (column + 1) // 2

    def hex(self, column: int, row: int) -> Hex:
        """The hex in this column and row, whether or not it is on the map."""
        return Hex(column, row - self._shift(column))

    def offset(self, here: Hex) -> tuple[int, int]:
        """Column and row of a hex, whether or not it is on the map."""
        return here.q, here.r + self._shift(here.q)

    def contains(self, here: Hex) -> bool:
        """Whether the hex is on the map."""
        return 1 <= here.q <= self.columns and 1 <= here.r + self._shift(here.q) <= self.rows

    def all_hexes(self) -> tuple[Hex, ...]:
        """Every hex of the map, column by column from the left, each from the top."""
        shifts = ((column, self._shift(column)) for column in range(1, self.columns + 1))
        return tuple(Hex(column, row - shift) for column, shift in shifts for row in range(1, self.rows + 1))

    def number(self, here: Hex) -> str:
        """The printed number CCRR of a hex, `0412`; a 100th column or row is written 00 (CW-2.0-01).

        Raises GameError for a hex that is not on the map.
        """
        if not self.contains(here):
            raise GameError("That place is off the map, so it has no hex number.")
        column, row = self.offset(here)
        return f"{column % MOST_MAP_HEXES:02}{row % MOST_MAP_HEXES:02}"

    def name(self, here: Hex) -> str:
        """The printed number of a hex; "c/r" for a place beyond the map."""
        if self.contains(here):
            return self.number(here)
        column, row = self.offset(here)
        return f"{column}/{row}"

    def parse(self, text: str) -> Hex:
        """The hex a player's `0412` names; NotationError says what was wrong and what would be right (CW-2.0-01)."""
        digits = text.strip()
        if not (len(digits) == 4 and digits.isascii() and digits.isdigit()):
            raise self._not_a_number(digits)
        column, row = int(digits[:2]) or MOST_MAP_HEXES, int(digits[2:]) or MOST_MAP_HEXES
        if column > self.columns:
            raise NotationError(f"{quoted(digits)} is off the map: columns run {_span(self.columns)} here.")
        if row > self.rows:
            raise NotationError(f"{quoted(digits)} is off the map: rows run {_span(self.rows)} here.")
        return self.hex(column, row)

    def _not_a_number(self, text: str) -> NotationError:
        right = f"a hex is four digits, column then row, like {min(4, self.columns):02}{min(12, self.rows):02}"
        if not text:
            return NotationError(f"No hex was given; {right}.")
        if not (text.isascii() and text.isdigit()):
            return NotationError(f"{quoted(text)} is not a hex number; {right}.")
        many = "one digit" if len(text) == 1 else f"{len(text)} digits"
        return NotationError(f"{quoted(text)} has {many}; {right}.")


def _span(last: int) -> str:
    """The two-digit numbers from 1 to `last` in words: a 100th is written 00."""
    return "from 01 to 99, then 00 for the 100th" if last == MOST_MAP_HEXES else f"from 01 to {last:02}"
