"""The chapters of the rule book: each holds its orders, its amendments and its rules."""
