"""What every order is."""

from dataclasses import dataclass

from rules.cluster_war.state.names import SideId


class Order:
    """What a player may order; each kind is a frozen class of its own, in its chapter."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SignedOrder:
    """An order on a side's sheet: `id` is unique in the game, `number` its place on the sheet as the player sees it."""

    id: str
    side: SideId
    number: int
    order: Order
