"""The rows of all games that are registered, as their records name them.

python -m harness.games.known postgresql     the files of tests that `make postgresql` takes as a sample
python -m harness.games.known storm          the modules that `make storm` runs
"""

import argparse
from collections.abc import Mapping
from typing import Final

from games.known import parts
from harness.attack.row import TacticalRow
from harness.games.rows import Rows

ROWS: Final[Mapping[str, Rows]] = parts("rows")
"""By game, in the order of the records."""
TACTICAL_ROWS: Final[tuple[TacticalRow, ...]] = tuple(
    row for rows in ROWS.values() if rows.attack is not None for row in rows.attack.rows
)


def main() -> None:
    """Print in a line what the Makefile asks for."""
    asked = argparse.ArgumentParser(prog="harness.games.known", description=__doc__)
    asked.add_argument("what", choices=("postgresql", "storm"))
    what = asked.parse_args().what
    print(*(word for rows in ROWS.values() for word in (rows.postgresql if what == "postgresql" else rows.storm)))


if __name__ == "__main__":
    main()
