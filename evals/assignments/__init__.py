"""Assignments: items matched, answers held against their points, solutions asked for."""
