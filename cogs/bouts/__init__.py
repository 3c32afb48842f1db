"""What the commands of both tactical games share."""
