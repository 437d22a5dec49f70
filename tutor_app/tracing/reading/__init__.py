"""Algorithm problems read from what a student types."""
