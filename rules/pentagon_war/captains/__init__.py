"""Who decides for a craft: its captain's orders, their programme, or a stance."""
