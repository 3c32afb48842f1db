"""Amendments that hold, deceive and train minds (chapter 15)."""
