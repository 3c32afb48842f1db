"""What each side knows: sensors, sightings, scouting and surveys (chapter 12)."""
