"""Tracing: problems read, runs made, students' traces judged, replies held against the run."""
