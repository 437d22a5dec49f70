"""The chat page: asking, following an answer, drawing a turn."""
