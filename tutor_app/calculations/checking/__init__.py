"""Whether each line of a calculation follows, exactly and by numbers beside it."""
