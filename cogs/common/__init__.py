"""What all command groups share: finding the game and the seat, answering, panels, buttons, choices, errors."""
