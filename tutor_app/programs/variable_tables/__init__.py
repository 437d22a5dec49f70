"""What the variables of a student's run hold after each line, as a table, and when it is shown."""
