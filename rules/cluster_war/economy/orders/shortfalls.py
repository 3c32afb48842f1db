"""Where a shortfall should fall (CW-5.0-26)."""

from dataclasses import dataclass

from rules.cluster_war.orders.order import Order


@dataclass(frozen=True, slots=True)
class Priorities(Order):
    """Where a shortfall should fall: budget lines, the first to be cut first (CW-5.0-26)."""

    lines: tuple[str, ...]
