"""Assignments: their items, the points of their solutions, hints on them, and the guard."""
