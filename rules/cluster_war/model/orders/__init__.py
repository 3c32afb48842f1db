"""What an order is: its base, its row, the names in it, and what a preview answers."""
