"""Answers to what the tutor asks about a run: what a message says, held against the exact row."""
