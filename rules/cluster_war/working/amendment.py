"""What every amendment is."""


class Amendment:
    """What the GM may change in a draft or between turns; each kind is a frozen class of its own, in its subject's file."""

    __slots__ = ()
