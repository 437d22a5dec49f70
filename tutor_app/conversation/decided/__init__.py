"""Which sentence of the course decides a question or a claim, and between two things."""
