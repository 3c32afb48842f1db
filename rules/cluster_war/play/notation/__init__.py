"""Players' notation: orders as a line of text, both ways, and the rule book's order form."""
