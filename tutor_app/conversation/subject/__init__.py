"""What a message is about, and what the course says on that."""
