"""Pictures and texts of the Pentagon War, from a view alone."""
