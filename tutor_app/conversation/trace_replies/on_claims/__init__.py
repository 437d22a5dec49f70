"""Replies to what students claim of a run in plain words: the reaction first, then one question."""
