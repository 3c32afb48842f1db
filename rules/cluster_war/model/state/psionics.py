"""How the psychics aboard a ship fare where hyperspace is concerned (CW-15.0-05, CW-15.0-06)."""

from typing import Literal, TypeAlias

from rules.values import Value

HowTheyTravel: TypeAlias = Literal["", "drugged", "frozen", "awake"]


class Psychics(Value):
    """`travel` is how they pass through hyperspace, "" if nobody has said; they are out of action before the week `rest`
    (weeks since the campaign began), and `insane` for as long as the game master leaves it so."""

    travel: HowTheyTravel = ""
    rest: int = 0
    insane: bool = False


TelepathTask: TypeAlias = Literal["security", "contact"]


class Telepaths(Value):
    """A team of strong telepaths: it looks after the `security` of one project or vessel, or helps a vessel's first `contact`
    with strangers; `at` is a ship's or a project's id (CW-15.1-11)."""

    task: TelepathTask
    at: str
