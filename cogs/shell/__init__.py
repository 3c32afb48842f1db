"""The client and the commands that belong to no game."""
