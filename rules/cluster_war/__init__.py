"""Cluster War (Todd Zircher): a monthly-turn space empire game."""
