"""What a craft is once it is destroyed."""

from dataclasses import replace

from rules.pentagon_war.units import Craft


def wrecked(craft: Craft) -> Craft:
    """The craft destroyed: whatever hid it is gone with it, and its end is seen by everyone (PW-B63, PW-B83)."""
    return replace(craft, fate="destroyed", hidden=False, invisible=False, entered="")
