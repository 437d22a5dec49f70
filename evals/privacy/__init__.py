"""What must not reach a student: locked solutions, what is not open yet, names of a forum."""
