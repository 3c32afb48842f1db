"""Pictures drawn with Pillow, each from one side's view, with its text twin."""
