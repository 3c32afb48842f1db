"""What `bot.py` does for its sub-commands: a module for each group, imported when it is asked for (docs/decisions)."""
