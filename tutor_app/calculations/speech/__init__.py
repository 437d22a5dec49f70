"""Whose the mathematics in a message is: the student's line, another's result, a value to try."""
