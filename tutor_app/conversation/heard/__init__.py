"""One reading of a message about the course: what it complains of, asks, claims and wishes."""
