"""Races that the game master runs: summary profiles, their pseudo-turn, and what players see of them (19.0)."""
