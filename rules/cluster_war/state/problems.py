"""What is wrong with a draft, or worth knowing about it, as sentences."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence for the designer and the rule behind it. `refused`: it cannot be built so; otherwise it is advice."""

    text: str
    rule: str
    refused: bool = True
