"""Psionics (chapter 15): what abilities there are, which a race and its units have, and what they add."""
