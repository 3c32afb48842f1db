"""Numbers and things in the yard's sentences."""


def counted(number: int, thing: str) -> str:
    """ "1 box", "3 boxes": a number with its thing in the right form."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing}es" if thing.endswith(("x", "s", "ch")) else f"{number} {thing}s"
