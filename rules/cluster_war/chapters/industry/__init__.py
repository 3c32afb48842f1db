"""Yards, factories, bases and refits (6.0, 6.1, 6.6, 6.7)."""
