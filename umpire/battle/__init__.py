"""What may be asked of a Pentagon War battle."""
