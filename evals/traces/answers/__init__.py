"""Answers to the tutor's questions about a run, made from exact facts: how they are judged."""
