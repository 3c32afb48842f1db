"""Programs for developers that play the whole game at length; no test and no package of the bot imports them."""
