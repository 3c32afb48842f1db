"""A game as one file: export, import, replay, verification."""
