"""Slash commands, one file per command group, and how results are worded."""
