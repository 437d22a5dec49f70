"""Algorithm problems read from the student, run exactly, compared with the student's trace."""
