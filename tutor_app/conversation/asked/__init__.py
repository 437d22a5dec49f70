"""What a message asks in so many words: a definition, fewer words, an example, a summary."""
