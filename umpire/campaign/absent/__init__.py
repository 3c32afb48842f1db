"""Campaigns whose players are away: what their deputies may order, how the bot leads for them, what a successor gets."""
