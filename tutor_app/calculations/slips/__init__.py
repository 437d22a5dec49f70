"""Known slips as data: how each rewrites a line wrongly, and how it would be right."""
