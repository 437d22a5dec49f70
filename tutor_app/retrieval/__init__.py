"""From a question to passages of the course, every score kept."""
