"""Which of the course's sources a question is looked up in, and who chooses that."""
