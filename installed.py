"""What is installed here: which version of this program, and which of its extras."""

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from typing import Final, Literal, TypeAlias

VERSION: Final = "1.0.0"
"""As semantic versioning has it. pyproject.toml, `--version`, `doctor`, `/campaign info` and capsules take it from here, and its
heading in CHANGELOG.md says the same."""

Extra: TypeAlias = Literal["postgres", "metrics"]
EXTRAS: Final[Mapping[Extra, tuple[str, ...]]] = {
    "postgres": ("psycopg", "psycopg_pool", "procrastinate"),
    "metrics": ("prometheus_client",),
}
"""What is imported of each extra of pyproject.toml, by whoever uses it and by nobody else."""


@cache
def is_installed(extra: Extra) -> bool:
    """Whether all of an extra is here."""
    return all(find_spec(name) is not None for name in EXTRAS[extra])


def extra_of(module: str) -> Extra | None:
    """The extra that brings a module, or the package that it is in."""
    return next((extra for extra, names in EXTRAS.items() if module.partition(".")[0] in names), None)


def how_to_install(extra: Extra) -> str:
    """What to type to have an extra, as a sentence."""
    return f"Install it: pip install 'admiralty[{extra}]' (in a checkout: make setup)."


def missing(extra: Extra, setting: str) -> str:
    """What is missing for a setting, as a sentence; "" if all is here."""
    return "" if is_installed(extra) else f"{setting} needs the extra {extra}, which is not installed here."
