"""A seat as commands pass it on: who acts, for which side of which game."""

from dataclasses import dataclass

from rules.errors import NotYoursError


@dataclass(frozen=True, slots=True)
class Seat:
    """`side` "" with `is_gm` is the game master's own seat; a side with `is_gm` is the game master standing in for it."""

    game_id: str
    side: str
    user_id: int
    is_gm: bool = False

    @property
    def actor(self) -> str:
        """The name in the audit log."""
        return str(self.user_id)


def require_gm(seat: Seat) -> None:
    """NotYoursError for anybody but the game master."""
    if not seat.is_gm:
        raise NotYoursError("Only the game master can do that.")
