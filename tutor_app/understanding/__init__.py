"""What a message is: its features, its language, what its author does with it."""
