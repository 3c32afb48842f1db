"""Seats led by the bot: who governs them, the orders they give, what they say."""
