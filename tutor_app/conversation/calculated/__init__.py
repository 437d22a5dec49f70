"""Whether a message is about a calculation, and what it is for."""
