"""Texts cut to the room a panel has, at a line's end, with a word on where the rest is."""


def cut(text: str, most: int, where: str) -> str:
    """Text of at most `most` characters; where it is longer, "… (the rest: WHERE)" ends it."""
    if len(text) <= most:
        return text
    note = f"\n… (the rest: {where})"
    kept = text[: most - len(note)]
    return (kept.rsplit("\n", 1)[0] if "\n" in kept else kept.rstrip("\\ ")) + note
