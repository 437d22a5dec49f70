"""Retrieval practice from the course's own words: its exercises, and its sentences with a gap."""

from tutor_app.practice.checking import is_right
from tutor_app.practice.cloze import leave_a_gap
from tutor_app.practice.exercise import exercise_words, nearest_exercise, practice_id

__all__ = ["exercise_words", "is_right", "leave_a_gap", "nearest_exercise", "practice_id"]
