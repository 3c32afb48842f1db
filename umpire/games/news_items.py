"""What a game tells somebody who comes back: values that every game can give, whatever it is."""

from rules.values import Value

Mark = tuple[int, int]
"""How far somebody was told of a game: up to the turn of this revision, and so many events of it that their side may see."""


class Item(Value):
    """One piece of news, ready to be shown: its turn, how much it weighs (1 to 99) and its words, markup neutralised."""

    turn: int
    weight: int
    text: str


class News(Value):
    """What happened to a side since a mark. `turns` are those that were resolved, oldest first (the last ones, where it was long
    ago: `more` before them), `undone` whether any was taken back; `items` the greatest news first; `waits` what waits for the
    side's holder now, each in a few words; `due` is in UTC seconds; `mark` is how far this tells."""

    turn: int
    turns: tuple[int, ...]
    items: tuple[Item, ...]
    waits: tuple[str, ...]
    mark: Mark
    undone: bool = False
    more: int = 0
    due: int | None = None
    over: bool = False

    @property
    def is_new(self) -> bool:
        """Whether anything happened at all."""
        return bool(self.turns or self.items or self.undone)
