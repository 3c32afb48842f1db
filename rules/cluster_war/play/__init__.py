"""How players say what they want: written orders, sheets, standing orders, and the bot's own players."""
