"""Where units of a battle stand, how fast they are, and the bodies between them."""
