"""The tactical map of a battle of the Pentagon War, as a picture and in words."""
