"""`make demo`: a campaign played by scripted people through the real bot and the sandbox; never imported by the bot."""
