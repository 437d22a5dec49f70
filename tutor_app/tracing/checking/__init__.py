"""A student's trace against the exact run: the first wrong step, and the mistake behind it."""
