"""The seats of a campaign whose players make their races: colours for names until the races have names."""

from typing import Final

SEATS: Final = (
    ("blue", "Blue", 0x4F9DDE),
    ("gold", "Gold", 0xD9A13A),
    ("violet", "Violet", 0xB565C9),
    ("teal", "Teal", 0x2FB5A0),
    ("red", "Red", 0xD9544D),
    ("green", "Green", 0x6FBF4B),
    ("orange", "Orange", 0xE08A3C),
    ("silver", "Silver", 0xA9B4C4),
    ("rose", "Rose", 0xE07BA8),
    ("indigo", "Indigo", 0x6B74D6),
)
"""Id, name and colour. A side's id tells nothing of its race (CW-19.0-08)."""
