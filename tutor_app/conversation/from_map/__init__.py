"""Replies that the course's map makes: summary, example, simpler words, figure, what to read."""
