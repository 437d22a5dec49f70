"""Runs migrations on the connection that `open_database` hands over."""

from alembic import context

from tutor_app.storage.records.database_tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite cannot alter a table in place
)
with context.begin_transaction():
    context.run_migrations()
