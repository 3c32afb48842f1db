"""/gm: the game master's commands."""
