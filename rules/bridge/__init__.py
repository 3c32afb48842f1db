"""Between two games: a campaign's battle fought with the craft of the Pentagon War, and back."""
