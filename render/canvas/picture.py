"""A picture: bytes and alt text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file, its size in pixels, and what it shows in words (at most 1,024 characters)."""

    png: bytes
    width: int
    height: int
    alt: str
