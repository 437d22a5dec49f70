"""Many students at once, as their browsers are: what is lost, what waits, what it costs."""
