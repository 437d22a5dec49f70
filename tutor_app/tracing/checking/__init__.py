"""A student's trace compared with the exact run: the first wrong step, and the mistake there."""
