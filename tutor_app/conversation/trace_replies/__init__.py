"""Replies to a message about an algorithm problem, from the exact run."""
