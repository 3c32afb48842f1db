"""A seat as commands pass it on: who acts, for which side of which game."""

from typing import Final, TypeAlias

from rules.values import NotYoursError, Value


class Seat(Value):
    """`side` "" with `is_gm` is the game master's own seat; a side with `is_gm` is the game master standing in for it. `program`
    is the part of the program that acts in the game master's place."""

    game_id: str
    side: str
    user_id: int
    is_gm: bool = False
    program: str = ""

    @property
    def actor(self) -> str:
        """The name in the audit log."""
        return self.program or str(self.user_id)


BOOK: Final = "the book"
"""Who answers by the rules where nobody has, in the log."""


def seat_of_the_book(game_id: str) -> Seat:
    """The game master's seat as the book has it, when nobody has answered in time."""
    return Seat(game_id, "", 0, is_gm=True, program=BOOK)


class Manager(Value):
    """A manager of the server that a game is played in. It is no seat: they may end the game, move it and hand it over, when
    its game master has gone for instance, and read nothing of it. The cogs make one for those with Manage Server alone."""

    game_id: str
    user_id: int

    @property
    def actor(self) -> str:
        """The name in the audit log."""
        return str(self.user_id)


Overseer: TypeAlias = Seat | Manager
"""Who may end a game, move it and hand it over: its game master, or a manager of its server."""


def require_gm(seat: Overseer) -> None:
    """NotYoursError for anybody but the game master, and a manager where one may act."""
    if isinstance(seat, Seat) and not seat.is_gm:
        raise NotYoursError("Only the game master can do that.")
