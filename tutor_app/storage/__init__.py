"""What is kept: `records` in the database, which last, and `live` in Redis, which may be lost."""
