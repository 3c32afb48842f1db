"""What lines between hexes are called."""

from collections.abc import Mapping
from typing import Final

LINKS: Final[Mapping[str, tuple[str, str]]] = {
    "jump": ("jump line", "jump lines"),
    "gate": ("jump gate", "jump gates"),
    "wormhole": ("wormhole", "wormholes"),
    "held": ("held wormhole", "held wormholes"),
}
"""The kinds of lines between two hexes: one, and several."""
