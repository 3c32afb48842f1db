"""Governors: empires led by the bot, through the same orders as a player, from their own view alone."""
