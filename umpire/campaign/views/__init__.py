"""What a side may see, and what is read from it."""
