"""What every amendment is."""

from rules.values import Value


class Amendment(Value, tag=True):
    """What the GM may change in a draft or between turns; each kind is a frozen class of its own, in its subject's file."""
