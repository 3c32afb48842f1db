"""Alt texts within Discord's length."""

from typing import Final

MOST: Final = 1024
"""Discord takes no more characters as a picture's description."""


def fitting(facts: list[str]) -> str:
    """As many facts as fit into a picture's description, never a part of one."""
    text = ""
    for fact in facts:
        longer = f"{text} {fact}".strip()
        if fact and len(longer) <= MOST:
            text = longer
    return text
