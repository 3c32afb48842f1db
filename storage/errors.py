"""What can go wrong with the database: what the operator reads, and what is retried and never shown."""


class StorageError(Exception):
    """The database cannot be used; the text tells the operator why and what to do, in one or two sentences."""


class UnreachableError(StorageError):
    """It cannot be used just now, and nobody has to mend anything here: whoever has time tries again."""


class StaleStateError(Exception):
    """Somebody else saved first: read again and try again. Never shown to a player."""
