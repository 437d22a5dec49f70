"""The Trace lab: a run for the lecture hall."""
