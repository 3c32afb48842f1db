"""A campaign that one person plays against empires led by the bot, with nobody as game master."""
