"""What graded officers at their posts add: command ratings at combat information centers, strategy at flag bridges."""

from collections.abc import Iterable


def command_bonus(posts: Iterable[tuple[int, int]]) -> int:
    """What officers at combat information centers (or flag bridges) add: the highest ranked one's rating alone.

    Each post is an officer's rank and their command (or strategy) rating; 0 without any (CW-A-17, CW-A-26).
    """
    return max(posts, default=(0, 0))[1]
