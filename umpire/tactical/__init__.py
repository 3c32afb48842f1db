"""Tactical games: games played in a thread of their own, turn by turn and stop by stop."""
