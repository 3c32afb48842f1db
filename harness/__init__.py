"""Programs for developers that play the whole game at length; no test and no room of the bot imports them."""
