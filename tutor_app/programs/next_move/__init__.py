"""The one step on that follows a message about a program: which it is, and which question."""
