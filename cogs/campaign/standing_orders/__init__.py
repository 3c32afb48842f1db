"""Standing orders at the table: the list, a draft made by choosing, and what it would do right now."""
