"""What a hidden fact is, as data: of which kind it is, how it comes about, and who may hear of it by which rule."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, TypeAlias

from rules.cluster_war.model.orders.order import Order
from rules.cluster_war.model.working.amendment import Amendment
from rules.values import Value, field
from tests.e2e.kit import Table

Words: TypeAlias = Mapping[str, str]
"""What the evening's places and things are called, for the `{names}` in a step: `home`, `deep`, `build` and so on."""


class WrittenOrder(Value):
    """An order as its giver writes it with /orders write; it is previewed and given."""

    text: str
    who: str = "ada"


class Use(Value):
    """A slash command that must work, the buttons pressed after it, and the form filled at the end."""

    command: str
    options: Mapping[str, object] = field(default_factory=dict)
    who: str = "gm"
    presses: tuple[str, ...] = ()
    form: Mapping[str, str] = field(default_factory=dict)
    once: bool = False
    """What several facts of one evening begin with, and the first of them brings about for all: it works only once."""


class Played(Value):
    """What takes more than a command and its buttons."""

    what: Callable[[Table, Words], Awaitable[None]]


Step: TypeAlias = WrittenOrder | Use | Played
When: TypeAlias = Literal["open", "draft", "published"]


class Fact(Value):
    """One thing that some may not know; the evening with it is held beside the evening without it.

    `of` is the kind of order or amendment, or what else it is. `keeper` is the side whose affair it is ("" is the game
    master's): it is not compared. `seen` has whoever may hear of it, each with the rule by which; they must hear
    something. `known` has leaks that are being mended, each with the place; they must still leak, or else the row is to
    be changed. `instead` is done in the other evening where doing nothing would tell more than the fact.

    A secret that never came about proves nothing. So the game master or its keeper must hear otherwise in the two evenings, the
    keeper in any case where it is their order or something takes its place; `proof` holds words that whoever's it is reads with
    the fact and not without it, and `common` words that they read in both.
    """

    name: str
    of: type[Order] | type[Amendment] | str
    steps: tuple[Step, ...]
    when: When = "open"
    keeper: str = "humans"
    seen: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)
    instead: tuple[Step, ...] = ()
    alone: bool = False
    """It cannot be brought about together with others in one evening."""
    proof: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    company: str = ""
    """Facts of one company have one keeper and the same `seen`, and are played in one evening, since none hides what could be
    heard of another. Each has `proof`, and `told` where somebody may hear of it: so each is seen to have come about in it."""
    told: tuple[str, ...] = ()
    """Words that everybody in `seen` reads with the fact and not without it."""
    earlier: tuple[Step, ...] = ()
    """What is done in both evenings in a month before, which is then resolved and published."""
