"""A turn or a whole battle of the Pentagon War as an animated picture."""
