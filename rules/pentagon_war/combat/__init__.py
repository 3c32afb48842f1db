"""Combat: point defense, ramming, fire, screens and damage, one module a segment (PW-C04)."""
