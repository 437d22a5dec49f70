"""Assignments: their items, which of them a message means, and what is locked of them."""
