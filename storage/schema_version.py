"""The migrations: which there are, at which a database is, and how it is brought to the newest."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlalchemy.engine import Connection

from storage.errors import StorageError

MIGRATIONS_FOLDER: Final = Path(__file__).parent / "migrations"


def alembic_config() -> Config:
    """What Alembic needs to know: where the migrations are."""
    config = Config()
    # The ini reader takes % for its own; a path may hold one.
    config.set_main_option("script_location", str(MIGRATIONS_FOLDER).replace("%", "%%"))
    return config


def newest() -> str:
    """The newest revision this program knows."""
    head = ScriptDirectory.from_config(alembic_config()).get_current_head()
    if head is None:
        raise StorageError(f"The program's own migrations are missing from {MIGRATIONS_FOLDER}; install it again.")
    return head


def revision_of(connection: Connection) -> str | None:
    """The revision a database is at; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def upgrade(connection: Connection, where: str) -> None:
    """Run all missing migrations inside the connection's transaction: all of them happen, or none.

    Raises StorageError for a newer database, and for one that is not ours.
    """
    config = alembic_config()
    present = revision_of(connection)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if present is not None and present not in known:
        raise StorageError(
            f"The database {where} was written by a newer version of Admiralty (its tables are at {present}, "
            f"this program knows {newest()}). Start the newer version, or restore a backup."
        )
    if present is None and inspect(connection).get_table_names():
        raise StorageError(f"The database {where} belongs to another program: it has tables, but none of Admiralty's.")
    if present != newest():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
