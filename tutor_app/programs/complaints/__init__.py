"""What a message says that the program must give, and of which call."""
