"""Battles of a campaign that its players fight in a game of their own: made, kept in step with the campaign, given back."""
