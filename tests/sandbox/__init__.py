"""The local Discord, tested through a real discord.py bot."""
