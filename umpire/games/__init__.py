"""A game's row, who sits at it, and its turns."""
