"""What a side could sensibly order next, from its own view and sheet alone."""
