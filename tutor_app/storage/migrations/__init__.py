"""Alembic migrations, packaged so that an installed Elenchus finds them."""
