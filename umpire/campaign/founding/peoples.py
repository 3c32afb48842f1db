"""The peoples that governors make of the seats they lead, and whose names nobody else takes (R-254)."""

from collections.abc import Mapping
from typing import Final

from rules.cluster_war.play.governors.charter import Character
from rules.errors import GameError, quoted
from rules.values import Value


class People(Value):
    """What a governor of a character makes: its home world's code and kind, its attitude, entries of the checklist with their
    levels in the order in which it takes them while its points last, and names for the race and its home, each a pair."""

    home_step: str
    nickname: str
    attitude: str
    wishes: tuple[tuple[str, int], ...]
    names: tuple[tuple[str, str], ...]


MORE: Final = ("Extra Colonies", 2)
PEOPLES: Final[Mapping[Character, People]] = {
    "explorer": People(
        "5555",
        "wind and grass",
        "Neutral",
        (
            ("Sector Survey", 1),
            ("Environmental Resistance", 1),
            ("Extra Designs", 5),
            ("Extra Durability", 1),
            MORE,
        ),
        (("Serrin", "Serra"), ("Wayfarers", "Lodestar"), ("Illari", "Illar")),
    ),
    "trader": People(
        "5556",
        "islands and harbours",
        "Neutral",
        (MORE, ("Environmental Resistance", 1), ("Extra Durability", 1)),
        (("Merrow", "Merrowhaven"), ("Quellish", "Quell"), ("Tollkin", "Tollgate")),
    ),
    "builder": People(
        "6555",
        "quarries and lights",
        "Neutral",
        (MORE, ("Extra Designs", 5), ("Extra Strength", 2)),
        (("Korvane", "Korv"), ("Masons", "Capstone"), ("Dunnar", "Dun")),
    ),
    "raider": People(
        "5644",
        "dust and red light",
        "Hostile",
        (
            ("Stealth Technology", 1),
            ("Combat Reflexes", 1),
            ("Missile Engine Technology", 1),
            ("Extra Strength", 2),
            MORE,
        ),
        (("Skarn", "Skarnhold"), ("Vashti", "Vash"), ("Reavers", "Blackreef")),
    ),
    "conqueror": People(
        "6565",
        "iron and smoke",
        "Hostile",
        (
            ("Ground Forces Technology", 1),
            ("Combat Reflexes", 1),
            ("Missile Engine Technology", 1),
            ("Natural Armor", 1),
            MORE,
        ),
        (("Drakhar", "Drakh"), ("Ironhost", "Anvil"), ("Tyrrhen", "Tyrrh")),
    ),
    "hermit": People(
        "5355",
        "ice and quiet",
        "Neutral",
        (
            ("Missile Engine Technology", 1),
            ("Stealth Technology", 1),
            ("Environmental Resistance", 1),
            ("Natural Armor", 1),
            MORE,
        ),
        (("Omnari", "Omn"), ("Still Choir", "Hush"), ("Eremites", "Last Cell")),
    ),
}
_THEIRS: Final = frozenset(name.casefold() for people in PEOPLES.values() for name, _ in people.names)


def check_name(name: str) -> None:
    """GameError for a name that the bot gives to the races it leads: if another race could have it, what the bot's race is called
    would tell of that (R-254)."""
    if name.casefold() in _THEIRS:
        raise GameError(f"The bot calls races that it leads {quoted(name)} (R-254); choose another name.")
