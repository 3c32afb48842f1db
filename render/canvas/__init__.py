"""What every picture is drawn with; it knows no game."""
