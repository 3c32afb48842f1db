"""The game master's look ahead: where courses lead and meet, and which systems players will reach soon (19.0)."""
