"""Answers from the course: what is quoted, cited, declined, followed up, taken as which intent."""
