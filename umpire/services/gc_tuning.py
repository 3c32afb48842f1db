"""Python's collector of cyclic garbage, set for a process in which people wait.

A full collection looks at every object and stops the loop for as long: hundreds of milliseconds with twenty decoded games
in memory, and Python's usual thresholds begin one just when a deadline brings new games in. States and views hold no cycles, so
they are freed without the collector.
"""

import gc

YOUNG, MIDDLE, OLD = 2_000, 10, 100
"""A full collection after about two million objects more than were freed; the usual is after seventy thousand."""


def settle() -> None:
    """Once, when the program is up: what is in memory now stays for good, so no collection looks at it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
