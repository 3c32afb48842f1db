"""Pages in one file: a shell that any game fills with its own map, opened in a browser without a network."""
