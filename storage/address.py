"""The address of a database, parsed once: a file, the memory of this process, or a PostgreSQL server."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, Self, TypeAlias

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import StorageError

Kind: TypeAlias = Literal["file", "memory", "server"]

MEMORY: Final = ":memory:"
SQLITE: Final = "sqlite+aiosqlite:///"
"""What the URL of a file begins with; a path alone says the same."""
DRIVER: Final = "postgresql+psycopg"
EXAMPLE_ADDRESS: Final = f"{DRIVER}://admiralty:password@localhost/admiralty"
SECRET_OPTIONS: Final = ("password", "passfile", "sslpassword")
"""What an address may say of its password besides the usual place."""


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """Where a database is. `name`: the path of a file, or the address of a server as it was given, password included."""

    kind: Kind
    name: str = field(repr=False)

    @classmethod
    def of(cls, where: "Where") -> Self:
        """The address that a path, a URL or ":memory:" means. Whether a server's can be read is told by `url`."""
        if isinstance(where, cls):
            return where
        name = str(where).removeprefix(SQLITE)
        if "://" in name:
            return cls("server", name)
        return cls("memory" if name == MEMORY else "file", name)

    @property
    def is_server(self) -> bool:
        """Whether it is a server's, and no file."""
        return self.kind == "server"

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.name)

    @property
    def url(self) -> URL:
        """A server's address as SQLAlchemy reads it. StorageError if it cannot be read, or asks for another driver."""
        try:
            url = make_url(self.name)
        except ArgumentError as wrong:
            raise StorageError(f"DATABASE_URL is not the address of a database: {EXAMPLE_ADDRESS} is one.") from wrong
        if url.drivername not in {"postgresql", "postgres", DRIVER} or not url.database:
            raise StorageError(
                f"It cannot open a {url.drivername!r} database named {url.database or ''!r}. {EXAMPLE_ADDRESS} is an address "
                "of a PostgreSQL database; anything else is the path of an SQLite file."
            )
        return url.set(drivername=DRIVER)

    @property
    def shown(self) -> str:
        """As it may be told: without a password. StorageError for a server's that cannot be read."""
        if not self.is_server:
            return self.name
        url = self.url
        told = url.update_query_dict({name: "***" for name in SECRET_OPTIONS if name in url.query})
        return told.render_as_string(hide_password=True)


Where: TypeAlias = DatabaseAddress | Path | str
"""A database as it is named to `Storage.open` and the like: its address, or what that is parsed from."""
