"""The lock files install on the day on which somebody else's next version comes out.

pip before 24 looks for `name[extra]` apart from `name`: a package that asks for an extra gets the newest version, for which there
is no hash, unless the lock names that very extra.
"""

import re
from collections.abc import Collection, Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
PINNED: Final = re.compile(r"^([A-Za-z0-9._-]+)(?:\[([a-z,]+)\])?==", re.MULTILINE)


def pinned(lock: str) -> dict[str, frozenset[str]]:
    """The packages that a lock names, with their extras."""
    found = PINNED.findall((ROOT / lock).read_text("utf-8"))
    return {str(canonicalize_name(name)): frozenset(filter(None, extras.split(","))) for name, extras in found}


def requirements_of(names: Collection[str]) -> Iterator[tuple[str, str, frozenset[str]]]:
    """What these packages, as they are installed here, ask for: by whom, for what, with which extras."""
    for name in sorted(names):
        try:
            found = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:  # of another platform
            continue
        for one in found:
            if one.marker is None or one.marker.evaluate({"extra": ""}):
                yield name, str(canonicalize_name(one.name)), frozenset(one.extras)


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_what_packages_ask_for_is_pinned_with_just_the_extras_they_ask_for(lock: str) -> None:
    known = pinned(lock)
    found = list(requirements_of(known))
    assert ("procrastinate", "psycopg", frozenset({"pool"})) in found
    assert [one for one in found if known.get(one[1]) != one[2] and (one[2] or known.get(one[1]))] == []
