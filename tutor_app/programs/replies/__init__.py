"""Replies about a student's program that was run: examine, decide, say."""
