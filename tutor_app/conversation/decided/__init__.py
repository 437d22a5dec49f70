"""Which sentences of the course decide a message, by a model that was trained for it."""
