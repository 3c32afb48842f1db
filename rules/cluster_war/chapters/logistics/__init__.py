"""Supply, munitions, stress and small craft aboard, one small module each (chapters 4.2, 4.3, 5.2)."""
