"""Segment 11, damage assessment: from the blows of an impulse to boxes destroyed and craft lost (PW-B64)."""
