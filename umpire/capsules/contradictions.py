"""A capsule that no game wrote can break the rules' code or the database anywhere: told as one sentence, never as a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

from rules.errors import GameError, quoted
from storage.db import is_fault
from storage.errors import StaleStateError, StorageError

SHOWN = 160


@contextmanager
def consistent(part: str) -> Iterator[None]:
    """Tells of whatever goes wrong with a part of a capsule ("its seats") as a GameError that names the part."""
    try:
        yield
    except (GameError, StaleStateError, MemoryError):
        raise
    except StorageError as wrong:
        raise GameError(f"This capsule is damaged in {part}: {wrong}") from wrong
    except Exception as wrong:
        if is_fault(wrong):
            raise
        said = quoted(_words(wrong), SHOWN)
        raise GameError(
            f"This capsule is damaged, or no Admiralty wrote it: {part} cannot be kept ({said})."
        ) from wrong


def _words(wrong: Exception) -> str:
    """What happened, in as few words as it says itself; the database wraps what it was told in more."""
    cause = getattr(wrong, "orig", None) or wrong
    if isinstance(cause, RecursionError):
        return "nested too deeply"
    if isinstance(cause, KeyError):
        return f"{cause} is missing"
    return str(cause) or type(cause).__name__
