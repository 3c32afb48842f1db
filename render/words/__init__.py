"""Words of all games: names made safe to repeat, counts, lists, reasons, and what every game says in its letters."""
