"""What is wrong with a draft, or worth knowing about it, as sentences."""

from rules.values import Value


class Problem(Value):
    """A sentence for the designer and the rule behind it. `refused`: it cannot be built so; otherwise it is advice."""

    text: str
    rule: str
    refused: bool = True
