"""Letters made ready and sent once each."""
