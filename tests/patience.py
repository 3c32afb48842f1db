"""How long a test waits for what must come: an event ends the wait, and no test guesses at the machine's speed."""

from pathlib import Path
from time import monotonic, sleep
from typing import Final

WAIT_SECONDS: Final = 120.0


def wait_for_file(path: Path) -> None:
    """Return when a file is there; TimeoutError if it never comes. For another process than the test's own."""
    until = monotonic() + WAIT_SECONDS
    while not path.exists():
        if monotonic() > until:
            raise TimeoutError(f"{path} never came")
        sleep(0.005)
