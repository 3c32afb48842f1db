"""/dogfight: Our Space Age Air Force, flown by buttons on one message."""
