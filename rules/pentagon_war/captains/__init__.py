"""Who decides for a craft: its captain's orders, his programme, or a stance."""
