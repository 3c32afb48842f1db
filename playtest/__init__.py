"""What scripts and tests that play the bot share: a clock to set, chance that repeats, players who follow a script."""
