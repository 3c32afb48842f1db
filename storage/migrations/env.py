"""Alembic's way in: migrations run on the connection that `storage.db.upgrade` hands over, in its transaction."""

from alembic import context

from storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
