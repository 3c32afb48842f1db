"""What happened, one class a thing."""
